/* SPDX-License-Identifier: MIT */
/* at.c: IDs for given times, for rows that are older than their IDs and for tests. Each format has
 * a generator whose clock is the given time: IDs of consecutive calls with one time increase, and
 * any other time begins again with a new random counter. The random bits are those of the other
 * generators. It never changes these, and never reads the server's clock for an ID. */
#include "sortid_pg.h"

static sortid_status read_given(void *context, uint64_t *unix_us)
{
    *unix_us = *(const uint64_t *)context;
    return SORTID_OK;
}

/* The random source seeds itself by the time, so it gets the real one. */
static sortid_status fill_now(void *context, void *bytes, size_t size, uint64_t unix_us)
{
    sortid_sources system;
    uint64_t now_us = 0;
    sortid_status status;
    (void)context;
    (void)unix_us;
    sortid_sources_default(&system);
    status = system.clock.read(system.clock.context, &now_us);
    return status == SORTID_OK ? system.random.fill(system.random.context, bytes, size, now_us)
                               : status;
}

/* The counter has as many bits as the format allows. */
static sortid_status begin(struct sortid_pg_at *at)
{
    sortid_options options = {.allowance_ms = SORTID_ALLOWANCE_NONE, .extension_bits = 16};
    sortid_sources sources;
    sortid_status status;
    sortid_sources_default(&sources);
    sources.clock = (sortid_clock){read_given, &at->unix_us, 1000};
    sources.random = (sortid_random){fill_now, NULL};
    status = sortid_generator_init(&at->generator, at->format(), &options, &sources);
    if (status == SORTID_BAD_OPTION) { /* only scru160 has the extension */
        options.extension_bits = 0;
        status = sortid_generator_init(&at->generator, at->format(), &options, &sources);
    }
    return status;
}

void sortid_pg_make_at(uint8_t *id, struct sortid_pg_at *at, TimestampTz time)
{
    uint8_t first[SORTID_MAX_SIZE];
    uint8_t last[SORTID_MAX_SIZE];
    sortid_format_info info;
    sortid_status status;
    sortid_pg_min_at(first, at->format(), time); /* refuses times that the format lacks */
    sortid_pg_max_at(last, at->format(), time);
    sortid_pg_expect(sortid_format_describe(at->format(), &info, sizeof(info)));
    at->unix_us = sortid_format_unix_ms(at->format(), first) * 1000;
    do {
        status = at->is_ready ? SORTID_OK : begin(at);
        if (status == SORTID_OK) {
            status = sortid_generator_next(&at->generator, id, NULL);
        }
        if (status != SORTID_OK) {
            at->is_ready = false;
            if (status == SORTID_CLOCK_OUT_OF_RANGE) { /* reserved: the first or the last ms */
                sortid_pg_refuse_time(at->format(), true);
            }
            sortid_pg_refuse_to_generate(at->function, NULL, status);
        }
        /* A full counter continues in the next ms, which is not the given time. */
        at->is_ready = memcmp(id, last, info.size) <= 0;
    } while (!at->is_ready);
}
