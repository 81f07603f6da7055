/* SPDX-License-Identifier: MIT */
/* generator/ulid.c: the generators of ulid, of every kind: what the general code asks of the format,
 * and its typed functions, whose calls only count on inline. What is special about the format is in
 * generate/ulid.h. */
#include "../generate/ulid.h"
#include "default.h"
#include "fill.h"
#include "private.h"
#include "shared.h"

/* ---- Operations ----------------------------------------------------------------------------- */

static const struct timeline *timeline_of(const struct machine *machine)
{
    (void)machine;
    return &ULID_TIMELINE;
}

static uint32_t coarsest_us(const struct machine *machine)
{
    (void)machine;
    return UINT32_MAX;
}

static bool is_stateless(const struct machine *machine)
{
    return machine->format.ulid.stateless;
}

static bool counter_fits(const struct machine *machine, const struct state *state)
{
    (void)machine, (void)state;
    return true;
}

static uint64_t parameters(const struct machine *machine)
{
    (void)machine;
    return 0;
}

static void from_parameters(struct machine *machine, uint64_t parameters)
{
    (void)machine, (void)parameters;
}

static sortid_status next(struct generator *g, uint8_t *id, sortid_event *event);
static sortid_status new_id(uint8_t *id, sortid_event *event);
static sortid_status new_fill(uint8_t *ids, size_t count, size_t *done, sortid_event *event);

const struct generator_ops sortid_generator_ops_ulid = {
    .format = &sortid_format_ulid,
    .wide = true,
    .last_id_size = 16,
    .configure = ulid_configure,
    .next_slow = ulid_next_slow,
    .batch = ulid_batch,
    .batch_room = ulid_batch_room,
    .pack = ulid_pack,
    .unpack = ulid_unpack,
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

#define OPS (&sortid_generator_ops_ulid)

static const struct shared_path SHARED_PATH = {sizeof(sortid_ulid), true,           ulid_pack,
                                               ulid_unpack,         ulid_can_count, ulid_next_fast};

/* ---- Private and shared generators ------------------------------------------------------------- */

sortid_status sortid_ulid_generator_init(sortid_ulid_generator *generator,
                                         const sortid_options *options,
                                         const sortid_sources *sources)
{
    return sortid_generator_init_private(GENERATOR_OF(&generator->base), OPS, options, sources);
}

static sortid_status next(struct generator *g, uint8_t *id, sortid_event *event)
{
    if (is_generator(g, FORMAT_ULID, KIND_PRIVATE))
        return private_next(g, id, sizeof(sortid_ulid), event, &g->sources, ulid_can_count,
                            ulid_next_fast, OPS);
    if (is_generator(g, FORMAT_ULID, KIND_SHARED))
        return shared_next(SHARED_OF(g), id, event, &SHARED_PATH);
    return sortid_generator_refuse(g);
}

sortid_status sortid_ulid_generator_next(sortid_ulid_generator *generator, sortid_ulid *out,
                                         sortid_event *event)
{
    return next(GENERATOR_OF(&generator->base), out->bytes, event);
}

sortid_status sortid_ulid_generator_fill(sortid_ulid_generator *generator, sortid_ulid *out,
                                         size_t count, size_t *done, sortid_event *event)
{
    return sortid_generator_fill_ids(GENERATOR_OF(&generator->base), OPS->format, (uint8_t *)out,
                                     count, done, event);
}

sortid_status sortid_ulid_generator_fill_text(sortid_ulid_generator *generator, char *text,
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
    return default_next(id, sizeof(sortid_ulid), event, FORMAT_ULID, ulid_can_count, ulid_next_fast,
                        OPS);
}

sortid_status sortid_ulid_new(sortid_ulid *out, sortid_event *event)
{
    return default_next(out->bytes, sizeof *out, event, FORMAT_ULID, ulid_can_count, ulid_next_fast,
                        OPS);
}

sortid_status sortid_ulid_new_text(char text[SORTID_ULID_TEXT_SIZE], sortid_event *event)
{
    sortid_ulid id;
    sortid_status status = sortid_ulid_new(&id, event);
    if (status == SORTID_OK)
        sortid_ulid_print(text, &id);
    return status;
}

static sortid_status new_fill(uint8_t *ids, size_t count, size_t *done, sortid_event *event)
{
    return sortid_generator_fill_default(OPS, ids, count, done, event);
}

sortid_status sortid_ulid_fill(sortid_ulid *out, size_t count, size_t *done, sortid_event *event)
{
    return new_fill((uint8_t *)out, count, done, event);
}

sortid_status sortid_ulid_fill_text(char *text, size_t capacity, size_t *written, size_t count,
                                    int separator, sortid_event *event)
{
    return sortid_generator_fill_default_text(OPS, text, capacity, written, count, separator,
                                              event);
}
