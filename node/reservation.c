/* SPDX-License-Identifier: MIT */
/* node/reservation.c: the public calls on a reservation, and the bound that its generators ask. For
 * a tick below the bound a generator takes no lock and makes no system call but getpid(). */
#include "reservation.h"

#include "fail.h"
#include "platform.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MIN_HORIZON_MS 1000
#define MAX_HORIZON_MS 86400000
#define MIN_LEASE_S    2
#define MAX_LEASE_S    3600
#define MIN_SKEW_MS    1000

/* ---- Options ------------------------------------------------------------------------------ */

/* The options with defaults filled in. */
static sortid_node_reservation_options with_defaults(const sortid_node_reservation_options *options)
{
    sortid_node_reservation_options o = *options;
    if (o.horizon_ms == 0)
        o.horizon_ms = SORTID_NODE_DEFAULT_HORIZON_MS;
    if (o.lease_s == 0)
        o.lease_s = SORTID_NODE_DEFAULT_LEASE_S;
    if (o.max_skew_ms == 0)
        o.max_skew_ms = SORTID_NODE_DEFAULT_MAX_SKEW_MS;
    if (o.allowance_ms == 0)
        o.allowance_ms = SORTID_DEFAULT_ALLOWANCE_MS;
    else if (o.allowance_ms == SORTID_ALLOWANCE_NONE)
        o.allowance_ms = 0;
    return o;
}

/* Reads names of pools with commas between them. False: one is not a name, or too many. */
static bool read_pools(struct settings *out, const char *text)
{
    for (out->pool_count = 0; out->pool_count < POOLS_NAMED;) {
        char *name = out->pools[out->pool_count++];
        size_t length = strcspn(text, ",");
        if (length >= SORTID_NODE_NAME_SIZE)
            return false;
        memcpy(name, text, length);
        name[length] = '\0';
        if (!sortid_node_realm_name_is_good(name))
            return false;
        if (text[length] == '\0')
            return true;
        text += length + 1;
    }
    return false;
}

/* What is wrong with the options, defaults filled in; NULL: nothing. */
static const char *fault_of(const sortid_node_reservation_options *o)
{
    struct settings scratch;
    if (o->realm == NULL || !sortid_node_realm_name_is_good(o->realm))
        return "the realm's name must be 1 to 64 of a-z A-Z 0-9 . _ - and not start with a dot";
    if (o->pool == NULL || !read_pools(&scratch, o->pool))
        return "the pool's name must be 1 to 64 of a-z A-Z 0-9 . _ - and not start with a dot; or "
               "up to 16 names with commas";
    if (o->horizon_ms < MIN_HORIZON_MS || o->horizon_ms > MAX_HORIZON_MS)
        return "horizon_ms must be 1000 to 86400000";
    if (o->lease_s < MIN_LEASE_S || o->lease_s > MAX_LEASE_S)
        return "lease_s must be 2 to 3600";
    if (o->max_skew_ms < MIN_SKEW_MS)
        return "max_skew_ms must be 1000 or more";
    if (o->allowance_ms > UINT32_MAX)
        return "allowance_ms must be at most 4294967295, or SORTID_ALLOWANCE_NONE";
    if (o->external && o->quarantine_ms > MAX_QUARANTINE_MS)
        return "quarantine_ms must be at most 2^44";
    if (o->reserved16 != 0 || !sortid_node_is_zero(o->reserved, sizeof o->reserved))
        return "reserved fields of the options must be 0";
    return NULL;
}

/* The horizon in ticks. Right before a raise three quarters are left: they must last for allowance,
 * skew and lease, so that an external program can be ended in time. */
static uint64_t horizon_of(const sortid_node_reservation_options *o)
{
    uint64_t end = (o->allowance_ms + o->max_skew_ms + UINT64_C(1000) * o->lease_s) * 4 / 3;
    uint64_t ms = later(o->horizon_ms, o->external ? end : 0);
    return (ms + TICK_MS - 1) / TICK_MS;
}

static void set_label(char *label, const char *wanted)
{
    if (wanted != NULL)
        snprintf(label, SORTID_NODE_LABEL_SIZE, "%s", wanted);
    else
        sortid_node_platform_label(label, SORTID_NODE_LABEL_SIZE);
    sortid_node_make_printable(label, '?');
}

