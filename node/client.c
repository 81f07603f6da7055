/* SPDX-License-Identifier: MIT */
/* node/client.c: opens and closes clients. */
#include "client.h"

#include "fail.h"
#include "platform.h"
#include "store.h"

#include <stdlib.h>

sortid_node_status sortid_node_client_open(sortid_node_client **out,
                                           const sortid_node_client_options *options,
                                           sortid_node_error *error)
{
    struct sortid_node_client *client = calloc(1, sizeof *client);
    if (client == NULL)
        return sortid_node_fail_memory(error);
    client->pid = sortid_node_platform_pid();
    if (pthread_mutex_init(&client->lock, NULL) != 0) {
        free(client);
        return sortid_node_fail(error, SORTID_NODE_SYSTEM, "cannot create a lock");
    }
    sortid_node_status status = sortid_node_postgres_is_url(options->store)
                                    ? sortid_node_postgres_open(&client->store, options, error)
                                    : sortid_node_etcd_open(&client->store, options, error);
    if (status == SORTID_NODE_OK)
        *out = client;
    else
        sortid_node_client_close(client);
    return status;
}

void sortid_node_client_close(sortid_node_client *client)
{
    if (client == NULL || !sortid_node_client_is_own(client))
        return; // the child's copy has the parent's connections
    if (client->store != NULL)
        client->store->calls->close(client->store);
    pthread_mutex_destroy(&client->lock);
    free(client);
}

bool sortid_node_client_is_own(const struct sortid_node_client *client)
{
    return sortid_node_platform_pid() == client->pid;
}
