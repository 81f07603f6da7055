/* SPDX-License-Identifier: MIT */
/* json.c: a reading as one line of JSON, the code behind json.h. Each function appends
 * at `at` and returns the new end. Keys and names of formats are plain ASCII and need no
 * escape; only the input is escaped. It uses no printf: a line takes some 100 ns. */
#include "json.h"

#include "append.h"
#include "when.h"

/* What stands before a value. Inline: the length of a literal key costs nothing. */
static inline char *append_key(char *at, const char *key)
{
    at = append_text(at, ",\"");
    at = append_text(at, key);
    return append_text(at, "\":");
}

static bool is_plain(unsigned char byte)
{
    return byte >= 0x20 && byte < 0x7f && byte != '"' && byte != '\\';
}

/* Bytes from 0x80 up come as the code point of their value, so that the line is UTF-8
 * whatever the input is. */
static char *append_escaped(char *at, const char *bytes, size_t length)
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)bytes[i];
        if (!is_plain(byte)) {
            at = append_text(at, "\\u00");
            *at++ = digits[byte >> 4];
            byte = (unsigned char)digits[byte & 15];
        }
        *at++ = (char)byte;
    }
    return at;
}

/* The ID in an encoding; nothing if the format lacks it. */
static inline char *append_encoded(char *at, const char *key, const struct reading *reading,
                                   sortid_encoding encoding)
{
    char *value = append_text(append_key(at, key), "\"");
    size_t length = sortid_format_print(value, reading->format, encoding, reading->id);
    return length == 0 ? at : append_text(value + length, "\"");
}

static char *append_number_value(char *at, const char *key, uint64_t number)
{
    at = append_text(append_key(at, key), "\"");
    return append_text(append_number(at, number), "\"");
}

static char *append_fields(char *at, const struct reading *reading, unsigned node_size)
{
    const sortid_format *format = reading->format;
    uint32_t node_id, counter;
    for (size_t i = 0; i < format->field_count; i++) {
        at = append_text(append_key(at, format->fields[i].name), "\"");
        at += sortid_format_print_field(at, format, i, SORTID_ENCODING_INT, reading->id);
        *at++ = '"';
    }
    if (!reading_split_node(&node_id, &counter, reading, node_size))
        return at;
    at = append_number_value(at, "nodeId", node_id);
    return append_number_value(at, "counter", counter);
}

/* Fields begin and end at hex digits: theirs are slices of the ID's. */
static char *append_fields_hex(char *at, const sortid_format *format, const char *hex)
{
    at = append_key(at, "fieldsHex");
    for (size_t i = 0; i < format->field_count; i++) {
        const sortid_field *field = &format->fields[i];
        at = append_text(at, i == 0 ? "[\"" : ",\"");
        at = append_bytes(at, hex + field->first_bit / 4, field->bits / 4);
        *at++ = '"';
    }
    return append_text(at, "]");
}

static char *append_leniency(char *at, unsigned leniency)
{
    at = append_text(append_key(at, "lenient"), "[");
    if ((leniency & SORTID_ULID_ALIAS) != 0)
        at = append_text(at, "\"alias\"");
    if (leniency == (SORTID_ULID_ALIAS | SORTID_ULID_HYPHEN))
        at = append_text(at, ",");
    if ((leniency & SORTID_ULID_HYPHEN) != 0)
        at = append_text(at, "\"hyphen\"");
    return append_text(at, "]");
}

static char *append_time(char *at, const struct reading *reading)
{
    at = append_text(append_key(at, "timestampIso"), "\"");
    at += when_print(at, sortid_format_unix_ms(reading->format, reading->id));
    return append_text(at, "\"");
}

size_t json_reading(char out[JSON_READING_SIZE], const struct reading *reading, const char *input,
                    size_t length, bool ambiguous, unsigned node_size)
{
    char hex[SORTID_MAX_TEXT_SIZE];
    size_t hex_length = sortid_format_print(hex, reading->format, SORTID_ENCODING_HEX, reading->id);
    char *at = append_text(out, "{\"format\":\"");
    at = append_text(at, reading->format->name);
    at = append_text(at, "\",\"input\":\"");
    at = append_text(append_escaped(at, input, length), "\"");
    at = append_encoded(at, "canonical", reading, SORTID_ENCODING_TEXT);
    at = append_time(at, reading);
    at = append_fields(at, reading, node_size);
    at = append_fields_hex(at, reading->format, hex);
    at = append_text(append_key(at, "hex"), "\"");
    at = append_text(append_bytes(at, hex, hex_length), "\"");
    at = append_encoded(at, "int", reading, SORTID_ENCODING_INT);
    at = append_encoded(at, "uuid", reading, SORTID_ENCODING_UUID);
    if (reading->leniency != 0)
        at = append_leniency(at, reading->leniency);
    if (ambiguous)
        at = append_text(append_key(at, "ambiguous"), "true");
    return (size_t)(append_text(at, "}\n") - out);
}
