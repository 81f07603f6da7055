/* SPDX-License-Identifier: MIT */
/* generator/ksuid.c: the public functions that make KSUIDs. paths.h has the code behind them,
 * generate/ksuid.h the rules of the format. */
#include "../generate/ksuid.h"
#include "fill.h"

#define FORMAT(name)  ksuid_##name
#define FORMAT_NUMBER FORMAT_KSUID
#define FORMAT_OPS    sortid_generate_ops_ksuid
#define ID_SIZE       SORTID_KSUID_SIZE
#define DRAWS         true
#include "paths.h"

sortid_status sortid_ksuid_generator_init(sortid_ksuid_generator *generator,
                                          const sortid_options *options,
                                          const sortid_sources *sources)
{
    return sortid_generator_init_private(GENERATOR_OF(&generator->base), &sortid_generate_ops_ksuid,
                                         options, sources);
}

sortid_status sortid_ksuid_generator_next(sortid_ksuid_generator *generator, sortid_ksuid *out,
                                          sortid_event *event)
{
    return ksuid_next(GENERATOR_OF(&generator->base), out->bytes, event);
}

sortid_status sortid_ksuid_generator_fill(sortid_ksuid_generator *generator, sortid_ksuid *out,
                                          size_t count, size_t *done, sortid_event *event)
{
    return sortid_generator_fill_ids(GENERATOR_OF(&generator->base), &sortid_format_ksuid,
                                     (uint8_t *)out, count, done, event);
}

sortid_status sortid_ksuid_generator_fill_text(sortid_ksuid_generator *generator, char *text,
                                               size_t capacity, size_t *written, size_t count,
                                               int separator, sortid_event *event)
{
    const struct text_room room = {text, capacity, written, separator};
    return sortid_generator_fill_texts(GENERATOR_OF(&generator->base), &sortid_format_ksuid, &room,
                                       count, event);
}

sortid_status sortid_ksuid_new(sortid_ksuid *out, sortid_event *event)
{
    return ksuid_new_id(out->bytes, event);
}

sortid_status sortid_ksuid_new_text(char text[SORTID_KSUID_TEXT_SIZE], sortid_event *event)
{
    sortid_ksuid id;
    sortid_status status = sortid_ksuid_new(&id, event);
    if (status != SORTID_OK)
        return status;
    sortid_ksuid_print(text, &id);
    return SORTID_OK;
}

sortid_status sortid_ksuid_fill(sortid_ksuid *out, size_t count, size_t *done, sortid_event *event)
{
    return sortid_generator_fill_default(&sortid_generate_ops_ksuid, (uint8_t *)out, count, done,
                                         event);
}

sortid_status sortid_ksuid_fill_text(char *text, size_t capacity, size_t *written, size_t count,
                                     int separator, sortid_event *event)
{
    return sortid_generator_fill_default_text(&sortid_generate_ops_ksuid, text, capacity, written,
                                              count, separator, event);
}

sortid_status sortid_ksuid_new_at(sortid_ksuid *out, uint64_t unix_ms)
{
    return sortid_new_at(&sortid_format_ksuid, out->bytes, unix_ms);
}

const struct generator_ops sortid_generator_ops_ksuid = {
    .next = ksuid_next,
    .new_id = PRIVATE_ONLY ? NULL : ksuid_new_id,
};
