/* SPDX-License-Identifier: MIT */
/* node/acquire.c: see acquire.h. Ids that were never used come first, then the one whose record has
 * been unchanged the longest. Clients that search at the same time choose different ids: each takes
 * a random gap, and searches again after it has lost a race.
 *
 * A pool may have 2^23 ids, so it is not read whole. Gaps are found by counting parts of the pool.
 * Of the used ids only those that have been unchanged the longest are read; all of them only if
 * none of these is free. */
#define _POSIX_C_SOURCE 200809L
#include "acquire.h"

#include "clock.h"
#include "fail.h"
#include "platform.h"
#include "renew.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PARTS      64  /* of a range of ids in one request; a store allows 128 operations */
#define OLDEST     64  /* used ids that are read first */
#define QUIET_RACE 8   /* lost races before it pauses */
#define MAX_RACES  256 /* lost races before it fails */
#define LONG_MS    2000
#define NEVER      UINT64_MAX

struct search {
    struct reservation *reservation;
    struct store *store;
    struct named {
        sortid_node_pool whole, open; /* a pool, and its ids that can be acquired */
        uint64_t reserved;
    } named[POOLS_NAMED];  /* as in the settings */
    sortid_node_pool pool; /* the one that is searched now: its ids that can be acquired */
    bool is_large;         /* the whole of it */
    bool is_partly_open;
    struct store_times times; /* of a reply whose skew was checked: the clock of this search */
    uint64_t reserved, used;  /* ids of the pool */
    uint64_t free_in_ms;      /* when the first id that is not reserved becomes free; NEVER */
    unsigned races;           /* lost so far */
    bool gaps_went;           /* others took the gaps that were found */
    bool is_uncounted;        /* the store did not count the reserved ids of a pool */
};

/* An id to try to acquire. */
struct candidate {
    uint32_t node_id;
    int64_t changed_at;
    uint64_t bound;
    char value[ID_VALUE_SIZE]; /* of its record; "" if it has none */
    char span_key[KEY_SIZE];   /* of never used ids of a large pool; "" if it has a record */
    char span_first[7];        /* what is left of them; "" if nothing is */
};

static uint64_t below(uint64_t limit)
{
    uint64_t chance = 0;
    (void)sortid_node_platform_random(&chance,
                                      sizeof chance); // if it fails, so does new_token
    return chance % limit;
}

/* How many ids; `first` may be `last` + 1. */
static uint64_t ids_of(const sortid_node_pool *range)
{
    return (uint64_t)range->last + 1 - range->first;
}

/* ---- The realm and the pools ------------------------------------------------------------------- */

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
    status = check_limits(s, &realm, error);
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
        s->named[i].reserved = 0;
    }
    sortid_node_realm_free(&realm);
    return status;
}

static sortid_node_status ask(struct store_reply *reply, struct search *s,
                              const struct store_operation *operations, size_t count,
                              sortid_node_error *error)
{
    const struct store_transaction all = {.operations = operations, .operation_count = count};
    sortid_node_status status = sortid_node_store_transact(reply, s->store, &all, true, error);
    if (status != SORTID_NODE_OK || reply->range_count == count)
        return status;
    size_t found = reply->range_count;
    sortid_node_store_reply_free(reply);
    return sortid_node_fail_ranges(error, found, count);
}

/* Reads the realm, first in each search. The clock of the search is that of this reply. */
static sortid_node_status get_realm(struct search *s, sortid_node_error *error)
{
    char key[KEY_SIZE];
    struct store_reply reply;
    sortid_node_realm_key(key, s->reservation->records.realm);
    const struct store_operation get = {.kind = STORE_RANGE, .key = key};
    sortid_node_status status = ask(&reply, s, &get, 1, error);
    if (status != SORTID_NODE_OK)
        return status;
    s->times = reply.times;
    status = sortid_node_reservation_check_skew(s->reservation, &reply.times, error);
    if (status == SORTID_NODE_OK)
        status = read_realm(s, &reply, error);
    sortid_node_store_reply_free(&reply);
    return status;
}

