/* SPDX-License-Identifier: MIT */
/* format/value.c: what the bytes of an ID say, for every format: fields, time, smallest and largest
 * ID of a time, neighbours. Uses the bits as they are; knows no text but digits of a field. */
#include "format.h"
#include "../text/decimal.h"

/* ---- Fields --------------------------------------------------------------------------------- */

/* Bytes that hold any field's value, a multiple of 4 as decimals want. */
#define VALUE_BYTES 16

/* The most bits that lie in one word wherever they begin; a multiple of 4. */
#define WORD_BITS 56

/* The value of at most WORD_BITS: from the word that ends with its last byte, since no ID is
 * shorter than a word. */
static uint64_t load_word(const sortid_field_info *field, const uint8_t *id)
{
    size_t end = field->first_bit + field->bits;
    size_t last = end <= 64 ? 8 : (end + 7) / 8;
    uint64_t value = load_be64(id + last - 8) >> (8 * last - end);
    return value & ((UINT64_C(1) << field->bits) - 1);
}

/* Any value, right-aligned: fields begin and end at multiples of 4 bits. */
static void load_value(uint8_t value[VALUE_BYTES], const sortid_field_info *field,
                       const uint8_t *id)
{
    memset(value, 0, VALUE_BYTES);
    if (field->first_bit % 8 == 0 && field->bits % 8 == 0) {
        size_t size = field->bits / 8;
        memcpy(value + VALUE_BYTES - size, id + field->first_bit / 8, size);
        return;
    }
    for (size_t digit = field->bits / 4, at = 2 * VALUE_BYTES; digit-- > 0;) {
        size_t from = field->first_bit / 4 + digit;
        unsigned bits = from % 2 == 0 ? id[from / 2] >> 4 : id[from / 2] & 15u;
        at--;
        value[at / 2] |= (uint8_t)(at % 2 == 0 ? bits << 4 : bits);
    }
}

sortid_status sortid_format_field_value(const sortid_format *format, uint8_t *value,
                                        size_t capacity, const uint8_t *id, size_t index)
{
    uint8_t whole[VALUE_BYTES];
    if (index >= format->field_count)
        return SORTID_OUT_OF_RANGE;
    const sortid_field_info *field = &format->fields[index];
    if ((field->bits + 7) / 8 > capacity)
        return SORTID_NO_SPACE;
    load_value(whole, field, id);
    size_t leading = capacity > VALUE_BYTES ? capacity - VALUE_BYTES : 0;
    size_t size = capacity - leading;
    memset(value, 0, leading);
    memcpy(value + leading, whole + VALUE_BYTES - size, size);
    return SORTID_OK;
}

static size_t print_int(char *text, const sortid_field_info *field, const uint8_t *id)
{
    uint8_t value[VALUE_BYTES];
    if (field->bits <= WORD_BITS)
        return sortid_text_print_decimal64(text, load_word(field, id));
    load_value(value, field, id);
    return sortid_text_print_decimal(text, value, VALUE_BYTES);
}

static size_t print_hex(char *text, const sortid_field_info *field, const uint8_t *id)
{
    uint8_t value[VALUE_BYTES];
    size_t digits = field->bits / 4;
    load_value(value, field, id);
    for (size_t i = 0, at = 2 * VALUE_BYTES - digits; i < digits; i++, at++)
        text[i] = "0123456789abcdef"[at % 2 == 0 ? value[at / 2] >> 4 : value[at / 2] & 15u];
    return digits;
}

sortid_status sortid_format_print_field(const sortid_format *format, char *text, size_t capacity,
                                        size_t *written, sortid_encoding encoding,
                                        const uint8_t *id, size_t index)
{
    char room[DECIMAL_MAX_DIGITS];
    char *digits = capacity > sizeof room ? text : room; /* any value fits into `room` */
    if (encoding != SORTID_ENCODING_HEX && encoding != SORTID_ENCODING_INT)
        return SORTID_BAD_OPTION;
    if (index >= format->field_count)
        return SORTID_OUT_OF_RANGE;
    const sortid_field_info *field = &format->fields[index];
    size_t length = encoding == SORTID_ENCODING_HEX ? print_hex(digits, field, id)
                                                    : print_int(digits, field, id);
    if (length >= capacity)
        return SORTID_NO_SPACE;
    if (digits != text)
        memcpy(text, digits, length);
    text[length] = '\0';
    *written = length;
    return SORTID_OK;
}

/* ---- Time ------------------------------------------------------------------------------------- */

uint64_t sortid_format_unix_ms(const sortid_format *format, const uint8_t *id)
{
    return timestamp_of(format, id) * format->unit_ms + format->zero_ms;
}

