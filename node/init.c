/* SPDX-License-Identifier: MIT */
/* node/init.c: creates and extends realms, and raises their floor. A realm's record is written only if its
 * revision is the one that was read. */
#include "client.h"
#include "clock.h"
#include "fail.h"
#include "free_ids.h"
#include "queries.h"
#include "realm.h"
#include "transactions.h"

#include <stdlib.h>
#include <string.h>

#define LAST_TICK (SORTID_SCRU64_MAX_INT >> 24)
#define TRIES     32

/* ---- A realm's record --------------------------------------------------------------------- */

/* What a call wants to do to a realm, and what was read of it. */
struct change {
    struct store *store;
    const char *name;
    const sortid_node_pool *pools; /* to add */
    size_t pool_count;
    const sortid_node_realm_options *options; /* NULL: all defaults */
    const sortid_node_raise *raise;           /* NULL: do not raise the bounds */
    bool create;                              /* the realm, if it does not exist */

    sortid_node_realm realm;
    char *value; /* as it was read; NULL: it does not exist */
    int64_t revision;
    char store_name[STORE_IDENTITY_SIZE];
    uint64_t store_ms; /* the store's clock */
    uint64_t floor_ms; /* of the realm after the change, or the earliest that is safe */
};

static sortid_node_status no_memory(sortid_node_error *error)
{
    return sortid_node_fail(error, SORTID_NODE_SYSTEM, "no memory");
}

static sortid_node_status read_value(struct change *change, const struct store_reply *reply,
                                     sortid_node_error *error)
{
    if (reply->range_count != 1)
        return sortid_node_fail_ranges(error, reply->range_count, 1);
    memcpy(change->store_name, reply->identity, sizeof change->store_name);
    change->store_ms = reply->times.latest_ms;
    if (reply->ranges[0].count == 0)
        return SORTID_NODE_OK;
    const struct store_pair *pair = &reply->ranges[0].pairs[0];
    change->revision = pair->changed_at;
    change->value = malloc(strlen(pair->value) + 1);
    if (change->value == NULL)
        return no_memory(error);
    memcpy(change->value, pair->value, strlen(pair->value) + 1);
    return sortid_node_realm_read(&change->realm, change->name, pair->value)
               ? SORTID_NODE_OK
               : sortid_node_fail_record(error, pair->key);
}

static sortid_node_status read_record(struct change *change, const char *key,
                                      sortid_node_error *error)
{
    struct store_reply reply;
    const struct store_operation get = {.kind = STORE_RANGE, .key = key};
    const struct store_transaction all = {
        .operations = &get, .operation_count = 1, .confirm = true};
    sortid_node_status status =
        sortid_node_store_transact(&reply, change->store, &all, true, error);
    if (status != SORTID_NODE_OK)
        return status;
    status = read_value(change, &reply, error);
    sortid_node_store_reply_free(&reply);
    return status;
}

static sortid_node_status write_record(bool *done, const struct change *change, const char *key,
                                       sortid_node_error *error)
{
    struct store_reply reply;
    char nonce[TOKEN_SIZE];
    char *value =
        sortid_node_records_draw(nonce) ? sortid_node_realm_print(&change->realm, nonce) : NULL;
    if (value == NULL)
        return sortid_node_fail(error, SORTID_NODE_SYSTEM,
                                "no memory, or the system's random source failed");
    const struct store_compare as_read[] = {
        {.key = key, .what = STORE_CHANGED_AT, .revision = change->revision},
        {.key = key, .what = STORE_VALUE, .value = change->value}};
    const struct store_operation put = {.kind = STORE_PUT, .key = key, .value = value};
    const struct store_transaction all = {.compares = as_read,
                                          .compare_count = change->value != NULL ? 2 : 1,
                                          .operations = &put,
                                          .operation_count = 1};
    sortid_node_status status =
        sortid_node_store_transact(&reply, change->store, &all, true, error);
    free(value);
    if (status != SORTID_NODE_OK)
        return status;
    *done = reply.succeeded;
    sortid_node_store_reply_free(&reply);
    return SORTID_NODE_OK;
}

/* ---- The floor ------------------------------------------------------------------------------ */

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* The time of the first tick at or after a time. */
static uint64_t next_tick_ms(uint64_t ms)
{
    return (ms + SORTID_SCRU64_TICK_MS - 1) / SORTID_SCRU64_TICK_MS * SORTID_SCRU64_TICK_MS;
}

