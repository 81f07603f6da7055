/* SPDX-License-Identifier: MIT */
/* pace.c: real and scripted time behind one clock. Called by gen.c, and by range.c
 * for `now`. A scripted clock never goes back and never stands still through a
 * wait, so that a script can neither hang nor break the order. */
#define _POSIX_C_SOURCE 200809L
#include "pace.h"
#include "output.h"
#include "report.h"

#include <inttypes.h>
#include <stdlib.h>

#define SECOND_US UINT64_C(1000000)

/* IDs that share one reading of the system's clock: 32 of them are made in 2 us
 * or less, while the reading alone takes 20 to 30 ns, half the time of an ID. */
#define USES 32

void pace_script(struct pace *pace, uint64_t at_ms)
{
    pace_system(pace);
    pace->scripted = true;
    pace->now_us = at_ms * 1000; // 2^48 ms and the little more that a TIME can be fit
}

void pace_system(struct pace *pace)
{
    *pace = (struct pace){.scripted = false};
    sortid_clock_exact(&pace->clock);
    sortid_sleep_system(&pace->sleep);
}

static sortid_status read_script(uint64_t *unix_us, void *context)
{
    const struct pace *pace = context;
    *unix_us = pace->now_us;
    return SORTID_OK;
}

static sortid_status read_system(uint64_t *unix_us, void *context)
{
    struct pace *pace = context;
    if (pace->uses_left == 0) {
        sortid_status status = pace->clock.read(&pace->now_us, pace->clock.context);
        if (status != SORTID_OK)
            return status;
        pace->uses_left = USES;
    }
    pace->uses_left--;
    *unix_us = pace->now_us;
    return SORTID_OK;
}

static sortid_status note_wait(uint64_t microseconds, void *context)
{
    struct pace *pace = context;
    pace->wait_us = microseconds > 0 ? microseconds : 1;
    return SORTID_WAIT;
}

void pace_sources(sortid_sources *sources, struct pace *pace)
{
    sortid_sources_default(sources);
    sources->clock.read = pace->scripted ? read_script : read_system;
    sources->clock.context = pace;
    sources->clock.resolution_us = pace->scripted ? 1000 : pace->clock.resolution_us;
    sources->sleep = (sortid_sleep){.sleep = note_wait, .context = pace};
}

void pace_refresh(struct pace *pace)
{
    pace->uses_left = 0;
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
    if (pace->scripted) {
        pace->now_us += pace->wait_us;
        return SORTID_OK;
    }
    if (pace->wait_us > SECOND_US && !pace->told)
        announce(pace);
    return pace->sleep.sleep(pace->wait_us, pace->sleep.context);
}

sortid_status pace_note_next_ms(struct pace *pace)
{
    if (!pace->scripted) {
        sortid_status status = pace->clock.read(&pace->now_us, pace->clock.context);
        if (status != SORTID_OK)
            return status;
    }
    pace->wait_us = 1000 - pace->now_us % 1000;
    return SORTID_WAIT;
}

uint64_t pace_now_ms(void)
{
    sortid_clock clock;
    uint64_t now_us;
    sortid_clock_exact(&clock);
    sortid_status status = clock.read(&now_us, clock.context);
    if (status == SORTID_OK)
        return now_us / 1000;
    report(STATUS_SYSTEM, "%s", sortid_status_text(status));
    exit(report_status());
}
