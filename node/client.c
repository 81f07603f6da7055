/* SPDX-License-Identifier: MIT */
/* node/client.c: opens and closes clients; creates and extends realms, and raises their floor. A realm's
 * record is written only if its revision is the one that was read. */
#include "client.h"

#include "etcd.h"
#include "fail.h"
#include "platform.h"
#include "postgres.h"
#include "realm.h"

#include <stdlib.h>
#include <string.h>

#define LAST_TICK (SORTID_SCRU64_MAX_INT >> 24)
#define TRIES     32

/* ---- Clients ------------------------------------------------------------------------------ */

sortid_node_status sortid_node_open(sortid_node_client **out,
                                    const sortid_node_client_options *options,
                                    sortid_node_error *error)
{
    struct sortid_node_client *client = calloc(1, sizeof *client);
    if (client == NULL)
        return sortid_node_fail(error, SORTID_NODE_SYSTEM, "no memory");
    client->pid = sortid_node_platform_pid();
    sortid_node_status status = sortid_node_postgres_is_url(options->store)
                                    ? sortid_node_postgres_open(&client->store, options, error)
                                    : sortid_node_etcd_open(&client->store, options, error);
    if (status == SORTID_NODE_OK)
        *out = client;
    else
        free(client);
    return status;
}

void sortid_node_close(sortid_node_client *client)
{
    if (client == NULL || !sortid_node_client_is_own(client))
        return; // the child's copy has the parent's connections
    sortid_node_store_close(client->store);
    free(client);
}

bool sortid_node_client_is_own(const struct sortid_node_client *client)
{
    return sortid_node_platform_pid() == client->pid;
}

sortid_node_status sortid_node_client_fail_forked(sortid_node_error *error)
{
    return sortid_node_fail(error, SORTID_NODE_SYSTEM,
                            "a forked child cannot use the client and the reservations of its "
                            "parent: open a client of its own");
}

/* ---- A realm's record --------------------------------------------------------------------- */

struct change {
    const sortid_node_pool *pools; /* to add */
    size_t pool_count;
    uint64_t floor; /* to raise to */
    bool create;    /* the realm, if it does not exist */
};

/* Reads the realm; `revision` 0 and no pools if it does not exist. */
static sortid_node_status read_record(sortid_node_realm *realm, int64_t *revision,
                                      struct store *store, const char *key, const char *name,
                                      sortid_node_error *error)
{
    struct store_reply reply;
    const struct store_operation get = {.kind = STORE_RANGE, .key = key};
    const struct store_transaction all = {.operations = &get, .operation_count = 1};
    sortid_node_status status = sortid_node_store_transact(&reply, store, &all, true, error);
    if (status != SORTID_NODE_OK)
        return status;
    *realm = (sortid_node_realm){.pool_count = 0};
    *revision = 0;
    if (reply.range_count == 1 && reply.ranges[0].count == 1) {
        *revision = reply.ranges[0].pairs[0].changed_at;
        if (!sortid_node_realm_read(realm, name, reply.ranges[0].pairs[0].value))
            status = sortid_node_fail_record(error, key);
    }
    sortid_node_store_reply_free(&reply);
    return status;
}

static sortid_node_status write_record(bool *done, struct store *store, const char *key,
                                       const sortid_node_realm *realm, int64_t revision,
                                       sortid_node_error *error)
{
    struct store_reply reply;
    char *value = sortid_node_realm_print(realm);
    if (value == NULL)
        return sortid_node_fail(error, SORTID_NODE_SYSTEM, "no memory");
    const struct store_compare as_read = {
        .key = key, .what = STORE_CHANGED_AT, .revision = revision};
    const struct store_operation put = {.kind = STORE_PUT, .key = key, .value = value};
    const struct store_transaction all = {
        .compares = &as_read, .compare_count = 1, .operations = &put, .operation_count = 1};
    sortid_node_status status = sortid_node_store_transact(&reply, store, &all, true, error);
    free(value);
    if (status != SORTID_NODE_OK)
        return status;
    *done = reply.succeeded;
    sortid_node_store_reply_free(&reply);
    return SORTID_NODE_OK;
}

/* Reads, changes, writes once; *done if nothing is left to do. */
static sortid_node_status change_once(bool *done, struct store *store, const char *name,
                                      const struct change *change, sortid_node_error *error)
{
    char key[KEY_SIZE];
    sortid_node_realm realm;
    int64_t revision;
    sortid_node_realm_key(key, name);
    sortid_node_status status = read_record(&realm, &revision, store, key, name, error);
    if (status != SORTID_NODE_OK)
        return status;
    if (revision == 0 && !change->create)
        return sortid_node_fail_no_realm(error, name);
    size_t pools_before = realm.pool_count;
    uint64_t floor_before = realm.floor;
    status = sortid_node_realm_add_pools(&realm, change->pools, change->pool_count, error);
    if (realm.floor < change->floor)
        realm.floor = change->floor;
    *done = revision != 0 && realm.pool_count == pools_before && realm.floor == floor_before;
    if (status == SORTID_NODE_OK && !*done)
        status = write_record(done, store, key, &realm, revision, error);
    sortid_node_realm_free(&realm);
    return status;
}

static sortid_node_status change_realm(sortid_node_client *client, const char *name,
                                       const struct change *change, sortid_node_error *error)
{
    bool done = false;
    sortid_node_status status = SORTID_NODE_OK;
    if (!sortid_node_client_is_own(client))
        return sortid_node_client_fail_forked(error);
    if (!sortid_node_realm_name_is_good(name))
        return sortid_node_fail(
            error, SORTID_NODE_BAD_OPTION,
            "realm name \"%s\": must be 1 to 64 of a-z A-Z 0-9 . _ - and not start with a dot",
            name);
    for (unsigned i = 0; i < TRIES && status == SORTID_NODE_OK && !done; i++)
        status = change_once(&done, client->store, name, change, error);
    if (status == SORTID_NODE_OK && !done)
        return sortid_node_fail(error, SORTID_NODE_STORE_FAILED,
                                "realm %s changes faster than it can be written: try again", name);
    return status;
}

sortid_node_status sortid_node_init(sortid_node_client *client, const char *realm,
                                    const sortid_node_pool *pools, size_t count,
                                    sortid_node_error *error)
{
    const struct change change = {.pools = pools, .pool_count = count, .create = true};
    if (!sortid_node_client_is_own(client))
        return sortid_node_client_fail_forked(error);
    sortid_node_status status = sortid_node_store_prepare(client->store, error);
    return status == SORTID_NODE_OK ? change_realm(client, realm, &change, error) : status;
}

sortid_node_status sortid_node_raise_bounds(sortid_node_client *client, const char *realm,
                                            uint64_t unix_ms, sortid_node_error *error)
{
    const struct change change = {.floor = unix_ms / SORTID_SCRU64_TICK_MS};
    if (change.floor > LAST_TICK)
        return sortid_node_fail(
            error, SORTID_NODE_BAD_OPTION,
            "the time is after the last one of scru64: give one before the year 4261");
    return change_realm(client, realm, &change, error);
}
