/* SPDX-License-Identifier: MIT */
/* output.c: the buffer in front of standard output. Called by all subcommands.
 * It knows interrupted and short writes and waits for a pipe that does not block; it never drops a byte silently unless
 * the reader has gone, and writes only when the buffer is full or when told. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* F_SETPIPE_SZ */
#endif
#include "output.h"
#include "report.h"
#include "retry.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

/* One buffer in the pipe while the reader empties another; all pipes of a user share what
 * the system lets him have. */
#define PIPE_SIZE (2 * OUTPUT_SIZE)

/* Makes a pipe large enough to take a whole buffer while another is read. A size that
 * cannot be learnt (-1) or set leaves a small one. */
static bool enlarge_pipe(void)
{
#ifdef F_SETPIPE_SZ
    int size = fcntl(STDOUT_FILENO, F_GETPIPE_SZ);
    if (size < PIPE_SIZE)
        size = fcntl(STDOUT_FILENO, F_SETPIPE_SZ, PIPE_SIZE);
    return size >= PIPE_SIZE;
#else
    return false;
#endif
}

static void choose_write_size(void)
{
    static bool chosen;
    struct stat output;
    if (chosen)
        return;
    chosen = true;
    bool is_pipe = fstat(STDOUT_FILENO, &output) == 0 && S_ISFIFO(output.st_mode);
    if (!is_pipe || enlarge_pipe())
        write_size = OUTPUT_SIZE;
}

void output_flush(void)
{
    const char *from = buffer;
    if (waiting > write_size)
        choose_write_size();
    while (waiting > 0) {
        size_t size = waiting < write_size ? waiting : write_size;
        ssize_t written = write(STDOUT_FILENO, from, size);
        if (written >= 0) {
            from += written;
            waiting -= (size_t)written;
        } else if (!retry_write(STDOUT_FILENO)) {
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
