/* SPDX-License-Identifier: MIT */
/* format/value.c: values from the bytes of an ID, for all formats: fields, time, smallest and
 * largest ID of a time, neighbors. Only for neighbors it checks the bytes. */
#include "format.h"
#include "../text/decimal.h"
#include "../text/inline.h"

/* ---- Fields -------------------------------------------------------------- */

/* Enough bytes for any field's value; a multiple of 4, as the decimal code requires. */
#define VALUE_BYTES 16

/* The bytes of an ID up to the end of the field, at least 8: IDs are not shorter. */
static size_t word_end(const sortid_field_info *field)
{
    size_t end = (field->first_bit + field->bits + 7) / 8;
    return end < 8 ? 8 : end;
}

/* Whether the field is in the 8 bytes before word_end. Other fields are whole bytes. */
static bool fits_word(const sortid_field_info *field)
{
    return field->bits < 64 && field->first_bit + 64 >= 8 * word_end(field);
}

static uint64_t load_field(const sortid_field_info *field, const uint8_t *id)
{
    size_t end = word_end(field);
    uint64_t value = load_be64(id + end - 8) >> (8 * end - field->first_bit - field->bits);
    return value & ((UINT64_C(1) << field->bits) - 1);
}

/* Any value, right-aligned. */
static void load_value(uint8_t value[VALUE_BYTES], const sortid_field_info *field,
                       const uint8_t *id)
{
    size_t size = field->bits / 8;
    memset(value, 0, VALUE_BYTES);
    if (fits_word(field))
        store_be64(value + VALUE_BYTES - 8, load_field(field, id));
    else
        memcpy(value + VALUE_BYTES - size, id + field->first_bit / 8, size);
}

sortid_status sortid_format_field_value(const sortid_format *format, uint8_t *value,
                                        size_t capacity, const uint8_t *id, size_t index)
{
    uint8_t whole[VALUE_BYTES];
    if (format == NULL)
        return SORTID_BAD_FORMAT;
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
    load_value(value, field, id);
    return sortid_text_print_decimal(text, value, VALUE_BYTES);
}

static size_t print_hex(char *text, const sortid_field_info *field, const uint8_t *id)
{
    uint8_t value[VALUE_BYTES];
    size_t digits = (field->bits + 3) / 4;
    load_value(value, field, id);
    for (size_t i = 0, at = 2 * VALUE_BYTES - digits; i < digits; i++, at++)
        text[i] = "0123456789abcdef"[at % 2 == 0 ? value[at / 2] >> 4 : value[at / 2] & 15u];
    return digits;
}

