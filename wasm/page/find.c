/* SPDX-License-Identifier: MIT */
/* find.c: finds IDs in a text as `sortid find` does, by its scanner (cli/input/scan.h): those of
 * all formats that are long enough, and of the other kinds that can be told from words, such as
 * UUIDs of any version. The bytes come in pieces; lines are only counted. */
#include "input.h"
#include "../c/module.h"
#include "../../cli/input/scan.h"

#include <string.h>

/* IDs have times from 2000-01-01 on. */
#define PLAUSIBLE_SINCE_MS UINT64_C(946684800000)

/* Bytes before and after a place, more than what an ID there depends on. */
#define CONTEXT 4096

/* An ID that was found: numbers only, since JavaScript reads them as an array. */
static struct {
    double line, column; /* from 1 and from 0, in bytes */
    double kind;         /* the index of the likeliest one */
    double unix_ms;      /* NaN: no time */
    double at, length;   /* of its text, within the input */
} result;

static struct {
    struct scanner scanner;
    struct scan scan;
    const char *from, *next, *end; /* the new bytes that are searched now, and the end of all */
    const char *counted;           /* up to here lines were counted */
    uint64_t line;                 /* of the byte `counted` */
    uint64_t column;
} finding;

/* Begins a text: for IDs of a kind, or for all if it is negative. Returns whether they can be told
 * from other text. Times from `until_ms` on are not plausible. */
EXPORT("findStart") bool find_start(int32_t index, double until_ms)
{
    bool can_find;
    memset(&finding, 0, sizeof finding);
    if (index < 0) {
        can_find = scanner_init_all(&finding.scanner, true);
    } else {
        const struct decoder decoder =
            decoder_of(sortid_kind_at((size_t)index), encoding_at(0), false);
        can_find = scanner_init(&finding.scanner, &decoder, 1);
    }
    finding.scanner.since_ms = PLAUSIBLE_SINCE_MS;
    finding.scanner.until_ms = (uint64_t)until_ms;
    finding.from = finding.next = finding.end = finding.counted = page_input;
    finding.line = 1;
    return can_find;
}

/* Counts lines up to a place. */
static void count_to(const char *to)
{
    const char *newline;
    while ((newline = memchr(finding.counted, '\n', (size_t)(to - finding.counted))) != NULL) {
        finding.counted = newline + 1;
        finding.line++;
        finding.column = 0;
    }
    finding.column += (uint64_t)(to - finding.counted);
    finding.counted = to;
}

/* Where a piece ends: after its last line, or in a long line before the bytes on which an ID at the
 * end may depend. */
static const char *end_of_piece(void)
{
    const char *at = finding.end;
    while (at > finding.from && at[-1] != '\n')
        at--;
    if (at > finding.from)
        return at;
    return finding.end - finding.from > CONTEXT ? finding.end - CONTEXT : finding.from;
}

/* Begins to search the `length` bytes in the input. They begin with those that findEnd() kept. */
EXPORT("findFeed") void find_feed(size_t length, bool is_last)
{
    finding.end = page_input + length;
    finding.next = is_last ? finding.end : end_of_piece();
    scan_begin(&finding.scan, &finding.scanner, page_input, finding.end);
    finding.scan.at = finding.from;
}

static double index_of(const sortid_kind *kind)
{
    size_t index = 0;
    while (sortid_kind_at(index) != kind)
        index++;
    return (double)index;
}

/* The likeliest reading, as the page shows an ID alone; or that of the kind that was asked for. If
 * only one format reads the text, as its own, it is that format. */
static const sortid_kind *likeliest(const struct found_id *found, double *unix_ms)
{
    const struct found_reading *first = &found->readings[0];
    const struct scanner *scanner = &finding.scanner;
    const sortid_recognize_options options = {.plausible_until_ms = (int64_t)scanner->until_ms};
    sortid_reading reading;
    size_t count;
    *unix_ms = first->unix_ms == SCAN_NO_TIME ? (double)__builtin_nanf("") : (double)first->unix_ms;
    if (!scanner->is_guess || (found->count == 1 && first->format != NULL) ||
        sortid_recognize(&reading, sizeof reading, 1, &count, found->text, found->length, &options,
                         NULL) != SORTID_OK)
        return first->kind;
    *unix_ms = reading.has_time != 0 ? (double)reading.unix_ms : (double)__builtin_nanf("");
    return reading.kind;
}

static void describe(const struct found_id *found)
{
    count_to(found->text);
    result.line = (double)finding.line;
    result.column = (double)finding.column;
    result.kind = index_of(likeliest(found, &result.unix_ms));
    result.at = (double)(size_t)found->text;
    result.length = (double)found->length;
}

/* The next ID, described in the result; false: there is none in these bytes. */
EXPORT("findNext") bool find_next(void)
{
    struct found_id found;
    if (!scan_next(&found, &finding.scan) || found.text >= finding.next)
        return false;
    if (found.text + found.length > finding.next)
        finding.next = found.text + found.length;
    describe(&found);
    return true;
}

EXPORT("findResult") const double *find_result(void)
{
    return &result.line;
}

/* Ends a piece: moves the bytes that are still needed to the beginning of the input; returns their
 * number. */
EXPORT("findEnd") size_t find_end(void)
{
    const char *begin = finding.next - page_input > CONTEXT ? finding.next - CONTEXT : page_input;
    size_t kept = (size_t)(finding.end - begin);
    count_to(finding.next);
    finding.from = finding.counted = page_input + (finding.next - begin);
    memmove(page_input, begin, kept);
    return kept;
}

/* The lines so far; a last one without an end counts. */
EXPORT("findLines") double find_lines(void)
{
    return (double)(finding.line - (finding.column == 0));
}
