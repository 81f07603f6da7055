/* SPDX-License-Identifier: MIT */
/* scru64.c: generators of scru64 in a page, which loses its state when it is loaded again.
 *
 * A generator begins in the tick after the clock's, and never makes an ID of a tick that the clock
 * has not reached. So its IDs have later ticks than those of an earlier generator of the node, if
 * the clock was not set back in between and the earlier one makes no more. */
#include "module.h"

static sortid_sources clock_sources;

/* Waits for the next tick, at most 256 ms; SORTID_BOUND_REACHED for a later one. */
static sortid_status cover(void *context, uint64_t timestamp, uint32_t flags)
{
    const sortid_clock *clock = &clock_sources.clock;
    uint64_t unix_us, tick;
    (void)context;
    (void)flags;
    do {
        sortid_status status = clock->read(clock->context, &unix_us);
        if (status != SORTID_OK)
            return status;
        tick = unix_us / 1000 / SORTID_SCRU64_TICK_MS;
    } while (tick + 1 == timestamp);
    return tick >= timestamp ? SORTID_OK : SORTID_BOUND_REACHED;
}

/* Lets the node continue after the last ID of the clock's tick, unless its last ID is later. */
static sortid_status begin_next_tick(sortid_scru64_node_spec *node)
{
    const sortid_clock *clock = &clock_sources.clock;
    const unsigned counter_bits = 24 - node->node_id_size;
    uint64_t unix_us;
    sortid_status status = clock->read(clock->context, &unix_us);
    if (status != SORTID_OK)
        return status;
    sortid_scru64_fields last = {.timestamp = unix_us / 1000 / SORTID_SCRU64_TICK_MS};
    last.node_ctr = node->node_id << counter_bits | ((UINT32_C(1) << counter_bits) - 1);
    sortid_scru64 id;
    status = sortid_scru64_from_fields(&id, &last, NULL);
    if (status == SORTID_OK && (!node->has_last || sortid_scru64_compare(&node->last, &id) < 0)) {
        node->last = id;
        node->has_last = true;
    }
    return status == SORTID_OUT_OF_RANGE ? SORTID_CLOCK_OUT_OF_RANGE : status;
}

/* As prepare(), with the node spec in the text buffer. With its own clock the generator begins at
 * once, after the ID of the spec if it has one: for tests, and callers that keep the last ID. */
EXPORT("prepareNode")
sortid_status prepare_node(double allowance_ms, uint32_t mode, uint32_t flags, uint32_t guard_bits,
                           size_t length, bool own_clock)
{
    sortid_options options;
    sortid_scru64_node_spec node;
    sortid_status status = module_options(&options, allowance_ms, mode, flags, guard_bits);
    if (status == SORTID_OK)
        status =
            sortid_scru64_node_spec_parse(&node, module_text, length, module_word(RESULT_POSITION));
    if (status != SORTID_OK)
        return status;
    sortid_sources_default(&clock_sources);
    if (!own_clock) {
        status = begin_next_tick(&node);
        options.bound = (sortid_bound){.cover = cover};
    }
    options.node = node;
    return status == SORTID_OK ? module_prepare(sortid_scru64_format(), &options) : status;
}
