/* SPDX-License-Identifier: MIT */
/* bits.c: which bits of an ID belong to which field, for the ruler of the inspector page. The
 * public headers say the bits of a format's fields, but not those of other kinds. There a bit
 * belongs to the first field whose value changes with it. */
#include "../c/module.h"

#include <string.h>

/* A bit of no field. */
#define NO_FIELD 255

/* More than any kind has. */
#define FIELDS_MAX 16

/* Prints a field; an empty text if the reading has none. */
static void print_field(char text[SORTID_READING_TEXT_SIZE], const sortid_reading *reading,
                        size_t index)
{
    size_t written;
    const char *name;
    if (sortid_reading_print_field(reading, &name, text, SORTID_READING_TEXT_SIZE, &written,
                                   index) != SORTID_OK)
        text[0] = '\0';
}

static uint8_t field_of_bit(const sortid_reading *reading, unsigned bit)
{
    char before[SORTID_READING_TEXT_SIZE], after[SORTID_READING_TEXT_SIZE];
    sortid_reading changed = *reading;
    changed.id[bit / 8] ^= (uint8_t)(0x80 >> bit % 8);
    for (size_t i = 0; i < FIELDS_MAX; i++) {
        print_field(before, reading, i);
        print_field(after, &changed, i);
        if (before[0] != '\0' && after[0] != '\0' && strcmp(before, after) != 0)
            return (uint8_t)i;
    }
    return NO_FIELD;
}

static void bits_of_format(uint8_t *fields, const sortid_format *format)
{
    sortid_field_info field;
    for (size_t i = 0; sortid_format_field(format, &field, sizeof field, i) == SORTID_OK; i++)
        memset(fields + field.first_bit, (int)i, field.bits);
}

static void bits_of_reading(uint8_t fields[8 * SORTID_MAX_SIZE], const sortid_reading *reading)
{
    memset(fields, NO_FIELD, 8 * (size_t)reading->size);
    if (reading->format != NULL) {
        bits_of_format(fields, reading->format);
        return;
    }
    for (unsigned bit = 0; bit < 8 * reading->size; bit++)
        fields[bit] = field_of_bit(reading, bit);
}

/* Writes the field of each bit of a reading into the text buffer; RESULT_WRITTEN: the bits. */
EXPORT("readingBits") sortid_status reading_bits(uint32_t index)
{
    bits_of_reading((uint8_t *)module_text, &module_readings[index]);
    module_result[RESULT_WRITTEN] = 8 * module_readings[index].size;
    return SORTID_OK;
}
