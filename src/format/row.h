/* SPDX-License-Identifier: MIT */
/* format/row.h: a row of the format table, and the verbs that need nothing else.
 *
 * Every format file owns one const row and gets its public verbs from it by
 * SORTID_FORMAT_VERBS, so that a verb means the same in each format and is
 * written once. Rows are what sortid/format.h hands out. */
#ifndef SORTID_FORMAT_ROW_H
#define SORTID_FORMAT_ROW_H

#include <sortid/format.h>

#include "../kernel/scalar.h"
#include "../text/bytes.h"
#include "../text/refuse.h"

struct row {
    sortid_format public;                 /* first, so that a pointer to it is one to the row */
    text_form forms[SORTID_ENCODING_BIN]; /* by encoding; INT has none */
    const uint8_t *last;                  /* the largest ID */
    size_t max_int_digits;
};

extern const struct row sortid_format_scru128, sortid_format_scru128v1, sortid_format_scru160,
    sortid_format_scru64, sortid_format_ulid;

static inline const struct row *row_of(const sortid_format *format)
{
    return (const struct row *)(const void *)format;
}

/* Reads a text of the form's length. */
static inline sortid_status parse_form(uint8_t *bytes, text_form form, const char *text,
                                       size_t *position)
{
    if (kernel()->codecs[form].parse(bytes, text))
        return SORTID_OK;
    return sortid_kernel_refuse(form, text, position);
}

/* SORTID_OUT_OF_RANGE if bytes are beyond the format's last ID, else copies. */
sortid_status sortid_format_from_bytes(uint8_t *id, const struct row *row, const uint8_t *bytes);

/* Whether a call for many takes this end: a byte that no text of an ID has in it,
 * or none. */
bool sortid_format_may_end(int end);

#define ENCODING_BIT(name) (1u << SORTID_ENCODING_##name)
#define ENCODINGS_ALL_SIZES                                                                        \
    (ENCODING_BIT(TEXT) | ENCODING_BIT(HEX) | ENCODING_BIT(INT) | ENCODING_BIT(BIN))

/* The verbs that a row is enough for. ROW is the file's row, TYPE
 * sortid_<name>, SIZES the prefix of its size constants. */
