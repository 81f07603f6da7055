/* SPDX-License-Identifier: MIT */
/* counts.c: see counts.h. */
#include "counts.h"

#include "show.h"

#include <stddef.h>

#define ALLOWANCE_TICKS (SORTID_DEFAULT_ALLOWANCE_MS / SORTID_SCRU64_TICK_MS)

/* From when a reservation with the default allowance, which `sortid node run` has, can start at the bound
 * and at the floor of the realm. */
static uint64_t near_from_ms(const sortid_node_report *report, uint64_t bound)
{
    uint64_t first = bound > report->realm->floor ? bound : report->realm->floor;
    return show_tick_ms(first > ALLOWANCE_TICKS ? first - ALLOWANCE_TICKS : 0);
}

/* From when such a reservation can have an id that has no holder: the rule of node/acquire.c. */
uint64_t counts_free_from_ms(const sortid_node_report *report, const sortid_node_id_report *id)
{
    uint64_t near_ms = near_from_ms(report, id->bound);
    uint64_t over_ms = show_tick_ms(id->bound) + id->quarantine_ms; // < 2^47 + 2^44
    if (id->clean || id->quarantine_ms == 0)
        return near_ms;
    return over_ms > near_ms ? over_ms : near_ms;
}

const char *counts_state(const sortid_node_report *report, const sortid_node_id_report *id)
{
    if (id->is_unreadable)
        return "unreadable";
    if (id->is_reserved)
        return "reserved";
    return counts_free_from_ms(report, id) <= report->store_unix_ms ? "free" : "blocked";
}

static bool has_id(const sortid_node_pool *pool, const sortid_node_id_report *id)
{
    return pool->size == id->node_id_size && pool->first <= id->node_id &&
           id->node_id <= pool->last;
}

/* NULL: of a pool that was removed, if its record could not be deleted at once. */
const sortid_node_pool *counts_find_pool(const sortid_node_report *report,
                                         const sortid_node_id_report *id)
{
    for (size_t i = 0; i < report->realm->pool_count; i++)
        if (has_id(&report->realm->pools[i], id))
            return &report->realm->pools[i];
    return NULL;
}

/* The ids of a pool that can be reserved, if others are being removed; else NULL. */
const sortid_node_pool *counts_open_part(const sortid_node_report *report,
                                         const sortid_node_pool *pool)
{
    const sortid_node_realm *realm = report->realm;
    if (realm->size < offsetof(sortid_node_realm, open) + sizeof realm->open || realm->open == NULL)
        return NULL;
    const sortid_node_pool *open = &realm->open[pool - realm->pools];
    return open->first == pool->first && open->last == pool->last ? NULL : open;
}

static bool is_removed(const sortid_node_report *report, const sortid_node_id_report *id)
{
    const sortid_node_pool *pool = counts_find_pool(report, id);
    const sortid_node_pool *open = pool != NULL ? counts_open_part(report, pool) : NULL;
    return open != NULL && (id->node_id < open->first || id->node_id > open->last);
}

/* Adds the ids without a record that nobody can reserve. */
static void count_unused(struct counts *counts, const sortid_node_report *report,
                         const sortid_node_pool *pool)
{
    const sortid_node_pool *open = counts_open_part(report, pool);
    uint32_t unused = counts->all - counts->used, used_open = 0;
    if (near_from_ms(report, 0) > report->store_unix_ms) {
        counts->blocked += unused;
        return;
    }
    if (open == NULL)
        return;
    for (size_t i = 0; i < report->id_count; i++)
        used_open += has_id(pool, report->ids[i]) && !is_removed(report, report->ids[i]);
    uint32_t of_open = open->first <= open->last ? open->last - open->first + 1 : 0;
    counts->blocked += unused - (of_open - used_open);
}

struct counts counts_of_pool(const sortid_node_report *report, const sortid_node_pool *pool)
{
    struct counts counts = {.all = pool->last - pool->first + 1};
    for (size_t i = 0; i < report->id_count; i++) {
        const sortid_node_id_report *id = report->ids[i];
        if (!has_id(pool, id))
            continue;
        counts.used++;
        counts.unreadable += id->is_unreadable;
        counts.unclean += !id->is_unreadable && *counts_state(report, id) == 'b' && !id->clean;
        if (id->is_reserved && !id->is_unreadable) {
            counts.overdue += show_tick_ms(id->bound) <= report->store_unix_ms;
            if (counts.soonest_bound == 0 || id->bound < counts.soonest_bound)
                counts.soonest_bound = id->bound;
        }
        counts.reserved += id->is_reserved && !id->is_unreadable;
        counts.blocked +=
            id->is_unreadable ||
            (!id->is_reserved && (*counts_state(report, id) == 'b' || is_removed(report, id)));
    }
    count_unused(&counts, report, pool);
    counts.free = counts.all - counts.reserved - counts.blocked;
    return counts;
}
