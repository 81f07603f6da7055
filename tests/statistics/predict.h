/* SPDX-License-Identifier: MIT */
/* predict.h: how often IDs collide, by formulas. A case says how many generators make
 * how many IDs and how wide the random parts are; the same formulas serve the reduced
 * widths of the simulation and the real ones. docs/collisions.md explains them. Used by
 * simulate.c, collisions_main.c and test_collisions.c; draws nothing. */
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
struct crowd {
    enum model model;
    double generators;
    uint64_t each;
    double bucket_bits; /* live `life` slots (scru128: counter_hi; scru64: the node id) */
    double start_bits;  /* of a run's start: live a slot */
    double fresh_bits;  /* live one ID */
    bool carries;       /* a run that ends continues in the next bucket, */
    bool reduced;       /* with all runs that start there: widths are filled up above */
    bool staggered;     /* the generators' lives begin at different slots, evenly */
    double life, slots; /* in slots; all of them together */
};

/* The expected number of colliding pairs of IDs, over all slots. */
double predict_pairs(const struct crowd *crowd);

/* The probability that there is at least one. */
double predict_any(const struct crowd *crowd);

/* The plain birthday bound: as if all bits were new in each ID. */
double predict_birthday(const struct crowd *crowd);

#endif