static sortid_node_status count_pool(struct search *s, sortid_node_error *error)
{
    char keys[2][KEY_SIZE], ends[2][KEY_SIZE];
    struct store_operation counts[2];
    struct store_reply reply;
    const enum sortid_node_realm_key kinds[] = {KEY_ID, KEY_HOLDER};
    for (size_t i = 0; i < 2; i++) {
        sortid_node_realm_range_keys(keys[i], ends[i], s->reservation->records.realm, kinds[i],
                                     &s->pool);
        counts[i] = (struct store_operation){
            .kind = STORE_RANGE, .key = keys[i], .end = ends[i], .count_only = true};
    }
    sortid_node_status status = ask(&reply, s, counts, 2, error);
    if (status != SORTID_NODE_OK)
        return status;
    s->used = (uint64_t)reply.ranges[0].total;
    s->reserved = (uint64_t)reply.ranges[1].total;
    sortid_node_store_reply_free(&reply);
    return SORTID_NODE_OK;
}

/* ---- Ids that were never used ------------------------------------------------------------- */

/* Part `i` of up to PARTS of a range. */
static sortid_node_pool part_of(const sortid_node_pool *range, size_t i)
{
    sortid_node_pool part = *range;
    uint64_t step = (ids_of(range) + PARTS - 1) / PARTS;
    uint64_t first = range->first + i * step;
    part.first = first > range->last ? UINT32_MAX : (uint32_t)first; // UINT32_MAX: no such part
    part.last = first + step - 1 < range->last ? (uint32_t)(first + step - 1) : range->last;
    return part;
}

/* Narrows the range to its first part that has a gap; after a lost race to a random one of the parts
 * that have. `first` becomes UINT32_MAX if none has. */
