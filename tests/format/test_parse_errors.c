/* SPDX-License-Identifier: MIT */
/* test_parse_errors.c: what each strict parse call refuses, with status and
 * position: any byte at any place, any length, overflow, multiples of powers of
 * the radix, NUL, white space, signs, prefixes, hyphens at wrong places, other
 * fixed bits. Runs
 * over all text forms of all formats; a failed parse must leave its output as
 * it was. Texts are given in blocks of their exact size, so that a sanitizer
 * sees any look beyond the end. */
#include "../support/cases.h"
#include "../support/formats.h"
#include "../support/judge.h"
#include "../support/oracle.h"

/* One text form of one format. */
typedef struct text_form {
    const support_format *format;
    const char *name;
    support_parse *parse;
    const char *alphabet;
    size_t length;
    sortid_encoding encoding;
    uint64_t hyphens; // bit i: a hyphen at i
} text_form;

#define UUID_HYPHENS (UINT64_C(1) << 8 | UINT64_C(1) << 13 | UINT64_C(1) << 18 | UINT64_C(1) << 23)

static bool is_hyphen_place(const text_form *form, size_t place)
{
    return (form->hyphens >> place & 1) != 0;
}

static bool is_allowed(const text_form *form, size_t place, int byte)
{
    if (is_hyphen_place(form, place))
        return byte == '-';
    return oracle_digit(form->alphabet, byte) >= 0;
}

/* Parses a copy of exact size into an output of 0xa5 bytes and expects status,
 * position (the parse must work without one as well) and, on failure, an
 * untouched output. The parsed bytes go to `id` if it is not NULL. */
static void expect_parse(const text_form *form, const char *text, size_t length,
                         sortid_status status, size_t position, uint8_t *id)
{
    char *exact = support_exact_copy(text, length);
    uint8_t out[SUPPORT_MAX_SIZE], untouched[SUPPORT_MAX_SIZE];
    memset(untouched, 0xa5, sizeof untouched);
    memcpy(out, untouched, sizeof out);
    size_t where = SIZE_MAX;
    sortid_status actual = form->parse(out, exact, length, &where);
    EXPECT_STATUS(actual, status, "%s %s: \"%.*s\"", form->format->name, form->name, (int)length,
                  text);
    EXPECT_STATUS(form->parse(out, exact, length, NULL), status, "%s %s: without position",
                  form->format->name, form->name);
    free(exact);
    if (status != SORTID_OK) {
        EXPECT(where == position, "%s %s: \"%.*s\": position %zu, expected %zu", form->format->name,
               form->name, (int)length, text, where, position);
        EXPECT_BYTES(out, untouched, sizeof out, "%s %s: output touched", form->format->name,
                     form->name);
    } else if (id != NULL) {
        memcpy(id, out, form->format->size);
    }
}

/* Expects what the oracle says of a text whose bytes are all allowed. */
static void expect_by_oracle(const text_form *form, const char *text)
{
    char digits[SUPPORT_MAX_TEXT];
    size_t count = 0;
    for (size_t i = 0; i < form->length; i++)
        if (!is_hyphen_place(form, i))
            digits[count++] = text[i];
    uint8_t expected[SUPPORT_MAX_SIZE], id[SUPPORT_MAX_SIZE];
    const support_format *format = form->format;
    size_t byte = 0;
    sortid_status status = SORTID_OUT_OF_RANGE;
    if (oracle_parse(expected, format->size, form->alphabet, digits, count))
        status = support_check(format, expected, &byte);
    expect_parse(form, text, form->length, status, support_place(format, form->encoding, byte), id);
    if (status == SORTID_OK)
        EXPECT_BYTES(id, expected, format->size, "%s %s: %s", format->name, form->name, text);
}

/* A valid text: `id` written in this form. */
static void write_text(const text_form *form, char *text, const uint8_t *id)
{
    char digits[SUPPORT_MAX_TEXT];
    size_t count = form->hyphens != 0 ? 32 : form->length;
    EXPECT(oracle_print(digits, count, form->alphabet, id, form->format->size), "%s", form->name);
    if (form->hyphens != 0)
        oracle_uuid(text, digits);
    else
        strcpy(text, digits);
}

