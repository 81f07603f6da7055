/* SPDX-License-Identifier: MIT */
/* compare_kinds.h: compares sortid/recognize.h with judge_kinds.h for one text, and its calls with
 * each other. Used by tests/recognize and the fuzz target. */
#pragma once

#include "judge_kinds.h"

/* NULL if all is right; else what is not, static. *readings (may be NULL) is their number. */
const char *compare_kinds(const judge_request *request, const char *text, size_t length,
                          size_t *readings);
