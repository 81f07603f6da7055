/* SPDX-License-Identifier: MIT */
/* node/transactions.c: see transactions.h. */
#include "transactions.h"

#include "fail.h"
#include "platform.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void sortid_node_records_keys(struct record_keys *keys, const char *realm, uint32_t node_id,
                              uint32_t size)
{
    const char *const read[] = {keys->holder, keys->id, keys->realm};
    sortid_node_realm_id_key(keys->holder, realm, KEY_HOLDER, node_id, size);
    sortid_node_realm_id_key(keys->id, realm, KEY_ID, node_id, size);
    sortid_node_realm_key(keys->realm, realm);
    for (size_t i = 0; i < 3; i++)
        keys->reads[i] = (struct store_operation){.kind = STORE_RANGE, .key = read[i]};
}

/* ---- Reading ------------------------------------------------------------------------------ */

static const struct store_pair *pair_of(const struct store_range *range)
{
    return range->count > 0 ? &range->pairs[0] : NULL;
}

/* Every store has its own identity, and keeps it until it is restored. */
static sortid_node_status check_identity(const struct records *records,
                                         const struct store_reply *reply, const char *expected,
                                         sortid_node_error *error)
{
    if (strcmp(reply->identity, expected) == 0)
        return SORTID_NODE_OK;
    return sortid_node_fail_store(error, records->realm, expected, reply->identity);
}

/* Notes the pool of the id if it is large, and so has keys of free ids: it may have grown. */
static void note_pool(struct records *records, const sortid_node_realm *realm)
{
    const sortid_node_pool *pool =
        sortid_node_realm_pool_of(realm, records->node_id, records->size);
    records->pool[0] = '\0';
    if (pool != NULL && sortid_node_realm_pool_is_large(pool))
        memcpy(records->pool, pool->name, sizeof records->pool);
}

sortid_node_status sortid_node_records_take_realm(struct records *records, sortid_node_realm *out,
                                                  const struct store_reply *reply,
                                                  const struct store_range *range,
                                                  sortid_node_error *error)
{
    const struct store_pair *pair = pair_of(range);
    sortid_node_realm own, *realm = out != NULL ? out : &own;
    if (pair == NULL)
        return sortid_node_fail_no_realm(error, records->realm);
    if (!sortid_node_realm_read(realm, records->realm, pair->value))
        return sortid_node_fail_record(error, pair->key);
    sortid_node_status status = check_identity(records, reply, realm->store, error);
    char *value = status == SORTID_NODE_OK ? strdup(pair->value) : NULL;
    if (value == NULL) {
        sortid_node_realm_free(realm);
        return status != SORTID_NODE_OK ? status : sortid_node_fail_memory(error);
    }
    free(records->realm_value);
    records->realm_value = value;
    records->realm_at = pair->changed_at;
    records->floor = realm->floor;
    note_pool(records, realm);
    records->closed = !sortid_node_realm_is_open(realm, records->node_id, records->size);
    records->max_ahead_ms = realm->max_ahead_ms;
    records->age = sortid_node_history_realm(realm, reply->losses);
    memcpy(records->store, realm->store, sizeof records->store);
    if (out == NULL)
        sortid_node_realm_free(realm);
    return SORTID_NODE_OK;
}

void sortid_node_records_free(struct records *records)
{
    free(records->realm_value);
    records->realm_value = NULL;
}

/* ---- Nonces ------------------------------------------------------------------------------- */

/* A copied machine may copy the kernel's random state, too, but hardly the same nanosecond. */
bool sortid_node_records_draw(char hex[TOKEN_SIZE])
{
    uint64_t words[2], ns = 0;
    if (!sortid_node_platform_random(words, sizeof words) || !sortid_node_platform_unix_ns(&ns))
        return false;
    words[0] ^= ns;
    snprintf(hex, TOKEN_SIZE, "%016llx%016llx", (unsigned long long)words[0],
             (unsigned long long)words[1]);
    return true;
}

