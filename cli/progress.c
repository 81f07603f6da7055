/* SPDX-License-Identifier: MIT */
/* progress.c: draws the progress line over and over in one place. Called once
 * per buffer of work and by report.c before it writes. It never writes to a
 * standard error that is no terminal, nor more often than five times a second. */
#define _POSIX_C_SOURCE 200809L
#include "progress.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define FIRST_MS 1000
#define STEP_MS  200

static struct {
    const char *what; /* NULL: nobody watches */
    uint64_t start_ms;
    uint64_t next_ms; /* not drawn again before */
    bool visible;
    bool outputs_late; /* standard output stays empty while the line is there */
} line;

/* 0 if the system has no such clock: then nothing is ever drawn. */
static uint64_t monotonic_ms(void)
{
    struct timespec now;
    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0)
        return 0;
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

void progress_outputs_late(void)
{
    line.outputs_late = true;
}

void progress_start(const char *what)
{
    if (!isatty(STDERR_FILENO) || (isatty(STDOUT_FILENO) && !line.outputs_late))
        return;
    line.what = what;
    line.start_ms = monotonic_ms();
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
    line.visible = write(STDERR_FILENO, text, (size_t)length) > 0;
}

void progress_show(uint64_t done, uint64_t total)
{
    if (line.what == NULL)
        return;
    uint64_t now_ms = monotonic_ms();
    if (now_ms < line.next_ms)
        return;
    line.next_ms = now_ms + STEP_MS;
    draw(done, total, now_ms - line.start_ms);
}

void progress_clear(void)
{
    static const char erase[] = "\r\033[K";
    if (line.visible)
        line.visible = write(STDERR_FILENO, erase, sizeof erase - 1) < 0;
}
