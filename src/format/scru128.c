/* SPDX-License-Identifier: MIT */
/* format/scru128.c: SCRU128 v2.1.1: its descriptor, its text (25 digits of base 36) and fields. */
#include "list.h"

#include <sortid/scru128.h>

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
    .size = 16,
    .text_length = 25,
    .encodings = ENCODINGS_OF_ALL | ENCODINGS_OF_UUID,
    .fields = SCRU128_FIELDS,
    .field_count = sizeof SCRU128_FIELDS / sizeof *SCRU128_FIELDS,
    .timestamp_max = LAST_48,
    .unit_ms = 1,
    .zero_ms = 0,
    .traits = SORTID_TRAIT_RESERVES_ENDS,
    .forms = {[SORTID_ENCODING_TEXT] = NAMED_FORM(36X25, 36x25),
              [SORTID_ENCODING_HEX] = NAMED_FORM(HEX16, hex16),
              [SORTID_ENCODING_UUID] = NAMED_FORM(UUID, uuid)},
    .last = ALL_ONES,
    .free_below = 0xff,
    .max_int_digits = 39,
};

const sortid_format *sortid_scru128_format(void)
{
    return &sortid_format_scru128;
}

sortid_status sortid_scru128_parse(sortid_scru128 *out, const char *text, size_t length,
                                   size_t *position)
{
    return parse_text(out->bytes, &sortid_format_scru128, text, length, position);
}

sortid_status sortid_scru128_parse_as(sortid_scru128 *out, sortid_encoding encoding,
                                      const char *text, size_t length, size_t *position)
{
    return sortid_format_parse(&sortid_format_scru128, out->bytes, encoding, text, length,
                               position);
}

sortid_status sortid_scru128_parse_many(sortid_scru128 *out, size_t count, size_t *done,
                                        size_t *consumed, const char *text, size_t length,
                                        int separator, size_t *position)
{
    return sortid_format_parse_many(&sortid_format_scru128, (uint8_t *)out, count, done, consumed,
                                    SORTID_ENCODING_TEXT, text, length, separator, position);
}

size_t sortid_scru128_print(char text[SORTID_SCRU128_TEXT_SIZE], const sortid_scru128 *id)
{
    return print_text(text, &sortid_format_scru128, id->bytes);
}

sortid_status sortid_scru128_print_as(char *text, size_t capacity, size_t *written,
                                      sortid_encoding encoding, const sortid_scru128 *id)
{
    return sortid_format_print(&sortid_format_scru128, text, capacity, written, encoding,
                               id->bytes);
}

sortid_status sortid_scru128_print_many(char *text, size_t capacity, size_t *written,
                                        const sortid_scru128 *ids, size_t count, int separator)
{
    return sortid_format_print_many(&sortid_format_scru128, text, capacity, written,
                                    SORTID_ENCODING_TEXT, (const uint8_t *)ids, count, separator);
}

int sortid_scru128_compare(const sortid_scru128 *a, const sortid_scru128 *b)
{
    return compare_bytes(a->bytes, b->bytes, sizeof a->bytes);
}

uint64_t sortid_scru128_unix_ms(const sortid_scru128 *id)
{
    return unix_ms_of(&sortid_format_scru128, id->bytes);
}

sortid_status sortid_scru128_min_at(sortid_scru128 *out, uint64_t unix_ms)
{
    return sortid_format_min_at(&sortid_format_scru128, out->bytes, unix_ms);
}

sortid_status sortid_scru128_max_at(sortid_scru128 *out, uint64_t unix_ms)
{
    return sortid_format_max_at(&sortid_format_scru128, out->bytes, unix_ms);
}

sortid_status sortid_scru128_range(sortid_scru128 *first, sortid_scru128 *last, uint64_t since_ms,
                                   uint64_t until_ms)
{
    return sortid_format_range(&sortid_format_scru128, first->bytes, last->bytes, since_ms,
                               until_ms);
}

sortid_status sortid_scru128_successor(sortid_scru128 *out, const sortid_scru128 *id, bool *carried)
{
    return sortid_format_successor(&sortid_format_scru128, out->bytes, id->bytes, carried);
}

sortid_status sortid_scru128_predecessor(sortid_scru128 *out, const sortid_scru128 *id,
                                         bool *carried)
{
    return sortid_format_predecessor(&sortid_format_scru128, out->bytes, id->bytes, carried);
}

#define MASK24 UINT32_C(0xffffff)

/* timestamp 48 | counter_hi 24 | counter_lo 24 | entropy 32 */
sortid_status sortid_scru128_from_fields(sortid_scru128 *out, const sortid_scru128_fields *fields,
                                         size_t *field)
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
