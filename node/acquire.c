/* SPDX-License-Identifier: MIT */
/* node/acquire.c: see reservation.h. Clients that search at the same time choose different ids:
 * each takes a random one of those that are free (search.h), and searches again after it has lost a
 * race. */
#include "reservation.h"

#include "fail.h"
#include "platform.h"
#include "search.h"

#include <string.h>

#define QUIET_RACE 8   /* lost races before it pauses */
#define MAX_RACES  256 /* lost races before it fails */
#define FAIR_MS    800 /* the longest pause of the first searches: longer ones miss released ids */
#define FAIR_COUNT 20
#define LONG_MS    2000
#define TURN_MS    50 /* between looks whether it is this acquire's turn */

/* ---- Acquiring it ---------------------------------------------------------------------------- */

/* Generators of the reservation start at this tick: the spec has the last possible ID before it. */
static void set_spec(struct reservation *reservation, uint64_t first)
{
    uint32_t size = reservation->records.size, node_id = reservation->records.node_id;
    uint32_t counter_bits = 24 - size; // 1 to 23
    uint32_t node_ctr = node_id << counter_bits | ((UINT32_C(1) << counter_bits) - 1);
    uint64_t id = (first - 1) << 24 | node_ctr;
    reservation->spec =
        (sortid_scru64_node_spec){.node_id = node_id, .node_id_size = size, .has_last = true};
    (void)!sortid_scru64_from_int(&reservation->spec.last, id); // ticks are below 2^39
}

