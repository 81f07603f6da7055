/* SPDX-License-Identifier: MIT */
/* test_reading.c: the readings of a text, their order, and the fault if there is none. For random texts the
 * expected readings are found by trying every format in every encoding, which reading.c does not do. */
#include "../../support/support.h"
#include "cli/format_info.h"
#include "cli/reading.h"

#include <ctype.h>

#define ULID_AND_V1  "01ARGS6S41TSV4RRFFQ69G5FAV" /* digits of both alphabets */
#define MAX_EXPECTED 4

/* A reading as "format encoding", the encodings by their number: 0 text, 1 hex, 3 uuid. */
struct expected {
    const char *text;
    const char *format; /* NULL: by length */
    bool lenient;
    const char *readings[MAX_EXPECTED];
    unsigned leniency; /* of the first */
};

static const struct expected GOOD[] = {
    {"036zg552n91mt9s0gyhdwif95", NULL, false, {"scru128 0"}, 0},
    {"036ZG552N91MT9S0GYHDWIF95", NULL, false, {"scru128 0"}, 0},
    {"036ZG552N91MT9S0GYHDWIF95", "scru128", false, {"scru128 0"}, 0},
    {"0u2r85hm2pt3", NULL, false, {"scru64 0"}, 0},
    {"zzzzzzzzzzzz", NULL, false, {"scru64 0"}, 0},
    {"0186ac4bad2af927", NULL, false, {"scru64 1"}, 0},
    {"0186AC4BAD2AF927", "scru64", false, {"scru64 1"}, 0},
    {"01ARYZ6S41TSV4RRFFQ69G5FAV", NULL, false, {"ulid 0"}, 0},
    {"00PP7OUAC22A7TO4VESB1R83L5", NULL, false, {"scru128v1 0"}, 0},
    {ULID_AND_V1, NULL, false, {"scru128v1 0", "ulid 0"}, 0},
    {ULID_AND_V1, "ulid", false, {"ulid 0"}, 0},
    {ULID_AND_V1, "scru128v1", false, {"scru128v1 0"}, 0},
    {"05U0GF0J0SP1ADJPT0U4VHIMCJJAIP51", NULL, false, {"scru160 0"}, 0},
    {"017c083c130732153679e83c4fc65664e6a964a1", NULL, false, {"scru160 1", "ksuid 1"}, 0},
    {"017c083c130732153679e83c4fc65664e6a964a1", "scru160", false, {"scru160 1"}, 0},
    // 32 hex digits: text first, though it is of 1980 and not in canonical case
    {"01563df36481b2b4b0a0d3b1e9d0a0b1",
     NULL,
     false,
     {"scru160 0", "scru128 1", "scru128v1 1", "ulid 1"},
     0},
    {"01563df36481b2b4b0a0d3b1e9d0a0b1", "scru160", false, {"scru160 0"}, 0},
    {"01563df36481b2b4b0a0d3b1e9d0a0b1", "ulid", false, {"ulid 1"}, 0},
    // a time of the year 2200 in 48 bits, of 2034 for scru128v1
    {"069a51e0-0000-0000-0000-000000000000",
     NULL,
     false,
     {"scru128v1 3", "scru128 3", "ulid 3"},
     0},
    {"01563DF3-6481-B2B4-B0A0-D3B1E9D0A0B1",
     NULL,
     false,
     {"scru128 3", "scru128v1 3", "ulid 3"},
     0},
    {"01563df3-6481-b2b4-b0a0-d3b1e9d0a0b1", "scru128v1", false, {"scru128v1 3"}, 0},
    // base 62: the case of a letter matters; hex of 2017 as a ksuid, of 2193 as a scru160
    {"0ujtsYcgvSTl8PAuAdqWYSMnLOv", NULL, false, {"ksuid 0"}, 0},
    {"0UJTSYCGVSTL8PAUADQWYSMNLOV", NULL, false, {"ksuid 0"}, 0},
    {"0669f7efb5a1cd34b5f99d1154fb6853345c9735", NULL, false, {"ksuid 1", "scru160 1"}, 0},
    {"0669f7efb5a1cd34b5f99d1154fb6853345c9735", "ksuid", false, {"ksuid 1"}, 0},
    // reserved and extreme IDs are IDs
    {"0000000000000000000000000", NULL, false, {"scru128 0"}, 0},
    {"f5lxx1zz5pnorynqglhzmsp33", NULL, false, {"scru128 0"}, 0},
    {"7VVVVVVVVVVVVVVVVVVVVVVVVV", NULL, false, {"scru128v1 0", "ulid 0"}, 0},
    {"7ZZZZZZZZZZZZZZZZZZZZZZZZZ", NULL, false, {"ulid 0"}, 0},
    // lenient: aliases, hyphens, with and without a name
    {"01ARYZ6S41TSV4RRFFQ69G5FAV", NULL, true, {"ulid 0"}, 0},
    {"OlARYZ6Si1TSV4RRFFQ69G5FAV", NULL, true, {"ulid 0"}, SORTID_ULID_ALIAS},
    {"OLARGS6SI1TSV4RRFFQ69G5FAV", "ulid", true, {"ulid 0"}, SORTID_ULID_ALIAS},
    {"01ARYZ6S41-TSV4-RRFF-Q69G5FAV", NULL, true, {"ulid 0"}, SORTID_ULID_HYPHEN},
    {"01ARYZ6S4l-TSV4-RRFF-Q69G5FAV", "ulid", true, {"ulid 0"}, 3},
    {"01-AR-YZ-6S-41-TSV4RRFFQ69G5FAV", NULL, true, {"ulid 0"}, SORTID_ULID_HYPHEN},
    {"0-1-A-R-Y-Z-6-S-4-1-T-S-V-4-R-R-F-F-Q-6-9-G-5-F-A-V", // 51 bytes, the longest
     NULL,
     true,
     {"ulid 0"},
     SORTID_ULID_HYPHEN},
    {"01563df3-6481-b2b4-b0a0-d3b1e9d0a0b1", NULL, true, {"scru128 3", "scru128v1 3", "ulid 3"}, 0},
    {"01563df36481b2b4b0a0d3b1e9d0a0b1", "ulid", true, {"ulid 1"}, 0},
    {"036zg552n91mt9s0gyhdwif95", NULL, true, {"scru128 0"}, 0},
    {"00PPAGUAC22A7TG4VESB1R83A5", NULL, true, {"scru128v1 0"}, 0}, // u is refused
};

