/* SPDX-License-Identifier: MIT */
/* full/generator.h: a machine with sources and a guard against forks and nested
 * calls: what the public generators of all formats are, and the verbs that are
 * the same for each. Called by the format files of this room. */
#ifndef SORTID_FULL_GENERATOR_H
#define SORTID_FULL_GENERATOR_H

#include "../generate/machine.h"

#include <signal.h>

struct OPAQUE generator {
    struct machine machine;
    sortid_sources sources;
    uint32_t epoch; /* the fork epoch that the machine knows of */
    volatile sig_atomic_t busy;
};

/* Takes over a prepared machine. SORTID_BAD_OPTION for a clock without
 * resolution, or one coarser than the format needs; SORTID_FORK_GUARD_FAILED.
 * Nothing is written on failure. */
sortid_status sortid_full_start(struct generator *generator, const struct machine *machine,
                                const sortid_sources *sources, uint32_t coarsest_us);

/* The next ID of `size` bytes: reads the clock, plans, waits, commits. */
sortid_status sortid_full_generate(uint8_t *id, size_t size, sortid_event *event,
                                   struct generator *generator, plan_function *plan);

#define GENERATOR_OF(words) ((struct generator *)(void *)(words)->opaque)

#define SORTID_FULL_GENERATE(TYPE, PLAN)                                                           \
    _Static_assert(sizeof(struct generator) <= sizeof(TYPE##_generator),                           \
                   "generator outgrew its storage");                                               \
    sortid_status TYPE##_generate(TYPE *out, sortid_event *event, TYPE##_generator *generator)     \
    {                                                                                              \
        return sortid_full_generate(out->bytes, sizeof out->bytes, event, GENERATOR_OF(generator), \
                                    PLAN);                                                         \
    }

/* Formats whose generator needs no more than options and any clock. */
#define SORTID_FULL_VERBS(TYPE, PLAN)                                                              \
    sortid_status TYPE##_generator_init(                                                           \
        TYPE##_generator *generator, const TYPE##_options *options, const sortid_sources *sources) \
    {                                                                                              \
        TYPE##_machine machine;                                                                    \
        sortid_status status = TYPE##_machine_init(&machine, options);                             \
        if (status != SORTID_OK)                                                                   \
            return status;                                                                         \
        return sortid_full_start(GENERATOR_OF(generator), MACHINE_OF(&machine), sources,           \
                                 UINT32_MAX);                                                      \
    }                                                                                              \
    SORTID_FULL_GENERATE(TYPE, PLAN)

#endif
