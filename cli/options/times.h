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

/* The same for a bound of a time range, see time_parse_bound. */
uint64_t options_bound(const struct options *options, const char *what, const char *text,
                       uint64_t now_ms);

/* Sets how this run reads texts, by --lenient, -i, --bits and --epoch; with --bits the kinds become
 * the Snowflake that has this layout. */
void options_set_reading(struct options *options);

/* Reads an ID that is likely, of the kinds of the options or else of any; a number only of the kinds.
 * Valid until the next call; NULL: it is not. */
const struct text_readings *options_read_id(const struct options *options, const char *text);

/* Refuses a span whose end, bounds[1], is not after its start: the arguments or options that name
 * them, and the text of the start. */
struct span_words {
    const char *since_name, *until_name, *since;
};
_Noreturn void options_refuse_empty(const struct options *options, const struct span_words *words,
                                    const uint64_t bounds[2], uint64_t now_ms);

/* Whether a text is such a bound. */
bool options_is_time(const struct options *options, const char *text, uint64_t now_ms);

/* Reads --in, which was given: its first ms, and the first ms after it. */
void options_period(const struct options *options, uint64_t *since_ms, uint64_t *until_ms,
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
