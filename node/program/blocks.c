/* SPDX-License-Identifier: MIT */
/* blocks.c: see blocks.h. A generator reads the time of the request from a variable, so all IDs of a block
 * are of one tick unless its counter is full, and the block ends there. */
#include "blocks.h"

#include <string.h>

/* How many ticks a generator may be ahead of the clock, or of the tick in which it began. */
#define AHEAD 4

struct source {
    sortid_node_reservation *reservation; /* NULL: no source */
    sortid_scru64_generator generator;
    unsigned node_size;
    uint64_t begin, tick; /* its first tick, and that of its last ID */
    bool lost;
};

static struct source sources[BLOCKS_SOURCES];
static size_t turn; /* of the next source */
static uint64_t now_us;

static sortid_status read_time(void *context, uint64_t *unix_us)
{
    (void)context;
    *unix_us = now_us;
    return SORTID_OK;
}

static bool start_generator(struct source *source)
{
    sortid_scru64_node_spec spec;
    sortid_sources from;
    sortid_node_reservation_spec(source->reservation, &spec);
    const sortid_options options = {.node = &spec,
                                    .bound = sortid_node_reservation_bound(source->reservation)};
    sortid_sources_default(&from);
    from.clock = (sortid_clock){read_time, NULL, 1000};
    source->node_size = spec.node_id_size;
    source->begin = sortid_scru64_unix_ms(&spec.last) / SORTID_SCRU64_TICK_MS + 1;
    source->tick = 0;
    source->lost = false;
    return sortid_scru64_generator_init(&source->generator, &options, &from) == SORTID_OK;
}

bool blocks_add(sortid_node_reservation *reservation)
{
    struct source *free_source = NULL;
    for (size_t i = 0; i < BLOCKS_SOURCES && free_source == NULL; i++)
        if (sources[i].reservation == NULL)
            free_source = &sources[i];
    if (free_source == NULL)
        return false;
    free_source->reservation = reservation;
    if (start_generator(free_source))
        return true;
    free_source->reservation = NULL;
    return false;
}

/* How long until the source is near enough to the clock again; 0: it is. */
static uint64_t ahead_ms(const struct source *source)
{
    uint64_t now = now_us / 1000 / SORTID_SCRU64_TICK_MS;
    uint64_t last = (now > source->begin ? now : source->begin) + AHEAD;
    if (source->tick < last)
        return 0;
    return (source->tick - AHEAD + 1) * SORTID_SCRU64_TICK_MS - now_us / 1000;
}

/* Makes the IDs after the first one of a block, as many as its tick has. */
static sortid_status make_rest(struct block *out, struct source *source, uint32_t most)
{
    static sortid_scru64 rest[BLOCKS_IDS];
    uint32_t counter;
    size_t done = 0;
    sortid_status status = sortid_scru64_split(NULL, &counter, &out->first, source->node_size);
    uint32_t left = (UINT32_C(1) << (24 - source->node_size)) - 1 - counter;
    uint32_t wanted = most - 1 < left ? most - 1 : left;
    if (status == SORTID_OK && wanted > 0)
        status = sortid_scru64_generator_fill(&source->generator, rest, wanted, &done, NULL);
    out->count = 1 + (uint32_t)done;
    source->tick = sortid_scru64_unix_ms(&out->first) / SORTID_SCRU64_TICK_MS;
    return status;
}

static enum block_result make_from(struct block *out, uint64_t *wait_ms, struct source *source,
                                   uint32_t most)
{
    *wait_ms = ahead_ms(source);
    if (*wait_ms > 0)
        return BLOCK_BUSY;
    sortid_status status = sortid_scru64_generator_next(&source->generator, &out->first, NULL);
    if (status == SORTID_OK)
        return make_rest(out, source, most) == SORTID_OK ? BLOCK_MADE : BLOCK_NONE;
    source->lost = status == SORTID_RESERVATION_LOST;
    return source->lost ? BLOCK_NONE : BLOCK_LATE;
}

enum block_result blocks_make(struct block *out, uint64_t *wait_ms, uint32_t most, uint64_t unix_us)
{
    enum block_result best = BLOCK_NONE;
    *wait_ms = UINT64_MAX;
    now_us = unix_us;
    for (size_t i = 0; i < BLOCKS_SOURCES; i++) {
        uint64_t wait;
        struct source *source = &sources[turn++ % BLOCKS_SOURCES];
        if (source->reservation == NULL || source->lost)
            continue;
        enum block_result result = make_from(out, &wait, source, most);
        if (result == BLOCK_MADE)
            return BLOCK_MADE;
        if (result == BLOCK_BUSY && wait < *wait_ms)
            *wait_ms = wait;
        best = result < best ? result : best;
    }
    return best;
}

uint64_t blocks_ids_of_tick(void)
{
    uint64_t ids = 0;
    for (size_t i = 0; i < BLOCKS_SOURCES; i++)
        if (sources[i].reservation != NULL && !sources[i].lost)
            ids += UINT64_C(1) << (24 - sources[i].node_size);
    return ids;
}

static sortid_node_reservation *take(bool any)
{
    for (size_t i = 0; i < BLOCKS_SOURCES; i++) {
        sortid_node_reservation *reservation = sources[i].reservation;
        if (reservation == NULL || !(any || sources[i].lost))
            continue;
        sources[i].reservation = NULL;
        return reservation;
    }
    return NULL;
}

sortid_node_reservation *blocks_take_lost(void)
{
    return take(false);
}

sortid_node_reservation *blocks_take_any(void)
{
    return take(true);
}
