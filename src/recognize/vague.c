/* SPDX-License-Identifier: MIT */
/* recognize/vague.c: kinds without a sure shape: words and names may have the length and digits of
 * their texts. Unless such a kind is asked for, a text is read only if it has a plausible time, or
 * letters and digits as random text has and words do not. Each text is a number, and its fields and
 * time are digits of it. */
#include "kind.h"

#include "../text/decimal.h"

/* Sorts of digits in a text, and a first digit that is 0, as that of push IDs until 2109. */
enum { HAS_NUMERAL = 1, HAS_UPPER = 2, HAS_LOWER = 4, HAS_BEYOND_F = 8, BEGINS_WITH_0 = 16 };

struct pattern {
    const char *digits; /* in the order of ASCII, so that texts sort as the bytes of IDs */
    struct choice {
        uint8_t first, radix; /* the digit of value 0, and their number */
    } begin, rest;            /* at the first place, and at others */
    uint8_t point;            /* the place of the first digit alone; 0: none */
    uint8_t needs;            /* HAS_NUMERAL and the like, if the kind is not asked for */
    struct slice time;        /* its digits; none: no time */
    uint16_t units, unit_ms;  /* that many units of the time are so many ms */
};

/* ---- Digits -------------------------------------------------------------- */

static struct choice choice_at(const struct pattern *pattern, size_t place)
{
    const struct choice point = {0, 1};
    if (place == 0)
        return pattern->begin;
    return place == pattern->point ? point : pattern->rest;
}

/* The radix if the digit may not be at the place. */
static unsigned value_at(const struct pattern *pattern, size_t place, char digit)
{
    struct choice choice = choice_at(pattern, place);
    const char *digits = pattern->digits + choice.first;
    unsigned value = 0;
    if (digit < digits[0] || digit > digits[choice.radix - 1])
        return choice.radix;
    while (value < choice.radix && digits[value] != digit)
        value++;
    return value;
}

static void multiply(uint8_t *number, size_t size, unsigned radix, unsigned carry)
{
    for (size_t i = size; i-- > 0; carry >>= 8) {
        carry += number[i] * radix;
        number[i] = (uint8_t)carry;
    }
}

/* Returns the remainder. */
static unsigned divide_digits(uint8_t *number, size_t size, unsigned radix)
{
    unsigned rest = 0;
    for (size_t i = 0; i < size; i++) {
        rest = rest << 8 | number[i];
        number[i] = (uint8_t)(rest / radix);
        rest %= radix;
    }
    return rest;
}

/* Writes the text of an ID; false if the number has more digits. */
static bool print_number(char *text, const sortid_reading *reading)
{
    const struct sortid_kind *kind = reading->kind;
    const struct pattern *pattern = kind->layout;
    uint8_t number[SORTID_MAX_SIZE];
    unsigned rest = 0;
    memcpy(number, reading->id, kind->size);
    for (size_t place = kind->length; place-- > 0;) {
        struct choice choice = choice_at(pattern, place);
        text[place] =
            pattern->digits[choice.first + divide_digits(number, kind->size, choice.radix)];
    }
    for (size_t i = 0; i < kind->size; i++)
        rest |= number[i];
    return rest == 0;
}

/* The number of some digits of a valid text, which are the same at all places but perhaps the
 * first. */
static uint64_t number_of(const struct pattern *pattern, const char *text, struct slice digits)
{
    uint64_t number = 0;
    for (size_t place = digits.first_bit; place < (size_t)digits.first_bit + digits.bits; place++)
        number = number * pattern->rest.radix + value_at(pattern, place, text[place]);
    return number;
}

/* ---- Readings ------------------------------------------------------------ */

static unsigned sorts_of(const char *text, size_t length)
{
    unsigned sorts = BEGINS_WITH_0;
    for (size_t i = 0; i < length; i++) {
        unsigned byte = (unsigned char)text[i];
        sorts |= byte - '0' <= 9 ? HAS_NUMERAL : 0;
        sorts |= byte - 'A' < 26 ? HAS_UPPER : 0;
        sorts |= byte - 'a' < 26 ? HAS_LOWER : 0;
        sorts |= byte - 'g' < 20 ? HAS_BEYOND_F : 0;
    }
    return sorts;
}

static sortid_status vague_read(sortid_reading *out, struct query *query, size_t *position)
{
    const struct pattern *pattern = out->kind->layout;
    const char *text = query->text;
    sortid_status status = check_length(query->length, out->kind->length, position);
    if (status != SORTID_OK)
        return status;
    if (!query->is_asked && (pattern->needs & BEGINS_WITH_0) != 0 && *text != *pattern->digits)
        return refuse(position, 0, SORTID_BAD_DIGIT);
    for (size_t place = 0; place < query->length; place++) {
        unsigned value = value_at(pattern, place, text[place]);
        unsigned radix = choice_at(pattern, place).radix;
        if (value >= radix)
            return refuse(position, place, SORTID_BAD_DIGIT);
        multiply(out->id, out->size, radix, value);
    }
    if (!query->is_asked && (pattern->needs & ~sorts_of(text, query->length)) != 0)
        return refuse(position, 0, SORTID_BAD_DIGIT);
    if (pattern->time.bits == 0)
        return SORTID_OK;
    uint64_t time = number_of(pattern, text, pattern->time);
    out->why |= SORTID_WHY_ALPHABET;
    set_time(out, query, (int64_t)(time / pattern->units * pattern->unit_ms), 0);
    return query->is_asked || (out->why & SORTID_WHY_TIME) != 0
               ? SORTID_OK
               : refuse(position, 0, SORTID_OUT_OF_RANGE);
}

