/* SPDX-License-Identifier: MIT */
/* test_table.c: the table of sortid/format.h says what FORMATS says, and each
 * verb that works by a row gives what the typed call of that format gives, good
 * and bad, status and position. The typed calls are proved by the other tests
 * of this folder. Never looks at the table to learn what it should hold. */
#include "../support/formats.h"
#include "../support/oracle.h"

#define ENCODINGS 5
#define ROUNDS    500

static const sortid_format *row_of(const support_format *format)
{
    const sortid_format *row = sortid_format_find(format->name);
    EXPECT(row != NULL, "no row %s", format->name);
    return row;
}

/* ---- What the rows say -------------------------------------------------------- */

static void row_says(const support_format *format)
{
    const sortid_format *row = row_of(format);
    assert_string_equal(row->name, format->name);
    assert_true(row->title != NULL && row->title[0] != '\0');
    assert_int_equal(row->size, format->size);
    assert_int_equal(row->text_length, format->text_length);
    assert_int_equal(row->timestamp_max, format->timestamp_max);
    assert_int_equal(row->timestamp_unit_ms, format->timestamp_unit);
    assert_int_equal(row->timestamp_zero_ms, format->timestamp_zero);
    assert_int_equal(row->reserves_ends, format->reserves_ends);
    unsigned encodings = 1u << SORTID_ENCODING_TEXT | 1u << SORTID_ENCODING_HEX |
                         1u << SORTID_ENCODING_INT | 1u << SORTID_ENCODING_BIN;
    if (format->has_uuid)
        encodings |= 1u << SORTID_ENCODING_UUID;
    assert_int_equal(row->encodings, encodings);
}

static void test_rows(void **state)
{
    (void)state;
    support_each_format(row_says);
    for (size_t i = 0; i < SUPPORT_FORMATS; i++)
        assert_ptr_equal(sortid_format_at(i), row_of(&support_formats[i]));
    assert_null(sortid_format_at(SUPPORT_FORMATS));
    assert_null(sortid_format_at(SIZE_MAX));
    assert_string_equal(sortid_format_at(0)->title, "SCRU128 v2.1.1");
}

static void test_find(void **state)
{
    (void)state;
    static const char *const none[] = {"",         "SCRU128",  "Ulid", "scru12", "scru128 ",
                                       "scru128v", "scru1280", "uuid", "scru6"};
    for (size_t i = 0; i < COUNT_OF(none); i++)
        EXPECT(sortid_format_find(none[i]) == NULL, "\"%s\" was found", none[i]);
}

/* Each format's fields in layout order, as the command's JSON names them. */
static const struct {
    const char *name;
    unsigned bits;
    sortid_field_kind kind;
} layouts[SUPPORT_FORMATS][5] = {
    {{"timestamp", 48, SORTID_FIELD_TIMESTAMP},
     {"counterHi", 24, SORTID_FIELD_LAYER},
     {"counterLo", 24, SORTID_FIELD_COUNTER},
     {"entropy", 32, SORTID_FIELD_RANDOM}},
    {{"timestamp", 44, SORTID_FIELD_TIMESTAMP},
     {"counter", 28, SORTID_FIELD_COUNTER},
     {"perSecRandom", 24, SORTID_FIELD_LAYER},
     {"perGenRandom", 32, SORTID_FIELD_RANDOM}},
    {{"timestamp", 48, SORTID_FIELD_TIMESTAMP},
     {"counter", 16, SORTID_FIELD_COUNTER},
     {"random16", 16, SORTID_FIELD_RANDOM},
     {"random80", 80, SORTID_FIELD_RANDOM}},
    {{"timestamp", 40, SORTID_FIELD_TIMESTAMP}, {"nodeCtr", 24, SORTID_FIELD_COUNTER}},
    /* FORMATS leaves open which of the two the bits of a ULID are. */
    {{"timestamp", 48, SORTID_FIELD_TIMESTAMP}, {"randomness", 80, SORTID_FIELD_RANDOM}},
};

static void test_layouts(void **state)
{
    (void)state;
    for (size_t i = 0; i < SUPPORT_FORMATS; i++) {
        const sortid_format *row = sortid_format_at(i);
        unsigned first = 0;
        size_t count = 0;
        for (; layouts[i][count].name != NULL; count++) {
            EXPECT(count < row->field_count, "%s: too few fields", row->name);
            const sortid_field *field = &row->fields[count];
            assert_string_equal(field->name, layouts[i][count].name);
            assert_int_equal(field->first_bit, first);
            assert_int_equal(field->bits, layouts[i][count].bits);
            bool open = i == 4 && count == 1 && field->kind == SORTID_FIELD_COUNTER;
            EXPECT(field->kind == layouts[i][count].kind || open, "%s: kind of %s", row->name,
                   field->name);
            first += field->bits;
        }
        assert_int_equal(row->field_count, count);
        assert_int_equal(first, 8 * row->size);
    }
}

