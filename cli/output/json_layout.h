/* SPDX-License-Identifier: MIT */
/* json_layout.h: writes JSON: for programs an object per line, for people at a terminal a member
 * per line. */
#ifndef CLI_JSON_LAYOUT_H
#define CLI_JSON_LAYOUT_H

#include "../../common/text.h"

#include <stdbool.h>
#include <stdint.h>

/* Appends ,"key":"value", or ,"key":null without a value. The value needs no escapes. */
struct text json_member(struct text out, const char *key, const char *value);

/* Appends ,"key":count, or null if the count is not known. */
struct text json_count(struct text out, const char *key, bool is_known, uint64_t count);

/* Whether standard output is a terminal. */
bool json_is_for_people(void);

/* Like output_commit(): the first `size` bytes at output_reserve() continue the lines, each an
 * object. They are whole lines, or a part that does not end with "[". */
void json_commit(size_t size);

/* The same for a part that is a short text. */
void json_text(const char *part);

#endif
