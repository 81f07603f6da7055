/* SPDX-License-Identifier: MIT */
/* times.h: times among the options. A text that is not a time ends the process with status 2. The
 * zone of a time without an offset is that of --utc and --local. */
#pragma once

#include "options.h"
#include "../ids/reading.h"
#include "../../common/time_text.h"

/* The present time in Unix ms; a clock that fails ends the program with status 3. */
uint64_t present_ms(void);

/* The Unix ms from which on times of IDs are not plausible: a year from now. */
uint64_t plausible_until_ms(void);

/* Reads a TIME as Unix time in ms, see time_parse.h; `what` names it in messages. */
uint64_t options_time(const struct options *options, const char *what, const char *text,
                      uint64_t now_ms);

/* Sets how this run reads texts, by --lenient, -i, --bits and --epoch; with --bits the kinds become
 * the Snowflake that has this layout. */
void options_set_reading(struct options *options);

/* Reads an ID that is likely, of the kinds of the options or else of any; a number only of the kinds.
 * Valid until the next call; NULL: it is not. */
const struct text_readings *options_read_id(const struct options *options, const char *text);

/* Whether a text is a time or an ID that has one. */
bool options_is_time(const struct options *options, const char *text, uint64_t now_ms);

/* A span of time, from its first ms to the first ms after it. */
struct time_span {
    uint64_t since_ms, until_ms;
};

/* Reads --in, or its start and end, each without limit if it is not given; refuses one whose end is
 * not after its start. `names`: those of start and end in messages. */
struct time_span options_span(const struct options *options, const char *const names[2],
                              uint64_t now_ms);

/* The times of the first and the last ID of a kind, which has times. */
struct time_range {
    char first[TIME_TEXT_SIZE], last[TIME_TEXT_SIZE];
};
void time_range_of(struct time_range *range, const sortid_kind *kind);

/* Ends with status 2: `what` says which time the kind does not have; the times that it has are
 * added, and `ends`: "" or a remark about the first and the last of them. */
_Noreturn void time_range_refuse(const struct options *options, const char *what, const char *ends);

/* The same for a time of the command line, which is shown: "--at" or "SINCE", and its text. */
_Noreturn void time_range_refuse_time(const struct options *options, const char *what,
                                      const char *text, const char *ends);
