/* SPDX-License-Identifier: MIT */
/* node/store.c: see store.h. */
#include "store.h"

#include "fail.h"

#include <jansson.h>
#include <stdlib.h>

void sortid_node_store_reply_free(struct store_reply *reply)
{
    for (size_t i = 0; i < reply->range_count; i++) {
        for (size_t j = 0; j < reply->ranges[i].count; j++) {
            free(reply->ranges[i].pairs[j].key);
            free(reply->ranges[i].pairs[j].value);
        }
        free(reply->ranges[i].pairs);
    }
    free(reply->ranges);
    *reply = (struct store_reply){.range_count = 0};
}

sortid_node_status sortid_node_store_transact(struct store_reply *reply, struct store *store,
                                              const struct store_transaction *transaction,
                                              bool repeatable, sortid_node_error *error)
{
    const struct history_point before = sortid_node_history_now(&store->history);
    sortid_node_status status =
        store->calls->transact(reply, store, transaction, repeatable, error);
    if (status == SORTID_NODE_OK)
        reply->losses = sortid_node_history_note(&store->history, before, reply->position,
                                                 reply->times.latest_ms);
    return status;
}

sortid_node_status sortid_node_store_read(struct store_reply *reply, struct store *store,
                                          const struct store_operation *ranges, size_t count,
                                          bool confirm, sortid_node_error *error)
{
    const struct store_transaction all = {
        .operations = ranges, .operation_count = count, .confirm = confirm};
    sortid_node_status status = sortid_node_store_transact(reply, store, &all, true, error);
    if (status != SORTID_NODE_OK || reply->range_count == count)
        return status;
    size_t found = reply->range_count;
    sortid_node_store_reply_free(reply);
    return sortid_node_fail_ranges(error, found, count);
}

sortid_node_status sortid_node_store_write(bool *done, struct store *store,
                                           const struct store_transaction *transaction,
                                           bool repeatable, sortid_node_error *error)
{
    struct store_reply reply;
    sortid_node_status status =
        sortid_node_store_transact(&reply, store, transaction, repeatable, error);
    if (status != SORTID_NODE_OK)
        return status;
    *done = reply.succeeded;
    sortid_node_store_reply_free(&reply);
    return SORTID_NODE_OK;
}

/* If jansson gets NULL as an array or a value, it fails. */
static json_t *pack_list(const void *items, size_t count, size_t size,
                         json_t *(*write)(const void *item))
{
    const char *item = items;
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++, item += size)
        if (json_array_append_new(list, write(item)) != 0) {
            json_decref(list);
            return NULL;
        }
    return list;
}

json_t *sortid_node_store_pack(const struct store_transaction *t, const char *const names[3],
                               json_t *(*compare)(const void *item),
                               json_t *(*operation)(const void *item))
{
    const size_t size = sizeof(struct store_operation);
    return json_pack("{s:o, s:o, s:o}", names[0],
                     pack_list(t->compares, t->compare_count, sizeof *t->compares, compare),
                     names[1], pack_list(t->operations, t->operation_count, size, operation),
                     names[2], pack_list(t->otherwise, t->otherwise_count, size, operation));
}
