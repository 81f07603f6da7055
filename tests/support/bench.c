/* SPDX-License-Identifier: MIT */
/* bench.c: see bench.h. Linked into every unit test. It compares whole generators before and after
 * a refusal, so no part of a state can change unnoticed. */
#include "bench.h"

#define UNTOUCHED 0xa5

void support_bench_init(support_bench *bench, const support_format *format, sortid_mode mode,
                        uint64_t now_us, uint8_t pattern)
{
    bench->format = format;
    support_world_init(&bench->world, now_us, pattern);
    memset(&bench->generator, 0, sizeof bench->generator);
    EXPECT_OK(format->generator_init(&bench->generator, mode, 10000, &bench->world.sources));
}

void support_bench_expect_zeros(support_bench *bench, uint64_t timestamp, unsigned count,
                                sortid_event event, const char *place)
{
    const support_format *format = bench->format;
    uint8_t id[SUPPORT_MAX_SIZE], expected[SUPPORT_MAX_SIZE];
    sortid_event happened = 0;
    support_zeros_id(expected, format, timestamp, count);
    EXPECT_STATUS(format->next(&bench->generator, id, &happened), SORTID_OK, "%s: %s", place,
                  format->name);
    EXPECT_BYTES(id, expected, format->size, "%s: %s", place, format->name);
    EXPECT(happened == event, "%s: %s: event %u, expected %u", place, format->name, happened,
           event);
}

void support_bench_refuse(support_bench *bench, sortid_status status, const char *place)
{
    const support_format *format = bench->format;
    uint8_t id[SUPPORT_MAX_SIZE], untouched[SUPPORT_MAX_SIZE];
    sortid_event event = UNTOUCHED;
    sortid_generator before = bench->generator;
    memset(untouched, UNTOUCHED, sizeof untouched);
    memcpy(id, untouched, sizeof id);
    EXPECT_STATUS(format->next(&bench->generator, id, &event), status, "%s: %s", place,
                  format->name);
    EXPECT_BYTES(id, untouched, sizeof id, "%s: %s: output changed", place, format->name);
    EXPECT(event == UNTOUCHED, "%s: %s: event changed", place, format->name);
    EXPECT_BYTES(&bench->generator, &before, sizeof before, "%s: %s: generator changed", place,
                 format->name);
}
