/* SPDX-License-Identifier: MIT */
/* test_capacity.c: the calls that write one ID or one field keep to the capacity given: a text
 * that does not fit is refused with nothing written, one that fits exactly is written, and no byte
 * beyond is touched. Outputs end at a page that cannot be written. The calls for many are in
 * test_many.c. */
#include "support/cases.h"
#include "support/formats.h"
#include "support/guard.h"
#include "support/judge.h"
#include "support/oracle.h"

/* A call that writes into a capacity, and what it must write there. */
struct writing {
    const support_format *format;
    const sortid_format *handle;
    const uint8_t *id;
    sortid_encoding encoding;
    size_t index; /* of the field */
    const char *expected;
    size_t length; /* without the NUL */
    size_t needed; /* the smallest capacity that is enough */
};

typedef sortid_status write_call(const struct writing *w, char *text, size_t capacity,
                                 size_t *written);

static sortid_status print_by_format(const struct writing *w, char *text, size_t capacity,
                                     size_t *written)
{
    return sortid_format_print(w->handle, text, capacity, written, w->encoding, w->id);
}

static sortid_status print_typed(const struct writing *w, char *text, size_t capacity,
                                 size_t *written)
{
    return w->format->print_as(text, capacity, written, w->encoding, w->id);
}

static sortid_status print_field(const struct writing *w, char *text, size_t capacity,
                                 size_t *written)
{
    return sortid_format_print_field(w->handle, text, capacity, written, w->encoding, w->id,
                                     w->index);
}

static void expect_at_capacity(const struct writing *w, write_call *call,
                               const struct guarded *memory, size_t capacity)
{
    bool fits = capacity >= w->needed;
    uint8_t *text = guarded_place(memory, capacity, true);
    size_t written = 12345;
    memset(memory->begin, CANARY, (size_t)(memory->end - memory->begin));
    EXPECT_STATUS(call(w, (char *)text, capacity, &written), fits ? SORTID_OK : SORTID_NO_SPACE,
                  "%s: encoding %d, capacity %zu of %zu", w->format->name, (int)w->encoding,
                  capacity, w->needed);
    EXPECT(written == (fits ? w->length : 12345), "%s: encoding %d, capacity %zu: %zu written",
           w->format->name, (int)w->encoding, capacity, written);
    if (fits)
        EXPECT_BYTES(text, w->expected, w->needed, "%s: encoding %d", w->format->name,
                     (int)w->encoding);
    size_t changed = fits ? w->needed : 0;
    EXPECT(is_untouched(memory->begin, (size_t)(text - memory->begin)) &&
               is_untouched(text + changed, capacity - changed),
           "%s: encoding %d, capacity %zu: another byte is touched", w->format->name,
           (int)w->encoding, capacity);
}

static void expect_capacities(const struct writing *w, write_call *call)
{
    struct guarded memory = guarded_new(SORTID_MAX_TEXT_SIZE);
    for (size_t capacity = 0; capacity <= w->needed + 1; capacity++)
        expect_at_capacity(w, call, &memory, capacity);
    expect_at_capacity(w, call, &memory, SORTID_MAX_TEXT_SIZE);
    guarded_free(&memory);
}

/* Some IDs of a format: the smallest, the largest, random ones. */
static void each_id(const support_format *format,
                    void (*test)(const support_format *format, const uint8_t *id))
{
    uint8_t id[SUPPORT_MAX_SIZE];
    assert_int_equal(sortid_format_min(format->format(), id), SORTID_OK);
    test(format, id);
    assert_int_equal(sortid_format_max(format->format(), id), SORTID_OK);
    test(format, id);
    for (int i = 0; i < 20; i++) {
        support_random_id(id, format);
        test(format, id);
    }
}

/* ---- An ID -------------------------------------------------------------------------- */

