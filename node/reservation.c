/* SPDX-License-Identifier: MIT */
/* node/hold.c: the public calls on a hold, and the bound that its generators ask. A generator below
 * the bound takes no lock and makes no system call except for the process id. */
#define _POSIX_C_SOURCE 200809L
#include "hold.h"

#include "clock.h"
#include "fail.h"
#include "outside.h"

#include <stdlib.h>
#include <string.h>

#define MIN_HORIZON_MS 1000
#define MAX_HORIZON_MS 86400000
#define MIN_LEASE_S    2
#define MAX_LEASE_S    3600
#define MIN_SKEW_MS    1000

/* ---- Options ------------------------------------------------------------------------------ */

void sortid_node_hold_options_default(sortid_node_hold_options *out)
{
    *out = (sortid_node_hold_options){.horizon_ms = 60000,
                                      .lease_s = 15,
                                      .allowance_ms = SORTID_DEFAULT_ALLOWANCE_MS,
                                      .max_skew_ms = 5000,
                                      .quarantine_ms = 3600000};
}

/* What is wrong with the options; NULL: nothing. */
static const char *fault_of(const sortid_node_hold_options *o)
{
    if (o->realm == NULL || !sortid_node_realm_name_is_good(o->realm))
        return "the realm has no good name";
    if (o->pool == NULL || !sortid_node_realm_name_is_good(o->pool))
        return "the pool has no good name";
    if (o->horizon_ms < MIN_HORIZON_MS || o->horizon_ms > MAX_HORIZON_MS)
        return "the horizon must be 1 s to 1 day";
    if (o->lease_s < MIN_LEASE_S || o->lease_s > MAX_LEASE_S)
        return "the lease must be 2 to 3600 s";
    if (o->max_skew_ms < MIN_SKEW_MS)
        return "the skew allowed must be 1 s at least";
    if (o->foreign && (o->quarantine_ms == 0 || o->quarantine_ms > MAX_QUARANTINE_MS))
        return "the quarantine of a foreign hold must be 1 ms to 500 years";
    for (size_t i = 0; i < sizeof o->zero / sizeof o->zero[0]; i++)
        if (o->zero[i] != 0)
            return "reserved options must be zero";
    return NULL;
}

/* The horizon in ticks. A foreign program gets the time in which it is ended on top: half of it
 * must last for allowance, skew and lease. */
static uint64_t horizon_of(const sortid_node_hold_options *o)
{
    uint64_t ms = o->horizon_ms;
    uint64_t end = 2 * ((uint64_t)o->allowance_ms + o->max_skew_ms + UINT64_C(1000) * o->lease_s);
    if (o->foreign && ms < end)
        ms = end;
    return (ms + TICK_MS - 1) / TICK_MS;
}

static void set_label(char *label, const char *wanted)
{
    size_t i = 0;
    if (wanted == NULL) {
        sortid_node_outside_label(label, SORTID_NODE_LABEL_SIZE);
        wanted = label;
    }
    for (; i < SORTID_NODE_LABEL_SIZE - 1 && wanted[i] != '\0'; i++)
        label[i] = wanted[i];
    label[i] = '\0';
    for (char *c = label; *c != '\0'; c++)
        if (*c < 0x20 || *c > 0x7e)
            *c = '?';
}

static void set_terms(struct hold *hold, const sortid_node_hold_options *o)
{
    hold->terms = (struct terms){.horizon = horizon_of(o),
                                 .allowance = o->allowance_ms / TICK_MS,
                                 .allowance_ms = o->allowance_ms,
                                 .max_skew_ms = o->max_skew_ms,
                                 .wait_ms = o->wait_ms,
                                 .lease_s = o->lease_s,
                                 .keep_alive = o->keep_alive,
                                 .foreign = o->foreign};
    memcpy(hold->terms.pool, o->pool, strlen(o->pool) + 1);
    memcpy(hold->claim.realm, o->realm, strlen(o->realm) + 1);
    hold->claim.quarantine_ms = o->foreign ? o->quarantine_ms : 0;
    set_label(hold->claim.label, o->label);
}

/* ---- Handles ------------------------------------------------------------------------------ */

static uintptr_t handle_of(const sortid_node_hold *handle)
{
    return (uintptr_t)handle;
}