static const struct {
    const char *text;
    const char *format;
    bool lenient;
    sortid_status status;
    size_t position;
    const char *fault_format;
} BAD[] = {
    {"", NULL, false, SORTID_BAD_LENGTH, 0, NULL},
    {"0", NULL, false, SORTID_BAD_LENGTH, 1, NULL},
    {"0u2r85hm2pt", NULL, false, SORTID_BAD_LENGTH, 11, NULL},
    {"0u2r85hm2pt3\r", NULL, false, SORTID_BAD_LENGTH, 13, NULL},
    {"036zg552n91mt9s0gyhdwif9", NULL, false, SORTID_BAD_LENGTH, 24, NULL},
    {"01BX5ZZK-BKACTAV9WEVGEMMVRZ", NULL, false, SORTID_BAD_DIGIT, 8, "ksuid"},
    {"aWgEPTl1tmebfsQzFP4bxwgy80W", NULL, false, SORTID_OUT_OF_RANGE, 0, "ksuid"},
    {"01BX5ZZK-BKACTAV9WEVGEMMVRZ0", NULL, false, SORTID_BAD_LENGTH, 28, NULL},
    {"017c083c130732153679e83c4fc65664e6a964a1\n", NULL, false, SORTID_BAD_LENGTH, 40, NULL},
    {"017c083c130732153679e83c4fc65664e6a964a10000", NULL, false, SORTID_BAD_LENGTH, 40, NULL},
    {"036zg552n91mt9s0gyhdwif95", "scru64", false, SORTID_BAD_LENGTH, 12, "scru64"},
    {"036zg552n91mt9s0gyhdwif9", "scru128", false, SORTID_BAD_LENGTH, 24, "scru128"},
    {"036zg552n91mt9s0gyhdwif95\n", "scru128", false, SORTID_BAD_LENGTH, 25, "scru128"},
    {"01563df3-6481-b2b4-b0a0-d3b1e9d0a0b1", "scru160", false, SORTID_BAD_LENGTH, 32, "scru160"},
    {"01563df3-6481-b2b4-b0a0-d3b1e9d0a0b1", "scru64", false, SORTID_BAD_LENGTH, 12, "scru64"},
    {"036zg552n91mt9s0gyhdwif9!", NULL, false, SORTID_BAD_DIGIT, 24, "scru128"},
    {"f5lxx1zz5pnorynqglhzmsp34", NULL, false, SORTID_OUT_OF_RANGE, 0, "scru128"},
    {"0u2r85 m2pt3", NULL, false, SORTID_BAD_DIGIT, 6, "scru64"},
    {"41c21cb8e1000000", NULL, false, SORTID_OUT_OF_RANGE, 0, "scru64"},
    {"41c21cb8e100000g", NULL, false, SORTID_BAD_DIGIT, 15, "scru64"},
    // the longest good beginning: ulid up to U, scru128v1 up to X
    {"01BX5ZZKBKACTAV9WEVGEMMVRU", NULL, false, SORTID_BAD_DIGIT, 25, "ulid"},
    {"00PP7OUAC22A7TO4VESB1R83LZ", NULL, false, SORTID_BAD_DIGIT, 25, "scru128v1"},
    {"01ARYZ6S41TSV4RRFFQ69G5FA!", NULL, false, SORTID_BAD_DIGIT, 25, "ulid"},
    {"01A!YZ6S41TSV4RRFFQ69G5FAV", NULL, false, SORTID_BAD_DIGIT, 3, NULL},
    // all digits are good, only too large: a better beginning than any bad digit
    {"80000000000000000000000000", NULL, false, SORTID_OUT_OF_RANGE, 0, "scru128v1"},
    {"8ZZZZZZZZZZZZZZZZZZZZZZZZZ", NULL, false, SORTID_OUT_OF_RANGE, 0, "ulid"},
    {"8VVVVVVVVVVVVVVVVVVVVVVVVU", NULL, false, SORTID_OUT_OF_RANGE, 0, "scru128v1"},
    {"01563df36481b2b4b0a0d3b1e9d0a0!1", NULL, false, SORTID_BAD_DIGIT, 30, NULL},
    {"01563df36481b2b4b0a0d3b1e9d0a0!1", "ulid", false, SORTID_BAD_DIGIT, 30, "ulid"},
    {"01563df3-6481-b2b4-b0a0_d3b1e9d0a0b1", NULL, false, SORTID_BAD_DIGIT, 23, NULL},
    {"017c083c130732153679e83c4fc65664e6a964ag", NULL, false, SORTID_BAD_DIGIT, 39, NULL},
    {"017c083c130732153679e83c4fc65664e6a964ag", "scru160", false, SORTID_BAD_DIGIT, 39, "scru160"},
    // lenient: the digits are counted, wherever the 27th of them is
    {"01BX5ZZK-BKACTAV9WEVGEMMVRZZ", NULL, true, SORTID_BAD_LENGTH, 27, "ulid"},
    {"01BX5ZZK-BKACTAV9WEVGEMMVR", NULL, true, SORTID_BAD_LENGTH, 26, "ulid"},
    {"01BX5ZZK-BKACTAV9WEVGEMMVRU", NULL, true, SORTID_BAD_DIGIT, 26, "ulid"},
    {"01BX5ZZK--BKACTAV9WEVGEMMVRZ", NULL, true, SORTID_BAD_DIGIT, 8, "ulid"},
    {"01BX5ZZKBKACTAV9WEVGEMMVRZ-", "ulid", true, SORTID_BAD_DIGIT, 26, "ulid"},
    {"01BX5ZZKBKACTAV9WEVGEMMVRZ-", NULL, true, SORTID_BAD_DIGIT, 26, NULL}, // or a ksuid
    {"01BX5ZZKBKACTAV9WEVGEMMVRZ00", NULL, true, SORTID_BAD_LENGTH, 28, NULL},
    {"81BX5ZZK-BKACTAV9WEVGEMMVRZ", NULL, true, SORTID_OUT_OF_RANGE, 0, "ulid"},
    {"01BX5ZZKBKACTAV9WEVGEMMVRZ0", "ulid", true, SORTID_BAD_LENGTH, 26, "ulid"},
    {"01BX5ZZK", "ulid", true, SORTID_BAD_LENGTH, 8, "ulid"},
};