static void set_settings(struct reservation *reservation, const sortid_node_reservation_options *o)
{
    reservation->settings = (struct settings){.horizon = horizon_of(o),
                                              .allowance = o->allowance_ms / TICK_MS,
                                              .allowance_ms = o->allowance_ms,
                                              .max_skew_ms = o->max_skew_ms,
                                              .wait_ms = o->wait_ms,
                                              .lease_s = o->lease_s,
                                              .renewal_thread = o->renewal_thread,
                                              .external = o->external};
    reservation->settings.least_left = reservation->settings.horizon * 3 / 4;
    (void)read_pools(&reservation->settings, o->pool); // fault_of has checked them
    memcpy(reservation->records.realm, o->realm, strlen(o->realm) + 1);
    reservation->settings.quarantine_ms = o->quarantine_ms;
    set_label(reservation->records.label, o->label);
}

/* ---- Handles ------------------------------------------------------------------------------ */

/* The public form of a handle, and the context of its bound: never dereferenced. */
static void *public_handle(const struct slot *slot)
{
    uintptr_t handle = sortid_node_slot_handle(slot);
    return (void *)handle; // NOLINT(performance-no-int-to-ptr)
}

static sortid_node_status fail_ended(sortid_node_error *error)
{
    return sortid_node_fail(error, SORTID_NODE_LOST,
                            "this reservation has been released or abandoned: acquire another one");
}

/* The reservation of a handle, until sortid_node_slot_leave(reservation->slot). With `first_free`
 * (sortid_node_slot_end) it ends, and only the caller has it then. NULL, and nothing to leave, if
 * it cannot be used: *status is SORTID_NODE_SYSTEM in a forked child, SORTID_NODE_LOST if it has
 * ended. */
static struct reservation *enter(sortid_node_status *status, uint64_t *first_free, uintptr_t handle,
                                 sortid_node_error *error)
{
    struct slot *slot = sortid_node_slot_find(handle);
    struct reservation *reservation = NULL;
    if (slot != NULL && !sortid_node_slot_is_own(slot)) {
        *status = sortid_node_fail_forked(error);
        return NULL;
    }
    if (slot != NULL)
        reservation = first_free != NULL ? sortid_node_slot_end(first_free, slot, handle)
                                         : sortid_node_slot_enter(slot, handle);
    if (reservation == NULL)
        *status = fail_ended(error);
    return reservation;
}

/* ---- The bound ---------------------------------------------------------------------------- */

/* Starts a raise that is due: in the thread, or here if the limit is reached. */
static void start_raise(struct reservation *reservation, enum limit_answer answer)
{
    if (reservation->settings.renewal_thread)
        sortid_node_renewal_thread_wake(reservation);
    else if (answer == LIMIT_REACHED)
        sortid_node_reservation_renew_if_due(reservation);
}

/* The context is a handle. Its reservation may have ended long ago. */
static sortid_status cover(void *context, uint64_t tick, uint32_t flags)
{
    static const sortid_status statuses[] = {
        [LIMIT_ALLOWED] = SORTID_OK,           [LIMIT_DUE] = SORTID_OK,
        [LIMIT_BEFORE] = SORTID_BOUND_REACHED, [LIMIT_REACHED] = SORTID_BOUND_REACHED,
        [LIMIT_IN_USE] = SORTID_BOUND_IN_USE,  [LIMIT_LOST] = SORTID_RESERVATION_LOST,
    };
    bool shared = (flags & SORTID_COVER_SHARED) != 0;
    uintptr_t handle = (uintptr_t)context;
    uint32_t generation = sortid_node_slot_generation(handle);
    struct slot *slot = sortid_node_slot_find(handle);
    if (slot == NULL)
        return SORTID_RESERVATION_LOST;
    if (!sortid_node_slot_is_own(slot))
        return SORTID_FORKED;
    enum limit_answer answer = sortid_node_limit_ask(&slot->limit, generation, tick, shared);
    if (answer == LIMIT_DUE || answer == LIMIT_REACHED) {
        struct reservation *reservation = sortid_node_slot_enter(slot, handle);
        if (reservation != NULL) {
            start_raise(reservation, answer);
            sortid_node_slot_leave(slot);
        }
        if (answer == LIMIT_REACHED)
            answer = sortid_node_limit_ask(&slot->limit, generation, tick, shared);
    }
    return statuses[answer];
}

