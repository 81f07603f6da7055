/* SPDX-License-Identifier: MIT */
/* format/scru64.c: SCRU64: its descriptor, its text (12 digits of base 36), fields and integer. */
#include "list.h"

#include <sortid/scru64.h>

static const sortid_field_info SCRU64_FIELDS[] = {
    {"timestamp", 0, 40, SORTID_FIELD_TIMESTAMP, 0},
    {"nodeCtr", 40, 24, SORTID_FIELD_COUNTER, 0},
};

static const uint8_t SCRU64_LAST[8] = {0x41, 0xc2, 0x1c, 0xb8, 0xe0, 0xff, 0xff, 0xff};

const struct sortid_format sortid_format_scru64 = {
    .name = "scru64",
    .title = "SCRU64 v1.0.0",
    .number = FORMAT_SCRU64,
    .size = 8,
    .text_length = 12,
    .encodings = ENCODINGS_OF_ALL,
    .fields = SCRU64_FIELDS,
    .field_count = sizeof SCRU64_FIELDS / sizeof *SCRU64_FIELDS,
    .timestamp_max = LAST_SCRU64,
    .unit_ms = SORTID_SCRU64_TICK_MS,
    .zero_ms = 0,
    .traits = SORTID_TRAIT_RESERVES_ENDS | SORTID_TRAIT_NEEDS_NODE | SORTID_TRAIT_CAN_BE_INVALID,
    .forms = {[SORTID_ENCODING_TEXT] = NAMED_FORM(36X12, 36x12),
              [SORTID_ENCODING_HEX] = NAMED_FORM(HEX8, hex8)},
    .last = SCRU64_LAST,
    .free_below = 0x41,
    .max_int_digits = 19,
};

const sortid_format *sortid_scru64_format(void)
{
    return &sortid_format_scru64;
}

sortid_status sortid_scru64_parse(sortid_scru64 *out, const char *text, size_t length,
                                  size_t *position)
{
    return parse_text(out->bytes, &sortid_format_scru64, text, length, position);
}

sortid_status sortid_scru64_parse_as(sortid_scru64 *out, sortid_encoding encoding, const char *text,
                                     size_t length, size_t *position)
{
    return sortid_format_parse(&sortid_format_scru64, out->bytes, encoding, text, length, position);
}

sortid_status sortid_scru64_parse_many(sortid_scru64 *out, size_t count, size_t *done,
                                       size_t *consumed, const char *text, size_t length,
                                       int separator, size_t *position)
{
    return sortid_format_parse_many(&sortid_format_scru64, (uint8_t *)out, count, done, consumed,
                                    SORTID_ENCODING_TEXT, text, length, separator, position);
}

size_t sortid_scru64_print(char text[SORTID_SCRU64_TEXT_SIZE], const sortid_scru64 *id)
{
    if (!is_id(&sortid_format_scru64, id->bytes)) {
        text[0] = '\0';
        return 0;
    }
    return print_text(text, &sortid_format_scru64, id->bytes);
}

sortid_status sortid_scru64_print_as(char *text, size_t capacity, size_t *written,
                                     sortid_encoding encoding, const sortid_scru64 *id)
{
    return sortid_format_print(&sortid_format_scru64, text, capacity, written, encoding, id->bytes);
}

sortid_status sortid_scru64_print_many(char *text, size_t capacity, size_t *written,
                                       const sortid_scru64 *ids, size_t count, int separator)
{
    return sortid_format_print_many(&sortid_format_scru64, text, capacity, written,
                                    SORTID_ENCODING_TEXT, (const uint8_t *)ids, count, separator);
}

int sortid_scru64_compare(const sortid_scru64 *a, const sortid_scru64 *b)
{
    return compare_bytes(a->bytes, b->bytes, sizeof a->bytes);
}

uint64_t sortid_scru64_unix_ms(const sortid_scru64 *id)
{
    return unix_ms_of(&sortid_format_scru64, id->bytes);
}

sortid_status sortid_scru64_min_at(sortid_scru64 *out, uint64_t unix_ms)
{
    return sortid_format_min_at(&sortid_format_scru64, out->bytes, unix_ms);
}

sortid_status sortid_scru64_max_at(sortid_scru64 *out, uint64_t unix_ms)
{
    return sortid_format_max_at(&sortid_format_scru64, out->bytes, unix_ms);
}

sortid_status sortid_scru64_range(sortid_scru64 *first, sortid_scru64 *last, uint64_t since_ms,
                                  uint64_t until_ms)
{
    return sortid_format_range(&sortid_format_scru64, first->bytes, last->bytes, since_ms,
                               until_ms);
}

sortid_status sortid_scru64_successor(sortid_scru64 *out, const sortid_scru64 *id, bool *carried)
{
    return sortid_format_successor(&sortid_format_scru64, out->bytes, id->bytes, carried);
}

sortid_status sortid_scru64_predecessor(sortid_scru64 *out, const sortid_scru64 *id, bool *carried)
{
    return sortid_format_predecessor(&sortid_format_scru64, out->bytes, id->bytes, carried);
}

#define MASK24 UINT32_C(0xffffff)

/* timestamp 40 | node_ctr 24 */
sortid_status sortid_scru64_from_fields(sortid_scru64 *out, const sortid_scru64_fields *fields,
                                        size_t *field)
{
    if (fields->timestamp > LAST_SCRU64)
        return refuse(field, 0, SORTID_OUT_OF_RANGE);
    if (fields->node_ctr > MASK24)
        return refuse(field, 1, SORTID_OUT_OF_RANGE);
    store_be64(out->bytes, fields->timestamp << 24 | fields->node_ctr);
    return SORTID_OK;
}

void sortid_scru64_to_fields(sortid_scru64_fields *out, const sortid_scru64 *id)
{
    uint64_t integer = load_be64(id->bytes);
    out->timestamp = integer >> 24;
    out->node_ctr = (uint32_t)integer & MASK24;
    out->reserved = 0;
}

sortid_status sortid_scru64_from_int(sortid_scru64 *out, uint64_t integer)
{
    if (integer > SORTID_SCRU64_MAX_INT)
        return SORTID_OUT_OF_RANGE;
    store_be64(out->bytes, integer);
    return SORTID_OK;
}

uint64_t sortid_scru64_to_int(const sortid_scru64 *id)
{
    return load_be64(id->bytes);
}

sortid_status sortid_scru64_split(uint32_t *node_id, uint32_t *counter, const sortid_scru64 *id,
                                  unsigned node_id_size)
{
    sortid_scru64_fields fields;
    if (node_id_size < 1 || node_id_size > 23)
        return SORTID_OUT_OF_RANGE;
    sortid_scru64_to_fields(&fields, id);
    unsigned counter_size = 24 - node_id_size;
    if (node_id != NULL)
        *node_id = fields.node_ctr >> counter_size;
    if (counter != NULL)
        *counter = fields.node_ctr & ((UINT32_C(1) << counter_size) - 1);
    return SORTID_OK;
}
