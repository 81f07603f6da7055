/* SPDX-License-Identifier: MIT */
/* node/renew.c: see reservation.h. The lease is renewed after a third of its time. The bound is
 * raised when less than three quarters of the horizon are left, so the store may be away for nearly
 * that time. If the lease has run out and nobody took the id, it is acquired again.
 *
 * A bound is computed from one reading of this machine's clock, made at the reply whose time the
 * clock was compared with, and no further ahead of that time than the allowed skew. So a clock that
 * steps before, between or after these readings does not change a bound. */
#include "reservation.h"

#include "fail.h"
#include "platform.h"

#define RENEW_AT     3 /* renew after this part of the lease */
#define FIRST_TRY_MS 100
#define LEAST_CAP_MS 250
#define MOST_CAP_MS  5000
#define TRIES        4 /* of one write, each after reading again */

/* ---- What is known --------------------------------------------------------------------------- */

/* The least difference of the clocks: the server read its clock between request and answer. */
sortid_node_status sortid_node_reservation_check_skew(const struct reservation *reservation,
                                                      const struct store_times *times,
                                                      sortid_node_error *error)
{
    uint64_t max = reservation->settings.max_skew_ms;
    uint64_t ahead = times->sent_unix_ms - sooner(times->sent_unix_ms, times->latest_ms);
    uint64_t behind = times->earliest_ms - sooner(times->earliest_ms, times->answered_unix_ms);
    if (times->latest_ms == 0)
        return sortid_node_fail(error, SORTID_NODE_BAD_REPLY,
                                "the store's reply has no time (etcd: no Date header), so the "
                                "clocks cannot be compared: check what answers there");
    if (ahead <= max && behind <= max)
        return SORTID_NODE_OK;
    return sortid_node_fail(
        error, SORTID_NODE_CLOCK_SKEW,
        "this clock is %.1f s %s the store's, at most %.1f s are allowed: correct the wrong one",
        (double)(ahead > behind ? ahead : behind) / 1000, ahead > behind ? "ahead of" : "behind",
        (double)max / 1000);
}

uint64_t sortid_node_reservation_clock_ms(const struct reservation *reservation,
                                          const struct store_times *times)
{
    return sooner(times->answered_unix_ms, times->latest_ms + reservation->settings.max_skew_ms);
}

/* The store's clock has shown earliest_ms, so it shows that or more when the bound is written. */
uint64_t sortid_node_reservation_cap(const struct reservation *reservation,
                                     const struct store_times *times, uint64_t bound)
{
    return sooner(bound, (times->earliest_ms + reservation->records.max_ahead_ms) / TICK_MS);
}

void sortid_node_reservation_note_lease(struct reservation *reservation,
                                        const struct store_lease *lease)
{
    pthread_mutex_lock(&reservation->now_lock);
    reservation->now.renewed_ms = lease->times.sent_boot_ms;
    reservation->now.lease_ms = (uint64_t)lease->ttl_s * 1000;
    pthread_mutex_unlock(&reservation->now_lock);
}

/* When this machine's clock, as it was when the bound was set, shows the bound, less the allowance
 * of an external generator and the allowed skew. */
static uint64_t bound_ms(const struct reservation *reservation, const struct store_times *times)
{
    uint64_t early = reservation->settings.allowance_ms + reservation->settings.max_skew_ms +
                     times->sent_unix_ms;
    uint64_t at = reservation->records.bound * TICK_MS;
    return times->sent_boot_ms + at - sooner(at, early);
}

/* After a restore others may have had the id in the history that was lost, so the reservation
 * continues at the floor: records.begin. */
void sortid_node_reservation_note_bound(struct reservation *reservation,
                                        const struct store_times *times)
{
    uint64_t end = reservation->records.bound, gap = reservation->settings.least_left;
    sortid_node_limit_raise(&reservation->slot->limit, reservation->records.begin,
                            end - sooner(end, gap), end);
    pthread_mutex_lock(&reservation->now_lock);
    reservation->now.bound_ms = bound_ms(reservation, times);
    pthread_mutex_unlock(&reservation->now_lock);
}

/* ---- A shared state ------------------------------------------------------------------------- */

sortid_node_status sortid_node_reservation_publish(struct reservation *reservation,
                                                   sortid_node_error *error)
{
    struct limit *limit = &reservation->slot->limit;
    uint64_t end = sortid_node_limit_end(limit), first_free;
    sortid_status status;
    if (reservation->shared == NULL)
        return SORTID_NODE_OK;
    if (atomic_load(&limit->lost))
        status = sortid_generator_close_bound(reservation->shared, &first_free);
    else
        status =
            sortid_generator_set_bound(reservation->shared, &reservation->spec,
                                       later(reservation->shared_begin, atomic_load(&limit->begin)),
                                       atomic_load(&limit->suspended) ? 0 : end);
    if (status == SORTID_OK)
        return SORTID_NODE_OK;
    return sortid_node_fail(error, SORTID_NODE_SYSTEM,
                            "the bound of the shared state cannot be set: %s",
                            sortid_status_text(status));
}

