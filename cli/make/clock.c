/* SPDX-License-Identifier: MIT */
/* clock.c: real and scripted time. A scripted clock never goes back and always advances by a wait,
 * so that a script can neither hang nor break the order. */
#include "run.h"
#include "../../common/report.h"

#include <inttypes.h>

#define SECOND_US UINT64_C(1000000)

static sortid_status read_script(void *context, uint64_t *unix_us)
{
    const struct gen_clock *clock = context;
    *unix_us = clock->now_us;
    return SORTID_OK;
}

static sortid_status note_wait(void *context, uint64_t microseconds)
{
    struct gen_clock *clock = context;
    clock->wait_us = microseconds > 0 ? microseconds : 1;
    return SORTID_WAIT;
}

void clock_sources(sortid_sources *sources, struct gen_clock *clock, bool exact)
{
    sortid_sources_default(sources);
    if (exact)
        sortid_clock_exact(&sources->clock);
    if (clock->scripted)
        sources->clock = (sortid_clock){.read = read_script, .context = clock, .resolution_us = 1};
    sources->sleep = (sortid_sleep){.sleep = note_wait, .context = clock};
}

/* The rule of the library: a clock with one value during ten waits, and a second. */
static sortid_status check_clock(struct gen_clock *clock)
{
    uint64_t now_us = 0;
    sortid_clock system;
    sortid_clock_exact(&system);
    sortid_status status = system.read(system.context, &now_us);
    if (status != SORTID_OK)
        return status;
    if (now_us != clock->seen_us)
        clock->slept_us = 0;
    clock->seen_us = now_us;
    if (clock->slept_us >= SECOND_US && clock->slept_us / 10 >= clock->wait_us)
        return SORTID_CLOCK_STOPPED;
    clock->slept_us += clock->wait_us;
    return SORTID_OK;
}

sortid_status clock_wait(struct gen_clock *clock)
{
    sortid_sleep system;
    if (clock->scripted) {
        clock->now_us += clock->wait_us;
        return SORTID_OK;
    }
    if (clock->wait_us > SECOND_US && !clock->told) {
        clock->told = true;
        report(STATUS_OK,
               "gen: the clock is behind the last ID: waiting %" PRIu64 ".%" PRIu64 " s for it",
               clock->wait_us / SECOND_US, clock->wait_us % SECOND_US / (SECOND_US / 10));
    }
    sortid_status status = check_clock(clock);
    sortid_sleep_system(&system);
    return status == SORTID_OK ? system.sleep(system.context, clock->wait_us) : status;
}

sortid_status clock_note_next_ms(struct gen_clock *clock)
{
    uint64_t now_us = clock->now_us;
    sortid_clock system;
    sortid_clock_exact(&system);
    sortid_status status = clock->scripted ? SORTID_OK : system.read(system.context, &now_us);
    if (status != SORTID_OK)
        return status;
    clock->wait_us = 1000 - now_us % 1000;
    return SORTID_WAIT;
}
