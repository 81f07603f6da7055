/* SPDX-License-Identifier: MIT */
/* full/scru128.c: the public generator of scru128: its machine with sources. */
#include "generator.h"
#include "../generate/plan_scru128.h"

SORTID_FULL_VERBS(sortid_scru128, plan_scru128)
