/* SPDX-License-Identifier: MIT */
/* format/typed.h: the public functions that every format has, and that differ only by its name: the
 * parameters and the body of each one. The file of a format names the functions, so that a search
 * for "sortid_ulid_parse(" finds it:
 *
 *   sortid_status sortid_ulid_parse(PARSE_PARAMETERS(ulid)) PARSE_BODY(ulid); */
#pragma once

#include "list.h"

/* The body of a function that returns a value. Its end, a declaration without effect, needs the
 * semicolon. */
#define RETURN_BODY(VALUE)                                                                         \
    {                                                                                              \
        return VALUE;                                                                              \
    }                                                                                              \
    struct sortid_format

#define FORMAT_BODY(NAME) RETURN_BODY(&sortid_format_##NAME)

/* ---- Text ---------------------------------------------------------------- */

#define PARSE_PARAMETERS(NAME) sortid_##NAME *out, const char *text, size_t length, size_t *position
#define PARSE_BODY(NAME)                                                                           \
    RETURN_BODY(parse_text(out->bytes, &sortid_format_##NAME, text, length, position))

#define PARSE_AS_PARAMETERS(NAME)                                                                  \
    sortid_##NAME *out, sortid_encoding encoding, const char *text, size_t length, size_t *position
#define PARSE_AS_BODY(NAME)                                                                        \
    RETURN_BODY(                                                                                   \
        sortid_format_parse(&sortid_format_##NAME, out->bytes, encoding, text, length, position))

#define PARSE_MANY_PARAMETERS(NAME)                                                                \
    sortid_##NAME *out, size_t count, size_t *done, size_t *consumed, const char *text,            \
        size_t length, int separator, size_t *position
#define PARSE_MANY_BODY(NAME)                                                                      \
    RETURN_BODY(sortid_format_parse_many(&sortid_format_##NAME, (uint8_t *)out, count, done,       \
                                         consumed, SORTID_ENCODING_TEXT, text, length, separator,  \
                                         position))

#define PRINT_PARAMETERS(NAME, UPPER) char text[SORTID_##UPPER##_TEXT_SIZE], const sortid_##NAME *id

#define PRINT_BODY(NAME) RETURN_BODY(print_text(text, &sortid_format_##NAME, id->bytes))

/* The same if not all bytes are IDs. */
#define CHECK_AND_PRINT_BODY(NAME)                                                                 \
    {                                                                                              \
        if (!is_id(&sortid_format_##NAME, id->bytes)) {                                            \
            text[0] = '\0';                                                                        \
            return 0;                                                                              \
        }                                                                                          \
        return print_text(text, &sortid_format_##NAME, id->bytes);                                 \
    }                                                                                              \
    struct sortid_format

#define PRINT_AS_PARAMETERS(NAME)                                                                  \
    char *text, size_t capacity, size_t *written, sortid_encoding encoding, const sortid_##NAME *id
#define PRINT_AS_BODY(NAME)                                                                        \
    RETURN_BODY(                                                                                   \
        sortid_format_print(&sortid_format_##NAME, text, capacity, written, encoding, id->bytes))

#define PRINT_MANY_PARAMETERS(NAME)                                                                \
    char *text, size_t capacity, size_t *written, const sortid_##NAME *ids, size_t count,          \
        int separator
#define PRINT_MANY_BODY(NAME)                                                                      \
    RETURN_BODY(sortid_format_print_many(&sortid_format_##NAME, text, capacity, written,           \
                                         SORTID_ENCODING_TEXT, (const uint8_t *)ids, count,        \
                                         separator))

/* ---- Fields, whose order in the bytes is in the file of the format ------- */

#define FROM_FIELDS_PARAMETERS(NAME)                                                               \
    sortid_##NAME *out, const sortid_##NAME##_fields *fields, size_t *field

/* ---- Order and time ------------------------------------------------------ */

#define COMPARE_PARAMETERS(NAME) const sortid_##NAME *a, const sortid_##NAME *b
#define COMPARE_BODY(NAME)       RETURN_BODY(compare_bytes(a->bytes, b->bytes, sizeof a->bytes))

#define UNIX_MS_BODY(NAME) RETURN_BODY(unix_ms_of(&sortid_format_##NAME, id->bytes))

#define AT_PARAMETERS(NAME) sortid_##NAME *out, uint64_t unix_ms
#define MIN_AT_BODY(NAME)                                                                          \
    RETURN_BODY(sortid_format_min_at(&sortid_format_##NAME, out->bytes, unix_ms))
#define MAX_AT_BODY(NAME)                                                                          \
    RETURN_BODY(sortid_format_max_at(&sortid_format_##NAME, out->bytes, unix_ms))

#define RANGE_PARAMETERS(NAME)                                                                     \
    sortid_##NAME *first, sortid_##NAME *last, uint64_t since_ms, uint64_t until_ms
#define RANGE_BODY(NAME)                                                                           \
    RETURN_BODY(                                                                                   \
        sortid_format_range(&sortid_format_##NAME, first->bytes, last->bytes, since_ms, until_ms))

#define NEIGHBOR_PARAMETERS(NAME) sortid_##NAME *out, const sortid_##NAME *id, bool *carried
#define SUCCESSOR_BODY(NAME)                                                                       \
    RETURN_BODY(sortid_format_successor(&sortid_format_##NAME, out->bytes, id->bytes, carried))
#define PREDECESSOR_BODY(NAME)                                                                     \
    RETURN_BODY(sortid_format_predecessor(&sortid_format_##NAME, out->bytes, id->bytes, carried))