static sortid_node_status narrow(sortid_node_pool *range, struct search *s,
                                 sortid_node_error *error)
{
    char keys[PARTS][KEY_SIZE], ends[PARTS][KEY_SIZE];
    struct store_operation counts[PARTS];
    struct store_reply reply;
    size_t parts = 0;
    for (; parts < PARTS && part_of(range, parts).first != UINT32_MAX; parts++) {
        sortid_node_pool part = part_of(range, parts);
        sortid_node_realm_range_keys(keys[parts], ends[parts], s->reservation->records.realm,
                                     KEY_ID, &part);
        counts[parts] = (struct store_operation){
            .kind = STORE_RANGE, .key = keys[parts], .end = ends[parts], .count_only = true};
    }
    sortid_node_status status = ask(&reply, s, counts, parts, error);
    if (status != SORTID_NODE_OK)
        return status;
    sortid_node_pool gap = {.first = UINT32_MAX};
    uint64_t choices = 0;
    for (size_t i = 0; i < parts && (choices == 0 || s->races > 0); i++) {
        sortid_node_pool part = part_of(range, i);
        if ((uint64_t)reply.ranges[i].total < ids_of(&part) && below(++choices) == 0)
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
    *out = (struct candidate){.node_id = gaps[below(count)]};
    return true;
}

static sortid_node_status find_gap(struct candidate *out, bool *found, struct search *s,
                                   sortid_node_error *error)
{
    char key[KEY_SIZE], end[KEY_SIZE];
    struct store_reply reply;
    sortid_node_pool range = s->pool;
    sortid_node_status status = SORTID_NODE_OK;
    *found = false;
    while (status == SORTID_NODE_OK && range.first != UINT32_MAX && ids_of(&range) > PARTS)
        status = narrow(&range, s, error);
    if (status != SORTID_NODE_OK || range.first == UINT32_MAX)
        return status;
    sortid_node_realm_range_keys(key, end, s->reservation->records.realm, KEY_ID, &range);
    const struct store_operation get = {
        .kind = STORE_RANGE, .key = key, .end = end, .keys_only = true};
    status = ask(&reply, s, &get, 1, error);
    if (status != SORTID_NODE_OK)
        return status;
    *found = pick_gap(out, &range, &reply.ranges[0]);
    sortid_node_store_reply_free(&reply);
    return SORTID_NODE_OK;
}

/* ---- Ids that were used ------------------------------------------------------------------- */

/* How far ahead of the clock a bound may be for a takeover. Those of live holders are further ahead. */
static uint64_t takeover_allowance(const struct search *s)
{
    const struct settings *settings = &s->reservation->settings;
    return settings->allowance < settings->horizon / 4 ? settings->allowance
                                                       : settings->horizon / 4;
}

static uint64_t first_tick(const struct search *s, uint64_t bound)
{
    uint64_t now = sortid_node_reservation_clock_ms(s->reservation, &s->times) / TICK_MS;
    uint64_t floor = s->reservation->records.floor;
    uint64_t first = bound > floor ? bound : floor;
    if (first < now)
        first = now;
    return first > 2 ? first : 2; // the spec's ID has the tick before, and tick 0 is reserved
}

/* In how many ms an id is free: when its bound is near enough for a generator to start there, and
 * what an external generator may have made has passed. */
static uint64_t free_in_ms(const struct search *s, const struct id_record *record)
{
    uint64_t now = sortid_node_reservation_clock_ms(s->reservation, &s->times);
    uint64_t first = first_tick(s, record->bound);
    uint64_t at =
        (first > s->reservation->settings.allowance ? first - s->reservation->settings.allowance
                                                    : 0) *
        TICK_MS;
    uint64_t over = record->bound * TICK_MS + record->quarantine_ms;
    if (!record->clean && record->quarantine_ms > 0 && over > at)
        at = over;
    return at > now ? at - now : 0;
}

/* Of an id that was never used. It is free unless the floor is too far ahead. */
static const struct id_record unused = {.bound = 0};

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

/* Picks the first used id, by age, that is free; after a lost race a random one of the first few. */
static sortid_node_status pick_used(struct candidate *out, bool *found, struct search *s,
                                    const struct store_range *used,
                                    const struct store_range *holders, sortid_node_error *error)
{
    uint64_t choices = 0, wanted = (uint64_t)s->races * 4 + 1;
    for (size_t i = 0; i < used->count && choices < wanted; i++) {
        struct id_record record;
        uint32_t node_id, size;
        const struct store_pair *pair = &used->pairs[i];
        if (!sortid_node_realm_id_of_key(&node_id, &size, pair->key) ||
            !sortid_node_realm_read_id(&record, pair->value))
            return sortid_node_fail_record(error, pair->key);
        if (has_holder(holders, node_id))
            continue;
        uint64_t wait = free_in_ms(s, &record);
        if (wait < s->free_in_ms)
            s->free_in_ms = wait;
        if (wait == 0 && below(++choices) == 0) {
            *out = (struct candidate){
                .node_id = node_id, .changed_at = pair->changed_at, .bound = record.bound};
            memcpy(out->value, pair->value,
                   strlen(pair->value) + 1); // its length was checked by its reader
            *found = true;
        }
    }
    return SORTID_NODE_OK;
}

/* Searches the `limit` ids that have been unchanged the longest; 0: all. */
static sortid_node_status find_used(struct candidate *out, bool *found, struct search *s,
                                    uint32_t limit, sortid_node_error *error)
{
    char keys[2][KEY_SIZE], ends[2][KEY_SIZE];
    struct store_reply reply;
    sortid_node_realm_range_keys(keys[0], ends[0], s->reservation->records.realm, KEY_ID, &s->pool);
    sortid_node_realm_range_keys(keys[1], ends[1], s->reservation->records.realm, KEY_HOLDER,
                                 &s->pool);
    const struct store_operation gets[] = {
        {.kind = STORE_RANGE,
         .key = keys[0],
         .end = ends[0],
         .order = STORE_BY_CHANGE,
         .limit = limit},
        {.kind = STORE_RANGE, .key = keys[1], .end = ends[1], .keys_only = true}};
    *found = false;
    s->free_in_ms = NEVER;
    sortid_node_status status = ask(&reply, s, gets, 2, error);
    if (status != SORTID_NODE_OK)
        return status;
    status = pick_used(out, found, s, &reply.ranges[0], &reply.ranges[1], error);
    s->reserved = reply.ranges[1].count;
    sortid_node_store_reply_free(&reply);
    return status;
}

/* ---- Large pools ------------------------------------------------------------------------------
 * The keys of free ids tell where to search: first those that were never used, then one random shard,
 * then the others. A key may be wrong; then its id is not taken. */

#define CHOICES 16 /* ids of a shard that are considered */

/* Ids that may be free. */
struct choices {
    uint32_t ids[CHOICES];
    size_t count;
};

static void add_choices(struct choices *choices, const struct search *s,
                        const struct store_range *range)
{
    for (size_t i = 0; i < range->count && choices->count < CHOICES; i++) {
        uint32_t *id = &choices->ids[choices->count];
        if (sortid_node_realm_read_free(id, range->pairs[i].key) && s->pool.first <= *id &&
            *id <= s->pool.last)
            choices->count++;
    }
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
        if (!read_span(&first, &last, s, span) || below(++seen) != 0)
            continue;
        *out = (struct candidate){.node_id = first};
        memcpy(out->span_key, span->key, strlen(span->key) + 1);
        if (first < last)
            snprintf(out->span_first, sizeof out->span_first, "%06x",
                     (unsigned)(first + 1) & 0xffffff);
    }
    return seen > 0;
}

