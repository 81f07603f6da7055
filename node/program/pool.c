/* SPDX-License-Identifier: MIT */
/* pool.c: `sortid node pool`: pools grow, shrink, are removed or opened again. */
#include "../../common/report.h"
#include "boot.h"
#include "client.h"
#include "counts.h"
#include "show.h"

#include <inttypes.h>
#include <string.h>

#define LOOK_MS 1000 /* with --wait: how often to try again */

enum change { GROW, SHRINK, REMOVE, REOPEN };

static enum change read_change(const struct options *options)
{
    static const char *const names[] = {"grow", "shrink", "remove", "reopen"};
    struct quote quote;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(options->words[0], names[i]) == 0)
            return (enum change)i;
    report_usage("unknown change %s: want grow, shrink, remove or reopen",
                 quote_string(&quote, options->words[0]));
}

/* NAME=FIRST-LAST/SIZE; for remove and reopen NAME, as a pool without ids. */
static void read_pool(sortid_node_pool *pool, enum change change, const struct options *options)
{
    struct quote quote;
    const char *text = options->words[2];
    *pool = (sortid_node_pool){.first = 1, .last = 0};
    if (change == GROW || change == SHRINK) {
        options_read_pool(pool, options, text);
        return;
    }
    if (*text == '\0' || strlen(text) >= sizeof pool->name || strchr(text, '=') != NULL)
        report_usage("%s: want the NAME of a pool", quote_string(&quote, text));
    memcpy(pool->name, text, strlen(text) + 1);
}

/* Tries until the ids are removed, or the time of --wait is over. */
static sortid_node_status shrink(sortid_node_client *client, const struct options *options,
                                 const sortid_node_pool *pool, uint64_t *blocked_ms,
                                 sortid_node_error *error)
{
    uint64_t until_ms = boot_ms() + options->reservation.wait_ms;
    for (;;) {
        sortid_node_status status =
            sortid_node_pool_shrink(client, options->words[1], pool, blocked_ms, error);
        uint64_t now_ms = boot_ms();
        if (status != SORTID_NODE_IN_USE || now_ms >= until_ms)
            return status;
        boot_wait(-1, -1, now_ms + LOOK_MS, NULL);
    }
}

/* Says what shrink or remove would close. */
static void print_removal(const struct options *options, const sortid_node_pool *remains)
{
    const char *realm = options->words[1];
    const sortid_node_pool *pool = NULL;
    sortid_node_report *found = client_examine(options, realm, true);
    if (found == NULL)
        return;
    for (size_t i = 0; i < found->realm->pool_count; i++)
        if (strcmp(found->realm->pools[i].name, remains->name) == 0)
            pool = &found->realm->pools[i];
    if (pool == NULL) {
        report(STATUS_BAD_INPUT, "node: realm %s has no pool %s", realm, remains->name);
    } else if (remains->first <= remains->last &&
               (remains->size != pool->size || remains->first < pool->first ||
                remains->last > pool->last)) {
        report(STATUS_BAD_INPUT,
               "node: pool %s has the ids 0x%" PRIx32 "-0x%" PRIx32 "/%" PRIu32
               ": give a part of them",
               pool->name, pool->first, pool->last, pool->size);
    } else {
        struct removal removal = counts_of_removal(found, pool, remains);
        show(options->json ? "{\"realm\":\"%s\",\"pool\":\"%s\",\"closes\":%" PRIu32
                             ",\"reserved\":%" PRIu32 ",\"blocked\":%" PRIu32
                           : "%s: pool %s would close %" PRIu32 " ids: %" PRIu32
                             " are reserved, %" PRIu32 " are blocked",
             realm, pool->name, removal.ids, removal.reserved, removal.blocked);
        if (options->json)
            show_time_json(",\"blockedUntilIso\":", removal.until_ms);
        else if (removal.until_ms > 0)
            show(" until %s", show_time(removal.until_ms));
        show(options->json ? ",\"dryRun\":true}\n" : "\n");
    }
    sortid_node_report_free(found);
}

static void report_in_use(const struct options *options, const sortid_node_pool *pool,
                          uint64_t blocked_ms, const sortid_node_error *error)
{
    report(
        STATUS_BAD_INPUT,
        "node: not removed yet: %s; blocked until %s, or longer while they are reserved: run this "
        "again then, or end it with sortid node pool reopen %s %s",
        error->text, show_time(blocked_ms), options->words[1], pool->name);
}

static void print(const struct options *options, enum change change, const sortid_node_pool *pool)
{
    const char *realm = options->words[1];
    if (options->json) {
        show("{\"realm\":\"%s\",\"pool\":", realm);
        if (change == GROW || change == SHRINK) {
            show_pool_json(pool);
            show("}}\n");
        } else {
            show("\"%s\",\"%s\":true}\n", pool->name, change == REMOVE ? "removed" : "reopened");
        }
    } else if (change == REMOVE) {
        show("%s has no pool %s any more\n", realm, pool->name);
    } else if (change == REOPEN) {
        show("all ids of %s of %s can be reserved\n", pool->name, realm);
    } else {
        show("%s has %s\n", realm, show_pool(pool));
    }
}

void run_pool(struct options *options)
{
    static const char *const names[] = {"grow, shrink, remove or reopen", "REALM", "POOL"};
    sortid_node_error error = {""};
    sortid_node_pool pool;
    sortid_node_status status;
    uint64_t blocked_ms = 0;
    options_need_words(options, names, 3);
    enum change change = read_change(options);
    read_pool(&pool, change, options);
    if (options->dry_run && change != SHRINK && change != REMOVE)
        report_usage("--dry-run is for shrink and remove");
    if (options->dry_run) {
        print_removal(options, &pool);
        return;
    }
    sortid_node_client *client = client_open(options);
    if (change == GROW)
        status = sortid_node_pool_grow(client, options->words[1], &pool, &error);
    else if (change == REOPEN)
        status = sortid_node_pool_reopen(client, options->words[1], pool.name, &error);
    else
        status = shrink(client, options, &pool, &blocked_ms, &error);
    if (status == SORTID_NODE_OK)
        print(options, change, &pool);
    else if (status == SORTID_NODE_IN_USE)
        report_in_use(options, &pool, blocked_ms, &error);
    else
        client_report(status, &error);
}
