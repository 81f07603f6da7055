/* SPDX-License-Identifier: MIT */
/* node/transactions.c: see transactions.h. */
#include "transactions.h"

#include "fail.h"

#include <stdlib.h>
#include <string.h>

struct keys {
    char realm[KEY_SIZE], id[KEY_SIZE], holder[KEY_SIZE];
};

static void keys_of(struct keys *keys, const struct records *records)
{
    sortid_node_realm_key(keys->realm, records->realm);
    sortid_node_realm_id_key(keys->id, records->realm, KEY_ID, records->node_id, records->size);
    sortid_node_realm_id_key(keys->holder, records->realm, KEY_HOLDER, records->node_id,
                             records->size);
}

static struct store_operation range_of(const char *key)
{
    return (struct store_operation){.kind = STORE_RANGE, .key = key};
}

/* ---- Reading ------------------------------------------------------------------------------ */

static const struct store_pair *pair_of(const struct store_range *range)
{
    return range->count > 0 ? &range->pairs[0] : NULL;
}

static sortid_node_status read_realm(struct records *records, const struct store_pair *pair,
                                     sortid_node_error *error)
{
    sortid_node_realm realm;
    if (pair == NULL)
        return sortid_node_fail_no_realm(error, records->realm);
    if (!sortid_node_realm_read(&realm, records->realm, pair->value))
        return sortid_node_fail_record(error, pair->key);
    records->realm_at = pair->changed_at;
    records->floor = realm.floor;
    sortid_node_realm_free(&realm);
    return SORTID_NODE_OK;
}

/* Tells whose the id is by its record and the holder record. */
static sortid_node_status read_id(enum ownership *state, struct records *records,
                                  const struct store_pair *holder, const struct store_pair *id,
                                  sortid_node_error *error)
{
    struct holder_record held;
    struct id_record record = {.bound = 0};
    if (holder != NULL && !sortid_node_realm_read_holder(&held, holder->value))
        return sortid_node_fail_record(error, holder->key);
    if (id != NULL && !sortid_node_realm_read_id(&record, id->value))
        return sortid_node_fail_record(error, id->key);
    *state = OWNERSHIP_LOST;
    if (strcmp(record.token, records->token) != 0 ||
        (holder != NULL && strcmp(held.token, records->token) != 0))
        return SORTID_NODE_OK;
    *state = record.clean ? OWNERSHIP_RELEASED : OWNERSHIP_LAPSED;
    if (holder != NULL) {
        *state = OWNERSHIP_OURS;
        records->lease = holder->lease;
    }
    records->created_at = holder != NULL ? holder->created_at : 0;
    records->changed_at = id != NULL ? id->changed_at : 0;
    if (!record.clean && record.bound > records->bound)
        records->bound = record.bound;
    return SORTID_NODE_OK;
}

/* Reads the ranges of holder, id and, if it may have changed, realm. */
static sortid_node_status read_ranges(enum ownership *state, struct records *records,
                                      const struct store_reply *reply, size_t ranges_asked,
                                      sortid_node_error *error)
{
    const struct store_range *ranges = reply->ranges;
    struct records seen = *records;
    sortid_node_status status = SORTID_NODE_OK;
    if (reply->range_count != ranges_asked)
        return sortid_node_fail_ranges(error, reply->range_count, ranges_asked);
    if (ranges_asked > 2)
        status = read_realm(&seen, pair_of(&ranges[2]), error);
    if (status == SORTID_NODE_OK)
        status = read_id(state, &seen, pair_of(&ranges[0]), pair_of(&ranges[1]), error);
    if (status == SORTID_NODE_OK)
        *records = seen;
    return status;
}

sortid_node_status sortid_node_records_read(enum ownership *state, struct records *records,
                                            struct store *store, sortid_node_error *error)
{
    struct keys keys;
    struct store_reply reply;
    keys_of(&keys, records);
    const struct store_operation looks[] = {range_of(keys.holder), range_of(keys.id),
                                            range_of(keys.realm)};
    const struct store_transaction look = {.operations = looks, .operation_count = 3};
    sortid_node_status status = sortid_node_store_transact(&reply, store, &look, true, error);
    if (status != SORTID_NODE_OK)
        return status;
    status = read_ranges(state, records, &reply, 3, error);
    sortid_node_store_reply_free(&reply);
    return status;
}

/* ---- Writing ------------------------------------------------------------------------------ */

