/* SPDX-License-Identifier: MIT */
/* node/realm_record.c: see realm_record.h. */
#include "realm_record.h"

#include "fail.h"
#include "transactions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TRIES 32   /* of a change, each after reading again */
#define PAGE  1000 /* pairs */

bool sortid_node_realm_is_restored(const sortid_node_realm *realm, struct store *store,
                                   const struct store_reply *reply)
{
    struct history_realm age = sortid_node_history_realm(realm, reply->losses);
    return strcmp(realm->store, reply->identity) != 0 ||
           sortid_node_history_is_lost(&store->history, &age);
}

static sortid_node_status take_value(struct realm_record *record, const struct store_reply *reply,
                                     sortid_node_error *error)
{
    memcpy(record->store_name, reply->identity, sizeof record->store_name);
    record->times = reply->times;
    if (reply->ranges[0].count == 0)
        return SORTID_NODE_OK;
    const struct store_pair *pair = &reply->ranges[0].pairs[0];
    record->revision = pair->changed_at;
    record->value = strdup(pair->value);
    if (record->value == NULL)
        return sortid_node_fail_memory(error);
    if (!sortid_node_realm_read(&record->realm, record->name, pair->value))
        return sortid_node_fail_record(error, record->key);
    record->realm.is_restored = sortid_node_realm_is_restored(&record->realm, record->store, reply);
    return SORTID_NODE_OK;
}

sortid_node_status sortid_node_realm_record_read(struct realm_record *out, struct store *store,
                                                 const char *name, bool confirm,
                                                 sortid_node_error *error)
{
    struct store_reply reply;
    *out = (struct realm_record){.store = store, .name = name};
    sortid_node_realm_key(out->key, name);
    const struct store_operation get = {.kind = STORE_RANGE, .key = out->key};
    sortid_node_status status = sortid_node_store_read(&reply, store, &get, 1, confirm, error);
    if (status != SORTID_NODE_OK)
        return status;
    status = take_value(out, &reply, error);
    sortid_node_store_reply_free(&reply);
    return status;
}

/* Compares that the record is as it was read; returns how many compares these are. */
static size_t compare_record(struct store_compare compares[2], const struct realm_record *record)
{
    compares[0] = (struct store_compare){
        .key = record->key, .what = STORE_CHANGED_AT, .revision = record->revision};
    compares[1] =
        (struct store_compare){.key = record->key, .what = STORE_VALUE, .value = record->value};
    return record->value != NULL ? 2 : 1;
}

sortid_node_status sortid_node_realm_record_delete(bool *same, const struct realm_record *record,
                                                   const struct store_operation *keys,
                                                   sortid_node_error *error)
{
    struct store_compare as_read[2];
    const struct store_transaction all = {.compares = as_read,
                                          .compare_count = compare_record(as_read, record),
                                          .operations = keys,
                                          .operation_count = 1};
    return sortid_node_store_write(same, record->store, &all, true, error);
}

sortid_node_status sortid_node_realm_record_write(bool *done, const struct realm_record *record,
                                                  sortid_node_error *error)
{
    struct store_compare as_read[3];
    char nonce[TOKEN_SIZE];
    char *value =
        sortid_node_records_draw(nonce) ? sortid_node_realm_print(&record->realm, nonce) : NULL;
    if (value == NULL)
        return sortid_node_fail_value(error);
    const struct store_operation puts[] = {
        {.kind = STORE_PUT, .key = record->key, .value = value},
        {.kind = STORE_PUT, .key = REALM_CLAIMS, .value = nonce}};
    size_t compare_count = compare_record(as_read, record);
    if (record->is_claim)
        as_read[compare_count++] = (struct store_compare){
            .key = REALM_CLAIMS, .what = STORE_CHANGED_AT, .revision = record->claimed_at};
    const struct store_transaction all = {.compares = as_read,
                                          .compare_count = compare_count,
                                          .operations = puts,
                                          .operation_count = record->is_claim ? 2 : 1};
    sortid_node_status status = sortid_node_store_write(done, record->store, &all, true, error);
    free(value);
    return status;
}

void sortid_node_realm_record_free(struct realm_record *record)
{
    sortid_node_realm_free(&record->realm);
    free(record->value);
    record->value = NULL;
}

sortid_node_status sortid_node_realm_record_change(sortid_node_client *client, const char *name,
                                                   realm_step *step, void *context,
                                                   sortid_node_error *error)
{
    bool done = false;
    if (!sortid_node_client_is_own(client))
        return sortid_node_fail_forked(error);
    sortid_node_status status = sortid_node_name_check("realm", name, error);
    for (unsigned i = 0; i < TRIES && status == SORTID_NODE_OK && !done; i++) {
        struct realm_record record;
        status = sortid_node_realm_record_read(&record, client->store, name, true, error);
        record.client = client;
        if (status == SORTID_NODE_OK)
            status = step(&done, &record, context, error);
        sortid_node_realm_record_free(&record);
    }
    return status == SORTID_NODE_OK && !done ? sortid_node_fail_changing(error, name) : status;
}

/* ---- Pages ------------------------------------------------------------------------------------ */

/* Whether the next page can begin behind this key. A byte that was read as 0x7f was another one. */
static bool is_exact(const char *key)
{
    return strlen(key) + 1 < KEY_SIZE && strchr(key, 0x7f) == NULL;
}

/* Of a full page, takes up to the last pair behind which another page can begin. */
static sortid_node_status take_page(char key[KEY_SIZE], bool *more, const struct pages *pages,
                                    const struct store_range *page, sortid_node_error *error)
{
    sortid_node_status status = SORTID_NODE_OK;
    *more = page->count == PAGE;
    size_t count = page->count;
    while (*more && count > 0 && !is_exact(page->pairs[count - 1].key))
        count--;
    if (*more && count == 0)
        return sortid_node_fail_record(error, page->pairs[0].key);
    for (size_t i = 0; i < count && status == SORTID_NODE_OK; i++)
        status = pages->take(pages->context, &page->pairs[i], error);
    if (*more)
        snprintf(key, KEY_SIZE, "%s ", page->pairs[count - 1].key);
    return status;
}

sortid_node_status sortid_node_pages_read(const struct pages *pages, sortid_node_error *error)
{
    struct key_range rest = pages->keys;
    bool more = true;
    sortid_node_status status = SORTID_NODE_OK;
    while (status == SORTID_NODE_OK && more) {
        struct store_reply reply;
        const struct store_operation get = {
            .kind = STORE_RANGE, KEYS(rest), .keys_only = pages->keys_only, .limit = PAGE};
        status = sortid_node_store_read(&reply, pages->store, &get, 1, pages->confirm, error);
        if (status != SORTID_NODE_OK)
            return status;
        status = take_page(rest.first, &more, pages, &reply.ranges[0], error);
        sortid_node_store_reply_free(&reply);
    }
    return status;
}
