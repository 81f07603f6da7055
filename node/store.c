/* SPDX-License-Identifier: MIT */
/* node/store.c: see store.h. Passes each call to the store's implementation. */
#include "store.h"

#include "fail.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

/* ---- For an implementation ---------------------------------------------------------------- */

static sortid_node_status check_file(const char *path, sortid_node_error *error)
{
    if (path == NULL)
        return SORTID_NODE_OK;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (file < 0)
        return sortid_node_fail(error, SORTID_NODE_BAD_OPTION, "cannot read %s: %s", path,
                                strerror(errno));
    close(file);
    return SORTID_NODE_OK;
}

static sortid_node_status check_files(const sortid_node_client_options *options,
                                      sortid_node_error *error)
{
    if ((options->cert_file == NULL) != (options->key_file == NULL))
        return sortid_node_fail(error, SORTID_NODE_BAD_OPTION,
                                "certificate and key must be given together");
    sortid_node_status status = check_file(options->ca_file, error);
    if (status == SORTID_NODE_OK)
        status = check_file(options->cert_file, error);
    if (status == SORTID_NODE_OK)
        status = check_file(options->key_file, error);
    return status;
}

sortid_node_status sortid_node_store_check_options(const sortid_node_client_options *options,
                                                   sortid_node_error *error)
{
    if (options->store == NULL)
        return sortid_node_fail(
            error, SORTID_NODE_BAD_OPTION,
            "no store is given: want http://HOST:PORT of etcd, or postgresql://...");
    if (options->timeout_ms > 600000)
        return sortid_node_fail(error, SORTID_NODE_BAD_OPTION, "timeout_ms must be 1 to 600000");
    if ((options->user == NULL) != (options->password == NULL))
        return sortid_node_fail(error, SORTID_NODE_BAD_OPTION,
                                "user and password must be given together");
    if (options->user != NULL && options->user[0] == '\0')
        return sortid_node_fail(error, SORTID_NODE_BAD_OPTION, "the user name must not be empty");
    bool zero = options->reserved32 == 0;
    for (size_t i = 0; i < sizeof options->reserved / sizeof options->reserved[0]; i++)
        zero = zero && options->reserved[i] == 0;
    if (!zero)
        return sortid_node_fail(error, SORTID_NODE_BAD_OPTION,
                                "reserved fields of the options must be 0");
    return check_files(options, error);
}
