/* SPDX-License-Identifier: MIT */
/* generator/scru160.c: the generators of scru160, of every kind: what the general code asks of the format,
 * and its typed functions, whose calls only count on inline. What is special about the format is in
 * generate/scru160.h. */
#include "../generate/scru160.h"
#include "default.h"
#include "fill.h"
#include "private.h"
#include "shared.h"

/* ---- Operations ----------------------------------------------------------------------------- */

static const struct timeline *timeline_of(const struct machine *machine)
{
    return scru160_timeline_of(machine);
}

static uint32_t coarsest_us(const struct machine *machine)
{
    return machine->format.scru160.microseconds ? 1 : UINT32_MAX;
}

static bool is_stateless(const struct machine *machine)
{
    (void)machine;
    return false;
}

static bool counter_fits(const struct machine *machine, const struct state *state)
{
    return state->counter >> machine->format.scru160.counter_bits == 0;
}

/* Where the counter is, and how large; not the node id, which no packed state holds: extension 5
 * bits | bits of the node id 5 | microseconds 1. */
static uint64_t parameters(const struct machine *machine)
{
    return (uint64_t)machine->format.scru160.extension_bits << 6 |
           (uint64_t)machine->format.scru160.node_bits << 1 | machine->format.scru160.microseconds;
}

static void from_parameters(struct machine *machine, uint64_t parameters)
{
    bool microseconds = (parameters & 1) != 0;
    machine->format.scru160.microseconds = microseconds;
    machine->format.scru160.counter_bits =
        (uint8_t)((microseconds ? SUBCOUNTER_BITS : COUNTER_BITS) + (parameters >> 6 & 31));
}

static sortid_status next(struct generator *g, uint8_t *id, sortid_event *event);
static sortid_status new_id(uint8_t *id, sortid_event *event);
static sortid_status new_fill(uint8_t *ids, size_t count, size_t *done, sortid_event *event);

const struct generator_ops sortid_generator_ops_scru160 = {
    .format = &sortid_format_scru160,
    .wide = true,
    .last_id_size = 0,
    .configure = scru160_configure,
    .next_slow = scru160_next_slow,
    .batch = scru160_batch,
    .batch_room = scru160_batch_room,
    .pack = scru160_pack,
    .unpack = scru160_unpack,
    .timeline = timeline_of,
    .coarsest_us = coarsest_us,
    .is_stateless = is_stateless,
    .counter_fits = counter_fits,
    .parameters = parameters,
    .from_parameters = from_parameters,
    .next = next,
    .new_id = new_id,
    .new_fill = new_fill,
};

#define OPS (&sortid_generator_ops_scru160)

static const struct shared_path SHARED_PATH = {sizeof(sortid_scru160), true,
                                               scru160_pack,           scru160_unpack,
                                               scru160_can_count,      scru160_next_fast};

/* ---- Private and shared generators ------------------------------------------------------------- */

sortid_status sortid_scru160_generator_init(sortid_scru160_generator *generator,
                                            const sortid_options *options,
                                            const sortid_sources *sources)
{
    return sortid_generator_init_private(GENERATOR_OF(&generator->base), OPS, options, sources);
}

static sortid_status next(struct generator *g, uint8_t *id, sortid_event *event)
{
    if (is_generator(g, FORMAT_SCRU160, KIND_PRIVATE))
        return private_next(g, id, sizeof(sortid_scru160), event, &g->sources, scru160_can_count,
                            scru160_next_fast, OPS);
    if (is_generator(g, FORMAT_SCRU160, KIND_SHARED))
        return shared_next(SHARED_OF(g), id, event, &SHARED_PATH);
    return sortid_generator_refuse(g);
}

sortid_status sortid_scru160_generator_next(sortid_scru160_generator *generator,
                                            sortid_scru160 *out, sortid_event *event)
{
    return next(GENERATOR_OF(&generator->base), out->bytes, event);
}

sortid_status sortid_scru160_generator_fill(sortid_scru160_generator *generator,
                                            sortid_scru160 *out, size_t count, size_t *done,
                                            sortid_event *event)
{
    return sortid_generator_fill_ids(GENERATOR_OF(&generator->base), OPS->format, (uint8_t *)out,
                                     count, done, event);
}

sortid_status sortid_scru160_generator_fill_text(sortid_scru160_generator *generator, char *text,
                                                 size_t capacity, size_t *written, size_t count,
                                                 int separator, sortid_event *event)
{
    const struct text_room room = {text, capacity, written, separator};
    return sortid_generator_fill_texts(GENERATOR_OF(&generator->base), OPS->format, &room, count,
                                       event);
}

/* ---- The default generator ------------------------------------------------------------------------ */

static sortid_status new_id(uint8_t *id, sortid_event *event)
{
    return default_next(id, sizeof(sortid_scru160), event, FORMAT_SCRU160, scru160_can_count,
                        scru160_next_fast, OPS);
}

sortid_status sortid_scru160_new(sortid_scru160 *out, sortid_event *event)
{
    return default_next(out->bytes, sizeof *out, event, FORMAT_SCRU160, scru160_can_count,
                        scru160_next_fast, OPS);
}

sortid_status sortid_scru160_new_text(char text[SORTID_SCRU160_TEXT_SIZE], sortid_event *event)
{
    sortid_scru160 id;
    sortid_status status = sortid_scru160_new(&id, event);
    if (status == SORTID_OK)
        sortid_scru160_print(text, &id);
    return status;
}

static sortid_status new_fill(uint8_t *ids, size_t count, size_t *done, sortid_event *event)
{
    return sortid_generator_fill_default(OPS, ids, count, done, event);
}

sortid_status sortid_scru160_fill(sortid_scru160 *out, size_t count, size_t *done,
                                  sortid_event *event)
{
    return new_fill((uint8_t *)out, count, done, event);
}

sortid_status sortid_scru160_fill_text(char *text, size_t capacity, size_t *written, size_t count,
                                       int separator, sortid_event *event)
{
    return sortid_generator_fill_default_text(OPS, text, capacity, written, count, separator,
                                              event);
}
