/* SPDX-License-Identifier: MIT */
/* offers.h: what completions offer for values and operands. */
#ifndef CLI_OFFERS_H
#define CLI_OFFERS_H

#include "../../common/command_line.h"

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
