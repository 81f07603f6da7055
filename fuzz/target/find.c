/* SPDX-License-Identifier: MIT */
/* find.c: fuzz target: `sortid find --only`, `filter` and `sort` in process, compared with a judge
 * that tries each place of each line with the oracle's reader and splits fields by itself. After
 * `find`, `annotate` must write what it found, as `convert --in-text` does for a form, and change
 * no other byte. The first bytes choose the command, its options and where reads and writes stop;
 * the rest is standard input: 0x1d F T S is an ID of format F, or of the form, at time T and S,
 * 0x1e a prefix, 0x1c E an escape, 0x1b N C many bytes C. */
#include "../lines.h"

#include "cli/lines/rewrite.h"
#include "cli/options/options.h"
#include "tests/support/oracle.h"

#include <ctype.h>
#include <inttypes.h>
#include <regex.h>
#include <time.h>

#define MOST        600000
#define MOST_LINES  4000
#define MOST_IDS    20000
#define PREFIX      "ab"
#define MAX_REPORTS 20

/* 2000-01-01, and a year. */
#define SINCE_MS UINT64_C(946684800000)
#define YEAR_MS  UINT64_C(31536000000)

enum tried { TRY_FIND, TRY_FILTER, TRY_SORT, TRIES };

/* A kind and an encoding of -f and -i whose digits have no two cases. */
struct form {
    const support_format *format; /* NULL: another kind */
    const char *kind, *encoding;  /* encoding NULL: no -i */
    const char *before, *after;   /* marks */
    size_t length;                /* of the digits; 0: a number */
    bool has_letters;             /* beyond f */
};
static const struct form forms[] = {{SUPPORT_ULID, "ulid", "hex", "", "", 32, false},
                                    {SUPPORT_ULID, "ulid", "0x", "0x", "", 32, false},
                                    {SUPPORT_ULID, "ulid", "blob", "X'", "'", 32, false},
                                    {SUPPORT_KSUID, "ksuid", "bytea", "\\x", "", 40, false},
                                    {SUPPORT_SCRU128, "scru128", "guid", "", "", 32, false},
                                    {SUPPORT_ULID, "ulid", "urn", "urn:uuid:", "", 36, false},
                                    {SUPPORT_UUIDV7, "uuidv7", "braces", "{", "}", 36, false},
                                    {SUPPORT_UUIDV7, "uuidv7", "int", "", "", 0, false},
                                    {SUPPORT_SCRU160, "scru160", "int", "", "", 0, false},
                                    {SUPPORT_UUIDV7, "uuidv7", "typeid", "", "", 26, true},
                                    {NULL, "typeid", NULL, "", "", 26, true},
                                    {NULL, "objectid", NULL, "", "", 24, false},
                                    {NULL, "snowflake-twitter", NULL, "", "", 0, false}};
#define NUMBER_LEAST 15
#define NUMBER_MOST  49

/* What the options mean. */
struct question {
    enum tried tried;
    const struct form *form;      /* NULL: the text of: */
    const support_format *format; /* NULL: all */
    bool anywhere, any_time, prefix, csv;
    uint64_t field, now_ms;
};

struct reading {
    const support_format *format;
    uint64_t unix_ms;
    bool is_plausible;
    size_t size; /* of an ID of a form */
    uint8_t id[SUPPORT_MAX_SIZE];
};

struct judged_id {
    size_t at, length; /* in the line */
    size_t count;
    unsigned rank; /* how good it is where IDs overlap */
    struct reading readings[SUPPORT_FORMATS];
};

struct judged_line {
    const char *text;
    size_t length, number;
    const struct judged_id *first; /* NULL: no ID */
    const struct reading *key;     /* of sort */
};

static struct {
    char bytes[MOST + 1];
    size_t size;
    struct judged_line lines[MOST_LINES];
    size_t line_count;
    struct judged_id places[MOST_IDS];
    size_t place_count;
    size_t taken;           /* the end of the last ID in the line */
    const char *open_quote; /* in a record of CSV that is not whole; NULL: none */
} text;

/* ---- Input ----------------------------------------------------------------------------------- */

static void add(const char *bytes, size_t size)
{
    if (size > MOST - text.size)
        size = MOST - text.size;
    memcpy(text.bytes + text.size, bytes, size);
    text.size += size;
}