bool sortid_format_is_reserved(const sortid_format *format, const uint8_t *id)
{
    uint64_t timestamp = timestamp_of(format, id);
    return (format->traits & SORTID_RESERVES_ENDS) != 0 &&
           (timestamp == 0 || timestamp == format->timestamp_max);
}

/* Writes the ID of a timestamp, at most timestamp_max, with `filler` in all other bytes. */
static void fill(const sortid_format *format, uint8_t *id, uint64_t timestamp, uint8_t filler)
{
    unsigned shift = timestamp_shift(format);
    memset(id, filler, format->size);
    uint64_t below = load_be64(id) & ((UINT64_C(1) << shift) - 1);
    store_be64(id, timestamp << shift | below);
}

/* The same for the timestamp that contains unix_ms. */
static sortid_status fill_at(const sortid_format *format, uint8_t *id, uint64_t unix_ms,
                             uint8_t filler)
{
    if (unix_ms < format->zero_ms)
        return SORTID_OUT_OF_RANGE;
    uint64_t timestamp = (unix_ms - format->zero_ms) / format->unit_ms;
    if (timestamp > format->timestamp_max)
        return SORTID_OUT_OF_RANGE;
    fill(format, id, timestamp, filler);
    return SORTID_OK;
}

sortid_status sortid_format_min_at(const sortid_format *format, uint8_t *id, uint64_t unix_ms)
{
    return fill_at(format, id, unix_ms, 0x00);
}

sortid_status sortid_format_max_at(const sortid_format *format, uint8_t *id, uint64_t unix_ms)
{
    return fill_at(format, id, unix_ms, 0xff);
}

/* The first timestamp that starts at unix_ms or later; timestamp_max + 1 if none does. */
static uint64_t timestamp_from(const sortid_format *format, uint64_t unix_ms)
{
    uint64_t end = format->timestamp_max + 1; /* no overflow: a timestamp has < 64 bits */
    if (unix_ms <= format->zero_ms)
        return 0;
    uint64_t passed = unix_ms - format->zero_ms;
    uint64_t timestamp = passed / format->unit_ms;
    timestamp += passed % format->unit_ms != 0; /* a unit of 1 has no remainder */
    return timestamp < end ? timestamp : end;
}

sortid_status sortid_format_range(const sortid_format *format, uint8_t *first, uint8_t *last,
                                  uint64_t since_ms, uint64_t until_ms)
{
    uint64_t since = timestamp_from(format, since_ms), until = timestamp_from(format, until_ms);
    if (since >= until)
        return SORTID_OUT_OF_RANGE;
    fill(format, first, since, 0x00);
    fill(format, last, until - 1, 0xff);
    return SORTID_OK;
}

void sortid_format_min(const sortid_format *format, uint8_t *id)
{
    memset(id, 0, format->size);
}

void sortid_format_max(const sortid_format *format, uint8_t *id)
{
    memcpy(id, format->last, format->size);
}

/* ---- Neighbours ----------------------------------------------------------------------------------- */

static bool all_zero(const uint8_t *id, size_t size)
{
    uint8_t seen = 0;
    for (size_t i = 0; i < size; i++)
        seen |= id[i];
    return seen == 0;
}

/* Writes id + 1, or id - 1; each byte is read before it is written. */
static void step_bytes(uint8_t *out, const uint8_t *id, size_t size, bool up)
{
    bool carry = true;
    for (size_t i = size; i-- > 0;) {
        out[i] = (uint8_t)(id[i] + (carry ? (up ? 1 : 0xff) : 0));
        carry = carry && out[i] == (up ? 0x00 : 0xff);
    }
}

static void step(const sortid_format *format, uint8_t *out, const uint8_t *id, bool *carried,
                 bool up)
{
    uint64_t before = timestamp_of(format, id);
    step_bytes(out, id, format->size, up);
    if (carried != NULL)
        *carried = timestamp_of(format, out) != before;
}

sortid_status sortid_format_successor(const sortid_format *format, uint8_t *out, const uint8_t *id,
                                      bool *carried)
{
    if (compare_bytes(id, format->last, format->size) >= 0)
        return SORTID_OUT_OF_RANGE;
    step(format, out, id, carried, true);
    return SORTID_OK;
}

sortid_status sortid_format_predecessor(const sortid_format *format, uint8_t *out,
                                        const uint8_t *id, bool *carried)
{
    if (all_zero(id, format->size) || !is_id(format, id))
        return SORTID_OUT_OF_RANGE;
    step(format, out, id, carried, false);
    return SORTID_OK;
}