static bool vague_holds(const sortid_reading *reading)
{
    char text[SORTID_READING_TEXT_SIZE];
    return print_number(text, reading);
}

static size_t vague_print(char *text, const sortid_reading *reading)
{
    print_number(text, reading);
    return reading->kind->length;
}

/* A field is digits of the text, or their number. */
static size_t print_digits(char *text, const sortid_reading *reading, size_t field)
{
    char whole[SORTID_READING_TEXT_SIZE] = {0};
    const struct kind_field *wanted = &reading->kind->fields[field];
    const struct slice digits = wanted->slices[0];
    print_number(whole, reading);
    if (wanted->notation == NOTATION_NUMBER)
        return sortid_text_print_decimal64(text, number_of(reading->kind->layout, whole, digits));
    memcpy(text, whole + digits.first_bit, digits.bits);
    return digits.bits;
}

/* ---- Kinds --------------------------------------------------------------- */

#define BASE36 "0123456789abcdefghijklmnopqrstuvwxyz"
#define BASE64 "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"

/* cuid 3.0.0: "c", a time in ms, a counter, the host, random digits. */
static const struct pattern CUID = {BASE36, {12, 1}, {0, 36}, 0, HAS_NUMERAL, {1, 8}, 1, 1};
static const struct kind_field CUID_FIELDS[] = {{"counter", {{9, 4}}, NOTATION_NUMBER},
                                                {"fingerprint", {{13, 4}}, NOTATION_WORD},
                                                {"random", {{17, 8}}, NOTATION_WORD}};

/* @paralleldrive/cuid2: a random letter and a hash. 1 of 1,800 has no numeral. */
static const struct pattern CUID2 = {BASE36, {10, 26}, {0, 36}, 0, HAS_NUMERAL | HAS_BEYOND_F,
                                     {0, 0}, 0,        0};

/* nanoid: 126 random bits. 1 of 35 lacks numerals, or letters in upper or lower case. */
static const struct pattern NANOID = {
    BASE64, {0, 64}, {0, 64}, 0, HAS_NUMERAL | HAS_UPPER | HAS_LOWER, {0, 0}, 0, 0};

/* The Realtime Database of Firebase (nextPushId): a time in ms, 72 random bits. */
static const struct pattern PUSHID = {BASE64, {0, 64}, {0, 64}, 0, BEGINS_WITH_0 | HAS_LOWER,
                                      {0, 8}, 1,       1};
static const struct kind_field PUSHID_FIELDS[] = {{"random", {{8, 12}}, NOTATION_WORD}};

/* The ts of a message in Slack: Unix seconds, and a count within them. */
static const struct pattern SLACK = {".0123456789", {1, 10}, {1, 10}, 10, 0, {0, 10}, 1, 1000};
static const struct kind_field SLACK_FIELDS[] = {{"counter", {{11, 6}}, NOTATION_NUMBER}};

/* AT Protocol: a 0, 53 bits of a time in microseconds, 10 bits of a clock. */
static const struct pattern TID = {
    "234567abcdefghijklmnopqrstuvwxyz", {0, 8}, {0, 32}, 0, HAS_LOWER, {0, 11}, 1000, 1};
static const struct kind_field TID_FIELDS[] = {{"microseconds", {{0, 11}}, NOTATION_NUMBER},
                                               {"clock_id", {{11, 2}}, NOTATION_NUMBER}};

#define A_KIND(NAME, FAMILY, TITLE, SIZE, PATTERN)                                                 \
    .name = NAME, .title = TITLE, .family = FAMILY, .size = SIZE, .layout = &(PATTERN),            \
    .read = vague_read, .holds = vague_holds, .print = vague_print, .word = print_digits

static const struct sortid_kind VAGUE_KINDS[] = {
    {A_KIND("cuid", "cuid", "CUID", 16, CUID), .length = 25, HAS_FIELDS(CUID_FIELDS)},
    {A_KIND("cuid2", "cuid2", "CUID2", 16, CUID2), .length = 24},
    {A_KIND("nanoid", "nanoid", "Nano ID", 16, NANOID), .length = 21},
    {A_KIND("pushid", "pushid", "Push ID (Firebase)", 15, PUSHID), .length = 20,
     HAS_FIELDS(PUSHID_FIELDS)},
    {A_KIND("slack-ts", "slack", "Message time (Slack)", 8, SLACK), .length = 17,
     HAS_FIELDS(SLACK_FIELDS)},
    {A_KIND("tid", "tid", "TID (AT Protocol)", 8, TID), .length = 13, HAS_FIELDS(TID_FIELDS)},
};

static uint32_t vague_form_of(size_t length)
{
    return length >= 13 && length <= 25 ? SORTID_FORM_TEXT : NO_FORM;
}

const struct kind_group sortid_kinds_vague = {.kinds = VAGUE_KINDS,
                                              .count = sizeof VAGUE_KINDS / sizeof *VAGUE_KINDS,
                                              .form_of = vague_form_of,
                                              .is_vague = true,
                                              .longest = 25};
