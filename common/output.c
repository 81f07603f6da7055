/* SPDX-License-Identifier: MIT */
/* output.c: the buffer of standard output. It is written only when it is full or on request. No
 * byte is dropped silently unless the reader has gone or a signal ends the program. */
#include "output.h"
#include "report.h"
#include "system.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static char buffer[OUTPUT_SIZE];
static size_t waiting;

static size_t unit_size; /* of a record; 0: units end by unit_end */
static char unit_end = '\n';

void output_unit(size_t record_size, char end)
{
    unit_size = record_size;
    unit_end = end;
}

/* The most bytes of a write: small enough for a small pipe, until there is more to write.
 *
 * Tried and rejected: writes of 12 KiB, from the first-level cache, into the same pipe of 256 KiB.
 * On an idle AMD Zen 3 they were quicker for `gen ulid` and slower for `gen scru128`; with other
 * load the whole buffer won for both. A reader that is quicker than the IDs sleeps after each write
 * and has to be woken. */
#define SMALL_WRITE 8192
static size_t write_size = SMALL_WRITE;

static void give_up(int error)
{
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

/* How many of the `left` bytes of the buffer at `from` belong to a unit that is partly written. The
 * buffer begins with a whole unit, since all of it is written before it is used again. */
static size_t rest_of_unit(const char *from, size_t left)
{
    size_t begun = (size_t)(from - buffer);
    if (unit_size > 0)
        return (unit_size - begun % unit_size) % unit_size;
    if (begun == 0 || from[-1] == unit_end)
        return 0;
    const char *end = memchr(from, unit_end, left);
    return end != NULL ? (size_t)(end + 1 - from) : left;
}

/* Writes the buffer, or else one unit. After a signal it writes only the rest of a unit that was
 * begun, and then, or where that cannot be written, the program ends. */
static void write_bytes(const char *bytes, size_t size, bool is_buffer)
{
    if (size > write_size)
        choose_write_size();
    system_defer_end(true);
    while (size > 0) {
        ptrdiff_t written =
            system_write(STANDARD_OUTPUT, bytes, size < write_size ? size : write_size);
        int error = written < 0 ? errno : 0;
        bytes += written > 0 ? written : 0;
        size -= written > 0 ? (size_t)written : 0;
        if (system_end_asked() && error != 0 && error != EINTR)
            system_end();
        else if (system_end_asked() && is_buffer)
            size = rest_of_unit(bytes, size);
        else if (error != 0 && error != EINTR)
            give_up(error);
    }
    system_defer_end(false);
}

void output_flush(void)
{
    report_flush();
    size_t size = waiting;
    waiting = 0; // first: a report of a failure may flush
    write_bytes(buffer, size, true);
}

void output_close(void)
{
    output_flush();
    if (!system_finish(STANDARD_OUTPUT))
        give_up(errno);
}

char *output_reserve(size_t size)
{
    if (size > OUTPUT_SIZE - waiting)
        output_flush();
    return buffer + waiting;
}

void output_commit(size_t size)
{
    waiting += size;
}

void output_bytes(const char *bytes, size_t size)
{
    if (size > OUTPUT_SIZE) {
        output_flush();
        write_bytes(bytes, size, false);
        return;
    }
    memcpy(output_reserve(size), bytes, size);
    output_commit(size);
}

void output_text(const char *text)
{
    output_bytes(text, strlen(text));
}

_Noreturn void output_answer(const char *text)
{
    output_text(text);
    output_close();
    exit(report_status());
}
