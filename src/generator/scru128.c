/* SPDX-License-Identifier: MIT */
/* generator/scru128.c: the public functions that make IDs of scru128, with generators of every kind. Where a
 * call only counts on, it is inline; everything else is the work of the files that it includes. What is
 * special about the format is in generate/scru128.h. */
#include "../generate/scru128.h"
#include "default.h"
#include "fill.h"
#include "private.h"
#include "shared.h"

#define DRAWS true /* for each ID */

static const struct shared_path SHARED_PATH = {sizeof(sortid_scru128), true,
                                               scru128_pack,           scru128_unpack,
                                               scru128_can_count,      scru128_next_fast};

/* ---- Private and shared generators ------------------------------------------------------------- */

sortid_status sortid_scru128_generator_init(sortid_scru128_generator *generator,
                                            const sortid_options *options,
                                            const sortid_sources *sources)
{
    return sortid_generator_init(&generator->base, &sortid_format_scru128, options, sources);
}

static OUT_OF_LINE sortid_status next_of_private(struct generator *g, uint8_t *id,
                                                 sortid_event *event)
{
    return private_next(g, id, sizeof(sortid_scru128), event, &g->sources, scru128_can_count,
                        scru128_next_fast);
}

static OUT_OF_LINE sortid_status next_of_published(struct generator *g, uint8_t *id,
                                                   sortid_event *event)
{
    if (private_next_published(g, id, sizeof(sortid_scru128), event, DRAWS, scru128_can_count,
                               scru128_next_fast))
        return SORTID_OK;
    return next_of_private(g, id, event);
}

static OUT_OF_LINE sortid_status next_of_shared(struct generator *g, uint8_t *id,
                                                sortid_event *event)
{
    return shared_next(SHARED_OF(g), id, event, &SHARED_PATH);
}

static OUT_OF_LINE sortid_status next_of_shared_published(struct generator *g, uint8_t *id,
                                                          sortid_event *event)
{
    if (shared_next_published(SHARED_OF(g), id, event, DRAWS, &SHARED_PATH))
        return SORTID_OK;
    return next_of_shared(g, id, event);
}

/* Leaves by a jump, so that no call saves the registers of another. */
static INLINED sortid_status next(struct generator *g, uint8_t *id, sortid_event *event)
{
    uint64_t kind = kind_of(g, FORMAT_SCRU128);
    if (kind == KIND_PRIVATE)
        return is_published(g, DRAWS) ? next_of_published(g, id, event)
                                      : next_of_private(g, id, event);
    if (PRIVATE_ONLY || kind != KIND_SHARED)
        return sortid_generator_refuse(g);
    return is_published(g, DRAWS) ? next_of_shared_published(g, id, event)
                                  : next_of_shared(g, id, event);
}

sortid_status sortid_scru128_generator_next(sortid_scru128_generator *generator,
                                            sortid_scru128 *out, sortid_event *event)
{
    return next(GENERATOR_OF(&generator->base), out->bytes, event);
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

/* ---- The default generator ------------------------------------------------------------------------ */

static OUT_OF_LINE sortid_status new_in_general(uint8_t *id, sortid_event *event)
{
    return default_next(id, sizeof(sortid_scru128), event, FORMAT_SCRU128, scru128_can_count,
                        scru128_next_fast);
}

static INLINED sortid_status new_id(uint8_t *id, sortid_event *event)
{
    if (default_next_inline(id, sizeof(sortid_scru128), event, FORMAT_SCRU128, DRAWS,
                            scru128_can_count, scru128_next_fast))
        return SORTID_OK;
    return new_in_general(id, event);
}

sortid_status sortid_scru128_new(sortid_scru128 *out, sortid_event *event)
{
    return new_id(out->bytes, event);
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
    return sortid_generator_fill_default(&sortid_format_scru128, (uint8_t *)out, count, done,
                                         event);
}

sortid_status sortid_scru128_fill_text(char *text, size_t capacity, size_t *written, size_t count,
                                       int separator, sortid_event *event)
{
    return sortid_generator_fill_default_text(&sortid_format_scru128, text, capacity, written,
                                              count, separator, event);
}

const struct generator_ops sortid_generator_ops_scru128 = {
    .next = next,
    .new_id = PRIVATE_ONLY ? NULL : new_id,
};
