/* SPDX-License-Identifier: MIT */
/* node/search_index.c: finds a free id of a pool of more than LARGE_POOL ids by its keys of free ids (realm.h);
 * see search.h. First those that were never used, then one random shard, then the others. A key may be wrong;
 * then its id is not taken.
 *
 * A client that waits searches all shards once. It sees there which ids become free by time within the next
 * LOOK_AHEAD_MS, so until then it reads only what holders have released meanwhile, and one random shard. It
 * searches all shards again when the first of those ids is free, or after LOOK_AHEAD_MS. */
#define _POSIX_C_SOURCE 200809L
#include "search_index.h"

#include "renew.h"

#include <stdio.h>
#include <string.h>

#define SPANS   64 /* that are read; `init` makes so many */
#define SHARDS  64 /* that are read in one request; a store allows 128 operations */
#define CHOICES 16 /* ids of a shard that are considered */

#define LOOK_AHEAD_MS 10000

/* Ids that may be free. */
struct choices {
    uint32_t ids[CHOICES];
    size_t count;
    uint64_t soonest_ms; /* until the next one may be free, of those that are not chosen */
};

static uint64_t clock_ms(const struct search *s)
{
    return sortid_node_reservation_clock_ms(s->reservation, &s->times);
}

/* The last tick until which an id may be used that can be acquired now. */
static uint64_t last_tick(const struct search *s)
{
    return clock_ms(s) / TICK_MS + sortid_node_search_takeover_allowance(s);
}

static bool waits(const struct search *s)
{
    return s->reservation->settings.wait_ms > 0;
}

/* Adds the id at the end of a text. */
static void add_choice(struct choices *choices, const struct search *s, const char *text)
{
    uint32_t id;
    if (choices->count < CHOICES && sortid_node_realm_read_free(&id, text) && s->pool.first <= id &&
        id <= s->pool.last)
        choices->ids[choices->count++] = id;
}

/* Adds the ids of a shard that are free by their keys, and notes when the next one is. */
static void add_free(struct choices *choices, const struct search *s,
                     const struct store_range *range)
{
    uint64_t until, last = last_tick(s);
    for (size_t i = 0; i < range->count; i++) {
        const char *key = range->pairs[i].key;
        if (!sortid_node_realm_read_until(&until, key))
            continue;
        uint64_t wait_ms = until > last ? (until - last) * TICK_MS : 0;
        if (wait_ms < choices->soonest_ms)
            choices->soonest_ms = wait_ms;
        if (wait_ms == 0)
            add_choice(choices, s, key);
    }
}

/* Adds the ids that were released since the search before. If there are several, more may have been released
 * than were noted: then all shards are read. */
static void add_released(struct choices *choices, struct search *s, const struct store_range *range)
{
    size_t added = 0;
    bool first = s->current->all_due_ms == 0; // what it sees was released before it came
    for (size_t i = 0; i < range->count; i++) {
        uint32_t slot;
        const struct store_pair *pair = &range->pairs[i];
        if (!sortid_node_realm_read_slot(&slot, pair->key) ||
            s->current->released_at[slot] == pair->changed_at)
            continue;
        s->current->released_at[slot] = pair->changed_at;
        if (!first)
            add_choice(choices, s, pair->value);
        added++;
    }
    if (added > 1)
        s->current->all_due_ms = 0;
}

/* Reads a span whose first id can be acquired. */
static bool read_span(uint32_t *first, uint32_t *last, const struct search *s,
                      const struct store_pair *span)
{
    return sortid_node_realm_read_free(first, span->value) &&
           sortid_node_realm_read_free(last, span->key) && *first <= *last &&
           s->pool.first <= *first && *first <= s->pool.last && strlen(span->key) < KEY_SIZE;
}

/* Picks the first id of a random span. */
static bool pick_span(struct candidate *out, const struct search *s,
                      const struct store_range *spans)
{
    uint64_t seen = 0;
    for (size_t i = 0; i < spans->count; i++) {
        uint32_t first, last;
        const struct store_pair *span = &spans->pairs[i];
        if (!read_span(&first, &last, s, span) || sortid_node_search_below(++seen) != 0)
            continue;
        *out = (struct candidate){.node_id = first};
        memcpy(out->span_key, span->key, strlen(span->key) + 1);
        if (first < last)
            snprintf(out->span_first, sizeof out->span_first, "%06x",
                     (unsigned)(first + 1) & 0xffffff);
    }
    return seen > 0;
}

struct range_keys {
    char first[KEY_SIZE], end[KEY_SIZE];
};

/* The range of keys of a shard with ids that are free, or will be soon. */
static struct store_operation look_at(struct range_keys *keys, const struct search *s,
                                      uint32_t shard)
{
    const char *realm = s->reservation->records.realm;
    uint64_t ahead = waits(s) ? LOOK_AHEAD_MS / TICK_MS : 0;
    sortid_node_realm_shard_key(keys->first, realm, s->pool.name, shard, 0);
    sortid_node_realm_shard_key(keys->end, realm, s->pool.name, shard, last_tick(s) + ahead + 1);
    return (struct store_operation){.kind = STORE_RANGE,
                                    .key = keys->first,
                                    .end = keys->end,
                                    .keys_only = true,
                                    // those that are being removed are not acquired, and stay first
                                    .limit = s->is_partly_open ? 0 : CHOICES};
}

