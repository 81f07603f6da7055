/* SPDX-License-Identifier: MIT */
/* metrics.h: prints a report of a realm in the text format of Prometheus. Called by status.c. */
#ifndef PROGRAM_METRICS_H
#define PROGRAM_METRICS_H

#include <sortid/node.h>

void metrics_print(const sortid_node_report *report);

#endif
