/* SPDX-License-Identifier: MIT */
/* node/store.c: see store.h. Passes each call to the store's implementation. */
#include "store.h"

#include <stdlib.h>

void sortid_node_store_close(struct store *store)
{
    if (store != NULL)
        store->calls->close(store);
}

sortid_node_status sortid_node_store_prepare(struct store *store, sortid_node_error *error)
{
    return store->calls->prepare(store, error);
}

sortid_node_status sortid_node_store_transact(struct store_reply *reply, struct store *store,
                                              const struct store_transaction *transaction,
                                              bool repeatable, sortid_node_error *error)
{
    return store->calls->transact(reply, store, transaction, repeatable, error);
}

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

sortid_node_status sortid_node_store_grant(struct store_lease *out, struct store *store,
                                           uint32_t ttl_s, sortid_node_error *error)
{
    return store->calls->grant(out, store, ttl_s, error);
}

sortid_node_status sortid_node_store_keep_alive(struct store_lease *out, struct store *store,
                                                int64_t id, sortid_node_error *error)
{
    return store->calls->keep_alive(out, store, id, error);
}

sortid_node_status sortid_node_store_revoke(struct store *store, int64_t id,
                                            sortid_node_error *error)
{
    return store->calls->revoke(store, id, error);
}

sortid_node_status sortid_node_store_time_to_live(int64_t *left_s, struct store *store, int64_t id,
                                                  sortid_node_error *error)
{
    return store->calls->time_to_live(left_s, store, id, error);
}
