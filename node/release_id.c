/* SPDX-License-Identifier: MIT */
/* node/release_id.c: ends the reservation of another holder, and replaces a record of an id that
 * cannot be read. It compares what it has read with the records, as holders do (transactions.h). */
#include "client.h"
#include "fail.h"
#include "platform.h"
#include "realm_record.h"
#include "transactions.h"

#include <stdlib.h>

#define TRIES 32

struct release {
    struct store *store;
    const char *realm;
    uint32_t node_id, size;
    struct record_keys keys;
    bool replace;        /* a record that cannot be read */
    uint64_t blocked_ms; /* until when an id with such a record is blocked now; 0: it had none */
};

/* What was read. */
struct found {
    const struct store_pair *holder, *id; /* NULL: it does not exist */
    struct id_record record;
    bool readable;
    /* Of a large pool, else "": the key of free ids that init makes of an unreadable record, and
     * that of the new one. If there is another, init finds one too many, and makes all again. */
    char free_before[KEY_SIZE], free_after[KEY_SIZE];
};

/* Sets the record that replaces one that cannot be read. Its bound is the latest time that one in
 * the lost record can have been, with its quarantine: no bound is further ahead of the store's
 * clock than the realm permits. Nobody has written one since: each write compares the record. */
static sortid_node_status make_record(struct found *found, struct release *r,
                                      const sortid_node_realm *realm,
                                      const struct store_reply *reply, sortid_node_error *error)
{
    uint64_t unix_ms = 0;
    const sortid_node_pool *pool = sortid_node_realm_pool_of(realm, r->node_id, r->size);
    if (reply->ranges[2].count == 0)
        return sortid_node_fail_no_realm(error, r->realm);
    if (realm->size == 0)
        return sortid_node_fail_record(error, r->keys.realm);
    if (!sortid_node_platform_unix_ms(&unix_ms))
        return sortid_node_fail_clock(error);
    uint64_t latest_ms = later(unix_ms, reply->times.latest_ms) +
                         SORTID_NODE_DEFAULT_CLOCK_ERROR_MS + realm->max_ahead_ms +
                         realm->max_quarantine_ms;
    found->record =
        (struct id_record){.bound = (latest_ms + SORTID_SCRU64_TICK_MS - 1) / SORTID_SCRU64_TICK_MS,
                           .clean = true,
                           .label = "replaced"};
    r->blocked_ms = found->record.bound * SORTID_SCRU64_TICK_MS;
    if (pool == NULL || !sortid_node_realm_pool_is_large(pool))
        return SORTID_NODE_OK;
    sortid_node_realm_free_key(found->free_before, r->realm, pool->name, r->node_id, UINT64_MAX);
    sortid_node_realm_free_key(found->free_after, r->realm, pool->name, r->node_id,
                               sortid_node_realm_until(&found->record));
    return SORTID_NODE_OK;
}

/* Deletes the holder record, and writes the id's record without the token by which its holder would
 * recognize it, if both are as they were read. The value of a record that cannot be read may have
 * other bytes than were read. */
static sortid_node_status write_records(bool *done, const struct release *r,
                                        const struct found *found, sortid_node_error *error)
{
    const char *holder = r->keys.holder, *id = r->keys.id;
    struct id_record record = found->record;
    record.token[0] = '\0';
    char *value =
        sortid_node_records_draw(record.nonce) ? sortid_node_realm_print_id(&record) : NULL;
    if (value == NULL)
        return sortid_node_fail_value(error);
    const struct store_compare compares[] = {
        {.key = holder,
         .what = STORE_CREATED_AT,
         .revision = found->holder != NULL ? found->holder->created_at : 0},
        {.key = id,
         .what = STORE_CHANGED_AT,
         .revision = found->id != NULL ? found->id->changed_at : 0},
        {.key = id, .what = STORE_VALUE, .value = found->id != NULL ? found->id->value : NULL}};
    const struct store_operation operations[] = {
        {.kind = STORE_PUT, .key = id, .value = value},
        {.kind = STORE_DELETE, .key = holder},
        {.kind = STORE_DELETE, .key = found->free_before},
        {.kind = STORE_PUT, .key = found->free_after, .value = "{}"}};
    const struct store_transaction all = {.compares = compares,
                                          .compare_count = found->readable ? 3 : 2,
                                          .operations = operations,
                                          .operation_count = found->free_after[0] != '\0' ? 4 : 2};
    sortid_node_status status = sortid_node_store_write(done, r->store, &all, false, error);
    free(value);
    if (status == SORTID_NODE_OK && *done && found->holder != NULL) {
        // so that the holder learns of it at its next renewal
        struct store_lease lease = {.id = found->holder->lease};
        (void)r->store->calls->lease(&lease, r->store, STORE_REVOKE, NULL);
    }
    return status;
}

