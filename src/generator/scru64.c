/* SPDX-License-Identifier: MIT */
/* generator/scru64.c: the generators of scru64, of every kind: what the general code asks of the format,
 * and its typed functions, whose calls only count on inline. What is special about the format is in
 * generate/scru64.h. */
#include "../generate/scru64.h"
#include "../generate/scru64_node.h"
#include "fill.h"
#include "private.h"
#include "scru64_default.h"
#include "shared.h"

/* ---- Operations ----------------------------------------------------------------------------- */

static const struct timeline *timeline_of(const struct machine *machine)
{
    (void)machine;
    return &SCRU64_TIMELINE;
}

static uint32_t coarsest_us(const struct machine *machine)
{
    (void)machine;
    return UINT32_MAX;
}

static bool is_stateless(const struct machine *machine)
{
    (void)machine;
    return false;
}

static bool counter_fits(const struct machine *machine, const struct state *state)
{
    (void)machine, (void)state;
    return true;
}

/* The node: node id 24 bits | its size 5. All generators on a state have the same. */
static uint64_t parameters(const struct machine *machine)
{
    return (uint64_t)machine->format.scru64.node_id << 5 | machine->format.scru64.node_id_size;
}

static void from_parameters(struct machine *machine, uint64_t parameters)
{
    machine->format.scru64.node_id = (uint32_t)(parameters >> 5 & 0xffffff);
    machine->format.scru64.node_id_size = (uint8_t)(parameters & 31);
}

static sortid_status next(struct generator *g, uint8_t *id, sortid_event *event);

const struct generator_ops sortid_generator_ops_scru64 = {
    .format = &sortid_format_scru64,
    .wide = false,
    .last_id_size = 8,
    .configure = sortid_generate_scru64_configure,
    .next_slow = scru64_next_slow,
    .batch = scru64_batch,
    .batch_room = scru64_batch_room,
    .pack = scru64_pack,
    .unpack = scru64_unpack,
    .timeline = timeline_of,
    .coarsest_us = coarsest_us,
    .is_stateless = is_stateless,
    .counter_fits = counter_fits,
    .parameters = parameters,
    .from_parameters = from_parameters,
    .next = next,
    .new_id = sortid_generator_new_scru64,
    .new_fill = sortid_generator_new_fill_scru64,
};

#define OPS (&sortid_generator_ops_scru64)

static const struct shared_path SHARED_PATH = {
    sizeof(sortid_scru64), false, scru64_pack, scru64_unpack, scru64_can_count, scru64_next_fast};

/* ---- Private and shared generators ------------------------------------------------------------- */

sortid_status sortid_scru64_generator_init(sortid_scru64_generator *generator,
                                           const sortid_options *options,
                                           const sortid_sources *sources)
{
    return sortid_generator_init_private(GENERATOR_OF(&generator->base), OPS, options, sources);
}

static sortid_status next(struct generator *g, uint8_t *id, sortid_event *event)
{
    if (is_generator(g, FORMAT_SCRU64, KIND_PRIVATE))
        return private_next(g, id, sizeof(sortid_scru64), event, &g->sources, scru64_can_count,
                            scru64_next_fast, OPS);
    if (is_generator(g, FORMAT_SCRU64, KIND_SHARED))
        return shared_next(SHARED_OF(g), id, event, &SHARED_PATH);
    return sortid_generator_refuse(g);
}

sortid_status sortid_scru64_generator_next(sortid_scru64_generator *generator, sortid_scru64 *out,
                                           sortid_event *event)
{
    return next(GENERATOR_OF(&generator->base), out->bytes, event);
}

sortid_status sortid_scru64_generator_fill(sortid_scru64_generator *generator, sortid_scru64 *out,
                                           size_t count, size_t *done, sortid_event *event)
{
    return sortid_generator_fill_ids(GENERATOR_OF(&generator->base), OPS->format, (uint8_t *)out,
                                     count, done, event);
}

sortid_status sortid_scru64_generator_fill_text(sortid_scru64_generator *generator, char *text,
                                                size_t capacity, size_t *written, size_t count,
                                                int separator, sortid_event *event)
{
    const struct text_room room = {text, capacity, written, separator};
    return sortid_generator_fill_texts(GENERATOR_OF(&generator->base), OPS->format, &room, count,
                                       event);
}

/* ---- The node ----------------------------------------------------------------------------------- */

sortid_status sortid_generator_set_node(sortid_generator *generator,
                                        const sortid_scru64_node_spec *node)
{
    struct generator *g = GENERATOR_OF(generator);
    uint32_t epoch;
    if (!is_generator(g, FORMAT_SCRU64, KIND_PRIVATE))
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
    if (!is_generator(g, FORMAT_SCRU64, KIND_PRIVATE))
        return sortid_generator_refuse(g);
    if (g->busy)
        return SORTID_BUSY;
    if ((g->machine.state.flags & STATE_FORKED) != 0 || !epoch_is(g->epoch))
        return SORTID_FORKED;
    sortid_generate_scru64_node_spec(out, &g->machine);
    return SORTID_OK;
}
