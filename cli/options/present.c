/* SPDX-License-Identifier: MIT */
/* present.c: reads the system's clock. */
#include "present.h"
#include "../../common/report.h"

#include <sortid.h>
#include <stdlib.h>

uint64_t present_ms(void)
{
    sortid_clock clock;
    uint64_t now_us;
    sortid_clock_exact(&clock);
    sortid_status status = clock.read(clock.context, &now_us);
    if (status == SORTID_OK)
        return now_us / 1000;
    report(STATUS_SYSTEM, "%s", sortid_status_text(status));
    exit(report_status());
}
