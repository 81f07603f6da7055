/* SPDX-License-Identifier: MIT */
/* invalid_id.h: reports why a text is not an ID of a format, and what would be valid
 * (invalid_id.c), or why it is not one of a kind or of any (unknown_text.c). The status becomes 1.
 * It knows neither the alphabet nor the lengths of any format: it calls the parser to find them. */
#ifndef CLI_INVALID_ID_H
#define CLI_INVALID_ID_H

#include "input.h"

#include <sortid.h>

/* A way to read a text. */
struct id_parser {
    sortid_status (*parse)(const void *context, const char *text, size_t length, size_t *position);
    const void *context;
    const sortid_format *format;
    bool ignores_hyphens;
};

struct parse_error {
    sortid_status status;
    size_t position;
};

void report_invalid_id(const struct item *item, const struct parse_error *error,
                       const struct id_parser *parser);

/* Names the kinds whose texts are nearest, and where the text departs from each. `kind` NULL: any;
 * else the kind has refused the text at `position`. */
void report_unknown_text(const struct item *item, const sortid_kind *kind, size_t position);

#endif
