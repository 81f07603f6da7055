/* SPDX-License-Identifier: MIT */
/* format/scru128v1.c: the original SCRU128: its row, its text (26 digits base 32)
 * and its fields. The generic verbs come from row.h; knows no clock. */
#include "layout.h"
#include "row.h"

static const sortid_field FIELDS[] = {
    {"timestamp", 0, 44, SORTID_FIELD_TIMESTAMP},
    {"counter", 44, 28, SORTID_FIELD_COUNTER},
    {"perSecRandom", 72, 24, SORTID_FIELD_LAYER},
    {"perGenRandom", 96, 32, SORTID_FIELD_RANDOM},
};

static const uint8_t LAST[16] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                                 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};

const struct row sortid_format_scru128v1 = {
    .public =
        {
            .name = "scru128v1",
            .title = "SCRU128 v1 (the original)",
            .size = 16,
            .text_length = 26,
            .encodings = ENCODINGS_ALL_SIZES | ENCODING_BIT(UUID),
            .fields = FIELDS,
            .field_count = sizeof FIELDS / sizeof *FIELDS,
            .timestamp_max = LAST_44,
            .timestamp_unit_ms = 1,
            .timestamp_zero_ms = SORTID_SCRU128V1_BIAS_MS,
            .reserves_ends = true,
        },
    .forms = {[SORTID_ENCODING_TEXT] = FORM_32HEX26,
              [SORTID_ENCODING_HEX] = FORM_HEX16,
              [SORTID_ENCODING_UUID] = FORM_UUID},
    .last = LAST,
    .max_int_digits = 39,
};

SORTID_FORMAT_VERBS_128(sortid_scru128v1, SORTID_SCRU128V1, sortid_format_scru128v1)

sortid_status sortid_scru128v1_from_fields(sortid_scru128v1 *out,
                                           const sortid_scru128v1_fields *fields, size_t *field)
{
    if (fields->timestamp > LAST_44)
        return refuse(field, 0, SORTID_OUT_OF_RANGE);
    if (fields->counter > MASK28)
        return refuse(field, 1, SORTID_OUT_OF_RANGE);
    if (fields->per_sec_random > MASK24)
        return refuse(field, 2, SORTID_OUT_OF_RANGE);
    pack_scru128v1(out->bytes, fields);
    return SORTID_OK;
}

void sortid_scru128v1_to_fields(sortid_scru128v1_fields *out, const sortid_scru128v1 *id)
{
    unpack_scru128v1(out, id->bytes);
}