/* Remembers a nonce before its write is sent. */
static void note_unknown(struct records *records, const char *nonce)
{
    if (records->unknown_count == UNKNOWN_WRITES)
        memmove(records->unknown[0], records->unknown[1],
                sizeof records->unknown[0] * --records->unknown_count);
    memcpy(records->unknown[records->unknown_count++], nonce, TOKEN_SIZE);
}

/* Whether a record with our token and this nonce is of this process, and not of a copy of it. */
static bool is_our_nonce(const struct records *records, const char *nonce)
{
    bool ours = strcmp(nonce, records->nonce) == 0;
    for (unsigned i = 0; i < records->unknown_count; i++)
        ours = ours || strcmp(nonce, records->unknown[i]) == 0;
    return ours;
}

/* What a record means. A store that went back is not to be trusted before the bounds were raised.
 * After it, a record with our token is ours, as it was in the backup, or that of a copy, which may
 * have used the ticks before its bound. */
static enum ownership judge(struct records *records, const struct id_record *record, bool restored)
{
    bool token = record->token[0] != '\0' && strcmp(record->token, records->token) == 0;
    if (!restored && token && !record->clean && record->bound < records->acknowledged)
        records->rewound = true;
    if (records->rewound)
        return OWNERSHIP_REWOUND;
    if (restored)
        return token ? OWNERSHIP_OURS : OWNERSHIP_LOST;
    if (!token)
        return OWNERSHIP_LOST;
    return is_our_nonce(records, record->nonce) ? OWNERSHIP_OURS : OWNERSHIP_COPIED;
}

/* Tells whose the id is by its record and the holder record. */
static sortid_node_status read_id(enum ownership *state, struct records *records,
                                  const struct store_pair *holder, const struct store_pair *id,
                                  bool restored, sortid_node_error *error)
{
    struct holder_record held;
    struct id_record record = {.bound = 0};
    if (holder != NULL && !sortid_node_realm_read_holder(&held, holder->value))
        return sortid_node_fail_record(error, holder->key);
    if (id != NULL && !sortid_node_realm_read_id(&record, id->value))
        return sortid_node_fail_record(error, id->key);
    *state = judge(records, &record, restored);
    if (*state == OWNERSHIP_OURS && holder != NULL && strcmp(held.token, records->token) != 0)
        *state = OWNERSHIP_LOST;
    if (*state != OWNERSHIP_OURS || id == NULL)
        return SORTID_NODE_OK;
    if (!is_our_nonce(records, record.nonce) && record.bound > records->begin)
        records->begin = record.bound;
    if (restored) {
        records->begin = later(records->begin, records->floor);
        records->acknowledged = 0; // of the history that was lost
    }
    *state = record.clean ? OWNERSHIP_RELEASED : OWNERSHIP_LAPSED;
    if (holder != NULL) {
        *state = OWNERSHIP_OURS;
        records->lease = holder->lease;
    }
    records->created_at = holder != NULL ? holder->created_at : 0;
    records->changed_at = id->changed_at;
    memcpy(records->id_value, id->value, strlen(id->value) + 1);
    if (records->pool[0] != '\0')
        sortid_node_realm_free_key(records->free_key, records->realm, records->pool,
                                   records->node_id, sortid_node_realm_until(&record));
    memcpy(records->nonce, record.nonce, sizeof records->nonce);
    if (!record.clean && record.bound > records->bound)
        records->bound = record.bound;
    return SORTID_NODE_OK;
}