static void each_form(void (*test)(const text_form *form))
{
    for (size_t i = 0; i < SUPPORT_FORMATS; i++) {
        const support_format *f = &support_formats[i];
        test(&(text_form){f, "text", f->parse, f->alphabet, f->text_length, SORTID_ENCODING_TEXT,
                          f->hyphens});
        test(&(text_form){f, "hex", f->parse_hex, SUPPORT_HEX_DIGITS, 2 * f->size,
                          SORTID_ENCODING_HEX, 0});
        if (f->has_uuid)
            test(&(text_form){f, "uuid", f->parse_uuid, SUPPORT_HEX_DIGITS, 36,
                              SORTID_ENCODING_UUID, UUID_HYPHENS});
    }
}

/* ---- Every byte value at every place --------------------------------------- */

static void try_every_byte(const text_form *form, const uint8_t *id)
{
    char text[SUPPORT_MAX_TEXT];
    for (size_t place = 0; place < form->length; place++) {
        write_text(form, text, id);
        for (int byte = 0; byte < 256; byte++) {
            text[place] = (char)byte;
            if (is_allowed(form, place, byte))
                expect_by_oracle(form, text);
            else
                expect_parse(form, text, form->length, SORTID_BAD_DIGIT, place, NULL);
        }
    }
}

TEST_EACH(every_byte, each_form, const text_form *form)
{
    uint8_t id[SUPPORT_MAX_SIZE];
    support_id_at(id, form->format, 0, false);
    try_every_byte(form, id);
    support_id_at(id, form->format, form->format->timestamp_max, true);
    try_every_byte(form, id);
    support_random_id(id, form->format);
    try_every_byte(form, id);
}

/* Two wrong bytes: the left one is reported, whatever they are. */
TEST_EACH(two_bad_bytes, each_form, const text_form *form)
{
    char text[SUPPORT_MAX_TEXT];
    uint8_t id[SUPPORT_MAX_SIZE];
    for (size_t left = 0; left < form->length; left++) {
        for (size_t right = left + 1; right < form->length; right++) {
            support_random_id(id, form->format);
            write_text(form, text, id);
            text[left] = (char)0xff;
            text[right] = '\0';
            expect_parse(form, text, form->length, SORTID_BAD_DIGIT, left, NULL);
        }
    }
}

/* ---- Length ----------------------------------------------------------------- */

/* The length is checked before the digits, valid or not. */
static void every_length(const text_form *form)
{
    char zeros[80], bad[80];
    memset(zeros, '0', sizeof zeros);
    memset(bad, '!', sizeof bad);
    for (size_t length = 0; length < sizeof zeros; length++) {
        if (length == form->length)
            continue;
        size_t position = length < form->length ? length : form->length;
        expect_parse(form, zeros, length, SORTID_BAD_LENGTH, position, NULL);
        expect_parse(form, bad, length, SORTID_BAD_LENGTH, position, NULL);
    }
}

/* One more byte before or after a valid text: line ends, NUL, space, sign. */
static void one_byte_more(const text_form *form)
{
    static const char extra[] = {'\n', '\r', '\0', ' ', '\t', '+', '-', '0', (char)0xa0};
    char text[SUPPORT_MAX_TEXT], longer[SUPPORT_MAX_TEXT + 1];
    uint8_t id[SUPPORT_MAX_SIZE];
    for (size_t i = 0; i < COUNT_OF(extra); i++) {
        support_random_id(id, form->format);
        write_text(form, text, id);
        memcpy(longer, text, form->length);
        longer[form->length] = extra[i];
        expect_parse(form, longer, form->length + 1, SORTID_BAD_LENGTH, form->length, NULL);
        longer[0] = extra[i];
        memcpy(longer + 1, text, form->length);
        expect_parse(form, longer, form->length + 1, SORTID_BAD_LENGTH, form->length, NULL);
    }
}

TEST(length)
{
    each_form(every_length);
    each_form(one_byte_more);
}

/* ---- Range ------------------------------------------------------------------ */

/* d * radix^k for every digit d and place k: one digit, then zeros. */
static void powers_of_radix(const text_form *form)
{
    char text[SUPPORT_MAX_TEXT];
    uint8_t zero[SUPPORT_MAX_SIZE] = {0};
    for (size_t place = 0; place < form->length; place++) {
        if (is_hyphen_place(form, place))
            continue;
        write_text(form, text, zero);
        for (const char *digit = form->alphabet; *digit != '\0'; digit++) {
            text[place] = *digit;
            expect_by_oracle(form, text);
        }
    }
}

