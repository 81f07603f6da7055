/* SPDX-License-Identifier: MIT */
/* metrics.c: see metrics.h. Names of realms and pools need no escape. */
#include "metrics.h"

#include "counts.h"
#include "show.h"

#include <inttypes.h>

static void head(const char *name, const char *help)
{
    show("# HELP sortid_node_%s %s\n# TYPE sortid_node_%s gauge\n", name, help, name);
}

static void show_seconds(uint64_t unix_ms)
{
    show("%" PRIu64 ".%03" PRIu64 "\n", unix_ms / 1000, unix_ms % 1000);
}

static void print_realm(const sortid_node_report *report)
{
    const char *realm = report->realm->name;
    head("store_timestamp_seconds", "The clock of the store.");
    show("sortid_node_store_timestamp_seconds{realm=\"%s\"} ", realm);
    show_seconds(report->store_unix_ms);
    head("floor_timestamp_seconds", "No reservation starts before this time.");
    show("sortid_node_floor_timestamp_seconds{realm=\"%s\"} ", realm);
    show_seconds(show_tick_ms(report->realm->floor));
    head("restored", "1: the store was restored, and the bounds were not raised since.");
    show("sortid_node_restored{realm=\"%s\"} %d\n", realm, report->realm->is_restored);
}

/* One metric of all pools. */
static void print_each(const sortid_node_report *report, const char *name, const char *help,
                       uint32_t (*value)(const struct counts *counts))
{
    head(name, help);
    for (size_t i = 0; i < report->realm->pool_count; i++) {
        struct counts counts = counts_of_pool(report, &report->realm->pools[i]);
        show("sortid_node_%s{realm=\"%s\",pool=\"%s\"} %" PRIu32 "\n", name, report->realm->name,
             report->realm->pools[i].name, value(&counts));
    }
}

static uint32_t all(const struct counts *counts)
{
    return counts->all;
}

static uint32_t free_now(const struct counts *counts)
{
    return counts->free;
}

static uint32_t reserved(const struct counts *counts)
{
    return counts->reserved;
}

static uint32_t blocked(const struct counts *counts)
{
    return counts->blocked;
}

static uint32_t unclean(const struct counts *counts)
{
    return counts->unclean;
}

static uint32_t unreadable(const struct counts *counts)
{
    return counts->unreadable;
}

static uint32_t overdue(const struct counts *counts)
{
    return counts->overdue;
}

static void print_bounds(const sortid_node_report *report)
{
    head("soonest_bound_timestamp_seconds", "The first bound of a reserved id.");
    for (size_t i = 0; i < report->realm->pool_count; i++) {
        struct counts counts = counts_of_pool(report, &report->realm->pools[i]);
        if (counts.soonest_bound == 0)
            continue;
        show("sortid_node_soonest_bound_timestamp_seconds{realm=\"%s\",pool=\"%s\"} ",
             report->realm->name, report->realm->pools[i].name);
        show_seconds(show_tick_ms(counts.soonest_bound));
    }
}

void metrics_print(const sortid_node_report *report)
{
    print_realm(report);
    print_each(report, "ids", "Ids of the pool.", all);
    print_each(report, "ids_free", "Ids that can be reserved now.", free_now);
    print_each(report, "ids_reserved", "Ids that have a holder.", reserved);
    print_each(report, "ids_blocked", "Ids without a holder that cannot be reserved yet.", blocked);
    print_each(report, "ids_unclean", "Blocked ids whose last holder did not release them.",
               unclean);
    print_each(report, "ids_unreadable", "Ids with a record that cannot be read.", unreadable);
    print_each(report, "ids_overdue",
               "Reserved ids whose holder failed to raise the bound in time.", overdue);
    print_bounds(report);
}
