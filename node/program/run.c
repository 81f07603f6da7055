/* SPDX-License-Identifier: MIT */
/* run.c: `sortid node run`: reserves a node id, runs COMMAND with it, releases it. COMMAND gets the
 * node in SCRU64_NODE_SPEC, and as a number for other generators in SORTID_WORKER_ID; and no
 * password. */
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

/* After a signal: how long it tries to release the id. */
#define STOP_MS 60000

/* "0x7fffff/23" */
#define NAME_SIZE 16

/* The library makes a horizon longer if lease, allowance and skew need that. One that was given is
 * refused instead. */
static void check(struct options *options)
{
    struct quote quote;
    const sortid_node_reservation_options *o = &options->reservation;
    uint64_t needed_ms = ((uint64_t)o->lease_s * 1000 + o->allowance_ms + o->max_skew_ms) * 4 / 3;
    if (options->word_count > 1 && options->behind == NULL)
        report_usage("unexpected argument %s: COMMAND comes after --",
                     quote_string(&quote, options->words[1]));
    options_set_pools(options);
    if (options->behind == NULL || options->behind[0] == NULL)
        report_usage("COMMAND is needed after --");
    if (options->horizon_given && o->horizon_ms < needed_ms)
        report_usage("--horizon: this lease and max skew need %" PRIu64 " ms or more", needed_ms);
}

/* Waits until then, while there is no COMMAND to pass signals to. Returns a signal that has come
 * and would end a program; 0: none. */
static int pause_until(uint64_t until_ms)
{
    int ending;
    do {
        boot_wait(-1, -1, until_ms, signals_let_in());
        ending = signals_obey();
    } while (ending == 0 && boot_ms() < until_ms);
    return ending;
}

/* Ends the program by a signal, unless it is 0, as if it had not been caught. */
static void end_if_signaled(int number)
{
    if (number == 0)
        return;
    client_finish();
    signals_restore();
    kill(getpid(), number);
    exit(128 + number);
}

/* Waits in steps, so that a signal takes effect soon. Each step searches again. While the store is
 * away, the pauses are longer. */
static sortid_node_reservation *acquire(const struct options *options, sortid_node_client *client)
{
    sortid_node_reservation *reservation = NULL;
    sortid_node_error error = {""};
    sortid_node_reservation_options step = options->reservation;
    const uint64_t until_ms = boot_ms() + options->reservation.wait_ms;
    step.wait_ms = 0;
    for (unsigned tries = 0, failures = 0;; tries++) {
        sortid_node_status status =
            sortid_node_reservation_acquire(client, &reservation, &step, &error);
        if (status == SORTID_NODE_OK)
            return reservation;
        uint64_t now_ms = boot_ms(), next_ms = now_ms;
        bool ends = !client_may_wait(status) || now_ms >= until_ms;
        if (tries == 0 && !ends)
            report(STATUS_OK, "node: no node id yet: %s; trying again for %" PRIu64 " s",
                   error.text, options->reservation.wait_ms / 1000);
        failures = status == SORTID_NODE_NO_ID ? 0 : failures + 1;
        if (failures > 0 && !ends)
            next_ms += boot_pause_ms(failures - 1);
        end_if_signaled(pause_until(next_ms < until_ms ? next_ms : until_ms));
        if (ends) {
            client_report(status, &error);
            return NULL;
        }
        uint64_t left_ms = until_ms > next_ms ? until_ms - next_ms : 0;
        step.wait_ms = failures > 0 ? 0 : left_ms < WAIT_STEP_MS ? left_ms : WAIT_STEP_MS;
    }
}

/* COMMAND has ended, so its id can be released at any time. Tries until the store answers, or the
 * id must be free anyway; after a signal for STOP_MS, and after another one no more. */
