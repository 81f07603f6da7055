/* SPDX-License-Identifier: MIT */
/* scan.c: an ID lies within a run: bytes that are all in one set, as long as the shortest text or
 * longer. next_run() finds runs without reading every byte: it looks at the last byte that a run at
 * `at` must have, and goes back from there to the last byte that is not in the set. The next run
 * begins after that one. In usual text, where words have five or six letters, it reads one byte of
 * five. A table of 256 tells whether a byte is in the set.
 *
 *     at                       at + least
 *     |  GET /orders/01ARZ3NDEKT  S V 4 ...
 *                   ^ the last byte outside of the set: the next run begins after it
 *
 * Within a run, each place where an ID may begin is tried: first the two bytes at which the fewest
 * are valid (the first digit and the hyphens or the version), then by the library's reader. */
#include "scan.h"
#include "../ids/format_info.h"

#include <string.h>

/* Many words look like IDs of shorter texts: any word of 12 letters and digits is a scru64. */
#define SHORTEST_WORD 20

/* Longer than most words of a text. */
#define WORD_LENGTH 8

static bool is_word_byte(char c)
{
    unsigned char byte = (unsigned char)c;
    return (byte | 32u) - 'a' < 26u || byte - (unsigned)'0' < 10u;
}

static bool has(const struct byte_set *set, char c)
{
    return set->has[(unsigned char)c];
}

/* Whether eight bytes are in the set, without a branch for each. */
static bool has_eight(const struct byte_set *set, const char *text)
{
    return ((unsigned)has(set, text[0]) & has(set, text[1]) & has(set, text[2]) &
            has(set, text[3]) & has(set, text[4]) & has(set, text[5]) & has(set, text[6]) &
            has(set, text[7])) != 0;
}

/* Writes the text of the smallest ID; returns its length. */
static size_t print_sample(char text[SORTID_TYPEID_TEXT_SIZE], const struct decoder *decoder)
{
    uint8_t id[SORTID_MAX_SIZE];
    if (sortid_format_min(decoder->format, id) != SORTID_OK)
        return 0; /* not a format */
    if (decoder->is_typeid)
        return typeid_print_ids(text, NULL, id, 1, '\n') - 1;
    return print_id(text, decoder->format, decoder->encoding, id);
}

/* The bytes that are valid at a place: those with which the sample is an ID. The sample has the
 * smallest digit at every other place, so no other text allows more. Returns their number. */
static size_t find_valid(struct byte_set *valid, const struct scan_format *format,
                         const char *sample, size_t place)
{
    char text[SORTID_TYPEID_TEXT_SIZE];
    uint8_t id[SORTID_MAX_SIZE];
    size_t count = 0, position;
    memcpy(text, sample, format->length);
    memset(valid, 0, sizeof *valid);
    for (int byte = '!'; byte <= '~'; byte++) {
        text[place] = (char)byte;
        valid->has[byte] =
            decode(id, &position, &format->decoder, text, format->length) == SORTID_OK;
        count += valid->has[byte];
    }
    return count;
}

static void add_set(struct byte_set *to, const struct byte_set *from)
{
    for (size_t i = 0; i < sizeof to->has; i++)
        to->has[i] |= from->has[i];
}

/* Chooses the probes, and adds all bytes of the texts to the bytes of runs. */
static void learn_texts(struct scanner *scanner, struct scan_format *format)
{
    char sample[SORTID_TYPEID_TEXT_SIZE];
    size_t fewest[2] = {SIZE_MAX, SIZE_MAX};
    format->length = print_sample(sample, &format->decoder);
    for (size_t place = 0; place < format->length; place++) {
        struct byte_set valid;
        size_t count = find_valid(&valid, format, sample, place);
        size_t worse = fewest[0] > fewest[1] ? 0 : 1;
        add_set(&scanner->in_run, &valid);
        if (count >= fewest[worse])
            continue;
        fewest[worse] = count;
        format->probes[worse] = place;
        format->valid[worse] = valid;
    }
}

static void add_format(struct scanner *scanner, const struct decoder *decoder)
{
    struct scan_format *format = &scanner->formats[scanner->count++];
    format->decoder = *decoder;
    learn_texts(scanner, format);
    if (format->length < scanner->least)
        scanner->least = format->length;
}

void scanner_init(struct scanner *scanner, const struct decoder *decoder)
{
    const sortid_format *format;
    memset(scanner, 0, sizeof *scanner);
    scanner->least = SIZE_MAX;
    scanner->until_ms = UINT64_MAX;
    if (decoder != NULL) {
        add_format(scanner, decoder);
        return;
    }
    for (size_t i = 0; (format = sortid_format_at(i)) != NULL; i++)
        if (info_of(format)->text_length >= SHORTEST_WORD && scanner->count < SCAN_FORMATS)
            add_format(scanner, &(struct decoder){.format = format});
    scanner->whole_words = true;
    for (int byte = 0; byte < 128; byte++)
        scanner->in_run.has[byte] |= is_word_byte((char)byte);
}

