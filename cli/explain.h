/* SPDX-License-Identifier: MIT */
/* explain.h: why a text is no ID, in words that say what would be right. Called
 * by decode.c and inspect.c with the fault that their reader found. It knows no
 * alphabet and no length of any format: it asks the reader. */
#ifndef CLI_EXPLAIN_H
#define CLI_EXPLAIN_H

#include "input.h"

#include <sortid.h>

/* A way to read a text, and who it is for. */
struct reader {
    sortid_status (*read)(const void *context, const char *text, size_t length, size_t *position);
    const void *context;
    const sortid_format *format; /* NULL: any */
    bool hyphens_do_not_count;
};

struct fault {
    sortid_status status;
    size_t position;
};

/* Reports the item, status 1. */
void explain(const struct item *item, const struct fault *fault, const struct reader *reader);

#endif
