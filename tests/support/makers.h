/* SPDX-License-Identifier: MIT */
/* makers.h: every kind of call that makes a value, as a number: the private generator of each
 * format, a shared one of scope threads, a draw, the default generator of each format. For tests of
 * processes that are copied, which hold for all of them. */
#pragma once

#include "formats.h"

enum { OWN, SHARED = SUPPORT_FORMATS, DRAW = 2 * SUPPORT_FORMATS, DEFAULTS };
#define KINDS (DEFAULTS + SUPPORT_FORMATS)

#define DRAW_US UINT64_C(1700000000123456)

static sortid_generator own[SUPPORT_FORMATS];
static sortid_generator shared[SUPPORT_FORMATS];
static sortid_shared_state states[SUPPORT_FORMATS];

static inline const support_format *format_of(int kind)
{
    return &support_formats[kind < DEFAULTS ? kind % SUPPORT_FORMATS : kind - DEFAULTS];
}

static inline size_t size_of(int kind)
{
    return kind == DRAW ? SUPPORT_MAX_SIZE : format_of(kind)->size;
}

/* Kinds that a copy of the process refuses to make, because the node id is the other one's. */
static inline bool is_of_a_node(int kind)
{
    return kind != DRAW && format_of(kind) == SUPPORT_SCRU64;
}

static inline sortid_status call_kind(uint8_t *value, int kind)
{
    sortid_random random;
    if (kind < SHARED)
        return format_of(kind)->next(&own[kind], value, NULL);
    if (kind < DRAW)
        return format_of(kind)->next(&shared[kind - SHARED], value, NULL);
    if (kind >= DEFAULTS)
        return format_of(kind)->new_id(value, NULL);
    sortid_random_secure(&random);
    return random.fill(random.context, value, SUPPORT_MAX_SIZE, DRAW_US);
}

/* `sources` are those of the private and the shared generators; NULL: the default ones. */
static inline bool prepare_makers(const sortid_sources *sources)
{
    bool done = support_set_node(42, 8, NULL) == SORTID_OK;
    for (size_t i = 0; i < SUPPORT_FORMATS; i++) {
        const support_format *format = &support_formats[i];
        done = done &&
               format->attach(&shared[i], &states[i], SORTID_SCOPE_THREADS, SORTID_MODE_ABORT,
                              10000, sources) == SORTID_OK &&
               format->generator_init(&own[i], SORTID_MODE_ABORT, 10000, sources) == SORTID_OK;
    }
    return done;
}
