/* SPDX-License-Identifier: MIT */
/* format/scru64.c: SCRU64: its descriptor, its text (12 digits of base 36), fields and integer. */
#include <sortid/scru64.h>

#include "typed.h"

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
    HAS_FIELDS(SCRU64_FIELDS),
    .timestamp_max = LAST_SCRU64,
    .unit_ms = SORTID_SCRU64_TICK_MS,
    .traits = SORTID_TRAIT_RESERVES_ENDS | SORTID_TRAIT_NEEDS_NODE | SORTID_TRAIT_CAN_BE_INVALID,
    .forms = {[SORTID_ENCODING_TEXT] = NAMED_FORM(36X12, 36x12),
              [SORTID_ENCODING_HEX] = NAMED_FORM(HEX8, hex8)},
    .last = SCRU64_LAST,
    .free_below = 0x41,
    .max_int_digits = 19,
};

const sortid_format *sortid_scru64_format(void) FORMAT_BODY(scru64);
sortid_status sortid_scru64_parse(PARSE_PARAMETERS(scru64)) PARSE_BODY(scru64);
sortid_status sortid_scru64_parse_as(PARSE_AS_PARAMETERS(scru64)) PARSE_AS_BODY(scru64);
sortid_status sortid_scru64_parse_many(PARSE_MANY_PARAMETERS(scru64)) PARSE_MANY_BODY(scru64);
size_t sortid_scru64_print(PRINT_PARAMETERS(scru64, SCRU64)) CHECK_AND_PRINT_BODY(scru64);
sortid_status sortid_scru64_print_as(PRINT_AS_PARAMETERS(scru64)) PRINT_AS_BODY(scru64);
sortid_status sortid_scru64_print_many(PRINT_MANY_PARAMETERS(scru64)) PRINT_MANY_BODY(scru64);
int sortid_scru64_compare(COMPARE_PARAMETERS(scru64)) COMPARE_BODY(scru64);
uint64_t sortid_scru64_unix_ms(const sortid_scru64 *id) UNIX_MS_BODY(scru64);
sortid_status sortid_scru64_min_at(AT_PARAMETERS(scru64)) MIN_AT_BODY(scru64);
sortid_status sortid_scru64_max_at(AT_PARAMETERS(scru64)) MAX_AT_BODY(scru64);
sortid_status sortid_scru64_range(RANGE_PARAMETERS(scru64)) RANGE_BODY(scru64);
sortid_status sortid_scru64_successor(NEIGHBOR_PARAMETERS(scru64)) SUCCESSOR_BODY(scru64);
sortid_status sortid_scru64_predecessor(NEIGHBOR_PARAMETERS(scru64)) PREDECESSOR_BODY(scru64);

#define MASK24 UINT32_C(0xffffff)

/* timestamp 40 | node_ctr 24 */
sortid_status sortid_scru64_from_fields(FROM_FIELDS_PARAMETERS(scru64))
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