/* The public form of a handle, and the context of its bound: never dereferenced. */
static void *public_handle(const struct cell *cell)
{
    uintptr_t handle = sortid_node_cell_handle(cell);
    return (void *)handle; // NOLINT(performance-no-int-to-ptr)
}

static sortid_node_status fail_ended(sortid_node_error *error)
{
    return sortid_node_fail(error, SORTID_NODE_LOST, "this hold was released or abandoned before");
}

/* The cell of a handle, if this process took it; else NULL and *status: SORTID_NODE_SYSTEM in a
 * forked child, SORTID_NODE_LOST if there is none. */
static struct cell *find_own(sortid_node_status *status, uintptr_t handle, sortid_node_error *error)
{
    struct cell *cell = sortid_node_cell_find(handle);
    if (cell == NULL)
        *status = fail_ended(error);
    else if (!sortid_node_cell_is_own(cell))
        *status = sortid_node_client_fail_forked(error);
    else
        return cell;
    return NULL;
}

/* The hold of a handle, until sortid_node_cell_leave(hold->cell). NULL, and nothing to leave, if it has
 * ended or cannot be used: *status as above. */
static struct hold *enter(sortid_node_status *status, uintptr_t handle, sortid_node_error *error)
{
    struct cell *cell = find_own(status, handle, error);
    if (cell == NULL)
        return NULL;
    struct hold *hold = sortid_node_cell_enter(cell, handle);
    if (hold == NULL)
        *status = fail_ended(error);
    return hold;
}

/* Ends the hold of a handle, which is the caller's alone then. NULL and *status as above. */
static struct hold *finish(sortid_node_status *status, uint64_t *first_free, uintptr_t handle,
                           sortid_node_error *error)
{
    struct cell *cell = find_own(status, handle, error);
    if (cell == NULL)
        return NULL;
    struct hold *hold = sortid_node_cell_end(first_free, cell, handle);
    if (hold == NULL)
        *status = fail_ended(error);
    return hold;
}

/* ---- The bound ---------------------------------------------------------------------------- */

/* Has a raise done that is due: by the thread, or here where the limit is reached. */
static void ask_for_raise(struct hold *hold, enum limit_answer answer)
{
    if (hold->terms.keep_alive)
        sortid_node_keeper_wake(hold);
    else if (answer == LIMIT_REACHED)
        sortid_node_hold_tend_if_time(hold);
}

/* The context is a handle. Its hold may have ended long ago. */
static sortid_status cover(uint64_t tick, bool may_wait, void *context)
{
    uintptr_t handle = (uintptr_t)context;
    uint32_t generation = sortid_node_cell_generation(handle);
    struct cell *cell = sortid_node_cell_find(handle);
    (void)may_wait; // the generator waits by itself, and asks again
    if (cell == NULL)
        return SORTID_HOLD_LOST;
    if (!sortid_node_cell_is_own(cell))
        return SORTID_FORKED;
    enum limit_answer answer = sortid_node_limit_cover(&cell->limit, generation, tick);
    if (answer == LIMIT_DUE || answer == LIMIT_REACHED) {
        struct hold *hold = sortid_node_cell_enter(cell, handle);
        if (hold != NULL) {
            ask_for_raise(hold, answer);
            sortid_node_cell_leave(cell);
        }
        if (answer == LIMIT_REACHED)
            answer = sortid_node_limit_cover(&cell->limit, generation, tick);
    }
    if (answer == LIMIT_LOST)
        return SORTID_HOLD_LOST;
    return answer <= LIMIT_DUE ? SORTID_OK : SORTID_BOUND_REACHED;
}

/* For a handle whose hold has ended. */
static const sortid_bound ended = {cover, NULL};

const sortid_bound *sortid_node_hold_bound(const sortid_node_hold *hold)
{
    struct cell *cell = sortid_node_cell_find(handle_of(hold));
    if (cell == NULL ||
        !sortid_node_limit_is_open(&cell->limit, sortid_node_cell_generation(handle_of(hold))))
        return &ended;
    return &cell->bound;
}

void sortid_node_hold_set_spec(struct hold *hold, uint64_t first)
{
    uint32_t size = hold->claim.size, node_id = hold->claim.node_id;
    uint32_t counter_bits = 24 - size; // 1 to 23
    uint32_t node_ctr = node_id << counter_bits | ((UINT32_C(1) << counter_bits) - 1);
    uint64_t id = (first - 1) << 24 | node_ctr;
    hold->spec =
        (sortid_scru64_node_spec){.node_id = node_id, .node_id_size = size, .has_last = true};
    for (unsigned i = 0; i < SORTID_SCRU64_SIZE; i++)
        hold->spec.last.bytes[i] = (uint8_t)(id >> (56 - 8 * i));
}