/* An ID of the form, at a time. */
static void add_form(const struct form *form, uint64_t ms, uint8_t last)
{
    char written[JUDGE_WRITTEN];
    judge_found found = {.kind = form->kind, .format = form->format, .size = 16};
    const support_format *format = form->format != NULL ? form->format : SUPPORT_UUIDV7;
    support_id_at(found.id, format, (ms - format->timestamp_zero) / format->timestamp_unit, false);
    if (form->format != NULL)
        found.size = format->size;
    else if (strcmp(form->kind, "objectid") == 0)
        oracle_set_bits(found.id, 0, 8 * (found.size = 12), ms / 1000 << 32);
    else if (strcmp(form->kind, "typeid") != 0)
        oracle_set_bits(found.id, 0, 8 * (found.size = 8), (ms - UINT64_C(1288834974657)) << 22);
    if (strcmp(form->kind, "typeid") == 0)
        strcpy(found.prefix, "or_d");
    found.id[found.size - 1] = last;
    add(written,
        judge_write(written, &found, form->encoding != NULL ? form->encoding : "text", NULL));
}

static void add_id(const struct form *form, struct fuzz_input *input)
{
    static const uint64_t times[] = {SINCE_MS - 1,
                                     SINCE_MS,
                                     UINT64_C(1500000000000),
                                     UINT64_C(1600000000000),
                                     UINT64_C(1700000000000),
                                     UINT64_C(1793000000000),
                                     UINT64_C(1890000000000),
                                     UINT64_C(2500000000000)};
    const support_format *format = &support_formats[fuzz_below(input, SUPPORT_FORMATS)];
    uint64_t ms = times[fuzz_below(input, 8)];
    uint8_t id[SUPPORT_MAX_SIZE];
    char printed[SUPPORT_MAX_TEXT];
    if (form != NULL && ms > UINT64_C(1400000000000) && format < SUPPORT_ULID) {
        add_form(form, ms, fuzz_byte(input));
        return;
    }
    if (ms < format->timestamp_zero)
        ms = format->timestamp_zero;
    support_id_at(id, format, (ms - format->timestamp_zero) / format->timestamp_unit, false);
    id[format->size - 1] = fuzz_byte(input);
    support_set_fixed(id, format);
    add(printed, judge_print(printed, format, SORTID_ENCODING_TEXT, id));
}

static void add_run(struct fuzz_input *input)
{
    unsigned exponent = fuzz_below(input, 20);
    char byte = (char)fuzz_byte(input);
    if (byte != ' ' && exponent > 8)
        exponent = 8; // each place costs the judge a try
    for (size_t i = 0; i < (size_t)1 << exponent; i++)
        add(&byte, 1);
}

static void add_escape(struct fuzz_input *input)
{
    static const char *const escapes[] = {"%22",     "%2522",  "\\n",    "\\u0022", "\\x41",
                                          "\\012",   "#011",   "^I",     "=3D",     "\x1b[1;3",
                                          "2m",      "\x1b(B", "\\e[1m", "0x",      "'%2a",
                                          "\x9b;1m", "\\0033", "%5B3",   "\x1b#8"};
    const char *escape = escapes[fuzz_below(input, sizeof escapes / sizeof *escapes)];
    add(escape, strlen(escape));
}

static void expand(const struct form *form, struct fuzz_input *input)
{
    text.size = text.line_count = text.place_count = 0;
    text.open_quote = NULL;
    add("--\n", 3); // not a byte order mark
    while (input->left > 0) {
        char byte = (char)fuzz_byte(input);
        if (byte == 0x1d)
            add_id(form, input);
        else if (byte == 0x1e)
            add(PREFIX "_", strlen(PREFIX "_"));
        else if (byte == 0x1b)
            add_run(input);
        else if (byte == 0x1c)
            add_escape(input);
        else
            add(&byte, 1);
    }
}

/* ---- The judge ------------------------------------------------------------------------------- */

static bool is_word(int byte)
{
    return byte != '\0' &&
           strchr("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", byte) != NULL;
}

/* What may stand before an ID: an escape whose bytes are hardly the start of a word (SURE), or may
 * be (DOUBTFUL). */
