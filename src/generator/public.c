/* SPDX-License-Identifier: MIT */
/* generator/public.c: the public calls that take the format at run time. */
#include "default.h"
#include "fill.h"

#define DECLARE_OPS(OBJECT, NUMBER_NAME, NUMBER, OPS, NAME) extern const struct generator_ops OPS;
EACH_FORMAT(DECLARE_OPS)
#undef DECLARE_OPS

#define OPS_AT_NUMBER(OBJECT, NUMBER_NAME, NUMBER, OPS, NAME) [NUMBER] = &(OPS),
static const struct generator_ops *const TABLE[] = {EACH_FORMAT(OPS_AT_NUMBER)};
#undef OPS_AT_NUMBER

/* The format must not be NULL. */
static const struct generator_ops *calls_of(const sortid_format *format)
{
    return TABLE[format->number];
}

sortid_status sortid_generator_init(sortid_generator *generator, const sortid_format *format,
                                    const sortid_options *options, const sortid_sources *sources)
{
    if (format == NULL)
        return SORTID_BAD_FORMAT;
    return sortid_generator_init_private(GENERATOR_OF(generator), sortid_generate_ops_of(format),
                                         options, sources);
}

sortid_status sortid_generator_next(sortid_generator *generator, uint8_t *id, sortid_event *event)
{
    struct generator *g = GENERATOR_OF(generator);
    sortid_status status = sortid_generator_check(g);
    return status == SORTID_OK ? calls_of(g->ops->format)->next(g, id, event) : status;
}

/* Prints an ID that next() made; `status` is its result. */
static sortid_status print_made(sortid_status status, char *text, size_t *written,
                                const sortid_format *format, const uint8_t *id)
{
    if (status == SORTID_OK)
        *written = print_text(text, format, id);
    return status;
}

sortid_status sortid_generator_next_text(sortid_generator *generator, char *text, size_t capacity,
                                         size_t *written, sortid_event *event)
{
    struct generator *g = GENERATOR_OF(generator);
    uint8_t id[SORTID_MAX_SIZE];
    sortid_status status = sortid_generator_check(g);
    if (status != SORTID_OK)
        return status;
    const sortid_format *format = g->ops->format;
    if (capacity <= format->text_length)
        return SORTID_NO_SPACE;
    return print_made(calls_of(format)->next(g, id, event), text, written, format, id);
}

sortid_status sortid_generator_fill(sortid_generator *generator, uint8_t *ids, size_t count,
                                    size_t *done, sortid_event *event)
{
    return sortid_generator_fill_ids(GENERATOR_OF(generator), NULL, ids, count, done, event);
}

sortid_status sortid_generator_fill_text(sortid_generator *generator, char *text, size_t capacity,
                                         size_t *written, size_t count, int separator,
                                         sortid_event *event)
{
    const struct text_room room = {text, capacity, written, separator};
    return sortid_generator_fill_texts(GENERATOR_OF(generator), NULL, &room, count, event);
}

sortid_status sortid_new(const sortid_format *format, uint8_t *id, sortid_event *event)
{
    return format != NULL ? calls_of(format)->new_id(id, event) : SORTID_BAD_FORMAT;
}

sortid_status sortid_new_text(const sortid_format *format, char *text, size_t capacity,
                              size_t *written, sortid_event *event)
{
    uint8_t id[SORTID_MAX_SIZE];
    if (format == NULL)
        return SORTID_BAD_FORMAT;
    if (capacity <= format->text_length)
        return SORTID_NO_SPACE;
    return print_made(calls_of(format)->new_id(id, event), text, written, format, id);
}

sortid_status sortid_fill(const sortid_format *format, uint8_t *ids, size_t count, size_t *done,
                          sortid_event *event)
{
    if (format == NULL) {
        *done = 0;
        return SORTID_BAD_FORMAT;
    }
    const struct generator_ops *ops = calls_of(format);
    if (ops->new_fill != NULL)
        return ops->new_fill(ids, count, done, event);
    return sortid_generator_fill_default(sortid_generate_ops_of(format), ids, count, done, event);
}

sortid_status sortid_fill_text(const sortid_format *format, char *text, size_t capacity,
                               size_t *written, size_t count, int separator, sortid_event *event)
{
    if (format == NULL) {
        *written = 0;
        return SORTID_BAD_FORMAT;
    }
    const struct generator_ops *ops = calls_of(format);
    if (ops->new_fill_text != NULL)
        return ops->new_fill_text(text, capacity, written, count, separator, event);
    return sortid_generator_fill_default_text(sortid_generate_ops_of(format), text, capacity,
                                              written, count, separator, event);
}
