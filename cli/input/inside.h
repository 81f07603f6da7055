/* SPDX-License-Identifier: MIT */
/* inside.h: an ID within a text that should be an ID alone, as in "req=01ARYZ...": for messages. */
#pragma once

#include "decode.h"
#include "input.h"

/* Writes what is around an ID, and the ID: "unexpected prefix "ord_" at column 1, before the ulid
 * 01ARYZ..."; the position is that of what is around it. `decoder` NULL: an ID of any kind that is
 * a whole word and likely. False: there is none. */
#define INSIDE_SIZE 600
bool describe_inside(char sentence[INSIDE_SIZE], size_t *position, const struct item *item,
                     const struct decoder *decoder);
