/* SPDX-License-Identifier: MIT */
/* shared/scru128.c: the shared generator of scru128: the calls of generator.h around its plan. */
#include "generator.h"

#include <sortid/scru128.h>

SORTID_SHARED_VERBS(scru128, true)

static struct founding founding_scru128(const struct machine *machine)
{
    return (struct founding){.coarsest_us = UINT32_MAX,
                             .identity = identity_of(IDENTITY_SCRU128, 0),
                             .stateless = machine->format.scru128.stateless,
                             .timeline = &SCRU128_TIMELINE,
                             .shape = &shape_scru128};
}

SORTID_SHARED_OPENING(scru128)