/* Reads the ranges of holder, id and, if it may have changed, realm. */
static sortid_node_status read_ranges(enum ownership *state, struct records *records,
                                      struct history *history, const struct store_reply *reply,
                                      size_t ranges_asked, sortid_node_error *error)
{
    const struct store_range *ranges = reply->ranges;
    struct records seen = *records;
    if (reply->range_count != ranges_asked)
        return sortid_node_fail_ranges(error, reply->range_count, ranges_asked);
    seen.realm_value = NULL;
    sortid_node_status status =
        ranges_asked > 2 ? sortid_node_records_take_realm(&seen, NULL, reply, &ranges[2], error)
                         : check_identity(&seen, reply, seen.store, error);
    bool restored = strcmp(seen.age.incarnation, records->age.incarnation) != 0;
    bool lost = sortid_node_history_is_lost(history, &seen.age);
    seen.rewound = lost;
    if (status == SORTID_NODE_OK)
        status = read_id(state, &seen, pair_of(&ranges[0]), pair_of(&ranges[1]), restored, error);
    if (status != SORTID_NODE_OK) {
        sortid_node_records_free(&seen);
        return status;
    }
    if (seen.realm_value == NULL)
        seen.realm_value = records->realm_value;
    else
        sortid_node_records_free(records);
    if (seen.rewound && !lost) // the record is older than it was, whatever the position says
        (void)sortid_node_history_note(history, (struct history_point){INT64_MAX, reply->losses},
                                       reply->position, 0);
    *records = seen;
    return SORTID_NODE_OK;
}

sortid_node_status sortid_node_records_read(enum ownership *state, struct records *records,
                                            struct store *store, sortid_node_error *error)
{
    struct record_keys keys;
    struct store_reply reply;
    sortid_node_records_keys(&keys, records->realm, records->node_id, records->size);
    sortid_node_status status = sortid_node_store_read(&reply, store, keys.reads, 3, true, error);
    if (status != SORTID_NODE_OK)
        return status;
    status = read_ranges(state, records, &store->history, &reply, 3, error);
    sortid_node_store_reply_free(&reply);
    return status;
}

/* ---- Writing ------------------------------------------------------------------------------ */

/* Up to 5 writes of a transaction: the id's record and the holder's, those of the keys of free ids,
 * and the note of a release. */
#define WRITES_MOST 5
struct writes {
    struct store_operation all[WRITES_MOST];
    size_t count;
    struct record_keys keys;
    char nonce[TOKEN_SIZE];
    char free_key[KEY_SIZE], released_key[KEY_SIZE];
    char released[7];
};

static void add_put(struct writes *writes, const char *key, const char *value, int64_t lease)
{
    writes->all[writes->count++] =
        (struct store_operation){.kind = STORE_PUT, .key = key, .value = value, .lease = lease};
}

static void add_delete(struct writes *writes, const char *key)
{
    writes->all[writes->count++] = (struct store_operation){.kind = STORE_DELETE, .key = key};
}

/* Moves the key of the id to where others search for it. The store refuses to delete and put one
 * key at once. */
static void move_free_key(struct writes *writes, const struct records *records, uint64_t bound,
                          bool clean)
{
    const struct id_record record = {
        .bound = bound, .clean = clean, .quarantine_ms = records->quarantine_ms};
    writes->free_key[0] = '\0';
    if (records->pool[0] == '\0')
        return;
    sortid_node_realm_free_key(writes->free_key, records->realm, records->pool, records->node_id,
                               sortid_node_realm_until(&record));
    if (strcmp(writes->free_key, records->free_key) == 0)
        return;
    if (records->free_key[0] != '\0')
        add_delete(writes, records->free_key);
    add_put(writes, writes->free_key, "{}", 0);
}

/* Notes the release for waiting clients. Other releases write its key, too, and PostgreSQL locks it:
 * after the others, because it is the last in the order of keys. */
static void note_release(struct writes *writes, const struct records *records)
{
    if (records->pool[0] == '\0')
        return;
    sortid_node_realm_released_key(writes->released_key, records->realm, records->pool,
                                   records->node_id);
    snprintf(writes->released, sizeof writes->released, "%06x",
             (unsigned)records->node_id & 0xffffff);
    add_put(writes, writes->released_key, writes->released, 0);
}

/* Takes the id out of those that were never used. */
static void shrink_span(struct writes *writes, const struct records *records)
{
    if (records->span_key[0] == '\0')
        return;
    if (records->span_first[0] != '\0')
        add_put(writes, records->span_key, records->span_first, 0);
    else
        add_delete(writes, records->span_key);
}

