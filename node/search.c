/* SPDX-License-Identifier: MIT */
/* node/search.c: see search.h. */
#include "search.h"

#include "fail.h"

#include <stdio.h>
#include <string.h>

#define CHOICES 16 /* free used ids of which one is taken */

/* For so long a client that has just begun to wait leaves a released id to others; for a quarter of
 * it after waiting that long, for a ninth after twice as long, and so on. 20 clients that hold 10
 * ids for 500 ms each then wait 3.2 s at most in 99 of 100 acquires, and use the ids for 85 % of
 * the time; with 750 ms and the first instead of the second power 2.5 s and 65 %. */
#define YIELD_MS UINT64_C(480)

/* ---- When an id is free ---------------------------------------------------------------------- */

uint64_t sortid_node_search_first_tick(const struct search *s, uint64_t bound)
{
    uint64_t now = sortid_node_reservation_clock_ms(s->reservation, &s->times) / TICK_MS;
    uint64_t first = later(now, later(bound, s->reservation->records.floor));
    return later(first, 2); // the spec's ID has the tick before, and tick 0 is reserved
}

/* How long after its release an id is left to those that have waited longer. The release is at the
 * bound, or up to a tick before, unless the generator was further ahead of the clock. A client that
 * acquires again at once would always be faster than one that searches at times. */
static uint64_t yield_ms(const struct search *s, const struct id_record *record, uint64_t now)
{
    uint64_t bound_ms = record->bound * TICK_MS;
    uint64_t waited_ms = s->times.sent_boot_ms - s->began_ms;
    uint64_t both_ms = YIELD_MS + waited_ms;
    uint64_t end_ms = bound_ms + YIELD_MS * YIELD_MS / both_ms * YIELD_MS / both_ms;
    if (s->reservation->settings.wait_ms == 0 || s->is_last || !record->clean ||
        bound_ms > now + TICK_MS || end_ms < now)
        return 0;
    return end_ms - now;
}

uint64_t sortid_node_search_free_in_ms(const struct search *s, const struct id_record *record)
{
    uint64_t now = sortid_node_reservation_clock_ms(s->reservation, &s->times);
    uint64_t first = sortid_node_search_first_tick(s, record->bound);
    uint64_t at = (first - sooner(first, s->reservation->settings.allowance)) * TICK_MS;
    if (!record->clean && record->quarantine_ms > 0)
        at = later(at, record->bound * TICK_MS + record->quarantine_ms);
    return at > now ? at - now : yield_ms(s, record, now);
}

/* In how many ms an id that was never used is free: at once, unless the floor is too far ahead. */
static uint64_t unused_free_in_ms(const struct search *s)
{
    static const struct id_record unused = {.bound = 0};
    return sortid_node_search_free_in_ms(s, &unused);
}

/* ---- The realm and the pools ----------------------------------------------------------------- */

/* Whether the realm permits the settings of the reservation. */
static sortid_node_status check_limits(struct search *s, const sortid_node_realm *realm,
                                       sortid_node_error *error)
{
    struct settings *settings = &s->reservation->settings;
    uint64_t ahead_ms =
        settings->horizon * TICK_MS + settings->allowance_ms + settings->max_skew_ms;
    if (ahead_ms > realm->max_ahead_ms)
        return sortid_node_fail(error, SORTID_NODE_BAD_OPTION,
                                "realm %s: horizon, allowance and max skew are %llu ms together, "
                                "more than the %llu ms that the realm permits",
                                realm->name, (unsigned long long)ahead_ms,
                                (unsigned long long)realm->max_ahead_ms);
    if (!settings->external)
        return SORTID_NODE_OK;
    if (realm->max_quarantine_ms == 0)
        return sortid_node_fail(error, SORTID_NODE_BAD_OPTION,
                                "realm %s does not permit programs that do not know bounds: only a "
                                "realm that was created with sortid node init --external does",
                                realm->name);
    s->reservation->records.quarantine_ms =
        settings->quarantine_ms != 0 ? settings->quarantine_ms : realm->max_quarantine_ms;
    if (settings->quarantine_ms > realm->max_quarantine_ms)
        return sortid_node_fail(error, SORTID_NODE_BAD_OPTION,
                                "realm %s permits a quarantine of at most %llu ms", realm->name,
                                (unsigned long long)realm->max_quarantine_ms);
    return SORTID_NODE_OK;
}

