/* SPDX-License-Identifier: MIT */
/* node/init.c: creates realms, adds pools to them, and raises their floor. */
#include "fail.h"
#include "platform.h"
#include "realm_record.h"
#include "transactions.h"

#include <string.h>

#define LAST_TICK (SORTID_SCRU64_MAX_INT >> 24)
#define DAY_MS    UINT64_C(86400000)

/* What a call wants to do to a realm, and what was read of it. */
struct change {
    const char *name;
    const sortid_node_pool *pools; /* to add */
    size_t pool_count;
    const sortid_node_realm_options *options; /* NULL: all defaults */
    const sortid_node_raise *raise;           /* NULL: do not raise the bounds */
    bool create;                              /* the realm, if it does not exist */
    struct realm_record *record;
    uint64_t floor_ms; /* of the realm after the change, or the earliest that is safe */
};

/* ---- The floor ------------------------------------------------------------------------------ */

/* The time of the first tick at or after a time. */
static uint64_t next_tick_ms(uint64_t ms)
{
    return (ms + SORTID_SCRU64_TICK_MS - 1) / SORTID_SCRU64_TICK_MS * SORTID_SCRU64_TICK_MS;
}

/* The earliest floor that is above every bound that the lost store may have given: see
 * sortid_node_realm_create. And the last one that is not far ahead: clocks, clock error and records
 * can be wrong, and a floor is never lowered. */
static sortid_node_status find_limits(uint64_t *safe_ms, uint64_t *far_ms,
                                      const struct change *change, sortid_node_error *error)
{
    const sortid_node_realm *realm = &change->record->realm;
    uint64_t unix_ms = 0, last_ms = 0, store_ms = change->record->times.latest_ms;
    uint64_t floor_ms = realm->floor * SORTID_SCRU64_TICK_MS;
    uint64_t ahead_ms = realm->max_ahead_ms + realm->max_quarantine_ms;
    uint64_t clock_error_ms = change->raise->clock_error_ms != 0
                                  ? change->raise->clock_error_ms
                                  : SORTID_NODE_DEFAULT_CLOCK_ERROR_MS;
    if (!sortid_node_platform_unix_ms(&unix_ms))
        return sortid_node_fail_clock(error);
    sortid_node_status status =
        sortid_node_find_last(&last_ms, change->record->store, change->name, error);
    *safe_ms = next_tick_ms(
        later(later(last_ms, floor_ms), later(unix_ms, store_ms) + clock_error_ms + ahead_ms));
    *far_ms = later(floor_ms, sooner(unix_ms, store_ms) + ahead_ms) + DAY_MS;
    return status;
}

static sortid_node_status out_of_time(struct change *change, uint64_t safe_ms, const char *what,
                                      sortid_node_error *error)
{
    change->floor_ms = safe_ms;
    return sortid_node_fail(error, SORTID_NODE_OUT_OF_TIME,
                            "realm %s: the time is %s, and nothing is changed; the earliest that "
                            "is safe is %llu ms after 1970",
                            change->name, what, (unsigned long long)safe_ms);
}

static sortid_node_status raise_floor(struct change *change, sortid_node_error *error)
{
    uint64_t safe_ms = 0, far_ms = 0, wanted_ms = change->raise->unix_ms;
    uint64_t floor_ms = change->record->realm.floor * SORTID_SCRU64_TICK_MS;
    sortid_node_status status = find_limits(&safe_ms, &far_ms, change, error);
    if (status != SORTID_NODE_OK)
        return status;
    if (wanted_ms == 0)
        wanted_ms = safe_ms;
    if (wanted_ms / SORTID_SCRU64_TICK_MS > LAST_TICK)
        return sortid_node_fail(
            error, SORTID_NODE_BAD_OPTION,
            "the time is after the last one of scru64: give one before the year 4261");
    if (wanted_ms < floor_ms)
        return out_of_time(change, safe_ms, "before the one to which the bounds were raised before",
                           error);
    if (wanted_ms < safe_ms && !change->raise->accept_early)
        return out_of_time(change, safe_ms, "before bounds that may have been given", error);
    if (wanted_ms > far_ms && !change->raise->accept_far)
        return out_of_time(change, safe_ms, "far ahead, and no id would be free until then", error);
    change->floor_ms = next_tick_ms(wanted_ms);
    change->record->realm.floor = change->floor_ms / SORTID_SCRU64_TICK_MS;
    memcpy(change->record->realm.store, change->record->store_name,
           sizeof change->record->realm.store);
    if (!sortid_node_records_draw(change->record->realm.incarnation))
        return sortid_node_fail_random(error);
    return SORTID_NODE_OK;
}

/* ---- Changing it ---------------------------------------------------------------------------- */

