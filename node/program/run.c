/* SPDX-License-Identifier: MIT */
/* run.c: `sortid node run`: takes a hold, runs COMMAND under it, gives it back. Called by main.c.
 * COMMAND gets the node in SCRU64_NODE_SPEC, and no password. */
#define _POSIX_C_SOURCE 200809L
#include "../../common/report.h"
#include "boot.h"
#include "client.h"
#include "signals.h"
#include "supervise.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* While it waits for an id the program looks after so long whether it is to end. */
#define WAIT_STEP_MS 2000

/* "0x7fffff/23" */
#define NAME_SIZE 16

static void check(const struct options *options)
{
    static const char *const names[] = {"REALM"};
    struct quote quote;
    const char *title = options->command->title;
    if (options->word_count > 1 && options->behind == NULL)
        report_usage(title, "unexpected argument %s: COMMAND stands behind --",
                     quote_string(&quote, options->words[1]));
    options_need_words(options, names, 1);
    if (options->pool_count != 1)
        report_usage(title, options->pool_count == 0 ? "--pool NAME is needed"
                                                     : "--pool NAME is needed once");
    if (options->behind == NULL || options->behind[0] == NULL)
        report_usage(title, "a COMMAND is needed behind --");
}

/* The bound must be behind the time of SIGKILL, which is within the lease's, by the allowance of a
 * generator and the skew, also right before it is raised: when half of the horizon is left. The
 * library asks for as much. */
static uint64_t needed_horizon_ms(const sortid_node_hold_options *hold)
{
    uint64_t lease_ms = (uint64_t)hold->lease_s * 1000;
    return 2 * (lease_ms + hold->allowance_ms + hold->max_skew_ms);
}

#define HORIZON_MOST_MS 86400000 /* what the library takes */

static void choose_horizon(struct options *options)
{
    sortid_node_hold_options *hold = &options->hold;
    const char *title = options->command->title;
    uint64_t needed_ms = needed_horizon_ms(hold);
    if (needed_ms > HORIZON_MOST_MS)
        report_usage(title, "--max-skew and --lease ask for a horizon of more than 24 h");
    if (options->horizon_given && hold->horizon_ms < needed_ms)
        report_usage(title, "--horizon: this lease and this skew need %" PRIu64 " ms or more",
                     needed_ms);
    if (!options->horizon_given && hold->horizon_ms < needed_ms)
        hold->horizon_ms = (uint32_t)needed_ms;
}

/* Ends by the signal, if one has come, as if it had not been caught. */
static void end_if_told(sortid_node_client *client)
{
    int number = signals_ending();
    if (number == 0)
        return;
    client_finish(client);
    signals_restore();
    kill(getpid(), number);
    exit(128 + number);
}

/* Lets signals in for a moment. There is no COMMAND as yet that they could be meant for. */
static void look_at_signals(sortid_node_client *client)
{
    int number;
    boot_wait(-1, -1, 0, signals_let_in());
    end_if_told(client);
    while (signals_take(&number))
        if (number == SIGTSTP)
            raise(SIGSTOP);
}

/* Waits in steps, so that a signal is heeded soon. A step begins anew, and asks for what is free
 * then. */
static sortid_node_hold *acquire(const struct options *options, sortid_node_client *client)
{
    sortid_node_hold *hold = NULL;
    sortid_node_error error = {""};
    sortid_node_hold_options step = options->hold;
    sortid_node_status status;
    uint64_t until_ms = boot_ms() + options->hold.wait_ms;
    do {
        uint64_t now_ms = boot_ms();
        uint64_t left_ms = now_ms < until_ms ? until_ms - now_ms : 0;
        step.wait_ms = left_ms < WAIT_STEP_MS ? left_ms : WAIT_STEP_MS;
        status = sortid_node_acquire(&hold, client, &step, &error);
        if (status != SORTID_NODE_OK)
            look_at_signals(client);
    } while (status == SORTID_NODE_NO_ID && boot_ms() < until_ms);
    if (status == SORTID_NODE_OK)
        return hold;
    client_report(options, status, &error);
    return NULL;
}

static void give_back(sortid_node_hold *hold)
{
    sortid_node_error error = {""};
    sortid_node_status status = sortid_node_release(hold, &error);
    if (status == SORTID_NODE_OK)
        return;
    report(STATUS_SYSTEM, "node: the id was not given back, and rests: %s", error.text);
}

/* The environment of COMMAND, as long as this is the only thread. */
static bool set_environment(const sortid_scru64_node_spec *spec)
{
    char text[SORTID_SCRU64_NODE_SPEC_SIZE];
    sortid_scru64_node_spec_print(text, spec);
    return unsetenv("SORTID_ETCD_PASSWORD") == 0 && setenv("SCRU64_NODE_SPEC", text, 1) == 0;
}

int run_run(struct options *options)
{
    char name[NAME_SIZE];
    sortid_scru64_node_spec spec;
    int status = STATUS_SYSTEM;
    check(options);
    choose_horizon(options);
    options->hold.realm = options->words[0];
    options->hold.pool = options->pools[0];
    options->hold.foreign = true;
    sortid_node_client *client = client_open(options);
    signals_begin();
    sortid_node_hold *hold = acquire(options, client);
    if (hold == NULL)
        return client_finish(client);
    boot_wait(-1, -1, 0, signals_let_in());
    if (signals_ending() != 0)
        give_back(hold);
    look_at_signals(client);
    sortid_node_hold_spec(&spec, hold);
    snprintf(name, sizeof name, "0x%" PRIx32 "/%" PRIu32, spec.node_id, spec.node_id_size);

    enum hold_end end = HOLD_GIVE_BACK;
    if (!set_environment(&spec))
        report(STATUS_SYSTEM, "node: no memory");
    else
        end = supervise(&status, hold, name, options->behind);
    if (end != HOLD_GIVE_BACK)
        _exit(status); // the library may be in a request, whose end nobody awaits
    give_back(hold);
    client_finish(client);
    return status;
}
