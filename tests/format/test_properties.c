/* SPDX-License-Identifier: MIT */
/* test_properties.c: what holds for any bytes of every format, IDs or not: the fuzz target
 * round_trip, which judges texts, fields, order, neighbors and bounds by the oracle, gets edges and
 * random IDs, from a seed that is printed and can be set. Then the refusals that have arguments of
 * their own, and the order of texts, as constants. */
#include "fuzz/target/round_trip.c" // NOLINT(bugprone-suspicious-include)
#include "support/cases.h"

#include <time.h>

#define ROUNDS 2000

/* ---- Any two IDs ---------------------------------------------------------------- */

static void try_pair(const support_format *format, const uint8_t *a, const uint8_t *b)
{
    uint8_t input[1 + 2 * SUPPORT_MAX_SIZE] = {(uint8_t)(format - support_formats)};
    memcpy(input + 1, a, format->size);
    memcpy(input + 1 + SUPPORT_MAX_SIZE, b, format->size);
    (void)LLVMFuzzerTestOneInput(input, sizeof input);
}

/* An ID, the first or last of its timestamp, or bytes that may not be an ID: of uuidv7 each version
 * and variant, of scru64 also those next to its last ID. */
static void random_bytes(uint8_t *id, const support_format *format)
{
    switch (support_below(4)) {
    case 0:
        support_random_bytes(id, format->size);
        break;
    case 1:
        support_id_at(id, format, support_below(format->timestamp_max + 1), support_below(2) == 0);
        break;
    default:
        support_random_id(id, format);
    }
    if (format == SUPPORT_SCRU64 && support_below(8) == 0)
        support_scru64_id(id, SUPPORT_SCRU64->timestamp_max + support_below(2),
                          support_below(2) == 0 ? 0 : 0xffffff);
}

TEST_FORMATS(any_ids)
{
    uint8_t a[SUPPORT_MAX_SIZE], b[SUPPORT_MAX_SIZE];
    for (int i = 0; i < ROUNDS; i++) {
        random_bytes(a, format);
        memcpy(b, a, sizeof b);
        if (support_below(2) == 0)
            random_bytes(b, format);
        else if (support_below(2) == 0)
            b[format->size - 1 - support_below(format->size / 2)] ^= 0x10;
        try_pair(format, a, b);
    }
    for (int i = 0; i < 8; i++) {
        uint64_t timestamp = (uint64_t)(i / 4);
        support_id_at(a, format, i % 2 == 0 ? timestamp : format->timestamp_max - timestamp,
                      i % 4 < 2);
        memset(b, 0xff, sizeof b);
        try_pair(format, a, b);
        try_pair(format, b, a);
    }
}

/* ---- Fields ------------------------------------------------------------------- */