static sortid_node_status read_realm(struct search *s, const struct store_reply *reply,
                                     sortid_node_error *error)
{
    const char *name = s->reservation->records.realm;
    sortid_node_realm realm;
    sortid_node_status status = sortid_node_records_take_realm(&s->reservation->records, &realm,
                                                               reply, &reply->ranges[0], error);
    if (status != SORTID_NODE_OK)
        return status;
    // A store that has lost writes may show a bound below the IDs of its holder.
    status = sortid_node_history_is_lost(&s->store->history, &s->reservation->records.age)
                 ? sortid_node_fail_rewound(error, SORTID_NODE_RESTORED, name)
                 : check_limits(s, &realm, error);
    for (size_t i = 0; i < s->reservation->settings.pool_count && status == SORTID_NODE_OK; i++) {
        const char *wanted = s->reservation->settings.pools[i];
        const sortid_node_pool *pool = sortid_node_realm_find_pool(&realm, wanted);
        if (pool == NULL) {
            status = sortid_node_fail(error, SORTID_NODE_NO_REALM,
                                      "realm %s has no pool %s: add it with sortid node init %s "
                                      "--pool %s=FIRST-LAST/SIZE",
                                      name, wanted, name, wanted);
            break;
        }
        s->named[i].whole = *pool;
        s->named[i].open = sortid_node_realm_open_part(&realm, (size_t)(pool - realm.pools));
        s->named[i].reserved = s->named[i].unreadable = 0;
    }
    sortid_node_realm_free(&realm);
    return status;
}

/* Reads the realm, first in each search. The clock of the search is that of this reply. */
static sortid_node_status get_realm(struct search *s, sortid_node_error *error)
{
    char key[KEY_SIZE];
    struct store_reply reply;
    sortid_node_realm_key(key, s->reservation->records.realm);
    const struct store_operation get = {.kind = STORE_RANGE, .key = key};
    sortid_node_status status = sortid_node_store_read(&reply, s->store, &get, 1, false, error);
    if (status != SORTID_NODE_OK)
        return status;
    s->times = reply.times;
    status = sortid_node_reservation_check_skew(s->reservation, &reply.times, error);
    if (status == SORTID_NODE_OK)
        status = read_realm(s, &reply, error);
    sortid_node_store_reply_free(&reply);
    return status;
}

/* ---- A pool that is not large -----------------------------------------------------------------
 * Ids that were never used come first, then those whose records have been unchanged the longest. */

/* Marks the ids of the pool that have a key in a range; a key that is not ours is passed. */
static void mark(bool marks[LARGE_POOL], const struct search *s, const struct store_range *range)
{
    uint32_t node_id, size;
    for (size_t i = 0; i < range->count; i++)
        if (sortid_node_realm_id_of_key(&node_id, &size, range->pairs[i].key))
            marks[(node_id - s->pool.first) % LARGE_POOL] = true;
}

/* Picks a random id that was never used. False: there is none. */
static bool pick_gap(struct candidate *out, const struct search *s, const bool is_used[LARGE_POOL])
{
    uint64_t gaps = 0;
    *out = (struct candidate){.node_id = 0};
    for (uint32_t i = 0; i < sortid_node_search_ids_of(&s->pool); i++)
        if (!is_used[i] && sortid_node_platform_below(++gaps) == 0)
            out->node_id = s->pool.first + i;
    return gaps > 0;
}

/* Picks a random one of the first CHOICES used ids, by age, that are free; after lost races of more:
 * if every client took the first one, all but one of them would lose. One whose bound is ahead of
 * the clock is taken only if there is no other. */
static void pick_used(struct candidate *out, bool *found, struct search *s,
                      const struct store_range *used, const bool is_held[LARGE_POOL])
{
    uint64_t choices = 0, wanted = (s->races + UINT64_C(1)) * CHOICES;
    for (size_t i = 0; i < used->count && choices < wanted; i++) {
        struct id_record record;
        uint32_t node_id, size;
        const struct store_pair *pair = &used->pairs[i];
        if (!sortid_node_realm_id_of_key(&node_id, &size, pair->key) ||
            !sortid_node_realm_read_id(&record, pair->value)) {
            s->unreadable++;
            continue;
        }
        if (is_held[(node_id - s->pool.first) % LARGE_POOL])
            continue;
        uint64_t wait = sortid_node_search_free_in_ms(s, &record);
        s->free_in_ms = sooner(s->free_in_ms, wait);
        bool ahead =
            sortid_node_search_first_tick(s, record.bound) > sortid_node_search_first_tick(s, 0);
        if (wait == 0 && (ahead ? !*found : sortid_node_platform_below(++choices) == 0)) {
            *out = (struct candidate){
                .node_id = node_id, .changed_at = pair->changed_at, .bound = record.bound};
            memcpy(out->value, pair->value,
                   strlen(pair->value) + 1); // its length was checked by its reader
            *found = true;
        }
    }
}