static void start(struct search *s, uint64_t first, const struct store_lease *lease)
{
    struct reservation *reservation = s->reservation;
    uint64_t end = reservation->records.bound, gap = reservation->settings.least_left;
    first = later(first, reservation->records.begin); // the bounds were raised meanwhile
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

/* Tries to acquire a candidate, with a lease and a token of its own: if the store does it after the
 * try was given up, it depends on a lease that nobody renews. */
static sortid_node_status try_candidate(bool *taken, struct search *s, const struct candidate *c,
                                        sortid_node_error *error)
{
    struct records *records = &s->reservation->records;
    struct store_lease lease = {.ttl_s = s->reservation->settings.lease_s};
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
    uint64_t first = sortid_node_search_first_tick(s, c->bound);
    uint64_t bound = sortid_node_reservation_cap(s->reservation, &s->times,
                                                 first + s->reservation->settings.horizon);
    if (!sortid_node_records_draw(records->token))
        return sortid_node_fail_random(error);
    if (bound <= first)
        return sortid_node_fail(error, SORTID_NODE_CLOCK_SKEW,
                                "the bound would be further ahead of the store's clock than realm "
                                "%s permits: check the clocks",
                                records->realm);
    sortid_node_status status = s->store->calls->lease(&lease, s->store, STORE_GRANT, error);
    if (status != SORTID_NODE_OK)
        return status;
    status = sortid_node_records_write(&state, records, s->store, RECORDS_ACQUIRE, lease.id, bound,
                                       error);
    if (status != SORTID_NODE_OK && status != SORTID_NODE_DENIED) // the store may have done it
        status = sortid_node_records_read(&state, records, s->store, error);
    *taken = status == SORTID_NODE_OK && (state == OWNERSHIP_WRITTEN || state == OWNERSHIP_OURS);
    // Also if another thread has noticed it since the search.
    if (status == SORTID_NODE_OK &&
        sortid_node_history_is_lost(&s->store->history, &records->age)) {
        *taken = false;
        status = sortid_node_fail_rewound(error, SORTID_NODE_RESTORED, records->realm);
    }
    if (*taken)
        start(s, first, &lease);
    else if (status != SORTID_NODE_UNREACHABLE)
        (void)s->store->calls->lease(&lease, s->store, STORE_REVOKE, NULL);
    return status;
}

/* Searches once and tries what it finds. NO_ID: it found nothing. */
static sortid_node_status search_once(bool *taken, struct search *s, sortid_node_error *error)
{
    struct candidate candidate;
    bool found;
    sortid_node_status status = sortid_node_search_find(&candidate, &found, s, error);
    if (status != SORTID_NODE_OK)
        return status;
    if (!found && !s->gaps_went)
        return sortid_node_search_no_id(s, error);
    if (found)
        status = try_candidate(taken, s, &candidate, error);
    if (status == SORTID_NODE_OK && !*taken && ++s->races >= MAX_RACES)
        return sortid_node_fail(error, SORTID_NODE_NO_ID,
                                "other clients were faster %u times: try again, or add a pool",
                                s->races);
    return status;
}

/* ---- Turns -------------------------------------------------------------------------------- */

/* Of the acquires of a client that wait for the same pools, only the first one searches. */
static bool is_first(const struct search *s)
{
    struct sortid_node_client *client = s->reservation->client;
    const struct reservation *own = s->reservation;
    pthread_mutex_lock(&client->lock);
    const struct search *first = client->waiting;
    while (first != s && (strcmp(first->reservation->records.realm, own->records.realm) != 0 ||
                          memcmp(first->reservation->settings.pools, own->settings.pools,
                                 sizeof own->settings.pools) != 0))
        first = first->next;
    pthread_mutex_unlock(&client->lock);
    return first == s;
}

/* Waits for its turn until `end_ms` of the boot clock. */
static void await_turn(struct search *s, uint64_t end_ms)
{
    uint32_t left = 1;
    while (!is_first(s) && (left = sortid_node_platform_left_ms(end_ms)) > 0)
        sortid_node_platform_sleep_ms(left < TURN_MS ? left : TURN_MS);
    s->is_last = s->is_last || left == 0;
}

static void line_up(struct search *s, bool enters)
{
    struct sortid_node_client *client = s->reservation->client;
    pthread_mutex_lock(&client->lock);
    struct search **place = &client->waiting;
    while (*place != NULL && *place != s)
        place = &(*place)->next;
    *place = enters ? s : s->next;
    pthread_mutex_unlock(&client->lock);
}

/* ---- Waiting ------------------------------------------------------------------------------ */

/* Pauses before the next search: at most for the time left, and no longer than until an id is free,
 * if that is known. */
static void nap(struct search *s, uint64_t left_ms, unsigned searches)
{
    uint64_t longest = searches < 3            ? UINT64_C(100) << searches
                       : searches < FAIR_COUNT ? FAIR_MS
                                               : LONG_MS;
    uint64_t wait = longest / 2 + sortid_node_platform_below(longest / 2);
    if (s->free_in_ms > 0 && s->free_in_ms < wait)
        wait = s->free_in_ms;
    s->is_last = left_ms <= wait;
    sortid_node_platform_sleep_ms(s->is_last ? left_ms : wait);
}

/* Whether waiting may help: an id becomes free, or the store comes up. */
static bool may_pass(sortid_node_status status)
{
    return status == SORTID_NODE_NO_ID || status == SORTID_NODE_UNREACHABLE ||
           status == SORTID_NODE_STORE_FAILED;
}

/* The final result: that of the last search that was completed, if one was, because a store that
 * has just gone does not say why no id was found. */
static sortid_node_status give_up(struct search *s, sortid_node_status status, bool completed,
                                  sortid_node_error *error)
{
    if (!may_pass(status) || !completed || s->races >= MAX_RACES)
        return status;
    return sortid_node_search_no_id(s, error);
}

static sortid_node_status acquire_until(struct search *s, uint64_t end_ms, sortid_node_error *error)
{
    bool taken = false, completed = false;
    unsigned searches = 0;
    while (!taken) {
        if (s->reservation->settings.wait_ms > 0)
            await_turn(s, end_ms);
        sortid_node_status status = search_once(&taken, s, error);
        uint32_t left = sortid_node_platform_left_ms(end_ms); // 0 also if the clock fails
        completed = completed || status == SORTID_NODE_NO_ID;
        if (may_pass(status) && left > 0)
            nap(s, left, searches++);
        else if (status != SORTID_NODE_OK)
            return give_up(s, status, completed, error);
        else if (!taken && s->races >= QUIET_RACE)
            sortid_node_platform_sleep_ms(1 + sortid_node_platform_below(20));
    }
    return SORTID_NODE_OK;
}

sortid_node_status sortid_node_acquire_id(struct reservation *reservation, sortid_node_error *error)
{
    struct search s = {.reservation = reservation, .store = reservation->client->store};
    uint64_t wait_ms = reservation->settings.wait_ms;
    if (!sortid_node_platform_boot_ms(&s.began_ms))
        return sortid_node_fail_clock(error);
    uint64_t end_ms = s.began_ms + sooner(wait_ms, UINT64_MAX - s.began_ms);
    if (wait_ms > 0)
        line_up(&s, true);
    sortid_node_status status = acquire_until(&s, end_ms, error);
    if (wait_ms > 0)
        line_up(&s, false);
    return status;
}
