/* SPDX-License-Identifier: MIT */
/* streams.c: opens files one after another. Standard input is never closed. A text in UTF-16 or
 * UTF-32 has a byte order mark, or is told by the zeros of its ASCII characters, which are three
 * quarters of its start or more. */
#include "streams.h"
#include "../../common/report.h"
#include "../../common/system.h"

#include <errno.h>
#include <string.h>

void streams_begin(struct streams *streams, char *const *files, size_t count)
{
    static char standard_input[] = "-";
    static char *const no_files[] = {standard_input};
    *streams = (struct streams){
        .names = count > 0 ? files : no_files, .left = count > 0 ? count : 1, .descriptor = -1};
}

bool streams_open(struct streams *streams)
{
    while (streams->left > 0) {
        streams->name = *streams->names++;
        streams->left--;
        bool is_standard = strcmp(streams->name, "-") == 0;
        streams->descriptor = is_standard ? STANDARD_INPUT : system_open(streams->name);
        if (streams->descriptor >= 0) {
            streams->shows_progress = !system_is_terminal(streams->descriptor);
            streams->is_begun = streams->is_ended = streams->is_broken = false;
            return true;
        }
        report_system(errno, "%s", streams->name);
        streams->failed = true;
    }
    return false;
}

#define UTF8_MARK "\xef\xbb\xbf"
#define MARK_SIZE 3

/* `zeros`: the bytes of four that are 0 in ASCII, a bit for each. A longer mark is before one that
 * is a part of it. */
static const struct wide_text {
    const char *name, *mark;
    size_t mark_size;
    unsigned zeros;
} wide_texts[] = {{"UTF-32LE", "\xff\xfe\0\0", 4, 14},
                  {"UTF-32BE", "\0\0\xfe\xff", 4, 7},
                  {"UTF-16LE", "\xff\xfe", 2, 10},
                  {"UTF-16BE", "\xfe\xff", 2, 5}};

/* Whether the zeros are where the encoding has them: no others, and three quarters of those, or
 * UTF-16 were UTF-32. */
static bool has_zeros(const char *bytes, size_t size, unsigned zeros)
{
    size_t places = 0, found = 0, count = size / 4 * 4;
    for (size_t i = 0; i < count; i++) {
        bool is_place = (zeros >> i % 4 & 1) != 0;
        if (bytes[i] == '\0' && !is_place)
            return false;
        places += is_place;
        found += bytes[i] == '\0';
    }
    return count >= 8 && found * 4 >= places * 3;
}

/* The name of the encoding, if it is one of these; else NULL. */
static const char *name_of_wide(const char *bytes, size_t size)
{
    for (size_t i = 0; i < sizeof wide_texts / sizeof *wide_texts; i++) {
        const struct wide_text *wide = &wide_texts[i];
        bool has_mark = size >= wide->mark_size && memcmp(bytes, wide->mark, wide->mark_size) == 0;
        if (has_mark || has_zeros(bytes, size, wide->zeros))
            return wide->name;
    }
    return NULL;
}

/* How many bytes tell what the text is. Usual text is never waited for. */
static size_t wanted_of(const char *bytes, size_t size)
{
    unsigned char first = (unsigned char)bytes[0];
    if (first == '\0' || (size > 1 && bytes[1] == '\0'))
        return STREAMS_LEAST;
    return first >= 0xfe ? 4 : first == 0xef ? MARK_SIZE : 1;
}

static ptrdiff_t read_some(struct streams *streams, char *to, size_t size)
{
    if (streams->is_broken)
        return -1;
    ptrdiff_t got = streams->is_ended ? 0 : system_read(streams->descriptor, to, size);
    streams->is_ended = got == 0;
    streams->is_broken = got < 0;
    if (got < 0) {
        report_system(errno, "%s", streams->name);
        streams->failed = true;
    }
    return got;
}

ptrdiff_t streams_read(struct streams *streams, char *to, size_t size)
{
    ptrdiff_t more = read_some(streams, to, size);
    size_t count = more > 0 ? (size_t)more : 0;
    if (streams->is_begun || streams->is_binary || count == 0)
        return more;
    streams->is_begun = true;
    while (count < wanted_of(to, count) &&
           (more = read_some(streams, to + count, size - count)) > 0)
        count += (size_t)more;
    const char *wide = name_of_wide(to, count < STREAMS_LEAST ? count : STREAMS_LEAST);
    if (wide != NULL) {
        report(STATUS_BAD_INPUT,
               "%s: the text is %s: convert it to UTF-8, with iconv -f %s -t UTF-8", streams->name,
               wide, wide);
        streams->failed = true;
        return -1;
    }
    if (count < MARK_SIZE || memcmp(to, UTF8_MARK, MARK_SIZE) != 0)
        return (ptrdiff_t)count;
    if (count == MARK_SIZE)
        return read_some(streams, to, size);
    memmove(to, to + MARK_SIZE, count - MARK_SIZE);
    return (ptrdiff_t)(count - MARK_SIZE);
}

void streams_close(struct streams *streams)
{
    if (streams->descriptor != STANDARD_INPUT)
        system_close(streams->descriptor);
    streams->descriptor = -1;
}