/* Sets a field to one above its last value and expects that field's number. */
#define EXPECT_FIELD_REFUSED(f, field, value, number)                                              \
    do {                                                                                           \
        sortid_##f##_fields fields;                                                                \
        sortid_##f id = {{0}}, untouched;                                                          \
        sortid_##f##_to_fields(&fields, &id);                                                      \
        memset(&id, 0xa5, sizeof id);                                                              \
        untouched = id;                                                                            \
        fields.field = (value);                                                                    \
        size_t bad = SIZE_MAX;                                                                     \
        EXPECT_STATUS(sortid_##f##_from_fields(&id, &fields, &bad), SORTID_OUT_OF_RANGE,           \
                      #f " " #field);                                                              \
        EXPECT(bad == (number), #f " " #field ": field %zu", bad);                                 \
        EXPECT_BYTES(&id, &untouched, sizeof id, #f " " #field ": output touched");                \
        EXPECT_STATUS(sortid_##f##_from_fields(&id, &fields, NULL), SORTID_OUT_OF_RANGE, #f);      \
    } while (0)

TEST(field_ranges)
{
    EXPECT_FIELD_REFUSED(scru128, timestamp, UINT64_C(1) << 48, 0);
    EXPECT_FIELD_REFUSED(scru128, counter_hi, UINT32_C(1) << 24, 1);
    EXPECT_FIELD_REFUSED(scru128, counter_lo, UINT32_C(1) << 24, 2);
    EXPECT_FIELD_REFUSED(scru128v1, timestamp, UINT64_C(1) << 44, 0);
    EXPECT_FIELD_REFUSED(scru128v1, counter, UINT32_C(1) << 28, 1);
    EXPECT_FIELD_REFUSED(scru128v1, per_sec_random, UINT32_C(1) << 24, 2);
    EXPECT_FIELD_REFUSED(scru160, timestamp, UINT64_C(1) << 48, 0);
    EXPECT_FIELD_REFUSED(scru160, counter, UINT32_C(1) << 16, 1);
    EXPECT_FIELD_REFUSED(scru160, random16, UINT32_C(1) << 16, 2);
    EXPECT_FIELD_REFUSED(scru64, timestamp, UINT64_C(282429536481), 0);
    EXPECT_FIELD_REFUSED(scru64, timestamp, UINT64_MAX, 0);
    EXPECT_FIELD_REFUSED(scru64, node_ctr, UINT32_C(1) << 24, 1);
    EXPECT_FIELD_REFUSED(ulid, timestamp, UINT64_C(1) << 48, 0);
    EXPECT_FIELD_REFUSED(ulid, randomness_high, UINT32_C(1) << 16, 1);
    EXPECT_FIELD_REFUSED(uuidv7, timestamp, UINT64_C(1) << 48, 0);
    EXPECT_FIELD_REFUSED(uuidv7, rand_a, UINT32_C(1) << 12, 2);
    EXPECT_FIELD_REFUSED(uuidv7, rand_b, UINT64_C(1) << 62, 4);
    EXPECT_FIELD_REFUSED(ksuid, timestamp, UINT64_C(1) << 32, 0);
}

/* Two fields beyond their bits: the first is named. */
TEST(first_bad_field)
{
    const sortid_scru128_fields fields = {.counter_hi = UINT32_MAX, .counter_lo = UINT32_MAX};
    sortid_scru128 id;
    size_t bad = SIZE_MAX;
    EXPECT_GIVES(sortid_scru128_from_fields(&id, &fields, &bad), SORTID_OUT_OF_RANGE);
    assert_int_equal(bad, 1);
}

/* ---- The order of texts ---------------------------------------------------------- */

/* The order of two texts that have these digits last, and zeros before. */
static int compare_padded(const support_format *format, const char *a, const char *b)
{
    char left[SUPPORT_MAX_TEXT], right[SUPPORT_MAX_TEXT];
    size_t length = strlen(a), zeros = format->text_length - length;
    assert_int_equal(strlen(b), length);
    memset(left, '0', zeros);
    memset(right, '0', zeros);
    memcpy(left + zeros, a, length);
    memcpy(right + zeros, b, length);
    left[format->text_length] = 'a'; /* what follows does not count */
    right[format->text_length] = 'b';
    int order = sign(sortid_format_compare_text(format->format(), left, right));
    EXPECT(sign(sortid_format_compare_text(format->format(), right, left)) == -order,
           "%s, %s, turned", a, b);
    return order;
}

/* One digit at a time, at each place of the text. */
static void expect_text_order(const support_format *format, char a, char b, int order)
{
    for (size_t place = 0; place < format->text_length; place++) {
        char left[SUPPORT_MAX_TEXT], right[SUPPORT_MAX_TEXT];
        memset(left, '7', sizeof left);
        memset(right, '7', sizeof right);
        left[place] = a;
        right[place] = b;
        EXPECT(sign(sortid_format_compare_text(format->format(), left, right)) == order,
               "%02x, %02x at %zu", (unsigned char)a, (unsigned char)b, place);
    }
}

TEST_FORMATS(compare_text)
{
    assert_int_equal(compare_padded(format, "", ""), 0);
    const int has_case = oracle_has_case(format->alphabet);
    assert_int_equal(compare_padded(format, "0372IJOJUX", "0372ijojux"), -has_case);
    assert_int_equal(compare_padded(format, "9", "a"), -1);
    assert_int_equal(compare_padded(format, "9", "A"), -1);
    assert_int_equal(compare_padded(format, "a", "B"), has_case ? 1 : -1);
    assert_int_equal(compare_padded(format, "B", "a"), has_case ? -1 : 1);
    assert_int_equal(compare_padded(format, "Z", "y"), has_case ? -1 : 1);
    assert_int_equal(compare_padded(format, "aX", "Ay"), has_case ? 1 : -1);
    expect_text_order(format, '9', 'a', -1);
    expect_text_order(format, 'B', 'a', has_case ? -1 : 1);
    expect_text_order(format, 'x', 'X', has_case);
    expect_text_order(format, '\x80', 'z', 1);
    /* Not letters: bytes that differ from another by 0x20 only are not equal. */
    expect_text_order(format, '@', '`', -1);
    expect_text_order(format, '[', '{', -1);
    expect_text_order(format, '\xc4', '\xe4', -1);
    /* NUL ends nothing: what is after it counts. */
    char left[SUPPORT_MAX_TEXT] = {0}, right[SUPPORT_MAX_TEXT] = {0};
    left[format->text_length - 1] = 'b';
    right[format->text_length - 1] = 'c';
    assert_true(sortid_format_compare_text(format->format(), left, right) < 0);
}

/* ---- The ends ------------------------------------------------------------------------ */

TEST_FORMATS(ends)
{
    uint8_t id[SUPPORT_MAX_SIZE], out[SUPPORT_MAX_SIZE], untouched[SUPPORT_MAX_SIZE];
    char text[SUPPORT_MAX_TEXT];
    bool carried = true;
    memset(untouched, 0xa5, sizeof untouched);
    memcpy(out, untouched, sizeof out);
    assert_int_equal(sortid_format_max(format->format(), id), SORTID_OK);
    format->print(text, id);
    assert_string_equal(text, format->last);
    EXPECT_GIVES(format->successor(out, id, &carried), SORTID_OUT_OF_RANGE);
    assert_int_equal(sortid_format_min(format->format(), id), SORTID_OK);
    EXPECT_GIVES(format->predecessor(out, id, &carried), SORTID_OUT_OF_RANGE);
    EXPECT_BYTES(out, untouched, sizeof out, "output touched");
    EXPECT(carried, "carried touched");
}

/* ---- Times ------------------------------------------------------------------------- */

static void expect_no_timestamp(const support_format *format, uint64_t ms)
{
    uint8_t id[SUPPORT_MAX_SIZE], untouched[SUPPORT_MAX_SIZE];
    memset(untouched, 0xa5, sizeof untouched);
    memcpy(id, untouched, sizeof id);
    EXPECT_STATUS(format->min_at(id, ms), SORTID_OUT_OF_RANGE, "min_at");
    EXPECT_STATUS(format->max_at(id, ms), SORTID_OUT_OF_RANGE, "max_at");
    EXPECT_GIVES(sortid_format_min_at(format->format(), id, ms), SORTID_OUT_OF_RANGE);
    EXPECT_GIVES(sortid_format_max_at(format->format(), id, ms), SORTID_OUT_OF_RANGE);
    EXPECT_BYTES(id, untouched, sizeof id, "output touched");
}

TEST_FORMATS(no_timestamp)
{
    uint64_t end = (format->timestamp_max + 1) * format->timestamp_unit + format->timestamp_zero;
    expect_no_timestamp(format, end);
    expect_no_timestamp(format, end + support_below(UINT64_MAX - end));
    expect_no_timestamp(format, UINT64_MAX);
    if (format->timestamp_zero > 0) {
        expect_no_timestamp(format, format->timestamp_zero - 1);
        expect_no_timestamp(format, 0);
    }
}

/* ISO 8601 in UTC; years past 9999 as in the expanded form, six digits. */
static void print_iso(char *text, size_t size, uint64_t unix_ms)
{
    time_t seconds = (time_t)(unix_ms / 1000);
    struct tm utc;
    EXPECT(gmtime_r(&seconds, &utc) != NULL, "gmtime_r");
    int year = utc.tm_year + 1900;
    snprintf(text, size,
             year > 9999 ? "+%06d-%02d-%02dT%02d:%02d:%02d.%03uZ"
                         : "%04d-%02d-%02dT%02d:%02d:%02d.%03uZ",
             year, utc.tm_mon + 1, utc.tm_mday, utc.tm_hour, utc.tm_min, utc.tm_sec,
             (unsigned)(unix_ms % 1000));
}

TEST_FORMATS(last_times)
{
    uint8_t id[SUPPORT_MAX_SIZE];
    char text[80];
    assert_int_equal(sortid_format_max(format->format(), id), SORTID_OK);
    print_iso(text, sizeof text, format->unix_ms(id));
    assert_string_equal(text, format->last_time);
}

/* ---- scru64: the range of integers -------------------------------------------------- */

TEST(scru64_range)
{
    static const uint64_t beyond[] = {UINT64_C(4738381338321616896), INT64_MAX,
                                      UINT64_C(0x8000000000000000), UINT64_MAX};
    sortid_scru64 id, bits;
    sortid_scru64_fields fields;
    memset(&id, CANARY, sizeof id);
    for (size_t i = 0; i < COUNT_OF(beyond); i++) {
        oracle_set_bits(bits.bytes, 0, 64, beyond[i]);
        EXPECT_STATUS(sortid_scru64_from_int(&id, beyond[i]), SORTID_OUT_OF_RANGE, "%zu", i);
        EXPECT_STATUS(
            sortid_scru64_parse_as(&id, SORTID_ENCODING_BIN, (const char *)&bits, 8, NULL),
            SORTID_OUT_OF_RANGE, "%zu", i);
        EXPECT(is_untouched(&id, sizeof id), "%zu: output touched", i);
        EXPECT(sortid_scru64_to_int(&bits) == beyond[i], "%zu: to_int", i);
        sortid_scru64_to_fields(&fields, &bits); // as they are
        EXPECT(fields.timestamp == beyond[i] >> 24 && fields.node_ctr == (beyond[i] & 0xffffff),
               "%zu: to_fields", i);
    }
    EXPECT_OK(sortid_scru64_from_int(&id, UINT64_C(4738381338321616895)));
    assert_true(sortid_scru64_to_int(&id) == SORTID_SCRU64_MAX_INT);
}

/* Any version and variant: the fields are the other bits. */
TEST(uuidv7_bits)
{
    sortid_uuidv7 id;
    sortid_uuidv7_fields fields;
    memset(&id, 0xff, sizeof id);
    sortid_uuidv7_to_fields(&fields, &id);
    assert_int_equal(fields.reserved, 0);
    assert_int_equal(fields.rand_a, 0xfff);
    assert_true(fields.rand_b == UINT64_MAX >> 2);
}

CASES_MAIN(NULL, NULL)