/* The range of keys of a shard with ids that are free at once. */
struct shard_keys {
    char first[KEY_SIZE], end[KEY_SIZE];
};

static struct store_operation look_at(struct shard_keys *keys, const struct search *s,
                                      uint32_t shard)
{
    const char *realm = s->reservation->records.realm;
    uint64_t now = sortid_node_reservation_clock_ms(s->reservation, &s->times) / TICK_MS;
    sortid_node_realm_shard_key(keys->first, realm, s->pool.name, shard, 0);
    sortid_node_realm_shard_key(keys->end, realm, s->pool.name, shard,
                                now + takeover_allowance(s) + 1);
    return (struct store_operation){.kind = STORE_RANGE,
                                    .key = keys->first,
                                    .end = keys->end,
                                    .keys_only = true,
                                    // those that are being removed are not acquired, and stay first
                                    .limit = s->is_partly_open ? 0 : CHOICES};
}

/* Reads the spans and one random shard. */
static sortid_node_status look_first(struct candidate *out, bool *found, struct choices *choices,
                                     uint32_t shard, struct search *s, sortid_node_error *error)
{
    struct shard_keys spans, keys;
    struct store_reply reply;
    sortid_node_realm_free_keys(spans.first, spans.end, s->reservation->records.realm, s->pool.name,
                                true);
    const struct store_operation gets[] = {
        {.kind = STORE_RANGE, .key = spans.first, .end = spans.end, .limit = PARTS},
        look_at(&keys, s, shard)};
    sortid_node_status status = ask(&reply, s, gets, 2, error);
    if (status != SORTID_NODE_OK)
        return status;
    *found = pick_span(out, s, &reply.ranges[0]);
    add_choices(choices, s, &reply.ranges[1]);
    sortid_node_store_reply_free(&reply);
    return SORTID_NODE_OK;
}

/* Reads PARTS shards. */
static sortid_node_status look_further(struct choices *choices, uint32_t shard, struct search *s,
                                       sortid_node_error *error)
{
    struct shard_keys keys[PARTS];
    struct store_operation gets[PARTS];
    struct store_reply reply;
    for (uint32_t i = 0; i < PARTS; i++)
        gets[i] = look_at(&keys[i], s, shard + i);
    sortid_node_status status = ask(&reply, s, gets, PARTS, error);
    if (status != SORTID_NODE_OK)
        return status;
    for (size_t i = 0; i < PARTS; i++)
        add_choices(choices, s, &reply.ranges[i]);
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
            !sortid_node_realm_read_id(&record, id->pairs[0].value) || free_in_ms(s, &record) != 0)
            continue;
        if (below(++seen) != 0)
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
    sortid_node_status status = ask(&reply, s, gets, 2 * choices->count, error);
    if (status != SORTID_NODE_OK)
        return status;
    pick_choice(out, found, s, choices, &reply);
    sortid_node_store_reply_free(&reply);
    return SORTID_NODE_OK;
}