static sortid_node_status release_found(bool *done, struct release *r,
                                        const sortid_node_realm *realm,
                                        const struct store_reply *reply, sortid_node_error *error)
{
    const struct store_range *ranges = reply->ranges;
    struct found found = {.holder = ranges[0].count > 0 ? &ranges[0].pairs[0] : NULL,
                          .id = ranges[1].count > 0 ? &ranges[1].pairs[0] : NULL};
    sortid_node_status status = SORTID_NODE_OK;
    found.readable = found.id != NULL && sortid_node_realm_read_id(&found.record, found.id->value);
    if (found.holder == NULL && (found.id == NULL || found.readable || !r->replace))
        return sortid_node_fail(error, SORTID_NODE_NOT_RESERVED,
                                "nobody has reserved %u/%u of realm %s: see sortid node status %s",
                                (unsigned)r->node_id, (unsigned)r->size, r->realm, r->realm);
    r->blocked_ms = 0;
    if (!found.readable)
        status = r->replace ? make_record(&found, r, realm, reply, error)
                            : sortid_node_fail_id(error, r->realm, r->node_id, r->size);
    return status == SORTID_NODE_OK ? write_records(done, r, &found, error) : status;
}

static sortid_node_status release_once(bool *done, struct release *r, sortid_node_error *error)
{
    struct store_reply reply;
    sortid_node_realm realm = {.size = 0}; // size 0: it cannot be read
    sortid_node_status status =
        sortid_node_store_read(&reply, r->store, r->keys.reads, 3, false, error);
    if (status != SORTID_NODE_OK)
        return status;
    if (reply.ranges[2].count > 0 &&
        sortid_node_realm_read(&realm, r->realm, reply.ranges[2].pairs[0].value) &&
        sortid_node_realm_is_restored(&realm, r->store, &reply))
        status = sortid_node_fail_store(error, r->realm, realm.store, reply.identity);
    else
        status = release_found(done, r, &realm, &reply, error);
    sortid_node_realm_free(&realm);
    sortid_node_store_reply_free(&reply);
    return status;
}

static sortid_node_status release(struct release *r, sortid_node_client *client,
                                  sortid_node_error *error)
{
    bool done = false;
    if (!sortid_node_client_is_own(client))
        return sortid_node_fail_forked(error);
    if (!sortid_node_realm_name_is_good(r->realm) || r->size < 1 || r->size > 23 ||
        r->node_id >> r->size != 0)
        return sortid_node_fail(error, SORTID_NODE_BAD_OPTION,
                                "the realm name, node id or size is invalid: want a size of 1 to "
                                "23 and an id below 2^size");
    r->store = client->store;
    sortid_node_records_keys(&r->keys, r->realm, r->node_id, r->size);
    sortid_node_status status = SORTID_NODE_OK;
    for (unsigned i = 0; i < TRIES && status == SORTID_NODE_OK && !done; i++)
        status = release_once(&done, r, error);
    return status == SORTID_NODE_OK && !done ? sortid_node_fail_changing(error, r->realm) : status;
}

sortid_node_status sortid_node_id_release(sortid_node_client *client, const char *realm,
                                          uint32_t node_id, uint32_t node_id_size,
                                          sortid_node_error *error)
{
    struct release r = {.realm = realm, .node_id = node_id, .size = node_id_size};
    return release(&r, client, error);
}

sortid_node_status sortid_node_id_replace(sortid_node_client *client, const char *realm,
                                          uint32_t node_id, uint32_t node_id_size,
                                          uint64_t *blocked_ms, sortid_node_error *error)
{
    struct release r = {.realm = realm, .node_id = node_id, .size = node_id_size, .replace = true};
    sortid_node_status status = release(&r, client, error);
    if (status == SORTID_NODE_OK && blocked_ms != NULL)
        *blocked_ms = r.blocked_ms;
    return status;
}
