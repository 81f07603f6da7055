/* SPDX-License-Identifier: MIT */
/* test_parse_errors.c: what each parse call refuses, with status and position: any byte at any
 * place, any length, overflow, NUL, white space, signs, prefixes, hyphens at wrong places, other
 * fixed bits; and what ULID's lenient parse takes. The fuzz target parse judges all texts of all
 * encodings; the tables hold the judge to constants from the documents. Texts are given in blocks of
 * their exact size, so that a sanitizer sees any look beyond the end. */
#include "fuzz/target/parse.c" // NOLINT(bugprone-suspicious-include)
#include "support/cases.h"
#include "support/oracle.h"

#define LONGEST 80

static void try_text(const support_format *format, sortid_encoding encoding, const char *text,
                     size_t length)
{
    char *exact = fuzz_exact(text, length);
    parse_as(format, format->format(), encoding, exact, length);
    if (format == SUPPORT_ULID && encoding == SORTID_ENCODING_TEXT) {
        parse_lenient(exact, length);
        parse_time(exact, length);
    }
    free(exact);
}

typedef void form_test(const support_format *format, sortid_encoding encoding);

static void each_form(form_test *test)
{
    for (size_t i = 0; i < SUPPORT_FORMATS; i++)
        for (sortid_encoding e = SORTID_ENCODING_TEXT; e <= SORTID_ENCODING_URN; e++)
            if (judge_has(&support_formats[i], e))
                test(&support_formats[i], e);
}

#define TEST_FORMS(name)                                                                           \
    TEST_EACH(name, each_form, const support_format *format, sortid_encoding encoding)

/* ---- Bytes ------------------------------------------------------------------------ */

static void try_every_byte(const support_format *format, sortid_encoding encoding,
                           const uint8_t *id)
{
    char text[SUPPORT_MAX_TEXT];
    size_t length = judge_print(text, format, encoding, id);
    for (size_t place = 0; place < length; place++) {
        char right = text[place];
        for (int byte = 0; byte < 256; byte++) {
            text[place] = (char)byte;
            try_text(format, encoding, text, length);
        }
        text[place] = right;
    }
}

/* The texts of the first ID become each multiple of a power of the radix. */
TEST_FORMS(every_byte)
{
    uint8_t id[SUPPORT_MAX_SIZE];
    support_id_at(id, format, 0, false);
    try_every_byte(format, encoding, id);
    support_id_at(id, format, format->timestamp_max, true);
    try_every_byte(format, encoding, id);
    support_random_id(id, format);
    try_every_byte(format, encoding, id);
}

/* Two wrong bytes: the left one is reported, whatever they are. */
TEST_FORMS(two_bad_bytes)
{
    uint8_t id[SUPPORT_MAX_SIZE];
    char text[SUPPORT_MAX_TEXT];
    for (size_t left = 0; left < judge_length(format, encoding); left++)
        for (size_t right = left + 1; right < judge_length(format, encoding); right++) {
            support_random_id(id, format);
            size_t length = judge_print(text, format, encoding, id);
            text[left] = (char)0xff;
            text[right] = '\0';
            try_text(format, encoding, text, length);
        }
}

/* ---- Length ----------------------------------------------------------------------- */

/* The length is checked before the digits, valid or not; of decimals the powers of ten too. */
TEST_FORMS(every_length)
{
    char zeros[LONGEST], power[LONGEST], bad[LONGEST];
    memset(zeros, '0', sizeof zeros);
    memset(power, '0', sizeof power);
    memset(bad, '!', sizeof bad);
    power[0] = '1';
    for (size_t length = 0; length < LONGEST; length++) {
        try_text(format, encoding, zeros, length);
        try_text(format, encoding, power, length);
        try_text(format, encoding, bad, length);
    }
}

/* One more byte before or after a valid text: line ends, NUL, space, sign. */
TEST_FORMS(one_byte_more)
{
    static const char extra[] = {'\n', '\r', '\0', ' ', '\t', '+', '-', '0', (char)0xa0};
    char text[SUPPORT_MAX_TEXT + 2];
    uint8_t id[SUPPORT_MAX_SIZE];
    for (size_t i = 0; i < COUNT_OF(extra); i++) {
        support_random_id(id, format);
        size_t length = judge_print(text + 1, format, encoding, id);
        text[0] = text[length + 1] = extra[i];
        try_text(format, encoding, text, length + 1);
        try_text(format, encoding, text + 1, length + 1);
    }
}

/* ---- Range ------------------------------------------------------------------------ */

/* Around the largest ID: at each place one digit more with zeros after it, and one less with the
 * last digit after it. */
