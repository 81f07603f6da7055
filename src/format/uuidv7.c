/* SPDX-License-Identifier: MIT */
/* format/uuidv7.c: UUIDv7: its descriptor, its text (hex digits with hyphens) and fields. */
#include <sortid/uuidv7.h>

#include "typed.h"

static const sortid_field_info UUIDV7_FIELDS[] = {
    {"timestamp", 0, 48, SORTID_FIELD_TIMESTAMP, 0}, {"version", 48, 4, SORTID_FIELD_FIXED, 7},
    {"randA", 52, 12, SORTID_FIELD_RANDOM, 0},       {"variant", 64, 2, SORTID_FIELD_FIXED, 2},
    {"randB", 66, 62, SORTID_FIELD_RANDOM, 0},
};

static const struct fixed_bits UUIDV7_FIXED[] = {
    {6, 0xf0, 0x70, 14, SORTID_BAD_VERSION},
    {8, 0xc0, 0x80, 19, SORTID_BAD_VARIANT},
};

static const uint8_t UUIDV7_LAST[16] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f, 0xff,
                                        0xbf, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};

const struct sortid_format sortid_format_uuidv7 = {
    .name = "uuidv7",
    .title = "UUIDv7 (RFC 9562)",
    .number = FORMAT_UUIDV7,
    FORMAT_OF_16,
    .text_length = 36,
    HAS_FIELDS(UUIDV7_FIELDS),
    .timestamp_max = LAST_48,
    .unit_ms = 1,
    .traits = SORTID_TRAIT_CAN_BE_INVALID,
    .forms = {[SORTID_ENCODING_TEXT] = NAMED_FORM(UUID, uuid),
              [SORTID_ENCODING_HEX] = NAMED_FORM(HEX16, hex16),
              [SORTID_ENCODING_UUID] = NAMED_FORM(UUID, uuid)},
    .last = UUIDV7_LAST,
    .free_below = 0,
    .fixed = UUIDV7_FIXED,
    .fixed_count = sizeof UUIDV7_FIXED / sizeof *UUIDV7_FIXED,
};

const sortid_format *sortid_uuidv7_format(void) FORMAT_BODY(uuidv7);
sortid_status sortid_uuidv7_parse(PARSE_PARAMETERS(uuidv7)) PARSE_BODY(uuidv7);
sortid_status sortid_uuidv7_parse_as(PARSE_AS_PARAMETERS(uuidv7)) PARSE_AS_BODY(uuidv7);
sortid_status sortid_uuidv7_parse_many(PARSE_MANY_PARAMETERS(uuidv7)) PARSE_MANY_BODY(uuidv7);
size_t sortid_uuidv7_print(PRINT_PARAMETERS(uuidv7, UUIDV7)) CHECK_AND_PRINT_BODY(uuidv7);
sortid_status sortid_uuidv7_print_as(PRINT_AS_PARAMETERS(uuidv7)) PRINT_AS_BODY(uuidv7);
sortid_status sortid_uuidv7_print_many(PRINT_MANY_PARAMETERS(uuidv7)) PRINT_MANY_BODY(uuidv7);
int sortid_uuidv7_compare(COMPARE_PARAMETERS(uuidv7)) COMPARE_BODY(uuidv7);
uint64_t sortid_uuidv7_unix_ms(const sortid_uuidv7 *id) UNIX_MS_BODY(uuidv7);
sortid_status sortid_uuidv7_min_at(AT_PARAMETERS(uuidv7)) MIN_AT_BODY(uuidv7);
sortid_status sortid_uuidv7_max_at(AT_PARAMETERS(uuidv7)) MAX_AT_BODY(uuidv7);
sortid_status sortid_uuidv7_range(RANGE_PARAMETERS(uuidv7)) RANGE_BODY(uuidv7);
sortid_status sortid_uuidv7_successor(NEIGHBOR_PARAMETERS(uuidv7)) SUCCESSOR_BODY(uuidv7);
sortid_status sortid_uuidv7_predecessor(NEIGHBOR_PARAMETERS(uuidv7)) PREDECESSOR_BODY(uuidv7);

#define LAST_RAND_A UINT32_C(0xfff)
#define LAST_RAND_B ((UINT64_C(1) << 62) - 1)

sortid_status sortid_uuidv7_from_fields(FROM_FIELDS_PARAMETERS(uuidv7))
{
    if (fields->timestamp > LAST_48)
        return refuse(field, 0, SORTID_OUT_OF_RANGE);
    if (fields->rand_a > LAST_RAND_A)
        return refuse(field, 2, SORTID_OUT_OF_RANGE);
    if (fields->rand_b > LAST_RAND_B)
        return refuse(field, 4, SORTID_OUT_OF_RANGE);
    store_be64(out->bytes, fields->timestamp << 16 | UINT64_C(7) << 12 | fields->rand_a);
    store_be64(out->bytes + 8, UINT64_C(2) << 62 | fields->rand_b);
    return SORTID_OK;
}

void sortid_uuidv7_to_fields(sortid_uuidv7_fields *out, const sortid_uuidv7 *id)
{
    uint64_t high = load_be64(id->bytes);
    out->timestamp = high >> 16;
    out->rand_a = (uint32_t)high & LAST_RAND_A;
    out->reserved = 0;
    out->rand_b = load_be64(id->bytes + 8) & LAST_RAND_B;
}
