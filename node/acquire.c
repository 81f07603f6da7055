/* SPDX-License-Identifier: MIT */
/* node/acquire.c: finds a free id of a pool and takes it. Ids that were never used come first, then
 * the one whose record was not changed for longest. Racers part: each takes a gap by chance, and
 * who lost a race looks anew.
 *
 * A pool may have 2^23 ids, so it is not read whole: gaps are found by counting in parts, and of the
 * used ids the ones at rest longest are asked for, all of them only where these do not do. */
#define _POSIX_C_SOURCE 200809L
#include "hold.h"

#include "clock.h"
#include "fail.h"
#include "outside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PARTS      64  /* of a span in one request; etcd allows 128 operations */
#define OLDEST     64  /* used ids that are looked at first */
#define QUIET_RACE 8   /* lost races before there is a pause */
#define MAX_RACES  256 /* lost races before it gives up */
#define LONG_MS    2000
#define NEVER      UINT64_MAX

struct search {
    struct hold *hold;
    struct etcd *etcd;
    sortid_node_pool pool;
    uint64_t floor;
    int64_t realm_at;
    struct etcd_times times; /* of a reply whose skew was checked: all goes by its clock */
    uint64_t held, used;     /* ids of the pool */
    uint64_t free_in_ms;     /* the soonest that one of those not held is free; NEVER */
    unsigned races;          /* lost so far */
    bool gaps_went;          /* there were some, and others took those that were looked at */
};

/* An id to try. */
struct candidate {
    uint32_t node_id;
    int64_t changed_at;
    uint64_t bound;
};

static uint64_t below(uint64_t limit)
{
    uint64_t chance = 0;
    (void)sortid_node_outside_random(&chance,
                                     sizeof chance); // the token's draw fails where this does
    return chance % limit;
}

static uint64_t ids_of(const sortid_node_pool *span)
{
    return (uint64_t)span->last - span->first + 1;
}

/* ---- The pool at large -------------------------------------------------------------------- */

static sortid_node_status read_realm(struct search *s, const struct etcd_range *range,
                                     sortid_node_error *error)
{
    const char *name = s->hold->claim.realm;
    sortid_node_realm realm;
    if (range->count == 0)
        return sortid_node_fail(error, SORTID_NODE_NO_REALM, "there is no realm %s", name);
    if (!sortid_node_realm_read(&realm, name, range->pairs[0].value))
        return sortid_node_fail(error, SORTID_NODE_GARBAGE, "%s holds no record of sortid's",
                                range->pairs[0].key);
    const sortid_node_pool *pool = sortid_node_realm_find_pool(&realm, s->hold->terms.pool);
    sortid_node_status status = SORTID_NODE_OK;
    if (pool != NULL)
        s->pool = *pool;
    else
        status = sortid_node_fail(error, SORTID_NODE_NO_REALM, "realm %s has no pool %s", name,
                                  s->hold->terms.pool);
    s->floor = realm.floor;
    s->realm_at = range->pairs[0].changed_at;
    sortid_node_realm_free(&realm);
    return status;
}

static sortid_node_status ask(struct etcd_reply *reply, struct search *s,
                              const struct etcd_operation *operations, size_t count,
                              sortid_node_error *error)
{
    const struct etcd_transaction all = {.operations = operations, .operation_count = count};
    sortid_node_status status = sortid_node_etcd_transact(reply, s->etcd, &all, true, error);
    if (status != SORTID_NODE_OK || reply->range_count == count)
        return status;
    sortid_node_etcd_reply_free(reply);
    return sortid_node_fail(error, SORTID_NODE_GARBAGE, "etcd did not answer all ranges");
}

/* The realm, by the first request of each look; clock and Date of its reply. */
static sortid_node_status look_at_realm(struct search *s, sortid_node_error *error)
{
    char key[KEY_SIZE];
    struct etcd_reply reply;
    sortid_node_realm_key(key, s->hold->claim.realm);
    const struct etcd_operation get = {.kind = ETCD_RANGE, .key = key};
    sortid_node_status status = ask(&reply, s, &get, 1, error);
    if (status != SORTID_NODE_OK)
        return status;
    s->times = reply.times;
    status = sortid_node_hold_check_skew(s->hold, &reply.times, error);
    if (status == SORTID_NODE_OK)
        status = read_realm(s, &reply.ranges[0], error);
    sortid_node_etcd_reply_free(&reply);
    return status;
}

