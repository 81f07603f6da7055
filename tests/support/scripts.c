/* SPDX-License-Identifier: MIT */
/* scripts.c: the scripted sources of support.h: a clock, randomness and sleep that follow a script,
 * count their calls and fail on demand. Tests pass them to generators and machines; they make no
 * system call. */
#include "support.h"

static sortid_status read_clock(void *context, uint64_t *unix_us)
{
    support_clock *clock = context;
    if (++clock->calls == clock->fail_at)
        return clock->failure;
    *unix_us = clock->now_us;
    clock->now_us += clock->step_us;
    return SORTID_OK;
}

sortid_clock support_clock_source(support_clock *clock)
{
    return (sortid_clock){.read = read_clock, .context = clock, .resolution_us = 1};
}

static sortid_status fill_draws(void *context, void *bytes, size_t size, uint64_t unix_us)
{
    support_draws *draws = context;
    if (++draws->calls == draws->fail_at)
        return draws->failure;
    uint8_t *out = bytes;
    for (size_t i = 0; i < size; i++, draws->bytes++)
        out[i] = draws->bytes < draws->script_size ? draws->script[draws->bytes] : draws->pattern;
    draws->last_us = unix_us;
    return SORTID_OK;
}

sortid_random support_draws_source(support_draws *draws)
{
    return (sortid_random){.fill = fill_draws, .context = draws};
}

static sortid_status take_nap(void *context, uint64_t microseconds)
{
    support_naps *naps = context;
    naps->last_us = microseconds;
    if (++naps->calls == naps->fail_at)
        return naps->failure;
    naps->clock->now_us += microseconds > naps->short_us ? microseconds - naps->short_us : 1;
    return SORTID_OK;
}

sortid_sleep support_naps_source(support_naps *naps)
{
    return (sortid_sleep){.sleep = take_nap, .context = naps};
}

static sortid_status read_fixed(void *context, uint64_t *unix_us)
{
    *unix_us = *(const uint64_t *)context;
    return SORTID_OK;
}

static sortid_status draw_zeros(void *context, void *bytes, size_t size, uint64_t unix_us)
{
    (void)unix_us, (void)context;
    memset(bytes, 0, size);
    return SORTID_OK;
}

const sortid_random support_zeros = {draw_zeros, NULL};

sortid_sources support_fixed_sources(uint64_t *unix_us)
{
    sortid_sources sources;
    sortid_sources_default(&sources);
    sources.clock = (sortid_clock){read_fixed, unix_us, 1};
    sources.random = support_zeros;
    return sources;
}

void support_world_init(support_world *world, uint64_t now_us, uint8_t pattern)
{
    *world = (support_world){.clock = {.now_us = now_us}, .draws = {.pattern = pattern}};
    world->naps.clock = &world->clock;
    world->sources = (sortid_sources){.clock = support_clock_source(&world->clock),
                                      .random = support_draws_source(&world->draws),
                                      .sleep = support_naps_source(&world->naps)};
}
