/* SPDX-License-Identifier: MIT */
/* serve.c: `sortid node serve`: an agent that keeps reservations, and gives blocks of their IDs to
 * programs over a Unix socket (docs/node-agent.md). One thread serves all clients; others,
 * acquirer.c's and those of the library, wait for the store. */
#include "../../common/report.h"
#include "serve.h"
#include "boot.h"
#include "client.h"
#include "metrics_file.h"
#include "signals.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <sys/resource.h>
#include <time.h>

/* Descriptors besides those of clients: standard streams, pipes, the store. */
#define OTHER_DESCRIPTORS 256

/* While connections cannot be accepted: when to try again. */
#define ACCEPT_AGAIN_NS 100000000

/* How often the reservations are looked at, also if no client asks. */
#define LOOK_MS 1000

/* ---- Reservations --------------------------------------------------------------------------- */

static void release(sortid_node_reservation *reservation)
{
    sortid_node_error error = {""};
    sortid_node_status status = sortid_node_reservation_release(reservation, &error);
    if (status != SORTID_NODE_OK && status != SORTID_NODE_LOST)
        report(STATUS_SYSTEM,
               "node: a node id was not released, and is blocked until its bound has passed: %s",
               error.text);
}

/* Takes what the acquirer has; returns the status of its last attempt. */
static sortid_node_status take_reservations(sortid_node_error *error)
{
    sortid_node_status status;
    sortid_node_reservation *reservation;
    while ((reservation = acquirer_take(&status, error)) != NULL)
        if (!blocks_add(reservation)) {
            report(STATUS_SYSTEM, "node: a generator cannot start on a reservation");
            acquirer_replace(reservation);
        }
    return status;
}

static uint64_t lost_count;

static void replace_lost(void)
{
    sortid_node_reservation *lost;
    while ((lost = blocks_take(false)) != NULL) {
        lost_count++;
        report(STATUS_OK, "node: a node id is lost: acquiring another");
        acquirer_replace(lost);
    }
}

/* Reports once per series of failures: renewals may fail for longer than the bound lasts, and
 * succeed then. */
static void tell_failures(const struct blocks_renewals *renewals)
{
    static bool failing;
    if (renewals->fails && !failing)
        report(STATUS_OK, "node: a reservation cannot be renewed: %s; trying again",
               renewals->error.text);
    if (!renewals->fails && failing)
        report(STATUS_OK, "node: all reservations are renewed again");
    failing = renewals->fails;
}

/* Does so once in LOOK_MS. */
static void look_at_reservations(void)
{
    static uint64_t next_ms;
    struct blocks_renewals renewals;
    uint64_t now_ms = boot_ms();
    if (now_ms < next_ms)
        return;
    next_ms = now_ms + LOOK_MS;
    blocks_look(&renewals);
    tell_failures(&renewals);
    replace_lost();
    const struct metrics_file_numbers numbers = {.reservations = renewals.reservations,
                                                 .lost = lost_count,
                                                 .failed_renewals = renewals.failed};
    metrics_file_write(&numbers);
}

/* Waits for the first reservation. False: there is none, which is reported, or a signal came. */
static bool wait_for_first(const struct options *options)
{
    uint64_t until_ms = boot_ms() + options->reservation.wait_ms;
    bool told = false;
    while (blocks_ids_of_tick() == 0) {
        sortid_node_error error = {""};
        sortid_node_status status = take_reservations(&error);
        if (status != SORTID_NODE_OK && (!client_may_wait(status) || boot_ms() >= until_ms)) {
            client_report(status, &error);
            return false;
        }
        if (status != SORTID_NODE_OK && !told)
            report(STATUS_OK, "node: no node id yet: %s; trying again for %" PRIu64 " s",
                   error.text, options->reservation.wait_ms / 1000);
        told |= status != SORTID_NODE_OK;
        if (blocks_ids_of_tick() == 0)
            boot_wait(-1, acquirer_descriptor(), boot_ms() + 1000, signals_let_in());
        if (signals_obey() != 0)
            return false;
    }
    return true;
}

