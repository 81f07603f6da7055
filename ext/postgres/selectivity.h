/* SPDX-License-Identifier: MIT */
/* selectivity.h: estimates for the planner. Needs sortid_pg.h. */
#pragma once

#include <nodes/pathnodes.h>

/* The share of the rows that the comparisons of one column select, of those that are left by the
 * other comparisons of this column in the same AND: by the earlier ones only, or, if `is_whole`, by
 * all. `arguments` is the list of arguments of the estimated clause, which finds the AND. */
double sortid_pg_share_of(PlannerInfo *root, List *comparisons, List *arguments, int relation,
                          bool is_whole);