/* Around the largest ID: at each place one digit more with zeros after it, and one less with the
 * last digit after it. */
static void around_the_last(const text_form *form)
{
    char last[SUPPORT_MAX_TEXT], text[SUPPORT_MAX_TEXT];
    uint8_t id[SUPPORT_MAX_SIZE];
    support_id_at(id, form->format, form->format->timestamp_max, true);
    write_text(form, last, id);
    int radix = (int)strlen(form->alphabet);
    for (size_t place = 0; place < form->length; place++) {
        int digit = oracle_digit(form->alphabet, (unsigned char)last[place]);
        for (int step = -1; digit >= 0 && step <= 1; step++) {
            if (digit + step < 0 || digit + step >= radix)
                continue;
            strcpy(text, last);
            text[place] = form->alphabet[digit + step];
            for (size_t i = place + 1; step != 0 && i < form->length; i++)
                if (!is_hyphen_place(form, i))
                    text[i] = form->alphabet[step > 0 ? 0 : radix - 1];
            expect_by_oracle(form, text);
        }
    }
}

TEST(range)
{
    each_form(powers_of_radix);
    each_form(around_the_last);
}

/* The bounds as the documents write them; a bad digit is reported before the range. */
TEST(known_bounds)
{
    static const struct {
        const support_format *format;
        const char *text;
        sortid_status status;
        size_t position;
    } bounds[] = {
        {SUPPORT_SCRU128, "f5lxx1zz5pnorynqglhzmsp33", SORTID_OK, 0},
        {SUPPORT_SCRU128, "f5lxx1zz5pnorynqglhzmsp34", SORTID_OUT_OF_RANGE, 0},
        {SUPPORT_SCRU128, "zzzzzzzzzzzzzzzzzzzzzzzzz", SORTID_OUT_OF_RANGE, 0},
        {SUPPORT_SCRU128, "g0000000000000000000000000", SORTID_BAD_LENGTH, 25},
        {SUPPORT_SCRU128, "zzzzzzzzzzzzzzzzzzzzzzzz!", SORTID_BAD_DIGIT, 24},
        {SUPPORT_SCRU128, "", SORTID_BAD_LENGTH, 0},
        {SUPPORT_SCRU128, " 036Z968FU2TUGY7SVKFZNEWKK", SORTID_BAD_LENGTH, 25},
        {SUPPORT_SCRU128, "036z968fu2tugy7svkfznewk ", SORTID_BAD_DIGIT, 24},
        {SUPPORT_SCRU128, "+36z968fu2tugy7svkfznewkk", SORTID_BAD_DIGIT, 0},
        {SUPPORT_SCRU128, "-36z968fu2tugy7svkfznewkk", SORTID_BAD_DIGIT, 0},
        {SUPPORT_SCRU128, "036z968fu2tu_y7svkfznewkk", SORTID_BAD_DIGIT, 12},
        {SUPPORT_SCRU128, "0372ijojuxuhjsfkeryi2mrtm\n", SORTID_BAD_LENGTH, 25},
        {SUPPORT_SCRU128V1, "7VVVVVVVVVVVVVVVVVVVVVVVVV", SORTID_OK, 0},
        {SUPPORT_SCRU128V1, "80000000000000000000000000", SORTID_OUT_OF_RANGE, 0},
        {SUPPORT_SCRU128V1, "W0000000000000000000000000", SORTID_BAD_DIGIT, 0},
        {SUPPORT_SCRU128V1, "VVVVVVVVVVVVVVVVVVVVVVVVVW", SORTID_BAD_DIGIT, 25},
        {SUPPORT_SCRU160, "VVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVV", SORTID_OK, 0},
        {SUPPORT_SCRU160, "VVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVW", SORTID_BAD_DIGIT, 31},
        {SUPPORT_SCRU160, "VVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVV", SORTID_BAD_LENGTH, 32},
        {SUPPORT_SCRU64, "zzzzzzzzzzzz", SORTID_OK, 0},
        {SUPPORT_SCRU64, "zzzzzzzzzzz{", SORTID_BAD_DIGIT, 11},
        {SUPPORT_SCRU64, "0u2pf62ji4b", SORTID_BAD_LENGTH, 11},
        {SUPPORT_ULID, "7ZZZZZZZZZZZZZZZZZZZZZZZZZ", SORTID_OK, 0},
        {SUPPORT_ULID, "80000000000000000000000000", SORTID_OUT_OF_RANGE, 0},
        {SUPPORT_ULID, "ZZZZZZZZZZZZZZZZZZZZZZZZZZ", SORTID_OUT_OF_RANGE, 0},
        {SUPPORT_ULID, "G0000000000000000000000001", SORTID_OUT_OF_RANGE, 0},
        {SUPPORT_ULID, "8000000000000000000000000U", SORTID_BAD_DIGIT, 25},
        {SUPPORT_ULID, "7!!!!!!!!!!!!!!!!!!!!!!!!!", SORTID_BAD_DIGIT, 1},
        {SUPPORT_ULID, "0L000000000000000000000000", SORTID_BAD_DIGIT, 1},
        {SUPPORT_ULID, "01BX5ZZKBKACTAV9WEVGEMMVR", SORTID_BAD_LENGTH, 25},
        {SUPPORT_ULID, "01BX5ZZKBKACTAV9WEVGEMMVRU", SORTID_BAD_DIGIT, 25},
        {SUPPORT_UUIDV7, "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", SORTID_OK, 0},
        {SUPPORT_UUIDV7, "ffffffff-ffff-7fff-bfff-ffffffffffff", SORTID_OK, 0},
        {SUPPORT_UUIDV7, "ffffffff-ffff-ffff-ffff-ffffffffffff", SORTID_BAD_VERSION, 14},
        {SUPPORT_UUIDV7, "00000000-0000-0000-0000-000000000000", SORTID_BAD_VERSION, 14},
        {SUPPORT_UUIDV7, "017f22e2-79b0-4cc3-18c4-dc0c0c07398f", SORTID_BAD_VERSION, 14},
        {SUPPORT_UUIDV7, "017f22e2-79b0-7cc3-18c4-dc0c0c07398f", SORTID_BAD_VARIANT, 19},
        {SUPPORT_UUIDV7, "017f22e2-79b0-7cc3-c8c4-dc0c0c07398f", SORTID_BAD_VARIANT, 19},
        {SUPPORT_UUIDV7, "017f22e2-79b0-4cc3-18c4-dc0c0c07398g", SORTID_BAD_DIGIT, 35},
        {SUPPORT_UUIDV7, "017f22e2079b0-7cc3-98c4-dc0c0c07398f", SORTID_BAD_DIGIT, 8},
        {SUPPORT_UUIDV7, "017f22e279b07cc398c4dc0c0c07398f", SORTID_BAD_LENGTH, 32},
        {SUPPORT_UUIDV7, "{017f22e2-79b0-7cc3-98c4-dc0c0c07398f}", SORTID_BAD_LENGTH, 36},
        {SUPPORT_UUIDV7, "urn:uuid:017f22e2-79b0-7cc3-98c4-dc0c0c07398f", SORTID_BAD_LENGTH, 36},
    };
    for (size_t i = 0; i < COUNT_OF(bounds); i++) {
        text_form text = {.format = bounds[i].format,
                          .name = "text",
                          .parse = bounds[i].format->parse,
                          .alphabet = bounds[i].format->alphabet};
        expect_parse(&text, bounds[i].text, strlen(bounds[i].text), bounds[i].status,
                     bounds[i].position, NULL);
    }
    text_form hex = {.format = SUPPORT_SCRU64,
                     .name = "hex",
                     .parse = SUPPORT_SCRU64->parse_hex,
                     .alphabet = SUPPORT_HEX_DIGITS,
                     .length = 16};
    expect_parse(&hex, "41c21cb8e0ffffff", 16, SORTID_OK, 0, NULL);
    expect_parse(&hex, "41c21cb8e1000000", 16, SORTID_OUT_OF_RANGE, 0, NULL);
    expect_parse(&hex, "0x1c21cb8e100000", 16, SORTID_BAD_DIGIT, 1, NULL);
}