/* ---- The loop ------------------------------------------------------------------------------- */

enum { LISTENER, KEEPER, FIRST_CLIENT };

/* Accepts all that wait. False: it cannot now, because descriptors or memory are used up. */
static bool accept_all(int listener, mode_t mode)
{
    for (;;) {
        int descriptor = listener_accept(listener, mode);
        if (descriptor >= 0)
            clients_add(descriptor);
        else if (errno == EAGAIN)
            return true;
        else if (errno != EINTR && errno != EACCES && errno != ECONNABORTED)
            return false;
    }
}

/* Reports failures of the acquirer; one that is repeated only once. */
static void look_at_acquirer(void)
{
    static sortid_node_status last;
    sortid_node_error error = {""};
    sortid_node_status status = take_reservations(&error);
    if (status != SORTID_NODE_OK && status != last)
        report(STATUS_OK, "node: no other node id yet: %s", error.text);
    last = status;
}

static void loop(int listener, mode_t mode)
{
    static struct pollfd polls[FIRST_CLIENT + CLIENTS_MAX];
    bool accepts = true, ready;
    while (signals_obey() == 0) {
        size_t count = FIRST_CLIENT + clients_poll(polls + FIRST_CLIENT, &ready);
        const struct timespec none = {0, 0}, soon = {0, ACCEPT_AGAIN_NS};
        const struct timespec rest = {LOOK_MS / 1000, LOOK_MS % 1000 * 1000000};
        polls[LISTENER] = (struct pollfd){.fd = accepts ? listener : -1, .events = POLLIN};
        polls[KEEPER] = (struct pollfd){.fd = acquirer_descriptor(), .events = POLLIN};
        const struct timespec *wait = ready ? &none : !accepts ? &soon : &rest;
        bool some = ppoll(polls, count, wait, signals_let_in()) >= 0;
        if (some && polls[KEEPER].revents != 0)
            look_at_acquirer();
        if (some)
            clients_serve(polls + FIRST_CLIENT);
        replace_lost();
        look_at_reservations();
        if (!some || polls[LISTENER].revents != 0 || !accepts)
            accepts = accept_all(listener, mode);
    }
}

/* ---- The command ---------------------------------------------------------------------------- */

static void allow_descriptors(void)
{
    struct rlimit limit;
    const rlim_t wanted = CLIENTS_MAX + OTHER_DESCRIPTORS;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted)
        return;
    limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
    (void)setrlimit(RLIMIT_NOFILE, &limit);
}

static void serve(const struct options *options)
{
    int listener = listener_open(options->socket, options->socket_mode);
    if (listener < 0)
        return;
    metrics_file_begin(options->metrics_file, options->words[0]);
    loop(listener, options->socket_mode);
    metrics_file_end();
    clients_close_all();
    listener_close(listener, options->socket);
}

/* The next holders start at the first tick that was not used. */
static void release_all(void)
{
    sortid_node_status status;
    sortid_node_error error;
    sortid_node_reservation *reservation;
    while ((reservation = blocks_take(true)) != NULL)
        release(reservation);
    while ((reservation = acquirer_take(&status, &error)) != NULL)
        release(reservation);
}

void run_serve(struct options *options)
{
    options_set_pools(options);
    if (options->socket == NULL)
        report_usage("--socket PATH is needed");
    options->reservation.renewal_thread = true;
    sortid_node_reservation_options reservation = options->reservation;
    reservation.wait_ms = 0; /* of the first look */
    sortid_node_client *client = client_open(options);
    allow_descriptors();
    signals_begin();
    if (!acquirer_begin(client, &reservation, options->reservations)) {
        report_system(errno, "node: thread");
        return;
    }
    if (wait_for_first(options))
        serve(options);
    acquirer_end();
    release_all();
}