static size_t read_string(struct reading out[READING_MAX], struct reading_fault *fault,
                          const char *format, bool lenient, const char *text)
{
    struct reading_request request = {.format = format != NULL ? sortid_format_find(format) : NULL,
                                      .lenient = lenient};
    return reading_all(out, fault, &request, text, strlen(text));
}

/* Whether two texts are equal, except for the case of letters. */
static bool is_same_text(const char *a, const char *b)
{
    while (*a != '\0' && tolower((unsigned char)*a) == tolower((unsigned char)*b))
        a++, b++;
    return *a == *b;
}

static void expect_reading(const struct reading *reading, const char *expected, const char *text)
{
    char found[32], back[SORTID_MAX_TEXT_SIZE];
    snprintf(found, sizeof found, "%s %d", info_of(reading->format)->name, (int)reading->encoding);
    assert_string_equal(found, expected);
    print_id(back, reading->format, reading->encoding, reading->id);
    EXPECT(reading->leniency != 0 || is_same_text(back, text), "%s: prints as %s", text, back);
    for (size_t i = info_of(reading->format)->size; i < SORTID_MAX_SIZE; i++)
        EXPECT(reading->id[i] == 0, "%s: byte %zu", text, i);
}

static void test_good(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(GOOD); i++) {
        const struct expected *e = &GOOD[i];
        struct reading readings[READING_MAX];
        struct reading_fault fault = {SORTID_BUSY, 77, NULL};
        size_t count = read_string(readings, &fault, e->format, e->lenient, e->text), expected = 0;
        while (expected < MAX_EXPECTED && e->readings[expected] != NULL)
            expected++;
        EXPECT(count == expected, "%s: %zu readings", e->text, count);
        for (size_t k = 0; k < expected; k++)
            expect_reading(&readings[k], e->readings[k], e->text);
        EXPECT(readings[0].leniency == e->leniency, "%s: %u", e->text, readings[0].leniency);
        EXPECT(fault.status == SORTID_BUSY && fault.position == 77, "%s: fault", e->text);
    }
}

