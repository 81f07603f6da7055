/* SPDX-License-Identifier: MIT */
/* byte_counts.h: how many of many IDs have a one in each bit. */
#pragma once

#include <sortid.h>

/* For each byte of an ID, how often its values were counted. Start with zeros. Only counts of one
 * bits can be recovered, because IDs are summed before they are counted. */
struct byte_counts {
    uint64_t count[SORTID_MAX_SIZE][256];
};

/* Counts bytes `first` to `end` (excluded) of an array of IDs of `size` bytes; bytes before `first`
 * may be counted too. */
void byte_counts_add(struct byte_counts *counts, const uint8_t *ids, size_t count, size_t size,
                     size_t first, size_t end);

/* The IDs that had a one in a bit of a byte that was counted; bit 0 is the highest one of the first
 * byte. */
uint64_t byte_counts_ones(const struct byte_counts *counts, unsigned bit);
