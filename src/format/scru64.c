/* SPDX-License-Identifier: MIT */
/* format/scru64.c: SCRU64: its row, its text (12 digits base 36), its fields and
 * integer. The generic verbs come from row.h; knows no clock. */
#include "layout.h"
#include "row.h"

static const sortid_field FIELDS[] = {
    {"timestamp", 0, 40, SORTID_FIELD_TIMESTAMP},
    {"nodeCtr", 40, 24, SORTID_FIELD_COUNTER},
};

static const uint8_t LAST[8] = {0x41, 0xc2, 0x1c, 0xb8, 0xe0, 0xff, 0xff, 0xff};

const struct row sortid_format_scru64 = {
    .public =
        {
            .name = "scru64",
            .title = "SCRU64 v1.0.0",
            .size = 8,
            .text_length = 12,
            .encodings = ENCODINGS_ALL_SIZES,
            .fields = FIELDS,
            .field_count = sizeof FIELDS / sizeof *FIELDS,
            .timestamp_max = LAST_SCRU64,
            .timestamp_unit_ms = SORTID_SCRU64_TICK_MS,
            .timestamp_zero_ms = 0,
            .reserves_ends = true,
        },
    .forms = {[SORTID_ENCODING_TEXT] = FORM_36X12, [SORTID_ENCODING_HEX] = FORM_HEX8},
    .last = LAST,
    .max_int_digits = 19,
};

SORTID_FORMAT_VERBS(sortid_scru64, SORTID_SCRU64, sortid_format_scru64)

sortid_status sortid_scru64_from_fields(sortid_scru64 *out, const sortid_scru64_fields *fields,
                                        size_t *field)
{
    if (fields->timestamp > LAST_SCRU64)
        return refuse(field, 0, SORTID_OUT_OF_RANGE);
    if (fields->node_ctr > MASK24)
        return refuse(field, 1, SORTID_OUT_OF_RANGE);
    pack_scru64(out->bytes, fields);
    return SORTID_OK;
}

void sortid_scru64_to_fields(sortid_scru64_fields *out, const sortid_scru64 *id)
{
    unpack_scru64(out, id->bytes);
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
    unpack_scru64(&fields, id->bytes);
    unsigned counter_size = 24 - node_id_size;
    if (node_id != NULL)
        *node_id = fields.node_ctr >> counter_size;
    if (counter != NULL)
        *counter = fields.node_ctr & ((UINT32_C(1) << counter_size) - 1);
    return SORTID_OK;
}
