/* SPDX-License-Identifier: MIT */
/* test_many.c: the public calls for many, by type and by table: they write and read
 * what the calls for one write and read, stop at the first bad text with its
 * index, status and position, take a text up to its end, and refuse ends and
 * encodings that cannot stand in a row. The kernels below are tested by
 * themselves in tests/kernel. */
#include "../support/formats.h"

#define MOST 600

static const int ends[] = {SORTID_NO_END, '\n', 0, ' ', 255};

/* IDs of a format, and room for their texts. */
static struct batch {
    const support_format *format;
    const sortid_format *row;
    uint8_t ids[MOST * SUPPORT_MAX_SIZE];
    char text[MOST * SUPPORT_MAX_TEXT], expected[MOST * SUPPORT_MAX_TEXT];
    uint8_t read[MOST * SUPPORT_MAX_SIZE];
} batch;

static void draw_ids(struct batch *b, const support_format *format)
{
    b->format = format;
    b->row = sortid_format_find(format->name);
    assert_non_null(b->row);
    for (size_t i = 0; i < MOST; i++)
        support_random_id(b->ids + i * format->size, format);
}

/* What the calls for one write, an end behind each. */
static size_t expect_texts(struct batch *b, sortid_encoding encoding, size_t count, int end)
{
    char *at = b->expected;
    for (size_t i = 0; i < count; i++) {
        at += sortid_format_print(at, b->row, encoding, b->ids + i * b->format->size);
        if (end >= 0)
            *at++ = (char)end;
    }
    return (size_t)(at - b->expected);
}

static bool allowed(const struct batch *b, sortid_encoding encoding, int end)
{
    if (encoding == SORTID_ENCODING_UUID && !b->format->has_uuid)
        return false;
    if (encoding == SORTID_ENCODING_BIN)
        return end < 0;
    return encoding != SORTID_ENCODING_INT || end >= 0;
}

/* ---- Out ------------------------------------------------------------------------ */

static void expect_out(struct batch *b, sortid_encoding encoding, size_t count, int end)
{
    memset(b->text, '#', sizeof b->text);
    size_t size = sortid_format_print_many(b->text, b->row, encoding, b->ids, count, end);
    size_t expected = allowed(b, encoding, end) ? expect_texts(b, encoding, count, end) : 0;
    EXPECT(size == expected && memcmp(b->text, b->expected, size) == 0,
           "%s: encoding %d, %zu texts, end %d: %zu bytes, expected %zu", b->format->name,
           (int)encoding, count, end, size, expected);
    for (size_t i = size; i < size + 64 && i < sizeof b->text; i++)
        EXPECT(b->text[i] == '#', "%s: byte %zu behind the texts", b->format->name, i - size);
}

static void out_of(const support_format *format)
{
    static const size_t counts[] = {0, 1, 2, 3, 7, 8, 9, 31, 33, 64, 100, MOST};
    draw_ids(&batch, format);
    for (size_t c = 0; c < COUNT_OF(counts); c++)
        for (size_t e = 0; e < COUNT_OF(ends); e++)
            for (sortid_encoding encoding = 0; encoding <= SORTID_ENCODING_BIN; encoding++)
                expect_out(&batch, encoding, counts[c], ends[e]);
    size_t size = format->print_many(batch.text, batch.ids, MOST, '\n');
    EXPECT(size == expect_texts(&batch, SORTID_ENCODING_TEXT, MOST, '\n') &&
               memcmp(batch.text, batch.expected, size) == 0,
           "%s: by type", format->name);
}

static void test_out(void **state)
{
    (void)state;
    support_each_format(out_of);
}

/* ---- In --------------------------------------------------------------------------- */

/* Reads `count` of the expected texts, of which the first bad one is `bad` (count:
 * none), refused as its call for one does. */
static void expect_in(struct batch *b, sortid_encoding encoding, size_t count, int end, size_t bad,
                      sortid_status status, size_t position)
{
    size_t made = 12345, at = 54321;
    memset(b->read, 0, sizeof b->read);
    EXPECT_STATUS(
        sortid_format_parse_many(b->read, &made, b->row, encoding, b->expected, count, end, &at),
        status, "%s: encoding %d, bad %zu of %zu", b->format->name, (int)encoding, bad, count);
    EXPECT(made == bad, "%s: encoding %d, bad %zu of %zu: made %zu", b->format->name, (int)encoding,
           bad, count, made);
    EXPECT_BYTES(b->read, b->ids, made * b->format->size, "%s: encoding %d", b->format->name,
                 (int)encoding);
    EXPECT(at == (status == SORTID_OK ? 54321 : position), "%s: encoding %d: position %zu",
           b->format->name, (int)encoding, at);
}

/* Spoils text number `bad`, which is `stride` long, in one byte. */
static void expect_spoilt(struct batch *b, sortid_encoding encoding, size_t count, int end,
                          size_t stride, size_t bad)
{
    size_t length = stride - (end >= 0), at = (size_t)support_below(length);
    char *text = b->expected + bad * stride;
    text[at] = '~';
    expect_in(b, encoding, count, end, bad, SORTID_BAD_DIGIT, at);
    if (end < 0)
        return;
    text[at] = (char)end; /* too short */
    expect_in(b, encoding, count, end, bad, SORTID_BAD_LENGTH, at);
    text[at] = '~';
    text[length] = '~'; /* too long, which is seen first */
    expect_in(b, encoding, count, end, bad, SORTID_BAD_LENGTH, length);
}

