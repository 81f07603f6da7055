/* SPDX-License-Identifier: MIT */
/* judge_kinds.h: the expected readings of any text as all kinds of sortid/recognize.h: the second
 * implementation, from the documents of the kinds, by the oracle's arithmetic. It never calls the
 * library. Used by the tests and the fuzz target of recognize.h. */
#pragma once

#include "judge.h"

#define JUDGE_FOUND_MAX 64

/* One reading. The numbers are those of sortid/recognize.h. */
typedef struct judge_found {
    const char *kind;
    const support_format *format; /* NULL: none */
    unsigned form, why, confidence, leniency;
    bool has_time;
    int64_t unix_ms, zero_ms; /* of the ID, and of time 0 of its kind */
    size_t size;
    uint8_t id[SORTID_MAX_SIZE];
    char prefix[SORTID_TYPEID_PREFIX_SIZE];
} judge_found;

typedef struct judge_request {
    const char *kind; /* NULL: all */
    bool lenient;
    const int64_t *epoch_ms;    /* NULL: that of the preset */
    int64_t plausible_until_ms; /* 0: the end of 2100 */
} judge_request;

/* All readings in order; returns their number. 0: *fault has the status and the position. */
size_t judge_kinds(judge_found out[JUDGE_FOUND_MAX], judgement *fault, const judge_request *request,
                   const char *text, size_t length);

/* Reads a TypeID; `prefix_length` is written if the status is SORTID_OK. */
judgement judge_typeid(size_t *prefix_length, const char *text, size_t length);

/* The names of the kinds in order; NULL after the last. */
const char *judge_kind_name(size_t index);
