/* SPDX-License-Identifier: MIT */
/* format/scru160.c: SCRU160 v0.1.0: descriptor, text (32 digits of base32hex) and fields. */
#include <sortid/scru160.h>

#include "typed.h"

static const sortid_field_info SCRU160_FIELDS[] = {
    {"timestamp", 0, 48, SORTID_FIELD_TIMESTAMP, 0},
    {"counter", 48, 16, SORTID_FIELD_COUNTER, 0},
    {"random16", 64, 16, SORTID_FIELD_RANDOM, 0},
    {"random80", 80, 80, SORTID_FIELD_RANDOM, 0},
};

const struct sortid_format sortid_format_scru160 = {
    .name = "scru160",
    .title = "SCRU160 v0.1.0",
    .number = FORMAT_SCRU160,
    .size = 20,
    .text_length = 32,
    .encodings = ENCODINGS_OF_ALL,
    HAS_FIELDS(SCRU160_FIELDS),
    .timestamp_max = LAST_48,
    .unit_ms = 1,
    .traits = SORTID_TRAIT_RESERVES_ENDS,
    .forms = {[SORTID_ENCODING_TEXT] = NAMED_FORM(32HEX32, 32hex32),
              [SORTID_ENCODING_HEX] = NAMED_FORM(HEX20, hex20)},
    .last = ALL_ONES,
    .free_below = 0xff,
    .max_int_digits = 49,
};

const sortid_format *sortid_scru160_format(void) FORMAT_BODY(scru160);
sortid_status sortid_scru160_parse(PARSE_PARAMETERS(scru160)) PARSE_BODY(scru160);
sortid_status sortid_scru160_parse_as(PARSE_AS_PARAMETERS(scru160)) PARSE_AS_BODY(scru160);
sortid_status sortid_scru160_parse_many(PARSE_MANY_PARAMETERS(scru160)) PARSE_MANY_BODY(scru160);
size_t sortid_scru160_print(PRINT_PARAMETERS(scru160, SCRU160)) PRINT_BODY(scru160);
sortid_status sortid_scru160_print_as(PRINT_AS_PARAMETERS(scru160)) PRINT_AS_BODY(scru160);
sortid_status sortid_scru160_print_many(PRINT_MANY_PARAMETERS(scru160)) PRINT_MANY_BODY(scru160);
int sortid_scru160_compare(COMPARE_PARAMETERS(scru160)) COMPARE_BODY(scru160);
uint64_t sortid_scru160_unix_ms(const sortid_scru160 *id) UNIX_MS_BODY(scru160);
sortid_status sortid_scru160_min_at(AT_PARAMETERS(scru160)) MIN_AT_BODY(scru160);
sortid_status sortid_scru160_max_at(AT_PARAMETERS(scru160)) MAX_AT_BODY(scru160);
sortid_status sortid_scru160_range(RANGE_PARAMETERS(scru160)) RANGE_BODY(scru160);
sortid_status sortid_scru160_successor(NEIGHBOR_PARAMETERS(scru160)) SUCCESSOR_BODY(scru160);
sortid_status sortid_scru160_predecessor(NEIGHBOR_PARAMETERS(scru160)) PREDECESSOR_BODY(scru160);

/* timestamp 48 | counter 16 | random16 16 | random80 80 */
sortid_status sortid_scru160_from_fields(FROM_FIELDS_PARAMETERS(scru160))
{
    if (fields->timestamp > LAST_48)
        return refuse(field, 0, SORTID_OUT_OF_RANGE);
    if (fields->counter > 0xffff)
        return refuse(field, 1, SORTID_OUT_OF_RANGE);
    if (fields->random16 > 0xffff)
        return refuse(field, 2, SORTID_OUT_OF_RANGE);
    store_be64(out->bytes, fields->timestamp << 16 | fields->counter);
    store_be(out->bytes + 8, 2, fields->random16);
    memcpy(out->bytes + 10, fields->random80, sizeof fields->random80);
    return SORTID_OK;
}

void sortid_scru160_to_fields(sortid_scru160_fields *out, const sortid_scru160 *id)
{
    uint64_t high = load_be64(id->bytes);
    out->timestamp = high >> 16;
    out->counter = (uint32_t)high & 0xffff;
    out->random16 = (uint32_t)load_be(id->bytes + 8, 2);
    memcpy(out->random80, id->bytes + 10, sizeof out->random80);
    memset(out->reserved, 0, sizeof out->reserved);
}
