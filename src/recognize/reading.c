/* SPDX-License-Identifier: MIT */
/* recognize/reading.c: the canonical text and the fields of a reading, from its bytes and kind. */
#include "kind.h"

#include "../text/decimal.h"

/* Copies a text; writes nothing if it does not fit. */
static sortid_status put(char *text, size_t capacity, size_t *written, const char *from,
                         size_t length)
{
    if (capacity <= length)
        return SORTID_NO_SPACE;
    memcpy(text, from, length);
    text[length] = '\0';
    *written = length;
    return SORTID_OK;
}

/* Whether the members of a reading, which the caller may have changed, agree. */
static sortid_status check_reading(const sortid_reading *reading)
{
    const struct sortid_kind *kind = reading->kind;
    if (kind == NULL)
        return SORTID_BAD_FORMAT;
    if (reading->format != kind->format ||
        reading->size != (kind->format != NULL ? kind->format->size : kind->size))
        return SORTID_BAD_ARGUMENT;
    return kind->holds == NULL || kind->holds(reading) ? SORTID_OK : SORTID_OUT_OF_RANGE;
}

sortid_status sortid_reading_print(const sortid_reading *reading, char *text, size_t capacity,
                                   size_t *written)
{
    char whole[SORTID_READING_TEXT_SIZE];
    sortid_status status = check_reading(reading);
    if (status != SORTID_OK)
        return status;
    return put(text, capacity, written, whole, reading->kind->print(whole, reading));
}

static uint64_t load_slice(const uint8_t *id, struct slice slice)
{
    unsigned end = slice.first_bit + slice.bits;
    uint64_t value = 0;
    for (unsigned byte = slice.first_bit / 8u; byte < (end + 7) / 8; byte++)
        value = value << 8 | id[byte];
    value >>= (8 - end % 8) % 8;
    return slice.bits < 64 ? value & ((UINT64_C(1) << slice.bits) - 1) : value;
}

static size_t print_decimal_field(char *text, const uint8_t *id, const struct kind_field *field)
{
    uint64_t value = 0;
    for (size_t i = 0; i < SLICES_MAX && field->slices[i].bits > 0; i++)
        value = value << field->slices[i].bits | load_slice(id, field->slices[i]);
    return sortid_text_print_decimal64(text, value);
}

static size_t print_hex_field(char *text, const uint8_t *id, const struct kind_field *field)
{
    size_t length = 0;
    for (size_t i = 0; i < SLICES_MAX && field->slices[i].bits > 0; i++) {
        uint64_t value = load_slice(id, field->slices[i]);
        for (unsigned digit = (field->slices[i].bits + 3u) / 4; digit-- > 0;)
            text[length++] = "0123456789abcdef"[value >> 4 * digit & 15];
    }
    return length;
}

static size_t print_field(char *text, const sortid_reading *reading, size_t index)
{
    const struct kind_field *field = &reading->kind->fields[index];
    switch (field->notation) {
    case NOTATION_DECIMAL:
        return print_decimal_field(text, reading->id, field);
    case NOTATION_HEX:
        return print_hex_field(text, reading->id, field);
    default:
        return reading->kind->word(text, reading, index);
    }
}

static sortid_status print_format_field(const sortid_reading *reading, const char **name,
                                        char *text, size_t capacity, size_t *written, size_t index)
{
    sortid_status status = sortid_format_print_field(reading->kind->format, text, capacity, written,
                                                     SORTID_ENCODING_INT, reading->id, index);
    if (status == SORTID_OK)
        *name = reading->kind->format->fields[index].name;
    return status;
}

sortid_status sortid_reading_print_field(const sortid_reading *reading, const char **name,
                                         char *text, size_t capacity, size_t *written, size_t index)
{
    char whole[SORTID_READING_TEXT_SIZE];
    const struct sortid_kind *kind = reading->kind;
    sortid_status status = check_reading(reading);
    if (status != SORTID_OK)
        return status;
    if (kind->format != NULL)
        return print_format_field(reading, name, text, capacity, written, index);
    if (index >= kind->field_count || (kind->has_field != NULL && !kind->has_field(reading, index)))
        return SORTID_OUT_OF_RANGE;
    status = put(text, capacity, written, whole, print_field(whole, reading, index));
    if (status == SORTID_OK)
        *name = kind->fields[index].name;
    return status;
}
