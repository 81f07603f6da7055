/* SPDX-License-Identifier: MIT */
/* status.c: `sortid node status`: prints the pools of a realm and each id that was ever used, for people
 * or as JSON: a line for the realm, then one for each id. Called by main.c. Times are the store's. */
#include "client.h"
#include "show.h"

#include <inttypes.h>

#define ALLOWANCE_TICKS (SORTID_DEFAULT_ALLOWANCE_MS / SORTID_SCRU64_TICK_MS)

/* From when a reservation with the default allowance, which `sortid node run` has, can start at the bound
 * and at the floor of the realm. */
static uint64_t near_from_ms(const sortid_node_report *report, uint64_t bound)
{
    uint64_t first = bound > report->realm->floor ? bound : report->realm->floor;
    return show_tick_ms(first > ALLOWANCE_TICKS ? first - ALLOWANCE_TICKS : 0);
}

/* From when such a reservation can have an id that has no holder: the rule of node/acquire.c. */
static uint64_t free_from_ms(const sortid_node_report *report, const sortid_node_id_report *id)
{
    uint64_t near_ms = near_from_ms(report, id->bound);
    uint64_t over_ms = show_tick_ms(id->bound) + id->quarantine_ms; // < 2^47 + 2^44
    if (id->clean || id->quarantine_ms == 0)
        return near_ms;
    return over_ms > near_ms ? over_ms : near_ms;
}

static const char *state_of(const sortid_node_report *report, const sortid_node_id_report *id)
{
    if (id->is_reserved)
        return "reserved";
    return free_from_ms(report, id) <= report->store_unix_ms ? "free" : "blocked";
}

static bool has_id(const sortid_node_pool *pool, const sortid_node_id_report *id)
{
    return pool->size == id->node_id_size && pool->first <= id->node_id &&
           id->node_id <= pool->last;
}

/* Pools never shrink, so each id is in one; NULL if another program has changed the realm. */
static const sortid_node_pool *pool_of(const sortid_node_report *report,
                                       const sortid_node_id_report *id)
{
    for (size_t i = 0; i < report->realm->pool_count; i++)
        if (has_id(&report->realm->pools[i], id))
            return &report->realm->pools[i];
    return NULL;
}

/* How many ids of a pool. */
struct counts {
    uint32_t all, used, reserved, blocked;
};

static struct counts count_ids(const sortid_node_report *report, const sortid_node_pool *pool)
{
    struct counts counts = {.all = pool->last - pool->first + 1};
    for (size_t i = 0; i < report->id_count; i++) {
        const sortid_node_id_report *id = report->ids[i];
        if (!has_id(pool, id))
            continue;
        counts.used++;
        counts.reserved += id->is_reserved;
        counts.blocked += *state_of(report, id) == 'b';
    }
    if (near_from_ms(report, 0) > report->store_unix_ms)
        counts.blocked += counts.all - counts.used;
    return counts;
}

/* ---- For people ------------------------------------------------------------------------- */

static void print_pool(const sortid_node_report *report, const sortid_node_pool *pool)
{
    struct counts counts = count_ids(report, pool);
    show("  ");
    show_pool(pool);
    show(": %" PRIu32 " ids, %" PRIu32 " reserved, %" PRIu32 " blocked, %" PRIu32 " free\n",
         counts.all, counts.reserved, counts.blocked,
         counts.all - counts.reserved - counts.blocked);
}

static void print_id(const sortid_node_report *report, const sortid_node_id_report *id)
{
    struct quote label;
    const char *state = state_of(report, id);
    quote_string(&label, id->label); // any program that may write to the store chose it
    show("  0x%" PRIx32 "/%" PRIu32 " %s", id->node_id, id->node_id_size, state);
    if (id->is_reserved) {
        show(" since ");
        show_time(id->reserved_since_ms);
        show(" by %s, ", label.text);
        if (id->lease_remaining_s >= 0)
            show("lease ends in %" PRId64 " s, ", id->lease_remaining_s);
        show("makes IDs before ");
    } else {
        if (*state == 'b') {
            show(" until ");
            show_time(free_from_ms(report, id));
        }
        show(", last reserved by %s, made IDs before ", label.text);
    }
    show_time(show_tick_ms(id->bound));
    show("\n");
}

static void print(const sortid_node_report *report)
{
    show("%s at ", report->realm->name);
    show_time(report->store_unix_ms);
    if (report->realm->floor > 0) {
        show(", reservations start no earlier than ");
        show_time(show_tick_ms(report->realm->floor));
    }
    show("\n");
    for (size_t i = 0; i < report->realm->pool_count; i++)
        print_pool(report, &report->realm->pools[i]);
    for (size_t i = 0; i < report->id_count; i++)
        print_id(report, report->ids[i]);
}

/* ---- JSON ------------------------------------------------------------------------------- */

static void print_realm_json(const sortid_node_report *report)
{
    show("{\"realm\":");
    show_string(report->realm->name);
    show(",\"storeTimeIso\":");
    show_time_json(report->store_unix_ms);
    show(",\"floorIso\":");
    show_time_json(show_tick_ms(report->realm->floor));
    show(",\"pools\":[");
    for (size_t i = 0; i < report->realm->pool_count; i++) {
        struct counts counts = count_ids(report, &report->realm->pools[i]);
        show("%s", i > 0 ? "," : "");
        show_pool_json(&report->realm->pools[i]);
        show(",\"ids\":%" PRIu32 ",\"used\":%" PRIu32 ",\"reserved\":%" PRIu32
             ",\"blocked\":%" PRIu32 "}",
             counts.all, counts.used, counts.reserved, counts.blocked);
    }
    show("]}\n");
}

static void print_id_json(const sortid_node_report *report, const sortid_node_id_report *id)
{
    const sortid_node_pool *pool = pool_of(report, id);
    show("{\"realm\":");
    show_string(report->realm->name);
    show(",\"pool\":");
    if (pool != NULL)
        show_string(pool->name);
    else
        show("null");
    show(",\"nodeId\":\"%" PRIu32 "\",\"nodeSize\":%" PRIu32 ",\"state\":\"%s\",\"durableUntil\":",
         id->node_id, id->node_id_size, state_of(report, id));
    show_time_json(show_tick_ms(id->bound));
    show(",\"clean\":%s,\"quarantineMs\":%" PRIu64 ",\"freeFromIso\":",
         id->clean ? "true" : "false", id->quarantine_ms);
    show_time_json(id->is_reserved ? 0 : free_from_ms(report, id));
    show(",\"reservedSinceIso\":");
    show_time_json(id->is_reserved ? id->reserved_since_ms : 0);
    show(",\"leaseRemainingSeconds\":");
    if (id->is_reserved && id->lease_remaining_s >= 0)
        show("%" PRId64, id->lease_remaining_s);
    else
        show("null");
    show(",\"label\":");
    show_string(id->label);
    show("}\n");
}

int run_status(struct options *options)
{
    static const char *const names[] = {"REALM"};
    sortid_node_report *found = NULL;
    sortid_node_error error = {""};
    options_need_words(options, names, 1);
    sortid_node_client *client = client_open(options);
    sortid_node_status status = sortid_node_examine(client, &found, options->words[0], &error);
    if (status != SORTID_NODE_OK) {
        client_report(options, status, &error);
        return client_finish(client);
    }
    if (options->json) {
        print_realm_json(found);
        for (size_t i = 0; i < found->id_count; i++)
            print_id_json(found, found->ids[i]);
    } else {
        print(found);
    }
    sortid_node_report_free(found);
    return client_finish(client);
}