uint64_t sortid_node_reservation_close_shared(struct reservation *reservation, uint64_t first_free)
{
    uint64_t bound = reservation->records.bound, first = bound;
    if (reservation->shared == NULL)
        return first_free;
    if (sortid_generator_close_bound(reservation->shared, &first) != SORTID_OK)
        return bound;
    return sooner(first, bound);
}

/* Before requests, which take time. */
static void suspend(struct reservation *reservation)
{
    sortid_node_limit_suspend(&reservation->slot->limit, true);
    (void)!sortid_node_reservation_publish(reservation, NULL);
}

static sortid_node_status lose(struct reservation *reservation, enum ownership state,
                               sortid_node_error *error)
{
    const struct records *records = &reservation->records;
    const char *why = "was released, or went to another holder";
    sortid_node_limit_lose(&reservation->slot->limit);
    if (state == OWNERSHIP_REWOUND)
        return sortid_node_fail_rewound(error, SORTID_NODE_LOST, records->realm);
    if (state == OWNERSHIP_LAPSED)
        why = "was not renewed in time, and is being removed from its pool";
    if (state == OWNERSHIP_COPIED)
        why = "was raised by a copy of this process";
    return sortid_node_fail(
        error, SORTID_NODE_LOST, "node id %u/%u of realm %s %s: acquire another one",
        (unsigned)records->node_id, (unsigned)records->size, records->realm, why);
}

/* ---- The bound ---------------------------------------------------------------------------- */

/* The tick from which a horizon counts: that of the clock, or of a generator that is ahead of the
 * clock, by the allowance at most. Generators on a shared state count as that far ahead. */
static uint64_t front(struct reservation *reservation, uint64_t now)
{
    return later(now, sooner(sortid_node_limit_next(&reservation->slot->limit),
                             now + reservation->settings.allowance));
}

static bool raise_is_due(struct reservation *reservation, uint64_t now)
{
    return front(reservation, now) + reservation->settings.least_left >=
           sortid_node_limit_end(&reservation->slot->limit);
}

static uint64_t next_bound(struct reservation *reservation, const struct store_times *times)
{
    uint64_t from =
        front(reservation, sortid_node_reservation_clock_ms(reservation, times) / TICK_MS);
    from = later(from, reservation->records.begin);
    uint64_t bound =
        sortid_node_reservation_cap(reservation, times, from + reservation->settings.horizon);
    return later(bound, reservation->records.bound);
}

/* ---- Renew, raise, acquire again ------------------------------------------------------- */

/* Whether a generator may begin now, or soon, where the records say. An external one cannot learn
 * that. While the floor is too far ahead nothing is written, so that no bound is far ahead of the
 * clock, and no tick is allowed until then. */
static sortid_node_status may_begin(struct reservation *reservation,
                                    const struct store_times *times, sortid_node_error *error)
{
    uint64_t now = sortid_node_reservation_clock_ms(reservation, times) / TICK_MS;
    uint64_t begin = reservation->records.begin;
    if (reservation->settings.external && begin != 0)
        return lose(reservation, OWNERSHIP_LOST, error);
    if (begin <= now + reservation->settings.allowance)
        return SORTID_NODE_OK;
    sortid_node_limit_raise(&reservation->slot->limit, begin, 0, 0);
    return sortid_node_fail(error, SORTID_NODE_NO_ID,
                            "realm %s: its bounds were raised to a later time: wait",
                            reservation->records.realm);
}

/* One try to acquire the id again on a lease. */
static sortid_node_status acquire_again(struct reservation *reservation, enum ownership *state,
                                        const struct store_lease *lease, sortid_node_error *error)
{
    struct store *store = reservation->client->store;
    sortid_node_status status =
        sortid_node_records_read(state, &reservation->records, store, error);
    if (status != SORTID_NODE_OK || *state != OWNERSHIP_LAPSED)
        return status;
    status = reservation->records.closed ? lose(reservation, OWNERSHIP_LAPSED, error)
                                         : may_begin(reservation, &lease->times, error);
    if (status != SORTID_NODE_OK)
        return status;
    return sortid_node_records_write(state, &reservation->records, store, RECORDS_ACQUIRE,
                                     lease->id, next_bound(reservation, &lease->times), error);
}

