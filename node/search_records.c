/* SPDX-License-Identifier: MIT */
/* node/search_records.c: when an id is free by its record; and finds a free id of a pool of up to
 * LARGE_POOL ids; see search.h. Ids that were never used come first, then those whose records have
 * been unchanged the longest. */
#include "search.h"

#include <string.h>

#define OLDEST  64 /* used ids that are read first */
#define CHOICES 16 /* free ones of them of which one is taken */

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

/* Reads the records that have been unchanged the longest, and all if no id of these is free: all of
 * 256 take longer. */
sortid_node_status sortid_node_search_records(struct candidate *out, bool *found, struct search *s,
                                              sortid_node_error *error)
{
    const char *realm = s->reservation->records.realm;
    const struct key_range ids = sortid_node_realm_range_keys(realm, KEY_ID, &s->pool);
    const struct key_range holders = sortid_node_realm_range_keys(realm, KEY_HOLDER, &s->pool);
    struct store_operation gets[] = {
        {.kind = STORE_RANGE, KEYS(ids), .order = STORE_BY_CHANGE, .limit = OLDEST},
        {.kind = STORE_RANGE, KEYS(ids), .keys_only = true},
        {.kind = STORE_RANGE, KEYS(holders), .keys_only = true}};
    for (bool whole = false; !*found && !whole; gets[0].limit = 0) {
        struct store_reply reply;
        bool is_used[LARGE_POOL] = {false}, is_held[LARGE_POOL] = {false};
        sortid_node_status status = sortid_node_store_read(&reply, s->store, gets, 3, false, error);
        if (status != SORTID_NODE_OK)
            return status;
        mark(is_used, s, &reply.ranges[1]);
        mark(is_held, s, &reply.ranges[2]);
        s->reserved = reply.ranges[2].count;
        whole = pick_gap(out, s, is_used);
        if (whole) {
            *found = s->free_in_ms == 0; // else the floor is too far ahead
        } else {
            s->unreadable = 0;
            s->free_in_ms = NEVER;
            pick_used(out, found, s, &reply.ranges[0], is_held);
            whole = reply.ranges[0].count == reply.ranges[1].count;
        }
        sortid_node_store_reply_free(&reply);
    }
    return SORTID_NODE_OK;
}