void scan_begin(struct scan *scan, const struct scanner *scanner, const char *begin,
                const char *end)
{
    *scan = (struct scan){
        .at = begin, .scanner = scanner, .begin = begin, .end = end, .run_end = begin};
}

/* Goes back from `last` over bytes of the set, at most to `at`. Most calls end in a word of a few
 * letters; what is longer often is an ID, and passed by eight bytes without a branch for each. One
 * loop for both mispredicts its end at each ID: with an ID in each line of 137 bytes `find ulid`
 * then takes 105 ns a line, not 66 (Intel 6/167); with blocks of eight alone, half of the speed is
 * lost where few lines have an ID. */
static const char *pass_back(const struct byte_set *set, const char *at, const char *last)
{
    for (size_t i = 0; i < WORD_LENGTH; i++, last--)
        if (last == at || !has(set, last[-1]))
            return last;
    while (last - at >= 8 && has_eight(set, last - 8))
        last -= 8;
    while (last > at && has(set, last[-1]))
        last--;
    return last;
}

/* Moves to the next run; false: there is none. `at` is at the start of the text or after a byte
 * that is in no run, or its run was searched up to run_end. */
static bool next_run(struct scan *scan)
{
    const struct byte_set *in_run = &scan->scanner->in_run;
    size_t least = scan->scanner->least;
    const char *at = scan->at;
    while ((size_t)(scan->end - at) >= least) {
        const char *last = pass_back(in_run, at, at + least);
        if (last > at) {
            at = last;
            continue;
        }
        last = at + least;
        while (last < scan->end && has(in_run, *last))
            last++;
        scan->at = at;
        scan->run_end = last;
        return true;
    }
    scan->at = scan->run_end = scan->end;
    return false;
}

static bool is_after_prefix(const struct scan *scan)
{
    const struct scanner *scanner = scan->scanner;
    size_t before = (size_t)(scan->at - scan->begin), length = scanner->prefix_length;
    if (before < length + 1 || scan->at[-1] != '_')
        return false;
    const char *prefix = scan->at - 1 - length;
    if (memcmp(prefix, scanner->prefix, length) != 0)
        return false;
    return prefix == scan->begin || (!is_word_byte(prefix[-1]) && prefix[-1] != '_');
}

/* Whether an ID may begin here, whatever its format. */
static bool may_begin(const struct scan *scan)
{
    const struct scanner *scanner = scan->scanner;
    if (scanner->whole_words && scan->at > scan->begin && is_word_byte(scan->at[-1]))
        return false;
    return scanner->prefix == NULL || is_after_prefix(scan);
}

static bool may_end(const struct scan *scan, const char *end)
{
    return !scan->scanner->whole_words || end == scan->end || !is_word_byte(*end);
}

static bool looks_like(const struct scan_format *format, const char *text)
{
    return has(&format->valid[0], text[format->probes[0]]) &&
           has(&format->valid[1], text[format->probes[1]]);
}

/* Reads the text as a format; a text of another time is not an ID. */
static bool read_as(struct found_reading *reading, const struct scanner *scanner,
                    const struct scan_format *format, const char *text)
{
    size_t position;
    if (decode(reading->id, &position, &format->decoder, text, format->length) != SORTID_OK)
        return false;
    reading->format = format->decoder.format;
    reading->unix_ms = sortid_format_unix_ms(reading->format, reading->id);
    return reading->unix_ms >= scanner->since_ms && reading->unix_ms < scanner->until_ms;
}

/* Reads the ID at scan->at in all formats of the first length that has one. */
static bool read_here(struct found_id *found, const struct scan *scan)
{
    const struct scanner *scanner = scan->scanner;
    size_t left = (size_t)(scan->run_end - scan->at);
    found->count = 0;
    for (size_t i = 0; i < scanner->count; i++) {
        const struct scan_format *format = &scanner->formats[i];
        if (format->length > left || !looks_like(format, scan->at) ||
            !may_end(scan, scan->at + format->length))
            continue;
        if (found->count > 0 && found->length != format->length)
            continue;
        if (!read_as(&found->readings[found->count], scanner, format, scan->at))
            continue;
        found->text = scan->at;
        found->length = format->length;
        found->count++;
    }
    return found->count > 0;
}

static bool search_run(struct found_id *found, struct scan *scan)
{
    size_t least = scan->scanner->least;
    for (; scan->at < scan->run_end && (size_t)(scan->run_end - scan->at) >= least; scan->at++) {
        if (!may_begin(scan) || !read_here(found, scan))
            continue;
        scan->at += found->length;
        return true;
    }
    if (scan->at < scan->run_end)
        scan->at = scan->run_end;
    return false;
}

bool scan_next(struct found_id *found, struct scan *scan)
{
    do
        if (search_run(found, scan))
            return true;
    while (next_run(scan));
    return false;
}
