/* SPDX-License-Identifier: MIT */
/* format/scru128v1.c: the original SCRU128: descriptor, text (26 digits of base 32) and fields. */
#include <sortid/scru128v1.h>

#include "typed.h"

static const sortid_field_info SCRU128V1_FIELDS[] = {
    {"timestamp", 0, 44, SORTID_FIELD_TIMESTAMP, 0},
    {"counter", 44, 28, SORTID_FIELD_COUNTER, 0},
    {"perSecRandom", 72, 24, SORTID_FIELD_LAYER, 0},
    {"perGenRandom", 96, 32, SORTID_FIELD_RANDOM, 0},
};

const struct sortid_format sortid_format_scru128v1 = {
    .name = "scru128v1",
    .title = "SCRU128 v1 (the original)",
    .number = FORMAT_SCRU128V1,
    FORMAT_OF_16,
    .text_length = 26,
    HAS_FIELDS(SCRU128V1_FIELDS),
    .timestamp_max = LAST_44,
    .unit_ms = 1,
    .zero_ms = SORTID_SCRU128V1_BIAS_MS,
    .traits = SORTID_TRAIT_RESERVES_ENDS,
    .forms = {[SORTID_ENCODING_TEXT] = NAMED_FORM(32HEX26, 32hex26),
              [SORTID_ENCODING_HEX] = NAMED_FORM(HEX16, hex16),
              [SORTID_ENCODING_UUID] = NAMED_FORM(UUID, uuid)},
    .last = ALL_ONES,
    .free_below = 0xff,
};

const sortid_format *sortid_scru128v1_format(void) FORMAT_BODY(scru128v1);
sortid_status sortid_scru128v1_parse(PARSE_PARAMETERS(scru128v1)) PARSE_BODY(scru128v1);
sortid_status sortid_scru128v1_parse_as(PARSE_AS_PARAMETERS(scru128v1)) PARSE_AS_BODY(scru128v1);
sortid_status sortid_scru128v1_parse_many(PARSE_MANY_PARAMETERS(scru128v1))
    PARSE_MANY_BODY(scru128v1);
size_t sortid_scru128v1_print(PRINT_PARAMETERS(scru128v1, SCRU128V1)) PRINT_BODY(scru128v1);
sortid_status sortid_scru128v1_print_as(PRINT_AS_PARAMETERS(scru128v1)) PRINT_AS_BODY(scru128v1);
sortid_status sortid_scru128v1_print_many(PRINT_MANY_PARAMETERS(scru128v1))
    PRINT_MANY_BODY(scru128v1);
int sortid_scru128v1_compare(COMPARE_PARAMETERS(scru128v1)) COMPARE_BODY(scru128v1);
uint64_t sortid_scru128v1_unix_ms(const sortid_scru128v1 *id) UNIX_MS_BODY(scru128v1);
sortid_status sortid_scru128v1_min_at(AT_PARAMETERS(scru128v1)) MIN_AT_BODY(scru128v1);
sortid_status sortid_scru128v1_max_at(AT_PARAMETERS(scru128v1)) MAX_AT_BODY(scru128v1);
sortid_status sortid_scru128v1_range(RANGE_PARAMETERS(scru128v1)) RANGE_BODY(scru128v1);
sortid_status sortid_scru128v1_successor(NEIGHBOR_PARAMETERS(scru128v1)) SUCCESSOR_BODY(scru128v1);
sortid_status sortid_scru128v1_predecessor(NEIGHBOR_PARAMETERS(scru128v1))
    PREDECESSOR_BODY(scru128v1);

#define MASK24 UINT32_C(0xffffff)
#define MASK28 UINT32_C(0xfffffff)

/* timestamp 44 | counter 28 | per_sec_random 24 | per_gen_random 32 */
sortid_status sortid_scru128v1_from_fields(FROM_FIELDS_PARAMETERS(scru128v1))
{
    if (fields->timestamp > LAST_44)
        return refuse(field, 0, SORTID_OUT_OF_RANGE);
    if (fields->counter > MASK28)
        return refuse(field, 1, SORTID_OUT_OF_RANGE);
    if (fields->per_sec_random > MASK24)
        return refuse(field, 2, SORTID_OUT_OF_RANGE);
    store_be64(out->bytes, fields->timestamp << 20 | fields->counter >> 8);
    store_be64(out->bytes + 8, (uint64_t)fields->counter << 56 |
                                   (uint64_t)fields->per_sec_random << 32 | fields->per_gen_random);
    return SORTID_OK;
}

void sortid_scru128v1_to_fields(sortid_scru128v1_fields *out, const sortid_scru128v1 *id)
{
    uint64_t high = load_be64(id->bytes), low = load_be64(id->bytes + 8);
    out->timestamp = high >> 20;
    out->counter = (uint32_t)(high << 8 | low >> 56) & MASK28;
    out->per_sec_random = (uint32_t)(low >> 32) & MASK24;
    out->per_gen_random = (uint32_t)low;
    out->reserved = 0;
}
