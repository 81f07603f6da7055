/* SPDX-License-Identifier: MIT */
/* init.c: `sortid node init`: creates a realm or adds pools to it, and raises its bounds after a
 * restore. If the time is too early for that it warns, and raises the bounds to it nevertheless.
 * Called by main.c. */
#define _POSIX_C_SOURCE 200809L
#include "../../common/report.h"
#include "../../common/time_parse.h"
#include "../../common/time_text.h"
#include "client.h"
#include "show.h"

#include <string.h>
#include <time.h>

static void read_pools(sortid_node_pool pools[POOLS_MAX], const struct options *options)
{
    sortid_node_error error = {""};
    for (size_t i = 0; i < options->pool_count; i++) {
        sortid_node_status status =
            sortid_node_pool_parse(&pools[i], options->pools[i], strlen(options->pools[i]), &error);
        if (status != SORTID_NODE_OK)
            report_usage(options->command->title, "%s",
                         error.text[0] != '\0' ? error.text : sortid_node_status_text(status));
    }
}

static uint64_t clock_ms(void)
{
    struct timespec now = {0};
    clock_gettime(CLOCK_REALTIME, &now); // if it fails, the time is 1970, which raises nothing
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* The time of --raise-bounds; 0 if it is not given. */
static uint64_t read_time(const struct options *options)
{
    struct quote quote;
    const struct time_context context = {.now_ms = clock_ms()};
    const char *problem = NULL;
    uint64_t unix_ms = 0;
    if (options->raise_bounds == NULL)
        return 0;
    if (!time_parse(&unix_ms, options->raise_bounds, &context, &problem))
        report_usage(options->command->title, "--raise-bounds %s: %s",
                     quote_string(&quote, options->raise_bounds), problem);
    return unix_ms;
}

/* ---- Whether the time is late enough -------------------------------------------------------- */

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* What the records of a realm show about the bounds that holders may have. */
struct evidence {
    uint64_t floor_ms;      /* after the raise */
    uint64_t last_ms;       /* the latest bound, with its quarantine unless released cleanly */
    uint64_t quarantine_ms; /* the longest */
    uint64_t now_ms;        /* by this clock or the store's, whichever is ahead */
};

static struct evidence read_evidence(const sortid_node_report *report)
{
    struct evidence found = {.floor_ms = show_tick_ms(report->realm->floor),
                             .now_ms = later(clock_ms(), report->store_unix_ms)};
    for (size_t i = 0; i < report->id_count; i++) {
        const sortid_node_id_report *id = report->ids[i];
        uint64_t blocked_ms = id->clean ? 0 : id->quarantine_ms;
        found.last_ms = later(found.last_ms, show_tick_ms(id->bound) + blocked_ms);
        found.quarantine_ms = later(found.quarantine_ms, id->quarantine_ms);
    }
    return found;
}

/* The earliest time that is late enough for holders with default options and the quarantines in the
 * records, which do not contain horizon, allowance and skew. */
static uint64_t least_raise_ms(const struct evidence *found)
{
    const uint64_t ahead_ms = SORTID_NODE_DEFAULT_HORIZON_MS + SORTID_DEFAULT_ALLOWANCE_MS +
                              SORTID_NODE_DEFAULT_MAX_SKEW_MS;
    return later(found->last_ms, found->now_ms + ahead_ms + found->quarantine_ms);
}

/* Warns if by the records holders may have bounds after `raised_ms`. */
static void warn_if_early(const struct evidence *found, const char *realm, uint64_t raised_ms)
{
    char text[TIME_TEXT_SIZE], least[TIME_TEXT_SIZE];
    uint64_t least_ms = least_raise_ms(found);
    if (raised_ms < found->floor_ms) {
        time_print(text, found->floor_ms);
        report(STATUS_OK,
               "node: warning: the bounds of %s were raised to %s before, and are not lowered",
               realm, text);
    }
    if (later(raised_ms, found->floor_ms) >= least_ms)
        return;
    time_print(text, later(raised_ms, found->floor_ms));
    time_print(least, least_ms);
    report(
        STATUS_OK,
        "node: warning: %s is too early after a restore of the store: IDs may be repeated. Raise "
        "the "
        "bounds of %s to %s or later; later still if a horizon was longer than %u s or a max skew "
        "larger than %u s",
        text, realm, least, SORTID_NODE_DEFAULT_HORIZON_MS / 1000U,
        SORTID_NODE_DEFAULT_MAX_SKEW_MS / 1000U);
}

/* ---- Output ---------------------------------------------------------------------------- */

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
    show("reservations of %s start no earlier than ", realm);
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

/* Raises the bounds, then checks whether that was enough: records that are read later may be newer, never
 * older. *raised_ms becomes the floor if that is later. */
static sortid_node_status raise_bounds(sortid_node_client *client, const char *realm,
                                       uint64_t *raised_ms, sortid_node_error *error)
{
    sortid_node_report *found = NULL;
    sortid_node_status status = sortid_node_raise_bounds(client, realm, *raised_ms, error);
    if (status != SORTID_NODE_OK)
        return status;
    status = sortid_node_examine(client, &found, realm, error);
    if (status != SORTID_NODE_OK) {
        report(STATUS_OK,
               "node: the bounds of %s are raised, but the records could not be read to check "
               "whether that is enough; repeat the command",
               realm);
        return status;
    }
    const struct evidence evidence = read_evidence(found);
    sortid_node_report_free(found);
    warn_if_early(&evidence, realm, *raised_ms);
    *raised_ms = later(*raised_ms, evidence.floor_ms);
    return SORTID_NODE_OK;
}

int run_init(struct options *options)
{
    static const char *const names[] = {"REALM"};
    static sortid_node_pool pools[POOLS_MAX];
    sortid_node_error error = {""};
    options_need_words(options, names, 1);
    if (options->pool_count == 0 && options->raise_bounds == NULL)
        report_usage(options->command->title,
                     "--pool NAME=FIRST-LAST/SIZE or --raise-bounds TIME is needed");
    const char *realm = options->words[0];
    read_pools(pools, options);
    uint64_t raised_ms = read_time(options);

    sortid_node_client *client = client_open(options);
    sortid_node_status status = SORTID_NODE_OK;
    if (options->pool_count > 0)
        status = sortid_node_init(client, realm, pools, options->pool_count, &error);
    if (status == SORTID_NODE_OK && options->raise_bounds != NULL)
        status = raise_bounds(client, realm, &raised_ms, &error);
    if (status != SORTID_NODE_OK)
        client_report(options, status, &error);
    else if (options->json)
        print_json(options, realm, pools, raised_ms);
    else
        print(options, realm, pools, raised_ms);
    return client_finish(client);
}