#define HEX2    "[0-9A-Fa-f]{2}"
#define NUMBERS "([0-?]{0,31}[:-?])?[0-9]{0,32}[A-Za-z]"
#define SIGNS   "([ -?]{0,31}[ -/:-?])?[0-9]{0,32}[A-Za-z]"
#define PRINTED "(25)*([2-7][0-9A-Fa-f]|0[9AaDd])"
#define SURE                                                                                       \
    "((^|[^'\"])%" PRINTED "|%u[0-9A-Fa-f]{4}|\\\\([abefnrtvxE]|x" HEX2 "|u(" HEX2 "){2}|U(" HEX2  \
    "){4})|\x1b\\[" SIGNS "|\x1b[ -/]{1,31}[0-9A-Za-z])$"
#define DOUBTFUL                                                                                   \
    "(%(25)*" HEX2 "|%(25)*[35][Bb][0-9]{0,32}[A-Za-z]|\\\\([0-7]{1,3}|0[0-7]{3})|#[0-7]{3}|"      \
    "=[0-9A-F]{2}|\\^[0-9A-Za-z]|\x1b[0-9A-Za-z]|\x02" SIGNS "|\\[" NUMBERS                        \
    "|(^|[^0-9A-Za-z])0[xX])$"
#define CSI        0x9b
#define BEFORE_MAX 80

/* Whether what is before a place ends with an escape. */
static bool is_after(bool is_sure, const struct judged_line *line, size_t at)
{
    static regex_t patterns[2];
    static bool are_compiled;
    char before[BEFORE_MAX + 1];
    size_t length = at < BEFORE_MAX ? at : BEFORE_MAX;
    if (!are_compiled)
        MUST(regcomp(&patterns[0], DOUBTFUL, REG_EXTENDED | REG_NOSUB) == 0 &&
                 regcomp(&patterns[1], SURE, REG_EXTENDED | REG_NOSUB) == 0,
             "the patterns of escapes");
    are_compiled = true;
    memcpy(before, line->text + at - length, length);
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)before[i] == CSI)
            before[i] = 2;
        else if (before[i] == '\0' || before[i] == 2 || (unsigned char)before[i] > 126)
            before[i] = 127;
    before[length] = '\0';
    return regexec(&patterns[is_sure], before, 0, NULL, 0) == 0;
}

/* Whether a word begins at a place; an ID does not begin in a sure escape. */
static bool word_begins_at(const struct judged_line *line, size_t at, bool is_id)
{
    if (at > 0 && is_word(line->text[at - 1]))
        return is_after(true, line, at) || is_after(false, line, at);
    bool is_uuid = line->length - at > 8 && line->text[at + 8] == '-';
    for (size_t i = at; is_uuid && i < at + 8; i++)
        is_uuid = isxdigit((unsigned char)line->text[i]) != 0;
    for (size_t i = at + 1;
         is_id && !is_uuid && i <= at + 40 && i < line->length && is_word(line->text[i - 1]); i++)
        if (is_after(true, line, i))
            return false;
    return true;
}

