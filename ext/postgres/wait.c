/* SPDX-License-Identifier: MIT */
/* wait.c: how the functions wait, and how pg_stat_activity names a wait: servers before 17 have one
 * name for the waits of all extensions. A wait holds no lock. */
#include "sortid_pg.h"

#include <miscadmin.h>
#include <storage/latch.h>
#if PG_VERSION_NUM >= 140000
#include <utils/wait_event.h>
#else
#include <pgstat.h>
#endif

static uint32 events[SORTID_PG_WAITS]; /* 0: not named yet */

void sortid_pg_name_waits(void)
{
#if PG_VERSION_NUM >= 170000
    events[SORTID_PG_FILE] = WaitEventExtensionNew("SortidFile");
    events[SORTID_PG_RELOAD] = WaitEventExtensionNew("SortidReload");
    events[SORTID_PG_CLOCK] = WaitEventExtensionNew("SortidClock");
#else
    for (int i = 0; i < SORTID_PG_WAITS; i++) {
        events[i] = PG_WAIT_EXTENSION;
    }
#endif
}

bool sortid_pg_wait(enum sortid_pg_wait what, long ms)
{
    if (events[what] == 0) {
        return false;
    }
    (void)WaitLatch(MyLatch, WL_LATCH_SET | WL_EXIT_ON_PM_DEATH | (ms < 0 ? 0 : WL_TIMEOUT), ms,
                    events[what]);
    ResetLatch(MyLatch);
    return true;
}