void sortid_node_hold_spec(sortid_scru64_node_spec *out, const sortid_node_hold *hold)
{
    sortid_node_status status;
    const struct hold *entered = enter(&status, handle_of(hold), NULL);
    memset(out, 0, sizeof *out);
    if (entered == NULL)
        return;
    *out = entered->spec;
    sortid_node_cell_leave(entered->cell);
}

/* ---- Its life ----------------------------------------------------------------------------- */

static void free_hold(struct hold *hold)
{
    sortid_node_cell_give(hold->cell);
    pthread_mutex_destroy(&hold->view);
    pthread_mutex_destroy(&hold->lock);
    free(hold);
}

static bool start_locks(struct hold *hold)
{
    if (pthread_mutex_init(&hold->lock, NULL) != 0)
        return false;
    if (pthread_mutex_init(&hold->view, NULL) == 0)
        return true;
    pthread_mutex_destroy(&hold->lock);
    return false;
}

static struct hold *new_hold(struct sortid_node_client *client,
                             const sortid_node_hold_options *options)
{
    struct hold *hold = calloc(1, sizeof *hold);
    if (hold == NULL)
        return NULL;
    if (!start_locks(hold)) {
        free(hold);
        return NULL;
    }
    hold->cell = sortid_node_cell_take(hold);
    if (hold->cell == NULL) {
        pthread_mutex_destroy(&hold->view);
        pthread_mutex_destroy(&hold->lock);
        free(hold);
        return NULL;
    }
    hold->cell->bound = (sortid_bound){cover, public_handle(hold->cell)};
    hold->client = client;
    set_terms(hold, options);
    return hold;
}

/* The tick that no foreign generator has reached which went by this machine's clock and is gone:
 * ahead of what the clock shows, or showed when the bound was raised, by the allowance and, for
 * steps in between, by the skew. The bound at most. */
static uint64_t foreign_end(const struct hold *hold)
{
    uint64_t unix_ms, bound = hold->claim.bound, raised_at = bound - hold->terms.horizon;
    if (!sortid_node_clock_unix_ms(&unix_ms))
        return bound;
    uint64_t margin = hold->terms.allowance_ms + hold->terms.max_skew_ms + TICK_MS;
    uint64_t shown = unix_ms / TICK_MS > raised_at ? unix_ms / TICK_MS : raised_at;
    uint64_t end = shown + margin / TICK_MS + 1;
    return end < bound ? end : bound;
}

/* Once more where the reply was lost, or where the record was raised by one that was: then it is
 * looked at, and given back as it stands. */
static sortid_node_status give(struct hold *hold, uint64_t bound, sortid_node_error *error)
{
    enum claim_state state = CLAIM_OURS;
    struct etcd *etcd = hold->client->etcd;
    for (unsigned i = 0; i < 4 && (state == CLAIM_OURS || state == CLAIM_FREE); i++) {
        uint64_t first_free = hold->terms.foreign ? foreign_end(hold) : bound;
        sortid_node_status status =
            sortid_node_claim_give(&state, &hold->claim, etcd, first_free, error);
        if (status != SORTID_NODE_OK)
            status = sortid_node_claim_look(&state, &hold->claim, etcd, error);
        if (status != SORTID_NODE_OK)
            return status;
    }
    if (state == CLAIM_DONE || state == CLAIM_GIVEN)
        return SORTID_NODE_OK;
    if (state == CLAIM_TAKEN)
        return sortid_node_fail(error, SORTID_NODE_LOST,
                                "the id was given to another holder before");
    return sortid_node_fail(error, SORTID_NODE_ETCD_FAILED,
                            "the records change too fast to be written");
}

/* Gives the id of an ended hold back, and frees the hold. */
static sortid_node_status give_back(struct hold *hold, uint64_t bound, sortid_node_error *error)
{
    sortid_node_keeper_stop(hold);
    sortid_node_status status = give(hold, bound, error);
    if (status != SORTID_NODE_UNREACHABLE) // then, or if it fails, the lease runs out by itself
        (void)sortid_node_etcd_revoke(hold->client->etcd, hold->claim.lease, NULL);
    free_hold(hold);
    return status;
}