/* The earliest floor that is above every bound that the lost store may have given: see
 * sortid_node_init. */
static sortid_node_status find_safe(uint64_t *safe_ms, const struct change *change,
                                    sortid_node_error *error)
{
    uint64_t unix_ms = 0, last_ms = 0;
    uint64_t clock_error_ms = change->raise->clock_error_ms != 0
                                  ? change->raise->clock_error_ms
                                  : SORTID_NODE_DEFAULT_CLOCK_ERROR_MS;
    if (!sortid_node_clock_unix_ms(&unix_ms))
        return sortid_node_fail(error, SORTID_NODE_SYSTEM, "the system's clock cannot be read");
    sortid_node_status status = sortid_node_find_last(&last_ms, change->store, change->name, error);
    *safe_ms =
        next_tick_ms(later(later(last_ms, change->realm.floor * SORTID_SCRU64_TICK_MS),
                           later(unix_ms, change->store_ms) + clock_error_ms +
                               change->realm.max_ahead_ms + change->realm.max_quarantine_ms));
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

#define FAR_MS UINT64_C(86400000)

static sortid_node_status raise_floor(struct change *change, sortid_node_error *error)
{
    uint64_t safe_ms = 0, wanted_ms = change->raise->unix_ms;
    uint64_t floor_ms = change->realm.floor * SORTID_SCRU64_TICK_MS;
    sortid_node_status status = find_safe(&safe_ms, change, error);
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
    if (wanted_ms > safe_ms + FAR_MS && !change->raise->accept_far)
        return out_of_time(change, safe_ms, "far ahead, and no id would be free until then", error);
    change->floor_ms = next_tick_ms(wanted_ms);
    change->realm.floor = change->floor_ms / SORTID_SCRU64_TICK_MS;
    memcpy(change->realm.store, change->store_name, sizeof change->realm.store);
    if (!sortid_node_records_draw(change->realm.incarnation))
        return sortid_node_fail(error, SORTID_NODE_SYSTEM, "the system's random source failed");
    return SORTID_NODE_OK;
}

/* ---- Changing it ---------------------------------------------------------------------------- */

/* What a realm has from its creation on. */
static sortid_node_status set_limits(struct change *change, sortid_node_error *error)
{
    static const sortid_node_realm_options defaults = {0};
    const sortid_node_realm_options *o = change->options != NULL ? change->options : &defaults;
    sortid_node_realm *realm = &change->realm;
    if (change->value == NULL) {
        realm->max_ahead_ms =
            o->max_ahead_ms != 0 ? o->max_ahead_ms : SORTID_NODE_DEFAULT_MAX_AHEAD_MS;
        realm->max_quarantine_ms = o->max_quarantine_ms;
        memcpy(realm->store, change->store_name, sizeof realm->store);
        return sortid_node_records_draw(realm->incarnation)
                   ? SORTID_NODE_OK
                   : sortid_node_fail(error, SORTID_NODE_SYSTEM,
                                      "the system's random source failed");
    }
    if ((o->max_ahead_ms == 0 || o->max_ahead_ms == realm->max_ahead_ms) &&
        (o->max_quarantine_ms == 0 || o->max_quarantine_ms == realm->max_quarantine_ms))
        return SORTID_NODE_OK;
    return sortid_node_fail(error, SORTID_NODE_REALM_DIFFERS,
                            "realm %s was created with max ahead %llu ms and max quarantine %llu "
                            "ms, which cannot change: use another realm",
                            change->name, (unsigned long long)realm->max_ahead_ms,
                            (unsigned long long)realm->max_quarantine_ms);
}

static sortid_node_status change_read(bool *done, struct change *change, const char *key,
                                      sortid_node_error *error)
{
    if (change->value == NULL && !change->create)
        return sortid_node_fail_no_realm(error, change->name);
    size_t pools_before = change->realm.pool_count;
    sortid_node_status status = set_limits(change, error);
    if (status == SORTID_NODE_OK)
        status =
            sortid_node_realm_add_pools(&change->realm, change->pools, change->pool_count, error);
    if (status == SORTID_NODE_OK && change->raise != NULL)
        status = raise_floor(change, error);
    *done =
        change->value != NULL && change->realm.pool_count == pools_before && change->raise == NULL;
    if (status == SORTID_NODE_OK && !*done)
        status = write_record(done, change, key, error);
    memcpy(change->realm.name, change->name, strlen(change->name) + 1);
    return status == SORTID_NODE_OK && *done
               ? sortid_node_free_ids_repair(change->store, &change->realm, error)
               : status;
}

/* Reads, changes, writes once; *done if nothing is left to do. */
static sortid_node_status change_once(bool *done, struct change *change, sortid_node_error *error)
{
    char key[KEY_SIZE];
    sortid_node_realm_key(key, change->name);
    change->realm = (sortid_node_realm){.pool_count = 0};
    change->value = NULL;
    change->revision = 0;
    sortid_node_status status = read_record(change, key, error);
    if (status == SORTID_NODE_OK)
        status = change_read(done, change, key, error);
    sortid_node_realm_free(&change->realm);
    free(change->value);
    return status;
}

static bool reserved_are_zero(const struct change *change)
{
    const sortid_node_realm_options *o = change->options;
    uint64_t used = 0;
    for (size_t i = 0; o != NULL && i < sizeof o->reserved / sizeof *o->reserved; i++)
        used |= o->reserved[i];
    const sortid_node_raise *r = change->raise;
    for (size_t i = 0; r != NULL && i < sizeof r->reserved8; i++)
        used |= r->reserved8[i];
    for (size_t i = 0; r != NULL && i < sizeof r->reserved / sizeof *r->reserved; i++)
        used |= r->reserved[i];
    return used == 0;
}

static sortid_node_status check_change(const struct change *change, sortid_node_error *error)
{
    const sortid_node_realm_options *o = change->options;
    if (!sortid_node_realm_name_is_good(change->name))
        return sortid_node_fail(
            error, SORTID_NODE_BAD_OPTION,
            "realm name \"%s\": must be 1 to 64 of a-z A-Z 0-9 . _ - and not start with a dot",
            change->name);
    if (!reserved_are_zero(change))
        return sortid_node_fail(error, SORTID_NODE_BAD_OPTION,
                                "reserved fields of the options must be 0");
    if (o != NULL && o->max_ahead_ms != 0 &&
        (o->max_ahead_ms < 1000 || o->max_ahead_ms > MAX_AHEAD_MS))
        return sortid_node_fail(error, SORTID_NODE_BAD_OPTION, "max_ahead_ms must be 1000 to 2^40");
    if (o != NULL && o->max_quarantine_ms > MAX_QUARANTINE_MS)
        return sortid_node_fail(error, SORTID_NODE_BAD_OPTION,
                                "max_quarantine_ms must be at most 2^44");
    if (change->raise != NULL && change->raise->clock_error_ms > MAX_AHEAD_MS)
        return sortid_node_fail(error, SORTID_NODE_BAD_OPTION,
                                "clock_error_ms must be at most 2^40");
    return SORTID_NODE_OK;
}

static sortid_node_status change_realm(struct change *change, sortid_node_client *client,
                                       sortid_node_error *error)
{
    bool done = false;
    change->store = client->store;
    sortid_node_status status = check_change(change, error);
    for (unsigned i = 0; i < TRIES && status == SORTID_NODE_OK && !done; i++)
        status = change_once(&done, change, error);
    if (status == SORTID_NODE_OK && !done)
        return sortid_node_fail(error, SORTID_NODE_STORE_FAILED,
                                "realm %s changes faster than it can be written: try again",
                                change->name);
    return status;
}

sortid_node_status sortid_node_init(sortid_node_client *client, const char *realm,
                                    const sortid_node_pool *pools, size_t count,
                                    const sortid_node_realm_options *options, uint64_t *floor_ms,
                                    sortid_node_error *error)
{
    struct change change = {.name = realm,
                            .pools = pools,
                            .pool_count = count,
                            .options = options,
                            .raise = options != NULL ? options->raise : NULL,
                            .create = count > 0};
    if (!sortid_node_client_is_own(client))
        return sortid_node_client_fail_forked(error);
    sortid_node_status status =
        count > 0 ? sortid_node_store_prepare(client->store, error) : SORTID_NODE_OK;
    if (status == SORTID_NODE_OK)
        status = change_realm(&change, client, error);
    if (floor_ms != NULL && (status == SORTID_NODE_OK || status == SORTID_NODE_OUT_OF_TIME))
        *floor_ms = change.floor_ms;
    return status;
}
