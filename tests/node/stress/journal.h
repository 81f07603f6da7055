/* SPDX-License-Identifier: MIT */
/* journal.h: memory that a holder (holder.c) shares with the test that started it (crew.c): each ID
 * as it is made, and how its holds began and ended. It outlives a holder that is killed at any
 * instruction. The holder alone writes. */
#ifndef SORTID_TESTS_NODE_STRESS_JOURNAL_H
#define SORTID_TESTS_NODE_STRESS_JOURNAL_H

#include <stdatomic.h>
#include <stdint.h>

enum {
    JOURNAL_FD = 3, /* where a holder finds it */
    JOURNAL_HOLDS = 512,
    JOURNAL_STATUSES = 16,
    JOURNAL_IDS = 1 << 20 /* pages that nothing is written to take no room */
};

enum hold_end { HOLD_GOES_ON, HOLD_RELEASED, HOLD_ABANDONED, HOLD_LOST, HOLD_NOT_GIVEN_BACK };

/* One hold; times in ms on the clock that runs through suspend. */
struct journal_hold {
    uint64_t asked_ms, taken_ms, ended_ms;
    uint64_t start; /* tick */
    uint32_t node_id;
    _Atomic uint32_t end; /* enum hold_end */
};

struct journal_id {
    uint64_t id;
    uint64_t hold; /* its number */
};

struct journal {
    _Atomic uint32_t holds;                    /* so far */
    _Atomic uint32_t lost;                     /* of these */
    _Atomic uint64_t stalls;                   /* times the bound was reached */
    _Atomic uint64_t failed[JOURNAL_STATUSES]; /* calls, by sortid_node_status */
    _Atomic uint64_t count;                    /* of IDs; each is there before it counts */
    struct journal_hold hold[JOURNAL_HOLDS];
    struct journal_id ids[JOURNAL_IDS];
};

#endif