/* ---- Parse and print ------------------------------------------------------------ */

static support_parse *typed_parse(const support_format *format, sortid_encoding encoding)
{
    support_parse *const calls[ENCODINGS] = {format->parse, format->parse_hex, format->parse_int,
                                             format->parse_uuid, NULL};
    return calls[encoding];
}

/* What the typed call writes; the length. */
static size_t typed_print(const support_format *format, sortid_encoding encoding, char *text,
                          const uint8_t *id)
{
    if (encoding == SORTID_ENCODING_INT)
        return format->print_int(text, id);
    if (encoding == SORTID_ENCODING_HEX)
        format->print_hex(text, id);
    else if (encoding == SORTID_ENCODING_UUID)
        format->print_uuid(text, id);
    else
        format->print(text, id);
    return strlen(text);
}

/* Both calls on one text, well formed or not, must say the same. */
static void expect_same_parse(const support_format *format, sortid_encoding encoding,
                              const char *text, size_t length)
{
    uint8_t typed[SUPPORT_MAX_SIZE], generic[SUPPORT_MAX_SIZE];
    size_t typed_position = 99, position = 99;
    memset(typed, 0xa5, sizeof typed);
    memset(generic, 0xa5, sizeof generic);
    sortid_status expected = typed_parse(format, encoding)(typed, text, length, &typed_position);
    sortid_status status =
        sortid_format_parse(generic, row_of(format), encoding, text, length, &position);
    EXPECT_STATUS(status, expected, "%s: \"%.*s\"", format->name, (int)length, text);
    EXPECT_STATUS(sortid_format_parse(generic, row_of(format), encoding, text, length, NULL),
                  expected, "%s: \"%.*s\"", format->name, (int)length, text);
    EXPECT_BYTES(generic, typed, sizeof typed, "%s: \"%.*s\"", format->name, (int)length, text);
    if (status != SORTID_OK)
        EXPECT(position == typed_position, "%s: \"%.*s\": position %zu", format->name, (int)length,
               text, position);
}

static void expect_same_text(const support_format *format, sortid_encoding encoding,
                             const uint8_t *id)
{
    char typed[SUPPORT_MAX_TEXT], generic[SORTID_MAX_TEXT_SIZE];
    size_t length = typed_print(format, encoding, typed, id);
    EXPECT(sortid_format_print(generic, row_of(format), encoding, id) == length, "%s: length of %s",
           format->name, typed);
    assert_string_equal(generic, typed);
    expect_same_parse(format, encoding, typed, length);
    expect_same_parse(format, encoding, typed, length - 1);
    typed[support_below(length)] = (char)support_random();
    expect_same_parse(format, encoding, typed, length);
    typed[length] = '0';
    expect_same_parse(format, encoding, typed, length + 1);
}

static void texts_of(const support_format *format)
{
    uint8_t id[SUPPORT_MAX_SIZE];
    for (int i = 0; i < ROUNDS; i++) {
        support_random_id(id, format);
        for (int e = SORTID_ENCODING_TEXT; e < SORTID_ENCODING_BIN; e++)
            if (typed_parse(format, (sortid_encoding)e) != NULL)
                expect_same_text(format, (sortid_encoding)e, id);
    }
}

/* The bytes themselves: no NUL behind them, lengths checked. */
static void binary_of(const support_format *format)
{
    const sortid_format *row = row_of(format);
    uint8_t id[SUPPORT_MAX_SIZE], out[SUPPORT_MAX_SIZE];
    char text[SORTID_MAX_TEXT_SIZE];
    size_t position = 99;
    support_random_id(id, format);
    memset(text, '#', sizeof text);
    assert_int_equal(sortid_format_print(text, row, SORTID_ENCODING_BIN, id), format->size);
    EXPECT_BYTES(text, id, format->size, "%s", format->name);
    assert_int_equal(text[format->size], '#');
    EXPECT_STATUS(sortid_format_parse(out, row, SORTID_ENCODING_BIN, text, format->size, NULL),
                  SORTID_OK, "%s", format->name);
    EXPECT_BYTES(out, id, format->size, "%s", format->name);
    EXPECT_STATUS(
        sortid_format_parse(out, row, SORTID_ENCODING_BIN, text, format->size - 1, &position),
        SORTID_BAD_LENGTH, "%s", format->name);
    assert_int_equal(position, format->size - 1);
    EXPECT_STATUS(
        sortid_format_parse(out, row, SORTID_ENCODING_BIN, text, format->size + 1, &position),
        SORTID_BAD_LENGTH, "%s", format->name);
    assert_int_equal(position, format->size);
    EXPECT_BYTES(out, id, format->size, "%s: output touched", format->name);
}

