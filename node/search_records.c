/* SPDX-License-Identifier: MIT */
/* node/search_records.c: finds a free id of a pool of up to LARGE_POOL ids by the records of its
 * ids; see search.h. Ids that were never used come first, then those whose records have been
 * unchanged the longest. */
#include "search.h"

#include "fail.h"

#include <string.h>

#define PARTS   64 /* of a range of ids in one request; a store allows 128 operations */
#define OLDEST  64 /* used ids that are read first */
#define CHOICES 16 /* free ones of them of which one is taken */

/* ---- Ids that were never used ------------------------------------------------------------- */

/* Part `i` of up to PARTS of a range. */
static sortid_node_pool part_of(const sortid_node_pool *range, size_t i)
{
    sortid_node_pool part = *range;
    uint64_t step = (sortid_node_search_ids_of(range) + PARTS - 1) / PARTS;
    uint64_t first = range->first + i * step;
    part.first = first > range->last ? UINT32_MAX : (uint32_t)first; // UINT32_MAX: no such part
    part.last = first + step - 1 < range->last ? (uint32_t)(first + step - 1) : range->last;
    return part;
}

/* Narrows the range to a random part that has a gap. `first` becomes UINT32_MAX if none has. */
static sortid_node_status narrow(sortid_node_pool *range, struct search *s,
                                 sortid_node_error *error)
{
    struct key_range keys[PARTS];
    struct store_operation counts[PARTS];
    struct store_reply reply;
    size_t parts = 0;
    for (; parts < PARTS && part_of(range, parts).first != UINT32_MAX; parts++) {
        sortid_node_pool part = part_of(range, parts);
        keys[parts] = sortid_node_realm_range_keys(s->reservation->records.realm, KEY_ID, &part);
        counts[parts] =
            (struct store_operation){.kind = STORE_RANGE, KEYS(keys[parts]), .count_only = true};
    }
    sortid_node_status status =
        sortid_node_store_read(&reply, s->store, counts, parts, false, error);
    if (status != SORTID_NODE_OK)
        return status;
    sortid_node_pool gap = {.first = UINT32_MAX};
    uint64_t choices = 0;
    for (size_t i = 0; i < parts; i++) {
        sortid_node_pool part = part_of(range, i);
        if ((uint64_t)reply.ranges[i].total < sortid_node_search_ids_of(&part) &&
            sortid_node_search_below(++choices) == 0)
            gap = part;
    }
    *range = gap;
    sortid_node_store_reply_free(&reply);
    return SORTID_NODE_OK;
}

/* Picks a random id without a record from a short range. */
static bool pick_gap(struct candidate *out, const sortid_node_pool *range,
                     const struct store_range *used)
{
    uint32_t gaps[PARTS];
    uint32_t node_id, size;
    size_t count = 0, next = 0;
    for (uint32_t id = range->first; id <= range->last && count < PARTS; id++) {
        if (next < used->count &&
            sortid_node_realm_id_of_key(&node_id, &size, used->pairs[next].key) && node_id == id)
            next++;
        else
            gaps[count++] = id;
    }
    if (count == 0)
        return false;
    *out = (struct candidate){.node_id = gaps[sortid_node_search_below(count)]};
    return true;
}

static sortid_node_status find_gap(struct candidate *out, bool *found, struct search *s,
                                   sortid_node_error *error)
{
    struct store_reply reply;
    sortid_node_pool range = s->pool;
    sortid_node_status status = SORTID_NODE_OK;
    *found = false;
    while (status == SORTID_NODE_OK && range.first != UINT32_MAX &&
           sortid_node_search_ids_of(&range) > PARTS)
        status = narrow(&range, s, error);
    if (status != SORTID_NODE_OK || range.first == UINT32_MAX)
        return status;
    const struct key_range ids =
        sortid_node_realm_range_keys(s->reservation->records.realm, KEY_ID, &range);
    const struct store_operation get = {.kind = STORE_RANGE, KEYS(ids), .keys_only = true};
    status = sortid_node_store_read(&reply, s->store, &get, 1, false, error);
    if (status != SORTID_NODE_OK)
        return status;
    *found = pick_gap(out, &range, &reply.ranges[0]);
    sortid_node_store_reply_free(&reply);
    return SORTID_NODE_OK;
}

