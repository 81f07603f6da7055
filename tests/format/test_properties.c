/* SPDX-License-Identifier: MIT */
/* test_properties.c: what holds for every ID of every format: print then parse gives it back, its
 * texts are those of long division, bytes, integers and texts have one order, successor and
 * predecessor step by one and stop at the ends, and min_at and max_at enclose each timestamp.
 * Random IDs from a seed that is printed and can be set; the right answers come from the oracle. */
#include "../support/cases.h"
#include "../support/formats.h"
#include "../support/judge.h"
#include "../support/oracle.h"

#include <sortid/unstable.h>
#include <time.h>

#define ROUNDS 2000

/* ---- Texts -------------------------------------------------------------------- */

static void expect_back(support_parse *parse, const char *text, const uint8_t *id, size_t size)
{
    uint8_t out[SUPPORT_MAX_SIZE];
    EXPECT_STATUS(parse(out, text, strlen(text), NULL), SORTID_OK, "%s", text);
    EXPECT_BYTES(out, id, size, "%s", text);
}

static void expect_texts(const support_format *format, const uint8_t *id)
{
    char text[SUPPORT_MAX_TEXT], expected[SUPPORT_MAX_TEXT];
    EXPECT(format->print(text, id) == format->text_length, "length");
    judge_print(expected, format, SORTID_ENCODING_TEXT, id);
    assert_string_equal(text, expected);
    expect_back(format->parse, text, id, format->size);
    format->print_hex(text, id);
    oracle_print(expected, 2 * format->size, SUPPORT_HEX_DIGITS, id, format->size);
    assert_string_equal(text, expected);
    expect_back(format->parse_hex, text, id, format->size);
    EXPECT(format->print_int(text, id) == oracle_decimal(expected, id, format->size), "length");
    assert_string_equal(text, expected);
    expect_back(format->parse_int, text, id, format->size);
}

static void expect_uuid(const support_format *format, const uint8_t *id)
{
    char hex[SUPPORT_MAX_TEXT], expected[SUPPORT_MAX_TEXT], text[SUPPORT_MAX_TEXT];
    oracle_print(hex, 32, SUPPORT_HEX_DIGITS, id, 16);
    oracle_uuid(expected, hex);
    format->print_uuid(text, id);
    assert_string_equal(text, expected);
    expect_back(format->parse_uuid, text, id, format->size);
}

TEST_FORMATS(texts)
{
    uint8_t id[SUPPORT_MAX_SIZE];
    for (int i = 0; i < ROUNDS; i++) {
        support_random_id(id, format);
        expect_texts(format, id);
        if (format->has_uuid)
            expect_uuid(format, id);
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
    EXPECT_STATUS(sortid_scru128_from_fields(&id, &fields, &bad), SORTID_OUT_OF_RANGE, "-");
    assert_int_equal(bad, 1);
}

/* ---- Order -------------------------------------------------------------------- */

static int sign(int value)
{
    return (value > 0) - (value < 0);
}

/* Integers compared as texts of decimal digits: by length, then digit by digit. */
static int compare_integers(const support_format *format, const uint8_t *a, const uint8_t *b)
{
    char left[SUPPORT_MAX_TEXT], right[SUPPORT_MAX_TEXT];
    size_t left_length = format->print_int(left, a), right_length = format->print_int(right, b);
    if (left_length != right_length)
        return left_length < right_length ? -1 : 1;
    return sign(strcmp(left, right));
}

static int compare_texts(const support_format *format, const uint8_t *a, const uint8_t *b)
{
    char left[SUPPORT_MAX_TEXT], right[SUPPORT_MAX_TEXT];
    format->print(left, a);
    format->print(right, b);
    int plain = sign(strcmp(left, right));
    if (!oracle_has_case(format->alphabet))
        oracle_mixed(left); // one side in another case must not matter
    EXPECT(sign(sortid_format_compare_text(format->format(), left, right)) == plain, "%s %s", left,
           right);
    return plain;
}

TEST_FORMATS(order)
{
    uint8_t a[SUPPORT_MAX_SIZE], b[SUPPORT_MAX_SIZE];
    for (int i = 0; i < ROUNDS; i++) {
        support_random_id(a, format);
        memcpy(b, a, sizeof b);
        if (support_below(2) == 0)
            support_random_id(b, format);
        else if (support_below(2) == 0)
            b[format->size - 1 - support_below(format->size / 2)] ^= 0x10;
        int bytes = sign(memcmp(a, b, format->size));
        EXPECT(sign(format->compare(a, b)) == bytes, "%s: compare", format->name);
        EXPECT(sign(format->compare(b, a)) == -bytes, "%s: compare, turned", format->name);
        EXPECT(compare_integers(format, a, b) == bytes, "%s: integers", format->name);
        EXPECT(compare_texts(format, a, b) == bytes, "%s: texts", format->name);
    }
}

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
           "%s: %s, %s, turned", format->name, a, b);
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
               "%s: %02x, %02x at %zu", format->name, (unsigned char)a, (unsigned char)b, place);
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