TEST_FORMS(around_the_last)
{
    const char *alphabet = encoding == SORTID_ENCODING_TEXT  ? format->alphabet
                           : encoding == SORTID_ENCODING_INT ? SUPPORT_DECIMAL_DIGITS
                                                             : SUPPORT_HEX_DIGITS;
    char last[SUPPORT_MAX_TEXT], text[SUPPORT_MAX_TEXT];
    uint8_t id[SUPPORT_MAX_SIZE];
    support_id_at(id, format, format->timestamp_max, true);
    size_t length = judge_print(last, format, encoding, id);
    int radix = (int)strlen(alphabet);
    for (size_t place = 0; place < length && encoding != SORTID_ENCODING_BIN; place++) {
        int digit = oracle_digit(alphabet, (unsigned char)last[place]);
        for (int step = -1; digit >= 0 && step <= 1; step += 2) {
            if (digit + step < 0 || digit + step >= radix)
                continue;
            memcpy(text, last, length);
            text[place] = alphabet[digit + step];
            for (size_t i = place + 1; i < length; i++)
                if (oracle_digit(alphabet, (unsigned char)last[i]) >= 0)
                    text[i] = alphabet[step > 0 ? 0 : radix - 1];
            try_text(format, encoding, text, length);
        }
    }
}

/* ---- Constants -------------------------------------------------------------------- */

/* As the documents write them; a bad digit is reported before the range. */
#define ROW(format, encoding, text, status, position)                                              \
    {                                                                                              \
        SUPPORT_##format, SORTID_ENCODING_##encoding, text, SORTID_##status, position              \
    }
