/* SPDX-License-Identifier: MIT */
/* status.c: `sortid node status`: prints the pools of a realm and each id that was ever used, for
 * people or as JSON: a line for the realm, then one for each id; times are the store's.
 * `sortid node list`: prints all realms and their pools, in JSON one on each line. */
#include "client.h"
#include "counts.h"
#include "show.h"

#include <inttypes.h>

/* ---- For people ------------------------------------------------------------------------- */

static void print_pool(const sortid_node_report *report, const sortid_node_pool *pool,
                       const struct counts *counts)
{
    const sortid_node_pool *open = counts_open_part(report, pool);
    show("  %s: %" PRIu32 " ids, %" PRIu32 " reserved, %" PRIu32 " blocked, %" PRIu32 " free",
         show_pool(pool), counts->all, counts->reserved, counts->blocked, counts->free);
    if (open != NULL && open->first > open->last)
        show("; being removed");
    else if (open != NULL)
        show("; shrinks to 0x%" PRIx32 "-0x%" PRIx32, open->first, open->last);
    show("\n");
}

static void print_id(const sortid_node_report *report, const sortid_node_id_report *id)
{
    struct quote label;
    const char *state = counts_state(report, id);
    quote_string(&label, id->label); // any program that may write to the store chose it
    show("  0x%" PRIx32 "/%" PRIu32 " %s", id->node_id, id->node_id_size, state);
    if (id->is_unreadable) {
        show(": a record of it is not one of sortid, or of another version\n");
        return;
    }
    if (id->is_reserved) {
        show(" since %s by %s, ", show_time(id->reserved_since_ms), label.text);
        if (id->lease_remaining_s >= 0)
            show("lease ends in %" PRId64 " s, ", id->lease_remaining_s);
        show("makes IDs before ");
    } else {
        if (*state == 'b')
            show(" until %s", show_time(counts_free_from_ms(report, id)));
        show(", last reserved by %s, made IDs before ", label.text);
    }
    show("%s\n", show_time(show_tick_ms(id->bound)));
}

static void print(const sortid_node_report *report, const struct counts *counts)
{
    show("%s at %s", report->realm->name, show_time(report->store_unix_ms));
    show_floor(",", report->realm);
    for (size_t i = 0; i < report->realm->pool_count; i++)
        print_pool(report, &report->realm->pools[i], &counts[i]);
    for (size_t i = 0; i < report->id_count; i++)
        print_id(report, report->ids[i]);
}

/* ---- JSON ------------------------------------------------------------------------------- */

static void print_realm_json(const sortid_node_report *report, const struct counts *counts)
{
    show("{\"realm\":\"%s\"", report->realm->name);
    show_time_json(",\"storeTimeIso\":", report->store_unix_ms);
    show_realm_json(report->realm);
    show(",\"pools\":[");
    for (size_t i = 0; i < report->realm->pool_count; i++) {
        show("%s", i > 0 ? "," : "");
        show_pool_json(&report->realm->pools[i]);
        show(",\"ids\":%" PRIu32 ",\"used\":%" PRIu32 ",\"reserved\":%" PRIu32
             ",\"blocked\":%" PRIu32 ",\"shrinks\":%s}",
             counts[i].all, counts[i].used, counts[i].reserved, counts[i].blocked,
             counts_open_part(report, &report->realm->pools[i]) != NULL ? "true" : "false");
    }
    show("]}\n");
}

static void print_id_json(const sortid_node_report *report, const sortid_node_id_report *id)
{
    const sortid_node_pool *pool = counts_find_pool(report, id);
    const char *quote = pool != NULL ? "\"" : "";
    show("{\"realm\":\"%s\",\"pool\":%s%s%s", report->realm->name, quote,
         pool != NULL ? pool->name : "null", quote);
    show(",\"nodeId\":\"%" PRIu32 "\",\"nodeSize\":%" PRIu32 ",\"state\":\"%s\"", id->node_id,
         id->node_id_size, counts_state(report, id));
    show_time_json(",\"durableUntil\":", show_tick_ms(id->bound));
    show(",\"clean\":%s,\"quarantineMs\":%" PRIu64, id->clean ? "true" : "false",
         id->quarantine_ms);
    show_time_json(",\"freeFromIso\":", id->is_reserved ? 0 : counts_free_from_ms(report, id));
    show_time_json(",\"reservedSinceIso\":", id->is_reserved ? id->reserved_since_ms : 0);
    if (id->is_reserved && id->lease_remaining_s >= 0)
        show(",\"leaseRemainingSeconds\":%" PRId64, id->lease_remaining_s);
    else
        show(",\"leaseRemainingSeconds\":null");
    show(",\"label\":");
    show_string(id->label);
    show("}\n");
}

void run_status(struct options *options)
{
    options_need_words(options, (const char *const[]){"REALM"}, 1);
    if (options->json && options->metrics)
        report_usage("--json and --metrics exclude each other");
    sortid_node_report *found = client_examine(options, options->words[0], options->metrics);
    if (found == NULL)
        return;
    const struct counts *counts = counts_of_pools(found);
    if (options->metrics) {
        metrics_print(found, counts);
    } else if (options->json) {
        print_realm_json(found, counts);
        for (size_t i = 0; i < found->id_count; i++)
            print_id_json(found, found->ids[i]);
    } else {
        print(found, counts);
    }
    if (found->other_key_count > 0)
        report(STATUS_BAD_INPUT, "node: realm %s has %zu keys that are not of sortid",
               options->words[0], found->other_key_count);
    sortid_node_report_free(found);
}

/* ---- The list of realms ------------------------------------------------------------------ */

static void print_listed(const sortid_node_realm *realm)
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

static void print_listed_json(const sortid_node_realm *realm)
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
            print_listed_json(realms[i]);
        else
            print_listed(realms[i]);
    }
    sortid_node_realm_list_free(realms, count);
}