static void test_texts(void **state)
{
    (void)state;
    support_each_format(texts_of);
    support_each_format(binary_of);
    size_t position = 99;
    uint8_t id[8];
    EXPECT_STATUS(sortid_format_parse(id, row_of(SUPPORT_SCRU64), SORTID_ENCODING_BIN,
                                      "\x41\xc2\x1c\xb8\xe1\0\0\0", 8, &position),
                  SORTID_OUT_OF_RANGE, "36^12 in binary");
    assert_int_equal(position, 0);
}

/* UUID form of formats that have none, and numbers that are no encoding. */
/* Bytes that are no ID of the format have no text. */
static void no_text_beyond_the_last(const support_format *format)
{
    uint8_t id[SUPPORT_MAX_SIZE], out[SUPPORT_MAX_SIZE];
    char text[SORTID_MAX_TEXT_SIZE];
    memset(id, 0xff, sizeof id);
    bool is_id = format->from_bytes(out, id) == SORTID_OK;
    for (int e = SORTID_ENCODING_TEXT; e <= SORTID_ENCODING_BIN; e++) {
        bool has = e == SORTID_ENCODING_BIN || typed_parse(format, (sortid_encoding)e) != NULL;
        size_t length = sortid_format_print(text, row_of(format), (sortid_encoding)e, id);
        EXPECT((length > 0) == (is_id && has), "%s: %zu characters of %d", format->name, length, e);
    }
}

static void test_beyond_the_last(void **state)
{
    (void)state;
    support_each_format(no_text_beyond_the_last);
}

static void test_missing_encodings(void **state)
{
    (void)state;
    static const char uuid[] = "771a3bce-02e9-4428-a68e-b1e7e82b7f9f";
    for (size_t i = 0; i < SUPPORT_FORMATS; i++) {
        uint8_t id[SUPPORT_MAX_SIZE] = {0}, out[SUPPORT_MAX_SIZE] = {0};
        char text[SORTID_MAX_TEXT_SIZE] = "untouched";
        const sortid_format *row = row_of(&support_formats[i]);
        for (int e = support_formats[i].has_uuid ? 5 : 3; e < 64; e++) {
            if (e == SORTID_ENCODING_BIN)
                continue;
            EXPECT_STATUS(sortid_format_parse(out, row, (sortid_encoding)e, uuid, 36, NULL),
                          SORTID_BAD_OPTION, "%s: encoding %d", row->name, e);
            assert_int_equal(sortid_format_print(text, row, (sortid_encoding)e, id), 0);
        }
        assert_string_equal(text, "untouched");
        EXPECT_BYTES(out, id, sizeof id, "%s: output touched", row->name);
    }
}

/* ---- Fields ------------------------------------------------------------------------ */

/* Decimal and hex of a field, by the oracle from its bits. */
static void expect_field(const sortid_format *row, size_t number, const uint8_t *id)
{
    const sortid_field *field = &row->fields[number];
    uint8_t value[16] = {0};
    char text[SORTID_MAX_TEXT_SIZE], expected[SUPPORT_MAX_TEXT];
    for (size_t bit = 0; bit < field->bits; bit++)
        oracle_set_bits(value, 128 - field->bits + bit, 1,
                        oracle_bits(id, field->first_bit + bit, 1));
    size_t length = oracle_decimal(expected, value, sizeof value);
    EXPECT(sortid_format_print_field(text, row, number, SORTID_ENCODING_INT, id) == length,
           "%s.%s: length", row->name, field->name);
    assert_string_equal(text, expected);
    length = field->bits / 4;
    EXPECT(oracle_print(expected, length, SUPPORT_HEX_DIGITS, value, sizeof value), "oracle");
    EXPECT(sortid_format_print_field(text, row, number, SORTID_ENCODING_HEX, id) == length,
           "%s.%s: hex length", row->name, field->name);
    assert_string_equal(text, expected);
}

static void fields_of(const support_format *format)
{
    const sortid_format *row = row_of(format);
    uint8_t id[SUPPORT_MAX_SIZE];
    for (int i = 0; i < ROUNDS; i++) {
        support_random_id(id, format);
        for (size_t number = 0; number < row->field_count; number++)
            expect_field(row, number, id);
    }
    char text[SORTID_MAX_TEXT_SIZE] = "untouched";
    assert_int_equal(sortid_format_print_field(text, row, 0, SORTID_ENCODING_TEXT, id), 0);
    assert_int_equal(sortid_format_print_field(text, row, 0, SORTID_ENCODING_UUID, id), 0);
    assert_int_equal(sortid_format_print_field(text, row, 0, SORTID_ENCODING_BIN, id), 0);
    assert_int_equal(
        sortid_format_print_field(text, row, row->field_count, SORTID_ENCODING_INT, id), 0);
    assert_int_equal(sortid_format_print_field(text, row, SIZE_MAX, SORTID_ENCODING_HEX, id), 0);
    assert_string_equal(text, "untouched");
}

