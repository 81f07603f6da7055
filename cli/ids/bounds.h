/* SPDX-License-Identifier: MIT */
/* bounds.h: the smallest and the largest ID of a span of time, of any kind whose IDs are in the order
 * of time. It finds the bits of other kinds than formats by reading IDs with the library. */
#pragma once

#include "kinds.h"

enum bounds_result {
    BOUNDS_FOUND,
    BOUNDS_EMPTY,    /* no ID has such a time */
    BOUNDS_NO_TIME,  /* IDs of the kind have no time */
    BOUNDS_UNSORTED, /* their order is not that of time, as in uuid-v1 */
};

/* The IDs of times from since_ms on and before until_ms (Unix ms). Outputs are written only if
 * found. */
enum bounds_result bounds_of_span(uint8_t first[SORTID_MAX_SIZE], uint8_t last[SORTID_MAX_SIZE],
                                  const sortid_kind *kind, int64_t since_ms, int64_t until_ms);

/* The IDs of the timestamp that contains a time. */
enum bounds_result bounds_of_timestamp(uint8_t first[SORTID_MAX_SIZE],
                                       uint8_t last[SORTID_MAX_SIZE], const sortid_kind *kind,
                                       int64_t unix_ms);

/* The time of an ID; false: the bytes are not an ID of the kind, or it has no time. */
bool bounds_time(int64_t *unix_ms, const sortid_kind *kind, const uint8_t id[SORTID_MAX_SIZE]);
