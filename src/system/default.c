/* SPDX-License-Identifier: MIT */
/* system/default.c: the system's clock and sleep as sources, and the default sources. */
#include "system.h"

#include <sortid/source.h>

static sortid_status read_exact(void *context, uint64_t *unix_us)
{
    (void)context;
    return sortid_system_time(unix_us);
}

static sortid_status sleep_system(void *context, uint64_t microseconds)
{
    (void)context;
    return sortid_system_sleep(microseconds);
}

void sortid_clock_exact(sortid_clock *out)
{
    *out = (sortid_clock){read_exact, NULL, 1};
}

void sortid_sleep_system(sortid_sleep *out)
{
    *out = (sortid_sleep){sleep_system, NULL};
}

void sortid_sources_default(sortid_sources *out)
{
    *out = (sortid_sources){.clock = {.read = NULL}};
    sortid_clock_tsc(&out->clock);
    sortid_random_secure(&out->random);
    sortid_sleep_system(&out->sleep);
}