static sortid_node_status find_free(struct candidate *out, bool *found, struct search *s,
                                    sortid_node_error *error)
{
    struct choices choices = {.count = 0};
    uint32_t shard = (uint32_t)below(FREE_SHARDS);
    if (s->free_in_ms > 0)
        return SORTID_NODE_OK; // the floor
    s->free_in_ms = NEVER;
    sortid_node_status status = look_first(out, found, &choices, shard, s, error);
    if (status == SORTID_NODE_OK && !*found && choices.count > 0)
        status = read_choices(out, found, s, &choices, error);
    for (uint32_t i = 0; i < FREE_SHARDS && status == SORTID_NODE_OK && !*found; i += PARTS) {
        choices.count = 0;
        status = look_further(&choices, shard + 1 + i, s, error);
        if (status == SORTID_NODE_OK && choices.count > 0)
            status = read_choices(out, found, s, &choices, error);
    }
    return status;
}

/* ---- A candidate -------------------------------------------------------------------------- */

/* Searches the pool s->pool. */
static sortid_node_status find_in_pool(struct candidate *out, bool *found, struct search *s,
                                       sortid_node_error *error)
{
    sortid_node_status status = SORTID_NODE_OK;
    s->free_in_ms = free_in_ms(s, &unused);
    if (s->is_large)
        return find_free(out, found, s, error);
    status = count_pool(s, error);
    if (status != SORTID_NODE_OK)
        return status;
    if (s->used < ids_of(&s->pool)) {
        if (s->free_in_ms == 0)
            status = find_gap(out, found, s, error);
        s->gaps_went = s->gaps_went || (s->free_in_ms == 0 && !*found);
        return status;
    }
    status = find_used(out, found, s, OLDEST, error);
    if (status == SORTID_NODE_OK && !*found && s->used > OLDEST)
        status = find_used(out, found, s, 0, error);
    return status;
}

static void choose_pool(struct search *s, const struct named *named)
{
    s->pool = named->whole;
    s->pool.first = named->open.first;
    s->pool.last = named->open.last;
    s->is_large = ids_of(&named->whole) > LARGE_POOL;
    s->is_partly_open = ids_of(&named->whole) != ids_of(&named->open);
}

/* Searches the pools in their order. */
static sortid_node_status find(struct candidate *out, bool *found, struct search *s,
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
        s->reserved = 0;
        choose_pool(s, named);
        status = find_in_pool(out, found, s, error);
        named->reserved = s->reserved;
        if (s->free_in_ms < soonest)
            soonest = s->free_in_ms;
    }
    s->free_in_ms = soonest;
    return status;
}

static sortid_node_status no_id(const struct search *s, sortid_node_error *error)
{
    char next[64] = "", more[32] = "";
    uint64_t floor_in_ms = free_in_ms(s, &unused);
    if (floor_in_ms > 0)
        return sortid_node_fail(
            error, SORTID_NODE_NO_ID,
            "realm %s: its bounds were raised, so no id is free for %llu s: wait, "
            "or use another realm",
            s->reservation->records.realm, (unsigned long long)((floor_in_ms + 999) / 1000));
    uint64_t reserved = 0, ids = 0;
    const struct settings *settings = &s->reservation->settings;
    for (size_t i = 0; i < settings->pool_count; i++) {
        reserved += s->named[i].reserved;
        ids += ids_of(&s->named[i].open);
    }
    if (ids == 0)
        return sortid_node_fail(error, SORTID_NODE_NO_ID,
                                "pool %s of realm %s is being removed: use another one",
                                settings->pools[0], s->reservation->records.realm);
    if (settings->pool_count > 1)
        snprintf(more, sizeof more, " and %zu more", settings->pool_count - 1);
    if (s->is_uncounted)
        return sortid_node_fail(
            error, SORTID_NODE_NO_ID,
            "pool %s%s of realm %s: no id is free, and the store did not count the "
            "reserved ones: wait, or add a pool",
            settings->pools[0], more, s->reservation->records.realm);
    if (s->free_in_ms != NEVER && reserved < ids)
        snprintf(next, sizeof next, ", the next is free in %llu s",
                 (unsigned long long)((s->free_in_ms + 999) / 1000));
    return sortid_node_fail(
        error, SORTID_NODE_NO_ID,
        "pool %s%s of realm %s: %llu of %llu ids are reserved%s: wait, or add a pool",
        settings->pools[0], more, s->reservation->records.realm, (unsigned long long)reserved,
        (unsigned long long)ids, next);
}

