/* SPDX-License-Identifier: MIT */
/* full/ulid.c: the public generator of ulid: its machine with sources. */
#include "generator.h"
#include "../generate/plan_ulid.h"

SORTID_FULL_VERBS(sortid_ulid, plan_ulid)
