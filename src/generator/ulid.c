/* SPDX-License-Identifier: MIT */
/* generator/ulid.c: the public functions that make ULIDs. paths.h has the code behind them,
 * generate/ulid.h the rules of the format. */
#include "../generate/ulid.h"
#include "fill.h"

#define FORMAT(name)  ulid_##name
#define FORMAT_NUMBER FORMAT_ULID
#define FORMAT_OPS    sortid_generate_ops_ulid
#define ID_SIZE       SORTID_ULID_SIZE
#define DRAWS         false
#include "paths.h"

sortid_status sortid_ulid_generator_init(sortid_ulid_generator *generator,
                                         const sortid_options *options,
                                         const sortid_sources *sources)
{
    return sortid_generator_init_private(GENERATOR_OF(&generator->base), &sortid_generate_ops_ulid,
                                         options, sources);
}

sortid_status sortid_ulid_generator_next(sortid_ulid_generator *generator, sortid_ulid *out,
                                         sortid_event *event)
{
    return ulid_next(GENERATOR_OF(&generator->base), out->bytes, event);
}

sortid_status sortid_ulid_generator_fill(sortid_ulid_generator *generator, sortid_ulid *out,
                                         size_t count, size_t *done, sortid_event *event)
{
    return sortid_generator_fill_ids(GENERATOR_OF(&generator->base), &sortid_format_ulid,
                                     (uint8_t *)out, count, done, event);
}

sortid_status sortid_ulid_generator_fill_text(sortid_ulid_generator *generator, char *text,
                                              size_t capacity, size_t *written, size_t count,
                                              int separator, sortid_event *event)
{
    const struct text_room room = {text, capacity, written, separator};
    return sortid_generator_fill_texts(GENERATOR_OF(&generator->base), &sortid_format_ulid, &room,
                                       count, event);
}

sortid_status sortid_ulid_new(sortid_ulid *out, sortid_event *event)
{
    return ulid_new_id(out->bytes, event);
}

sortid_status sortid_ulid_new_text(char text[SORTID_ULID_TEXT_SIZE], sortid_event *event)
{
    sortid_ulid id;
    sortid_status status = sortid_ulid_new(&id, event);
    if (status != SORTID_OK)
        return status;
    sortid_ulid_print(text, &id);
    return SORTID_OK;
}

sortid_status sortid_ulid_fill(sortid_ulid *out, size_t count, size_t *done, sortid_event *event)
{
    return sortid_generator_fill_default(&sortid_generate_ops_ulid, (uint8_t *)out, count, done,
                                         event);
}

sortid_status sortid_ulid_fill_text(char *text, size_t capacity, size_t *written, size_t count,
                                    int separator, sortid_event *event)
{
    return sortid_generator_fill_default_text(&sortid_generate_ops_ulid, text, capacity, written,
                                              count, separator, event);
}

sortid_status sortid_ulid_new_at(sortid_ulid *out, uint64_t unix_ms)
{
    return sortid_new_at(&sortid_format_ulid, out->bytes, unix_ms);
}

const struct generator_ops sortid_generator_ops_ulid = {
    .next = ulid_next,
    .new_id = PRIVATE_ONLY ? NULL : ulid_new_id,
};
