/* SPDX-License-Identifier: MIT */
/* predict.h: how often IDs collide, by formulas. A case says how many generators make how many IDs
 * and how wide the random parts are; the same formulas serve the reduced widths of the simulation
 * and the real ones. docs/collisions.md explains them. Used by cases.c, main.c and
 * test_collisions.c; it draws no random numbers. */
#ifndef SORTID_TESTS_PREDICT_H
#define SORTID_TESTS_PREDICT_H

#include <stdbool.h>
#include <stdint.h>

enum model {
    MODEL_BIRTHDAY, /* all bits new in each ID */
    MODEL_RUNS,     /* a run of successive values, from a new start in each slot */
    MODEL_LAYERS    /* a bucket for many slots, in it a run for each slot, and new bits in
                     * each ID */
};

/* A slot is a timestamp in which each generator makes `each` IDs. */
struct fleet {
    enum model model;
    double generators;
    uint64_t each;
    double bucket_bits; /* renewed every `life` slots (scru128: counter_hi; scru64: the node id) */
    double start_bits;  /* of a run's start: renewed in each slot */
    double fresh_bits;  /* renewed for each ID */
    bool carries;       /* a run that reaches the end continues in the next bucket, */
    bool reduced;       /* where all runs start at 0: unused high bits are fixed */
    bool staggered;     /* the generators' lives begin at different slots, evenly */
    double life, slots; /* of a bucket; of the whole trial; in slots */
};

/* The expected number of colliding pairs of IDs, over all slots. */
double predict_pairs(const struct fleet *fleet);

/* The probability that there is at least one. */
double predict_any(const struct fleet *fleet);

/* The plain birthday bound: as if all bits were new in each ID. */
double predict_birthday(const struct fleet *fleet);

#endif