/* Tries the state before it takes the ticks, since nobody can give them back. Under the lock. */
static sortid_node_status share(struct reservation *reservation, sortid_generator *generator,
                                sortid_node_error *error)
{
    struct limit *limit = &reservation->slot->limit;
    if (atomic_load(&limit->lost))
        return sortid_node_fail(error, SORTID_NODE_LOST,
                                "this reservation is lost: acquire another one");
    if (reservation->settings.external || reservation->shared != NULL)
        return sortid_node_fail(error, SORTID_NODE_BAD_OPTION,
                                "this reservation is external, or is shared already");
    sortid_status status =
        sortid_generator_set_bound(generator, &reservation->spec, sortid_node_limit_next(limit), 0);
    if (status != SORTID_OK)
        return sortid_node_fail(
            error, SORTID_NODE_BAD_OPTION,
            "the generator cannot share the reservation: it needs its own state "
            "with SORTID_OPTION_BOUND_IN_STATE and this node id: %s",
            sortid_status_text(status));
    if (!sortid_node_limit_take_all(&reservation->shared_begin, limit,
                                    reservation->slot->generation))
        return fail_ended(error);
    reservation->shared = generator;
    return sortid_node_reservation_publish(reservation, error);
}

sortid_node_status sortid_node_reservation_share(sortid_node_reservation *reservation,
                                                 sortid_generator *generator,
                                                 sortid_node_error *error)
{
    sortid_node_status status = SORTID_NODE_OK;
    struct reservation *entered = enter(&status, NULL, (uintptr_t)reservation, error);
    if (entered == NULL)
        return status;
    pthread_mutex_lock(&entered->lock);
    status = share(entered, generator, error);
    pthread_mutex_unlock(&entered->lock);
    sortid_node_slot_leave(entered->slot);
    return status;
}

/* For a handle whose reservation has ended. */
static const sortid_bound ended = {.cover = cover, .context = NULL};

const sortid_bound *sortid_node_reservation_bound(const sortid_node_reservation *reservation)
{
    struct slot *slot = sortid_node_slot_find((uintptr_t)reservation);
    if (slot == NULL || !sortid_node_limit_is_open(
                            &slot->limit, sortid_node_slot_generation((uintptr_t)reservation)))
        return &ended;
    return &slot->bound;
}

void sortid_node_reservation_spec(const sortid_node_reservation *reservation,
                                  sortid_scru64_node_spec *out)
{
    sortid_node_status status;
    const struct reservation *entered = enter(&status, NULL, (uintptr_t)reservation, NULL);
    memset(out, 0, sizeof *out);
    if (entered == NULL)
        return;
    *out = entered->spec;
    sortid_node_slot_leave(entered->slot);
}

/* ---- Start and end --------------------------------------------------------------------------- */

static void free_reservation(struct reservation *reservation)
{
    sortid_node_records_free(&reservation->records);
    sortid_node_slot_free(reservation->slot);
    pthread_mutex_destroy(&reservation->now_lock);
    pthread_mutex_destroy(&reservation->lock);
    free(reservation);
}

static struct reservation *new_reservation(struct sortid_node_client *client,
                                           const sortid_node_reservation_options *options)
{
    struct reservation *reservation = calloc(1, sizeof *reservation);
    if (reservation == NULL)
        return NULL;
    reservation->slot = sortid_node_slot_take(reservation);
    if (reservation->slot == NULL || pthread_mutex_init(&reservation->lock, NULL) != 0 ||
        pthread_mutex_init(&reservation->now_lock, NULL) != 0) {
        if (reservation->slot != NULL)
            sortid_node_slot_free(reservation->slot);
        free(reservation);
        return NULL;
    }
    reservation->slot->bound =
        (sortid_bound){.cover = cover, .context = public_handle(reservation->slot)};
    reservation->client = client;
    set_settings(reservation, options);
    return reservation;
}

/* A tick that the external generator, which used this machine's clock and has ended, did not reach:
 * what the clock shows now, or showed when the bound was raised, + the allowance + the skew, for
 * steps in between. At most the bound. */
static uint64_t external_end(const struct reservation *reservation)
{
    uint64_t bound = reservation->records.bound, raised_at = bound - reservation->settings.horizon;
    uint64_t unix_ms;
    if (!sortid_node_platform_unix_ms(&unix_ms))
        return bound;
    uint64_t margin =
        reservation->settings.allowance_ms + reservation->settings.max_skew_ms + TICK_MS;
    return sooner(bound, later(unix_ms / TICK_MS, raised_at) + margin / TICK_MS + 1);
}

