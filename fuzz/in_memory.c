/* SPDX-License-Identifier: MIT */
/* in_memory.c: see in_memory.h. The linker's names: a call of x becomes __wrap_x, and __real_x is
 * the system's. */
#include "in_memory.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

// NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp): the linker's names
ssize_t __real_read(int descriptor, void *bytes, size_t size);
ssize_t __real_write(int descriptor, const void *bytes, size_t size);
int __real_isatty(int descriptor);
ssize_t __wrap_read(int descriptor, void *bytes, size_t size);
ssize_t __wrap_write(int descriptor, const void *bytes, size_t size);
int __wrap_isatty(int descriptor);
// NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp)

/* Written bytes; the buffer is kept for the next run. */
struct sink {
    char *bytes;
    size_t size, room;
};

static struct {
    bool active;
    const struct in_memory_stream *streams;
    size_t stream_count, taken; /* `taken` bytes of the first stream */
    uint32_t cuts;
    bool interrupted; /* the last call was interrupted, so the next one is not */
    struct sink sinks[2];
} run;

static void make_room(struct sink *sink, size_t size)
{
    if (sink->size + size + 1 > sink->room) {
        sink->room = 2 * (sink->size + size + 1);
        sink->bytes = realloc(sink->bytes, sink->room);
        MUST(sink->bytes != NULL, "no memory for %zu bytes", sink->room);
    }
}

bool in_memory_is_plain(const struct in_memory_stream *stream)
{
    const char *bytes = stream->bytes;
    size_t zeros = 0;
    for (size_t i = 0; i < stream->size; i++) {
        zeros += bytes[i] == '\0';
        if (stream->size - i >= 3 && memcmp(bytes + i, "\xef\xbb\xbf", 3) == 0)
            return false;
    }
    unsigned char first = stream->size > 0 ? (unsigned char)*bytes : 'a';
    return zeros < 8 && first > '\0' && first < 0xef;
}

void in_memory_begin(const struct in_memory_stream *streams, size_t count, uint32_t cuts)
{
    run.streams = streams;
    run.stream_count = count;
    run.taken = 0;
    run.cuts = cuts;
    run.interrupted = false;
    run.sinks[0].size = run.sinks[1].size = 0;
    run.active = true;
}

void in_memory_end(void)
{
    run.active = false;
}

static struct in_memory_text text_of(struct sink *sink)
{
    make_room(sink, 0);
    sink->bytes[sink->size] = '\0';
    return (struct in_memory_text){sink->bytes, sink->size};
}

struct in_memory_text in_memory_output(void)
{
    return text_of(&run.sinks[0]);
}

struct in_memory_text in_memory_errors(void)
{
    return text_of(&run.sinks[1]);
}

bool in_memory_line(struct in_memory_text *line, struct in_memory_text *text)
{
    if (text->size == 0)
        return false;
    size_t length = 0;
    while (length < text->size && text->text[length] != '\n')
        length++;
    MUST(length < text->size, "a line without an end: %s", text->text);
    *line = (struct in_memory_text){text->text, length};
    text->text += line->size + 1;
    text->size -= line->size + 1;
    return true;
}

void in_memory_expect(struct in_memory_text *text, const char *line, size_t length)
{
    struct in_memory_text got;
    MUST(in_memory_line(&got, text), "no line %.*s", (int)length, line);
    MUST(got.size == length && memcmp(got.text, line, length) == 0, "%.*s, not %.*s", (int)got.size,
         got.text, (int)length, line);
}

/* Whether a report is of what is around an ID, or of a hyphen in a TypeID, and so at another place
 * than the fault of the text. */
static bool says_where(const struct in_memory_text *report)
{
    static const char *const words[] = {", before the ", ", after the ", "a TypeID has an "};
    char text[2000] = "";
    memcpy(text, report->text, report->size < sizeof text ? report->size : sizeof text - 1);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(text, words[i]) != NULL)
            return true;
    return false;
}

size_t in_memory_report(struct in_memory_text *reports, const char *file, uint64_t line,
                        size_t position)
{
    char place[100];
    struct in_memory_text report;
    int length = snprintf(place, sizeof place, "sortid: %s:%" PRIu64 ":", file, line);
    MUST(in_memory_line(&report, reports), "no report of %s", place);
    size_t column = position + 1;
    if (says_where(&report))
        column = strtoul(report.text + length, NULL, 10);
    snprintf(place + length, sizeof place - (size_t)length, "%zu: ", column);
    MUST(report.size > strlen(place) && memcmp(report.text, place, strlen(place)) == 0,
         "%.*s: reported instead of %s", (int)report.size, report.text, place);
    for (size_t i = 0; i < report.size; i++)
        MUST(report.text[i] >= 0x20 && report.text[i] <= 0x7e, "an unprintable byte");
    return column - 1;
}

/* ---- The calls -------------------------------------------------------------------- */

/* How many of `size` bytes a call transfers; 0 if it is interrupted. */
static size_t cut(size_t size)
{
    if (run.cuts == 0 || size == 0)
        return size;
    run.cuts ^= run.cuts << 13;
    run.cuts ^= run.cuts >> 17;
    run.cuts ^= run.cuts << 5;
    run.interrupted = !run.interrupted && run.cuts % 8 == 0;
    if (run.interrupted)
        return 0;
    size_t most = run.cuts % 3 == 0 ? 70 : 70000; // within a line, and of many lines
    return 1 + run.cuts / 8 % (size < most ? size : most);
}

static ssize_t interrupt(void)
{
    errno = EINTR;
    return -1;
}

/* The end of a stream; the next call reads the next stream. */
static ssize_t end_stream(void)
{
    bool fails = run.streams->fails;
    run.streams++;
    run.stream_count--;
    run.taken = 0;
    errno = EIO;
    return fails ? -1 : 0;
}

ssize_t __wrap_read(int descriptor, void *bytes, size_t size)
{
    if (!run.active || descriptor != STDIN_FILENO)
        return __real_read(descriptor, bytes, size);
    MUST(run.stream_count > 0, "read after the end");
    size_t left = run.streams->size - run.taken;
    size_t part = cut(left < size ? left : size);
    if (left == 0)
        return end_stream();
    if (part == 0)
        return interrupt();
    memcpy(bytes, run.streams->bytes + run.taken, part);
    run.taken += part;
    return (ssize_t)part;
}

ssize_t __wrap_write(int descriptor, const void *bytes, size_t size)
{
    if (!run.active || (descriptor != STDOUT_FILENO && descriptor != STDERR_FILENO))
        return __real_write(descriptor, bytes, size);
    struct sink *sink = &run.sinks[descriptor == STDERR_FILENO];
    size_t part = cut(size);
    if (part == 0 && size > 0)
        return interrupt();
    make_room(sink, part);
    memcpy(sink->bytes + sink->size, bytes, part);
    sink->size += part;
    return (ssize_t)part;
}

int __wrap_isatty(int descriptor)
{
    if (!run.active || descriptor > STDERR_FILENO)
        return __real_isatty(descriptor);
    errno = ENOTTY;
    return 0;
}
