/* SPDX-License-Identifier: MIT */
/* written.h: IDs as the options -e and --prefix ask for: in an encoding, or their times in UTC or
 * with --local. */
#pragma once

#include "../options/options.h"

/* The longest text of an ID, or of a time, and a NUL. */
#define WRITTEN_SIZE ENCODED_SIZE

/* Writes an ID, with a NUL after a text; returns the length, 0: the kind lacks the encoding or a
 * time. `reading` has at least kind, format, size, ID and time. */
size_t written_id(char out[WRITTEN_SIZE], const struct options *options,
                  const sortid_reading *reading);

/* Writes `count` IDs of a format, with `separator` after each unless they are raw bytes, into
 * `count` * WRITTEN_SIZE bytes; returns the length. */
size_t written_ids(char *out, const struct options *options, const sortid_kind *kind,
                   const uint8_t *ids, size_t count, int separator);