/* What a realm has from its creation on. */
static sortid_node_status set_limits(struct change *change, sortid_node_error *error)
{
    static const sortid_node_realm_options defaults = {0};
    const sortid_node_realm_options *o = change->options != NULL ? change->options : &defaults;
    sortid_node_realm *realm = &change->record->realm;
    if (change->record->value == NULL) {
        realm->max_ahead_ms =
            o->max_ahead_ms != 0 ? o->max_ahead_ms : SORTID_NODE_DEFAULT_MAX_AHEAD_MS;
        realm->max_quarantine_ms = o->max_quarantine_ms;
        memcpy(realm->store, change->record->store_name, sizeof realm->store);
        return sortid_node_records_draw(realm->incarnation) ? SORTID_NODE_OK
                                                            : sortid_node_fail_random(error);
    }
    if ((o->max_ahead_ms == 0 || o->max_ahead_ms == realm->max_ahead_ms) &&
        (o->max_quarantine_ms == 0 || o->max_quarantine_ms == realm->max_quarantine_ms))
        return SORTID_NODE_OK;
    return sortid_node_fail(error, SORTID_NODE_REALM_DIFFERS,
                            "realm %s was created with max ahead %llu ms and max quarantine %llu "
                            "ms, which cannot change: a new realm needs other ids, or these after "
                            "sortid node pool remove",
                            change->name, (unsigned long long)realm->max_ahead_ms,
                            (unsigned long long)realm->max_quarantine_ms);
}

static sortid_node_status step(bool *done, struct realm_record *record, void *context,
                               sortid_node_error *error)
{
    struct change *change = context;
    change->record = record;
    if (change->record->value == NULL && !change->create && change->raise != NULL)
        return sortid_node_fail(
            error, SORTID_NODE_NO_REALM,
            "realm %s is not in this store: create it with raised bounds by sortid "
            "node init %s --pool NAME=FIRST-LAST/SIZE --raise-bounds auto, and "
            "the --max-ahead and --external of the realm that was lost",
            change->name, change->name);
    if (change->record->value == NULL && !change->create)
        return sortid_node_fail_no_realm(error, change->name);
    size_t pools_before = change->record->realm.pool_count;
    sortid_node_status status = set_limits(change, error);
    if (status == SORTID_NODE_OK)
        status = sortid_node_realm_add_pools(&change->record->realm, change->pools,
                                             change->pool_count, error);
    if (status == SORTID_NODE_OK)
        status = sortid_node_realm_record_claim(
            change->record, change->record->realm.pools + pools_before,
            change->record->realm.pool_count - pools_before, error);
    if (status == SORTID_NODE_OK && change->raise != NULL)
        status = raise_floor(change, error);
    *done = change->record->value != NULL && change->record->realm.pool_count == pools_before &&
            change->raise == NULL;
    if (status == SORTID_NODE_OK && !*done)
        status = sortid_node_realm_record_write(done, change->record, error);
    memcpy(change->record->realm.name, change->name, strlen(change->name) + 1);
    return status == SORTID_NODE_OK && *done
               ? sortid_node_free_ids_repair(change->record->store, &change->record->realm, error)
               : status;
}

/* What is wrong with the options; NULL: nothing. */
static const char *fault_of(const sortid_node_realm_options *o, const sortid_node_raise *raise)
{
    if ((o != NULL && !sortid_node_is_zero(o->reserved, sizeof o->reserved)) ||
        (raise != NULL && (!sortid_node_is_zero(raise->reserved8, sizeof raise->reserved8) ||
                           !sortid_node_is_zero(raise->reserved, sizeof raise->reserved))))
        return "reserved fields of the options must be 0";
    if (o != NULL && o->max_ahead_ms != 0 &&
        (o->max_ahead_ms < 1000 || o->max_ahead_ms > MAX_AHEAD_MS))
        return "max_ahead_ms must be 1000 to 2^40";
    if (o != NULL && o->max_quarantine_ms > MAX_QUARANTINE_MS)
        return "max_quarantine_ms must be at most 2^44";
    if (raise != NULL && raise->clock_error_ms > MAX_AHEAD_MS)
        return "clock_error_ms must be at most 2^40";
    return NULL;
}

sortid_node_status sortid_node_realm_create(sortid_node_client *client, const char *realm,
                                            const sortid_node_pool *pools, size_t count,
                                            const sortid_node_realm_options *options,
                                            uint64_t *floor_ms, sortid_node_error *error)
{
    struct change change = {.name = realm,
                            .pools = pools,
                            .pool_count = count,
                            .options = options,
                            .raise = options != NULL ? options->raise : NULL,
                            .create = count > 0};
    if (!sortid_node_client_is_own(client))
        return sortid_node_fail_forked(error);
    sortid_node_status status =
        count > 0 ? client->store->calls->prepare(client->store, error) : SORTID_NODE_OK;
    const char *fault = fault_of(options, change.raise);
    if (status == SORTID_NODE_OK && fault != NULL)
        status = sortid_node_fail(error, SORTID_NODE_BAD_OPTION, "%s", fault);
    if (status == SORTID_NODE_OK)
        status = sortid_node_realm_record_change(client, realm, step, &change, error);
    if (floor_ms != NULL && (status == SORTID_NODE_OK || status == SORTID_NODE_OUT_OF_TIME))
        *floor_ms = change.floor_ms;
    return status;
}