sortid_node_status sortid_node_acquire(sortid_node_hold **out, sortid_node_client *client,
                                       const sortid_node_hold_options *options,
                                       sortid_node_error *error)
{
    const char *fault = fault_of(options);
    if (fault != NULL)
        return sortid_node_fail(error, SORTID_NODE_BAD_OPTION, "%s", fault);
    if (!sortid_node_client_is_own(client))
        return sortid_node_client_fail_forked(error);
    struct hold *hold = new_hold(client, options);
    if (hold == NULL)
        return sortid_node_fail(error, SORTID_NODE_SYSTEM, "no memory");
    sortid_node_status status = sortid_node_hold_acquire(hold, error);
    if (status != SORTID_NODE_OK) {
        free_hold(hold);
        return status;
    }
    sortid_node_hold *handle = public_handle(hold->cell);
    if (options->keep_alive)
        status = sortid_node_keeper_start(hold, error);
    if (status == SORTID_NODE_OK)
        *out = handle;
    else
        (void)!sortid_node_release(handle, NULL);
    return status;
}

sortid_node_status sortid_node_release(sortid_node_hold *hold, sortid_node_error *error)
{
    uint64_t first_free = 0;
    sortid_node_status status = SORTID_NODE_OK;
    struct hold *finished = finish(&status, &first_free, handle_of(hold), error);
    return finished != NULL ? give_back(finished, first_free, error) : status;
}

/* In a forked child nothing is done: its locks may be another thread's, which is not there. */
void sortid_node_abandon(sortid_node_hold *hold)
{
    uint64_t first_free;
    sortid_node_status status;
    struct hold *finished = finish(&status, &first_free, handle_of(hold), NULL);
    if (finished == NULL)
        return;
    sortid_node_keeper_stop(finished);
    free_hold(finished);
}

/* ---- While it lasts ----------------------------------------------------------------------- */

/* What the thread last met. */
static sortid_node_status told(struct hold *hold, sortid_node_error *error)
{
    pthread_mutex_lock(&hold->view);
    sortid_node_status status = hold->now.status;
    if (error != NULL && status != SORTID_NODE_OK)
        *error = hold->now.error;
    pthread_mutex_unlock(&hold->view);
    return status;
}

static uint64_t next_of(struct hold *hold)
{
    uint64_t boot_ms = 0;
    pthread_mutex_lock(&hold->view);
    uint64_t next = hold->now.next_ms;
    pthread_mutex_unlock(&hold->view);
    return sortid_node_clock_boot_ms(&boot_ms) && next > boot_ms ? next - boot_ms : 1;
}

sortid_node_status sortid_node_tend(sortid_node_hold *hold, uint64_t *next_ms,
                                    sortid_node_error *error)
{
    sortid_node_status status = SORTID_NODE_OK;
    struct hold *entered = enter(&status, handle_of(hold), error);
    if (entered == NULL)
        return status;
    status =
        entered->terms.keep_alive ? told(entered, error) : sortid_node_hold_tend(entered, error);
    if (next_ms != NULL)
        *next_ms = next_of(entered);
    sortid_node_cell_leave(entered->cell);
    return status;
}

static void read_times(sortid_node_times *out, struct hold *hold)
{
    pthread_mutex_lock(&hold->view);
    const struct situation now = hold->now;
    pthread_mutex_unlock(&hold->view);
    uint64_t quarter = now.lease_ms / 4, kill_ms = now.renewed_ms + 3 * quarter;
    if (kill_ms > now.bound_ms)
        kill_ms = now.bound_ms;
    *out = (sortid_node_times){.ask_ms = kill_ms > quarter ? kill_ms - quarter : 0,
                               .kill_ms = kill_ms,
                               .lost = atomic_load(&hold->cell->limit.lost)};
    if (!sortid_node_clock_boot_ms(&out->now_ms))
        out->now_ms = UINT64_MAX; // a caller that cannot tell the time is late
}

void sortid_node_hold_times(sortid_node_times *out, sortid_node_hold *hold)
{
    sortid_node_status status;
    struct hold *entered = enter(&status, handle_of(hold), NULL);
    *out = (sortid_node_times){.lost = true};
    if (entered == NULL)
        return;
    read_times(out, entered);
    sortid_node_cell_leave(entered->cell);
}