/* ---- UUID form: hyphens ------------------------------------------------------- */

TEST_FORMATS(hyphens)
{
    if (!format->has_uuid)
        return;
    text_form uuid = {
        format,      "uuid", format->parse_uuid, SUPPORT_HEX_DIGITS, 36, SORTID_ENCODING_UUID,
        UUID_HYPHENS};
    expect_parse(&uuid, "771a3bce-02e9-7428-a68e-b1e7e82b7f9f", 36, SORTID_OK, 0, NULL);
    expect_parse(&uuid, "771a3bce02e9-7428-a68e-b1e7e82b7f9f-", 36, SORTID_BAD_DIGIT, 8, NULL);
    expect_parse(&uuid, "771a3bc-e02e9-7428-a68e-b1e7e82b7f9f", 36, SORTID_BAD_DIGIT, 7, NULL);
    expect_parse(&uuid, "771a3bce--2e9-7428-a68e-b1e7e82b7f9f", 36, SORTID_BAD_DIGIT, 9, NULL);
    expect_parse(&uuid, "771a3bce-02e9-7428-a68eb1e7e82b7f9f0", 36, SORTID_BAD_DIGIT, 23, NULL);
    expect_parse(&uuid, "771a3bce02e97428a68eb1e7e82b7f9f", 32, SORTID_BAD_LENGTH, 32, NULL);
    expect_parse(&uuid, "{771a3bce-02e9-7428-a68e-b1e7e82b7f9f}", 38, SORTID_BAD_LENGTH, 36, NULL);
}