static void test_bad(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(BAD); i++) {
        struct reading readings[READING_MAX];
        struct reading_fault fault;
        size_t count = read_string(readings, &fault, BAD[i].format, BAD[i].lenient, BAD[i].text);
        EXPECT(count == 0, "%s: %zu readings", BAD[i].text, count);
        EXPECT_STATUS(fault.status, BAD[i].status, "%s", BAD[i].text);
        EXPECT(fault.position == BAD[i].position, "%s: %zu", BAD[i].text, fault.position);
        const char *format = fault.format != NULL ? info_of(fault.format)->name : "none";
        const char *expected = BAD[i].fault_format != NULL ? BAD[i].fault_format : "none";
        EXPECT(strcmp(format, expected) == 0, "%s: %s", BAD[i].text, format);
    }
}

/* Every byte that is no digit of any alphabet, in every place of every length. */
static void test_bad_bytes(void **state)
{
    static const size_t lengths[] = {12, 16, 25, 26, 27, 32, 40};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(lengths); i++)
        for (size_t place = 0; place < lengths[i]; place++)
            for (int byte = 0x7b; byte <= 0x100; byte++) { // 0x100: NUL
                char text[40];
                struct reading readings[READING_MAX];
                struct reading_fault fault;
                struct reading_request request = {.lenient = byte % 2 == 0};
                memset(text, '1', sizeof text);
                text[place] = (char)byte;
                EXPECT(reading_all(readings, &fault, &request, text, lengths[i]) == 0,
                       "%zu bytes, 0x%02x at %zu", lengths[i], (unsigned)byte, place);
                EXPECT(fault.status == SORTID_BAD_DIGIT && fault.position == place,
                       "%zu bytes, 0x%02x at %zu: %d at %zu", lengths[i], (unsigned)byte, place,
                       (int)fault.status, fault.position);
            }
}

/* The longest lines that the command can hand over. */
static void test_long(void **state)
{
    static char text[100000];
    struct reading readings[READING_MAX];
    struct reading_fault fault;
    struct reading_request request = {.lenient = true};
    (void)state;
    memset(text, '1', sizeof text);
    assert_int_equal(reading_all(readings, &fault, &request, text, sizeof text), 0);
    assert_int_equal(fault.status, SORTID_BAD_LENGTH);
    assert_int_equal(fault.position, 40);
    assert_null(fault.format);
    text[50000] = '-';
    assert_int_equal(reading_all(readings, &fault, &request, text, sizeof text), 0);
    assert_int_equal(fault.status, SORTID_BAD_LENGTH);
    assert_int_equal(fault.position, 26);
    assert_string_equal(info_of(fault.format)->name, "ulid");
}

