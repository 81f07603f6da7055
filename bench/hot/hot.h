/* SPDX-License-Identifier: MIT */
/* hot.h: the numbers of calls of a counted row, and the rows of formats.c. */
#pragma once

#include "../bench.h"

/* tools/instructions relies on the difference: 1000 calls. */
#define HOT_FEW  1000
#define HOT_MANY 2000 /* at most INPUTS */

struct rows hot_rows(void);