/* ---- Successor and predecessor ---------------------------------------------------- */

/* Whether `id` is the first (step -1) or last (step 1) ID of its timestamp. */
static bool is_at_edge(const support_format *format, const uint8_t *id, int step)
{
    uint8_t edge[SUPPORT_MAX_SIZE];
    support_id_at(edge, format, support_timestamp(format, id), step > 0);
    return memcmp(id, edge, format->size) == 0;
}

static void expect_successor(const support_format *format, const uint8_t *id)
{
    uint8_t expected[SUPPORT_MAX_SIZE], out[SUPPORT_MAX_SIZE], back[SUPPORT_MAX_SIZE];
    bool carried = false, borrowed = false;
    memcpy(expected, id, format->size);
    EXPECT(support_step(expected, format, true), "%s", format->name);
    EXPECT_STATUS(format->successor(out, id, &carried), SORTID_OK, "%s: successor", format->name);
    EXPECT_BYTES(out, expected, format->size, "%s: successor", format->name);
    EXPECT(carried == is_at_edge(format, id, 1), "%s: carried", format->name);
    EXPECT(format->compare(out, id) > 0, "%s: successor is not above", format->name);
    EXPECT_STATUS(format->predecessor(back, out, &borrowed), SORTID_OK, "%s: predecessor",
                  format->name);
    EXPECT_BYTES(back, id, format->size, "%s: predecessor of successor", format->name);
    EXPECT(borrowed == carried, "%s: predecessor's carried", format->name);
    memcpy(out, id, format->size); // in place, and without asking for the carry
    EXPECT_STATUS(format->successor(out, out, NULL), SORTID_OK, "%s: successor in place",
                  format->name);
    EXPECT_BYTES(out, expected, format->size, "%s: successor in place", format->name);
    EXPECT_STATUS(format->predecessor(out, out, NULL), SORTID_OK, "%s: predecessor in place",
                  format->name);
    EXPECT_BYTES(out, id, format->size, "%s: predecessor in place", format->name);
}

TEST_FORMATS(neighbors)
{
    uint8_t id[SUPPORT_MAX_SIZE], last[SUPPORT_MAX_SIZE];
    assert_int_equal(sortid_format_max(format->format(), last), SORTID_OK);
    for (int i = 0; i < ROUNDS; i++) {
        support_random_id(id, format);
        if (memcmp(id, last, format->size) != 0)
            expect_successor(format, id);
        support_id_at(id, format, support_below(format->timestamp_max), true);
        expect_successor(format, id); // always over a timestamp
    }
}

TEST_FORMATS(ends)
{
    uint8_t id[SUPPORT_MAX_SIZE], out[SUPPORT_MAX_SIZE], untouched[SUPPORT_MAX_SIZE];
    uint8_t first[SUPPORT_MAX_SIZE];
    char text[SUPPORT_MAX_TEXT];
    bool carried = true;
    memset(untouched, 0xa5, sizeof untouched);
    memcpy(out, untouched, sizeof out);
    assert_int_equal(sortid_format_max(format->format(), id), SORTID_OK);
    format->print(text, id);
    assert_string_equal(text, format->last);
    EXPECT_STATUS(format->successor(out, id, &carried), SORTID_OUT_OF_RANGE, "%s", format->name);
    assert_int_equal(sortid_format_min(format->format(), id), SORTID_OK);
    support_id_at(first, format, 0, false);
    EXPECT_BYTES(id, first, format->size, "%s: the smallest", format->name);
    EXPECT_STATUS(format->predecessor(out, id, &carried), SORTID_OUT_OF_RANGE, "%s", format->name);
    EXPECT_BYTES(out, untouched, sizeof out, "%s: output touched", format->name);
    EXPECT(carried, "%s: carried touched", format->name);
}

/* ---- Bounds of a timestamp -------------------------------------------------------- */