static const struct {
    const support_format *format;
    sortid_encoding encoding;
    const char *text;
    sortid_status status;
    size_t position;
} constants[] = {
    ROW(SCRU128, TEXT, "f5lxx1zz5pnorynqglhzmsp33", OK, 0),
    ROW(SCRU128, TEXT, "f5lxx1zz5pnorynqglhzmsp34", OUT_OF_RANGE, 0),
    ROW(SCRU128, TEXT, "zzzzzzzzzzzzzzzzzzzzzzzzz", OUT_OF_RANGE, 0),
    ROW(SCRU128, TEXT, "g0000000000000000000000000", BAD_LENGTH, 25),
    ROW(SCRU128, TEXT, "zzzzzzzzzzzzzzzzzzzzzzzz!", BAD_DIGIT, 24),
    ROW(SCRU128, TEXT, "", BAD_LENGTH, 0),
    ROW(SCRU128, TEXT, " 036Z968FU2TUGY7SVKFZNEWKK", BAD_LENGTH, 25),
    ROW(SCRU128, TEXT, "036z968fu2tugy7svkfznewk ", BAD_DIGIT, 24),
    ROW(SCRU128, TEXT, "+36z968fu2tugy7svkfznewkk", BAD_DIGIT, 0),
    ROW(SCRU128, TEXT, "-36z968fu2tugy7svkfznewkk", BAD_DIGIT, 0),
    ROW(SCRU128, TEXT, "036z968fu2tu_y7svkfznewkk", BAD_DIGIT, 12),
    ROW(SCRU128, TEXT, "0372ijojuxuhjsfkeryi2mrtm\n", BAD_LENGTH, 25),
    ROW(SCRU128V1, TEXT, "7VVVVVVVVVVVVVVVVVVVVVVVVV", OK, 0),
    ROW(SCRU128V1, TEXT, "80000000000000000000000000", OUT_OF_RANGE, 0),
    ROW(SCRU128V1, TEXT, "W0000000000000000000000000", BAD_DIGIT, 0),
    ROW(SCRU128V1, TEXT, "VVVVVVVVVVVVVVVVVVVVVVVVVW", BAD_DIGIT, 25),
    ROW(SCRU160, TEXT, "VVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVV", OK, 0),
    ROW(SCRU160, TEXT, "VVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVW", BAD_DIGIT, 31),
    ROW(SCRU160, TEXT, "VVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVV", BAD_LENGTH, 32),
    ROW(SCRU64, TEXT, "zzzzzzzzzzzz", OK, 0),
    ROW(SCRU64, TEXT, "zzzzzzzzzzz{", BAD_DIGIT, 11),
    ROW(SCRU64, TEXT, "0u2pf62ji4b", BAD_LENGTH, 11),
    ROW(ULID, TEXT, "7ZZZZZZZZZZZZZZZZZZZZZZZZZ", OK, 0),
    ROW(ULID, TEXT, "80000000000000000000000000", OUT_OF_RANGE, 0),
    ROW(ULID, TEXT, "ZZZZZZZZZZZZZZZZZZZZZZZZZZ", OUT_OF_RANGE, 0),
    ROW(ULID, TEXT, "G0000000000000000000000001", OUT_OF_RANGE, 0),
    ROW(ULID, TEXT, "8000000000000000000000000U", BAD_DIGIT, 25),
    ROW(ULID, TEXT, "7!!!!!!!!!!!!!!!!!!!!!!!!!", BAD_DIGIT, 1),
    ROW(ULID, TEXT, "0L000000000000000000000000", BAD_DIGIT, 1),
    ROW(ULID, TEXT, "01BX5ZZKBKACTAV9WEVGEMMVR", BAD_LENGTH, 25),
    ROW(ULID, TEXT, "01BX5ZZKBKACTAV9WEVGEMMVRU", BAD_DIGIT, 25),
    ROW(UUIDV7, TEXT, "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", OK, 0),
    ROW(UUIDV7, TEXT, "ffffffff-ffff-7fff-bfff-ffffffffffff", OK, 0),
    ROW(UUIDV7, TEXT, "ffffffff-ffff-ffff-ffff-ffffffffffff", BAD_VERSION, 14),
    ROW(UUIDV7, TEXT, "00000000-0000-0000-0000-000000000000", BAD_VERSION, 14),
    ROW(UUIDV7, TEXT, "017f22e2-79b0-4cc3-18c4-dc0c0c07398f", BAD_VERSION, 14),
    ROW(UUIDV7, TEXT, "017f22e2-79b0-7cc3-18c4-dc0c0c07398f", BAD_VARIANT, 19),
    ROW(UUIDV7, TEXT, "017f22e2-79b0-7cc3-c8c4-dc0c0c07398f", BAD_VARIANT, 19),
    ROW(UUIDV7, TEXT, "017f22e2-79b0-4cc3-18c4-dc0c0c07398g", BAD_DIGIT, 35),
    ROW(UUIDV7, TEXT, "017f22e2079b0-7cc3-98c4-dc0c0c07398f", BAD_DIGIT, 8),
    ROW(UUIDV7, TEXT, "017f22e279b07cc398c4dc0c0c07398f", BAD_LENGTH, 32),
    ROW(UUIDV7, TEXT, "{017f22e2-79b0-7cc3-98c4-dc0c0c07398f}", BAD_LENGTH, 36),
    ROW(UUIDV7, TEXT, "urn:uuid:017f22e2-79b0-7cc3-98c4-dc0c0c07398f", BAD_LENGTH, 36),
    ROW(SCRU64, HEX, "41c21cb8e0ffffff", OK, 0),
    ROW(SCRU64, HEX, "41c21cb8e1000000", OUT_OF_RANGE, 0),
    ROW(SCRU64, HEX, "0x1c21cb8e100000", BAD_DIGIT, 1),
    ROW(ULID, UUID, "771a3bce-02e9-7428-a68e-b1e7e82b7f9f", OK, 0),
    ROW(ULID, UUID, "771a3bce02e9-7428-a68e-b1e7e82b7f9f-", BAD_DIGIT, 8),
    ROW(ULID, UUID, "771a3bc-e02e9-7428-a68e-b1e7e82b7f9f", BAD_DIGIT, 7),
    ROW(ULID, UUID, "771a3bce--2e9-7428-a68e-b1e7e82b7f9f", BAD_DIGIT, 9),
    ROW(ULID, UUID, "771a3bce-02e9-7428-a68eb1e7e82b7f9f0", BAD_DIGIT, 23),
    ROW(ULID, UUID, "771a3bce02e97428a68eb1e7e82b7f9f", BAD_LENGTH, 32),
    ROW(ULID, UUID, "{771a3bce-02e9-7428-a68e-b1e7e82b7f9f}", BAD_LENGTH, 36),
    ROW(UUIDV7, BRACES, "{771a3bce-02e9-7428-a68e-b1e7e82b7f9f}", OK, 0),
    ROW(UUIDV7, BRACES, "[771a3bce-02e9-7428-a68e-b1e7e82b7f9f}", BAD_DIGIT, 0),
    ROW(UUIDV7, BRACES, "{771a3bce-02e9-7428_a68e-b1e7e82b7f9f)", BAD_DIGIT, 19),
    ROW(UUIDV7, BRACES, "{771a3bce-02e9-4428-a68e-b1e7e82b7f9f)", BAD_DIGIT, 37),
    ROW(UUIDV7, BRACES, "{771a3bce-02e9-4428-a68e-b1e7e82b7f9f}", BAD_VERSION, 15),
    ROW(UUIDV7, BRACES, "{771a3bce-02e9-7428-c68e-b1e7e82b7f9f}", BAD_VARIANT, 20),
    ROW(UUIDV7, URN, "URN:Uuid:771a3bce-02e9-7428-a68e-b1e7e82b7f9f", OK, 0),
    ROW(UUIDV7, URN, "urn\x1auuid:771a3bce-02e9-7428-a68e-b1e7e82b7f9f", BAD_DIGIT, 3),
    ROW(UUIDV7, URN, "urn:uuid:771a3bce-02e9-4428-a68e-b1e7e82b7f9f", BAD_VERSION, 23),
    ROW(UUIDV7, URN, "urn:uuid:771a3bce-02e9-7428-c68e-b1e7e82b7f9f", BAD_VARIANT, 28),
    ROW(SCRU128, INT, "+1", BAD_DIGIT, 0),
    ROW(SCRU128, INT, "-1", BAD_DIGIT, 0),
    ROW(SCRU128, INT, " 1", BAD_DIGIT, 0),
    ROW(SCRU128, INT, "1 ", BAD_DIGIT, 1),
    ROW(SCRU128, INT, "1\n", BAD_DIGIT, 1),
    ROW(SCRU128, INT, "01", BAD_DIGIT, 0),
    ROW(SCRU128, INT, "0x1", BAD_DIGIT, 0),
    ROW(SCRU128, INT, "1e3", BAD_DIGIT, 1),
    ROW(SCRU128, INT, "1_000", BAD_DIGIT, 1),
};

