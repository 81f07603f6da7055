/* SPDX-License-Identifier: MIT */
/* format/scru160.c: SCRU160 v0.1.0: its row, its text (32 digits base32hex; the 40
 * hex digits are the generic ones) and its fields. The generic verbs come from
 * row.h; knows no clock. */
#include "layout.h"
#include "row.h"

static const sortid_field FIELDS[] = {
    {"timestamp", 0, 48, SORTID_FIELD_TIMESTAMP},
    {"counter", 48, 16, SORTID_FIELD_COUNTER},
    {"random16", 64, 16, SORTID_FIELD_RANDOM},
    {"random80", 80, 80, SORTID_FIELD_RANDOM},
};

static const uint8_t LAST[20] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                                 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};

const struct row sortid_format_scru160 = {
    .public =
        {
            .name = "scru160",
            .title = "SCRU160 v0.1.0",
            .size = 20,
            .text_length = 32,
            .encodings = ENCODINGS_ALL_SIZES,
            .fields = FIELDS,
            .field_count = sizeof FIELDS / sizeof *FIELDS,
            .timestamp_max = LAST_48,
            .timestamp_unit_ms = 1,
            .timestamp_zero_ms = 0,
            .reserves_ends = true,
        },
    .forms = {[SORTID_ENCODING_TEXT] = FORM_32HEX32, [SORTID_ENCODING_HEX] = FORM_HEX20},
    .last = LAST,
    .max_int_digits = 49,
};

SORTID_FORMAT_VERBS(sortid_scru160, SORTID_SCRU160, sortid_format_scru160)

sortid_status sortid_scru160_from_fields(sortid_scru160 *out, const sortid_scru160_fields *fields,
                                         size_t *field)
{
    if (fields->timestamp > LAST_48)
        return refuse(field, 0, SORTID_OUT_OF_RANGE);
    if (fields->counter > 0xffff)
        return refuse(field, 1, SORTID_OUT_OF_RANGE);
    if (fields->random16 > 0xffff)
        return refuse(field, 2, SORTID_OUT_OF_RANGE);
    pack_scru160(out->bytes, fields);
    return SORTID_OK;
}

void sortid_scru160_to_fields(sortid_scru160_fields *out, const sortid_scru160 *id)
{
    unpack_scru160(out, id->bytes);
}
