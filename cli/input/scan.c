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
 * Within a run, each place where a word begins is tried, or each place at all: first the two bytes
 * at which the fewest are valid (the first digit and the hyphens or the version), then by the
 * library's reader. */
#include "scan.h"
#include "words.h"
#include "../ids/reading.h"

#include <ctype.h>
#include <string.h>

/* Longer than most words of a text. */
#define WORD_LENGTH 8

/* At either end of an ID so many characters may belong to an escape or a unit instead. */
#define END_LENGTH 2

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

/* The digits that a number of an ID has at least, and at most. */
#define NUMBER_LEAST 15
#define NUMBER_MOST  49

/* Reads a text without marks; a kind without times has all of them. */
static bool read_digits(struct found_reading *reading, const struct scan_format *format,
                        const char *text, size_t length)
{
    const struct decoder *decoder = &format->decoder;
    sortid_reading recognized;
    size_t position;
    if (decoder->format != NULL) {
        if (decode(reading->id, &position, decoder, text, length) != SORTID_OK)
            return false;
        reading->unix_ms = sortid_format_unix_ms(decoder->format, reading->id);
        return true;
    }
    if (!reading_in_form(&recognized, text, length, decoder->kind, decoder->form))
        return false;
    memcpy(reading->id, recognized.id, sizeof reading->id);
    reading->unix_ms = recognized.has_time != 0 ? (uint64_t)recognized.unix_ms : SCAN_NO_TIME;
    return true;
}

/* Writes the text of an ID of zeros, with the version of a UUID; returns its length, 0 if none is an
 * ID. */
static size_t print_sample(char text[ENCODED_SIZE], const struct scan_format *format)
{
    const struct decoder *decoder = &format->decoder;
    for (unsigned version = 0; version < 9; version++) {
        struct found_reading reading;
        uint8_t id[SORTID_MAX_SIZE] = {[6] = (uint8_t)(version << 4), [8] = version > 0 ? 0x80 : 0};
        size_t length = encoding_print(text, decoder->form, decoder->kind, NULL, id);
        size_t marks = format->before + format->after;
        if (length <= marks)
            continue;
        memmove(text, text + format->before, length - marks);
        if (read_digits(&reading, format, text, length - marks))
            return length - marks;
    }
    return 0;
}

/* The bytes that are valid at a place: those with which the sample is an ID. The sample has the
 * smallest digit at every other place, so no other text allows more. Returns their number; sets
 * whether the digits "a" and "A" differ. */
static size_t find_valid(struct byte_set *valid, struct scan_format *format, const char *sample,
                         size_t place)
{
    char text[ENCODED_SIZE];
    struct found_reading reading = {0};
    uint8_t upper[SORTID_MAX_SIZE] = {0};
    size_t count = 0;
    memcpy(text, sample, format->length);
    memset(valid, 0, sizeof *valid);
    for (int byte = '!'; byte <= '~'; byte++) {
        text[place] = (char)byte;
        valid->has[byte] = read_digits(&reading, format, text, format->length);
        count += valid->has[byte];
        format->has_time = reading.unix_ms != SCAN_NO_TIME;
        if (byte == 'A')
            memcpy(upper, reading.id, sizeof upper);
        if (byte == 'a' && valid->has['A'] && valid->has['a'])
            format->has_cases = memcmp(upper, reading.id, sizeof upper) != 0;
    }
    return count;
}

/* Numbers of IDs have different lengths; any digits may be at their places. */
static void learn_numbers(struct scan_format *format, const char *sample)
{
    struct found_reading reading;
    format->has_time =
        read_digits(&reading, format, sample, format->length) && reading.unix_ms != SCAN_NO_TIME;
    if (format->length < NUMBER_LEAST)
        format->length = NUMBER_LEAST;
    for (int digit = '0'; digit <= '9'; digit++)
        format->valid[0].has[digit] = format->valid[1].has[digit] = true;
}

/* Chooses the probes, and adds all bytes of the texts to the bytes of runs. */
static void learn_texts(struct scanner *scanner, struct scan_format *format)
{
    char sample[ENCODED_SIZE];
    size_t fewest[2] = {SIZE_MAX, SIZE_MAX};
    format->length = print_sample(sample, format);
    format->is_number =
        format->length == 1 ||
        (format->length > 0 && format->decoder.form->encoding == SORTID_ENCODING_INT);
    if (format->is_number) {
        learn_numbers(format, sample);
        return;
    }
    format->is_hex = true;
    for (size_t place = 0; place < format->length; place++) {
        struct byte_set valid;
        size_t count = find_valid(&valid, format, sample, place);
        size_t worse = fewest[0] > fewest[1] ? 0 : 1;
        for (size_t i = 0; i < sizeof valid.has; i++)
            scanner->in_run.has[i] |= valid.has[i];
        format->is_hex = format->is_hex && !valid.has['g'];
        if (count >= fewest[worse])
            continue;
        fewest[worse] = count;
        format->probes[worse] = place;
        format->valid[worse] = valid;
    }
}

