/* SPDX-License-Identifier: MIT */
/* histogram.c: the code behind histogram.h. */
#include "histogram.h"

#include <string.h>

/* The most bins that a widened histogram leaves free before its first one. */
#define ROOM (HISTOGRAM_BINS / 2 - 1)

/* Doubles the width. The counts then take half of the bins and one; `below`: behind free bins. */
static void widen(struct histogram *histogram, bool below)
{
    uint32_t wide[HISTOGRAM_BINS] = {0};
    uint64_t first = histogram->first >> 1, room = !below ? 0 : first < ROOM ? first : ROOM;
    for (unsigned i = 0; i < HISTOGRAM_BINS; i++)
        wide[((histogram->first + i) >> 1) - first + room] += histogram->bins[i];
    memcpy(histogram->bins, wide, sizeof wide);
    histogram->first = first - room;
    histogram->shift++;
}

void histogram_add(struct histogram *histogram, uint64_t timestamp, uint32_t count)
{
    if (!histogram->is_used)
        *histogram = (struct histogram){.is_used = true, .first = timestamp};
    while (timestamp >> histogram->shift < histogram->first)
        widen(histogram, true);
    while ((timestamp >> histogram->shift) - histogram->first >= HISTOGRAM_BINS)
        widen(histogram, false);
    histogram->bins[(timestamp >> histogram->shift) - histogram->first] += count;
}
