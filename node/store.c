/* SPDX-License-Identifier: MIT */
/* node/store.c: see store.h. */
#include "store.h"

#include "fail.h"

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

sortid_node_status sortid_node_store_read(struct store_reply *reply, struct store *store,
                                          const struct store_operation *ranges, size_t count,
                                          bool confirm, sortid_node_error *error)
{
    const struct store_transaction all = {
        .operations = ranges, .operation_count = count, .confirm = confirm};
    sortid_node_status status = store->calls->transact(reply, store, &all, true, error);
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
        store->calls->transact(&reply, store, transaction, repeatable, error);
    if (status != SORTID_NODE_OK)
        return status;
    *done = reply.succeeded;
    sortid_node_store_reply_free(&reply);
    return SORTID_NODE_OK;
}
