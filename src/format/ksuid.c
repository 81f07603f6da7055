/* SPDX-License-Identifier: MIT */
/* format/ksuid.c: KSUID: its descriptor, its text (27 digits of base 62, case matters), fields. */
#include "list.h"

#include <sortid/ksuid.h>

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
    .fields = KSUID_FIELDS,
    .field_count = sizeof KSUID_FIELDS / sizeof *KSUID_FIELDS,
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

const sortid_format *sortid_ksuid_format(void)
{
    return &sortid_format_ksuid;
}

sortid_status sortid_ksuid_parse(sortid_ksuid *out, const char *text, size_t length,
                                 size_t *position)
{
    return parse_text(out->bytes, &sortid_format_ksuid, text, length, position);
}

sortid_status sortid_ksuid_parse_as(sortid_ksuid *out, sortid_encoding encoding, const char *text,
                                    size_t length, size_t *position)
{
    return sortid_format_parse(&sortid_format_ksuid, out->bytes, encoding, text, length, position);
}

sortid_status sortid_ksuid_parse_many(sortid_ksuid *out, size_t count, size_t *done,
                                      size_t *consumed, const char *text, size_t length,
                                      int separator, size_t *position)
{
    return sortid_format_parse_many(&sortid_format_ksuid, (uint8_t *)out, count, done, consumed,
                                    SORTID_ENCODING_TEXT, text, length, separator, position);
}

size_t sortid_ksuid_print(char text[SORTID_KSUID_TEXT_SIZE], const sortid_ksuid *id)
{
    return print_text(text, &sortid_format_ksuid, id->bytes);
}

sortid_status sortid_ksuid_print_as(char *text, size_t capacity, size_t *written,
                                    sortid_encoding encoding, const sortid_ksuid *id)
{
    return sortid_format_print(&sortid_format_ksuid, text, capacity, written, encoding, id->bytes);
}

sortid_status sortid_ksuid_print_many(char *text, size_t capacity, size_t *written,
                                      const sortid_ksuid *ids, size_t count, int separator)
{
    return sortid_format_print_many(&sortid_format_ksuid, text, capacity, written,
                                    SORTID_ENCODING_TEXT, (const uint8_t *)ids, count, separator);
}

int sortid_ksuid_compare(const sortid_ksuid *a, const sortid_ksuid *b)
{
    return compare_bytes(a->bytes, b->bytes, sizeof a->bytes);
}

uint64_t sortid_ksuid_unix_ms(const sortid_ksuid *id)
{
    return unix_ms_of(&sortid_format_ksuid, id->bytes);
}

sortid_status sortid_ksuid_min_at(sortid_ksuid *out, uint64_t unix_ms)
{
    return sortid_format_min_at(&sortid_format_ksuid, out->bytes, unix_ms);
}

sortid_status sortid_ksuid_max_at(sortid_ksuid *out, uint64_t unix_ms)
{
    return sortid_format_max_at(&sortid_format_ksuid, out->bytes, unix_ms);
}

sortid_status sortid_ksuid_range(sortid_ksuid *first, sortid_ksuid *last, uint64_t since_ms,
                                 uint64_t until_ms)
{
    return sortid_format_range(&sortid_format_ksuid, first->bytes, last->bytes, since_ms, until_ms);
}

sortid_status sortid_ksuid_successor(sortid_ksuid *out, const sortid_ksuid *id, bool *carried)
{
    return sortid_format_successor(&sortid_format_ksuid, out->bytes, id->bytes, carried);
}

sortid_status sortid_ksuid_predecessor(sortid_ksuid *out, const sortid_ksuid *id, bool *carried)
{
    return sortid_format_predecessor(&sortid_format_ksuid, out->bytes, id->bytes, carried);
}

sortid_status sortid_ksuid_from_fields(sortid_ksuid *out, const sortid_ksuid_fields *fields,
                                       size_t *field)
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