static sortid_node_status count_pool(struct search *s, sortid_node_error *error)
{
    char keys[2][KEY_SIZE], ends[2][KEY_SIZE];
    struct etcd_operation counts[2];
    struct etcd_reply reply;
    const enum sortid_node_realm_key kinds[] = {KEY_ID, KEY_HOLDER};
    for (size_t i = 0; i < 2; i++) {
        sortid_node_realm_span_keys(keys[i], ends[i], s->hold->claim.realm, kinds[i], &s->pool);
        counts[i] = (struct etcd_operation){
            .kind = ETCD_RANGE, .key = keys[i], .end = ends[i], .count_only = true};
    }
    sortid_node_status status = ask(&reply, s, counts, 2, error);
    if (status != SORTID_NODE_OK)
        return status;
    s->used = (uint64_t)reply.ranges[0].total;
    s->held = (uint64_t)reply.ranges[1].total;
    sortid_node_etcd_reply_free(&reply);
    return SORTID_NODE_OK;
}

/* ---- Ids that were never used ------------------------------------------------------------- */

/* Part `i` of up to PARTS of a span. */
static sortid_node_pool part_of(const sortid_node_pool *span, size_t i)
{
    sortid_node_pool part = *span;
    uint64_t step = (ids_of(span) + PARTS - 1) / PARTS;
    uint64_t first = span->first + i * step;
    part.first = first > span->last ? UINT32_MAX : (uint32_t)first; // UINT32_MAX: there is none
    part.last = first + step - 1 < span->last ? (uint32_t)(first + step - 1) : span->last;
    return part;
}

/* Narrows the span to its first part that has a gap, after a lost race to one by chance of those that
 * have; to UINT32_MAX where none has any more. */
static sortid_node_status narrow(sortid_node_pool *span, struct search *s, sortid_node_error *error)
{
    char keys[PARTS][KEY_SIZE], ends[PARTS][KEY_SIZE];
    struct etcd_operation counts[PARTS];
    struct etcd_reply reply;
    size_t parts = 0;
    for (; parts < PARTS && part_of(span, parts).first != UINT32_MAX; parts++) {
        sortid_node_pool part = part_of(span, parts);
        sortid_node_realm_span_keys(keys[parts], ends[parts], s->hold->claim.realm, KEY_ID, &part);
        counts[parts] = (struct etcd_operation){
            .kind = ETCD_RANGE, .key = keys[parts], .end = ends[parts], .count_only = true};
    }
    sortid_node_status status = ask(&reply, s, counts, parts, error);
    if (status != SORTID_NODE_OK)
        return status;
    sortid_node_pool gap = {.first = UINT32_MAX};
    uint64_t choices = 0;
    for (size_t i = 0; i < parts && (choices == 0 || s->races > 0); i++) {
        sortid_node_pool part = part_of(span, i);
        if ((uint64_t)reply.ranges[i].total < ids_of(&part) && below(++choices) == 0)
            gap = part;
    }
    *span = gap;
    sortid_node_etcd_reply_free(&reply);
    return SORTID_NODE_OK;
}

