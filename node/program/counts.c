/* SPDX-License-Identifier: MIT */
/* counts.c: see counts.h. */
#include "counts.h"

#include "options.h"
#include "show.h"

#include <stddef.h>
#include <string.h>

#define ALLOWANCE_TICKS (SORTID_DEFAULT_ALLOWANCE_MS / SORTID_SCRU64_TICK_MS)

/* From when a reservation with the default allowance, which `sortid node run` has, can start at the
 * bound and at the floor of the realm. */
static uint64_t near_from_ms(const sortid_node_report *report, uint64_t bound)
{
    uint64_t first = bound > report->realm->floor ? bound : report->realm->floor;
    return show_tick_ms(first > ALLOWANCE_TICKS ? first - ALLOWANCE_TICKS : 0);
}

/* When bound and quarantine have passed. */
static uint64_t over_ms(const sortid_node_id_report *id)
{
    return show_tick_ms(id->bound) + (id->clean ? 0 : id->quarantine_ms); // < 2^47 + 2^44
}

/* The rule of sortid_node_search_free_in_ms. */
uint64_t counts_free_from_ms(const sortid_node_report *report, const sortid_node_id_report *id)
{
    uint64_t near_ms = near_from_ms(report, id->bound);
    if (id->clean || id->quarantine_ms == 0)
        return near_ms;
    return over_ms(id) > near_ms ? over_ms(id) : near_ms;
}

const char *counts_state(const sortid_node_report *report, const sortid_node_id_report *id)
{
    if (id->is_unreadable)
        return "unreadable";
    if (id->is_reserved)
        return "reserved";
    return counts_free_from_ms(report, id) <= report->store_unix_ms ? "free" : "blocked";
}

const sortid_node_pool *counts_find_pool(const sortid_node_report *report,
                                         const sortid_node_id_report *id)
{
    for (size_t i = 0; i < report->realm->pool_count; i++) {
        const sortid_node_pool *pool = &report->realm->pools[i];
        if (pool->size == id->node_id_size && pool->first <= id->node_id &&
            id->node_id <= pool->last)
            return pool;
    }
    return NULL;
}

const sortid_node_pool *counts_open_part(const sortid_node_report *report,
                                         const sortid_node_pool *pool)
{
    const sortid_node_realm *realm = report->realm;
    if (realm->size < offsetof(sortid_node_realm, open) + sizeof realm->open || realm->open == NULL)
        return NULL;
    const sortid_node_pool *open = &realm->open[pool - realm->pools];
    return open->first == pool->first && open->last == pool->last ? NULL : open;
}

static uint32_t size_of(const sortid_node_pool *pool)
{
    return pool->first <= pool->last ? pool->last - pool->first + 1 : 0;
}

/* Adds an id that has a record. */
static void add(struct counts *counts, const sortid_node_report *report,
                const sortid_node_id_report *id, bool is_removed)
{
    bool blocked = *counts_state(report, id) == 'b';
    counts->used++;
    counts->used_open += !is_removed;
    if (id->is_unreadable) {
        counts->unreadable++;
        counts->blocked++;
    } else if (id->is_reserved) {
        counts->reserved++;
        counts->overdue += show_tick_ms(id->bound) <= report->store_unix_ms;
        if (counts->soonest_bound == 0 || id->bound < counts->soonest_bound)
            counts->soonest_bound = id->bound;
    } else {
        uint64_t free_ms = counts_free_from_ms(report, id);
        counts->unclean += blocked && !id->clean;
        if (blocked && !id->clean && counts->unclean_until < free_ms)
            counts->unclean_until = free_ms;
        counts->blocked += blocked || is_removed;
    }
}

/* Adds the ids without a record that nobody can reserve. */
static void add_unused(struct counts *counts, const sortid_node_report *report,
                       const sortid_node_pool *open)
{
    uint32_t unused = counts->all - counts->used;
    if (near_from_ms(report, 0) > report->store_unix_ms) {
        counts->blocked += unused;
    } else if (open != NULL) {
        counts->blocked += unused - (size_of(open) - counts->used_open);
    }
}

struct removal counts_of_removal(const sortid_node_report *report, const sortid_node_pool *pool,
                                 const sortid_node_pool *remains)
{
    struct removal removal = {.ids = size_of(pool) - size_of(remains)};
    for (size_t i = 0; i < report->id_count; i++) {
        const sortid_node_id_report *id = report->ids[i];
        if (counts_find_pool(report, id) != pool ||
            (remains->first <= id->node_id && id->node_id <= remains->last))
            continue;
        bool blocked = !id->is_reserved && over_ms(id) > report->store_unix_ms;
        removal.reserved += id->is_reserved;
        removal.blocked += blocked;
        if (blocked && removal.until_ms < over_ms(id))
            removal.until_ms = over_ms(id);
    }
    return removal;
}

const struct counts *counts_of_pools(const sortid_node_report *report)
{
    static struct counts counts[POOLS_MAX];
    const sortid_node_realm *realm = report->realm;
    memset(counts, 0, sizeof counts);
    for (size_t i = 0; i < report->id_count; i++) {
        const sortid_node_pool *pool = counts_find_pool(report, report->ids[i]);
        const sortid_node_pool *open = pool != NULL ? counts_open_part(report, pool) : NULL;
        uint32_t node_id = report->ids[i]->node_id;
        if (pool != NULL)
            add(&counts[pool - realm->pools], report, report->ids[i],
                open != NULL && (node_id < open->first || node_id > open->last));
    }
    for (size_t i = 0; i < realm->pool_count; i++) {
        const sortid_node_pool *pool = &realm->pools[i];
        counts[i].all = size_of(pool);
        add_unused(&counts[i], report, counts_open_part(report, pool));
        counts[i].free = counts[i].all - counts[i].reserved - counts[i].blocked;
    }
    return counts;
}