/* After the lease has run out, or its record has gone. A lease that is granted here and not used is
 * not revoked: after a lost reply it may be in use. */
static sortid_node_status resume(struct reservation *reservation, sortid_node_error *error)
{
    struct store *store = reservation->client->store;
    struct store_lease lease = {.ttl_s = reservation->settings.lease_s};
    enum ownership state = OWNERSHIP_LAPSED;
    sortid_node_status status = store->calls->lease(&lease, store, STORE_GRANT, error);
    if (status == SORTID_NODE_OK)
        status = sortid_node_reservation_check_skew(reservation, &lease.times, error);
    if (status != SORTID_NODE_OK)
        return status;
    for (unsigned i = 0; i < TRIES && state == OWNERSHIP_LAPSED; i++) {
        status = acquire_again(reservation, &state, &lease, error);
        if (status != SORTID_NODE_OK)
            return status;
    }
    if (state == OWNERSHIP_LAPSED)
        return sortid_node_fail_changing(error, reservation->records.realm);
    if (state != OWNERSHIP_WRITTEN && state != OWNERSHIP_OURS)
        return lose(reservation, state, error);
    if (state == OWNERSHIP_WRITTEN) { // else on the lease of a lost reply, which is renewed next
        sortid_node_limit_suspend(&reservation->slot->limit, false);
        sortid_node_reservation_note_lease(reservation, &lease);
    }
    sortid_node_reservation_note_bound(reservation, &lease.times);
    return SORTID_NODE_OK;
}

/* If the reply was lost, the next try finds that the bound was raised. */
static sortid_node_status raise_bound(struct reservation *reservation,
                                      const struct store_times *times, sortid_node_error *error)
{
    enum ownership state = OWNERSHIP_OURS;
    for (unsigned i = 0; i < TRIES && state == OWNERSHIP_OURS; i++) {
        sortid_node_status status = may_begin(reservation, times, error);
        if (status == SORTID_NODE_OK)
            status =
                sortid_node_records_write(&state, &reservation->records, reservation->client->store,
                                          RECORDS_RAISE, 0, next_bound(reservation, times), error);
        if (status != SORTID_NODE_OK)
            return status;
        if (state == OWNERSHIP_WRITTEN || state == OWNERSHIP_OURS)
            sortid_node_reservation_note_bound(reservation, times);
    }
    if (state == OWNERSHIP_WRITTEN) {
        sortid_node_limit_suspend(&reservation->slot->limit, false);
        return SORTID_NODE_OK;
    }
    if (state == OWNERSHIP_OURS)
        return sortid_node_fail_changing(error, reservation->records.realm);
    return state == OWNERSHIP_LAPSED ? resume(reservation, error) : lose(reservation, state, error);
}

/* What the wall clock is ahead of the clock that nobody sets. It changes if the clock is set, and
 * in a copy of a machine that is resumed later. Then no new tick begins before the bound was
 * raised, which succeeds in one copy only. A read would succeed in each. */
static void notice_jump(struct reservation *reservation, uint64_t boot_ms, uint64_t unix_ms)
{
    uint64_t ahead = unix_ms - boot_ms, before = reservation->ahead_ms;
    uint64_t jump = ahead - before < before - ahead ? ahead - before : before - ahead;
    if (before != 0 && jump > reservation->settings.max_skew_ms)
        suspend(reservation);
    reservation->ahead_ms = ahead;
}

/* Another request of the client may have shown that the store lost writes. Then no new tick begins
 * before the records are read: if the bounds were not raised, the next raise or resume finds
 * this reservation lost. */
static void notice_rewound(struct reservation *reservation)
{
    struct records *records = &reservation->records;
    if (records->rewound ||
        !sortid_node_history_is_lost(&reservation->client->store->history, &records->age))
        return;
    records->rewound = true;
    suspend(reservation);
}

