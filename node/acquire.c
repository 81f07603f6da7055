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
    sortid_node_pool pool;
    uint64_t floor;
    int64_t realm_at;
    struct store_times times; /* of a reply whose skew was checked: the clock of this search */
    uint64_t reserved, used;  /* ids of the pool */
    uint64_t free_in_ms;      /* when the first id that is not reserved becomes free; NEVER */
    unsigned races;           /* lost so far */
    bool gaps_went;           /* others took the gaps that were found */
};

/* An id to try to acquire. */
struct candidate {
    uint32_t node_id;
    int64_t changed_at;
    uint64_t bound;
};

static uint64_t below(uint64_t limit)
{
    uint64_t chance = 0;
    (void)sortid_node_platform_random(&chance,
                                      sizeof chance); // if it fails, so does new_token
    return chance % limit;
}

static uint64_t ids_of(const sortid_node_pool *range)
{
    return (uint64_t)range->last - range->first + 1;
}

/* ---- The realm and the pool -------------------------------------------------------------------- */

static sortid_node_status read_realm(struct search *s, const struct store_range *range,
                                     sortid_node_error *error)
{
    const char *name = s->reservation->records.realm;
    sortid_node_realm realm;
    if (range->count == 0)
        return sortid_node_fail_no_realm(error, name);
    if (!sortid_node_realm_read(&realm, name, range->pairs[0].value))
        return sortid_node_fail_record(error, range->pairs[0].key);
    const sortid_node_pool *pool =
        sortid_node_realm_find_pool(&realm, s->reservation->settings.pool);
    sortid_node_status status = SORTID_NODE_OK;
    if (pool != NULL)
        s->pool = *pool;
    else
        status = sortid_node_fail(error, SORTID_NODE_NO_REALM,
                                  "realm %s has no pool %s: add it with sortid node init %s --pool "
                                  "%s=FIRST-LAST/SIZE",
                                  name, s->reservation->settings.pool, name,
                                  s->reservation->settings.pool);
    s->floor = realm.floor;
    s->realm_at = range->pairs[0].changed_at;
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
        status = read_realm(s, &reply.ranges[0], error);
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

static uint64_t first_tick(const struct search *s, uint64_t bound)
{
    uint64_t now = sortid_node_reservation_clock_ms(s->reservation, &s->times) / TICK_MS;
    uint64_t first = bound > s->floor ? bound : s->floor;
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
            *out = (struct candidate){node_id, pair->changed_at, record.bound};
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

/* ---- A candidate -------------------------------------------------------------------------- */

static sortid_node_status find(struct candidate *out, bool *found, struct search *s,
                               sortid_node_error *error)
{
    *found = false;
    sortid_node_status status = get_realm(s, error);
    if (status == SORTID_NODE_OK)
        status = count_pool(s, error);
    s->free_in_ms = free_in_ms(s, &unused);
    if (status != SORTID_NODE_OK)
        return status;
    s->gaps_went = false;
    if (s->used < ids_of(&s->pool)) {
        if (s->free_in_ms == 0)
            status = find_gap(out, found, s, error);
        s->gaps_went = s->free_in_ms == 0 && !*found;
        return status;
    }
    status = find_used(out, found, s, OLDEST, error);
    if (status == SORTID_NODE_OK && !*found && s->used > OLDEST)
        status = find_used(out, found, s, 0, error);
    return status;
}

static sortid_node_status no_id(const struct search *s, sortid_node_error *error)
{
    char next[64] = "";
    uint64_t floor_in_ms = free_in_ms(s, &unused);
    if (floor_in_ms > 0)
        return sortid_node_fail(
            error, SORTID_NODE_NO_ID,
            "realm %s: its bounds were raised, so no id is free for %llu s: wait, "
            "or use another realm",
            s->reservation->records.realm, (unsigned long long)((floor_in_ms + 999) / 1000));
    if (s->free_in_ms != NEVER && s->reserved < ids_of(&s->pool))
        snprintf(next, sizeof next, ", the next is free in %llu s",
                 (unsigned long long)((s->free_in_ms + 999) / 1000));
    return sortid_node_fail(
        error, SORTID_NODE_NO_ID,
        "pool %s of realm %s: %llu of %llu ids are reserved%s: wait, or add a pool", s->pool.name,
        s->reservation->records.realm, (unsigned long long)s->reserved,
        (unsigned long long)ids_of(&s->pool), next);
}

/* ---- Acquiring it ---------------------------------------------------------------------------- */

static sortid_node_status new_token(char token[TOKEN_SIZE], sortid_node_error *error)
{
    uint8_t bytes[(TOKEN_SIZE - 1) / 2];
    if (!sortid_node_platform_random(bytes, sizeof bytes))
        return sortid_node_fail(error, SORTID_NODE_SYSTEM, "the system's random source failed");
    for (size_t i = 0; i < sizeof bytes; i++)
        snprintf(token + 2 * i, 3, "%02x", bytes[i]);
    return SORTID_NODE_OK;
}

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
    set_spec(reservation, first);
    sortid_node_limit_start(&reservation->slot->limit, reservation->slot->generation, first,
                            end - gap, end);
    sortid_node_reservation_note_lease(reservation, lease);
    sortid_node_reservation_note_bound(reservation, &s->times);
    sortid_node_reservation_note_next(reservation, SORTID_NODE_OK, NULL);
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
    records->realm_at = s->realm_at;
    records->floor = s->floor;
    records->bound = 0;
    records->since_ms = sortid_node_reservation_clock_ms(s->reservation, &s->times);
    uint64_t first = first_tick(s, c->bound);
    sortid_node_status status = new_token(records->token, error);
    if (status == SORTID_NODE_OK)
        status = sortid_node_store_grant(&lease, s->store, s->reservation->settings.lease_s, error);
    if (status != SORTID_NODE_OK)
        return status;
    status = sortid_node_records_acquire(&state, records, s->store, lease.id,
                                         first + s->reservation->settings.horizon, error);
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

sortid_node_status sortid_node_acquire_id(struct reservation *reservation, sortid_node_error *error)
{
    struct search s = {.reservation = reservation, .store = reservation->client->store};
    uint64_t began_ms;
    bool taken = false;
    unsigned searches = 0;
    if (!sortid_node_clock_boot_ms(&began_ms))
        return sortid_node_fail(error, SORTID_NODE_SYSTEM, "the system's clock cannot be read");
    while (!taken) {
        sortid_node_status status = search_once(&taken, &s, error);
        uint64_t left = left_ms(&s, began_ms);
        if (status == SORTID_NODE_NO_ID && left > 0)
            sortid_node_platform_sleep_ms(pause_ms(&s, left, searches++));
        else if (status != SORTID_NODE_OK)
            return status;
        else if (!taken && s.races >= QUIET_RACE)
            sortid_node_platform_sleep_ms(1 + below(20));
    }
    return SORTID_NODE_OK;
}