/* Any field. Digits that might not fit are written to a buffer first. */
static OUT_OF_LINE sortid_status print_long_field(char *text, size_t capacity, size_t *written,
                                                  sortid_encoding encoding,
                                                  const sortid_field_info *field, const uint8_t *id)
{
    char room[DECIMAL_MAX_DIGITS];
    char *digits = capacity > sizeof room ? text : room; /* any value fits into `room` */
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

sortid_status sortid_format_print_field(const sortid_format *format, char *text, size_t capacity,
                                        size_t *written, sortid_encoding encoding,
                                        const uint8_t *id, size_t index)
{
    if (format == NULL)
        return SORTID_BAD_FORMAT;
    if (encoding != SORTID_ENCODING_HEX && encoding != SORTID_ENCODING_INT)
        return SORTID_BAD_OPTION;
    if (index >= format->field_count)
        return SORTID_OUT_OF_RANGE;
    const sortid_field_info *field = &format->fields[index];
    if (encoding == SORTID_ENCODING_HEX || capacity <= DECIMAL_MAX_DIGITS || !fits_word(field))
        return print_long_field(text, capacity, written, encoding, field, id);
    size_t length = sortid_text_print_decimal64(text, load_field(field, id));
    text[length] = '\0';
    *written = length;
    return SORTID_OK;
}

/* ---- Time ---------------------------------------------------------------- */

uint64_t sortid_format_unix_ms(const sortid_format *format, const uint8_t *id)
{
    return format != NULL ? unix_ms_of(format, id) : 0;
}

bool sortid_format_is_reserved(const sortid_format *format, const uint8_t *id)
{
    if (format == NULL || (format->traits & SORTID_TRAIT_RESERVES_ENDS) == 0)
        return false;
    uint64_t timestamp = timestamp_of(format, id);
    return timestamp == 0 || timestamp == format->timestamp_max;
}

/* Gives the fixed bits their values. */
static void set_fixed(const sortid_format *format, uint8_t *id)
{
    for (uint32_t i = 0; i < format->fixed_count; i++) {
        const struct fixed_bits *fixed = &format->fixed[i];
        id[fixed->byte] = (uint8_t)((id[fixed->byte] & ~fixed->mask) | fixed->value);
    }
}

/* Writes the ID of a timestamp, at most timestamp_max, with `filler` in all other bytes. */
static void fill_below_time(const sortid_format *format, uint8_t *id, uint64_t timestamp,
                            uint8_t filler)
{
    unsigned shift = timestamp_shift(format);
    memset(id, filler, format->size);
    uint64_t below = load_be64(id) & ((UINT64_C(1) << shift) - 1);
    store_be64(id, timestamp << shift | below);
    set_fixed(format, id);
}

/* The same for the timestamp that contains unix_ms. */
static sortid_status fill_at(const sortid_format *format, uint8_t *id, uint64_t unix_ms,
                             uint8_t filler)
{
    if (format == NULL)
        return SORTID_BAD_FORMAT;
    if (unix_ms < format->zero_ms)
        return SORTID_OUT_OF_RANGE;
    uint64_t timestamp = (unix_ms - format->zero_ms) / format->unit_ms;
    if (timestamp > format->timestamp_max)
        return SORTID_OUT_OF_RANGE;
    fill_below_time(format, id, timestamp, filler);
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
    if (format == NULL)
        return SORTID_BAD_FORMAT;
    uint64_t since = timestamp_from(format, since_ms), until = timestamp_from(format, until_ms);
    if (since >= until)
        return SORTID_OUT_OF_RANGE;
    fill_below_time(format, first, since, 0x00);
    fill_below_time(format, last, until - 1, 0xff);
    return SORTID_OK;
}

sortid_status sortid_format_min(const sortid_format *format, uint8_t *id)
{
    if (format == NULL)
        return SORTID_BAD_FORMAT;
    fill_below_time(format, id, 0, 0x00);
    return SORTID_OK;
}

sortid_status sortid_format_max(const sortid_format *format, uint8_t *id)
{
    if (format == NULL)
        return SORTID_BAD_FORMAT;
    memcpy(id, format->last, format->size);
    return SORTID_OK;
}

/* ---- Neighbors ----------------------------------------------------------- */

/* Adds 1, or subtracts it. */
static void step_bytes(uint8_t *id, size_t size, bool up)
{
    bool carry = true;
    for (size_t i = size; i-- > 0 && carry;) {
        id[i] = (uint8_t)(id[i] + (up ? 1 : 0xff));
        carry = id[i] == (up ? 0x00 : 0xff);
    }
}

/* Sets the fixed bits so that they pass on a carry: all ones going up, all zeros going down. */
static void open_fixed(const sortid_format *format, uint8_t *id, bool up)
{
    for (uint32_t i = 0; i < format->fixed_count; i++) {
        const struct fixed_bits *fixed = &format->fixed[i];
        id[fixed->byte] =
            (uint8_t)(up ? id[fixed->byte] | fixed->mask : id[fixed->byte] & ~fixed->mask);
    }
}

static void step(const sortid_format *format, uint8_t *out, const uint8_t *id, bool *carried,
                 bool up)
{
    uint64_t before = timestamp_of(format, id);
    if (out != id)
        memcpy(out, id, format->size);
    open_fixed(format, out, up);
    step_bytes(out, format->size, up);
    set_fixed(format, out);
    if (carried != NULL)
        *carried = timestamp_of(format, out) != before;
}

sortid_status sortid_format_successor(const sortid_format *format, uint8_t *out, const uint8_t *id,
                                      bool *carried)
{
    sortid_status status = sortid_format_check(format, id);
    if (status != SORTID_OK)
        return status;
    if (compare_bytes(id, format->last, format->size) == 0)
        return SORTID_OUT_OF_RANGE;
    step(format, out, id, carried, true);
    return SORTID_OK;
}

sortid_status sortid_format_predecessor(const sortid_format *format, uint8_t *out,
                                        const uint8_t *id, bool *carried)
{
    uint8_t first[SORTID_MAX_SIZE];
    sortid_status status = sortid_format_check(format, id);
    if (status != SORTID_OK)
        return status;
    fill_below_time(format, first, 0, 0x00);
    if (compare_bytes(id, first, format->size) == 0)
        return SORTID_OUT_OF_RANGE;
    step(format, out, id, carried, false);
    return SORTID_OK;
}