/* One transaction. If all is as it was read: the writes, then reads of holder and id. Else: reads
 * of holder, id and realm. */
static sortid_node_status write_all(enum ownership *state, struct records *records,
                                    struct store *store, const struct writes *writes,
                                    sortid_node_error *error)
{
    struct store_reply reply;
    const struct record_keys *keys = &writes->keys;
    const struct store_compare compares[] = {
        {.key = keys->holder, .what = STORE_CREATED_AT, .revision = records->created_at},
        {.key = keys->realm, .what = STORE_CHANGED_AT, .revision = records->realm_at},
        {.key = keys->realm, .what = STORE_VALUE, .value = records->realm_value},
        {.key = keys->id, .what = STORE_CHANGED_AT, .revision = records->changed_at},
        {.key = keys->id, .what = STORE_VALUE, .value = records->id_value}};
    struct store_operation operations[WRITES_MOST + 2];
    memcpy(operations, writes->all, sizeof writes->all);
    memcpy(operations + writes->count, keys->reads, 2 * sizeof *keys->reads);
    const struct store_transaction transaction = {.compares = compares,
                                                  .compare_count = records->changed_at != 0 ? 5 : 4,
                                                  .operations = operations,
                                                  .operation_count = writes->count + 2,
                                                  .otherwise = keys->reads,
                                                  .otherwise_count = 3};
    note_unknown(records, writes->nonce);
    sortid_node_status status =
        sortid_node_store_transact(&reply, store, &transaction, false, error);
    if (status != SORTID_NODE_OK)
        return status;
    if (!reply.succeeded) // this write is not done, and never will be
        records->unknown_count--;
    status = read_ranges(state, records, &store->history, &reply, reply.succeeded ? 2 : 3, error);
    if (status == SORTID_NODE_OK && reply.succeeded && *state != OWNERSHIP_REWOUND) {
        *state = OWNERSHIP_WRITTEN;
        records->unknown_count = 0;
        records->span_key[0] = '\0';
        records->acknowledged = records->bound;
    }
    sortid_node_store_reply_free(&reply);
    return status;
}

/* The record, with a new nonce. NULL: no memory, or no randomness. */
static char *id_text(char nonce[TOKEN_SIZE], const struct records *records, uint64_t bound,
                     bool clean)
{
    struct id_record record = {
        .bound = bound, .clean = clean, .quarantine_ms = records->quarantine_ms};
    if (!sortid_node_records_draw(nonce))
        return NULL;
    memcpy(record.nonce, nonce, sizeof record.nonce);
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

sortid_node_status sortid_node_records_write(enum ownership *state, struct records *records,
                                             struct store *store, enum records_write kind,
                                             int64_t lease, uint64_t bound,
                                             sortid_node_error *error)
{
    struct writes writes = {.count = 0};
    bool acquires = kind == RECORDS_ACQUIRE, clean = kind == RECORDS_RELEASE;
    char *id = id_text(writes.nonce, records, bound, clean);
    char *holder = acquires ? holder_text(records) : NULL;
    sortid_node_status status = SORTID_NODE_OK;
    if (id == NULL || (acquires && holder == NULL)) {
        status = sortid_node_fail_value(error);
    } else {
        sortid_node_records_keys(&writes.keys, records->realm, records->node_id, records->size);
        add_put(&writes, writes.keys.id, id, 0);
        if (acquires)
            add_put(&writes, writes.keys.holder, holder, lease);
        if (clean)
            add_delete(&writes, writes.keys.holder);
        move_free_key(&writes, records, bound, clean);
        if (acquires) {
            shrink_span(&writes, records);
            records->created_at = 0;
        }
        if (clean)
            note_release(&writes, records);
        status = write_all(state, records, store, &writes, error);
    }
    free(holder);
    free(id);
    return status;
}
