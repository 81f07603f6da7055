/* SPDX-License-Identifier: MIT */
/* list.c: `sortid node list`: prints all realms and their pools, in JSON one on each line. */
#include "client.h"
#include "show.h"

static void print(const sortid_node_realm *realm)
{
    if (realm->is_unreadable) {
        show("%s: its record cannot be read: update sortid, or find the program that wrote it\n",
             realm->name);
        return;
    }
    show("%s:", realm->name);
    for (size_t i = 0; i < realm->pool_count; i++)
        show(" %s", show_pool(&realm->pools[i]));
    show_floor(";", realm);
}

static void print_json(const sortid_node_realm *realm)
{
    show("{\"realm\":\"%s\"", realm->name);
    if (realm->is_unreadable) {
        show(",\"unreadable\":true}\n");
        return;
    }
    show_realm_json(realm);
    show(",\"pools\":");
    show_pools_json(realm->pools, realm->pool_count);
    show("}\n");
}

void run_list(struct options *options)
{
    sortid_node_realm **realms = NULL;
    size_t count = 0;
    sortid_node_error error = {""};
    options_need_words(options, NULL, 0);
    sortid_node_client *client = client_open(options);
    sortid_node_status status = sortid_node_realm_list(client, &realms, &count, &error);
    if (status != SORTID_NODE_OK) {
        client_report(status, &error);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        if (realms[i]->is_unreadable)
            report(STATUS_BAD_INPUT, "node: the record of realm %s cannot be read",
                   realms[i]->name);
        if (options->json)
            print_json(realms[i]);
        else
            print(realms[i]);
    }
    sortid_node_realm_list_free(realms, count);
}