/* Both ends of `timestamp`, asked for by any ms in it, and their neighbors. */
static void expect_frame(const support_format *format, uint64_t timestamp)
{
    uint8_t first[SUPPORT_MAX_SIZE], last[SUPPORT_MAX_SIZE], expected[SUPPORT_MAX_SIZE];
    uint64_t first_ms = timestamp * format->timestamp_unit + format->timestamp_zero;
    uint64_t ms = first_ms + support_below(format->timestamp_unit);
    EXPECT_STATUS(format->min_at(first, ms), SORTID_OK, "%s: min_at", format->name);
    support_id_at(expected, format, timestamp, false);
    EXPECT_BYTES(first, expected, format->size, "%s: min_at", format->name);
    EXPECT_STATUS(format->max_at(last, ms), SORTID_OK, "%s: max_at", format->name);
    support_id_at(expected, format, timestamp, true);
    EXPECT_BYTES(last, expected, format->size, "%s: max_at", format->name);
    EXPECT(format->unix_ms(first) == first_ms, "%s: unix_ms", format->name);
    EXPECT(format->unix_ms(last) == first_ms, "%s: unix_ms of the last", format->name);
    bool reserved = format->reserves_ends && (timestamp == 0 || timestamp == format->timestamp_max);
    EXPECT(sortid_format_is_reserved(format->format(), first) == reserved, "%s: is_reserved",
           format->name);
    EXPECT(sortid_format_is_reserved(format->format(), last) == reserved,
           "%s: is_reserved of the last", format->name);
    if (timestamp < format->timestamp_max) {
        EXPECT_STATUS(format->successor(last, last, NULL), SORTID_OK, "%s", format->name);
        EXPECT_STATUS(format->min_at(first, first_ms + format->timestamp_unit), SORTID_OK, "%s",
                      format->name);
        EXPECT_BYTES(last, first, format->size, "%s: the neighboring timestamp", format->name);
    }
}

static void expect_no_timestamp(const support_format *format, uint64_t ms)
{
    uint8_t id[SUPPORT_MAX_SIZE], untouched[SUPPORT_MAX_SIZE];
    memset(untouched, 0xa5, sizeof untouched);
    memcpy(id, untouched, sizeof id);
    EXPECT_STATUS(format->min_at(id, ms), SORTID_OUT_OF_RANGE, "%s: min_at", format->name);
    EXPECT_STATUS(format->max_at(id, ms), SORTID_OUT_OF_RANGE, "%s: max_at", format->name);
    EXPECT_BYTES(id, untouched, sizeof id, "%s: output touched", format->name);
}

TEST_FORMATS(frames)
{
    uint64_t end = (format->timestamp_max + 1) * format->timestamp_unit + format->timestamp_zero;
    expect_frame(format, 0);
    expect_frame(format, 1);
    expect_frame(format, format->timestamp_max - 1);
    expect_frame(format, format->timestamp_max);
    for (int i = 0; i < ROUNDS; i++)
        expect_frame(format, support_below(format->timestamp_max + 1));
    expect_no_timestamp(format, end);
    expect_no_timestamp(format, end + support_below(UINT64_MAX - end));
    expect_no_timestamp(format, UINT64_MAX);
    if (format->timestamp_zero > 0) {
        expect_no_timestamp(format, format->timestamp_zero - 1);
        expect_no_timestamp(format, 0);
    }
}

/* min <= id <= max, of the format and of the ID's own ms. */
TEST_FORMATS(within)
{
    uint8_t id[SUPPORT_MAX_SIZE], low[SUPPORT_MAX_SIZE], high[SUPPORT_MAX_SIZE];
    for (int i = 0; i < ROUNDS; i++) {
        support_random_id(id, format);
        assert_int_equal(sortid_format_min(format->format(), low), SORTID_OK);
        assert_int_equal(sortid_format_max(format->format(), high), SORTID_OK);
        EXPECT(format->compare(low, id) <= 0 && format->compare(id, high) <= 0, "%s", format->name);
        EXPECT_STATUS(format->min_at(low, format->unix_ms(id)), SORTID_OK, "%s", format->name);
        EXPECT_STATUS(format->max_at(high, format->unix_ms(id)), SORTID_OK, "%s", format->name);
        EXPECT(format->compare(low, id) <= 0 && format->compare(id, high) <= 0, "%s", format->name);
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

/* ---- scru64: the range of bytes and integers -------------------------------------- */

TEST(scru64_range)
{
    static const uint64_t beyond[] = {UINT64_C(4738381338321616896), INT64_MAX,
                                      UINT64_C(0x8000000000000000), UINT64_MAX};
    sortid_scru64 id, untouched;
    memset(&untouched, 0xa5, sizeof untouched);
    id = untouched;
    for (size_t i = 0; i < COUNT_OF(beyond); i++) {
        uint8_t bytes[8];
        oracle_set_bits(bytes, 0, 64, beyond[i]);
        EXPECT_STATUS(sortid_scru64_from_int(&id, beyond[i]), SORTID_OUT_OF_RANGE, "%zu", i);
        EXPECT_STATUS(
            sortid_scru64_parse_as(&id, SORTID_ENCODING_BIN, (const char *)bytes, 8, NULL),
            SORTID_OUT_OF_RANGE, "%zu", i);
        EXPECT_BYTES(&id, &untouched, sizeof id, "output touched");
    }
    EXPECT_STATUS(sortid_scru64_from_int(&id, UINT64_C(4738381338321616895)), SORTID_OK, "last");
    assert_true(sortid_scru64_to_int(&id) == SORTID_SCRU64_MAX_INT);
}

CASES_MAIN(NULL, NULL)
