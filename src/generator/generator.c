/* SPDX-License-Identifier: MIT */
/* generator/generator.c: how generators know themselves, and the calls that work by format. The
 * typed calls, with their inline paths, are in the files of the formats. */
#include "generator.h"
#include "default.h"
#include "fill.h"
#include "private.h"
#include "shared.h"

_Static_assert(sizeof(struct shared_generator) <= sizeof(sortid_generator),
               "a generator outgrew its storage");

sortid_status sortid_generator_refuse(const struct generator *g)
{
    if (g->magic != GENERATOR_MAGIC)
        return SORTID_NOT_INITIALIZED;
    if (g->self != g)
        return SORTID_MOVED;
    return g->kind == KIND_CLOSED ? SORTID_CLOSED : SORTID_WRONG_FORMAT;
}

sortid_status sortid_generator_check(const struct generator *g)
{
    bool is_whole = g->magic == GENERATOR_MAGIC && g->self == g && g->kind != KIND_CLOSED &&
                    kind_of(g, g->ops->format->number) == g->kind;
    return is_whole ? SORTID_OK : sortid_generator_refuse(g);
}

void sortid_generator_start(struct generator *place, const struct generator *prepared, size_t size,
                            const struct machine_ops *ops, enum generator_kind kind)
{
    *(volatile uint64_t *)&place->tag = 0;
    atomic_signal_fence(memory_order_seq_cst);
    memcpy(place, prepared, size);
    place->ops = ops;
    place->magic = GENERATOR_MAGIC;
    place->self = place;
    place->kind = (uint32_t)kind;
    atomic_signal_fence(memory_order_seq_cst);
    *(volatile uint64_t *)&place->tag = tag_of(place, ops->format->number, kind);
}

sortid_status sortid_generator_sources(sortid_sources *out, const sortid_sources *sources,
                                       uint32_t coarsest_us)
{
    if (sources != NULL) {
        *out = *sources;
    } else {
        sortid_sources_default(out);
        if (out->clock.resolution_us > coarsest_us)
            sortid_clock_exact(&out->clock);
    }
    bool complete = out->clock.read != NULL && out->random.fill != NULL && out->sleep.sleep != NULL;
    uint64_t resolution = out->clock.resolution_us;
    bool fine = resolution != 0 && resolution <= coarsest_us;
    return complete && fine ? SORTID_OK : SORTID_BAD_OPTION;
}

/* ---- Calls by format ------------------------------------------------------------------------------ */

sortid_status sortid_generator_next(sortid_generator *generator, uint8_t *id, sortid_event *event)
{
    struct generator *g = GENERATOR_OF(generator);
    sortid_status status = sortid_generator_check(g);
    return status == SORTID_OK ? sortid_generator_ops_of(g->ops->format)->next(g, id, event)
                               : status;
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

void sortid_generator_close(sortid_generator *generator)
{
    struct generator *g = GENERATOR_OF(generator);
    if (sortid_generator_check(g) != SORTID_OK)
        return;
    bool is_shared = !PRIVATE_ONLY && g->kind == KIND_SHARED;
    *(volatile uint64_t *)&g->tag = 0;
    atomic_signal_fence(memory_order_seq_cst);
    g->kind = KIND_CLOSED;
    if (is_shared)
        sortid_generator_leave(SHARED_OF(g));
}

sortid_status sortid_new(const sortid_format *format, uint8_t *id, sortid_event *event)
{
    return sortid_generator_ops_of(format)->new_id(id, event);
}

sortid_status sortid_new_fill(const sortid_format *format, uint8_t *ids, size_t count, size_t *done,
                              sortid_event *event)
{
    const struct generator_ops *ops = sortid_generator_ops_of(format);
    if (ops->new_fill != NULL)
        return ops->new_fill(ids, count, done, event);
    return sortid_generator_fill_default(format, ids, count, done, event);
}
