/* SPDX-License-Identifier: MIT */
/* full/ulid.c: the public generator of ulid: the call of generator.h around
 * its plan. Everything that is special about the format stands in that plan
 * (generate/plan_ulid.h). */
#include "generator.h"
#include "../generate/plan_ulid.h"

SORTID_FULL_VERBS(ulid)