/* What bytes of a text are: bits that can be joined. */
enum { IS_DIGIT = 1, IS_HEX_LETTER = 2, IS_OTHER = 4, IS_LOWER = 8, IS_UPPER = 16 };

static uint8_t class_of(int byte)
{
    bool is_digit = byte >= '0' && byte <= '9';
    bool is_lower = byte >= 'a' && byte <= 'z', is_upper = byte >= 'A' && byte <= 'Z';
    bool is_hex = (is_lower || is_upper) && (byte | 32) <= 'f';
    return (uint8_t)((is_digit ? IS_DIGIT
                      : is_hex ? IS_HEX_LETTER
                               : IS_OTHER) |
                     (is_lower ? IS_LOWER : 0) | (is_upper ? IS_UPPER : 0));
}

static void add_format(struct scanner *scanner, const struct decoder *decoder)
{
    struct scan_format *format = &scanner->formats[scanner->count];
    const struct encoding_name *form = decoder->form;
    *format = (struct scan_format){.decoder = *decoder};
    if (form->encoding == SORTID_ENCODING_BIN)
        return;
    format->before = form->before != NULL ? strlen(form->before) : 0;
    format->after = form->after != NULL ? strlen(form->after) : 0;
    format->has_prefix = strcmp(kind_info_of(decoder->kind)->name, "typeid") == 0;
    learn_texts(scanner, format);
    format->has_time = format->has_time || format->has_prefix; // those of version 7
    bool is_short = decoder->format == NULL && format->length < SCAN_SHORTEST && !format->is_number;
    bool is_guess = scanner->is_guess && (format->is_number || format->has_prefix);
    if (format->length == 0 || is_short || is_guess)
        return;
    scanner->count++;
    if (format->length < scanner->least)
        scanner->least = format->length;
}

static void begin_scanner(struct scanner *scanner)
{
    memset(scanner, 0, sizeof *scanner);
    scanner->least = SIZE_MAX;
    scanner->until_ms = UINT64_MAX;
    for (int byte = 0; byte < 256; byte++) {
        scanner->in_run.has[byte] = is_word_byte((char)byte);
        scanner->classes[byte] = class_of(byte);
    }
}

bool scanner_init_all(struct scanner *scanner, bool has_others)
{
    const sortid_kind *kind;
    begin_scanner(scanner);
    scanner->is_guess = true;
    for (size_t i = 0; (kind = sortid_kind_at(i)) != NULL && scanner->count < SCAN_FORMATS; i++) {
        const struct decoder decoder = decoder_of(kind, encoding_at(0), false);
        bool has_shape = has_others && kind_info_of(kind)->is_vague == 0;
        if (decoder.format != NULL ? decoder.length >= SCAN_SHORTEST : has_shape)
            add_format(scanner, &decoder);
    }
    return scanner->count > 0;
}

bool scanner_init(struct scanner *scanner, const struct decoder *decoders, size_t count)
{
    begin_scanner(scanner);
    for (size_t i = 0; i < count && i < SCAN_FORMATS; i++)
        add_format(scanner, &decoders[i]);
    return scanner->count > 0;
}

