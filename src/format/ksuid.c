/* SPDX-License-Identifier: MIT */
/* format/ksuid.c: KSUID: its descriptor, its text (27 digits of base 62, case matters), fields. */
#include <sortid/ksuid.h>

#include "typed.h"

static const sortid_field_info KSUID_FIELDS[] = {
    {"timestamp", 0, 32, SORTID_FIELD_TIMESTAMP, 0},
    {"payload", 32, 128, SORTID_FIELD_RANDOM, 0},
};

const struct sortid_format sortid_format_ksuid = {
    .name = "ksuid",
    .title = "KSUID",
    .number = FORMAT_KSUID,
    .size = 20,
    .text_length = 27,
    .encodings = ENCODINGS_OF_ALL,
    HAS_FIELDS(KSUID_FIELDS),
    .timestamp_max = UINT32_MAX,
    .unit_ms = 1000,
    .zero_ms = UINT64_C(1400000000000),
    .traits = SORTID_TRAIT_CASE_SENSITIVE,
    .forms = {[SORTID_ENCODING_TEXT] = NAMED_FORM(62X27, 62x27),
              [SORTID_ENCODING_HEX] = NAMED_FORM(HEX20, hex20)},
    .last = ALL_ONES,
    .free_below = 0xff,
    .max_int_digits = 49,
};

const sortid_format *sortid_ksuid_format(void) FORMAT_BODY(ksuid);
sortid_status sortid_ksuid_parse(PARSE_PARAMETERS(ksuid)) PARSE_BODY(ksuid);
sortid_status sortid_ksuid_parse_as(PARSE_AS_PARAMETERS(ksuid)) PARSE_AS_BODY(ksuid);
sortid_status sortid_ksuid_parse_many(PARSE_MANY_PARAMETERS(ksuid)) PARSE_MANY_BODY(ksuid);
size_t sortid_ksuid_print(PRINT_PARAMETERS(ksuid, KSUID)) PRINT_BODY(ksuid);
sortid_status sortid_ksuid_print_as(PRINT_AS_PARAMETERS(ksuid)) PRINT_AS_BODY(ksuid);
sortid_status sortid_ksuid_print_many(PRINT_MANY_PARAMETERS(ksuid)) PRINT_MANY_BODY(ksuid);
int sortid_ksuid_compare(COMPARE_PARAMETERS(ksuid)) COMPARE_BODY(ksuid);
uint64_t sortid_ksuid_unix_ms(const sortid_ksuid *id) UNIX_MS_BODY(ksuid);
sortid_status sortid_ksuid_min_at(AT_PARAMETERS(ksuid)) MIN_AT_BODY(ksuid);
sortid_status sortid_ksuid_max_at(AT_PARAMETERS(ksuid)) MAX_AT_BODY(ksuid);
sortid_status sortid_ksuid_range(RANGE_PARAMETERS(ksuid)) RANGE_BODY(ksuid);
sortid_status sortid_ksuid_successor(NEIGHBOR_PARAMETERS(ksuid)) SUCCESSOR_BODY(ksuid);
sortid_status sortid_ksuid_predecessor(NEIGHBOR_PARAMETERS(ksuid)) PREDECESSOR_BODY(ksuid);

sortid_status sortid_ksuid_from_fields(FROM_FIELDS_PARAMETERS(ksuid))
{
    if (fields->timestamp > UINT32_MAX)
        return refuse(field, 0, SORTID_OUT_OF_RANGE);
    store_be(out->bytes, 4, fields->timestamp);
    store_be64(out->bytes + 4, fields->payload_high);
    store_be64(out->bytes + 12, fields->payload_low);
    return SORTID_OK;
}

void sortid_ksuid_to_fields(sortid_ksuid_fields *out, const sortid_ksuid *id)
{
    out->timestamp = load_be(id->bytes, 4);
    out->payload_high = load_be64(id->bytes + 4);
    out->payload_low = load_be64(id->bytes + 12);
}
