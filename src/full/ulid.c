/* SPDX-License-Identifier: MIT */
/* full/ulid.c: the public generator of ulid: its machine with sources. */
#include "generator.h"

#include <sortid/ulid.h>

SORTID_FULL_VERBS(sortid_ulid, sortid_generate_plan_ulid)
