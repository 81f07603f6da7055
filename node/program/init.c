/* SPDX-License-Identifier: MIT */
/* init.c: `sortid node init`: creates a realm or adds pools to it, and raises its bounds after a
 * restore: to the earliest time that is safe, or to one that was given. */
#include "../../common/report.h"
#include "../../common/time_parse.h"
#include "client.h"
#include "show.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

static uint64_t clock_ms(void)
{
    struct timespec now = {0};
    clock_gettime(CLOCK_REALTIME, &now); // if it fails, the time is 1970, which raises nothing
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* Reads --raise-bounds and what belongs to it. `auto` is 0: the earliest time that is safe. */
static void read_raise(sortid_node_raise *raise, const struct options *options)
{
    struct quote quote;
    const struct time_context context = {.now_ms = clock_ms()};
    const char *problem = NULL;
    *raise = (sortid_node_raise){.clock_error_ms = options->clock_error_ms,
                                 .accept_early = options->force,
                                 .accept_far = options->far};
    if (options->raise_bounds == NULL &&
        (options->clock_error_ms != 0 || options->force || options->far))
        report_usage("--clock-error, --force and --far belong to --raise-bounds");
    if (options->raise_bounds == NULL || strcmp(options->raise_bounds, "auto") == 0)
        return;
    if (!time_parse(&raise->unix_ms, options->raise_bounds, &context, &problem))
        report_usage("--raise-bounds %s: %s", quote_string(&quote, options->raise_bounds), problem);
    if (raise->unix_ms == 0)
        raise->unix_ms = 1; // 1970, and not `auto`
}

/* ---- Output ---------------------------------------------------------------------------- */

static void print(const struct options *options, const char *realm, const sortid_node_pool *pools,
                  uint64_t raised_ms)
{
    for (size_t i = 0; i < options->pool_count; i++)
        show("%s has %s\n", realm, show_pool(&pools[i]));
    if (options->raise_bounds == NULL)
        return;
    show("reservations of %s start no earlier than %s", realm, show_time(raised_ms));
    if (raised_ms > clock_ms())
        show(": no id is free for %s", show_span(raised_ms - clock_ms()));
    show("\n");
}

static void print_json(const struct options *options, const char *realm,
                       const sortid_node_pool *pools, uint64_t raised_ms)
{
    show("{\"realm\":\"%s\",\"pools\":", realm);
    show_pools_json(pools, options->pool_count);
    show_time_json(",\"raisedToIso\":", raised_ms);
    show("}\n");
}

/* What nobody can check but the operator. */
static void print_assumption(const struct options *options)
{
    uint64_t error_ms =
        options->clock_error_ms != 0 ? options->clock_error_ms : SORTID_NODE_DEFAULT_CLOCK_ERROR_MS;
    report(STATUS_OK,
           "node: this is safe if the old store was stopped for good before, and none of its "
           "clocks was ahead of this machine's by more than %" PRIu64 " s (--clock-error)",
           error_ms / 1000);
}

/* ---- Refusals ------------------------------------------------------------------------------ */

/* Says what the command would accept. `wanted_ms` 0: auto. */
static void report_time(const struct options *options, const char *realm, uint64_t wanted_ms,
                        uint64_t safe_ms)
{
    const char *wanted = show_time(wanted_ms != 0 ? wanted_ms : safe_ms),
               *safe = show_time(safe_ms);
    if (wanted_ms == 0 || wanted_ms >= safe_ms)
        report(STATUS_BAD_INPUT,
               "node: nothing is changed: until %s no id of %s would be free, and a floor is never "
               "lowered; the earliest time that is safe is %s: if that is far, check the clocks, "
               "--clock-error and the bounds in sortid node status; --far accepts %s",
               wanted, realm, safe, wanted);
    else if (options->force)
        report(STATUS_BAD_INPUT,
               "node: nothing is changed: the bounds of %s were raised to a later time than %s "
               "before, and are never lowered",
               realm, wanted);
    else
        report(STATUS_BAD_INPUT,
               "node: nothing is changed: before %s holders of %s may have made IDs; give auto, or "
               "that time or a later one; --force accepts %s, and IDs may be repeated",
               safe, realm, wanted);
}

void run_init(struct options *options)
{
    static sortid_node_pool pools[POOLS_MAX];
    sortid_node_error error = {""};
    sortid_node_raise raise;
    uint64_t floor_ms = 0;
    options_need_words(options, (const char *const[]){"REALM"}, 1);
    if (options->pool_count == 0 && options->raise_bounds == NULL)
        report_usage("--pool NAME=FIRST-LAST/SIZE or --raise-bounds auto is needed");
    if (options->reservation.quarantine_ms != 0 && !options->external)
        report_usage("--quarantine DURATION needs --external");
    const char *realm = options->words[0];
    for (size_t i = 0; i < options->pool_count; i++)
        options_read_pool(&pools[i], options, options->pools[i]);
    read_raise(&raise, options);
    const sortid_node_realm_options limits = {
        .max_ahead_ms = options->max_ahead_ms,
        .max_quarantine_ms = !options->external ? 0
                             : options->reservation.quarantine_ms != 0
                                 ? options->reservation.quarantine_ms
                                 : SORTID_NODE_DEFAULT_QUARANTINE_MS,
        .raise = options->raise_bounds != NULL ? &raise : NULL};

    sortid_node_client *client = client_open(options);
    sortid_node_status status =
        sortid_node_realm_create(client, realm, options->pool_count > 0 ? pools : NULL,
                                 options->pool_count, &limits, &floor_ms, &error);
    if (status == SORTID_NODE_OUT_OF_TIME)
        report_time(options, realm, raise.unix_ms, floor_ms);
    else if (status != SORTID_NODE_OK)
        client_report(status, &error);
    else if (options->json)
        print_json(options, realm, pools, floor_ms);
    else
        print(options, realm, pools, floor_ms);
    if (status == SORTID_NODE_OK && options->raise_bounds != NULL && raise.unix_ms == 0)
        print_assumption(options);
}
