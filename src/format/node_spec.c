/* SPDX-License-Identifier: MIT */
/* format/node_spec.c: reads and writes the string that configures a SCRU64 generator: "42/8",
 * "0xb00/12", "0u2r85hm2pt3/16". Checks the syntax from the left, then the values. */
#include "node_spec.h"
#include "../text/decimal.h"
#include "../text/digits.h"

#include <sortid/scru64.h>

#include "list.h"

#define ID_DIGITS        12
#define MAX_HEX_DIGITS   6
#define MAX_NODE_DIGITS  8
#define MAX_SIZE_DIGITS  3
#define MAX_NODE_ID_SIZE 23

/* The node id of an ID, by a size of 1 to 23. */
static uint32_t node_of(const sortid_scru64 *id, uint32_t size)
{
    sortid_scru64_fields fields;
    sortid_scru64_to_fields(&fields, id);
    return fields.node_ctr >> (24 - size);
}

sortid_status sortid_format_check_node_spec(const sortid_scru64_node_spec *spec)
{
    uint32_t size = spec->node_id_size;
    if (!node_spec_reserved_is_zero(spec))
        return SORTID_BAD_OPTION;
    if (size < 1 || size > MAX_NODE_ID_SIZE || spec->node_id >> size != 0)
        return SORTID_OUT_OF_RANGE;
    if (!spec->has_last)
        return SORTID_OK;
    if (sortid_scru64_to_int(&spec->last) > SORTID_SCRU64_MAX_INT)
        return SORTID_OUT_OF_RANGE;
    if (sortid_format_is_reserved(&sortid_format_scru64, spec->last.bytes))
        return SORTID_RESERVED;
    return node_of(&spec->last, size) == spec->node_id ? SORTID_OK : SORTID_OUT_OF_RANGE;
}

/* Reads text[from..to) as 1 to max_digits digits; SORTID_BAD_NODE_SPEC at the first byte that is
 * not allowed, or at `to` without a digit. */
static sortid_status parse_number(uint32_t *value, const char *text, size_t from, size_t to,
                                  unsigned radix, size_t max_digits, size_t *position)
{
    uint32_t number = 0; /* < 10^8 or 16^6, by max_digits */
    for (size_t i = from; i < to; i++) {
        unsigned digit = digit_value(sortid_text_value36, text[i]);
        if (digit >= radix || i - from >= max_digits)
            return refuse(position, i, SORTID_BAD_NODE_SPEC);
        number = number * radix + digit;
    }
    if (from == to)
        return refuse(position, to, SORTID_BAD_NODE_SPEC);
    *value = number;
    return SORTID_OK;
}

/* The part before the slash, by its length: an ID, or a node id. */
static sortid_status parse_left(sortid_scru64_node_spec *spec, const char *text, size_t length,
                                size_t *position)
{
    spec->has_last = length == ID_DIGITS;
    if (spec->has_last) {
        sortid_status status = sortid_scru64_parse(&spec->last, text, length, position);
        return status == SORTID_OK ? status : SORTID_BAD_NODE_SPEC;
    }
    if (length >= 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X'))
        return parse_number(&spec->node_id, text, 2, length, 16, MAX_HEX_DIGITS, position);
    return parse_number(&spec->node_id, text, 0, length, 10, MAX_NODE_DIGITS, position);
}

/* Sets the node id from the ID when the size is known. */
static sortid_status check_values(sortid_scru64_node_spec *spec, size_t slash, size_t *position)
{
    if (spec->node_id_size < 1 || spec->node_id_size > MAX_NODE_ID_SIZE)
        return refuse(position, slash + 1, SORTID_OUT_OF_RANGE);
    if (spec->has_last)
        spec->node_id = node_of(&spec->last, spec->node_id_size);
    sortid_status status = sortid_format_check_node_spec(spec);
    return status == SORTID_OK ? status : refuse(position, 0, status);
}

sortid_status sortid_scru64_node_spec_parse(sortid_scru64_node_spec *out, const char *text,
                                            size_t length, size_t *position)
{
    sortid_scru64_node_spec spec;
    size_t slash = 0;
    memset(&spec, 0, sizeof spec);
    while (slash < length && text[slash] != '/')
        slash++;
    sortid_status status = parse_left(&spec, text, slash, position);
    if (status == SORTID_OK && slash == length)
        return refuse(position, length, SORTID_BAD_NODE_SPEC);
    if (status == SORTID_OK)
        status = parse_number(&spec.node_id_size, text, slash + 1, length, 10, MAX_SIZE_DIGITS,
                              position);
    if (status == SORTID_OK)
        status = check_values(&spec, slash, position);
    if (status == SORTID_OK)
        *out = spec;
    return status;
}

size_t sortid_scru64_node_spec_print(char text[SORTID_SCRU64_NODE_SPEC_SIZE],
                                     const sortid_scru64_node_spec *spec)
{
    size_t length = ID_DIGITS;
    text[0] = '\0';
    if (sortid_format_check_node_spec(spec) != SORTID_OK)
        return 0;
    if (spec->has_last)
        print_text(text, &sortid_format_scru64, spec->last.bytes);
    else
        length = sortid_text_print_decimal64(text, spec->node_id);
    text[length++] = '/';
    length += sortid_text_print_decimal64(text + length, spec->node_id_size);
    text[length] = '\0';
    return length;
}