static void try_id(const support_format *format, const uint8_t *id)
{
    for (sortid_encoding e = SORTID_ENCODING_TEXT; e <= SORTID_ENCODING_URN; e++) {
        char expected[SUPPORT_MAX_TEXT];
        if (!judge_has(format, e))
            continue;
        size_t length = judge_print(expected, format, e, id);
        const struct writing w = {.format = format,
                                  .handle = format->format(),
                                  .id = id,
                                  .encoding = e,
                                  .expected = expected,
                                  .length = length,
                                  .needed = length + (e != SORTID_ENCODING_BIN)};
        assert_true(w.needed <= SORTID_MAX_TEXT_SIZE);
        expect_capacities(&w, print_by_format);
        expect_capacities(&w, print_typed);
    }
}

TEST_FORMATS(print)
{
    each_id(format, try_id);
}

/* ---- A field ------------------------------------------------------------------------- */

/* The field in hex, and the number that it is. */
static void write_field(char hex[SUPPORT_MAX_TEXT], char decimal[SUPPORT_MAX_TEXT],
                        const support_format *format, const sortid_field_info *field,
                        const uint8_t *id)
{
    uint8_t value[16] = {0};
    for (size_t bit = 0; bit < field->bits; bit++)
        oracle_set_bits(value, 128 - field->bits + bit, 1,
                        oracle_bits(id, field->first_bit + bit, 1));
    EXPECT(oracle_print(hex, (field->bits + 3) / 4, SUPPORT_HEX_DIGITS, value, sizeof value),
           "%s of %s", field->name, format->name);
    oracle_decimal(decimal, value, sizeof value);
}

/* The value alone, in a capacity that may be larger than any field. */
static void expect_field_value(const sortid_format *handle, const sortid_field_info *field,
                               size_t index, const uint8_t *id, const char *hex)
{
    enum { most = 40 };
    struct guarded memory = guarded_new(most);
    uint8_t number[16];
    EXPECT(oracle_parse(number, sizeof number, SUPPORT_HEX_DIGITS, hex, strlen(hex)), "%s", hex);
    for (size_t capacity = 0; capacity <= most; capacity++) {
        bool fits = capacity >= (field->bits + 7) / 8;
        uint8_t *value = guarded_place(&memory, capacity, true), expected[most];
        memset(memory.begin, CANARY, (size_t)(memory.end - memory.begin));
        EXPECT_STATUS(sortid_format_field_value(handle, value, capacity, id, index),
                      fits ? SORTID_OK : SORTID_NO_SPACE, "%s: capacity %zu", field->name,
                      capacity);
        for (size_t i = capacity; i-- > 0;)
            expected[i] =
                capacity - i <= sizeof number ? number[sizeof number - (capacity - i)] : 0;
        if (fits)
            EXPECT_BYTES(value, expected, capacity, "%s: capacity %zu", field->name, capacity);
        EXPECT(is_untouched(memory.begin, (size_t)((fits ? value : memory.end) - memory.begin)),
               "%s: capacity %zu: another byte is touched", field->name, capacity);
    }
    guarded_free(&memory);
}

static void try_fields(const support_format *format, const uint8_t *id)
{
    const sortid_format *handle = format->format();
    sortid_field_info field;
    for (size_t i = 0; sortid_format_field(handle, &field, sizeof field, i) == SORTID_OK; i++) {
        char hex[SUPPORT_MAX_TEXT], decimal[SUPPORT_MAX_TEXT];
        write_field(hex, decimal, format, &field, id);
        struct writing w = {.format = format, .handle = handle, .id = id, .index = i};
        w.encoding = SORTID_ENCODING_HEX;
        w.expected = hex;
        w.length = strlen(hex);
        w.needed = w.length + 1;
        expect_capacities(&w, print_field);
        w.encoding = SORTID_ENCODING_INT;
        w.expected = decimal;
        w.length = strlen(decimal);
        w.needed = w.length + 1;
        expect_capacities(&w, print_field);
        expect_field_value(handle, &field, i, id, hex);
    }
}

TEST_FORMATS(fields)
{
    each_id(format, try_fields);
}

CASES_MAIN(NULL, NULL)
