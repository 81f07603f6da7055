/* SPDX-License-Identifier: MIT */
/* health.c: `sortid node health`: prints what is wrong with a realm; then its status is 1. */
#include "../../common/report.h"
#include "client.h"
#include "counts.h"
#include "show.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

struct health {
    bool json;
    const char *realm;
    size_t problems;
};

REPORT_FORMAT(2, 3) static void problem(struct health *health, const char *format, ...)
{
    char text[512];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    if (health->json) {
        show("%s", health->problems > 0 ? "," : "");
        show_string(text);
    } else {
        show("%s: %s\n", health->realm, text);
    }
    health->problems++;
}

/* Ids whose holders did not release them: kills and outages. They are a problem if they are more
 * than those that are free. */
static void check_unclean(struct health *health, const sortid_node_pool *pool,
                          const struct counts *counts)
{
    const char *until = show_time(counts->unclean_until);
    if (counts->unclean > counts->free)
        problem(health,
                "pool %s: %" PRIu32 " of %" PRIu32 " ids were not released, more than are free; "
                "the last one is blocked until %s",
                pool->name, counts->unclean, counts->all, until);
    else if (counts->unclean > 0 && !health->json)
        show("%s: pool %s: %" PRIu32 " of %" PRIu32 " ids were not released; the last one is "
             "blocked until %s\n",
             health->realm, pool->name, counts->unclean, counts->all, until);
}

static void check_pool(struct health *health, const struct options *options,
                       const sortid_node_report *report, const sortid_node_pool *pool,
                       const struct counts *counts)
{
    const sortid_node_pool *open = counts_open_part(report, pool);
    if (counts->free < options->min_free && (open == NULL || open->first <= open->last))
        problem(health, "pool %s has %" PRIu32 " free ids, fewer than %" PRIu32, pool->name,
                counts->free, options->min_free);
    if (counts->overdue > 0)
        problem(health, "pool %s: %" PRIu32 " holders have not raised their bounds in time",
                pool->name, counts->overdue);
    check_unclean(health, pool, counts);
    // those that shall be removed cannot be while others have them
    uint32_t held = open != NULL ? counts_of_removal(report, pool, open).reserved : 0;
    if (held > 0)
        problem(health,
                "pool %s: %" PRIu32 " ids to remove are reserved: end their holders, or run sortid "
                "node pool reopen %s %s",
                pool->name, held, health->realm, pool->name);
    if (counts->unreadable > 0)
        problem(health, "pool %s: records of %" PRIu32 " ids cannot be read", pool->name,
                counts->unreadable);
}

static void print_unclean_json(const sortid_node_report *report, const struct counts *counts)
{
    const char *comma = "";
    show("],\"notReleased\":[");
    for (size_t i = 0; i < report->realm->pool_count; i++) {
        if (counts[i].unclean == 0)
            continue;
        show("%s{\"pool\":\"%s\",\"ids\":%" PRIu32, comma, report->realm->pools[i].name,
             counts[i].unclean);
        show_time_json(",\"untilIso\":", counts[i].unclean_until);
        show("}");
        comma = ",";
    }
    show("]");
}

static void check(struct health *health, const struct options *options,
                  const sortid_node_report *report)
{
    const struct counts *counts = counts_of_pools(report);
    if (report->realm->is_restored)
        problem(health, "the store was restored: %s", show_fence(report->realm));
    for (size_t i = 0; i < report->realm->pool_count; i++)
        check_pool(health, options, report, &report->realm->pools[i], &counts[i]);
    if (report->other_key_count > 0)
        problem(health, "%zu keys are not of sortid", report->other_key_count);
    if (health->json)
        print_unclean_json(report, counts);
}

void run_health(struct options *options)
{
    options_need_words(options, (const char *const[]){"REALM"}, 1);
    struct health health = {.json = options->json, .realm = options->words[0]};
    sortid_node_report *found = client_examine(options, health.realm, true);
    if (found == NULL)
        return;
    if (health.json)
        show("{\"realm\":\"%s\",\"problems\":[", health.realm);
    check(&health, options, found);
    if (health.json)
        show(",\"healthy\":%s}\n", health.problems == 0 ? "true" : "false");
    else if (health.problems == 0)
        show("%s: healthy\n", health.realm);
    sortid_node_report_free(found);
    if (health.problems > 0)
        report_raise(STATUS_BAD_INPUT);
}
