/* SPDX-License-Identifier: MIT */
/* invalid_id.h: reports why a text is not an ID of a format, and what would be valid
 * (invalid_id.c), or why it is not one of a kind or of any (unknown_text.c). The status becomes 1.
 * It knows neither the alphabet nor the lengths of any format: it calls the parser to find them. */
#pragma once

#include "decode.h"
#include "input.h"
#include "../ids/reading.h"

/* A way to read a text. */
struct id_parser {
    sortid_status (*parse)(const void *context, const char *text, size_t length, size_t *position);
    const void *context;
    const sortid_format *format;   /* NULL: another kind */
    const struct decoder *decoder; /* of the encoding that was asked for */
    bool ignores_hyphens;
};

struct parse_error {
    sortid_status status;
    size_t position;
};

/* Returns whether an ID was found among other text. */
bool report_invalid_id(const struct item *item, const struct parse_error *error,
                       const struct id_parser *parser);

/* Writes the bytes that would be valid at a position: " 0-9 a-h j k m n p-t v-z". Where case does
 * not matter, letters are shown in lower case only. At most 128 bytes, 2 characters each. */
#define LIST_SIZE 300
void list_valid_bytes(char list[LIST_SIZE], const struct item *item, size_t position,
                      const struct id_parser *parser);

/* ---- unknown_text.c -------------------------------------------------------------------------- */

/* Writes what would be an ID of the kinds, with one of the reasons `wanted`, and NUL: the text in
 * lower case, and with an underscore after the prefix of a TypeID. False: it is not an ID. */
bool find_correction(char text[READING_TEXT_MAX], const char **name, const struct item *item,
                     const struct kinds *kinds, uint32_t wanted);

/* Says what the text is instead, or names the kinds whose texts are nearest, and where the text
 * departs from each. A kind that was asked for has refused the text at `position`. */
void report_unknown_text(const struct item *item, const struct kinds *kinds, size_t position);

/* ---- inside.c -------------------------------------------------------------------------------- */

/* Finds an ID within a text that should be an ID alone, as in "req=01ARYZ...". Writes what is around
 * it, and the ID: "unexpected prefix "ord_" at column 1, before the ulid 01ARYZ..."; the position is
 * that of what is around it. `decoder` NULL: an ID of any kind that is a whole word and likely.
 * False: there is none. */
#define INSIDE_SIZE 600
bool describe_inside(char sentence[INSIDE_SIZE], size_t *position, const struct item *item,
                     const struct decoder *decoder);
