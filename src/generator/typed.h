/* SPDX-License-Identifier: MIT */
/* generator/typed.h: the public functions that make IDs, for a format: the parameters and the body
 * of each one, as in format/typed.h. paths.h has the functions of the format that the bodies
 * call. */
#pragma once

#include "../format/typed.h"
#include "default.h"
#include "fill.h"

/* ---- With a generator ---------------------------------------------------- */

#define INIT_PARAMETERS(NAME)                                                                      \
    sortid_##NAME##_generator *generator, const sortid_options *options,                           \
        const sortid_sources *sources
#define INIT_BODY(NAME)                                                                            \
    RETURN_BODY(sortid_generator_init_private(GENERATOR_OF(&generator->base),                      \
                                              &sortid_generate_ops_##NAME, options, sources))

#define NEXT_PARAMETERS(NAME)                                                                      \
    sortid_##NAME##_generator *generator, sortid_##NAME *out, sortid_event *event
#define NEXT_BODY(NAME) RETURN_BODY(NAME##_next(GENERATOR_OF(&generator->base), out->bytes, event))

#define NEXT_IDS_PARAMETERS(NAME)                                                                  \
    sortid_##NAME##_generator *generator, sortid_##NAME *out, size_t count, size_t *done,          \
        sortid_event *event
#define NEXT_IDS_BODY(NAME)                                                                        \
    RETURN_BODY(sortid_generator_fill_ids(GENERATOR_OF(&generator->base), &sortid_format_##NAME,   \
                                          (uint8_t *)out, count, done, event))

#define NEXT_TEXTS_PARAMETERS(NAME)                                                                \
    sortid_##NAME##_generator *generator, char *text, size_t capacity, size_t *written,            \
        size_t count, int separator, sortid_event *event
#define NEXT_TEXTS_BODY(NAME)                                                                      \
    {                                                                                              \
        const struct text_room room = {text, capacity, written, separator};                        \
        return sortid_generator_fill_texts(GENERATOR_OF(&generator->base), &sortid_format_##NAME,  \
                                           &room, count, event);                                   \
    }                                                                                              \
    struct sortid_format

/* ---- With the default generator of the thread ---------------------------- */

#define NEW_PARAMETERS(NAME) sortid_##NAME *out, sortid_event *event
#define NEW_BODY(NAME)       RETURN_BODY(NAME##_new_id(out->bytes, event))

#define NEW_TEXT_PARAMETERS(UPPER) char text[SORTID_##UPPER##_TEXT_SIZE], sortid_event *event
#define NEW_AND_PRINT_BODY(NAME, PRINT)                                                            \
    {                                                                                              \
        sortid_##NAME id;                                                                          \
        sortid_status status = sortid_##NAME##_new(&id, event);                                    \
        if (status != SORTID_OK)                                                                   \
            return status;                                                                         \
        PRINT;                                                                                     \
        return SORTID_OK;                                                                          \
    }                                                                                              \
    struct sortid_format
#define NEW_TEXT_BODY(NAME) NEW_AND_PRINT_BODY(NAME, sortid_##NAME##_print(text, &id))

/* The same without the check of formats in which not all bytes are IDs. */
#define NEW_UNCHECKED_TEXT_BODY(NAME)                                                              \
    NEW_AND_PRINT_BODY(NAME, print_text(text, &sortid_format_##NAME, id.bytes))

#define NEW_IDS_PARAMETERS(NAME) sortid_##NAME *out, size_t count, size_t *done, sortid_event *event
#define NEW_IDS_BODY(NAME)                                                                         \
    RETURN_BODY(sortid_generator_fill_default(&sortid_generate_ops_##NAME, (uint8_t *)out, count,  \
                                              done, event))

#define NEW_TEXTS_PARAMETERS                                                                       \
    char *text, size_t capacity, size_t *written, size_t count, int separator, sortid_event *event
#define NEW_TEXTS_BODY(NAME)                                                                       \
    RETURN_BODY(sortid_generator_fill_default_text(&sortid_generate_ops_##NAME, text, capacity,    \
                                                   written, count, separator, event))

#define NEW_AT_BODY(NAME) RETURN_BODY(sortid_new_at(&sortid_format_##NAME, out->bytes, unix_ms))

/* The operations of the format, except scru64, for calls that take any format. */
#define GENERATOR_OPS(NAME)                                                                        \
    const struct generator_ops sortid_generator_ops_##NAME = {.next = NAME##_next,                 \
                                                              .new_id = NAME##_new_id}