#define SORTID_FORMAT_VERBS(TYPE, SIZES, ROW)                                                      \
    sortid_status TYPE##_parse(TYPE *out, const char *text, size_t length, size_t *position)       \
    {                                                                                              \
        sortid_status status = check_length(length, (ROW).public.text_length, position);           \
        if (status != SORTID_OK)                                                                   \
            return status;                                                                         \
        return parse_form(out->bytes, (ROW).forms[SORTID_ENCODING_TEXT], text, position);          \
    }                                                                                              \
    void TYPE##_print(char text[SIZES##_TEXT_SIZE], const TYPE *id)                                \
    {                                                                                              \
        kernel()->codecs[(ROW).forms[SORTID_ENCODING_TEXT]].print(text, id->bytes);                \
        text[(ROW).public.text_length] = '\0';                                                     \
    }                                                                                              \
    size_t TYPE##_print_many(char *text, const TYPE *ids, size_t count, int end)                   \
    {                                                                                              \
        return sortid_format_print_many(text, &(ROW).public, SORTID_ENCODING_TEXT,                 \
                                        (const uint8_t *)ids, count, end);                         \
    }                                                                                              \
    sortid_status TYPE##_parse_many(TYPE *out, size_t *made, const char *text, size_t count,       \
                                    int end, size_t *position)                                     \
    {                                                                                              \
        return sortid_format_parse_many((uint8_t *)out, made, &(ROW).public, SORTID_ENCODING_TEXT, \
                                        text, count, end, position);                               \
    }                                                                                              \
    sortid_status TYPE##_parse_hex(TYPE *out, const char *text, size_t length, size_t *position)   \
    {                                                                                              \
        return sortid_format_parse(out->bytes, &(ROW).public, SORTID_ENCODING_HEX, text, length,   \
                                   position);                                                      \
    }                                                                                              \
    void TYPE##_print_hex(char text[SIZES##_HEX_SIZE], const TYPE *id)                             \
    {                                                                                              \
        sortid_format_print(text, &(ROW).public, SORTID_ENCODING_HEX, id->bytes);                  \
    }                                                                                              \
    sortid_status TYPE##_parse_int(TYPE *out, const char *text, size_t length, size_t *position)   \
    {                                                                                              \
        return sortid_format_parse(out->bytes, &(ROW).public, SORTID_ENCODING_INT, text, length,   \
                                   position);                                                      \
    }                                                                                              \
    size_t TYPE##_print_int(char text[SIZES##_INT_SIZE], const TYPE *id)                           \
    {                                                                                              \
        return sortid_format_print(text, &(ROW).public, SORTID_ENCODING_INT, id->bytes);           \
    }                                                                                              \
    sortid_status TYPE##_from_bytes(TYPE *out, const uint8_t bytes[SIZES##_SIZE])                  \
    {                                                                                              \
        return sortid_format_from_bytes(out->bytes, &(ROW), bytes);                                \
    }                                                                                              \
    void TYPE##_to_bytes(uint8_t bytes[SIZES##_SIZE], const TYPE *id)                              \
    {                                                                                              \
        memcpy(bytes, id->bytes, sizeof id->bytes);                                                \
    }                                                                                              \
    int TYPE##_compare(const TYPE *a, const TYPE *b)                                               \
    {                                                                                              \
        return compare_bytes(a->bytes, b->bytes, sizeof a->bytes);                                 \
    }                                                                                              \
    void TYPE##_min(TYPE *out)                                                                     \
    {                                                                                              \
        sortid_format_min(out->bytes, &(ROW).public);                                              \
    }                                                                                              \
    void TYPE##_max(TYPE *out)                                                                     \
    {                                                                                              \
        sortid_format_max(out->bytes, &(ROW).public);                                              \
    }                                                                                              \
    sortid_status TYPE##_min_at(TYPE *out, uint64_t unix_ms)                                       \
    {                                                                                              \
        return sortid_format_min_at(out->bytes, &(ROW).public, unix_ms);                           \
    }                                                                                              \
    sortid_status TYPE##_max_at(TYPE *out, uint64_t unix_ms)                                       \
    {                                                                                              \
        return sortid_format_max_at(out->bytes, &(ROW).public, unix_ms);                           \
    }                                                                                              \
    sortid_status TYPE##_next(TYPE *out, bool *carried, const TYPE *id)                            \
    {                                                                                              \
        return sortid_format_next(out->bytes, carried, &(ROW).public, id->bytes);                  \
    }                                                                                              \
    sortid_status TYPE##_prev(TYPE *out, bool *carried, const TYPE *id)                            \
    {                                                                                              \
        return sortid_format_prev(out->bytes, carried, &(ROW).public, id->bytes);                  \
    }                                                                                              \
    uint64_t TYPE##_unix_ms(const TYPE *id)                                                        \
    {                                                                                              \
        return sortid_format_unix_ms(&(ROW).public, id->bytes);                                    \
    }                                                                                              \
    bool TYPE##_is_reserved(const TYPE *id)                                                        \
    {                                                                                              \
        return sortid_format_is_reserved(&(ROW).public, id->bytes);                                \
    }

/* And those of the formats of 128 bits. */
#define SORTID_FORMAT_VERBS_128(TYPE, SIZES, ROW)                                                  \
    SORTID_FORMAT_VERBS(TYPE, SIZES, ROW)                                                          \
    sortid_status TYPE##_parse_uuid(TYPE *out, const char *text, size_t length, size_t *position)  \
    {                                                                                              \
        return sortid_format_parse(out->bytes, &(ROW).public, SORTID_ENCODING_UUID, text, length,  \
                                   position);                                                      \
    }                                                                                              \
    void TYPE##_print_uuid(char text[SIZES##_UUID_SIZE], const TYPE *id)                           \
    {                                                                                              \
        sortid_format_print(text, &(ROW).public, SORTID_ENCODING_UUID, id->bytes);                 \
    }                                                                                              \
    sortid_status TYPE##_from_int(TYPE *out, uint64_t high, uint64_t low)                          \
    {                                                                                              \
        store_be64(out->bytes, high);                                                              \
        store_be64(out->bytes + 8, low);                                                           \
        return SORTID_OK;                                                                          \
    }                                                                                              \
    void TYPE##_to_int(uint64_t *high, uint64_t *low, const TYPE *id)                              \
    {                                                                                              \
        *high = load_be64(id->bytes);                                                              \
        *low = load_be64(id->bytes + 8);                                                           \
    }

#endif
