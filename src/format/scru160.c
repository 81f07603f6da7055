/* SPDX-License-Identifier: MIT */
/* format/scru160.c: SCRU160 v0.1.0: descriptor, text (32 digits of base32hex) and fields. */
#include "list.h"

#include <sortid/scru160.h>

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
    .fields = SCRU160_FIELDS,
    .field_count = sizeof SCRU160_FIELDS / sizeof *SCRU160_FIELDS,
    .timestamp_max = LAST_48,
    .unit_ms = 1,
    .zero_ms = 0,
    .traits = SORTID_TRAIT_RESERVES_ENDS,
    .forms = {[SORTID_ENCODING_TEXT] = NAMED_FORM(32HEX32, 32hex32),
              [SORTID_ENCODING_HEX] = NAMED_FORM(HEX20, hex20)},
    .last = ALL_ONES,
    .free_below = 0xff,
    .max_int_digits = 49,
};

const sortid_format *sortid_scru160_format(void)
{
    return &sortid_format_scru160;
}

sortid_status sortid_scru160_parse(sortid_scru160 *out, const char *text, size_t length,
                                   size_t *position)
{
    return parse_text(out->bytes, &sortid_format_scru160, text, length, position);
}

sortid_status sortid_scru160_parse_as(sortid_scru160 *out, sortid_encoding encoding,
                                      const char *text, size_t length, size_t *position)
{
    return sortid_format_parse(&sortid_format_scru160, out->bytes, encoding, text, length,
                               position);
}

sortid_status sortid_scru160_parse_many(sortid_scru160 *out, size_t count, size_t *done,
                                        size_t *consumed, const char *text, size_t length,
                                        int separator, size_t *position)
{
    return sortid_format_parse_many(&sortid_format_scru160, (uint8_t *)out, count, done, consumed,
                                    SORTID_ENCODING_TEXT, text, length, separator, position);
}

size_t sortid_scru160_print(char text[SORTID_SCRU160_TEXT_SIZE], const sortid_scru160 *id)
{
    return print_text(text, &sortid_format_scru160, id->bytes);
}

sortid_status sortid_scru160_print_as(char *text, size_t capacity, size_t *written,
                                      sortid_encoding encoding, const sortid_scru160 *id)
{
    return sortid_format_print(&sortid_format_scru160, text, capacity, written, encoding,
                               id->bytes);
}

sortid_status sortid_scru160_print_many(char *text, size_t capacity, size_t *written,
                                        const sortid_scru160 *ids, size_t count, int separator)
{
    return sortid_format_print_many(&sortid_format_scru160, text, capacity, written,
                                    SORTID_ENCODING_TEXT, (const uint8_t *)ids, count, separator);
}

int sortid_scru160_compare(const sortid_scru160 *a, const sortid_scru160 *b)
{
    return compare_bytes(a->bytes, b->bytes, sizeof a->bytes);
}

uint64_t sortid_scru160_unix_ms(const sortid_scru160 *id)
{
    return unix_ms_of(&sortid_format_scru160, id->bytes);
}

sortid_status sortid_scru160_min_at(sortid_scru160 *out, uint64_t unix_ms)
{
    return sortid_format_min_at(&sortid_format_scru160, out->bytes, unix_ms);
}

sortid_status sortid_scru160_max_at(sortid_scru160 *out, uint64_t unix_ms)
{
    return sortid_format_max_at(&sortid_format_scru160, out->bytes, unix_ms);
}

sortid_status sortid_scru160_range(sortid_scru160 *first, sortid_scru160 *last, uint64_t since_ms,
                                   uint64_t until_ms)
{
    return sortid_format_range(&sortid_format_scru160, first->bytes, last->bytes, since_ms,
                               until_ms);
}

sortid_status sortid_scru160_successor(sortid_scru160 *out, const sortid_scru160 *id, bool *carried)
{
    return sortid_format_successor(&sortid_format_scru160, out->bytes, id->bytes, carried);
}

sortid_status sortid_scru160_predecessor(sortid_scru160 *out, const sortid_scru160 *id,
                                         bool *carried)
{
    return sortid_format_predecessor(&sortid_format_scru160, out->bytes, id->bytes, carried);
}

/* timestamp 48 | counter 16 | random16 16 | random80 80 */
sortid_status sortid_scru160_from_fields(sortid_scru160 *out, const sortid_scru160_fields *fields,
                                         size_t *field)
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
