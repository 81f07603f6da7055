/* SPDX-License-Identifier: MIT */
/* sort_record.h: a record as sort keeps it in memory and in temporary files, and the order of records. Used by sorter.c
 * and sort_files.c; includes the public headers only. */
#ifndef CLI_SORT_RECORD_H
#define CLI_SORT_RECORD_H

#include <sortid.h>

#include <stdbool.h>
#include <string.h>

/* Compared from the first member to the last. */
struct sort_key {
    uint64_t unix_ms;
    uint32_t format;             /* its place in the order of the formats */
    uint8_t id[SORTID_MAX_SIZE]; /* zeros after the ID */
};

struct sort_record {
    struct sort_key key;
    uint32_t note; /* the caller's: of the text; not compared */
    uint64_t length;
};

/* Whether `b` is to be before `a`, which was added earlier. */
static inline bool sort_key_is_later(const struct sort_key *a, const struct sort_key *b,
                                     bool reverse)
{
    if (a->unix_ms != b->unix_ms)
        return (a->unix_ms > b->unix_ms) != reverse;
    if (a->format != b->format)
        return (a->format > b->format) != reverse;
    int order = memcmp(a->id, b->id, sizeof a->id);
    return order != 0 && (order > 0) != reverse;
}

#endif
