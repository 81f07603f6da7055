/* SPDX-License-Identifier: MIT */
/* shared/ulid.c: the shared generator of ulid: the calls of generator.h around its plan. */
#include "generator.h"

#include <sortid/ulid.h>

SORTID_SHARED_VERBS(ulid, true)

static struct founding founding_ulid(const struct machine *machine)
{
    return (struct founding){.coarsest_us = UINT32_MAX,
                             .identity = identity_of(IDENTITY_ULID, 0),
                             .stateless = machine->format.ulid.stateless,
                             .timeline = &ULID_TIMELINE,
                             .shape = &shape_ulid};
}

SORTID_SHARED_OPENING(ulid)
