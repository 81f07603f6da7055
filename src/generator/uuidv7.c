/* SPDX-License-Identifier: MIT */
/* generator/uuidv7.c: the public functions that make UUIDv7s. paths.h has the code behind them,
 * generate/uuidv7.h the rules of the format. */
#include "../generate/uuidv7.h"
#include "fill.h"

#define FORMAT(name)  uuidv7_##name
#define FORMAT_NUMBER FORMAT_UUIDV7
#define FORMAT_OPS    sortid_generate_ops_uuidv7
#define ID_SIZE       SORTID_UUIDV7_SIZE
#define DRAWS         true
#include "paths.h"

sortid_status sortid_uuidv7_generator_init(sortid_uuidv7_generator *generator,
                                           const sortid_options *options,
                                           const sortid_sources *sources)
{
    return sortid_generator_init_private(GENERATOR_OF(&generator->base),
                                         &sortid_generate_ops_uuidv7, options, sources);
}

sortid_status sortid_uuidv7_generator_next(sortid_uuidv7_generator *generator, sortid_uuidv7 *out,
                                           sortid_event *event)
{
    return uuidv7_next(GENERATOR_OF(&generator->base), out->bytes, event);
}

sortid_status sortid_uuidv7_generator_fill(sortid_uuidv7_generator *generator, sortid_uuidv7 *out,
                                           size_t count, size_t *done, sortid_event *event)
{
    return sortid_generator_fill_ids(GENERATOR_OF(&generator->base), &sortid_format_uuidv7,
                                     (uint8_t *)out, count, done, event);
}

sortid_status sortid_uuidv7_generator_fill_text(sortid_uuidv7_generator *generator, char *text,
                                                size_t capacity, size_t *written, size_t count,
                                                int separator, sortid_event *event)
{
    const struct text_room room = {text, capacity, written, separator};
    return sortid_generator_fill_texts(GENERATOR_OF(&generator->base), &sortid_format_uuidv7, &room,
                                       count, event);
}

sortid_status sortid_uuidv7_new(sortid_uuidv7 *out, sortid_event *event)
{
    return uuidv7_new_id(out->bytes, event);
}

sortid_status sortid_uuidv7_new_text(char text[SORTID_UUIDV7_TEXT_SIZE], sortid_event *event)
{
    sortid_uuidv7 id;
    sortid_status status = sortid_uuidv7_new(&id, event);
    if (status != SORTID_OK)
        return status;
    print_text(text, &sortid_format_uuidv7, id.bytes);
    return SORTID_OK;
}

sortid_status sortid_uuidv7_fill(sortid_uuidv7 *out, size_t count, size_t *done,
                                 sortid_event *event)
{
    return sortid_generator_fill_default(&sortid_generate_ops_uuidv7, (uint8_t *)out, count, done,
                                         event);
}

sortid_status sortid_uuidv7_fill_text(char *text, size_t capacity, size_t *written, size_t count,
                                      int separator, sortid_event *event)
{
    return sortid_generator_fill_default_text(&sortid_generate_ops_uuidv7, text, capacity, written,
                                              count, separator, event);
}

sortid_status sortid_uuidv7_new_at(sortid_uuidv7 *out, uint64_t unix_ms)
{
    return sortid_new_at(&sortid_format_uuidv7, out->bytes, unix_ms);
}

const struct generator_ops sortid_generator_ops_uuidv7 = {
    .next = uuidv7_next,
    .new_id = PRIVATE_ONLY ? NULL : uuidv7_new_id,
};
