/* SPDX-License-Identifier: MIT */
/* unknown_text.h: reports a text that is not an ID of any kind: the kinds whose texts are nearest,
 * and where it differs from each. */
#ifndef CLI_UNKNOWN_TEXT_H
#define CLI_UNKNOWN_TEXT_H

#include "input.h"

#include <sortid.h>

/* Reports the item, status 1, at the place where it departs from the nearest kind. */
void report_unknown_text(const struct item *item);

/* The same for a text that is not an ID of one kind, which refused it at `position`. */
void report_no_id_of(const struct item *item, const sortid_kind *kind, size_t position);

#endif