/* ---- Ids that were used ------------------------------------------------------------------- */

/* Whether a list of holders, ordered by key, has one of this id. */
static bool has_holder(const struct store_range *holders, uint32_t wanted)
{
    size_t low = 0, high = holders->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        uint32_t node_id, size;
        if (!sortid_node_realm_id_of_key(&node_id, &size, holders->pairs[middle].key))
            return true; // a key that is not ours: it may be of this id
        if (node_id == wanted)
            return true;
        if (node_id < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

/* Picks a random one of the first CHOICES used ids, by age, that are free; after lost races of more:
 * if every client took the first one, all but one of them would lose. One whose bound is ahead of
 * the clock is taken only if there is no other. */
static void pick_used(struct candidate *out, bool *found, struct search *s,
                      const struct store_range *used, const struct store_range *holders)
{
    uint64_t choices = 0, wanted = (s->races + UINT64_C(1)) * CHOICES;
    s->unreadable = 0;
    for (size_t i = 0; i < used->count && choices < wanted; i++) {
        struct id_record record;
        uint32_t node_id, size;
        const struct store_pair *pair = &used->pairs[i];
        if (!sortid_node_realm_id_of_key(&node_id, &size, pair->key) ||
            !sortid_node_realm_read_id(&record, pair->value)) {
            s->unreadable++;
            continue;
        }
        if (has_holder(holders, node_id))
            continue;
        uint64_t wait = sortid_node_search_free_in_ms(s, &record);
        if (wait < s->free_in_ms)
            s->free_in_ms = wait;
        bool ahead =
            sortid_node_search_first_tick(s, record.bound) > sortid_node_search_first_tick(s, 0);
        if (wait == 0 && (ahead ? !*found : sortid_node_search_below(++choices) == 0)) {
            *out = (struct candidate){
                .node_id = node_id, .changed_at = pair->changed_at, .bound = record.bound};
            memcpy(out->value, pair->value,
                   strlen(pair->value) + 1); // its length was checked by its reader
            *found = true;
        }
    }
}

/* Searches the `limit` ids that have been unchanged the longest; 0: all. Counts the used ones. */
static sortid_node_status find_used(struct candidate *out, bool *found, struct search *s,
                                    uint32_t limit, sortid_node_error *error)
{
    struct store_reply reply;
    const char *realm = s->reservation->records.realm;
    const struct key_range ids = sortid_node_realm_range_keys(realm, KEY_ID, &s->pool);
    const struct key_range holders = sortid_node_realm_range_keys(realm, KEY_HOLDER, &s->pool);
    const struct store_operation gets[] = {
        {.kind = STORE_RANGE, KEYS(ids), .order = STORE_BY_CHANGE, .limit = limit},
        {.kind = STORE_RANGE, KEYS(holders), .keys_only = true},
        {.kind = STORE_RANGE, KEYS(ids), .count_only = true}};
    *found = false;
    s->free_in_ms = NEVER;
    sortid_node_status status = sortid_node_store_read(&reply, s->store, gets, 3, false, error);
    if (status != SORTID_NODE_OK)
        return status;
    pick_used(out, found, s, &reply.ranges[0], &reply.ranges[1]);
    s->reserved = reply.ranges[1].count;
    s->used = (uint64_t)reply.ranges[2].total;
    sortid_node_store_reply_free(&reply);
    return SORTID_NODE_OK;
}

sortid_node_status sortid_node_search_records(struct candidate *out, bool *found, struct search *s,
                                              sortid_node_error *error)
{
    uint64_t unused_in_ms = s->free_in_ms;
    sortid_node_status status = find_used(out, found, s, OLDEST, error);
    if (status == SORTID_NODE_OK && s->used < sortid_node_search_ids_of(&s->pool)) {
        *found = false;
        s->free_in_ms = unused_in_ms;
        if (unused_in_ms == 0)
            status = find_gap(out, found, s, error);
        s->gaps_went = s->gaps_went || (unused_in_ms == 0 && !*found);
    } else if (status == SORTID_NODE_OK && !*found && s->used > OLDEST) {
        status = find_used(out, found, s, 0, error);
    }
    return status;
}