/* ---- Braces and urn:uuid: ------------------------------------------------------- */

static void expect_wrapped(const support_format *format, sortid_encoding encoding, const char *text,
                           size_t length, judgement wanted)
{
    uint8_t id[SUPPORT_MAX_SIZE] = {0};
    size_t position = 99;
    EXPECT_STATUS(sortid_format_parse(format->format(), id, encoding, text, length, &position),
                  wanted.status, "%s: %.*s", format->name, (int)length, text);
    EXPECT(position == (wanted.status == SORTID_OK ? 99 : wanted.position), "%s: %.*s: %zu",
           format->name, (int)length, text, position);
    EXPECT_BYTES(id, wanted.id, sizeof id, "%s: %.*s", format->name, (int)length, text);
}

/* Any byte at any place, and other lengths. */
TEST_FORMATS(wrapped_every_byte)
{
    uint8_t id[SUPPORT_MAX_SIZE];
    char text[SUPPORT_MAX_TEXT] = "";
    for (sortid_encoding e = SORTID_ENCODING_BRACES; format->has_uuid && e <= SORTID_ENCODING_URN;
         e++) {
        support_random_id(id, format);
        size_t length = judge_print(text, format, e, id);
        for (size_t part = 0; part <= length + 1; part++)
            expect_wrapped(format, e, text, part, judge_parse(format, e, text, part));
        for (size_t at = 0; at < length; at++) {
            char right = text[at];
            for (int byte = 0; byte < 256; byte++) {
                text[at] = (char)byte;
                expect_wrapped(format, e, text, length, judge_parse(format, e, text, length));
            }
            text[at] = right;
        }
    }
}

TEST(wrapped)
{
    static const struct {
        const char *text;
        sortid_status status;
        size_t position;
    } cases[] = {
        {"{771a3bce-02e9-7428-a68e-b1e7e82b7f9f}", SORTID_OK, 0},
        {"[771a3bce-02e9-7428-a68e-b1e7e82b7f9f}", SORTID_BAD_DIGIT, 0},
        {"{771a3bce-02e9-7428_a68e-b1e7e82b7f9f)", SORTID_BAD_DIGIT, 19},
        {"{771a3bce-02e9-4428-a68e-b1e7e82b7f9f)", SORTID_BAD_DIGIT, 37},
        {"{771a3bce-02e9-4428-a68e-b1e7e82b7f9f}", SORTID_BAD_VERSION, 15},
        {"{771a3bce-02e9-7428-c68e-b1e7e82b7f9f}", SORTID_BAD_VARIANT, 20},
        {"URN:Uuid:771a3bce-02e9-7428-a68e-b1e7e82b7f9f", SORTID_OK, 0},
        {"urn\x1auuid:771a3bce-02e9-7428-a68e-b1e7e82b7f9f", SORTID_BAD_DIGIT, 3},
        {"urn:uuid:771a3bce-02e9-4428-a68e-b1e7e82b7f9f", SORTID_BAD_VERSION, 23},
        {"urn:uuid:771a3bce-02e9-7428-c68e-b1e7e82b7f9f", SORTID_BAD_VARIANT, 28},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        size_t length = strlen(cases[i].text);
        judgement wanted = {.status = cases[i].status, .position = cases[i].position};
        if (wanted.status == SORTID_OK)
            oracle_parse(wanted.id, 16, SUPPORT_HEX_DIGITS, "771a3bce02e97428a68eb1e7e82b7f9f", 32);
        expect_wrapped(SUPPORT_UUIDV7, length == 38 ? SORTID_ENCODING_BRACES : SORTID_ENCODING_URN,
                       cases[i].text, length, wanted);
    }
}