static void in_of(const support_format *format)
{
    draw_ids(&batch, format);
    for (size_t e = 0; e < COUNT_OF(ends); e++)
        for (sortid_encoding encoding = 0; encoding <= SORTID_ENCODING_UUID; encoding++) {
            if (encoding == SORTID_ENCODING_INT || !allowed(&batch, encoding, ends[e]))
                continue;
            for (size_t turn = 0; turn < 60; turn++) {
                size_t count = 1 + (size_t)support_below(turn < 50 ? 70 : MOST);
                size_t stride = expect_texts(&batch, encoding, 1, ends[e]);
                expect_texts(&batch, encoding, count, ends[e]);
                expect_in(&batch, encoding, count, ends[e], count, SORTID_OK, 0);
                expect_spoilt(&batch, encoding, count, ends[e], stride,
                              (size_t)support_below(count));
            }
        }
}

static void test_in(void **state)
{
    (void)state;
    support_each_format(in_of);
}

/* The typed call, and a text beyond the format. */
static void range_of(const support_format *format)
{
    if (format == SUPPORT_SCRU64 || format == SUPPORT_SCRU160)
        return; /* no text is beyond them */
    size_t made, position, length = format->text_length;
    uint8_t ids[3 * SUPPORT_MAX_SIZE];
    char text[3 * SUPPORT_MAX_TEXT];
    for (size_t i = 0; i < 3; i++)
        memcpy(text + i * length, format->last, length);
    EXPECT_STATUS(format->parse_many(ids, &made, text, 3, SORTID_NO_END, &position), SORTID_OK,
                  "%s: the last", format->name);
    assert_int_equal(made, 3);
    memset(text + length, format->alphabet[strlen(format->alphabet) - 1], length);
    EXPECT_STATUS(format->parse_many(ids, &made, text, 3, SORTID_NO_END, NULL), SORTID_OUT_OF_RANGE,
                  "%s: beyond", format->name);
    assert_int_equal(made, 1);
}

static void test_range(void **state)
{
    (void)state;
    support_each_format(range_of);
}

/* scru64 has hex and bytes beyond its last ID. */
static void test_scru64_range(void **state)
{
    (void)state;
    static const char bin[] = "\x41\xc2\x1c\xb8\xe0\xff\xff\xff\x41\xc2\x1c\xb8\xe1\x00\x00\x00";
    static const char hex[] = "41c21cb8e0ffffff\n41c21cb8e1000000\n~1c21cb8e1000000\n";
    const sortid_format *row = sortid_format_find("scru64");
    uint8_t ids[3 * 8];
    size_t made, position = 9;
    EXPECT_STATUS(sortid_format_parse_many(ids, &made, row, SORTID_ENCODING_BIN, bin, 2,
                                           SORTID_NO_END, &position),
                  SORTID_OUT_OF_RANGE, "bytes");
    EXPECT(made == 1 && position == 0, "bytes: made %zu, position %zu", made, position);
    EXPECT_STATUS(
        sortid_format_parse_many(ids, &made, row, SORTID_ENCODING_HEX, hex, 3, '\n', &position),
        SORTID_OUT_OF_RANGE, "hex");
    EXPECT(made == 1 && position == 0, "hex: made %zu, position %zu", made, position);
}

/* ---- What cannot be many -------------------------------------------------------------- */

static void refusals_of(const support_format *format)
{
    static const int wrong[] = {'0', '9', 'a', 'z', 'A', 'Z', '-', 256, -2, 1000};
    size_t made, position;
    draw_ids(&batch, format);
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        made = 9;
        assert_int_equal(format->print_many(NULL, batch.ids, 3, wrong[i]), 0);
        EXPECT_STATUS(format->parse_many(NULL, &made, NULL, 3, wrong[i], &position),
                      SORTID_BAD_OPTION, "%s: end %d", format->name, wrong[i]);
        assert_int_equal(made, 0);
    }
    made = 9;
    EXPECT_STATUS(sortid_format_parse_many(NULL, &made, batch.row, SORTID_ENCODING_INT, NULL, 3,
                                           '\n', &position),
                  SORTID_BAD_OPTION, "%s: decimals", format->name);
    EXPECT_STATUS(sortid_format_parse_many(NULL, &made, batch.row, SORTID_ENCODING_BIN, NULL, 3,
                                           '\n', &position),
                  SORTID_BAD_OPTION, "%s: bytes with ends", format->name);
    if (!format->has_uuid)
        EXPECT_STATUS(sortid_format_parse_many(NULL, &made, batch.row, SORTID_ENCODING_UUID, NULL,
                                               3, '\n', &position),
                      SORTID_BAD_OPTION, "%s: uuid", format->name);
    EXPECT_STATUS(format->parse_many(NULL, &made, NULL, 0, '\n', &position), SORTID_OK, "%s: none",
                  format->name);
    assert_int_equal(made, 0);
}

static void test_refusals(void **state)
{
    (void)state;
    support_each_format(refusals_of);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_out),      cmocka_unit_test(test_in),
        cmocka_unit_test(test_range),    cmocka_unit_test(test_scru64_range),
        cmocka_unit_test(test_refusals),
    };
    support_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