#undef ROW

TEST(constants)
{
    for (size_t i = 0; i < COUNT_OF(constants); i++) {
        const support_format *format = constants[i].format;
        const char *text = constants[i].text;
        judgement judged = judge_parse(format, constants[i].encoding, text, strlen(text));
        EXPECT_STATUS(judged.status, constants[i].status, "%s", text);
        EXPECT(judged.position == constants[i].position, "%s: %zu", text, judged.position);
        try_text(format, constants[i].encoding, text, strlen(text));
    }
}

/* ---- The lenient parse of ULID ------------------------------------------------------ */

#define KNOWN "01BX5ZZKBKACTAV9WEVGEMMVRZ"

/* Lengths count digits, positions count bytes. */
static const struct {
    const char *text, *canonical;
    unsigned leniency;
    sortid_status status;
    size_t position;
} lenient[] = {
    {KNOWN, KNOWN, 0, SORTID_OK, 0},
    {"01bx5zzkbkactav9wevgemmvrz", KNOWN, 0, SORTID_OK, 0},
    {"7zzzzzzzzzzzzzzzzzzzzzzzzz", "7ZZZZZZZZZZZZZZZZZZZZZZZZZ", 0, SORTID_OK, 0},
    {"00000000000000000000000000", "00000000000000000000000000", 0, SORTID_OK, 0},
    {"1IiLl0Ooabcdefghijkmnopqrs", "11111000ABCDEFGH1JKMN0PQRS", SORTID_ULID_ALIAS, SORTID_OK, 0},
    {"ooooooooooooooooooooooooil", "00000000000000000000000011", SORTID_ULID_ALIAS, SORTID_OK, 0},
    {"01BX5ZZKBK-ACTAV9WEVG-EMMVRZ", KNOWN, SORTID_ULID_HYPHEN, SORTID_OK, 0},
    {"0L-BX5ZZKBKACTAV9WEVGEMMVRZ", KNOWN, SORTID_ULID_ALIAS | SORTID_ULID_HYPHEN, SORTID_OK, 0},
    {"-01BX5ZZKBKACTAV9WEVGEMMVRZ", NULL, 0, SORTID_BAD_DIGIT, 0},
    {"01BX5ZZKBKACTAV9WEVGEMMVRZ-", NULL, 0, SORTID_BAD_DIGIT, 26},
    {"-1BX5ZZKBKACTAV9WEVGEMMVRZ", NULL, 0, SORTID_BAD_LENGTH, 26},
    {"01BX5ZZKBKACTAV9WEVGEMMVR-", NULL, 0, SORTID_BAD_LENGTH, 26},
    {"--------------------------", NULL, 0, SORTID_BAD_LENGTH, 26},
    {"-", NULL, 0, SORTID_BAD_LENGTH, 1},
    {"", NULL, 0, SORTID_BAD_LENGTH, 0},
    {"01BX5ZZKBKACTAV9WEVGEMMVR", NULL, 0, SORTID_BAD_LENGTH, 25},
    {"01BX5-ZZKBKACTAV9WEVGEMMVR", NULL, 0, SORTID_BAD_LENGTH, 26},
    {"01BX5ZZKBKACTAV9WEVGEMMVRZ0", NULL, 0, SORTID_BAD_LENGTH, 26},
    {"01BX5ZZKBKACTAV9WEVGEMMVRZ00", NULL, 0, SORTID_BAD_LENGTH, 26},
    {"01BX5-ZZKBKACTAV9WEVGEMMVRZ0", NULL, 0, SORTID_BAD_LENGTH, 27},
    {"0-1-B-X5ZZKBKACTAV9WEVGEMMVRZ-0", NULL, 0, SORTID_BAD_LENGTH, 30},
    {"80000000000000000000000000", NULL, 0, SORTID_OUT_OF_RANGE, 0},
    {"8-0000000000000000000000000", NULL, 0, SORTID_OUT_OF_RANGE, 0},
    {"ZOOOOOOOOOOOOOOOOOOOOOOOOO", NULL, 0, SORTID_OUT_OF_RANGE, 0},
    {"8000000000000000000000000U", NULL, 0, SORTID_BAD_DIGIT, 25},
};

