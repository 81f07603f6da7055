/* SPDX-License-Identifier: MIT */
/* output.c: the buffer of standard output. It is written only when it is full or on request. No
 * byte is dropped silently unless the reader has gone or a signal ends the program. */
#include "output.h"
#include "report.h"
#include "system.h"

#include <errno.h>
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
 * GB/s into a reader on the other core of an AMD Zen 3, best and median of 20 short runs in turns:
 * `gen ulid` 3.8 and 2.8, `gen scru128` 1.4 and 1.0; with writes of the whole buffer 3.0 and 2.6,
 * 1.8 and 1.5 (`yes` 7.1 and 4.9). In a phase with more other load the whole buffer won for both,
 * with 2.4 and 1.6 (`yes` 2.6), and 32 and 64 KiB were between. A reader that is quicker than the
 * IDs sleeps after each write and has to be woken. */
#define SMALL_WRITE 8192
static size_t write_size = SMALL_WRITE;

/* The buffer can never be written: drop it first, since the report below may flush. */
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

/* How many of the waiting bytes at `from` belong to a unit that is partly written. The buffer
 * begins with a whole unit, since all of it is written before it is used again. */
static size_t rest_of_unit(const char *from)
{
    size_t begun = (size_t)(from - buffer);
    if (unit_size > 0)
        return (unit_size - begun % unit_size) % unit_size;
    if (begun == 0 || from[-1] == unit_end)
        return 0;
    const char *end = memchr(from, unit_end, waiting);
    return end != NULL ? (size_t)(end + 1 - from) : waiting;
}

/* After a signal: keeps only the rest of a unit that was begun. Where that cannot be written, and
 * where there is none, the program ends. */
static void cut_output(const char *from, bool failed)
{
    waiting = failed ? 0 : rest_of_unit(from);
    if (waiting == 0)
        system_end();
}

/* Writes once; returns the end of what was written. */
static const char *write_some(const char *from)
{
    size_t size = waiting < write_size ? waiting : write_size;
    ptrdiff_t written = system_write(STANDARD_OUTPUT, from, size);
    int error = written < 0 ? errno : 0;
    if (written > 0) {
        from += written;
        waiting -= (size_t)written;
    }
    if (system_end_asked())
        cut_output(from, error != 0 && error != EINTR);
    else if (error != 0)
        give_up(error);
    return from;
}

void output_flush(void)
{
    const char *from = buffer;
    report_flush();
    if (waiting > write_size)
        choose_write_size();
    system_defer_end(true);
    while (waiting > 0)
        from = write_some(from);
    system_defer_end(false);
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

/* Writes lines that are longer than the buffer, which is empty, from where they are. After a signal
 * the rest is written, since it is one unit. */
static void write_long(const char *bytes, size_t size)
{
    choose_write_size();
    system_defer_end(true);
    while (size > 0) {
        size_t part = size < write_size ? size : write_size;
        ptrdiff_t written = system_write(STANDARD_OUTPUT, bytes, part);
        int error = written < 0 ? errno : 0;
        if (written > 0) {
            bytes += written;
            size -= (size_t)written;
        } else if (error != 0 && system_end_asked() && error != EINTR) {
            system_end();
        } else if (error != 0 && error != EINTR) {
            give_up(error);
        }
    }
    system_defer_end(false);
}

void output_bytes(const char *bytes, size_t size)
{
    if (size > OUTPUT_SIZE) {
        output_flush();
        write_long(bytes, size);
        return;
    }
    memcpy(output_reserve(size), bytes, size);
    output_commit(size);
}

void output_text(const char *text)
{
    size_t left = strlen(text);
    while (left > 0) {
        size_t part = left < OUTPUT_SIZE ? left : OUTPUT_SIZE;
        memcpy(output_reserve(part), text, part);
        output_commit(part);
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
