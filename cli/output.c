/* SPDX-License-Identifier: MIT */
/* output.c: the buffer in front of standard output. Called by all subcommands.
 * It knows interrupted and short writes; it never drops a byte silently unless
 * the reader has gone, and writes only when the buffer is full or when told. */
#define _POSIX_C_SOURCE 200809L
#include "output.h"
#include "report.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char buffer[OUTPUT_SIZE];
static size_t waiting;

/* What waits can never be written: drop it first, since the report below may
 * want to flush. exit() runs no code of ours. */
static void give_up(int error)
{
    waiting = 0;
    if (error != EPIPE)
        report_system(error, "standard output");
    exit(report_status());
}

void output_flush(void)
{
    const char *from = buffer;
    while (waiting > 0) {
        ssize_t written = write(STDOUT_FILENO, from, waiting);
        if (written >= 0) {
            from += written;
            waiting -= (size_t)written;
        } else if (errno != EINTR) {
            give_up(errno);
        }
    }
}

void output_close(void)
{
    output_flush();
    /* After EINTR the descriptor is closed or will be: all bytes are written. */
    if (close(STDOUT_FILENO) != 0 && errno != EINTR)
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