/* The first tick of the next holder: the clock's, from which waiting clients know when the id was
 * released, but at most the bound. */
static uint64_t own_end(const struct reservation *reservation, uint64_t first_free)
{
    uint64_t unix_ms = 0;
    (void)sortid_node_platform_unix_ms(&unix_ms);
    return sooner(reservation->records.bound, later(first_free, unix_ms / TICK_MS));
}

/* Tries again if the reply was lost, or if the record has a raise whose reply was lost: then it is
 * read and released as it is. An external reservation whose write got no reply reads first: it
 * may be released again and again, and remembers few writes of unknown outcome. */
static sortid_node_status release_id(struct reservation *reservation, uint64_t bound,
                                     sortid_node_error *error)
{
    enum ownership state = OWNERSHIP_OURS;
    struct store *store = reservation->client->store;
    if (reservation->settings.external && reservation->records.unknown_count > 0) {
        sortid_node_status status =
            sortid_node_records_read(&state, &reservation->records, store, error);
        if (status != SORTID_NODE_OK)
            return status;
    }
    for (unsigned i = 0; i < 4 && (state == OWNERSHIP_OURS || state == OWNERSHIP_LAPSED); i++) {
        uint64_t first_free = reservation->settings.external ? external_end(reservation)
                                                             : own_end(reservation, bound);
        sortid_node_status status = sortid_node_records_write(
            &state, &reservation->records, store, RECORDS_RELEASE, 0, first_free, error);
        if (status != SORTID_NODE_OK)
            status = sortid_node_records_read(&state, &reservation->records, store, error);
        if (status != SORTID_NODE_OK)
            return status;
    }
    if (state == OWNERSHIP_WRITTEN || state == OWNERSHIP_RELEASED)
        return SORTID_NODE_OK;
    if (state == OWNERSHIP_REWOUND)
        return sortid_node_fail_rewound(error, SORTID_NODE_LOST, reservation->records.realm);
    if (state == OWNERSHIP_LOST || state == OWNERSHIP_COPIED)
        return sortid_node_fail(error, SORTID_NODE_LOST,
                                "the node id went to another holder, or to a copy of this process, "
                                "before it was released");
    return sortid_node_fail(
        error, SORTID_NODE_STORE_FAILED,
        "the records change faster than they can be written: the node id was not released, and is "
        "free when its bound and quarantine have passed");
}

/* Ends the lease; if the store is away, it runs out. */
static void revoke(struct reservation *reservation, sortid_node_status status)
{
    struct store *store = reservation->client->store;
    struct store_lease lease = {.id = reservation->records.lease};
    if (status != SORTID_NODE_UNREACHABLE)
        (void)store->calls->lease(&lease, store, STORE_REVOKE, NULL);
}

/* Releases the id of an ended reservation, and frees the reservation. */
static sortid_node_status release(struct reservation *reservation, uint64_t bound,
                                  sortid_node_error *error)
{
    sortid_node_renewal_thread_stop(reservation);
    bound = sortid_node_reservation_close_shared(reservation, bound);
    sortid_node_status status = release_id(reservation, bound, error);
    revoke(reservation, status);
    free_reservation(reservation);
    return status;
}

/* Releases the id of an external reservation, which asks no bound and whose program has ended. So
 * while the store is away nothing has to end. *again: it remains for another try. */
static sortid_node_status release_external(bool *again, struct reservation *reservation,
                                           sortid_node_error *error)
{
    pthread_mutex_lock(&reservation->lock);
    sortid_node_status status = release_id(reservation, reservation->records.bound, error);
    *again = status == SORTID_NODE_UNREACHABLE || status == SORTID_NODE_STORE_FAILED;
    if (!*again)
        revoke(reservation, status);
    pthread_mutex_unlock(&reservation->lock);
    return status;
}

