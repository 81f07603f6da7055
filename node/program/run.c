/* SPDX-License-Identifier: MIT */
/* run.c: `sortid node run`: reserves a node id, runs COMMAND with it, releases it. COMMAND gets the
 * node in SCRU64_NODE_SPEC, and no password. */
#include "../../common/report.h"
#include "boot.h"
#include "client.h"
#include "metrics_file.h"
#include "signals.h"
#include "run.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* While the program waits for an id, it checks for signals after this time. */
#define WAIT_STEP_MS 2000

/* "0x7fffff/23" */
#define NAME_SIZE 16

static void check(const struct options *options)
{
    struct quote quote;
    const char *title = options->command->title;
    if (options->word_count > 1 && options->behind == NULL)
        report_usage(title, "unexpected argument %s: COMMAND comes after --",
                     quote_string(&quote, options->words[1]));
    options_need_words(options, (const char *const[]){"REALM"}, 1);
    if (options->pool_count == 0)
        report_usage(title, "--pool NAME is needed");
    if (options->behind == NULL || options->behind[0] == NULL)
        report_usage(title, "COMMAND is needed after --");
}

/* At SIGKILL, which comes before the lease ends, the bound must be ahead by the allowance of a
 * generator and the skew, also right before it is raised, when half of the horizon is left. The
 * library demands the same. */
static uint64_t needed_horizon_ms(const sortid_node_reservation_options *reservation)
{
    uint64_t lease_ms = (uint64_t)reservation->lease_s * 1000;
    return 2 * (lease_ms + reservation->allowance_ms + reservation->max_skew_ms);
}

#define HORIZON_MOST_MS 86400000 /* that the library accepts */

static void choose_horizon(struct options *options)
{
    sortid_node_reservation_options *reservation = &options->reservation;
    const char *title = options->command->title;
    uint64_t needed_ms = needed_horizon_ms(reservation);
    if (needed_ms > HORIZON_MOST_MS)
        report_usage(title,
                     "--max-skew and --lease need a horizon of more than 24 h: make them smaller");
    if (options->horizon_given && reservation->horizon_ms < needed_ms)
        report_usage(title, "--horizon: this lease and max skew need %" PRIu64 " ms or more",
                     needed_ms);
    if (!options->horizon_given && reservation->horizon_ms < needed_ms)
        reservation->horizon_ms = (uint32_t)needed_ms;
}

/* If a signal has come, ends the program by it as if it had not been caught. */
static void end_if_signaled(sortid_node_client *client)
{
    int number = signals_ending();
    if (number == 0)
        return;
    client_finish(client);
    signals_restore();
    kill(getpid(), number);
    exit(128 + number);
}

/* Lets signals in for a moment, while there is no COMMAND to pass them to. */
static void handle_signals(sortid_node_client *client)
{
    int number;
    boot_wait(-1, -1, 0, signals_let_in());
    end_if_signaled(client);
    while (signals_take(&number))
        if (number == SIGTSTP)
            raise(SIGSTOP);
}

/* Waits in steps, so that a signal takes effect soon. Each step searches again. */
static sortid_node_reservation *acquire(const struct options *options, sortid_node_client *client)
{
    sortid_node_reservation *reservation = NULL;
    sortid_node_error error = {""};
    sortid_node_reservation_options step = options->reservation;
    sortid_node_status status;
    uint64_t until_ms = boot_ms() + options->reservation.wait_ms;
    do {
        uint64_t now_ms = boot_ms();
        uint64_t left_ms = now_ms < until_ms ? until_ms - now_ms : 0;
        step.wait_ms = left_ms < WAIT_STEP_MS ? left_ms : WAIT_STEP_MS;
        status = sortid_node_reservation_acquire(client, &reservation, &step, &error);
        if (status != SORTID_NODE_OK)
            handle_signals(client);
    } while ((status == SORTID_NODE_NO_ID || status == SORTID_NODE_UNREACHABLE ||
              status == SORTID_NODE_STORE_FAILED) &&
             boot_ms() < until_ms);
    if (status == SORTID_NODE_OK)
        return reservation;
    client_report(options, status, &error);
    return NULL;
}

static void release(sortid_node_reservation *reservation)
{
    sortid_node_error error = {""};
    sortid_node_status status = sortid_node_reservation_release(reservation, &error);
    if (status == SORTID_NODE_OK)
        return;
    report(STATUS_SYSTEM,
           "node: the node id was not released, and is blocked until its bound and quarantine have "
           "passed: %s",
           error.text);
}

/* Sets the environment of COMMAND. Call it while there is one thread. */
static bool set_environment(const sortid_scru64_node_spec *spec)
{
    char text[SORTID_SCRU64_NODE_SPEC_SIZE];
    return sortid_scru64_node_spec_print(text, spec) > 0 &&
           unsetenv("SORTID_STORE_PASSWORD") == 0 && setenv("SCRU64_NODE_SPEC", text, 1) == 0;
}

void run_run(struct options *options)
{
    char name[NAME_SIZE];
    sortid_scru64_node_spec spec;
    int status = STATUS_SYSTEM;
    check(options);
    choose_horizon(options);
    options->reservation.realm = options->words[0];
    options->reservation.pool = options_join_pools(options);
    options->reservation.external = true;
    sortid_node_client *client = client_open(options);
    signals_begin();
    sortid_node_reservation *reservation = acquire(options, client);
    if (reservation == NULL) {
        client_finish(client);
        return;
    }
    boot_wait(-1, -1, 0, signals_let_in());
    if (signals_ending() != 0)
        release(reservation);
    handle_signals(client);
    sortid_node_reservation_spec(reservation, &spec);
    snprintf(name, sizeof name, "0x%" PRIx32 "/%" PRIu32, spec.node_id, spec.node_id_size);

    enum reservation_end end = RESERVATION_RELEASE;
    metrics_file_begin(options->metrics_file, options->words[0]);
    if (!set_environment(&spec))
        report(STATUS_SYSTEM, "node: no memory");
    else
        end = supervise(&status, reservation, name, options->behind);
    metrics_file_end();
    if (end != RESERVATION_RELEASE)
        _exit(status); // the library may be in a request: do not wait for it
    release(reservation);
    client_finish(client);
    exit(status);
}
