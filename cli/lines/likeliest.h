/* SPDX-License-Identifier: MIT */
/* likeliest.h: which reading of an ID is meant if several kinds can read it: that of the kind which
 * most IDs with one reading have. Nothing is guessed silently: what the others do not decide is
 * counted and reported. */
#pragma once

#include "../input/scan.h"

/* More kinds than the library has. */
#define LIKELY_KINDS 64

/* Counts of IDs by the place of their kind in the library's order. Start with zeros. */
struct likely {
    uint64_t clear[LIKELY_KINDS]; /* IDs that only this kind reads */
    uint64_t taken[LIKELY_KINDS]; /* other IDs that were read as this kind */
    uint64_t doubtful;            /* IDs that several kinds read, and the others do not decide */
    bool is_ahead;                /* the rest of the block was counted; reset it for each block */
};

/* The place of a reading's kind in the library's order, in which the formats are first. */
uint32_t kind_number(const struct found_reading *reading);

/* Counts an ID that has one reading. */
void likely_note(struct likely *likely, const struct found_reading *reading);

/* Counts an ID and returns its likeliest reading; of equals it is the one that `inspect` shows
 * first. `times_alone`: there is no doubt between readings of one time. In doubt the rest of the
 * block is counted, where `rest` is; NULL: there is none. */
const struct found_reading *likely_take(struct likely *likely, const struct found_id *id,
                                        bool times_alone, const struct scan *rest);

/* Reports of how many kinds the IDs were, if there were several. */
void likely_report_kinds(const struct likely *likely, const char *command);

/* Reports what was doubtful. */
void likely_report_doubts(const struct likely *likely, const char *command);
