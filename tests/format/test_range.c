/* SPDX-License-Identifier: MIT */
/* test_range.c: sortid_format_range, against the rule since <= time(id) < until. The time of an
 * ID comes from the constants of support/formats.h, never from the library. */
#include "../support/cases.h"
#include "../support/formats.h"

#define ROUNDS 3000

static const sortid_format *row_of(const support_format *format)
{
    const sortid_format *row = sortid_format_find(format->name);
    EXPECT(row != NULL, "no row %s", format->name);
    return row;
}

static uint64_t start_of(const support_format *format, uint64_t timestamp)
{
    return timestamp * format->timestamp_unit + format->timestamp_zero;
}

static uint64_t time_of(const support_format *format, const uint8_t *id)
{
    return start_of(format, support_timestamp(format, id));
}

/* A bound: a random one, one near the start of a timestamp, or one near an end of the format. */
static uint64_t random_bound(const support_format *format)
{
    uint64_t near = support_below(2 * format->timestamp_unit + 3);
    uint64_t end = start_of(format, format->timestamp_max) + format->timestamp_unit;
    switch (support_below(6)) {
    case 0:
        return support_random() >> support_below(64);
    case 1:
        return near;
    case 2:
        return format->timestamp_zero + near;
    case 3:
        return end - near;
    case 4:
        return end + near;
    default:
        return start_of(format, support_below(format->timestamp_max + 1)) + near;
    }
}

/* An ID whose time is near a bound, first or last of its timestamp, or any other. */
static void random_id_near(uint8_t *id, const support_format *format, uint64_t bound)
{
    uint64_t zero = format->timestamp_zero;
    uint64_t timestamp = (bound > zero ? bound - zero : 0) / format->timestamp_unit;
    timestamp += support_below(3);
    timestamp -= timestamp > 0; // so 1 below to 1 above, never negative
    if (timestamp > format->timestamp_max)
        timestamp = format->timestamp_max;
    if (support_below(4) == 0)
        support_random_id(id, format);
    else
        support_id_at(id, format, timestamp, support_below(2) == 0);
}

/* ---- One span ----------------------------------------------------------------------- */

/* Whether the range of a span has an ID; a range that has none writes nothing. */
static bool range_has(const support_format *format, const uint8_t *id, uint64_t since,
                      uint64_t until)
{
    uint8_t first[SUPPORT_MAX_SIZE], last[SUPPORT_MAX_SIZE], untouched[SUPPORT_MAX_SIZE];
    memset(untouched, 0xa5, sizeof untouched);
    memcpy(first, untouched, sizeof first);
    memcpy(last, untouched, sizeof last);
    sortid_status status = sortid_format_range(row_of(format), first, last, since, until);
    uint8_t typed[2][SUPPORT_MAX_SIZE];
    memset(typed, 0xa5, sizeof typed);
    EXPECT(format->range(typed[0], typed[1], since, until) == status &&
               memcmp(typed[0], first, sizeof first) == 0 &&
               memcmp(typed[1], last, sizeof last) == 0,
           "the typed call");
    if (status == SORTID_OK) {
        EXPECT(memcmp(first, last, format->size) < 0, "first is not before last");
        EXPECT_BYTES(first + format->size, untouched, sizeof first - format->size, "beyond");
        EXPECT_BYTES(last + format->size, untouched, sizeof last - format->size, "beyond");
        return memcmp(first, id, format->size) <= 0 && memcmp(id, last, format->size) <= 0;
    }
    EXPECT_STATUS(status, SORTID_OUT_OF_RANGE, "%llu to %llu", (unsigned long long)since,
                  (unsigned long long)until);
    EXPECT_BYTES(first, untouched, sizeof first, "first touched");
    EXPECT_BYTES(last, untouched, sizeof last, "last touched");
    return false;
}

TEST_FORMATS(rule)
{
    size_t inside = 0, outside = 0;
    for (int i = 0; i < ROUNDS; i++) {
        uint8_t id[SUPPORT_MAX_SIZE];
        uint64_t since = random_bound(format), until = random_bound(format);
        if (support_below(4) == 0)
            until = since + support_below(3 * format->timestamp_unit);
        random_id_near(id, format, support_below(2) == 0 ? since : until);
        uint64_t time = time_of(format, id);
        bool wanted = since <= time && time < until;
        EXPECT(range_has(format, id, since, until) == wanted,
               "the time %llu from %llu to %llu: not %d", (unsigned long long)time,
               (unsigned long long)since, (unsigned long long)until, !wanted);
        inside += wanted;
        outside += !wanted;
    }
    EXPECT(inside > ROUNDS / 20 && outside > ROUNDS / 20, "%zu inside, %zu outside", inside,
           outside);
}

/* ---- Edges --------------------------------------------------------------------------------- */

static void expect_none(const support_format *format, uint64_t since, uint64_t until)
{
    uint8_t first[SUPPORT_MAX_SIZE], last[SUPPORT_MAX_SIZE];
    EXPECT_STATUS(sortid_format_range(row_of(format), first, last, since, until),
                  SORTID_OUT_OF_RANGE, "%llu to %llu", (unsigned long long)since,
                  (unsigned long long)until);
}

static void expect_span(const support_format *format, uint64_t since, uint64_t until,
                        uint64_t first_timestamp, uint64_t last_timestamp)
{
    uint8_t first[SUPPORT_MAX_SIZE], last[SUPPORT_MAX_SIZE], expected[SUPPORT_MAX_SIZE];
    EXPECT_STATUS(sortid_format_range(row_of(format), first, last, since, until), SORTID_OK,
                  "%llu to %llu", (unsigned long long)since, (unsigned long long)until);
    support_id_at(expected, format, first_timestamp, false);
    EXPECT_BYTES(first, expected, format->size, "first");
    support_id_at(expected, format, last_timestamp, true);
    EXPECT_BYTES(last, expected, format->size, "last");
}

static void edges_of(const support_format *format)
{
    uint64_t zero = format->timestamp_zero, unit = format->timestamp_unit;
    uint64_t max = format->timestamp_max, last = start_of(format, max);
    expect_span(format, 0, UINT64_MAX, 0, max);
    expect_span(format, zero, last + 1, 0, max);
    expect_span(format, zero, last, 0, max - 1);
    expect_span(format, last, UINT64_MAX, max, max);
    expect_span(format, 0, zero + 1, 0, 0);
    expect_span(format, zero + 1, zero + unit + 1, 1, 1);
    expect_none(format, 0, zero);
    expect_none(format, 0, 0);
    expect_none(format, last + 1, UINT64_MAX);
    expect_none(format, UINT64_MAX, UINT64_MAX);
    expect_none(format, UINT64_MAX, 0);
    expect_none(format, zero + unit, zero + unit);
    expect_none(format, zero + 2 * unit, zero + unit);
}

TEST(edges)
{
    support_each_format(edges_of);
    expect_none(SUPPORT_SCRU64, 1, 256); // no tick starts in it
    expect_span(SUPPORT_SCRU64, 1, 257, 1, 1);
    expect_span(SUPPORT_SCRU64, 255, 513, 1, 2);
}

CASES_MAIN(NULL, NULL)