/* ---- Acquiring it ---------------------------------------------------------------------------- */

/* Generators of the reservation start at this tick: their spec has the last possible ID before it. */
static void set_spec(struct reservation *reservation, uint64_t first)
{
    uint32_t size = reservation->records.size, node_id = reservation->records.node_id;
    uint32_t counter_bits = 24 - size; // 1 to 23
    uint32_t node_ctr = node_id << counter_bits | ((UINT32_C(1) << counter_bits) - 1);
    uint64_t id = (first - 1) << 24 | node_ctr;
    reservation->spec =
        (sortid_scru64_node_spec){.node_id = node_id, .node_id_size = size, .has_last = true};
    for (unsigned i = 0; i < SORTID_SCRU64_SIZE; i++)
        reservation->spec.last.bytes[i] = (uint8_t)(id >> (56 - 8 * i));
}

static void start(struct search *s, uint64_t first, const struct store_lease *lease)
{
    struct reservation *reservation = s->reservation;
    uint64_t end = reservation->records.bound, gap = reservation->settings.horizon / 2;
    if (first < reservation->records.begin) // the bounds were raised meanwhile
        first = reservation->records.begin;
    set_spec(reservation, first);
    sortid_node_limit_start(&reservation->slot->limit, reservation->slot->generation, first,
                            end - gap, end);
    sortid_node_reservation_note_lease(reservation, lease);
    sortid_node_reservation_note_bound(reservation, &s->times);
    sortid_node_reservation_note_next(reservation, SORTID_NODE_OK, NULL);
}

/* Notes where others find the candidate now. */
static void take_free_key(struct search *s, const struct candidate *c)
{
    struct id_record record;
    struct records *records = &s->reservation->records;
    records->pool[0] = records->free_key[0] = '\0';
    memcpy(records->span_key, c->span_key, sizeof records->span_key);
    memcpy(records->span_first, c->span_first, sizeof records->span_first);
    if (!s->is_large)
        return;
    memcpy(records->pool, s->pool.name, sizeof records->pool);
    if (sortid_node_realm_read_id(&record, c->value))
        sortid_node_realm_free_key(records->free_key, records->realm, s->pool.name, c->node_id,
                                   sortid_node_realm_until(&record));
}

/* Tries to acquire a candidate, with a lease and a token of its own: if the store does it after the try was
 * given up, it depends on a lease that nobody renews. */
static sortid_node_status try_candidate(bool *taken, struct search *s, const struct candidate *c,
                                        sortid_node_error *error)
{
    struct records *records = &s->reservation->records;
    struct store_lease lease;
    enum ownership state = OWNERSHIP_LOST;
    records->node_id = c->node_id;
    records->size = s->pool.size;
    records->changed_at = c->changed_at;
    memcpy(records->id_value, c->value, sizeof records->id_value);
    take_free_key(s, c);
    records->bound = records->acknowledged = records->begin = 0;
    records->nonce[0] = '\0';
    records->unknown_count = 0;
    records->since_ms = sortid_node_reservation_clock_ms(s->reservation, &s->times);
    uint64_t first = first_tick(s, c->bound);
    uint64_t bound = sortid_node_reservation_cap(s->reservation, &s->times,
                                                 first + s->reservation->settings.horizon);
    if (!sortid_node_records_draw(records->token))
        return sortid_node_fail(error, SORTID_NODE_SYSTEM, "the system's random source failed");
    if (bound <= first)
        return sortid_node_fail(error, SORTID_NODE_CLOCK_SKEW,
                                "the bound would be further ahead of the store's clock than realm "
                                "%s permits: check the clocks",
                                records->realm);
    sortid_node_status status =
        sortid_node_store_grant(&lease, s->store, s->reservation->settings.lease_s, error);
    if (status != SORTID_NODE_OK)
        return status;
    status = sortid_node_records_acquire(&state, records, s->store, lease.id, bound, error);
    if (status != SORTID_NODE_OK && status != SORTID_NODE_DENIED) // the store may have done it
        status = sortid_node_records_read(&state, records, s->store, error);
    *taken = status == SORTID_NODE_OK && (state == OWNERSHIP_WRITTEN || state == OWNERSHIP_OURS);
    if (*taken)
        start(s, first, &lease);
    else if (status != SORTID_NODE_UNREACHABLE)
        (void)sortid_node_store_revoke(s->store, lease.id, NULL);
    return status;
}