static sortid_node_status renew(struct reservation *reservation, sortid_node_error *error)
{
    uint64_t boot_ms, unix_ms;
    struct store *store = reservation->client->store;
    struct store_lease lease = {.id = reservation->records.lease};
    struct lease_state *now = &reservation->now; // nobody else writes the fields read here
    if (atomic_load(&reservation->slot->limit.lost))
        return lose(reservation, reservation->records.rewound ? OWNERSHIP_REWOUND : OWNERSHIP_LOST,
                    error);
    if (!sortid_node_platform_boot_ms(&boot_ms) || !sortid_node_platform_unix_ms(&unix_ms))
        return sortid_node_fail_clock(error);
    bool lease_due = now->status != SORTID_NODE_OK || // only a successful try ends a failure
                     boot_ms - now->renewed_ms >= now->lease_ms / RENEW_AT;
    notice_jump(reservation, boot_ms, unix_ms);
    notice_rewound(reservation);
    bool bound_due = raise_is_due(reservation, unix_ms / TICK_MS) ||
                     atomic_load(&reservation->slot->limit.suspended);
    if (!lease_due && !bound_due)
        return SORTID_NODE_OK;
    sortid_node_status status = store->calls->lease(&lease, store, STORE_KEEP_ALIVE, error);
    if (status != SORTID_NODE_OK)
        return status;
    if (lease.ttl_s <= 0)
        return resume(reservation, error);
    sortid_node_reservation_note_lease(reservation, &lease);
    status = sortid_node_reservation_check_skew(reservation, &lease.times, error);
    if (status == SORTID_NODE_OK && bound_due)
        status = raise_bound(reservation, &lease.times, error);
    return status;
}

/* ---- When --------------------------------------------------------------------------------- */

/* After a failure: 0.1 s, doubled each time up to an eighth of the lease and 5 s, less a random
 * part of up to a half. */
static uint64_t backoff_ms(struct reservation *reservation)
{
    uint64_t cap = sooner(later(reservation->now.lease_ms / 8, LEAST_CAP_MS), MOST_CAP_MS);
    uint64_t full = sooner((uint64_t)FIRST_TRY_MS << sooner(reservation->failures, 16), cap);
    reservation->failures++;
    return full - sortid_node_platform_below(full / 2);
}

/* The time until the lease or the bound is due. */
static uint64_t time_left_ms(struct reservation *reservation, uint64_t boot_ms, uint64_t unix_ms)
{
    uint64_t renew_at = reservation->now.renewed_ms + reservation->now.lease_ms / RENEW_AT;
    uint64_t left = renew_at > boot_ms ? renew_at - boot_ms : 0;
    uint64_t raise_at =
        (sortid_node_limit_end(&reservation->slot->limit) - reservation->settings.least_left) *
        TICK_MS;
    return sooner(left, raise_at > unix_ms ? raise_at - unix_ms : 0);
}

static uint64_t next_ms(struct reservation *reservation, sortid_node_status status)
{
    uint64_t boot_ms = 0, unix_ms = 0;
    bool known = sortid_node_platform_boot_ms(&boot_ms) && sortid_node_platform_unix_ms(&unix_ms);
    uint64_t wait = FIRST_TRY_MS;
    if (status == SORTID_NODE_OK && known) {
        reservation->failures = 0;
        wait = later(time_left_ms(reservation, boot_ms, unix_ms), 1);
    } else if (known) {
        wait = backoff_ms(reservation);
    }
    return boot_ms + wait;
}

struct lease_state sortid_node_reservation_now(struct reservation *reservation)
{
    pthread_mutex_lock(&reservation->now_lock);
    const struct lease_state now = reservation->now;
    pthread_mutex_unlock(&reservation->now_lock);
    return now;
}

void sortid_node_reservation_note_next(struct reservation *reservation, sortid_node_status status,
                                       const sortid_node_error *error)
{
    uint64_t next = next_ms(reservation, status);
    pthread_mutex_lock(&reservation->now_lock);
    reservation->now.next_ms = next;
    reservation->now.status = status;
    reservation->now.failed += status != SORTID_NODE_OK;
    if (error != NULL)
        reservation->now.error = *error;
    pthread_mutex_unlock(&reservation->now_lock);
}

sortid_node_status sortid_node_renewal_run(struct reservation *reservation,
                                           sortid_node_error *error)
{
    sortid_node_error own = {.text = ""};
    pthread_mutex_lock(&reservation->lock);
    sortid_node_status status = renew(reservation, &own);
    if (status == SORTID_NODE_RESTORED) // until the bounds were raised
        sortid_node_limit_suspend(&reservation->slot->limit, true);
    sortid_node_status published =
        sortid_node_reservation_publish(reservation, status == SORTID_NODE_OK ? &own : NULL);
    if (status == SORTID_NODE_OK)
        status = published;
    sortid_node_reservation_note_next(reservation, status, &own);
    pthread_mutex_unlock(&reservation->lock);
    if (error != NULL && status != SORTID_NODE_OK)
        *error = own;
    return status;
}

void sortid_node_reservation_renew_if_due(struct reservation *reservation)
{
    uint64_t boot_ms = 0;
    const struct lease_state now = sortid_node_reservation_now(reservation);
    if (now.status != SORTID_NODE_OK && sortid_node_platform_boot_ms(&boot_ms) &&
        boot_ms < now.next_ms)
        return;
    (void)sortid_node_renewal_run(reservation, NULL); // which records its result
}