/* One by chance of the ids of a short span that have no record. */
static bool pick_gap(struct candidate *out, const sortid_node_pool *span,
                     const struct etcd_range *used)
{
    uint32_t gaps[PARTS];
    uint32_t node_id, size;
    size_t count = 0, next = 0;
    for (uint32_t id = span->first; id <= span->last && count < PARTS; id++) {
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
    struct etcd_reply reply;
    sortid_node_pool span = s->pool;
    sortid_node_status status = SORTID_NODE_OK;
    *found = false;
    while (status == SORTID_NODE_OK && span.first != UINT32_MAX && ids_of(&span) > PARTS)
        status = narrow(&span, s, error);
    if (status != SORTID_NODE_OK || span.first == UINT32_MAX)
        return status;
    sortid_node_realm_span_keys(key, end, s->hold->claim.realm, KEY_ID, &span);
    const struct etcd_operation get = {
        .kind = ETCD_RANGE, .key = key, .end = end, .keys_only = true};
    status = ask(&reply, s, &get, 1, error);
    if (status != SORTID_NODE_OK)
        return status;
    *found = pick_gap(out, &span, &reply.ranges[0]);
    sortid_node_etcd_reply_free(&reply);
    return SORTID_NODE_OK;
}

/* ---- Ids that were used ------------------------------------------------------------------- */

static uint64_t first_tick(const struct search *s, uint64_t bound)
{
    uint64_t now = sortid_node_hold_clock_ms(s->hold, &s->times) / TICK_MS;
    uint64_t first = bound > s->floor ? bound : s->floor;
    if (first < now)
        first = now;
    return first > 2 ? first : 2; // the tick before is in an ID, and that of 0 is reserved
}

/* In how many ms an id may be taken: when its bound is near enough for a generator to begin there,
 * and what a foreign generator may have made is over. */
static uint64_t free_in_ms(const struct search *s, const struct id_record *record)
{
    uint64_t now = sortid_node_hold_clock_ms(s->hold, &s->times);
    uint64_t first = first_tick(s, record->bound);
    uint64_t at =
        (first > s->hold->terms.allowance ? first - s->hold->terms.allowance : 0) * TICK_MS;
    uint64_t over = record->bound * TICK_MS + record->quarantine_ms;
    if (!record->clean && record->quarantine_ms > 0 && over > at)
        at = over;
    return at > now ? at - now : 0;
}

/* Whether a range of holders, in order of their keys, has one of this id. */
static bool is_held(const struct etcd_range *holders, uint32_t wanted)
{
    size_t low = 0, high = holders->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        uint32_t node_id, size;
        if (!sortid_node_realm_id_of_key(&node_id, &size, holders->pairs[middle].key))
            return true; // a key of somebody's own: whose id it is cannot be told
        if (node_id == wanted)
            return true;
        if (node_id < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

/* The first of the used ids, by age, that is free; after a lost race one by chance of them. */
static sortid_node_status pick_used(struct candidate *out, bool *found, struct search *s,
                                    const struct etcd_range *used, const struct etcd_range *holders,
                                    sortid_node_error *error)
{
    uint64_t choices = 0, wanted = (uint64_t)s->races * 4 + 1;
    for (size_t i = 0; i < used->count && choices < wanted; i++) {
        struct id_record record;
        uint32_t node_id, size;
        const struct etcd_pair *pair = &used->pairs[i];
        if (!sortid_node_realm_id_of_key(&node_id, &size, pair->key) ||
            !sortid_node_realm_read_id(&record, pair->value))
            return sortid_node_fail(error, SORTID_NODE_GARBAGE, "%s holds no record of sortid's",
                                    pair->key);
        if (is_held(holders, node_id))
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

/* Of the `limit` that are at rest longest; 0: of all. */
static sortid_node_status find_used(struct candidate *out, bool *found, struct search *s,
                                    uint32_t limit, sortid_node_error *error)
{
    char keys[2][KEY_SIZE], ends[2][KEY_SIZE];
    struct etcd_reply reply;
    sortid_node_realm_span_keys(keys[0], ends[0], s->hold->claim.realm, KEY_ID, &s->pool);
    sortid_node_realm_span_keys(keys[1], ends[1], s->hold->claim.realm, KEY_HOLDER, &s->pool);
    const struct etcd_operation gets[] = {
        {.kind = ETCD_RANGE,
         .key = keys[0],
         .end = ends[0],
         .order = ETCD_BY_CHANGE,
         .limit = limit},
        {.kind = ETCD_RANGE, .key = keys[1], .end = ends[1], .keys_only = true}};
    *found = false;
    s->free_in_ms = NEVER;
    sortid_node_status status = ask(&reply, s, gets, 2, error);
    if (status != SORTID_NODE_OK)
        return status;
    status = pick_used(out, found, s, &reply.ranges[0], &reply.ranges[1], error);
    s->held = reply.ranges[1].count;
    sortid_node_etcd_reply_free(&reply);
    return status;
}

/* ---- A candidate -------------------------------------------------------------------------- */

static sortid_node_status find(struct candidate *out, bool *found, struct search *s,
                               sortid_node_error *error)
{
    const struct id_record unused = {.bound = 0};
    *found = false;
    sortid_node_status status = look_at_realm(s, error);
    if (status == SORTID_NODE_OK)
        status = count_pool(s, error);
    s->free_in_ms = free_in_ms(s, &unused); // of the floor alone
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
    if (s->free_in_ms != NEVER && s->held < ids_of(&s->pool))
        snprintf(next, sizeof next, ", the next is free in %llu s",
                 (unsigned long long)((s->free_in_ms + 999) / 1000));
    return sortid_node_fail(error, SORTID_NODE_NO_ID,
                            "pool %s of realm %s: %llu of %llu ids are held%s", s->pool.name,
                            s->hold->claim.realm, (unsigned long long)s->held,
                            (unsigned long long)ids_of(&s->pool), next);
}

/* ---- Taking it ---------------------------------------------------------------------------- */

static sortid_node_status new_token(char token[TOKEN_SIZE], sortid_node_error *error)
{
    uint8_t bytes[(TOKEN_SIZE - 1) / 2];
    if (!sortid_node_outside_random(bytes, sizeof bytes))
        return sortid_node_fail(error, SORTID_NODE_SYSTEM, "the system has no randomness");
    for (size_t i = 0; i < sizeof bytes; i++)
        snprintf(token + 2 * i, 3, "%02x", bytes[i]);
    return SORTID_NODE_OK;
}

static void start(struct search *s, uint64_t first, const struct etcd_lease *lease)
{
    struct hold *hold = s->hold;
    uint64_t end = hold->claim.bound, gap = hold->terms.horizon / 2;
    sortid_node_hold_set_spec(hold, first);
    sortid_node_limit_start(&hold->cell->limit, hold->cell->generation, first, end - gap, end);
    sortid_node_hold_note_lease(hold, lease);
    sortid_node_hold_note_bound(hold, &s->times);
    sortid_node_hold_note_next(hold, SORTID_NODE_OK, NULL);
}

/* One try for a candidate, on a lease and with a token of its own: should it be done after it was
 * given up, it hangs on a lease that nobody renews. */
static sortid_node_status try_candidate(bool *taken, struct search *s, const struct candidate *c,
                                        sortid_node_error *error)
{
    struct claim *claim = &s->hold->claim;
    struct etcd_lease lease;
    enum claim_state state = CLAIM_TAKEN;
    claim->node_id = c->node_id;
    claim->size = s->pool.size;
    claim->changed_at = c->changed_at;
    claim->realm_at = s->realm_at;
    claim->floor = s->floor;
    claim->bound = 0;
    claim->since_ms = sortid_node_hold_clock_ms(s->hold, &s->times);
    uint64_t first = first_tick(s, c->bound);
    sortid_node_status status = new_token(claim->token, error);
    if (status == SORTID_NODE_OK)
        status = sortid_node_etcd_grant(&lease, s->etcd, s->hold->terms.lease_s, error);
    if (status != SORTID_NODE_OK)
        return status;
    status = sortid_node_claim_take(&state, claim, s->etcd, lease.id,
                                    first + s->hold->terms.horizon, error);
    if (status != SORTID_NODE_OK) // it may have been done all the same
        status = sortid_node_claim_look(&state, claim, s->etcd, error);
    *taken = status == SORTID_NODE_OK && (state == CLAIM_DONE || state == CLAIM_OURS);
    if (*taken)
        start(s, first, &lease);
    else if (status != SORTID_NODE_UNREACHABLE)
        (void)sortid_node_etcd_revoke(s->etcd, lease.id, NULL);
    return status;
}

/* Looks once and tries what it finds. NO_ID: there was nothing to try. */
static sortid_node_status look_once(bool *taken, struct search *s, sortid_node_error *error)
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
        return sortid_node_fail(error, SORTID_NODE_NO_ID, "others were faster in %u races",
                                s->races);
    return status;
}

/* ---- Waiting ------------------------------------------------------------------------------ */

/* Before the next look: at most what is left, and until an id is free if that is known. */
static uint64_t pause_ms(const struct search *s, uint64_t left_ms, unsigned looks)
{
    uint64_t longest = looks < 5 ? UINT64_C(100) << looks : LONG_MS;
    uint64_t wait = longest / 2 + below(longest / 2);
    if (s->free_in_ms > 0 && s->free_in_ms < wait)
        wait = s->free_in_ms;
    return wait < left_ms ? wait : left_ms;
}

/* What is left of the time to wait; 0 as well where the clock fails. */
static uint64_t left_ms(const struct search *s, uint64_t began_ms)
{
    uint64_t now = 0;
    if (!sortid_node_clock_boot_ms(&now) || now - began_ms >= s->hold->terms.wait_ms)
        return 0;
    return s->hold->terms.wait_ms - (now - began_ms);
}

sortid_node_status sortid_node_hold_acquire(struct hold *hold, sortid_node_error *error)
{
    struct search s = {.hold = hold, .etcd = hold->client->etcd};
    uint64_t began_ms;
    bool taken = false;
    unsigned looks = 0;
    if (!sortid_node_clock_boot_ms(&began_ms))
        return sortid_node_fail(error, SORTID_NODE_SYSTEM, "the clock cannot be read");
    while (!taken) {
        sortid_node_status status = look_once(&taken, &s, error);
        uint64_t left = left_ms(&s, began_ms);
        if (status == SORTID_NODE_NO_ID && left > 0)
            sortid_node_outside_sleep_ms(pause_ms(&s, left, looks++));
        else if (status != SORTID_NODE_OK)
            return status;
        else if (!taken && s.races >= QUIET_RACE)
            sortid_node_outside_sleep_ms(1 + below(20));
    }
    return SORTID_NODE_OK;
}
