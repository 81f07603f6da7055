/* SPDX-License-Identifier: MIT */
/* generator/generator.c: checks the tags of generators, starts them, completes their sources. */
#include "generator.h"

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
    return complete && fine && are_zero(out->reserved, sizeof out->reserved) ? SORTID_OK
                                                                             : SORTID_BAD_OPTION;
}

/* A clock that has not moved for both has stopped. Signals may end sleeps early. */
#define STOPPED_US    1000000
#define STOPPED_WAITS 10

sortid_status sortid_generator_wait(struct waits *waits, uint64_t unix_us, uint64_t wait_us,
                                    bool for_clock, const sortid_sleep *sleep)
{
    if (!for_clock || unix_us != waits->unix_us)
        *waits = (struct waits){unix_us, 0};
    if (waits->asked_us >= STOPPED_US && waits->asked_us / STOPPED_WAITS >= wait_us)
        return SORTID_CLOCK_STOPPED;
    waits->asked_us += for_clock ? wait_us : 0;
    return sleep->sleep(sleep->context, wait_us);
}
