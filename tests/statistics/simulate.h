/* SPDX-License-Identifier: MIT */
/* simulate.h: fleets of real generators whose IDs collide often enough to be counted: the library's
 * state machines at their full widths, with a random source that gives few random bits and fills the
 * rest: with ones if a run should carry into the bits above it (it continues at zeros, where no run
 * starts), otherwise with zeros. Everything depends on a seed: each machine gives the same figures.
 * Used by cases.c, main.c and test_collisions.c. */
#ifndef SORTID_TESTS_SIMULATE_H
#define SORTID_TESTS_SIMULATE_H

#include "predict.h"

enum kind {
    KIND_SCRU128,           /* bucket counter_hi, start counter_lo, fresh entropy */
    KIND_SCRU128_STATELESS, /* fresh: all three */
    KIND_SCRU128V1,         /* bucket per_sec_random, start counter, fresh per_gen_random */
    KIND_SCRU160,           /* start counter, fresh random80 */
    KIND_SCRU64,            /* bucket: a random node id, start: counter, at real width */
    KIND_ULID_RANDOM,       /* fresh: all */
    KIND_ULID_MONOTONIC,    /* start: all */
    KIND_UUIDV7,            /* start: counter, fresh: the 32 bits after it */
    KIND_UUIDV7_RANDOM      /* fresh: all */
};

#define SIMULATE_SLOT_MS 1000 /* of a bucket's life in ms */

struct simulation {
    enum kind kind;
    struct fleet fleet;
    uint64_t trials;
    bool unguarded; /* scru64: a counter may start anywhere and overflow */
};

struct outcome {
    uint64_t hit;   /* trials with a collision */
    uint64_t pairs; /* colliding pairs of all trials */
    double squares; /* of the pairs of each trial, summed */
    uint64_t ids;
    uint64_t refused; /* calls that gave SORTID_OVERFLOW */
};

/* Runs the simulation; false if there is no memory, or if a machine fails with another status than
 * overflow. */
bool simulate(struct outcome *outcome, const struct simulation *simulation, uint64_t seed);

#endif
