/* SPDX-License-Identifier: MIT */
/* node/free_ids.c: see realm_record.h. If a pool has as many keys of free ids as used ids, and the
 * ids that were never used are the rest, nothing is changed. Otherwise all keys are made again from
 * the ids' records. */
#include "realm_record.h"

#include <stdio.h>
#include <string.h>

#define SPANS 64  /* of a pool without used ids */
#define BATCH 100 /* writes in a transaction, of at most 128 */

/* ---- Writes in batches ----------------------------------------------------------------------- */

struct batch {
    struct store *store;
    struct store_operation operations[BATCH];
    char keys[BATCH][KEY_SIZE];
    char values[BATCH][8];
    size_t count;
};

static sortid_node_status write_all(struct store *store, const struct store_operation *operations,
                                    size_t count, sortid_node_error *error)
{
    bool done;
    const struct store_transaction all = {.operations = operations, .operation_count = count};
    return sortid_node_store_write(&done, store, &all, true, error);
}

static sortid_node_status flush(struct batch *batch, sortid_node_error *error)
{
    size_t count = batch->count;
    batch->count = 0;
    return count > 0 ? write_all(batch->store, batch->operations, count, error) : SORTID_NODE_OK;
}

/* Adds a put of the key that was written to batch->keys[batch->count]. */
static sortid_node_status add_put(struct batch *batch, const char *value, sortid_node_error *error)
{
    size_t i = batch->count++;
    snprintf(batch->values[i], sizeof batch->values[i], "%s", value);
    batch->operations[i] = (struct store_operation){
        .kind = STORE_PUT, .key = batch->keys[i], .value = batch->values[i]};
    return batch->count == BATCH ? flush(batch, error) : SORTID_NODE_OK;
}

/* ---- One pool -------------------------------------------------------------------------------- */

struct repair {
    const char *realm;
    const sortid_node_pool *pool;
    uint64_t next; /* the first id that was not seen */
    struct batch batch;
};

/* The ids from `first` to `last` were never used: up to `parts` spans. */
static sortid_node_status add_spans(struct repair *r, uint64_t first, uint64_t last, uint64_t parts,
                                    sortid_node_error *error)
{
    sortid_node_status status = SORTID_NODE_OK;
    uint64_t step = (last - first + parts) / parts;
    for (uint64_t at = first; at <= last && status == SORTID_NODE_OK; at += step) {
        char value[8];
        uint64_t end = at + step - 1 < last ? at + step - 1 : last;
        snprintf(value, sizeof value, "%06x", (unsigned)at & 0xffffff);
        sortid_node_realm_span_key(r->batch.keys[r->batch.count], r->realm, r->pool->name,
                                   (uint32_t)end);
        status = add_put(&r->batch, value, error);
    }
    return status;
}

/* Nobody can acquire an id with a record that cannot be read: its key is the last of its shard. */
static sortid_node_status take_id(void *context, const struct store_pair *pair,
                                  sortid_node_error *error)
{
    struct repair *r = context;
    struct id_record record;
    uint32_t node_id, size;
    sortid_node_status status = SORTID_NODE_OK;
    if (!sortid_node_realm_id_of_key(&node_id, &size, pair->key) || node_id < r->next)
        return SORTID_NODE_OK;
    if (node_id > r->next)
        status = add_spans(r, r->next, node_id - 1, 1, error);
    r->next = (uint64_t)node_id + 1;
    if (status != SORTID_NODE_OK)
        return status;
    bool readable = sortid_node_realm_read_id(&record, pair->value);
    sortid_node_realm_free_key(r->batch.keys[r->batch.count], r->realm, r->pool->name, node_id,
                               readable ? sortid_node_realm_until(&record) : UINT64_MAX);
    return add_put(&r->batch, "{}", error);
}

static sortid_node_status take_ids(struct repair *r, sortid_node_error *error)
{
    const struct pages pages = {.store = r->batch.store,
                                .keys = sortid_node_realm_range_keys(r->realm, KEY_ID, r->pool),
                                .take = take_id,
                                .context = r};
    return sortid_node_pages_read(&pages, error);
}

