/* SPDX-License-Identifier: MIT */
/* node/tend.c: a hold as it goes on: its lease renewed at a third of its time, its bound raised when
 * less than half of the horizon is left, its id taken anew where the lease ran out and nobody came.
 *
 * The time that a bound is reckoned from is one reading of the own clock, beside the reply whose
 * Date header it was held against, and no further ahead of that than is allowed: a clock that steps
 * before, in between or later reaches no bound. */
#define _POSIX_C_SOURCE 200809L
#include "hold.h"

#include "clock.h"
#include "fail.h"
#include "outside.h"

#include <string.h>

#define DATE_MS      999 /* by which a whole second may be behind the time */
#define RENEW_AT     3   /* parts of the lease's time */
#define FIRST_TRY_MS 100
#define LEAST_CAP_MS 250
#define TRIES        4 /* of one write, each on what was read anew */

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static uint64_t sooner(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* ---- Notes -------------------------------------------------------------------------------- */

/* By how much the clock must be off at least: the server read its own between sending and
 * answer, and tells the whole second. */
sortid_node_status sortid_node_hold_check_skew(const struct hold *hold,
                                               const struct etcd_times *times,
                                               sortid_node_error *error)
{
    uint64_t max = hold->terms.max_skew_ms, ahead = 0, behind = 0;
    if (times->date_ms == 0)
        return sortid_node_fail(error, SORTID_NODE_GARBAGE,
                                "the answer has no Date header to hold the clock against");
    if (times->sent_unix_ms > times->date_ms + DATE_MS)
        ahead = times->sent_unix_ms - (times->date_ms + DATE_MS);
    if (times->date_ms > times->answered_unix_ms)
        behind = times->date_ms - times->answered_unix_ms;
    if (ahead <= max && behind <= max)
        return SORTID_NODE_OK;
    return sortid_node_fail(error, SORTID_NODE_SKEW,
                            "this clock is %.1f s %s that of etcd; at most %.1f s are allowed",
                            (double)(ahead > behind ? ahead : behind) / 1000,
                            ahead > behind ? "ahead of" : "behind", (double)max / 1000);
}

uint64_t sortid_node_hold_clock_ms(const struct hold *hold, const struct etcd_times *times)
{
    return sooner(times->answered_unix_ms, times->date_ms + DATE_MS + hold->terms.max_skew_ms);
}

void sortid_node_hold_note_lease(struct hold *hold, const struct etcd_lease *lease)
{
    pthread_mutex_lock(&hold->view);
    hold->now.renewed_ms = lease->times.sent_boot_ms;
    hold->now.lease_ms = (uint64_t)lease->ttl_s * 1000;
    pthread_mutex_unlock(&hold->view);
}

/* When the own clock, as it ran when the bound was put, shows the bound, less what a foreign
 * generator may be ahead of it and what the clock may be off. */
static uint64_t bound_ms(const struct hold *hold, const struct etcd_times *times)
{
    uint64_t early = hold->terms.allowance_ms + hold->terms.max_skew_ms + times->sent_unix_ms;
    uint64_t at = hold->claim.bound * TICK_MS;
    return at > early ? times->sent_boot_ms + (at - early) : times->sent_boot_ms;
}

/* Where a floor was put behind the old end, etcd was restored, and others may have had the id in
 * what was lost of it: nobody makes IDs of the ticks between. */
void sortid_node_hold_note_bound(struct hold *hold, const struct etcd_times *times)
{
    uint64_t floor =
        hold->claim.floor > sortid_node_limit_end(&hold->cell->limit) ? hold->claim.floor : 0;
    uint64_t end = hold->claim.bound, gap = hold->terms.horizon / 2;
    sortid_node_limit_raise(&hold->cell->limit, floor, end > gap ? end - gap : 0, end);
    pthread_mutex_lock(&hold->view);
    hold->now.bound_ms = bound_ms(hold, times);
    pthread_mutex_unlock(&hold->view);
}

static sortid_node_status lose(struct hold *hold, sortid_node_error *error)
{
    sortid_node_limit_lose(&hold->cell->limit);
    return sortid_node_fail(error, SORTID_NODE_LOST, "%u/%u of realm %s is no longer this holder's",
                            (unsigned)hold->claim.node_id, (unsigned)hold->claim.size,
                            hold->claim.realm);
}

/* ---- The bound ---------------------------------------------------------------------------- */

/* The tick from which a horizon is counted: of the clock, or of a generator that is ahead of it,
 * as it may be by the allowance. */
static uint64_t front(struct hold *hold, uint64_t now)
{
    return later(now,
                 sooner(sortid_node_limit_next(&hold->cell->limit), now + hold->terms.allowance));
}

static bool raise_is_due(struct hold *hold, uint64_t now)
{
    return front(hold, now) + hold->terms.horizon / 2 >= sortid_node_limit_end(&hold->cell->limit);
}

static uint64_t next_bound(struct hold *hold, const struct etcd_times *times)
{
    uint64_t from = front(hold, sortid_node_hold_clock_ms(hold, times) / TICK_MS);
    if (hold->claim.floor > hold->claim.bound)
        from = later(from, hold->claim.floor);
    return later(from + hold->terms.horizon, hold->claim.bound);
}

/* A foreign generator knows of no floor. */
static bool beyond_floor(const struct hold *hold)
{
    return !hold->terms.foreign || hold->claim.floor <= hold->claim.bound;
}

/* ---- Renewing, raising, taking anew ------------------------------------------------------- */

static sortid_node_status changing(struct hold *hold, sortid_node_error *error)
{
    return sortid_node_fail(error, SORTID_NODE_ETCD_FAILED,
                            "the records of realm %s change faster than they can be written",
                            hold->claim.realm);
}

/* One try to take the id anew on a lease. */
static sortid_node_status take_anew(struct hold *hold, enum claim_state *state,
                                    const struct etcd_lease *lease, sortid_node_error *error)
{
    struct etcd *etcd = hold->client->etcd;
    sortid_node_status status = sortid_node_claim_look(state, &hold->claim, etcd, error);
    if (status != SORTID_NODE_OK || *state != CLAIM_FREE || !beyond_floor(hold))
        return status;
    return sortid_node_claim_take(state, &hold->claim, etcd, lease->id,
                                  next_bound(hold, &lease->times), error);
}

/* The lease has run out, or its record is gone. A lease that is granted here and not used is left
 * to its end: whether it is used is what a lost reply leaves open. */
static sortid_node_status resume(struct hold *hold, sortid_node_error *error)
{
    struct etcd *etcd = hold->client->etcd;
    struct etcd_lease lease;
    enum claim_state state = CLAIM_FREE;
    sortid_node_status status = sortid_node_etcd_grant(&lease, etcd, hold->terms.lease_s, error);
    if (status == SORTID_NODE_OK)
        status = sortid_node_hold_check_skew(hold, &lease.times, error);
    if (status != SORTID_NODE_OK)
        return status;
    for (unsigned i = 0; i < TRIES && state == CLAIM_FREE; i++) {
        status = take_anew(hold, &state, &lease, error);
        if (status != SORTID_NODE_OK)
            return status;
        if (state == CLAIM_FREE && !beyond_floor(hold))
            return lose(hold, error);
    }
    if (state == CLAIM_FREE)
        return changing(hold, error);
    if (state != CLAIM_DONE && state != CLAIM_OURS)
        return lose(hold, error);
    if (state == CLAIM_DONE) // else on a lease of a reply that was lost, to be renewed next
        sortid_node_hold_note_lease(hold, &lease);
    sortid_node_hold_note_bound(hold, &lease.times);
    return SORTID_NODE_OK;
}

/* A raise whose reply was lost is found done by the next try: then it need not be done again. */
static sortid_node_status raise_bound(struct hold *hold, const struct etcd_times *times,
                                      sortid_node_error *error)
{
    enum claim_state state = CLAIM_OURS;
    for (unsigned i = 0; i < TRIES && state == CLAIM_OURS; i++) {
        if (!beyond_floor(hold))
            return lose(hold, error);
        uint64_t bound = next_bound(hold, times);
        sortid_node_status status =
            sortid_node_claim_raise(&state, &hold->claim, hold->client->etcd, bound, error);
        if (status != SORTID_NODE_OK)
            return status;
        if (state == CLAIM_DONE || state == CLAIM_OURS)
            sortid_node_hold_note_bound(hold, times);
    }
    if (state == CLAIM_DONE)
        return SORTID_NODE_OK;
    if (state == CLAIM_OURS)
        return changing(hold, error);
    return state == CLAIM_FREE ? resume(hold, error) : lose(hold, error);
}

static sortid_node_status tend(struct hold *hold, sortid_node_error *error)
{
    uint64_t boot_ms, unix_ms;
    struct etcd_lease lease;
    struct situation *now = &hold->now; // nobody else writes what is read of it here
    if (atomic_load(&hold->cell->limit.lost))
        return lose(hold, error);
    if (!sortid_node_clock_boot_ms(&boot_ms) || !sortid_node_clock_unix_ms(&unix_ms))
        return sortid_node_fail(error, SORTID_NODE_SYSTEM, "the clock cannot be read");
    bool renew = now->status != SORTID_NODE_OK || // a failure is over when a try has shown it
                 boot_ms - now->renewed_ms >= now->lease_ms / RENEW_AT;
    bool raise = raise_is_due(hold, unix_ms / TICK_MS);
    if (!renew && !raise)
        return SORTID_NODE_OK;
    sortid_node_status status =
        sortid_node_etcd_keep_alive(&lease, hold->client->etcd, hold->claim.lease, error);
    if (status != SORTID_NODE_OK)
        return status;
    if (lease.ttl_s <= 0)
        return resume(hold, error);
    sortid_node_hold_note_lease(hold, &lease);
    status = sortid_node_hold_check_skew(hold, &lease.times, error);
    if (status == SORTID_NODE_OK && raise)
        status = raise_bound(hold, &lease.times, error);
    return status;
}

/* ---- When --------------------------------------------------------------------------------- */

/* After a failure: 0.1 s, twice that and so on to an eighth of the lease, less a random half. */
static uint64_t backoff_ms(struct hold *hold)
{
    uint64_t chance = 0;
    uint64_t cap = later(hold->now.lease_ms / 8, LEAST_CAP_MS);
    uint64_t full = sooner((uint64_t)FIRST_TRY_MS << sooner(hold->failures, 16), cap);
    /* Without chance they all come at once: no worse. */
    (void)sortid_node_outside_random(&chance, sizeof chance);
    hold->failures++;
    return full - chance % (full / 2);
}

/* Until the lease or the bound is due. */
static uint64_t time_left_ms(struct hold *hold, uint64_t boot_ms, uint64_t unix_ms)
{
    uint64_t renew_at = hold->now.renewed_ms + hold->now.lease_ms / RENEW_AT;
    uint64_t left = renew_at > boot_ms ? renew_at - boot_ms : 0;
    uint64_t raise_at =
        (sortid_node_limit_end(&hold->cell->limit) - hold->terms.horizon / 2) * TICK_MS;
    return sooner(left, raise_at > unix_ms ? raise_at - unix_ms : 0);
}

static uint64_t next_ms(struct hold *hold, sortid_node_status status)
{
    uint64_t boot_ms = 0, unix_ms = 0;
    bool known = sortid_node_clock_boot_ms(&boot_ms) && sortid_node_clock_unix_ms(&unix_ms);
    uint64_t wait = FIRST_TRY_MS;
    if (status == SORTID_NODE_OK && known) {
        hold->failures = 0;
        wait = later(time_left_ms(hold, boot_ms, unix_ms), 1);
    } else if (known) {
        wait = backoff_ms(hold);
    }
    return boot_ms + wait;
}

void sortid_node_hold_note_next(struct hold *hold, sortid_node_status status,
                                const sortid_node_error *error)
{
    uint64_t next = next_ms(hold, status);
    pthread_mutex_lock(&hold->view);
    hold->now.next_ms = next;
    hold->now.status = status;
    if (error != NULL)
        hold->now.error = *error;
    pthread_mutex_unlock(&hold->view);
}

sortid_node_status sortid_node_hold_tend(struct hold *hold, sortid_node_error *error)
{
    sortid_node_error own = {.text = ""};
    pthread_mutex_lock(&hold->lock);
    sortid_node_status status = tend(hold, &own);
    sortid_node_hold_note_next(hold, status, &own);
    pthread_mutex_unlock(&hold->lock);
    if (error != NULL && status != SORTID_NODE_OK)
        *error = own;
    return status;
}

void sortid_node_hold_tend_if_time(struct hold *hold)
{
    uint64_t boot_ms = 0;
    pthread_mutex_lock(&hold->view);
    bool failed = hold->now.status != SORTID_NODE_OK;
    uint64_t next = hold->now.next_ms;
    pthread_mutex_unlock(&hold->view);
    if (failed && sortid_node_clock_boot_ms(&boot_ms) && boot_ms < next)
        return;
    (void)sortid_node_hold_tend(hold, NULL); // which notes what came of it
}
