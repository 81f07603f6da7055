/* SPDX-License-Identifier: MIT */
/* full/scru128v1.c: the public generator of scru128v1: its machine with sources. */
#include "generator.h"
#include "../generate/plan_scru128v1.h"

SORTID_FULL_VERBS(sortid_scru128v1, plan_scru128v1)