/* Searches once and tries what it finds. NO_ID: it found nothing. */
static sortid_node_status search_once(bool *taken, struct search *s, sortid_node_error *error)
{
    struct candidate candidate;
    bool found;
    sortid_node_status status = find(&candidate, &found, s, error);
    if (status != SORTID_NODE_OK)
        return status;
    if (!found && !s->gaps_went)
        return no_id(s, error);
    if (found)
        status = try_candidate(taken, s, &candidate, error);
    if (status == SORTID_NODE_OK && !*taken && ++s->races >= MAX_RACES)
        return sortid_node_fail(error, SORTID_NODE_NO_ID,
                                "other clients were faster %u times: try again, or add a pool",
                                s->races);
    return status;
}

/* ---- Waiting ------------------------------------------------------------------------------ */

/* The pause before the next search: at most the time left, and no longer than until an id is free, if
 * that is known. */
static uint64_t pause_ms(const struct search *s, uint64_t left_ms, unsigned searches)
{
    uint64_t longest = searches < 5 ? UINT64_C(100) << searches : LONG_MS;
    uint64_t wait = longest / 2 + below(longest / 2);
    if (s->free_in_ms > 0 && s->free_in_ms < wait)
        wait = s->free_in_ms;
    return wait < left_ms ? wait : left_ms;
}

/* The time left to wait; 0 also if the clock fails. */
static uint64_t left_ms(const struct search *s, uint64_t began_ms)
{
    uint64_t now = 0;
    if (!sortid_node_clock_boot_ms(&now) || now - began_ms >= s->reservation->settings.wait_ms)
        return 0;
    return s->reservation->settings.wait_ms - (now - began_ms);
}

/* Whether waiting may help: an id becomes free, or the store comes up. */
static bool may_pass(sortid_node_status status)
{
    return status == SORTID_NODE_NO_ID || status == SORTID_NODE_UNREACHABLE ||
           status == SORTID_NODE_STORE_FAILED;
}

/* The final result: that of the last search that was completed, if one was, because a store that has
 * just gone does not say why no id was found. */
static sortid_node_status give_up(struct search *s, sortid_node_status status, bool looked,
                                  sortid_node_error *error)
{
    if (!may_pass(status) || !looked)
        return status;
    for (size_t i = 0; i < s->reservation->settings.pool_count && status == SORTID_NODE_NO_ID;
         i++) {
        choose_pool(s, &s->named[i]);
        if (!s->is_large || s->races >= MAX_RACES || ids_of(&s->pool) == 0)
            continue;
        // Too much work for each search.
        if (count_pool(s, NULL) != SORTID_NODE_OK)
            s->is_uncounted = true;
        s->named[i].reserved = s->reserved;
    }
    return s->races >= MAX_RACES ? status : no_id(s, error);
}

sortid_node_status sortid_node_acquire_id(struct reservation *reservation, sortid_node_error *error)
{
    struct search s = {.reservation = reservation, .store = reservation->client->store};
    uint64_t began_ms;
    bool taken = false, looked = false;
    unsigned searches = 0;
    if (!sortid_node_clock_boot_ms(&began_ms))
        return sortid_node_fail(error, SORTID_NODE_SYSTEM, "the system's clock cannot be read");
    while (!taken) {
        sortid_node_status status = search_once(&taken, &s, error);
        uint64_t left = left_ms(&s, began_ms);
        looked = looked || status == SORTID_NODE_NO_ID;
        if (may_pass(status) && left > 0)
            sortid_node_platform_sleep_ms(pause_ms(&s, left, searches++));
        else if (status != SORTID_NODE_OK)
            return give_up(&s, status, looked, error);
        else if (!taken && s.races >= QUIET_RACE)
            sortid_node_platform_sleep_ms(1 + below(20));
    }
    return SORTID_NODE_OK;
}
