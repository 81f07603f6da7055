/* SPDX-License-Identifier: MIT */
/* format/scru128.c: SCRU128 v2.1.1: its descriptor, its text (25 digits of base 36) and fields. */
#include <sortid/scru128.h>

#include "typed.h"

static const sortid_field_info SCRU128_FIELDS[] = {
    {"timestamp", 0, 48, SORTID_FIELD_TIMESTAMP, 0},
    {"counterHi", 48, 24, SORTID_FIELD_LAYER, 0},
    {"counterLo", 72, 24, SORTID_FIELD_COUNTER, 0},
    {"entropy", 96, 32, SORTID_FIELD_RANDOM, 0},
};

const struct sortid_format sortid_format_scru128 = {
    .name = "scru128",
    .title = "SCRU128 v2.1.1",
    .number = FORMAT_SCRU128,
    FORMAT_OF_16,
    .text_length = 25,
    HAS_FIELDS(SCRU128_FIELDS),
    .timestamp_max = LAST_48,
    .unit_ms = 1,
    .traits = SORTID_TRAIT_RESERVES_ENDS,
    .forms = {[SORTID_ENCODING_TEXT] = NAMED_FORM(36X25, 36x25),
              [SORTID_ENCODING_HEX] = NAMED_FORM(HEX16, hex16),
              [SORTID_ENCODING_UUID] = NAMED_FORM(UUID, uuid)},
    .last = ALL_ONES,
    .free_below = 0xff,
};

const sortid_format *sortid_scru128_format(void) FORMAT_BODY(scru128);
sortid_status sortid_scru128_parse(PARSE_PARAMETERS(scru128)) PARSE_BODY(scru128);
sortid_status sortid_scru128_parse_as(PARSE_AS_PARAMETERS(scru128)) PARSE_AS_BODY(scru128);
sortid_status sortid_scru128_parse_many(PARSE_MANY_PARAMETERS(scru128)) PARSE_MANY_BODY(scru128);
size_t sortid_scru128_print(PRINT_PARAMETERS(scru128, SCRU128)) PRINT_BODY(scru128);
sortid_status sortid_scru128_print_as(PRINT_AS_PARAMETERS(scru128)) PRINT_AS_BODY(scru128);
sortid_status sortid_scru128_print_many(PRINT_MANY_PARAMETERS(scru128)) PRINT_MANY_BODY(scru128);
int sortid_scru128_compare(COMPARE_PARAMETERS(scru128)) COMPARE_BODY(scru128);
uint64_t sortid_scru128_unix_ms(const sortid_scru128 *id) UNIX_MS_BODY(scru128);
sortid_status sortid_scru128_min_at(AT_PARAMETERS(scru128)) MIN_AT_BODY(scru128);
sortid_status sortid_scru128_max_at(AT_PARAMETERS(scru128)) MAX_AT_BODY(scru128);
sortid_status sortid_scru128_range(RANGE_PARAMETERS(scru128)) RANGE_BODY(scru128);
sortid_status sortid_scru128_successor(NEIGHBOR_PARAMETERS(scru128)) SUCCESSOR_BODY(scru128);
sortid_status sortid_scru128_predecessor(NEIGHBOR_PARAMETERS(scru128)) PREDECESSOR_BODY(scru128);

#define MASK24 UINT32_C(0xffffff)

/* timestamp 48 | counter_hi 24 | counter_lo 24 | entropy 32 */
sortid_status sortid_scru128_from_fields(FROM_FIELDS_PARAMETERS(scru128))
{
    if (fields->timestamp > LAST_48)
        return refuse(field, 0, SORTID_OUT_OF_RANGE);
    if (fields->counter_hi > MASK24)
        return refuse(field, 1, SORTID_OUT_OF_RANGE);
    if (fields->counter_lo > MASK24)
        return refuse(field, 2, SORTID_OUT_OF_RANGE);
    store_be64(out->bytes, fields->timestamp << 16 | fields->counter_hi >> 8);
    store_be64(out->bytes + 8, (uint64_t)fields->counter_hi << 56 |
                                   (uint64_t)fields->counter_lo << 32 | fields->entropy);
    return SORTID_OK;
}

void sortid_scru128_to_fields(sortid_scru128_fields *out, const sortid_scru128 *id)
{
    uint64_t high = load_be64(id->bytes), low = load_be64(id->bytes + 8);
    out->timestamp = high >> 16;
    out->counter_hi = (uint32_t)(high << 8 | low >> 56) & MASK24;
    out->counter_lo = (uint32_t)(low >> 32) & MASK24;
    out->entropy = (uint32_t)low;
    out->reserved = 0;
}
