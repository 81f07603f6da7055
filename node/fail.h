/* SPDX-License-Identifier: MIT */
/* node/fail.h: writes the error of a call. Called everywhere in node/. The text is safe for a terminal
 * and a log: other bytes than 0x20 to 0x7e become "?", and it is cut to its size. */
#ifndef NODE_FAIL_H
#define NODE_FAIL_H

#include <sortid/node.h>

/* Writes the text, unless `error` is NULL, and returns the status. */
sortid_node_status sortid_node_fail(sortid_node_error *error, sortid_node_status status,
                                    const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
