/* SPDX-License-Identifier: MIT */
/* bounds.c: bit by bit from the top: of the largest ID those are cleared without which the time is
 * still in the span, of the smallest one those are set. Bits that must be as they are, such as a
 * version, show by IDs that cannot be read. */
#include "bounds.h"
#include "reading.h"

#include <string.h>

bool bounds_time(int64_t *unix_ms, const sortid_kind *kind, const uint8_t id[SORTID_MAX_SIZE])
{
    char text[ENCODED_SIZE];
    sortid_reading reading;
    size_t length = encoding_print(text, encoding_at(0), kind, NULL, id);
    if (length == 0 || !reading_of_text(&reading, text, length, kind) || reading.has_time == 0)
        return false;
    *unix_ms = reading.unix_ms;
    return true;
}

static size_t bits_of(const sortid_kind *kind)
{
    return 8 * (size_t)kind_info_of(kind)->size;
}

static void flip(uint8_t *id, size_t bit)
{
    id[bit / 8] ^= (uint8_t)(0x80 >> bit % 8);
}

/* Writes the smallest ID that has a time: of zeros, or with a version of UUIDs. */
static bool find_least(uint8_t id[SORTID_MAX_SIZE], const sortid_kind *kind)
{
    int64_t unix_ms;
    for (unsigned version = 0; version < 9; version++) {
        memset(id, 0, SORTID_MAX_SIZE);
        if (version > 0 && kind_info_of(kind)->size == 16) {
            id[6] = (uint8_t)(version << 4);
            id[8] = 0x80;
        }
        if (bounds_time(&unix_ms, kind, id))
            return true;
    }
    return false;
}

/* Sets bits of the smallest ID, for the largest one whose time is below `limit_ms`; or clears bits of
 * the largest ID, for the smallest one whose time is `limit_ms` or later. */
static void move_to(uint8_t id[SORTID_MAX_SIZE], const sortid_kind *kind, bool sets,
                    int64_t limit_ms)
{
    int64_t unix_ms;
    for (size_t bit = 0; bit < bits_of(kind); bit++) {
        if (((id[bit / 8] >> (7 - bit % 8) & 1) != 0) == sets)
            continue;
        flip(id, bit);
        if (!bounds_time(&unix_ms, kind, id) || (unix_ms < limit_ms) != sets)
            flip(id, bit);
    }
}

/* Whether each bit of the time counts more than those after it. */
static bool is_sorted(const sortid_kind *kind, const uint8_t least[SORTID_MAX_SIZE])
{
    uint8_t id[SORTID_MAX_SIZE];
    int64_t first = 0, last = INT64_MAX, unix_ms;
    if (!bounds_time(&first, kind, least))
        return false;
    memcpy(id, least, sizeof id);
    for (size_t bit = 0; bit < bits_of(kind); bit++) {
        flip(id, bit);
        if (bounds_time(&unix_ms, kind, id) && unix_ms > first) {
            if (unix_ms > last)
                return false;
            last = unix_ms;
        }
        flip(id, bit);
    }
    return true;
}

/* TypeIDs of versions that have other times are not made. */
static const sortid_kind *ordered_kind(const sortid_kind *kind)
{
    return kind == sortid_kind_find("typeid") ? sortid_kind_find("uuidv7") : kind;
}

enum bounds_result bounds_of_span(uint8_t first[SORTID_MAX_SIZE], uint8_t last[SORTID_MAX_SIZE],
                                  const sortid_kind *kind, int64_t since_ms, int64_t until_ms)
{
    uint8_t least[SORTID_MAX_SIZE], most[SORTID_MAX_SIZE];
    int64_t first_ms = 0, last_ms = 0;
    kind = ordered_kind(kind);
    if (!find_least(least, kind))
        return BOUNDS_NO_TIME;
    if (!is_sorted(kind, least))
        return BOUNDS_UNSORTED;
    memcpy(most, least, sizeof most);
    move_to(most, kind, true, INT64_MAX);
    if (!bounds_time(&first_ms, kind, least) || !bounds_time(&last_ms, kind, most) ||
        until_ms <= first_ms || since_ms > last_ms)
        return BOUNDS_EMPTY;
    move_to(most, kind, false, since_ms);
    move_to(least, kind, true, until_ms);
    if (memcmp(most, least, sizeof most) > 0)
        return BOUNDS_EMPTY;
    memcpy(first, most, sizeof most);
    memcpy(last, least, sizeof least);
    return BOUNDS_FOUND;
}

enum bounds_result bounds_of_timestamp(uint8_t first[SORTID_MAX_SIZE],
                                       uint8_t last[SORTID_MAX_SIZE], const sortid_kind *kind,
                                       int64_t unix_ms)
{
    uint8_t least[SORTID_MAX_SIZE], most[SORTID_MAX_SIZE];
    int64_t start_ms;
    enum bounds_result result = bounds_of_span(least, most, kind, INT64_MIN, unix_ms + 1);
    if (result != BOUNDS_FOUND)
        return result;
    if (!bounds_time(&start_ms, kind, most))
        return BOUNDS_EMPTY;
    return bounds_of_span(first, last, kind, start_ms, start_ms + 1);
}
