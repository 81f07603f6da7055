/* SPDX-License-Identifier: MIT */
/* generate/scru64_node.h: the node of the SCRU64 machine: its bits in an ID, options, a change of
 * the node, and the node spec to continue from. */
#pragma once

#include <sortid/scru64.h>

#include "../format/format.h"
#include "machine.h"

#define NODE_CTR_BITS        24
#define GUARDED_NODE_ID_SIZE 20 /* from this size on there is one guard bit by default */

static const struct timeline SCRU64_TIMELINE = {SORTID_SCRU64_TICK_MS * 1000, 0, 1,
                                                LAST_SCRU64 - 1};

static inline unsigned scru64_counter_bits(const struct machine *machine)
{
    return NODE_CTR_BITS - (unsigned)machine->format.scru64.node_id_size;
}

static inline unsigned scru64_guard_bits(const struct machine *machine)
{
    if (machine->format.scru64.guard_option >= 0)
        return (unsigned)machine->format.scru64.guard_option;
    return machine->format.scru64.node_id_size < GUARDED_NODE_ID_SIZE ? 0 : 1;
}

static inline uint32_t scru64_node_ctr(const struct machine *machine, uint64_t counter)
{
    return machine->format.scru64.node_id << scru64_counter_bits(machine) | (uint32_t)counter;
}

/* The configure function of scru64. SORTID_NO_NODE_SPEC, SORTID_OUT_OF_RANGE, SORTID_RESERVED. */
configure_function sortid_generate_scru64_configure;

/* The same for only this node and this bound (NULL: none), but faster. Returns the statuses of the
 * node spec; after a failure the machine must not be used. */
sortid_status sortid_generate_scru64_start(struct machine *machine,
                                           const sortid_scru64_node_spec *node,
                                           const sortid_bound *bound);

/* Gives a prepared machine another node. It keeps its options, and IDs continue after its last ID
 * and the spec's. SORTID_OUT_OF_RANGE, SORTID_RESERVED, SORTID_BAD_OPTION (the guard). */
sortid_status sortid_generate_scru64_set_node(struct machine *machine,
                                              const sortid_scru64_node_spec *spec);

void sortid_generate_scru64_node_spec(sortid_scru64_node_spec *out, const struct machine *machine);
