/* SPDX-License-Identifier: MIT */
/* output.c: the buffer in front of standard output. Called by all subcommands. It knows
 * short writes; it never drops a byte silently unless the reader has gone, and writes only
 * when the buffer is full or when told. */
#include "output.h"
#include "report.h"
#include "system.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static char buffer[OUTPUT_SIZE];
static size_t waiting;

/* The most bytes of a write. What a small pipe takes well, until more is to be written. */
#define SMALL_WRITE 8192
static size_t write_size = SMALL_WRITE;

/* What waits can never be written: drop it first, since the report below may
 * want to flush. exit() runs no code of ours. */
static void give_up(int error)
{
    waiting = 0;
    if (error != EPIPE)
        report_system(error, "standard output");
    exit(report_status());
}

static void choose_write_size(void)
{
    static bool chosen;
    if (!chosen && system_takes(STANDARD_OUTPUT, OUTPUT_SIZE))
        write_size = OUTPUT_SIZE;
    chosen = true;
}

void output_flush(void)
{
    const char *from = buffer;
    if (waiting > write_size)
        choose_write_size();
    while (waiting > 0) {
        size_t size = waiting < write_size ? waiting : write_size;
        ptrdiff_t written = system_write(STANDARD_OUTPUT, from, size);
        if (written < 0)
            give_up(errno);
        from += written;
        waiting -= (size_t)written;
    }
}

void output_close(void)
{
    output_flush();
    if (!system_finish(STANDARD_OUTPUT))
        give_up(errno);
}

char *output_room(size_t size)
{
    if (size > OUTPUT_SIZE - waiting)
        output_flush();
    return buffer + waiting;
}

void output_used(size_t size)
{
    waiting += size;
}

void output_text(const char *text)
{
    size_t left = strlen(text);
    while (left > 0) {
        size_t part = left < OUTPUT_SIZE ? left : OUTPUT_SIZE;
        memcpy(output_room(part), text, part);
        output_used(part);
        text += part;
        left -= part;
    }
}

_Noreturn void output_answer(const char *text)
{
    output_text(text);
    output_close();
    exit(report_status());
}
