/* SPDX-License-Identifier: MIT */
/* table.h: the commands and options of sortid. An option is one row here; parsing, --help,
 * completions and the synopsis of the manual page come from it. What completions offer for values
 * and operands is in offers.c. */
#ifndef CLI_COMMAND_TABLE_H
#define CLI_COMMAND_TABLE_H

#include "../../common/command_line.h"

extern const struct program sortid_program;

void offer_formats(const struct completion *completion);
void offer_formats_and_files(const struct completion *completion);
void offer_kinds(const struct completion *completion);
void offer_times(const struct completion *completion);
void offer_periods(const struct completion *completion);
void offer_columns(const struct completion *completion);

/* Encodings of the format that is among the words; of all formats if there is none. */
void offer_encodings(const struct completion *completion);
void offer_encodings_and_times(const struct completion *completion);
void offer_encodings_of_range(const struct completion *completion);  /* no typeid */
void offer_encodings_of_search(const struct completion *completion); /* no integers, no raw bytes */

#endif