/* ---- Decimal ------------------------------------------------------------------ */

static text_form int_form(const support_format *format)
{
    return (text_form){format,
                       "int",
                       format->parse_int,
                       SUPPORT_DECIMAL_DIGITS,
                       format->int_length,
                       SORTID_ENCODING_INT,
                       0};
}

/* Any byte at any place of the largest integer. */
TEST_FORMATS(int_every_byte)
{
    text_form decimal = int_form(format);
    char last[SUPPORT_MAX_TEXT], text[SUPPORT_MAX_TEXT];
    uint8_t id[SUPPORT_MAX_SIZE];
    support_id_at(id, format, format->timestamp_max, true);
    EXPECT(oracle_decimal(last, id, format->size) == format->int_length, "%s", format->name);
    for (size_t place = 0; place < decimal.length; place++) {
        for (int byte = 0; byte < 256; byte++) {
            strcpy(text, last);
            text[place] = (char)byte;
            if (oracle_digit(SUPPORT_DECIMAL_DIGITS, byte) < 0 || (place == 0 && byte == '0'))
                expect_parse(&decimal, text, decimal.length, SORTID_BAD_DIGIT, place, NULL);
            else
                expect_by_oracle(&decimal, text);
        }
    }
}

/* Every length: empty, each power of ten, too long. */
TEST_FORMATS(int_every_length)
{
    text_form decimal = int_form(format);
    char power[80], zeros[80];
    memset(power, '0', sizeof power);
    memset(zeros, '0', sizeof zeros);
    power[0] = '1';
    expect_parse(&decimal, "", 0, SORTID_BAD_LENGTH, 0, NULL);
    decimal.length = 1;
    expect_by_oracle(&decimal, "0");
    for (size_t length = 1; length <= format->int_length; length++) {
        decimal.length = length;
        expect_by_oracle(&decimal, power);
        if (length > 1)
            expect_parse(&decimal, zeros, length, SORTID_BAD_DIGIT, 0, NULL);
    }
    for (size_t length = format->int_length + 1; length < sizeof power; length++) {
        expect_parse(&decimal, power, length, SORTID_BAD_LENGTH, format->int_length, NULL);
        expect_parse(&decimal, zeros, length, SORTID_BAD_LENGTH, format->int_length, NULL);
    }
}

/* The largest integer, the one after it, and all nines. */
TEST_FORMATS(int_bounds)
{
    text_form decimal = int_form(format);
    char text[SUPPORT_MAX_TEXT];
    uint8_t wide[SUPPORT_MAX_SIZE + 1] = {0}, id[SUPPORT_MAX_SIZE];
    support_id_at(wide + 1, format, format->timestamp_max, true);
    oracle_decimal(text, wide, format->size + 1);
    expect_parse(&decimal, text, strlen(text), SORTID_OK, 0, id);
    EXPECT_BYTES(id, wide + 1, format->size, "%s: largest integer", format->name);
    oracle_increment(wide, format->size + 1);
    oracle_decimal(text, wide, format->size + 1);
    decimal.length = strlen(text);
    expect_by_oracle(&decimal, text);
    memset(text, '9', format->int_length);
    expect_parse(&decimal, text, format->int_length, SORTID_OUT_OF_RANGE, 0, NULL);
}

