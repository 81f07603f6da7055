/* SPDX-License-Identifier: MIT */
/* progress.c: draws the progress line again and again in one place: on a terminal at most five
 * times a second; where the line is required, on other streams as a line a second. */
#include "progress.h"
#include "system.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define FIRST_MS 1000
#define STEP_MS  200

#define TEXT_SIZE 200

static struct {
    const char *what; /* NULL: not shown */
    uint64_t start_ms;
    uint64_t next_ms; /* not drawn again before */
    bool visible;
    bool outputs_late; /* standard output stays empty while the line is there */
    bool required;
    bool is_terminal;   /* else each text is a line */
    bool shares_output; /* the line is on the terminal of standard output */
} line;

void progress_outputs_late(void)
{
    line.outputs_late = true;
}

void progress_require(void)
{
    line.required = true;
}

void progress_start(const char *what)
{
    line.is_terminal = system_is_terminal(STANDARD_ERROR);
    line.shares_output =
        line.is_terminal && system_is_terminal(STANDARD_OUTPUT) && !line.outputs_late;
    if (!line.required && (!line.is_terminal || line.shares_output))
        return;
    line.what = what;
    line.start_ms = system_monotonic_ms();
    line.next_ms = line.start_ms + (line.required && line.is_terminal ? 0 : FIRST_MS);
}

bool progress_is_due(void)
{
    if (line.what == NULL)
        return false;
    uint64_t now_ms = system_monotonic_ms();
    if (now_ms < line.next_ms)
        return false;
    line.next_ms = now_ms + (line.is_terminal ? STEP_MS : FIRST_MS);
    return true;
}

/* The length of the part of a text that fits the terminal, if possible without half of a figure: a
 * line that the terminal breaks in two could not be drawn over. One column is left, since some
 * terminals wrap a full line. */
static size_t length_that_fits(const char *text)
{
    size_t length = strlen(text), most = system_columns(STANDARD_ERROR) - 1;
    if (length <= most)
        return length;
    for (size_t i = most; i > 0; i--)
        if (text[i] == ',')
            return i;
    return most;
}

void progress_say(const char *text)
{
    char whole[TEXT_SIZE + 8];
    size_t shown = line.is_terminal ? length_that_fits(text) : strlen(text);
    int length = snprintf(whole, sizeof whole, line.is_terminal ? "\r%.*s\033[K" : "%.*s\n",
                          (int)shown, text);
    bool is_written = system_write(STANDARD_ERROR, whole, (size_t)length) > 0;
    line.visible = line.is_terminal && is_written;
}

/* How many a second, and how long the others take at that speed. */
static void add_speed(char text[TEXT_SIZE], uint64_t done, uint64_t total, uint64_t spent_ms)
{
    size_t used = strlen(text);
    double speed = (double)done / (double)(spent_ms > 0 ? spent_ms : 1) * 1000;
    int length = snprintf(text + used, TEXT_SIZE - used, ", %.0f a second", speed);
    if (total > done && done > 0)
        snprintf(text + used + length, TEXT_SIZE - used - (size_t)length, ", %.0f s left",
                 (double)(total - done) / speed);
}

static void compose(char text[TEXT_SIZE], uint64_t done, uint64_t total)
{
    uint64_t spent_ms = system_monotonic_ms() - line.start_ms;
    double spent = (double)spent_ms / 1000;
    if (total > 0)
        snprintf(text, TEXT_SIZE, "%" PRIu64 " of %" PRIu64 " %s (%.0f%%), %.1f s", done, total,
                 line.what, 100.0 * (double)done / (double)total, spent);
    else
        snprintf(text, TEXT_SIZE, "%" PRIu64 " %s, %.1f s", done, line.what, spent);
    if (line.required)
        add_speed(text, done, total, spent_ms);
}

void progress_show(uint64_t done, uint64_t total)
{
    char text[TEXT_SIZE];
    if (!progress_is_due())
        return;
    compose(text, done, total);
    progress_say(text);
}

void progress_make_way(void)
{
    if (line.shares_output)
        progress_clear();
}

void progress_finish(uint64_t done, uint64_t total)
{
    char text[TEXT_SIZE];
    progress_clear();
    if (line.what == NULL || !line.required)
        return;
    compose(text, done, total);
    line.is_terminal = false; // a line that stays
    progress_say(text);
}

void progress_clear(void)
{
    static const char erase[] = "\r\033[K";
    if (line.visible)
        line.visible = system_write(STANDARD_ERROR, erase, sizeof erase - 1) < 0;
}