static sortid_node_status search_records(struct candidate *out, bool *found, struct search *s,
                                         sortid_node_error *error)
{
    struct store_reply reply;
    bool is_used[LARGE_POOL] = {false}, is_held[LARGE_POOL] = {false};
    const char *realm = s->reservation->records.realm;
    const struct key_range ids = sortid_node_realm_range_keys(realm, KEY_ID, &s->pool);
    const struct key_range holders = sortid_node_realm_range_keys(realm, KEY_HOLDER, &s->pool);
    const struct store_operation gets[] = {
        {.kind = STORE_RANGE, KEYS(ids), .order = STORE_BY_CHANGE},
        {.kind = STORE_RANGE, KEYS(holders), .keys_only = true}};
    sortid_node_status status = sortid_node_store_read(&reply, s->store, gets, 2, false, error);
    if (status != SORTID_NODE_OK)
        return status;
    mark(is_used, s, &reply.ranges[0]);
    mark(is_held, s, &reply.ranges[1]);
    s->reserved = reply.ranges[1].count;
    if (pick_gap(out, s, is_used)) {
        *found = s->free_in_ms == 0; // else the floor is too far ahead
    } else {
        s->free_in_ms = NEVER;
        pick_used(out, found, s, &reply.ranges[0], is_held);
    }
    sortid_node_store_reply_free(&reply);
    return SORTID_NODE_OK;
}

/* ---- A candidate -------------------------------------------------------------------------- */

static void choose_pool(struct search *s, struct named *named)
{
    s->current = named;
    s->pool = named->whole;
    s->pool.first = named->open.first;
    s->pool.last = named->open.last;
    s->is_large = sortid_node_realm_pool_is_large(&named->whole);
    s->is_partly_open =
        sortid_node_search_ids_of(&named->whole) != sortid_node_search_ids_of(&named->open);
}

sortid_node_status sortid_node_search_find(struct candidate *out, bool *found, struct search *s,
                                           sortid_node_error *error)
{
    uint64_t soonest = NEVER;
    *found = false;
    s->gaps_went = false;
    sortid_node_status status = get_realm(s, error);
    for (size_t i = 0;
         i < s->reservation->settings.pool_count && status == SORTID_NODE_OK && !*found; i++) {
        struct named *named = &s->named[i];
        if (named->open.first > named->open.last)
            continue;
        s->reserved = s->unreadable = 0;
        choose_pool(s, named);
        s->free_in_ms = unused_free_in_ms(s);
        status = s->is_large ? sortid_node_search_index(out, found, s, error)
                             : search_records(out, found, s, error);
        named->reserved = s->reserved;
        named->unreadable = s->unreadable;
        soonest = sooner(soonest, s->free_in_ms);
    }
    s->free_in_ms = soonest;
    return status;
}

sortid_node_status sortid_node_search_no_id(const struct search *s, sortid_node_error *error)
{
    char next[64] = "", more[32] = "", lost[64] = "", counted[80] = "no id is free";
    uint64_t floor_in_ms = unused_free_in_ms(s);
    uint64_t reserved = 0, ids = 0, unreadable = 0;
    bool is_counted = true; // the reserved ids of large pools are not
    const struct settings *settings = &s->reservation->settings;
    for (size_t i = 0; i < settings->pool_count; i++) {
        reserved += s->named[i].reserved;
        unreadable += s->named[i].unreadable;
        ids += sortid_node_search_ids_of(&s->named[i].open);
        is_counted = is_counted && !sortid_node_realm_pool_is_large(&s->named[i].whole);
    }
    if (ids == 0) // waiting would not help
        return sortid_node_fail(error, SORTID_NODE_NO_REALM,
                                "pool %s of realm %s is being removed: use another one",
                                settings->pools[0], s->reservation->records.realm);
    if (floor_in_ms > 0)
        return sortid_node_fail(
            error, SORTID_NODE_NO_ID,
            "realm %s: its bounds were raised, so no id is free for %llu s: wait; other "
            "realms with these ids would repeat IDs",
            s->reservation->records.realm, (unsigned long long)((floor_in_ms + 999) / 1000));
    if (settings->pool_count > 1)
        snprintf(more, sizeof more, " and %zu more", settings->pool_count - 1);
    if (is_counted)
        snprintf(counted, sizeof counted, "%llu of %llu ids are reserved",
                 (unsigned long long)reserved, (unsigned long long)ids);
    if (unreadable > 0)
        snprintf(lost, sizeof lost, ", records of %llu cannot be read",
                 (unsigned long long)unreadable);
    if (s->free_in_ms != NEVER && reserved < ids)
        snprintf(next, sizeof next, ", the next is free in %llu s",
                 (unsigned long long)((s->free_in_ms + 999) / 1000));
    return sortid_node_fail(
        error, SORTID_NODE_NO_ID, "pool %s%s of realm %s: %s%s%s: wait, or add a pool",
        settings->pools[0], more, s->reservation->records.realm, counted, lost, next);
}