/* The shards, then the spans, which are before them: no transaction is large. */
sortid_node_status sortid_node_free_ids_delete(bool *same, struct store *store,
                                               const struct realm_record *record, const char *realm,
                                               const char *pool, sortid_node_error *error)
{
    struct key_range keys = sortid_node_realm_free_keys(realm, pool, false);
    char first[KEY_SIZE];
    const struct store_operation delete = {.kind = STORE_DELETE, .key = first, .end = keys.end};
    sortid_node_status status = SORTID_NODE_OK;
    for (uint32_t left = FREE_SHARDS + 1; left > 0 && status == SORTID_NODE_OK && *same; left--) {
        memcpy(first, keys.first, KEY_SIZE);
        if (left > 1)
            sortid_node_realm_shard_key(first, realm, pool, left - 2, 0);
        status = record != NULL ? sortid_node_realm_record_delete(same, record, &delete, error)
                                : write_all(store, &delete, 1, error);
    }
    return status;
}

static sortid_node_status make_again(struct repair *r, sortid_node_error *error)
{
    bool same = true;
    sortid_node_status status =
        sortid_node_free_ids_delete(&same, r->batch.store, NULL, r->realm, r->pool->name, error);
    r->next = r->pool->first;
    if (status == SORTID_NODE_OK)
        status = take_ids(r, error);
    if (status == SORTID_NODE_OK && r->next <= r->pool->last)
        status = add_spans(r, r->next, r->pool->last, SPANS, error);
    return status == SORTID_NODE_OK ? flush(&r->batch, error) : status;
}

/* How many ids the spans have. */
static uint64_t count_spans(const struct store_range *spans)
{
    uint64_t count = 0;
    uint32_t first, last;
    for (size_t i = 0; i < spans->count; i++)
        if (sortid_node_realm_read_free(&first, spans->pairs[i].value) &&
            sortid_node_realm_read_free(&last, spans->pairs[i].key) && first <= last)
            count += (uint64_t)last - first + 1;
    return count;
}

static sortid_node_status is_complete(bool *complete, const struct repair *r,
                                      sortid_node_error *error)
{
    struct store_reply reply;
    const struct key_range ids = sortid_node_realm_range_keys(r->realm, KEY_ID, r->pool);
    const struct key_range keys = sortid_node_realm_free_keys(r->realm, r->pool->name, false);
    const struct key_range spans = sortid_node_realm_free_keys(r->realm, r->pool->name, true);
    const struct store_operation gets[] = {{.kind = STORE_RANGE, KEYS(ids), .count_only = true},
                                           {.kind = STORE_RANGE, KEYS(keys), .count_only = true},
                                           {.kind = STORE_RANGE, KEYS(spans)}};
    sortid_node_status status =
        sortid_node_store_read(&reply, r->batch.store, gets, 3, false, error);
    if (status != SORTID_NODE_OK)
        return status;
    uint64_t used = (uint64_t)reply.ranges[0].total;
    uint64_t all = (uint64_t)r->pool->last - r->pool->first + 1;
    *complete = (uint64_t)reply.ranges[1].total - reply.ranges[2].count == used &&
                used + count_spans(&reply.ranges[2]) == all;
    sortid_node_store_reply_free(&reply);
    return SORTID_NODE_OK;
}

sortid_node_status sortid_node_free_ids_repair(struct store *store, const sortid_node_realm *realm,
                                               sortid_node_error *error)
{
    struct repair r = {.realm = realm->name, .batch = {.store = store}};
    sortid_node_status status = SORTID_NODE_OK;
    for (size_t i = 0; i < realm->pool_count && status == SORTID_NODE_OK; i++) {
        bool complete = false;
        r.pool = &realm->pools[i];
        if (!sortid_node_realm_pool_is_large(r.pool))
            continue;
        status = is_complete(&complete, &r, error);
        if (status == SORTID_NODE_OK && !complete)
            status = make_again(&r, error);
    }
    return status;
}
