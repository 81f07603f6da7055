/* SPDX-License-Identifier: MIT */
/* generator/scru128.c: the public functions that make SCRU128 IDs. paths.h has the code behind
 * them, generate/scru128.h the rules of the format. */
#include "../generate/scru128.h"
#include "fill.h"

#define FORMAT(name)  scru128_##name
#define FORMAT_NUMBER FORMAT_SCRU128
#define FORMAT_OPS    sortid_generate_ops_scru128
#define ID_SIZE       SORTID_SCRU128_SIZE
#define DRAWS         true
#include "paths.h"

sortid_status sortid_scru128_generator_init(sortid_scru128_generator *generator,
                                            const sortid_options *options,
                                            const sortid_sources *sources)
{
    return sortid_generator_init_private(GENERATOR_OF(&generator->base),
                                         &sortid_generate_ops_scru128, options, sources);
}

sortid_status sortid_scru128_generator_next(sortid_scru128_generator *generator,
                                            sortid_scru128 *out, sortid_event *event)
{
    return scru128_next(GENERATOR_OF(&generator->base), out->bytes, event);
}

sortid_status sortid_scru128_generator_fill(sortid_scru128_generator *generator,
                                            sortid_scru128 *out, size_t count, size_t *done,
                                            sortid_event *event)
{
    return sortid_generator_fill_ids(GENERATOR_OF(&generator->base), &sortid_format_scru128,
                                     (uint8_t *)out, count, done, event);
}

sortid_status sortid_scru128_generator_fill_text(sortid_scru128_generator *generator, char *text,
                                                 size_t capacity, size_t *written, size_t count,
                                                 int separator, sortid_event *event)
{
    const struct text_room room = {text, capacity, written, separator};
    return sortid_generator_fill_texts(GENERATOR_OF(&generator->base), &sortid_format_scru128,
                                       &room, count, event);
}

sortid_status sortid_scru128_new(sortid_scru128 *out, sortid_event *event)
{
    return scru128_new_id(out->bytes, event);
}

sortid_status sortid_scru128_new_text(char text[SORTID_SCRU128_TEXT_SIZE], sortid_event *event)
{
    sortid_scru128 id;
    sortid_status status = sortid_scru128_new(&id, event);
    if (status != SORTID_OK)
        return status;
    sortid_scru128_print(text, &id);
    return SORTID_OK;
}

sortid_status sortid_scru128_fill(sortid_scru128 *out, size_t count, size_t *done,
                                  sortid_event *event)
{
    return sortid_generator_fill_default(&sortid_generate_ops_scru128, (uint8_t *)out, count, done,
                                         event);
}

sortid_status sortid_scru128_fill_text(char *text, size_t capacity, size_t *written, size_t count,
                                       int separator, sortid_event *event)
{
    return sortid_generator_fill_default_text(&sortid_generate_ops_scru128, text, capacity, written,
                                              count, separator, event);
}

sortid_status sortid_scru128_new_at(sortid_scru128 *out, uint64_t unix_ms)
{
    return sortid_new_at(&sortid_format_scru128, out->bytes, unix_ms);
}

const struct generator_ops sortid_generator_ops_scru128 = {
    .next = scru128_next,
    .new_id = PRIVATE_ONLY ? NULL : scru128_new_id,
};
