/* SPDX-License-Identifier: MIT */
/* explain.h: why a text is no ID, in words that say what would be right. Called
 * by decode.c and inspect.c with the fault that their reader found. It knows no
 * alphabet and no length of any format: it asks the reader. */
#ifndef CLI_INVALID_ID_H
#define CLI_INVALID_ID_H

#include "input.h"

#include <sortid.h>

/* A way to read a text, and who it is for. */
struct id_parser {
    sortid_status (*read)(const void *context, const char *text, size_t length, size_t *position);
    const void *context;
    const sortid_format *format; /* NULL: any */
    bool hyphens_do_not_count;
};

struct parse_error {
    sortid_status status;
    size_t position;
};

/* Reports the item, status 1. */
void report_invalid_id(const struct item *item, const struct parse_error *fault,
                       const struct id_parser *reader);

#endif
