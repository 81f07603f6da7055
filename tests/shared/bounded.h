/* SPDX-License-Identifier: MIT */
/* bounded.h: shared by test_memory_bound.c and test_fork_bound.c: scru64 generators on a state with
 * a bound, with a clock that the test sets. */
#pragma once

#include "generator/shared.h"
#include "state.h"

#define TICK_US UINT64_C(256000)
#define NOW     UINT64_C(6640625000) /* a tick of 2023 */

static const sortid_scru64_node_spec bounded_node = {.node_id = 42, .node_id_size = 8};

static inline sortid_status read_bounded_clock(void *context, uint64_t *unix_us)
{
    *unix_us = atomic_load((_Atomic uint64_t *)context);
    return SORTID_OK;
}

static inline sortid_status attach_bounded(sortid_generator *generator, sortid_shared_state *state,
                                           const sortid_scru64_node_spec *node, sortid_mode mode,
                                           const sortid_sources *sources)
{
    const sortid_options options = {
        .mode = (uint32_t)mode, .flags = SORTID_OPTION_BOUND_IN_STATE, .node = *node};
    return sortid_generator_attach(generator, &sortid_format_scru64, state, SORTID_SCOPE_PROCESSES,
                                   &options, sources);
}

static inline uint64_t tick_of_id(const uint8_t *id)
{
    sortid_scru64_fields fields;
    sortid_scru64 whole;
    memcpy(whole.bytes, id, sizeof whole.bytes);
    sortid_scru64_to_fields(&fields, &whole);
    return fields.timestamp;
}
