/* SPDX-License-Identifier: MIT */
/* shared/scru128v1.c: the shared generator of scru128v1: the calls of generator.h around its plan. */
#include "generator.h"

#include <sortid/scru128v1.h>

SORTID_SHARED_VERBS(scru128v1, true)

static struct founding founding_scru128v1(const struct machine *machine)
{
    (void)machine;
    return (struct founding){.coarsest_us = UINT32_MAX,
                             .identity = identity_of(IDENTITY_SCRU128V1, 0),
                             .timeline = &SCRU128V1_TIMELINE,
                             .shape = &shape_scru128v1};
}

SORTID_SHARED_OPENING(scru128v1)