TEST(lenient_constants)
{
    for (size_t i = 0; i < COUNT_OF(lenient); i++) {
        const char *text = lenient[i].text;
        judgement judged = judge_lenient(text, strlen(text));
        EXPECT_STATUS(judged.status, lenient[i].status, "%s", text);
        EXPECT(judged.leniency == lenient[i].leniency, "%s: %u", text, judged.leniency);
        EXPECT(judged.position == lenient[i].position, "%s: %zu", text, judged.position);
        if (lenient[i].canonical != NULL) {
            judgement strict =
                judge_parse(SUPPORT_ULID, SORTID_ENCODING_TEXT, lenient[i].canonical, 26);
            EXPECT_BYTES(judged.id, strict.id, sizeof strict.id, "%s", text);
        }
        parse_lenient(text, strlen(text));
    }
}

/* One and two hyphens in each gap, one in all gaps; every_byte has each alias at each place. */
TEST(lenient)
{
    char text[3 * 26 + 1];
    for (size_t gap = 0; gap <= 26; gap++) {
        for (int hyphens = 1; hyphens <= 2; hyphens++) {
            snprintf(text, sizeof text, "%.*s%.*s%s", (int)gap, KNOWN, hyphens, "--", &KNOWN[gap]);
            try_text(SUPPORT_ULID, SORTID_ENCODING_TEXT, text, strlen(text));
        }
    }
    for (size_t i = 0; i < 26; i++) {
        text[2 * i] = KNOWN[i];
        text[2 * i + 1] = '-';
    }
    try_text(SUPPORT_ULID, SORTID_ENCODING_TEXT, text, 2 * 26 - 1);
}

/* ---- ULID's time part ----------------------------------------------------------- */

TEST(ulid_time)
{
    static const char last[] = "7ZZZZZZZZZ", known[] = "01ARYZ6S41TSV4RRFFQ69G5FAV";
    uint64_t unix_ms = 0;
    for (size_t length = 0; length <= strlen(known); length++)
        parse_time(known, length);
    EXPECT_OK(sortid_ulid_parse_time(&unix_ms, known, 10, NULL));
    assert_true(unix_ms == UINT64_C(1469918176385));
    for (size_t place = 0; place < 10; place++) {
        for (int byte = 0; byte < 256; byte++) {
            char text[] = "01ARYZ6S41";
            text[place] = (char)byte;
            parse_time(text, 10);
        }
    }
    parse_time(last, 10);
}

TEST(ulid_print_time)
{
    char text[SORTID_ULID_TIME_TEXT_SIZE] = "untouched";
    EXPECT_STATUS(sortid_ulid_print_time(text, UINT64_C(1) << 48), SORTID_OUT_OF_RANGE, "2^48");
    EXPECT_STATUS(sortid_ulid_print_time(text, UINT64_MAX), SORTID_OUT_OF_RANGE, "2^64-1");
    assert_string_equal(text, "untouched");
    EXPECT_OK(sortid_ulid_print_time(text, UINT64_C(281474976710655)));
    assert_string_equal(text, "7ZZZZZZZZZ");
    EXPECT_OK(sortid_ulid_print_time(text, UINT64_C(1469918176385)));
    assert_string_equal(text, "01ARYZ6S41");
    EXPECT_OK(sortid_ulid_print_time(text, 150000));
    assert_string_equal(text, "0000004JFG");
    EXPECT_OK(sortid_ulid_print_time(text, 0));
    assert_string_equal(text, "0000000000");
}

CASES_MAIN(NULL, NULL)