/* One transaction. If all is as it was read: one or two writes, then reads of holder and id. Else:
 * reads of holder, id and realm. */
static sortid_node_status write_all(enum ownership *state, struct records *records,
                                    struct store *store, const struct store_operation *writes,
                                    size_t count, bool repeatable, sortid_node_error *error)
{
    struct keys keys;
    struct store_reply reply;
    keys_of(&keys, records);
    const struct store_compare compares[] = {
        {.key = keys.holder, .what = STORE_CREATED_AT, .revision = records->created_at},
        {.key = keys.id, .what = STORE_CHANGED_AT, .revision = records->changed_at},
        {.key = keys.realm, .what = STORE_CHANGED_AT, .revision = records->realm_at}};
    const struct store_operation otherwise[] = {range_of(keys.holder), range_of(keys.id),
                                                range_of(keys.realm)};
    const struct store_operation operations[] = {writes[0], count > 1 ? writes[1] : otherwise[0],
                                                 otherwise[count > 1 ? 0 : 1], otherwise[1]};
    const struct store_transaction transaction = {.compares = compares,
                                                  .compare_count = 3,
                                                  .operations = operations,
                                                  .operation_count = 2 + count,
                                                  .otherwise = otherwise,
                                                  .otherwise_count = 3};
    sortid_node_status status =
        sortid_node_store_transact(&reply, store, &transaction, repeatable, error);
    if (status != SORTID_NODE_OK)
        return status;
    status = read_ranges(state, records, &reply, reply.succeeded ? 2 : 3, error);
    if (status == SORTID_NODE_OK && reply.succeeded)
        *state = OWNERSHIP_WRITTEN;
    sortid_node_store_reply_free(&reply);
    return status;
}

static char *id_text(const struct records *records, uint64_t bound, bool clean)
{
    struct id_record record = {
        .bound = bound, .clean = clean, .quarantine_ms = records->quarantine_ms};
    memcpy(record.token, records->token, sizeof record.token);
    memcpy(record.label, records->label, sizeof record.label);
    return sortid_node_realm_print_id(&record);
}

static char *holder_text(const struct records *records)
{
    struct holder_record record = {.since_ms = records->since_ms};
    memcpy(record.token, records->token, sizeof record.token);
    memcpy(record.label, records->label, sizeof record.label);
    return sortid_node_realm_print_holder(&record);
}

sortid_node_status sortid_node_records_acquire(enum ownership *state, struct records *records,
                                               struct store *store, int64_t lease, uint64_t bound,
                                               sortid_node_error *error)
{
    struct keys keys;
    keys_of(&keys, records);
    char *id = id_text(records, bound, false), *holder = holder_text(records);
    sortid_node_status status = SORTID_NODE_SYSTEM;
    const struct store_operation writes[] = {
        {.kind = STORE_PUT, .key = keys.id, .value = id},
        {.kind = STORE_PUT, .key = keys.holder, .value = holder, .lease = lease}};
    records->created_at = 0;
    if (id != NULL && holder != NULL)
        status = write_all(state, records, store, writes, 2, false, error);
    else
        sortid_node_fail(error, status, "no memory");
    free(id);
    free(holder);
    return status;
}

sortid_node_status sortid_node_records_raise(enum ownership *state, struct records *records,
                                             struct store *store, uint64_t bound,
                                             sortid_node_error *error)
{
    struct keys keys;
    keys_of(&keys, records);
    char *id = id_text(records, bound, false);
    if (id == NULL)
        return sortid_node_fail(error, SORTID_NODE_SYSTEM, "no memory");
    const struct store_operation write = {.kind = STORE_PUT, .key = keys.id, .value = id};
    sortid_node_status status = write_all(state, records, store, &write, 1, true, error);
    free(id);
    return status;
}

sortid_node_status sortid_node_records_release(enum ownership *state, struct records *records,
                                               struct store *store, uint64_t bound,
                                               sortid_node_error *error)
{
    struct keys keys;
    keys_of(&keys, records);
    char *id = id_text(records, bound, true);
    if (id == NULL)
        return sortid_node_fail(error, SORTID_NODE_SYSTEM, "no memory");
    const struct store_operation writes[] = {{.kind = STORE_PUT, .key = keys.id, .value = id},
                                             {.kind = STORE_DELETE, .key = keys.holder}};
    sortid_node_status status = write_all(state, records, store, writes, 2, true, error);
    free(id);
    return status;
}
