/* SPDX-License-Identifier: MIT */
/* format/scru128.c: SCRU128 v2.1.1: its row, its text (25 digits base 36) and its
 * fields. The generic verbs come from row.h; knows no clock. */
#include "layout.h"
#include "row.h"

static const sortid_field FIELDS[] = {
    {"timestamp", 0, 48, SORTID_FIELD_TIMESTAMP},
    {"counterHi", 48, 24, SORTID_FIELD_LAYER},
    {"counterLo", 72, 24, SORTID_FIELD_COUNTER},
    {"entropy", 96, 32, SORTID_FIELD_RANDOM},
};

static const uint8_t LAST[16] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                                 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};

const struct row sortid_format_scru128 = {
    .public =
        {
            .name = "scru128",
            .title = "SCRU128 v2.1.1",
            .size = 16,
            .text_length = 25,
            .encodings = ENCODINGS_ALL_SIZES | ENCODING_BIT(UUID),
            .fields = FIELDS,
            .field_count = sizeof FIELDS / sizeof *FIELDS,
            .timestamp_max = LAST_48,
            .timestamp_unit_ms = 1,
            .timestamp_zero_ms = 0,
            .reserves_ends = true,
        },
    .forms = {[SORTID_ENCODING_TEXT] = FORM_36X25,
              [SORTID_ENCODING_HEX] = FORM_HEX16,
              [SORTID_ENCODING_UUID] = FORM_UUID},
    .last = LAST,
    .max_int_digits = 39,
};

SORTID_FORMAT_VERBS_128(sortid_scru128, SORTID_SCRU128, sortid_format_scru128)

sortid_status sortid_scru128_from_fields(sortid_scru128 *out, const sortid_scru128_fields *fields,
                                         size_t *field)
{
    if (fields->timestamp > LAST_48)
        return refuse(field, 0, SORTID_OUT_OF_RANGE);
    if (fields->counter_hi > MASK24)
        return refuse(field, 1, SORTID_OUT_OF_RANGE);
    if (fields->counter_lo > MASK24)
        return refuse(field, 2, SORTID_OUT_OF_RANGE);
    pack_scru128(out->bytes, fields);
    return SORTID_OK;
}

void sortid_scru128_to_fields(sortid_scru128_fields *out, const sortid_scru128 *id)
{
    unpack_scru128(out, id->bytes);
}