sortid_node_status sortid_node_reservation_acquire(sortid_node_client *client,
                                                   sortid_node_reservation **out,
                                                   const sortid_node_reservation_options *options,
                                                   sortid_node_error *error)
{
    const sortid_node_reservation_options chosen = with_defaults(options);
    const char *fault = fault_of(&chosen);
    if (fault != NULL)
        return sortid_node_fail(error, SORTID_NODE_BAD_OPTION, "%s", fault);
    if (!sortid_node_client_is_own(client))
        return sortid_node_fail_forked(error);
    struct reservation *reservation = new_reservation(client, &chosen);
    if (reservation == NULL)
        return sortid_node_fail_memory(error);
    sortid_node_status status = sortid_node_acquire_id(reservation, error);
    if (status != SORTID_NODE_OK) {
        free_reservation(reservation);
        return status;
    }
    sortid_node_reservation *handle = public_handle(reservation->slot);
    if (chosen.renewal_thread)
        status = sortid_node_renewal_thread_start(reservation, error);
    if (status == SORTID_NODE_OK)
        *out = handle;
    else
        (void)!sortid_node_reservation_release(handle, NULL);
    return status;
}

sortid_node_status sortid_node_reservation_release(sortid_node_reservation *reservation,
                                                   sortid_node_error *error)
{
    uint64_t first_free = 0;
    sortid_node_status status = SORTID_NODE_OK;
    struct reservation *entered = enter(&status, NULL, (uintptr_t)reservation, error);
    if (entered == NULL)
        return status;
    bool is_external = entered->settings.external, again = false;
    if (is_external)
        status = release_external(&again, entered, error);
    sortid_node_slot_leave(entered->slot);
    if (is_external && !again)
        sortid_node_reservation_abandon(reservation);
    if (is_external)
        return status;
    struct reservation *finished = enter(&status, &first_free, (uintptr_t)reservation, error);
    return finished != NULL ? release(finished, first_free, error) : status;
}

/* A forked child does nothing: a thread that the child lacks may have the locks. */
void sortid_node_reservation_abandon(sortid_node_reservation *reservation)
{
    uint64_t first_free;
    sortid_node_status status;
    struct reservation *finished = enter(&status, &first_free, (uintptr_t)reservation, NULL);
    if (finished == NULL)
        return;
    sortid_node_renewal_thread_stop(finished);
    (void)sortid_node_reservation_close_shared(finished, first_free);
    free_reservation(finished);
}

/* ---- While it lasts ----------------------------------------------------------------------- */

/* The last result of the thread. */
static sortid_node_status last_result(struct reservation *reservation, sortid_node_error *error)
{
    const struct lease_state now = sortid_node_reservation_now(reservation);
    if (error != NULL && now.status != SORTID_NODE_OK)
        *error = now.error;
    return now.status;
}

sortid_node_status sortid_node_reservation_renew(sortid_node_reservation *reservation,
                                                 uint64_t *next_ms, sortid_node_error *error)
{
    sortid_node_status status = SORTID_NODE_OK;
    struct reservation *entered = enter(&status, NULL, (uintptr_t)reservation, error);
    if (entered == NULL)
        return status;
    status = entered->settings.renewal_thread ? last_result(entered, error)
                                              : sortid_node_renewal_run(entered, error);
    if (next_ms != NULL)
        *next_ms =
            later(sortid_node_platform_left_ms(sortid_node_reservation_now(entered).next_ms), 1);
    sortid_node_slot_leave(entered->slot);
    return status;
}

static void read_deadlines(sortid_node_deadlines *out, struct reservation *reservation)
{
    const struct lease_state now = sortid_node_reservation_now(reservation);
    uint64_t kill_ms = now.bound_ms, quarter = now.lease_ms / 4;
    *out = (sortid_node_deadlines){.terminate_ms = kill_ms - sooner(kill_ms, quarter),
                                   .kill_ms = kill_ms,
                                   .lost = atomic_load(&reservation->slot->limit.lost),
                                   .failed_renewals = now.failed};
    if (!sortid_node_platform_boot_ms(&out->now_ms))
        out->now_ms = UINT64_MAX; // without a clock every deadline has passed
}

void sortid_node_reservation_deadlines(sortid_node_reservation *reservation,
                                       sortid_node_deadlines *out, size_t size)
{
    sortid_node_status status;
    sortid_node_deadlines known = {.lost = true};
    struct reservation *entered = enter(&status, NULL, (uintptr_t)reservation, NULL);
    if (entered != NULL) {
        read_deadlines(&known, entered);
        sortid_node_slot_leave(entered->slot);
    }
    memset(out, 0, size);
    memcpy(out, &known, size < sizeof known ? size : sizeof known);
}
