/* SPDX-License-Identifier: MIT */
/* pace.c: real and scripted time behind one clock. Called by gen.c, and by range.c
 * for `now`. A scripted clock never goes back and never stands still through a
 * wait, so that a script can neither hang nor break the order. */
#include "pace.h"
#include "report.h"

#include <inttypes.h>
#include <stdlib.h>

#define SECOND_US UINT64_C(1000000)

void pace_script(struct pace *pace, uint64_t at_ms)
{
    pace_system(pace);
    pace->scripted = true;
    pace->now_us = at_ms * 1000; // 2^48 ms and the little more that a TIME can be fit
}

void pace_system(struct pace *pace)
{
    *pace = (struct pace){.scripted = false};
}

static sortid_status read_script(void *context, uint64_t *unix_us)
{
    const struct pace *pace = context;
    *unix_us = pace->now_us;
    return SORTID_OK;
}

static sortid_status note_wait(void *context, uint64_t microseconds)
{
    struct pace *pace = context;
    pace->wait_us = microseconds > 0 ? microseconds : 1;
    return SORTID_WAIT;
}

void pace_sources(sortid_sources *sources, struct pace *pace)
{
    sortid_sources_default(sources);
    if (pace->scripted)
        sources->clock =
            (sortid_clock){.read = read_script, .context = pace, .resolution_us = 1000};
    sources->sleep = (sortid_sleep){.sleep = note_wait, .context = pace};
}

static void announce(struct pace *pace)
{
    pace->told = true;
    report(STATUS_OK,
           "gen: the clock is behind the last ID: waiting %" PRIu64 ".%" PRIu64
           " s until it is near enough",
           pace->wait_us / SECOND_US, pace->wait_us % SECOND_US / (SECOND_US / 10));
}

sortid_status pace_wait(struct pace *pace)
{
    sortid_sleep system;
    if (pace->scripted) {
        pace->now_us += pace->wait_us;
        return SORTID_OK;
    }
    if (pace->wait_us > SECOND_US && !pace->told)
        announce(pace);
    sortid_sleep_system(&system);
    return system.sleep(system.context, pace->wait_us);
}

static sortid_status read_system(uint64_t *unix_us)
{
    sortid_clock clock;
    sortid_clock_exact(&clock);
    return clock.read(clock.context, unix_us);
}

sortid_status pace_note_next_ms(struct pace *pace)
{
    uint64_t now_us = pace->now_us;
    if (!pace->scripted) {
        sortid_status status = read_system(&now_us);
        if (status != SORTID_OK)
            return status;
    }
    pace->wait_us = 1000 - now_us % 1000;
    return SORTID_WAIT;
}

uint64_t pace_now_ms(void)
{
    uint64_t now_us;
    sortid_status status = read_system(&now_us);
    if (status == SORTID_OK)
        return now_us / 1000;
    report(STATUS_SYSTEM, "%s", sortid_status_text(status));
    exit(report_status());
}
