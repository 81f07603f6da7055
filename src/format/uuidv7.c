/* SPDX-License-Identifier: MIT */
/* format/uuidv7.c: UUIDv7: its descriptor, its text (hex digits with hyphens) and fields. */
#include "list.h"

#include <sortid/uuidv7.h>

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
    .size = 16,
    .text_length = 36,
    .encodings = ENCODINGS_OF_ALL | ENCODINGS_OF_UUID,
    .fields = UUIDV7_FIELDS,
    .field_count = sizeof UUIDV7_FIELDS / sizeof *UUIDV7_FIELDS,
    .timestamp_max = LAST_48,
    .unit_ms = 1,
    .zero_ms = 0,
    .traits = SORTID_TRAIT_CAN_BE_INVALID,
    .forms = {[SORTID_ENCODING_TEXT] = NAMED_FORM(UUID, uuid),
              [SORTID_ENCODING_HEX] = NAMED_FORM(HEX16, hex16),
              [SORTID_ENCODING_UUID] = NAMED_FORM(UUID, uuid)},
    .last = UUIDV7_LAST,
    .free_below = 0,
    .fixed = UUIDV7_FIXED,
    .fixed_count = sizeof UUIDV7_FIXED / sizeof *UUIDV7_FIXED,
    .max_int_digits = 39,
};

const sortid_format *sortid_uuidv7_format(void)
{
    return &sortid_format_uuidv7;
}

sortid_status sortid_uuidv7_parse(sortid_uuidv7 *out, const char *text, size_t length,
                                  size_t *position)
{
    return parse_text(out->bytes, &sortid_format_uuidv7, text, length, position);
}

sortid_status sortid_uuidv7_parse_as(sortid_uuidv7 *out, sortid_encoding encoding, const char *text,
                                     size_t length, size_t *position)
{
    return sortid_format_parse(&sortid_format_uuidv7, out->bytes, encoding, text, length, position);
}

sortid_status sortid_uuidv7_parse_many(sortid_uuidv7 *out, size_t count, size_t *done,
                                       size_t *consumed, const char *text, size_t length,
                                       int separator, size_t *position)
{
    return sortid_format_parse_many(&sortid_format_uuidv7, (uint8_t *)out, count, done, consumed,
                                    SORTID_ENCODING_TEXT, text, length, separator, position);
}

size_t sortid_uuidv7_print(char text[SORTID_UUIDV7_TEXT_SIZE], const sortid_uuidv7 *id)
{
    if (!is_id(&sortid_format_uuidv7, id->bytes)) {
        text[0] = '\0';
        return 0;
    }
    return print_text(text, &sortid_format_uuidv7, id->bytes);
}

sortid_status sortid_uuidv7_print_as(char *text, size_t capacity, size_t *written,
                                     sortid_encoding encoding, const sortid_uuidv7 *id)
{
    return sortid_format_print(&sortid_format_uuidv7, text, capacity, written, encoding, id->bytes);
}

sortid_status sortid_uuidv7_print_many(char *text, size_t capacity, size_t *written,
                                       const sortid_uuidv7 *ids, size_t count, int separator)
{
    return sortid_format_print_many(&sortid_format_uuidv7, text, capacity, written,
                                    SORTID_ENCODING_TEXT, (const uint8_t *)ids, count, separator);
}

int sortid_uuidv7_compare(const sortid_uuidv7 *a, const sortid_uuidv7 *b)
{
    return compare_bytes(a->bytes, b->bytes, sizeof a->bytes);
}

uint64_t sortid_uuidv7_unix_ms(const sortid_uuidv7 *id)
{
    return unix_ms_of(&sortid_format_uuidv7, id->bytes);
}

sortid_status sortid_uuidv7_min_at(sortid_uuidv7 *out, uint64_t unix_ms)
{
    return sortid_format_min_at(&sortid_format_uuidv7, out->bytes, unix_ms);
}

sortid_status sortid_uuidv7_max_at(sortid_uuidv7 *out, uint64_t unix_ms)
{
    return sortid_format_max_at(&sortid_format_uuidv7, out->bytes, unix_ms);
}

sortid_status sortid_uuidv7_range(sortid_uuidv7 *first, sortid_uuidv7 *last, uint64_t since_ms,
                                  uint64_t until_ms)
{
    return sortid_format_range(&sortid_format_uuidv7, first->bytes, last->bytes, since_ms,
                               until_ms);
}

sortid_status sortid_uuidv7_successor(sortid_uuidv7 *out, const sortid_uuidv7 *id, bool *carried)
{
    return sortid_format_successor(&sortid_format_uuidv7, out->bytes, id->bytes, carried);
}

sortid_status sortid_uuidv7_predecessor(sortid_uuidv7 *out, const sortid_uuidv7 *id, bool *carried)
{
    return sortid_format_predecessor(&sortid_format_uuidv7, out->bytes, id->bytes, carried);
}

#define LAST_RAND_A UINT32_C(0xfff)
#define LAST_RAND_B ((UINT64_C(1) << 62) - 1)

sortid_status sortid_uuidv7_from_fields(sortid_uuidv7 *out, const sortid_uuidv7_fields *fields,
                                        size_t *field)
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