/* Reads the spans and one random shard; a client that waits also the released ids. */
static sortid_node_status look_first(struct candidate *out, bool *found, struct choices *choices,
                                     uint32_t shard, struct search *s, sortid_node_error *error)
{
    struct range_keys spans, keys, released;
    struct store_reply reply;
    const char *realm = s->reservation->records.realm;
    sortid_node_realm_free_keys(spans.first, spans.end, realm, s->pool.name, true);
    sortid_node_realm_released_keys(released.first, released.end, realm, s->pool.name);
    const struct store_operation gets[] = {
        {.kind = STORE_RANGE, .key = spans.first, .end = spans.end, .limit = SPANS},
        look_at(&keys, s, shard),
        {.kind = STORE_RANGE, .key = released.first, .end = released.end}};
    sortid_node_status status = sortid_node_search_ask(&reply, s, gets, waits(s) ? 3 : 2, error);
    if (status != SORTID_NODE_OK)
        return status;
    *found = pick_span(out, s, &reply.ranges[0]);
    if (waits(s))
        add_released(choices, s, &reply.ranges[2]);
    add_free(choices, s, &reply.ranges[1]);
    sortid_node_store_reply_free(&reply);
    return SORTID_NODE_OK;
}

/* Reads SHARDS shards. */
static sortid_node_status look_further(struct choices *choices, uint32_t shard, struct search *s,
                                       sortid_node_error *error)
{
    struct range_keys keys[SHARDS];
    struct store_operation gets[SHARDS];
    struct store_reply reply;
    for (uint32_t i = 0; i < SHARDS; i++)
        gets[i] = look_at(&keys[i], s, shard + i);
    sortid_node_status status = sortid_node_search_ask(&reply, s, gets, SHARDS, error);
    if (status != SORTID_NODE_OK)
        return status;
    for (size_t i = 0; i < SHARDS; i++)
        add_free(choices, s, &reply.ranges[i]);
    sortid_node_store_reply_free(&reply);
    return SORTID_NODE_OK;
}

/* Picks a random one of the ids that are free by their records. One that cannot be read is not. */
static void pick_choice(struct candidate *out, bool *found, struct search *s,
                        const struct choices *choices, const struct store_reply *reply)
{
    uint64_t seen = 0;
    for (size_t i = 0; i < choices->count; i++) {
        struct id_record record;
        const struct store_range *id = &reply->ranges[2 * i];
        if (id->count == 0 || reply->ranges[2 * i + 1].count != 0 ||
            !sortid_node_realm_read_id(&record, id->pairs[0].value) ||
            sortid_node_search_free_in_ms(s, &record) != 0)
            continue;
        if (sortid_node_search_below(++seen) != 0)
            continue;
        *out = (struct candidate){.node_id = choices->ids[i],
                                  .changed_at = id->pairs[0].changed_at,
                                  .bound = record.bound};
        memcpy(out->value, id->pairs[0].value,
               strlen(id->pairs[0].value) + 1); // its length was checked by its reader
        *found = true;
    }
}

static sortid_node_status read_choices(struct candidate *out, bool *found, struct search *s,
                                       const struct choices *choices, sortid_node_error *error)
{
    char keys[2 * CHOICES][KEY_SIZE];
    struct store_operation gets[2 * CHOICES];
    struct store_reply reply;
    const enum sortid_node_realm_key kinds[] = {KEY_ID, KEY_HOLDER};
    for (size_t i = 0; i < 2 * choices->count; i++) {
        sortid_node_realm_id_key(keys[i], s->reservation->records.realm, kinds[i % 2],
                                 choices->ids[i / 2], s->pool.size);
        gets[i] = (struct store_operation){.kind = STORE_RANGE, .key = keys[i]};
    }
    sortid_node_status status = sortid_node_search_ask(&reply, s, gets, 2 * choices->count, error);
    if (status != SORTID_NODE_OK)
        return status;
    pick_choice(out, found, s, choices, &reply);
    sortid_node_store_reply_free(&reply);
    return SORTID_NODE_OK;
}

/* Reads all shards, from this one on, until a free id is found. */
static sortid_node_status look_at_all(struct candidate *out, bool *found, uint32_t shard,
                                      struct search *s, sortid_node_error *error)
{
    struct choices choices = {.soonest_ms = LOOK_AHEAD_MS};
    sortid_node_status status = SORTID_NODE_OK;
    for (uint32_t i = 0; i < FREE_SHARDS && status == SORTID_NODE_OK && !*found; i += SHARDS) {
        choices.count = 0;
        status = look_further(&choices, shard + i, s, error);
        if (status == SORTID_NODE_OK && choices.count > 0)
            status = read_choices(out, found, s, &choices, error);
    }
    if (status == SORTID_NODE_OK && !*found)
        s->current->all_due_ms = s->times.sent_boot_ms + choices.soonest_ms;
    return status;
}

sortid_node_status sortid_node_search_index(struct candidate *out, bool *found, struct search *s,
                                            sortid_node_error *error)
{
    struct choices choices = {.soonest_ms = NEVER};
    uint32_t shard = (uint32_t)sortid_node_search_below(FREE_SHARDS);
    if (s->free_in_ms > 0)
        return SORTID_NODE_OK; // the floor
    s->free_in_ms = NEVER;
    sortid_node_status status = look_first(out, found, &choices, shard, s, error);
    if (status == SORTID_NODE_OK && !*found && choices.count > 0)
        status = read_choices(out, found, s, &choices, error);
    if (status == SORTID_NODE_OK && !*found &&
        (s->is_last || s->times.sent_boot_ms >= s->current->all_due_ms))
        status = look_at_all(out, found, shard + 1, s, error);
    return status;
}
