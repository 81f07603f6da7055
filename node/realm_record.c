/* SPDX-License-Identifier: MIT */
/* node/realm_record.c: see realm_record.h. */
#include "realm_record.h"

#include "fail.h"
#include "transactions.h"

#include <stdlib.h>
#include <string.h>

static sortid_node_status take_value(struct realm_record *record, const struct store_reply *reply,
                                     sortid_node_error *error)
{
    if (reply->range_count != 1)
        return sortid_node_fail_ranges(error, reply->range_count, 1);
    memcpy(record->store_name, reply->identity, sizeof record->store_name);
    record->store_ms = reply->times.latest_ms;
    if (reply->ranges[0].count == 0)
        return SORTID_NODE_OK;
    const struct store_pair *pair = &reply->ranges[0].pairs[0];
    record->revision = pair->changed_at;
    record->value = malloc(strlen(pair->value) + 1);
    if (record->value == NULL)
        return sortid_node_fail(error, SORTID_NODE_SYSTEM, "no memory");
    memcpy(record->value, pair->value, strlen(pair->value) + 1);
    return sortid_node_realm_read(&record->realm, record->name, pair->value)
               ? SORTID_NODE_OK
               : sortid_node_fail_record(error, pair->key);
}

sortid_node_status sortid_node_realm_record_read(struct realm_record *out, struct store *store,
                                                 const char *name, sortid_node_error *error)
{
    struct store_reply reply;
    *out = (struct realm_record){.store = store, .name = name};
    sortid_node_realm_key(out->key, name);
    const struct store_operation get = {.kind = STORE_RANGE, .key = out->key};
    const struct store_transaction all = {
        .operations = &get, .operation_count = 1, .confirm = true};
    sortid_node_status status = sortid_node_store_transact(&reply, store, &all, true, error);
    if (status != SORTID_NODE_OK)
        return status;
    status = take_value(out, &reply, error);
    sortid_node_store_reply_free(&reply);
    return status;
}

size_t sortid_node_realm_record_compare(struct store_compare compares[2],
                                        const struct realm_record *record)
{
    compares[0] = (struct store_compare){
        .key = record->key, .what = STORE_CHANGED_AT, .revision = record->revision};
    compares[1] =
        (struct store_compare){.key = record->key, .what = STORE_VALUE, .value = record->value};
    return record->value != NULL ? 2 : 1;
}

sortid_node_status sortid_node_realm_record_write(bool *done, const struct realm_record *record,
                                                  sortid_node_error *error)
{
    struct store_reply reply;
    struct store_compare as_read[2];
    char nonce[TOKEN_SIZE];
    char *value =
        sortid_node_records_draw(nonce) ? sortid_node_realm_print(&record->realm, nonce) : NULL;
    if (value == NULL)
        return sortid_node_fail(error, SORTID_NODE_SYSTEM,
                                "no memory, or the system's random source failed");
    const struct store_operation put = {.kind = STORE_PUT, .key = record->key, .value = value};
    const struct store_transaction all = {.compares = as_read,
                                          .compare_count =
                                              sortid_node_realm_record_compare(as_read, record),
                                          .operations = &put,
                                          .operation_count = 1};
    sortid_node_status status =
        sortid_node_store_transact(&reply, record->store, &all, true, error);
    free(value);
    if (status != SORTID_NODE_OK)
        return status;
    *done = reply.succeeded;
    sortid_node_store_reply_free(&reply);
    return SORTID_NODE_OK;
}

void sortid_node_realm_record_free(struct realm_record *record)
{
    sortid_node_realm_free(&record->realm);
    free(record->value);
    record->value = NULL;
}
