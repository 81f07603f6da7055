/* SPDX-License-Identifier: MIT */
/* progress.c: draws the progress line again and again in one place, the code behind progress.h. It includes
 * system.h. report.c removes the line before it writes. It writes to a terminal only, at most five times a
 * second. */
#include "progress.h"
#include "system.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>

#define FIRST_MS 1000
#define STEP_MS  200

static struct {
    const char *what; /* NULL: not shown */
    uint64_t start_ms;
    uint64_t next_ms; /* not drawn again before */
    bool visible;
    bool outputs_late; /* standard output stays empty while the line is there */
} line;

void progress_outputs_late(void)
{
    line.outputs_late = true;
}

void progress_start(const char *what)
{
    if (!system_is_terminal(STANDARD_ERROR) ||
        (system_is_terminal(STANDARD_OUTPUT) && !line.outputs_late))
        return;
    line.what = what;
    line.start_ms = system_monotonic_ms();
    line.next_ms = line.start_ms + FIRST_MS;
}

static void draw(uint64_t done, uint64_t total, uint64_t spent_ms)
{
    char text[160];
    int length;
    if (total > 0)
        length = snprintf(text, sizeof text,
                          "\r%" PRIu64 " of %" PRIu64 " %s (%.0f%%), %.1f s\033[K", done, total,
                          line.what, 100.0 * (double)done / (double)total, (double)spent_ms / 1000);
    else
        length = snprintf(text, sizeof text, "\r%" PRIu64 " %s, %.1f s\033[K", done, line.what,
                          (double)spent_ms / 1000);
    line.visible = system_write(STANDARD_ERROR, text, (size_t)length) > 0;
}

void progress_show(uint64_t done, uint64_t total)
{
    if (line.what == NULL)
        return;
    uint64_t now_ms = system_monotonic_ms();
    if (now_ms < line.next_ms)
        return;
    line.next_ms = now_ms + STEP_MS;
    draw(done, total, now_ms - line.start_ms);
}

void progress_clear(void)
{
    static const char erase[] = "\r\033[K";
    if (line.visible)
        line.visible = system_write(STANDARD_ERROR, erase, sizeof erase - 1) < 0;
}
