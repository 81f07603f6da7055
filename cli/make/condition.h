/* SPDX-License-Identifier: MIT */
/* condition.h: a span of IDs as a condition in the SQL of several databases. It selects the rows of
 * the span and no others, or the options are refused with what to give instead. */
#pragma once

#include "../options/options.h"

/* Refuses, with status 2, columns and collations whose condition would be wrong. */
void condition_check(const struct options *options);

/* Writes the condition and a newline. */
void condition_write(const struct options *options, const uint8_t *first, const uint8_t *last);