static size_t table_rows(void)
{
    size_t rows = 0;
    while (sortid_format_at(rows) != NULL)
        rows++;
    return rows;
}

/* What the header promises of the table. */
static void test_bounds(void **state)
{
    (void)state;
    EXPECT(table_rows() * 3 <= READING_MAX, "a text may have more readings than READING_MAX");
    for (size_t i = 0; i < table_rows(); i++)
        EXPECT(2 * info_of(sortid_format_at(i))->text_length <= READING_TEXT_MAX,
               "READING_TEXT_MAX");
}

/* What decides the order, larger is less likely. */
static unsigned weight(const struct reading *reading, const char *text, size_t length)
{
    char back[SORTID_MAX_TEXT_SIZE];
    uint64_t unix_ms = sortid_format_unix_ms(reading->format, reading->id);
    size_t row = 0;
    while (sortid_format_at(row) != reading->format)
        row++;
    print_id(back, reading->format, reading->encoding, reading->id);
    return (reading->encoding != SORTID_ENCODING_TEXT) * 1000u +
           (memcmp(back, text, length) != 0) * 100u +
           (unix_ms < UINT64_C(946684800000) || unix_ms > UINT64_C(4133980799999)) * 10u +
           (unsigned)row;
}

static bool has_reading(const struct reading *readings, size_t count, const sortid_format *format,
                        sortid_encoding encoding, const uint8_t *id)
{
    for (size_t i = 0; i < count; i++)
        if (readings[i].format == format && readings[i].encoding == encoding)
            return memcmp(readings[i].id, id, info_of(format)->size) == 0;
    return false;
}

/* Each way to read `text` as its bytes is among the readings; returns how many. */
static size_t expect_all_ways(const struct reading *readings, size_t count, const char *text,
                              size_t length)
{
    static const sortid_encoding encodings[] = {SORTID_ENCODING_TEXT, SORTID_ENCODING_HEX,
                                                SORTID_ENCODING_UUID};
    size_t ways = 0;
    for (size_t i = 0; i < table_rows(); i++)
        for (size_t k = 0; k < COUNT_OF(encodings); k++) {
            uint8_t id[SORTID_MAX_SIZE];
            const sortid_format *format = sortid_format_at(i);
            if (sortid_format_parse(format, id, encodings[k], text, length, NULL) != SORTID_OK)
                continue;
            if (encodings[k] == SORTID_ENCODING_UUID && format == sortid_uuidv7_format())
                continue; // its own text, the first reading
            ways++;
            EXPECT(has_reading(readings, count, format, encodings[k], id), "%.*s: not as %s",
                   (int)length, text, info_of(format)->name);
        }
    return ways;
}

