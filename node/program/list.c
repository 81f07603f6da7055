/* SPDX-License-Identifier: MIT */
/* list.c: `sortid node list`: prints all realms and their pools, for people or as one JSON object per
 * line. Called by main.c. */
#include "client.h"
#include "show.h"

static void print(const sortid_node_realm *realm)
{
    show("%s:", realm->name);
    for (size_t i = 0; i < realm->pool_count; i++) {
        show(" ");
        show_pool(&realm->pools[i]);
    }
    if (realm->floor > 0) {
        show("; reservations start no earlier than ");
        show_time(show_tick_ms(realm->floor));
    }
    show("\n");
}

static void print_json(const sortid_node_realm *realm)
{
    show("{\"realm\":");
    show_string(realm->name);
    show(",\"floorIso\":");
    show_time_json(show_tick_ms(realm->floor));
    show(",\"pools\":[");
    for (size_t i = 0; i < realm->pool_count; i++) {
        show("%s", i > 0 ? "," : "");
        show_pool_json(&realm->pools[i]);
        show("}");
    }
    show("]}\n");
}

int run_list(struct options *options)
{
    sortid_node_realm **realms = NULL;
    size_t count = 0;
    sortid_node_error error = {""};
    options_need_words(options, NULL, 0);
    sortid_node_client *client = client_open(options);
    sortid_node_status status = sortid_node_list(client, &realms, &count, &error);
    if (status != SORTID_NODE_OK) {
        client_report(options, status, &error);
        return client_finish(client);
    }
    for (size_t i = 0; i < count; i++) {
        if (options->json)
            print_json(realms[i]);
        else
            print(realms[i]);
    }
    sortid_node_list_free(realms, count);
    return client_finish(client);
}