static void release(const struct options *options, sortid_node_reservation *reservation)
{
    sortid_node_error error = {""};
    sortid_node_status status;
    unsigned failures = 0, signals = 0;
    uint64_t blocked_ms = options->reservation.quarantine_ms, until_ms = boot_ms();
    until_ms += options->reservation.horizon_ms +
                (blocked_ms > 0 ? blocked_ms : SORTID_NODE_DEFAULT_QUARANTINE_MS);
    while ((status = sortid_node_reservation_release(reservation, &error)) != SORTID_NODE_OK &&
           client_may_wait(status) && boot_ms() < until_ms) {
        uint64_t next_ms = boot_ms() + boot_pause_ms(failures);
        if (failures++ == 0)
            report(STATUS_OK,
                   "node: the node id is not released yet: %s; trying again, after a signal for "
                   "%d s",
                   error.text, STOP_MS / 1000);
        if (pause_until(next_ms) != 0)
            until_ms = signals++ > 0 ? 0 : boot_ms() + STOP_MS;
    }
    if (status == SORTID_NODE_OK)
        return;
    sortid_node_reservation_abandon(reservation);
    report(STATUS_SYSTEM,
           "node: the node id was not released, and is blocked until its bound and quarantine have "
           "passed: %s",
           error.text);
}

/* Waits until this machine's clock shows the first time of the reservation, since a generator that
 * knows no more than its number begins at the clock; sets whether it does. Returns a signal that
 * would end the program before; 0: none. */
static int wait_for_clock(bool *reached, uint64_t first_ms)
{
    uint64_t now_us = 0;
    sortid_clock clock;
    sortid_clock_exact(&clock);
    int ending = pause_until(0);
    for (bool told = false; ending == 0; told = true) {
        bool can_read = clock.read(clock.context, &now_us) == SORTID_OK;
        *reached = can_read && now_us / 1000 >= first_ms;
        if (*reached || !can_read)
            break;
        uint64_t left_ms = first_ms - now_us / 1000;
        if (!told && left_ms > 1000)
            report(STATUS_OK, "node: waiting %" PRIu64 " s until the last holder's bound",
                   left_ms / 1000 + 1);
        ending = pause_until(boot_ms() + (left_ms < 1000 ? left_ms : 1000));
    }
    return ending;
}

/* Sets the environment of COMMAND. Call it while there is one thread. */
static bool set_environment(const sortid_scru64_node_spec *spec, uint64_t first_ms)
{
    char text[SORTID_SCRU64_NODE_SPEC_SIZE], number[24], first[24];
    snprintf(number, sizeof number, "%" PRIu32, spec->node_id);
    snprintf(first, sizeof first, "%" PRIu64, first_ms);
    return sortid_scru64_node_spec_print(text, spec) > 0 &&
           unsetenv("SORTID_STORE_PASSWORD") == 0 && setenv("SCRU64_NODE_SPEC", text, 1) == 0 &&
           setenv("SORTID_WORKER_ID", number, 1) == 0 &&
           setenv("SORTID_NOT_BEFORE_MS", first, 1) == 0;
}

void run_run(struct options *options)
{
    char name[NAME_SIZE];
    sortid_scru64_node_spec spec;
    int status = STATUS_SYSTEM;
    check(options);
    options->reservation.external = true;
    sortid_node_client *client = client_open(options);
    signals_begin();
    sortid_node_reservation *reservation = acquire(options, client);
    if (reservation == NULL)
        return;
    sortid_node_reservation_spec(reservation, &spec);
    uint64_t first_ms = sortid_scru64_unix_ms(&spec.last) + SORTID_SCRU64_TICK_MS;
    bool reached = false;
    int number = wait_for_clock(&reached, first_ms);
    if (number != 0)
        release(options, reservation);
    end_if_signaled(number);
    snprintf(name, sizeof name, "0x%" PRIx32 "/%" PRIu32, spec.node_id, spec.node_id_size);

    enum reservation_end end = RESERVATION_RELEASE;
    metrics_file_begin(options->metrics_file, options->words[0]);
    if (!reached)
        report(STATUS_SYSTEM, "node: the clock cannot be read");
    else if (!set_environment(&spec, first_ms))
        report(STATUS_SYSTEM, "node: no memory");
    else
        end = supervise(&status, reservation, name, options->behind);
    metrics_file_end();
    if (end != RESERVATION_RELEASE)
        _exit(status); // the library may be in a request: do not wait for it
    release(options, reservation);
    client_finish();
    exit(status);
}
