/* SPDX-License-Identifier: MIT */
/* init.c: `sortid node init`, makes a realm or adds pools to it, and raises its bounds after a
 * restore. Called by main.c. */
#define _POSIX_C_SOURCE 200809L
#include "../../cli/report.h"
#include "../../cli/when.h"
#include "client.h"
#include "show.h"

#include <time.h>

static void read_pools(sortid_node_pool pools[POOLS_MAX], const struct options *options)
{
    sortid_node_error error = {""};
    for (size_t i = 0; i < options->pool_count; i++) {
        sortid_node_status status = sortid_node_pool_parse(&pools[i], options->pools[i], &error);
        if (status != SORTID_NODE_OK)
            report_usage(options->command->title, "%s",
                         error.text[0] != '\0' ? error.text : "a bad --pool");
    }
}

/* The time of --raise-bounds; 0 if it is not given. */
static uint64_t read_time(const struct options *options)
{
    struct quote quote;
    const char *problem = NULL;
    uint64_t unix_ms = 0;
    struct timespec now = {0};
    if (options->raise_bounds == NULL)
        return 0;
    clock_gettime(CLOCK_REALTIME, &now); // one that fails says 1970, which lifts nothing
    uint64_t now_ms = (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
    if (!when_parse(&unix_ms, options->raise_bounds, now_ms, &problem))
        report_usage(options->command->title, "--raise-bounds %s: %s",
                     quote_string(&quote, options->raise_bounds), problem);
    return unix_ms;
}

static void print(const struct options *options, const char *realm, const sortid_node_pool *pools,
                  uint64_t raised_ms)
{
    for (size_t i = 0; i < options->pool_count; i++) {
        show("%s has ", realm);
        show_pool(&pools[i]);
        show("\n");
    }
    if (options->raise_bounds == NULL)
        return;
    show("nobody begins in %s before ", realm);
    show_time(raised_ms);
    show("\n");
}

static void print_json(const struct options *options, const char *realm,
                       const sortid_node_pool *pools, uint64_t raised_ms)
{
    show("{\"realm\":");
    show_string(realm);
    show(",\"pools\":[");
    for (size_t i = 0; i < options->pool_count; i++) {
        show("%s", i > 0 ? "," : "");
        show_pool_json(&pools[i]);
        show("}");
    }
    show("],\"raisedToIso\":");
    show_time_json(raised_ms);
    show("}\n");
}

int run_init(struct options *options)
{
    static const char *const names[] = {"REALM"};
    static sortid_node_pool pools[POOLS_MAX];
    sortid_node_error error = {""};
    options_need_words(options, names, 1);
    if (options->pool_count == 0 && options->raise_bounds == NULL)
        report_usage(options->command->title, "--pool NAME=FIRST-LAST/SIZE is needed");
    const char *realm = options->words[0];
    read_pools(pools, options);
    uint64_t raised_ms = read_time(options);

    sortid_node_client *client = client_open(options);
    sortid_node_status status = SORTID_NODE_OK;
    if (options->pool_count > 0)
        status = sortid_node_init(client, realm, pools, options->pool_count, &error);
    if (status == SORTID_NODE_OK && options->raise_bounds != NULL)
        status = sortid_node_raise_bounds(client, realm, raised_ms, &error);
    if (status != SORTID_NODE_OK)
        client_report(options, status, &error);
    else if (options->json)
        print_json(options, realm, pools, raised_ms);
    else
        print(options, realm, pools, raised_ms);
    return client_finish(client);
}