TEST_FORMATS(int_cases)
{
    text_form decimal = int_form(format);
    expect_parse(&decimal, "+1", 2, SORTID_BAD_DIGIT, 0, NULL);
    expect_parse(&decimal, "-1", 2, SORTID_BAD_DIGIT, 0, NULL);
    expect_parse(&decimal, " 1", 2, SORTID_BAD_DIGIT, 0, NULL);
    expect_parse(&decimal, "1 ", 2, SORTID_BAD_DIGIT, 1, NULL);
    expect_parse(&decimal, "1\n", 2, SORTID_BAD_DIGIT, 1, NULL);
    expect_parse(&decimal, "1\0", 2, SORTID_BAD_DIGIT, 1, NULL);
    expect_parse(&decimal, "01", 2, SORTID_BAD_DIGIT, 0, NULL);
    expect_parse(&decimal, "0x1", 3, SORTID_BAD_DIGIT, 0, NULL);
    expect_parse(&decimal, "1e3", 3, SORTID_BAD_DIGIT, 1, NULL);
    expect_parse(&decimal, "1_000", 5, SORTID_BAD_DIGIT, 1, NULL);
}

/* ---- ULID's time part ----------------------------------------------------------- */

static void expect_time(const char *text, size_t length, sortid_status status, size_t position)
{
    char *exact = support_exact_copy(text, length);
    uint64_t out = UINT64_C(0xa5a5a5a5a5a5a5a5);
    size_t where = SIZE_MAX;
    EXPECT_STATUS(sortid_ulid_parse_time(&out, exact, length, &where), status, "\"%.*s\"",
                  (int)length, text);
    free(exact);
    if (status != SORTID_OK) {
        EXPECT(where == position, "\"%.*s\": position %zu", (int)length, text, where);
        EXPECT(out == UINT64_C(0xa5a5a5a5a5a5a5a5), "\"%.*s\": output touched", (int)length, text);
    }
}

TEST(ulid_time)
{
    expect_time("01ARYZ6S41", 10, SORTID_OK, 0);
    expect_time("7ZZZZZZZZZ", 10, SORTID_OK, 0);
    expect_time("8000000000", 10, SORTID_OUT_OF_RANGE, 0);
    expect_time("ZZZZZZZZZZ", 10, SORTID_OUT_OF_RANGE, 0);
    expect_time("", 0, SORTID_BAD_LENGTH, 0);
    expect_time("01ARYZ6S4", 9, SORTID_BAD_LENGTH, 9);
    expect_time("01ARYZ6S410", 11, SORTID_BAD_LENGTH, 10);
    expect_time("01ARYZ6S41TSV4RRFFQ69G5FAV", 26, SORTID_BAD_LENGTH, 10);
    for (size_t place = 0; place < 10; place++) {
        for (int byte = 0; byte < 256; byte++) {
            char text[] = "01ARYZ6S41";
            text[place] = (char)byte;
            int digit = oracle_digit(SUPPORT_ULID->alphabet, byte);
            if (digit < 0)
                expect_time(text, 10, SORTID_BAD_DIGIT, place);
            else
                expect_time(text, 10, place == 0 && digit > 7 ? SORTID_OUT_OF_RANGE : SORTID_OK, 0);
        }
    }
}

TEST(ulid_print_time)
{
    char text[SORTID_ULID_TIME_TEXT_SIZE] = "untouched";
    EXPECT_STATUS(sortid_ulid_print_time(text, UINT64_C(1) << 48), SORTID_OUT_OF_RANGE, "2^48");
    EXPECT_STATUS(sortid_ulid_print_time(text, UINT64_MAX), SORTID_OUT_OF_RANGE, "2^64-1");
    assert_string_equal(text, "untouched");
    EXPECT_STATUS(sortid_ulid_print_time(text, UINT64_C(281474976710655)), SORTID_OK, "2^48-1");
    assert_string_equal(text, "7ZZZZZZZZZ");
    EXPECT_STATUS(sortid_ulid_print_time(text, UINT64_C(1469918176385)), SORTID_OK, "-");
    assert_string_equal(text, "01ARYZ6S41");
    EXPECT_STATUS(sortid_ulid_print_time(text, 150000), SORTID_OK, "-");
    assert_string_equal(text, "0000004JFG");
    EXPECT_STATUS(sortid_ulid_print_time(text, 0), SORTID_OK, "-");
    assert_string_equal(text, "0000000000");
}

CASES_MAIN(NULL, NULL)
