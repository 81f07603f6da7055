/* SPDX-License-Identifier: MIT */
/* histogram.h: how many IDs have which timestamps, in one pass and in constant memory. Each bin has
 * 2^shift timestamps; their width doubles whenever a timestamp is outside. */
#pragma once

#include <sortid.h>

#define HISTOGRAM_BINS 256

/* {0} is an empty one. */
struct histogram {
    bool is_used;
    unsigned shift;                /* bin i counts timestamps t with t >> shift == first + i */
    uint64_t first;                /* of the first bin */
    uint32_t bins[HISTOGRAM_BINS]; /* a file has fewer than 2^32 IDs */
};

/* Counts `count` IDs with one timestamp. */
void histogram_add(struct histogram *histogram, uint64_t timestamp, uint32_t count);
