/* SPDX-License-Identifier: MIT */
/* shared/scru160.c: the shared generator of scru160: the calls of generator.h around its plan. */
#include "generator.h"

#include <sortid/scru160.h>

/* Where the counter stands, and how large it is; not the node id itself, which no word
 * holds: extension 5 bits | node id 5 | microseconds 1. */
static uint64_t layout_of(const struct machine *machine)
{
    return (uint64_t)machine->format.scru160.extension_bits << 6 |
           (uint64_t)machine->format.scru160.node_bits << 1 | machine->format.scru160.microseconds;
}

SORTID_SHARED_VERBS(scru160, true)

static struct founding founding_scru160(const struct machine *machine)
{
    return (struct founding){.coarsest_us = machine->format.scru160.microseconds ? 1 : UINT32_MAX,
                             .identity = identity_of(IDENTITY_SCRU160, layout_of(machine)),
                             .timeline = scru160_timeline_of(machine),
                             .shape = &shape_scru160};
}

SORTID_SHARED_OPENING(scru160)
