/* SPDX-License-Identifier: MIT */
/* blocks.c: see serve.h. A generator reads the time of the request from a variable, so all IDs of a
 * block are of one tick unless its counter is full, and the block ends there. */
#include "serve.h"

/* How many ticks a generator may be ahead of the clock. A reservation may begin later than that: the
 * agent acquires with the allowance of all other programs, which would always be faster otherwise,
 * and then waits. */
#define AHEAD 4

/* How many ticks ahead of the clock a worker number may be used: 10 s. */
#define WORKER_AHEAD 40

struct source {
    sortid_node_reservation *reservation; /* NULL: no source */
    sortid_scru64_generator generator;
    uint32_t node_id, node_size;
    uint64_t tick;        /* of its last ID, or the last one before the reservation */
    uint64_t from, until; /* the ticks that a worker may use */
    uint64_t worker;      /* the connection that has its number; 0: it is for blocks */
    bool lost;
};

static struct source sources[BLOCKS_SOURCES];
static size_t turn; /* of the next source */
static uint64_t now_us;
static uint64_t failed_before; /* renewals of reservations that were taken from here */

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
    const sortid_options options = {.node = spec,
                                    .bound = *sortid_node_reservation_bound(source->reservation)};
    sortid_sources_default(&from);
    from.clock = (sortid_clock){read_time, NULL, 1000};
    source->node_id = spec.node_id;
    source->node_size = spec.node_id_size;
    source->tick = sortid_scru64_unix_ms(&spec.last) / SORTID_SCRU64_TICK_MS;
    source->until = source->worker = 0;
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

/* How long until the source is near enough to the clock again, and no worker may use the tick; 0: it
 * is. */
static uint64_t ahead_ms(const struct source *source)
{
    uint64_t now = now_us / 1000 / SORTID_SCRU64_TICK_MS;
    if (source->until > now)
        return source->until * SORTID_SCRU64_TICK_MS - now_us / 1000;
    if (source->tick < now + AHEAD)
        return 0;
    return (source->tick - AHEAD + 1) * SORTID_SCRU64_TICK_MS - now_us / 1000;
}

/* Makes the IDs after the first one of a block, as many as its tick has. If the generator fails,
 * those before are the block. */
static void make_rest(struct block *out, struct source *source, uint32_t most)
{
    static sortid_scru64 rest[BLOCKS_IDS];
    uint32_t counter;
    size_t done = 0;
    uint32_t left = 0;
    if (sortid_scru64_split(NULL, &counter, &out->first, source->node_size) == SORTID_OK)
        left = (UINT32_C(1) << (24 - source->node_size)) - 1 - counter;
    uint32_t wanted = most - 1 < left ? most - 1 : left;
    if (wanted > 0)
        (void)!sortid_scru64_generator_fill(&source->generator, rest, wanted, &done, NULL);
    out->count = 1 + (uint32_t)done;
    out->node_size = source->node_size;
    source->tick = sortid_scru64_unix_ms(&out->first) / SORTID_SCRU64_TICK_MS;
}

static enum block_result make_from(struct block *out, uint64_t *wait_ms, sortid_status *why,
                                   struct source *source, uint32_t most)
{
    *wait_ms = ahead_ms(source);
    if (*wait_ms > 0)
        return BLOCK_BUSY;
    sortid_status status = sortid_scru64_generator_next(&source->generator, &out->first, NULL);
    switch (status) {
    case SORTID_OK:
        make_rest(out, source, most);
        return BLOCK_MADE;
    case SORTID_RESERVATION_LOST:
        source->lost = true;
        return BLOCK_NONE;
    case SORTID_BOUND_REACHED:
    case SORTID_BOUND_IN_USE:
        return BLOCK_LATE;
    default:
        *why = status;
        return BLOCK_FAILED;
    }
}