void scan_begin(struct scan *scan, const struct scanner *scanner, const char *begin,
                const char *end)
{
    *scan = (struct scan){.at = begin,
                          .scanner = scanner,
                          .begin = begin,
                          .end = end,
                          .run_end = begin,
                          .taken = begin};
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

/* ---- One place ----------------------------------------------------------- */

/* How good the ID at a place is: the sum of these, or 0 if there is none. */
enum { RANK_READ = 1, RANK_TIME = 2, RANK_WORD_END = 4, RANK_BEST = 7 };

static bool is_after_prefix(const struct scan *scan, const char *at)
{
    const struct scanner *scanner = scan->scanner;
    size_t before = (size_t)(at - scan->begin), length = scanner->prefix_length;
    if (before < length + 1 || at[-1] != '_')
        return false;
    const char *prefix = at - 1 - length;
    if (memcmp(prefix, scanner->prefix, length) != 0)
        return false;
    return prefix == scan->begin ||
           (prefix[-1] != '_' && word_begins(prefix, scan->begin, scan->end));
}

static bool looks_like(const struct scan_format *format, const char *text)
{
    return has(&format->valid[0], text[format->probes[0]]) &&
           has(&format->valid[1], text[format->probes[1]]);
}

static bool ends_in_zeros(const char *text, size_t length)
{
    static const char zeros[] = "00000000";
    return memcmp(text + length - strlen(zeros), zeros, strlen(zeros)) == 0;
}

/* Whether a single "=" ends a word: the padding of base64. */
static bool has_padding(const struct scan *scan, const char *end)
{
    if (end == scan->end || *end != '=')
        return false;
    return end + 1 == scan->end ||
           (!is_word_byte(end[1]) && end[1] != '=' && end[1] != '>' && end[1] != '%');
}

/* What the bytes of a text are, in one set. */
static unsigned classes_of(const struct scanner *scanner, const char *text, const char *end)
{
    unsigned classes = 0;
    while (text < end)
        classes |= scanner->classes[(unsigned char)*text++];
    return classes;
}

/* The ID at a place, if there is one. */
struct candidate {
    const char *text; /* its digits, and how many they are */
    size_t length;
    const char *digits;      /* the first that are not perhaps an escape */
    const char *begin, *end; /* with its marks or prefix */
};

/* Whether a text is more likely of another kind. Hex digits are a part of a hash, and digits a
 * number: an ID that is not the least of its time has only such digits once in 2^20 at most. They
 * begin at `digits`, after an escape. In a format where case matters an ID has letters of both
 * cases, as base64 has, and not only by the two bytes at an end, which may belong to an escape or
 * a unit; where the format is a guess, others have letters of one case. */
static bool is_unlikely(const struct scan *scan, const struct scan_format *format,
                        const struct candidate *id)
{
    const struct scanner *scanner = scan->scanner;
    const char *text = id->text, *end = text + id->length;
    const unsigned both = IS_LOWER | IS_UPPER;
    if (format->is_hex || format->is_number)
        return false;
    if ((classes_of(scanner, id->digits, end) & IS_OTHER) == 0)
        return !ends_in_zeros(text, id->length);
    if (format->has_cases)
        return has_padding(scan, end) ||
               (classes_of(scanner, text + END_LENGTH, end - END_LENGTH) & both) != both;
    return scanner->is_guess && (classes_of(scanner, text, end) & both) == both;
}

/* The first byte of the prefix of a TypeID whose digits are at a place; NULL: there is none. */
static const char *typeid_begin(const struct scan *scan, const char *at)
{
    const char *begin = at - 1;
    if (at == scan->taken || *begin != '_')
        return NULL;
    while (begin > scan->taken && at - begin <= SORTID_TYPEID_PREFIX_SIZE &&
           (begin[-1] == '_' || (begin[-1] >= 'a' && begin[-1] <= 'z')))
        begin--;
    while (*begin == '_' && begin < at - 1)
        begin++;
    return begin == at - 1 || (begin > scan->begin && is_word_byte(begin[-1])) ? NULL : begin;
}

/* Finds the bytes of an ID of the format that would begin at a place; false: they are not there. */
static bool find_bytes(struct candidate *id, const struct scan *scan,
                       const struct scan_format *format)
{
    const struct encoding_name *form = format->decoder.form;
    size_t left = (size_t)(scan->run_end - id->text);
    id->length = format->length;
    if (format->length > left || !looks_like(format, id->text))
        return false;
    while (format->is_number && id->length < left && id->length < NUMBER_MOST &&
           scan->scanner->classes[(unsigned char)id->text[id->length]] == IS_DIGIT)
        id->length++;
    id->begin = id->text;
    id->end = id->text + id->length;
    if (format->has_prefix)
        id->begin = typeid_begin(scan, id->text);
    if (format->before == 0)
        return id->begin != NULL;
    if (id->text - scan->taken < (ptrdiff_t)format->before ||
        (size_t)(scan->end - id->end) < format->after)
        return false;
    id->begin -= format->before;
    id->end += format->after;
    return memcmp(id->begin, form->before, format->before) == 0 &&
           (format->after == 0 || memcmp(id->end - format->after, form->after, format->after) == 0);
}

/* Reads the bytes as a format; a text of another time is not an ID. */
static bool read_as(struct found_reading *reading, const struct scan *scan,
                    const struct scan_format *format, const struct candidate *id)
{
    const struct scanner *scanner = scan->scanner;
    const char *text = format->has_prefix ? id->begin : id->text;
    if (!read_digits(reading, format, text, (size_t)(id->text + id->length - text)))
        return false;
    reading->format = format->decoder.format;
    reading->kind = format->decoder.kind;
    reading->is_plausible =
        (reading->unix_ms >= scanner->since_ms && reading->unix_ms < scanner->until_ms) ||
        reading->unix_ms == SCAN_NO_TIME;
    return (reading->is_plausible || scanner->any_time) &&
           (scanner->anywhere || !is_unlikely(scan, format, id));
}

/* Reads the ID at a place in all formats of the first length that has one. Returns how good it is,
 * 0: there is none. `digits` is that place, or a later one if the bytes before it may be an escape:
 * then only IDs of other kinds are read, and judged by what follows the escape. */
static unsigned read_at(struct found_id *found, const struct scan *scan, const char *at,
                        const char *digits)
{
    const struct scanner *scanner = scan->scanner;
    unsigned rank = 0;
    found->count = 0;
    for (size_t i = 0; i < scanner->count; i++) {
        const struct scan_format *format = &scanner->formats[i];
        struct found_reading *reading = &found->readings[found->count];
        struct candidate id = {.text = at, .digits = digits};
        if (!find_bytes(&id, scan, format) ||
            (found->count > 0 && found->length != (size_t)(id.end - id.begin)) ||
            (digits > at && format->decoder.format != NULL) ||
            (scanner->prefix != NULL && !is_after_prefix(scan, id.text)))
            continue;
        // of =20123... the whole number is more likely than an escape and the rest of it
        bool is_rest = format->is_number && at > scan->begin && isdigit((unsigned char)at[-1]);
        bool ends = id.end == scan->end || !is_word_byte(*id.end);
        if (!(ends || (scanner->anywhere && !format->is_number)) ||
            !read_as(reading, scan, format, &id))
            continue;
        found->text = id.begin;
        found->length = (size_t)(id.end - id.begin);
        found->count++;
        rank |= RANK_READ | (ends && !is_rest ? RANK_WORD_END : 0u) |
                (reading->is_plausible ? RANK_TIME : 0u);
    }
    return rank;
}

/* ---- Search -------------------------------------------------------------- */

/* Replaces what was found by the ID at a place, if that is better. */
static void take_better(struct found_id *found, unsigned *rank, const struct scan *scan,
                        const char *at, const char *digits)
{
    struct found_id other;
    unsigned other_rank = read_at(*rank == 0 ? found : &other, scan, at, digits);
    if (*rank != 0 && other_rank > *rank)
        *found = other;
    if (other_rank > *rank)
        *rank = other_rank;
}

/* Whether a word has eight hex digits and a hyphen follows: it is hardly an escape before a word. */
static bool is_start_of_uuid(const char *word, const char *end)
{
    size_t digits = 0;
    while (word + digits < end && isxdigit((unsigned char)word[digits]))
        digits++;
    return digits == 8 && word + digits < end && word[digits] == '-';
}

/* The best ID of those that begin with the word at scan->at, or after its escapes. Of equals it is
 * the last: what an escape and an ID after it look like together is rare. */
static bool find_in_word(struct found_id *found, const struct scan *scan)
{
    struct word_begins begins;
    const char *word = scan->at;
    unsigned rank = 0;
    while (word > scan->begin && is_word_byte(word[-1]))
        word--;
    find_word_begins(&begins, word, scan->begin, scan->run_end);
    bool is_escape = begins.is_escape && !is_start_of_uuid(word, scan->run_end);
    for (size_t i = begins.count; i-- > 0 && rank < RANK_BEST;)
        if (begins.places[i] >= scan->at)
            take_better(found, &rank, scan, begins.places[i],
                        begins.places[i == 0 && is_escape ? begins.count - 1 : i]);
    return rank > 0;
}

/* The best ID of the one at scan->at and those that overlap it. */
static bool find_overlapping(struct found_id *found, const struct scan *scan)
{
    unsigned rank = 0;
    take_better(found, &rank, scan, scan->at, scan->at);
    if (rank == 0)
        return false;
    const char *end = found->text + found->length;
    for (const char *at = scan->at + 1; at < end && rank < RANK_BEST; at++)
        take_better(found, &rank, scan, at, at);
    return true;
}

static bool search_run(struct found_id *found, struct scan *scan)
{
    const struct scanner *scanner = scan->scanner;
    while (scan->run_end - scan->at >= (ptrdiff_t)scanner->least) {
        if (scanner->anywhere ? find_overlapping(found, scan) : find_in_word(found, scan)) {
            scan->at = scan->taken = found->text + found->length;
            return true;
        }
        if (scanner->anywhere) {
            scan->at++;
            continue;
        }
        while (scan->at < scan->run_end && is_word_byte(*scan->at))
            scan->at++;
        while (scan->at < scan->run_end && !is_word_byte(*scan->at))
            scan->at++;
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
