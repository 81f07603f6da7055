/* SPDX-License-Identifier: MIT */
/* generator/scru64.c: the public functions that make IDs of scru64, with generators of every kind. Where a
 * call only counts on, it is inline; everything else is the work of the files that it includes. What is
 * special about the format is in generate/scru64.h. */
#include "../generate/scru64.h"
#include "../generate/scru64_node.h"
#include "fill.h"
#include "private.h"
#include "scru64_default.h"
#include "shared.h"

#define DRAWS false /* not for an ID that counts on */

static const struct shared_path SHARED_PATH = {
    sizeof(sortid_scru64), false, scru64_pack, scru64_unpack, scru64_can_count, scru64_next_fast};

/* ---- Private and shared generators ------------------------------------------------------------- */

sortid_status sortid_scru64_generator_init(sortid_scru64_generator *generator,
                                           const sortid_options *options,
                                           const sortid_sources *sources)
{
    return sortid_generator_init(&generator->base, &sortid_format_scru64, options, sources);
}

static OUT_OF_LINE sortid_status next_of_private(struct generator *g, uint8_t *id,
                                                 sortid_event *event)
{
    return private_next(g, id, sizeof(sortid_scru64), event, &g->sources, scru64_can_count,
                        scru64_next_fast);
}

static OUT_OF_LINE sortid_status next_of_published(struct generator *g, uint8_t *id,
                                                   sortid_event *event)
{
    if (private_next_published(g, id, sizeof(sortid_scru64), event, DRAWS, scru64_can_count,
                               scru64_next_fast))
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
    uint64_t kind = kind_of(g, FORMAT_SCRU64);
    if (kind == KIND_PRIVATE)
        return is_published(g, DRAWS) ? next_of_published(g, id, event)
                                      : next_of_private(g, id, event);
    if (PRIVATE_ONLY || kind != KIND_SHARED)
        return sortid_generator_refuse(g);
    return is_published(g, DRAWS) ? next_of_shared_published(g, id, event)
                                  : next_of_shared(g, id, event);
}

sortid_status sortid_scru64_generator_next(sortid_scru64_generator *generator, sortid_scru64 *out,
                                           sortid_event *event)
{
    return next(GENERATOR_OF(&generator->base), out->bytes, event);
}

sortid_status sortid_scru64_generator_fill(sortid_scru64_generator *generator, sortid_scru64 *out,
                                           size_t count, size_t *done, sortid_event *event)
{
    return sortid_generator_fill_ids(GENERATOR_OF(&generator->base), &sortid_format_scru64,
                                     (uint8_t *)out, count, done, event);
}

sortid_status sortid_scru64_generator_fill_text(sortid_scru64_generator *generator, char *text,
                                                size_t capacity, size_t *written, size_t count,
                                                int separator, sortid_event *event)
{
    const struct text_room room = {text, capacity, written, separator};
    return sortid_generator_fill_texts(GENERATOR_OF(&generator->base), &sortid_format_scru64, &room,
                                       count, event);
}

/* ---- The node ----------------------------------------------------------------------------------- */

sortid_status sortid_generator_set_node(sortid_generator *generator,
                                        const sortid_scru64_node_spec *node)
{
    struct generator *g = GENERATOR_OF(generator);
    uint32_t epoch;
    if (!is_private(g, FORMAT_SCRU64))
        return sortid_generator_refuse(g);
    if (!busy_enter(&g->busy))
        return SORTID_BUSY;
    sortid_status status = notice_fork(g, &epoch);
    if (status == SORTID_OK)
        status = sortid_generate_scru64_set_node(&g->machine, node);
    busy_leave(&g->busy);
    return status;
}

sortid_status sortid_generator_node(const sortid_generator *generator, sortid_scru64_node_spec *out)
{
    const struct generator *g = (const struct generator *)(const void *)generator->opaque;
    if (!is_private(g, FORMAT_SCRU64))
        return sortid_generator_refuse(g);
    if (g->busy)
        return SORTID_BUSY;
    if ((g->machine.state.flags & STATE_FORKED) != 0 || !epoch_is(g->epoch))
        return SORTID_FORKED;
    sortid_generate_scru64_node_spec(out, &g->machine);
    return SORTID_OK;
}

const struct generator_ops sortid_generator_ops_scru64 = {
    .next = next,
    .new_id = PRIVATE_ONLY ? NULL : sortid_generator_new_scru64,
    .new_fill = PRIVATE_ONLY ? NULL : sortid_generator_new_fill_scru64,
};