/* Makes a text of a likely length from a likely alphabet, mostly good. */
static size_t random_text(char text[40])
{
    static const char *const alphabets[] = {
        "0123456789",
        "0123456789abcdef",
        "0123456789ABCDEF",
        "0123456789ABCDEFGHJKMNPQRSTV",
        "0123456789abcdefghijklmnopqrstuv",
        "0123456789ABCDEFGHJKMNPQRSTVWXYZ",
        "0123456789abcdefghijklmnopqrstuvwxyz-!",
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"};
    static const size_t lengths[] = {12, 16, 25, 26, 27, 32, 36, 40};
    const char *alphabet = alphabets[support_below(COUNT_OF(alphabets))];
    size_t length = lengths[support_below(COUNT_OF(lengths))];
    length += support_below(8) == 0;
    length = length > 40 ? 40 : length;
    for (size_t i = 0; i < length; i++)
        text[i] = alphabet[support_below(strlen(alphabet))];
    text[0] = (char)('0' + support_below(9));
    if (length == 36)
        text[8] = text[13] = text[18] = text[23] = '-';
    return length;
}

static void test_random(void **state)
{
    size_t by_count[READING_MAX + 1] = {0};
    (void)state;
    for (int i = 0; i < 100000; i++) {
        char text[40];
        size_t length = random_text(text);
        struct reading readings[READING_MAX];
        struct reading_fault fault = {SORTID_OK, 0, NULL};
        struct reading_request request = {.format = NULL};
        size_t count = reading_all(readings, &fault, &request, text, length);
        EXPECT(expect_all_ways(readings, count, text, length) == count, "%.*s: %zu readings",
               (int)length, text, count);
        for (size_t k = 1; k < count; k++)
            EXPECT(weight(&readings[k - 1], text, length) < weight(&readings[k], text, length),
                   "%.*s: reading %zu is likelier than the one before", (int)length, text, k);
        EXPECT((fault.status == SORTID_OK) == (count > 0), "%.*s: %d", (int)length, text,
               (int)fault.status);
        bool shared = fault.status == SORTID_BAD_DIGIT && fault.format == NULL;
        EXPECT(!shared || length == 26 || length == 32 || length == 36 || length == 40,
               "%.*s: one format alone has this length", (int)length, text);
        EXPECT(shared || (fault.format == NULL) == (count > 0 || fault.status == SORTID_BAD_LENGTH),
               "%.*s: format of the fault", (int)length, text);
        EXPECT(fault.position <= length, "%.*s: position %zu", (int)length, text, fault.position);
        by_count[count]++;
    }
    for (size_t count = 0; count <= 4; count++)
        EXPECT(by_count[count] > 100, "only %zu texts had %zu readings", by_count[count], count);
}

/* The ways of a length, in the order in which they are tried: "format encoding". */
static void expect_ways(const char *format, bool lenient, size_t length, const char *expected)
{
    struct reading_way ways[READING_MAX];
    struct reading_request request = {.format = format != NULL ? sortid_format_find(format) : NULL,
                                      .lenient = lenient};
    char found[256] = "";
    size_t count = reading_ways(ways, &request, length);
    for (size_t i = 0; i < count; i++)
        snprintf(found + strlen(found), sizeof found - strlen(found), "%s %d, ",
                 info_of(ways[i].format)->name, (int)ways[i].encoding);
    EXPECT(strcmp(found, expected) == 0, "length %zu: %s, expected %s", length, found, expected);
}

static void test_ways(void **state)
{
    (void)state;
    expect_ways(NULL, false, 0, "");
    expect_ways(NULL, false, 12, "scru64 0, ");
    expect_ways(NULL, false, 16, "scru64 1, ");
    expect_ways(NULL, false, 25, "scru128 0, ");
    expect_ways(NULL, false, 26, "scru128v1 0, ulid 0, ");
    expect_ways(NULL, false, 27, "ksuid 0, ");
    expect_ways(NULL, false, 28, "");
    expect_ways(NULL, false, 40, "scru160 1, ksuid 1, ");
    expect_ways(NULL, false, 32, "scru160 0, scru128 1, scru128v1 1, ulid 1, uuidv7 1, ");
    expect_ways(NULL, false, 36, "uuidv7 0, scru128 3, scru128v1 3, ulid 3, ");
    expect_ways("ulid", false, 26, "ulid 0, ");
    expect_ways("scru160", false, 40, "scru160 1, ");
    expect_ways("scru160", false, 25, "");
    expect_ways("ulid", true, 26, "");
}

static void test_split_node(void **state)
{
    struct reading readings[READING_MAX];
    struct reading_fault fault;
    uint32_t node_id = 1, counter = 2;
    (void)state;
    assert_int_equal(read_string(readings, &fault, NULL, false, "0186ac4bad2af927"), 1);
    assert_true(reading_split_node(&node_id, &counter, readings, 8));
    assert_int_equal(node_id, 0x2a);
    assert_int_equal(counter, 0xf927);
    assert_true(reading_split_node(&node_id, &counter, readings, 23));
    assert_int_equal(node_id, 0x2af927 >> 1);
    assert_int_equal(counter, 1);
    assert_false(reading_split_node(&node_id, &counter, readings, 0));
    assert_false(reading_split_node(&node_id, &counter, readings, 24));
    assert_int_equal(read_string(readings, &fault, NULL, false, "036zg552n91mt9s0gyhdwif95"), 1);
    assert_false(reading_split_node(&node_id, &counter, readings, 8));
    assert_int_equal(node_id, 0x2af927 >> 1);
    assert_int_equal(counter, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good),      cmocka_unit_test(test_bad),
        cmocka_unit_test(test_bad_bytes), cmocka_unit_test(test_long),
        cmocka_unit_test(test_bounds),    cmocka_unit_test(test_random),
        cmocka_unit_test(test_ways),      cmocka_unit_test(test_split_node),
    };
    support_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
