/* SPDX-License-Identifier: MIT */
/* generator/fill.h: calls for many IDs, binary or as text, with a generator of any kind. */
#pragma once

#include "generator.h"

/* Where to write texts. *written is set on failure too. */
struct text_room {
    char *text;
    size_t capacity;
    size_t *written;
    int separator;
};

/* sortid_generator_fill and _fill_text. `format` is the expected one; NULL: any. */
sortid_status sortid_generator_fill_ids(struct generator *g, const sortid_format *format,
                                        uint8_t *ids, size_t count, size_t *done,
                                        sortid_event *event);
sortid_status sortid_generator_fill_texts(struct generator *g, const sortid_format *format,
                                          const struct text_room *room, size_t count,
                                          sortid_event *event);
