/* SPDX-License-Identifier: MIT */
/* metrics.c: see counts.h. */
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

static const struct {
    const char *name, *help;
} metrics[] = {
    {"ids", "Ids of the pool."},
    {"ids_free", "Ids that can be reserved now."},
    {"ids_reserved", "Ids that have a holder."},
    {"ids_blocked", "Ids without a holder that cannot be reserved yet."},
    {"ids_unclean", "Blocked ids whose last holder did not release them."},
    {"ids_unreadable", "Ids with a record that cannot be read."},
    {"ids_overdue", "Reserved ids whose holder failed to raise the bound in time."},
};

static uint32_t value_of(const struct counts *c, size_t metric)
{
    const uint32_t values[] = {c->all,     c->free,       c->reserved, c->blocked,
                               c->unclean, c->unreadable, c->overdue};
    return values[metric];
}

static void print_counts(const sortid_node_report *report, const struct counts *counts,
                         size_t metric)
{
    head(metrics[metric].name, metrics[metric].help);
    for (size_t i = 0; i < report->realm->pool_count; i++)
        show("sortid_node_%s{realm=\"%s\",pool=\"%s\"} %" PRIu32 "\n", metrics[metric].name,
             report->realm->name, report->realm->pools[i].name, value_of(&counts[i], metric));
}

/* A time of each pool that has one. */
static void print_times(const sortid_node_report *report, const struct counts *counts,
                        const char *name, const char *help, bool is_unclean)
{
    head(name, help);
    for (size_t i = 0; i < report->realm->pool_count; i++) {
        uint64_t ms = is_unclean ? counts[i].unclean_until : show_tick_ms(counts[i].soonest_bound);
        if (ms == 0)
            continue;
        show("sortid_node_%s{realm=\"%s\",pool=\"%s\"} ", name, report->realm->name,
             report->realm->pools[i].name);
        show_seconds(ms);
    }
}

void metrics_print(const sortid_node_report *report, const struct counts *counts)
{
    print_realm(report);
    for (size_t i = 0; i < sizeof metrics / sizeof *metrics; i++)
        print_counts(report, counts, i);
    print_times(report, counts, "soonest_bound_timestamp_seconds",
                "The first bound of a reserved id.", false);
    print_times(report, counts, "unclean_until_timestamp_seconds",
                "When the last of the unclean ids is free.", true);
}