/* Whether a text that is a format's is rather a hash, a number or base64. */
static bool is_other(const struct question *question, const support_format *format,
                     const struct judged_line *line, size_t at)
{
    char copy[SUPPORT_MAX_TEXT + 1];
    size_t length = format->text_length, end = at + length;
    memcpy(copy, line->text + at, length);
    copy[length] = '\0';
    bool is_ksuid = format == SUPPORT_KSUID;
    if (format == SUPPORT_UUIDV7)
        return false;
    if (strspn(copy, "0123456789abcdefABCDEF") == length)
        return strcmp(copy + length - 8, "00000000") != 0;
    if (is_ksuid && end < line->length && line->text[end] == '=' &&
        (end + 1 == line->length ||
         (!is_word(line->text[end + 1]) && strchr("=>%", line->text[end + 1]) == NULL)))
        return true;
    copy[is_ksuid ? length - 2 : length] = '\0';
    bool lower = strpbrk(copy + 2 * is_ksuid, "abcdefghijklmnopqrstuvwxyz") != NULL;
    bool upper = strpbrk(copy + 2 * is_ksuid, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != NULL;
    return (question->format == NULL || is_ksuid) && (lower && upper) != is_ksuid;
}

static bool read_as(struct reading *reading, const struct question *question,
                    const support_format *format, const struct judged_line *line, size_t at)
{
    judgement read =
        judge_parse(format, SORTID_ENCODING_TEXT, line->text + at, format->text_length);
    if (read.status != SORTID_OK)
        return false;
    reading->format = format;
    memcpy(reading->id, read.id, sizeof reading->id);
    reading->unix_ms = support_unix_us(format, support_timestamp(format, read.id)) / 1000;
    reading->is_plausible =
        reading->unix_ms >= SINCE_MS && reading->unix_ms < question->now_ms + YEAR_MS;
    return (reading->is_plausible || question->any_time) &&
           (question->anywhere || !is_other(question, format, line, at));
}

/* Whether `at` is after the prefix, which is a word of its own. */
static bool has_prefix(const struct judged_line *line, size_t at)
{
    size_t length = strlen(PREFIX "_");
    if (at < length || memcmp(line->text + at - length, PREFIX "_", length) != 0)
        return false;
    return at == length ||
           (line->text[at - length - 1] != '_' && word_begins_at(line, at - length, false));
}

/* The start of the prefix of a TypeID whose digits are at a place; that place: it has none. */
static size_t typeid_begin(const struct judged_line *line, size_t at)
{
    size_t begin = at, letters;
    while (begin > text.taken && at - begin <= 63 + 1 &&
           (line->text[begin - 1] == '_' || islower((unsigned char)line->text[begin - 1])))
        begin--;
    letters = begin + strspn(line->text + begin, "_");
    bool is_word_before = letters > 0 && is_word(line->text[letters - 1]);
    return at == text.taken || line->text[at - 1] != '_' || is_word_before || letters >= at
               ? at
               : letters;
}

/* Reads the bytes of a line as a form; `at` is the first digit. */
static bool read_form(struct reading *reading, const struct question *question, const char *begin,
                      size_t length, const char *digits)
{
    const struct form *form = question->form;
    const judge_asked asked = {.kinds = {form->kind}, .count = 1};
    judge_found found[JUDGE_FOUND_MAX];
    judge_digits ignored;
    *reading = (struct reading){.format = form->format, .unix_ms = UINT64_MAX};
    if (form->format != NULL) {
        reading->size = form->format->size;
        judgement read = judge_named(form->format, form->encoding, false, digits,
                                     form->length > 0 ? form->length : length);
        if (read.status != SORTID_OK)
            return false;
        memcpy(reading->id, read.id, sizeof reading->id);
        reading->unix_ms =
            support_unix_us(form->format, support_timestamp(form->format, read.id)) / 1000;
    } else {
        if (judge_readings(found, &ignored, &asked, begin, length) == 0)
            return false;
        memcpy(reading->id, found->id, reading->size = found->size);
        if (found->has_time)
            reading->unix_ms = (uint64_t)found->unix_ms;
    }
    reading->is_plausible =
        reading->unix_ms == UINT64_MAX ||
        (reading->unix_ms >= SINCE_MS && reading->unix_ms < question->now_ms + YEAR_MS);
    return reading->is_plausible || question->any_time;
}

/* Reads the ID of the form whose digits are at a place of a line; false if there is none. */
static bool judge_form(struct judged_id *place, const struct question *question,
                       const struct judged_line *line, size_t at)
{
    const struct form *form = question->form;
    const char *digits = line->text + at;
    const size_t left = line->length - at, before = strlen(form->before),
                 after = strlen(form->after);
    size_t length = form->length;
    while (form->length == 0 && length < left && length < NUMBER_MOST &&
           isdigit((unsigned char)digits[length]))
        length++;
    if (length < NUMBER_LEAST || length + after > left || at < text.taken + before ||
        memcmp(digits - before, form->before, before) != 0 ||
        memcmp(digits + length, form->after, after) != 0)
        return false;
    const bool has_prefix_too = form->format == NULL && form->has_letters;
    const size_t begin = has_prefix_too ? typeid_begin(line, at) : at - before;
    if (has_prefix_too && begin == at)
        return false;
    const size_t end = at + length + after;
    bool ends = end == line->length || !is_word(line->text[end]);
    if (!ends && !(question->anywhere && form->length > 0))
        return false;
    if (!read_form(place->readings, question, line->text + begin, end - begin, digits))
        return false;
    if (form->has_letters && !question->anywhere &&
        strspn(digits, "0123456789abcdefABCDEF") >= length &&
        memcmp(digits + length - 8, "00000000", 8) != 0)
        return false;
    place->at = begin;
    place->length = end - begin;
    place->count = 1;
    // the rest of a number, after what may be an escape, is worse than all of it
    bool is_rest = form->length == 0 && at > 0 && isdigit((unsigned char)digits[-1]);
    place->rank = 1u | (place->readings->is_plausible ? 2 : 0) | (ends && !is_rest ? 4 : 0);
    return (!question->prefix || has_prefix(line, at)) &&
           (question->anywhere || word_begins_at(line, at, form->format != NULL));
}

/* Reads the ID at a place of a line; false if there is none. */
static bool judge_place(struct judged_id *place, const struct question *question,
                        const struct judged_line *line, size_t at)
{
    *place = (struct judged_id){.at = at};
    if (!is_word(line->text[at])) // no text of a format begins with a hyphen
        return false;
    if (question->form != NULL)
        return judge_form(place, question, line, at);
    for (size_t i = 0; i < SUPPORT_FORMATS; i++) {
        const support_format *format = &support_formats[i];
        struct reading *reading = &place->readings[place->count];
        size_t length = format->text_length;
        if (question->format != NULL ? format != question->format : format == SUPPORT_SCRU64)
            continue;
        if (length > line->length - at || (place->count > 0 && length != place->length))
            continue;
        bool ends = at + length == line->length || !is_word(line->text[at + length]);
        if (!(ends || question->anywhere) || !read_as(reading, question, format, line, at))
            continue;
        place->length = length;
        place->count++;
        place->rank |= 1u | (reading->is_plausible ? 2 : 0) | (ends ? 4 : 0);
    }
    return place->count > 0 && (!question->prefix || has_prefix(line, at)) &&
           (question->anywhere || word_begins_at(line, at, true));
}

/* Replaces an ID by the best of those that overlap it: anywhere, or those that begin with the same
 * word. */
static void judge_overlaps(struct judged_id *place, const struct question *question,
                           const struct judged_line *line)
{
    size_t end = place->at + place->length;
    for (size_t at = place->at + 1; at < end; at++) {
        struct judged_id other;
        if (!question->anywhere && !is_word(line->text[at - 1]))
            break;
        if (judge_place(&other, question, line, at) &&
            (other.rank > place->rank || (other.rank == place->rank && !question->anywhere)))
            *place = other;
    }
}

static bool is_blank(char byte)
{
    return byte == ' ' || byte == '\t';
}

/* A place in a record of CSV, as the csv module of Python reads it. */
struct csv {
    bool is_quoted, is_closed; /* in quotes; after them */
    bool is_begun;             /* of the field */
    size_t opened;             /* where the quotes opened */
    uint64_t commas;
};

static void pass_byte(struct csv *csv, size_t at, char byte)
{
    bool opens = byte == '"' && !csv->is_begun;
    bool again = byte == '"' && csv->is_closed;
    csv->is_closed = byte == '"' && csv->is_quoted;
    csv->is_quoted = (csv->is_quoted && byte != '"') || opens || again;
    if (opens)
        csv->opened = at;
    bool ends = byte == ',' && !csv->is_quoted;
    csv->commas += ends;
    csv->is_begun = !ends;
}

/* The number of the field that a place of a line is in, from 1. */
static uint64_t field_of(const struct question *question, const struct judged_line *line, size_t at)
{
    uint64_t starts = 0;
    struct csv csv = {.commas = 0};
    for (size_t i = 0; i <= at; i++) {
        starts += !is_blank(line->text[i]) && (i == 0 || is_blank(line->text[i - 1]));
        pass_byte(&csv, i, line->text[i]);
    }
    return question->csv ? csv.commas + 1 : starts;
}

/* The length of the line or record that begins here; *csv says whether its quotes are open. */
static size_t length_of(struct csv *csv, const struct question *question, const char *begin,
                        const char *end)
{
    size_t length = 0;
    *csv = (struct csv){.commas = 0};
    for (; begin + length < end && (csv->is_quoted || begin[length] != '\n'); length++)
        if (question->csv)
            pass_byte(csv, length, begin[length]);
    return length;
}

static size_t count_newlines(const char *begin, size_t length)
{
    size_t count = 0;
    for (size_t i = 0; i < length; i++)
        count += begin[i] == '\n';
    return count;
}

/* Finds the IDs of a line from the left. */
static void judge_line(const struct question *question, struct judged_line *line)
{
    text.taken = 0;
    for (size_t at = 0; at < line->length && text.place_count < MOST_IDS; at++) {
        struct judged_id *place = &text.places[text.place_count];
        if (!judge_place(place, question, line, at))
            continue;
        judge_overlaps(place, question, line);
        at = place->at;
        bool counts = question->field == 0 || field_of(question, line, at) == question->field;
        if (counts && line->first == NULL)
            line->first = place;
        text.place_count += counts;
        text.taken = at + place->length;
        at = text.taken - 1;
    }
}

static void judge_lines(const struct question *question)
{
    const char *at = text.bytes, *end = text.bytes + text.size;
    size_t number = 1;
    for (; at < end && text.line_count < MOST_LINES; text.line_count++) {
        struct csv csv;
        size_t length = length_of(&csv, question, at, end);
        struct judged_line *line = &text.lines[text.line_count];
        *line = (struct judged_line){.text = at, .length = length, .number = number};
        if (csv.is_quoted) { // its record is left out
            text.open_quote = at + csv.opened;
            return;
        }
        judge_line(question, line);
        number += count_newlines(at, length) + 1;
        at += length + 1;
    }
    if (at < end) // too many lines: the command gets these only
        text.size = (size_t)(at - text.bytes);
}

/* The places of a line follow one another. */
static size_t places_of(size_t index)
{
    size_t end = text.place_count;
    for (size_t i = index + 1; i < text.line_count; i++)
        if (text.lines[i].first != NULL) {
            end = (size_t)(text.lines[i].first - text.places);
            break;
        }
    return end - (size_t)(text.lines[index].first - text.places);
}

/* ---- What must be written -------------------------------------------------------------------- */

/* Where a place of a record is: the last line that begins at or before it, and its start. */
static size_t find_line(size_t *start, const struct judged_line *line, size_t at)
{
    *start = 0;
    for (size_t i = 0; i < at; i++)
        if (line->text[i] == '\n')
            *start = i + 1;
    return line->number + count_newlines(line->text, *start);
}

static void expect_places(struct in_memory_text *output, const struct judged_line *line,
                          size_t count)
{
    char wanted[200];
    for (size_t i = 0; i < count; i++) {
        const struct judged_id *place = &line->first[i];
        size_t start, number = find_line(&start, line, place->at);
        int length = snprintf(wanted, sizeof wanted, "-:%zu:%zu:%.*s", number,
                              place->at - start + 1, (int)place->length, line->text + place->at);
        in_memory_expect(output, wanted, (size_t)length);
    }
}

/* Expects the lines of a record. */
static void expect_record(struct in_memory_text *output, const struct judged_line *line)
{
    size_t begin = 0;
    for (size_t i = 0; i <= line->length; i++)
        if (i == line->length || line->text[i] == '\n') {
            in_memory_expect(output, line->text + begin, i - begin);
            begin = i + 1;
        }
}

static void expect_open_quote(struct in_memory_text *errors)
{
    const struct judged_line *line = &text.lines[text.line_count];
    size_t start, at = (size_t)(text.open_quote - line->text);
    size_t number = find_line(&start, line, at);
    in_memory_report(errors, "-", number, at - start);
}

/* Whether filter keeps a line. An ID that several formats read, not all in the span, is judged by
 * the others: whichever the command did is right. */
static bool is_kept(const struct judged_line *line, size_t count,
                    const struct in_memory_text *output, uint64_t since, uint64_t until)
{
    bool is_doubtful = false;
    for (size_t i = 0; i < count; i++) {
        size_t in_span = 0;
        for (size_t k = 0; k < line->first[i].count; k++)
            in_span += line->first[i].readings[k].unix_ms >= since &&
                       line->first[i].readings[k].unix_ms < until;
        if (in_span == line->first[i].count)
            return true;
        is_doubtful = is_doubtful || in_span > 0;
    }
    return is_doubtful && output->size > line->length &&
           memcmp(output->text, line->text, line->length) == 0 &&
           output->text[line->length] == '\n';
}

/* The format of an ID's likeliest reading by its text alone; NULL: another kind. */
static const support_format *format_alone(const struct question *question,
                                          const struct judged_line *line)
{
    static judge_found found[JUDGE_FOUND_MAX];
    const judge_request request = {.plausible_until_ms = (int64_t)(question->now_ms + YEAR_MS)};
    judgement fault;
    size_t count =
        judge_kinds(found, &fault, &request, line->text + line->first->at, line->first->length);
    return count > 0 ? found[0].format : NULL;
}

/* Chooses the reading of each first ID. */
static void choose_keys(const struct question *question)
{
    size_t clear[SUPPORT_FORMATS] = {0};
    for (size_t i = 0; i < text.line_count && question->form != NULL; i++)
        if (text.lines[i].first != NULL)
            text.lines[i].key = text.lines[i].first->readings;
    if (question->form != NULL)
        return;
    for (size_t i = 0; i < text.line_count; i++)
        if (text.lines[i].first != NULL && text.lines[i].first->count == 1)
            clear[text.lines[i].first->readings[0].format - support_formats]++;
    for (size_t i = 0; i < text.line_count; i++) {
        struct judged_line *line = &text.lines[i];
        for (size_t k = 0; line->first != NULL && k < line->first->count; k++) {
            const struct reading *next = &line->first->readings[k], *key = line->key;
            size_t count = clear[next->format - support_formats];
            size_t most = key != NULL ? clear[key->format - support_formats] : 0;
            if (key == NULL || count > most ||
                (count == most && next->format == format_alone(question, line)))
                line->key = next;
        }
    }
}

static int compare_lines(const void *left, const void *right)
{
    const struct judged_line *a = left, *b = right;
    if (a->key == NULL || b->key == NULL)
        return (b->key != NULL) - (a->key != NULL);
    if (a->key->unix_ms != b->key->unix_ms)
        return a->key->unix_ms < b->key->unix_ms ? -1 : 1;
    if (a->key->format != b->key->format)
        return a->key->format < b->key->format ? -1 : 1;
    int order = memcmp(a->key->id, b->key->id, sizeof a->key->id);
    return order != 0 ? order : a->number < b->number ? -1 : a->number > b->number;
}

static void expect_sorted(const struct question *question, struct in_memory_text *output,
                          struct in_memory_text *errors)
{
    size_t without = 0;
    for (size_t i = 0; i < text.line_count; i++) {
        const struct judged_line *line = &text.lines[i];
        bool is_empty = line->length == 0 || (line->length == 1 && line->text[0] == '\r');
        if (line->first == NULL && !is_empty && without++ < MAX_REPORTS)
            in_memory_report(errors, "-", line->number, 0);
    }
    if (text.open_quote != NULL)
        expect_open_quote(errors);
    choose_keys(question);
    qsort(text.lines, text.line_count, sizeof *text.lines, compare_lines);
    for (size_t i = 0; i < text.line_count && text.lines[i].key != NULL; i++)
        expect_record(output, &text.lines[i]);
}

static void expect_all(const struct question *question, uint64_t since, uint64_t until)
{
    struct in_memory_text output = in_memory_output(), errors = in_memory_errors();
    for (size_t i = 0; i < text.line_count && question->tried != TRY_SORT; i++) {
        const struct judged_line *line = &text.lines[i];
        if (line->first == NULL)
            continue;
        if (question->tried == TRY_FIND)
            expect_places(&output, line, places_of(i));
        else if (is_kept(line, places_of(i), &output, since, until))
            expect_record(&output, line);
    }
    if (question->tried == TRY_SORT)
        expect_sorted(question, &output, &errors);
    else if (text.open_quote != NULL)
        expect_open_quote(&errors);
    else
        MUST(errors.size == 0 || strstr(errors.text, " read as several formats") != NULL,
             "reports: %s", errors.text);
    MUST(output.size == 0, "more output: %s", output.text);
}

/* ---- The command ----------------------------------------------------------------------------- */

static void run_in_text(struct options *options)
{
    rewrite_ids(options);
}

/* `tried` TRIES: annotate; one more: convert --in-text. */
static void run(const struct question *question, unsigned tried, uint32_t cuts)
{
    static void (*const runs[TRIES + 2])(struct options * options) = {
        run_find, run_filter, run_sort, run_annotate, run_in_text};
    static char prefix[] = PREFIX;
    struct command command = {.name = "find"};
    const struct encoding_name *output = encoding_at(0);
    for (size_t i = 0; tried == TRIES && output->time != TIME_FORM_MS; i++)
        output = encoding_at(i);
    if (tried > TRIES)
        output = encoding_of_form(SORTID_FORM_HEX);
    struct options options = {.command = &command,
                              .input = encoding_at(0),
                              .output = output,
                              .has_output = tried >= TRIES,
                              .since = "@1600000000",
                              .until = "@1793000000",
                              .field = question->field,
                              .delimiter = question->csv ? ',' : 0,
                              .anywhere = question->anywhere,
                              .any_time = question->any_time,
                              .prefix = question->prefix ? prefix : NULL,
                              .only = true,
                              .memory_mb = 1,
                              .color = COLOR_NEVER};
    const struct form *form = question->form;
    if (form != NULL)
        option_take_kinds(&options, form->kind);
    else if (question->format != NULL)
        option_take_kinds(&options, question->format->name);
    options.has_input = form != NULL && form->encoding != NULL;
    for (size_t i = 0; options.has_input && strcmp(options.input->name, form->encoding) != 0; i++)
        options.input = encoding_at(i);
    struct in_memory_stream stream = {.bytes = text.bytes, .size = text.size};
    line_run(runs[tried], &options, &stream, cuts);
}

static const char *expect_bytes(struct in_memory_text *output, const char *at, const char *end)
{
    size_t size = (size_t)(end - at);
    MUST(output->size >= size && memcmp(output->text, at, size) == 0, "%.*s, not %.*s",
         (int)output->size, output->text, (int)size, at);
    output->text += size;
    output->size -= size;
    return end;
}

/* Expects the time of one of the readings after an ID. */
static void expect_time(struct in_memory_text *output, const struct judged_id *place)
{
    char time[40];
    for (size_t i = 0; i < place->count; i++) {
        int length = snprintf(time, sizeof time, " (%" PRIu64 ")", place->readings[i].unix_ms);
        if (output->size >= (size_t)length && memcmp(output->text, time, (size_t)length) == 0) {
            expect_bytes(output, time, time + length);
            return;
        }
    }
    MUST(false, "no time at %.*s", (int)output->size, output->text);
}

/* Expects the time after each ID, or, if it `converts`, hex digits in its place. */
static void expect_annotated(bool converts)
{
    struct in_memory_text output = in_memory_output();
    const char *at = text.bytes, *end = text.bytes + text.size;
    for (size_t i = 0; i < text.line_count; i++) {
        const struct judged_line *line = &text.lines[i];
        for (size_t k = 0; line->first != NULL && k < places_of(i); k++) {
            const struct judged_id *place = &line->first[k];
            const char *id = line->text + place->at;
            char hex[2 * SUPPORT_MAX_SIZE + 1];
            at = expect_bytes(&output, at, converts ? id : id + place->length);
            if (!converts) {
                expect_time(&output, place);
                continue;
            }
            oracle_print(hex, 2 * place->readings->size, SUPPORT_HEX_DIGITS, place->readings->id,
                         place->readings->size);
            expect_bytes(&output, hex, hex + strlen(hex));
            at = id + place->length;
        }
    }
    expect_bytes(&output, at, text.open_quote != NULL ? text.lines[text.line_count].text : end);
    MUST(output.size == 0, "more output: %s", output.text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input input = {data, size};
    struct question question = {.now_ms = (uint64_t)time(NULL) * 1000};
    question.tried = (enum tried)fuzz_below(&input, TRIES);
    unsigned format = fuzz_byte(&input), form = format / (SUPPORT_FORMATS + 2);
    format %= SUPPORT_FORMATS + 2;
    if (form > 0 && form <= COUNT_OF(forms))
        question.form = &forms[form - 1];
    question.format = format < SUPPORT_FORMATS ? &support_formats[format] : NULL;
    unsigned flags = fuzz_byte(&input);
    question.anywhere = (flags & 1) != 0;
    question.any_time = (flags & 128) != 0;
    question.prefix = (flags & 6) == 6;
    question.field = (flags & 8) != 0 ? 1 + (flags >> 4 & 3) : 0;
    question.csv = question.field > 0 && (flags & 64) != 0;
    uint32_t cuts = fuzz_byte(&input) * 0x9e3779b9;
    expand(question.form, &input);
    judge_lines(&question);
    if (text.place_count == MOST_IDS ||
        !in_memory_is_plain(&(struct in_memory_stream){.bytes = text.bytes, .size = text.size}))
        return 0;
    run(&question, question.tried, cuts);
    expect_all(&question, UINT64_C(1600000000000), UINT64_C(1793000000000));
    for (size_t i = 0; i < text.place_count; i++)
        if (text.places[i].readings->unix_ms == UINT64_MAX) // a TypeID without a time is reported
            return 0;
    if (question.tried == TRY_FIND) {
        run(&question, TRIES, cuts);
        expect_annotated(false);
    }
    bool converts = question.form != NULL && question.field == 0 && !question.prefix;
    if (question.tried == TRY_FIND && converts) {
        run(&question, TRIES + 1, cuts);
        expect_annotated(true);
    }
    return 0;
}