static void test_fields(void **state)
{
    (void)state;
    support_each_format(fields_of);
}

/* ---- Time, bounds, steps -------------------------------------------------------------- */

static void expect_same_bounds(const support_format *format, uint64_t unix_ms)
{
    const sortid_format *row = row_of(format);
    uint8_t typed[SUPPORT_MAX_SIZE], generic[SUPPORT_MAX_SIZE];
    memset(typed, 0xa5, sizeof typed);
    memset(generic, 0xa5, sizeof generic);
    EXPECT_STATUS(sortid_format_min_at(generic, row, unix_ms), format->min_at(typed, unix_ms), "%s",
                  format->name);
    EXPECT_BYTES(generic, typed, sizeof typed, "%s: min_at", format->name);
    EXPECT_STATUS(sortid_format_max_at(generic, row, unix_ms), format->max_at(typed, unix_ms), "%s",
                  format->name);
    EXPECT_BYTES(generic, typed, sizeof typed, "%s: max_at", format->name);
}

static void expect_same_steps(const support_format *format, const uint8_t *id)
{
    const sortid_format *row = row_of(format);
    uint8_t typed[SUPPORT_MAX_SIZE] = {0}, generic[SUPPORT_MAX_SIZE] = {0};
    bool typed_carried = true, carried = true;
    EXPECT_STATUS(sortid_format_next(generic, &carried, row, id),
                  format->next(typed, &typed_carried, id), "%s", format->name);
    EXPECT(carried == typed_carried, "%s: next carried", format->name);
    EXPECT_BYTES(generic, typed, sizeof typed, "%s: next", format->name);
    EXPECT_STATUS(sortid_format_prev(generic, &carried, row, id),
                  format->prev(typed, &typed_carried, id), "%s", format->name);
    EXPECT(carried == typed_carried, "%s: prev carried", format->name);
    EXPECT_BYTES(generic, typed, sizeof typed, "%s: prev", format->name);
    EXPECT(sortid_format_timestamp(row, id) == support_timestamp(format, id), "%s", format->name);
    EXPECT(sortid_format_unix_ms(row, id) == format->unix_ms(id), "%s: unix_ms", format->name);
    EXPECT(sortid_format_is_reserved(row, id) == format->is_reserved(id), "%s", format->name);
}

static void verbs_of(const support_format *format)
{
    uint8_t id[SUPPORT_MAX_SIZE], typed[SUPPORT_MAX_SIZE];
    for (int i = 0; i < ROUNDS; i++) {
        support_random_id(id, format);
        expect_same_steps(format, id);
        expect_same_bounds(format, format->unix_ms(id));
        expect_same_bounds(format, support_random() >> support_below(64));
    }
    format->min(typed);
    sortid_format_min(id, row_of(format));
    EXPECT_BYTES(id, typed, format->size, "%s: min", format->name);
    expect_same_steps(format, id);
    format->max(typed);
    sortid_format_max(id, row_of(format));
    EXPECT_BYTES(id, typed, format->size, "%s: max", format->name);
    expect_same_steps(format, id);
}

static void test_verbs(void **state)
{
    (void)state;
    support_each_format(verbs_of);
}

/* Fields too long for 60 bits are whole bytes and end where 16 bytes can be read before. */
static void test_long_fields(void **state)
{
    const sortid_format *format;
    (void)state;
    for (size_t i = 0; (format = sortid_format_at(i)) != NULL; i++)
        for (size_t f = 0; f < format->field_count; f++) {
            const sortid_field *field = &format->fields[f];
            unsigned end = field->first_bit + field->bits;
            bool is_long = field->bits > 60;
            EXPECT(!is_long || (field->first_bit % 8 == 0 && field->bits % 8 == 0 && end >= 128),
                   "%s: %s", format->name, field->name);
            EXPECT(!is_long || (field->bits >= 64 && field->bits < 128), "%s: %s", format->name,
                   field->name);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_long_fields),
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_find),
        cmocka_unit_test(test_layouts),
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_beyond_the_last),
        cmocka_unit_test(test_missing_encodings),
        cmocka_unit_test(test_fields),
        cmocka_unit_test(test_verbs),
    };
    support_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