enum block_result blocks_make(struct block *out, uint64_t *wait_ms, sortid_status *why,
                              uint32_t most, uint64_t unix_us)
{
    enum block_result best = BLOCK_NONE;
    *wait_ms = UINT64_MAX;
    now_us = unix_us;
    for (size_t i = 0; i < BLOCKS_SOURCES; i++) {
        uint64_t wait;
        struct source *source = &sources[turn++ % BLOCKS_SOURCES];
        if (source->reservation == NULL || source->lost || source->worker != 0)
            continue;
        enum block_result result = make_from(out, &wait, why, source, most);
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
        if (sources[i].reservation != NULL && !sources[i].lost && sources[i].worker == 0)
            ids += UINT64_C(1) << (24 - sources[i].node_size);
    return ids;
}

/* ---- Worker numbers ------------------------------------------------------------------------ */

/* The source whose number the connection has, else one that no connection has. NULL: none. */
static struct source *source_of(uint64_t connection)
{
    struct source *found = NULL;
    for (size_t i = 0; i < BLOCKS_SOURCES; i++) {
        struct source *source = &sources[i];
        if (source->reservation == NULL || source->lost)
            continue;
        if (source->worker == connection)
            return source;
        if (source->worker == 0 && (found == NULL || source->until < found->until))
            found = source;
    }
    return found;
}

/* Each tick is asked for: after a restore of the store the bound leaves some out. */
enum block_result blocks_number(struct number *out, uint64_t connection, uint64_t unix_us)
{
    uint64_t now = unix_us / 1000 / SORTID_SCRU64_TICK_MS;
    sortid_status status = SORTID_OK;
    struct source *source = source_of(connection);
    if (source == NULL)
        return BLOCK_NONE;
    if (source->worker != connection || source->until < now) {
        const uint64_t starts[] = {source->tick + 1, now};
        for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
            source->until = source->until > starts[i] ? source->until : starts[i];
        source->from = source->until;
        source->worker = connection;
    }
    const sortid_bound *bound = sortid_node_reservation_bound(source->reservation);
    while (source->until < now + WORKER_AHEAD &&
           (status = bound->cover(bound->context, source->until, 0)) == SORTID_OK)
        source->until++;
    source->lost = status == SORTID_RESERVATION_LOST;
    *out = (struct number){.node_id = source->node_id,
                           .from_ms = (source->from * SORTID_SCRU64_TICK_MS + 999) / 1000 * 1000,
                           .until_ms = source->until * SORTID_SCRU64_TICK_MS / 1000 * 1000};
    if (source->lost)
        return BLOCK_NONE;
    return out->until_ms > out->from_ms && out->until_ms > unix_us / 1000 ? BLOCK_MADE : BLOCK_LATE;
}

void blocks_leave(uint64_t connection)
{
    for (size_t i = 0; i < BLOCKS_SOURCES; i++)
        if (sources[i].worker == connection)
            sources[i].worker = 0;
}

/* ---- The reservations ---------------------------------------------------------------------- */

static uint64_t failed_renewals(sortid_node_reservation *reservation, bool *lost)
{
    sortid_node_deadlines times;
    sortid_node_reservation_deadlines(reservation, &times, sizeof times);
    *lost = *lost || times.lost;
    return times.failed_renewals;
}

/* Reads the result of a renewal before "lost": a loss is not a failure that may pass. */
void blocks_look(struct blocks_renewals *out)
{
    *out = (struct blocks_renewals){.failed = failed_before};
    for (size_t i = 0; i < BLOCKS_SOURCES; i++) {
        sortid_node_error error = {""};
        if (sources[i].reservation == NULL)
            continue;
        sortid_node_status status =
            sortid_node_reservation_renew(sources[i].reservation, NULL, &error);
        out->failed += failed_renewals(sources[i].reservation, &sources[i].lost);
        if (sources[i].lost)
            continue;
        out->reservations++;
        if (status != SORTID_NODE_OK)
            out->error = error;
        out->fails = out->fails || status != SORTID_NODE_OK;
    }
}

sortid_node_reservation *blocks_take(bool any)
{
    for (size_t i = 0; i < BLOCKS_SOURCES; i++) {
        sortid_node_reservation *reservation = sources[i].reservation;
        if (reservation == NULL || !(any || sources[i].lost))
            continue;
        failed_before += failed_renewals(reservation, &sources[i].lost);
        sources[i].reservation = NULL;
        return reservation;
    }
    return NULL;
}
