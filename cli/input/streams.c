/* SPDX-License-Identifier: MIT */
/* streams.c: opens files one after another. Standard input is never closed. A text in UTF-16 or
 * UTF-32 has a byte order mark, or is told by eight ASCII characters in a row. */
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
            streams->has_mark = false;
            return true;
        }
        report_system(errno, "%s", streams->name);
        streams->failed = true;
    }
    return false;
}

/* A longer mark is before one that is a part of it, and so are wider characters. */
static const struct wide_text {
    const char *name, *mark;
    size_t mark_size;
    size_t width, place; /* of a character, and of its byte that is not 0 in ASCII */
} wide_texts[] = {{"UTF-32LE", "\xff\xfe\0\0", 4, 4, 0},
                  {"UTF-32BE", "\0\0\xfe\xff", 4, 4, 3},
                  {"UTF-16LE", "\xff\xfe", 2, 2, 0},
                  {"UTF-16BE", "\xfe\xff", 2, 2, 1}};

#define ASCII_CHARACTERS 8

static bool are_ascii(const struct wide_text *wide, const char *bytes)
{
    for (size_t i = 0; i < ASCII_CHARACTERS * wide->width; i++)
        if ((bytes[i] != '\0') != (i % wide->width == wide->place))
            return false;
    return true;
}

/* The bytes of the lines before one that has a zero. */
static size_t lines_before(const char *bytes, size_t size)
{
    const char *zero = memchr(bytes, '\0', size);
    size_t before = zero != NULL ? (size_t)(zero - bytes) : 0;
    while (before > 0 && bytes[before - 1] != '\n')
        before--;
    return before;
}

/* The encoding, if there are such characters in the last `searched` bytes; else NULL. */
static const struct wide_text *find_wide(const char *bytes, size_t size, size_t searched)
{
    const char *end = bytes + size, *zero = end - searched;
    const char *first =
        memchr(zero, '\0', searched) != NULL ? bytes + lines_before(bytes, size) : end;
    for (; (zero = memchr(zero, '\0', (size_t)(end - zero))) != NULL; zero++)
        for (size_t i = 0; i < sizeof wide_texts / sizeof *wide_texts; i++) {
            const struct wide_text *wide = &wide_texts[i];
            const char *begin = zero - (wide->place == 0);
            if (begin >= first && (size_t)(begin - first) % wide->width == 0 &&
                (size_t)(end - begin) >= ASCII_CHARACTERS * wide->width && are_ascii(wide, begin))
                return wide;
        }
    return NULL;
}

static const struct wide_text *find_mark(const char *bytes, size_t size)
{
    for (size_t i = 0; i < sizeof wide_texts / sizeof *wide_texts; i++)
        if (size >= wide_texts[i].mark_size &&
            memcmp(bytes, wide_texts[i].mark, wide_texts[i].mark_size) == 0)
            return &wide_texts[i];
    return NULL;
}

/* Refuses a text that is not UTF-8 or, if it begins after other lines, what comes after them. Returns
 * the bytes of these. */
static ptrdiff_t refuse_wide(struct streams *streams, const struct wide_text *wide,
                             const char *bytes, size_t count, bool is_first)
{
    size_t before = lines_before(bytes, count);
    report(STATUS_BAD_INPUT, "%s: the text%s is %s: convert it to UTF-8, with iconv -f %s -t UTF-8",
           streams->name, is_first && before == 0 ? "" : " after its first lines", wide->name,
           wide->name);
    streams->failed = streams->is_broken = true;
    return before > 0 ? (ptrdiff_t)before : -1;
}

/* How many bytes tell what the text is. Usual text is never waited for. */
static size_t wanted_of(const char *bytes, size_t size)
{
    unsigned char first = (unsigned char)bytes[0];
    if (first == '\0' || (size > 1 && bytes[1] == '\0'))
        return STREAMS_LEAST;
    return first >= 0xfe ? 4 : first == 0xef ? UTF8_MARK_SIZE : 1;
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

/* Reads until it is clear what the text is, and removes a mark of UTF-8. */
static ptrdiff_t read_first(struct streams *streams, char *to, size_t size)
{
    ptrdiff_t more = read_some(streams, to, size);
    size_t count = more > 0 ? (size_t)more : 0;
    if (count == 0)
        return more;
    streams->is_begun = true;
    while (count < wanted_of(to, count) &&
           (more = read_some(streams, to + count, size - count)) > 0)
        count += (size_t)more;
    const struct wide_text *marked = find_mark(to, count);
    const struct wide_text *wide = marked != NULL ? marked : find_wide(to, count, count);
    if (wide != NULL)
        return refuse_wide(streams, wide, to, marked != NULL ? 0 : count, true);
    streams->has_mark = has_utf8_mark(to, count);
    if (!streams->has_mark)
        return (ptrdiff_t)count;
    if (count == UTF8_MARK_SIZE)
        return read_some(streams, to, size);
    memmove(to, to + UTF8_MARK_SIZE, count - UTF8_MARK_SIZE);
    return (ptrdiff_t)(count - UTF8_MARK_SIZE);
}

ptrdiff_t streams_read(struct streams *streams, char *to, size_t size)
{
    if (!streams->is_begun && !streams->is_binary)
        return read_first(streams, to, size);
    ptrdiff_t got = read_some(streams, to, size);
    if (got <= 0 || streams->is_binary)
        return got;
    const size_t count = (size_t)got, last = count < STREAMS_LEAST ? count : STREAMS_LEAST;
    const struct wide_text *wide = find_wide(to, count, last);
    return wide != NULL ? refuse_wide(streams, wide, to, count, false) : got;
}

void streams_close(struct streams *streams)
{
    if (streams->descriptor != STANDARD_INPUT)
        system_close(streams->descriptor);
    streams->descriptor = -1;
}
