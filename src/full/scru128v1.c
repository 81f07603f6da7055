/* SPDX-License-Identifier: MIT */
/* full/scru128v1.c: the public generator of scru128v1: the call of generator.h around
 * its plan. Everything that is special about the format stands in that plan
 * (generate/plan_scru128v1.h). */
#include "generator.h"
#include "../generate/plan_scru128v1.h"

SORTID_FULL_VERBS(scru128v1)
