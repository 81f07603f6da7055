/* SPDX-License-Identifier: MIT */
/* holder.c: takes ids of a pool one after another, makes IDs with each and writes them into its
 * journal, until SIGTERM: then it releases the id and ends with 0. A separate program, because it
 * is killed and stopped. Started by crew.c. */
#include "journal.h"

#include "node/platform.h"

#include <sortid.h>
#include <sortid/node.h>

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/prctl.h>
#endif

enum {
    terminate_ms = 20,
    most_nap_us = 5000,
    stall_us = 2000,
    retry_us = 50000,
    failed_exit = 100,
    allowance_ms = 1000
};

static struct journal *journal;
static const struct orders *orders;
static sortid_node_client *client;
static volatile sig_atomic_t must_end; /* SIGTERM came */

/* The current reservation. */
static struct {
    sortid_node_reservation *reservation;
    uint64_t number;
    uint64_t until_ms, renew_ms;
    bool lost;
} work;

/* ---- Helpers --------------------------------------------------------------------------------- */

static void on_sigterm(int signal)
{
    (void)signal;
    must_end = 1;
}

/* The process is started with SIGTERM blocked, so that no signal is missed. */
static void handle_sigterm(void)
{
    sigset_t term;
    sigemptyset(&term);
    sigaddset(&term, SIGTERM);
    signal(SIGTERM, on_sigterm);
    sigprocmask(SIG_UNBLOCK, &term, NULL);
}

static void fail(const char *what, const char *text)
{
    fprintf(stderr, "holder %s: %s: %s\n", orders != NULL ? orders->label : "", what, text);
    exit(failed_exit);
}

static void nap_us(uint64_t us)
{
    struct timespec pause = {.tv_sec = (time_t)(us / 1000000),
                             .tv_nsec = (long)(us % 1000000) * 1000};
    nanosleep(&pause, NULL);
}

static uint64_t now_ms(void)
{
    uint64_t ms = 0;
    if (!sortid_node_platform_boot_ms(&ms))
        fail("clock", "it cannot be read");
    return ms;
}

/* Records the status of a call. */
static sortid_node_status record_status(sortid_node_status status)
{
    if (status != SORTID_NODE_OK)
        atomic_fetch_add(&journal->failed[status], 1);
    return status;
}

/* ---- One reservation ------------------------------------------------------------------------- */

static bool is_over(void)
{
    return must_end || work.lost || now_ms() >= work.until_ms ||
           atomic_load(&journal->count) >= JOURNAL_IDS;
}

/* Renews, or if the library's thread does, reads the thread's last status. */
static void renew_if_due(void)
{
    uint64_t next = 0;
    if (now_ms() < work.renew_ms)
        return;
    work.lost = record_status(sortid_node_reservation_renew(work.reservation, &next, NULL)) ==
                SORTID_NODE_LOST;
    work.renew_ms =
        now_ms() + (orders->renewal_thread && next > terminate_ms ? terminate_ms : next);
}

/* The generator's waits are short; they renew the reservation, and end with it. */
static sortid_status sleep_little(void *context, uint64_t us)
{
    (void)context;
    if (is_over())
        return SORTID_SLEEP_FAILED;
    nap_us(us < most_nap_us ? us : most_nap_us);
    renew_if_due();
    return SORTID_OK;
}

static void record_id(const sortid_scru64 *id)
{
    uint64_t count = atomic_load(&journal->count);
    journal->ids[count] = (struct journal_id){sortid_scru64_to_int(id), work.number};
    atomic_store(&journal->count, count + 1);
}

/* Tries to make an ID. */
static void make_one(sortid_scru64_generator *generator)
{
    sortid_scru64 id;
    sortid_status status = sortid_scru64_generator_next(generator, &id, NULL);
    if (status == SORTID_OK) {
        record_id(&id);
    } else if (status == SORTID_RESERVATION_LOST) {
        work.lost = true;
    } else if (status == SORTID_BOUND_REACHED || status == SORTID_ROLLBACK) {
        atomic_fetch_add(&journal->stalls, status == SORTID_BOUND_REACHED);
        nap_us(stall_us);
    } else if (status != SORTID_SLEEP_FAILED) {
        fail("generate", sortid_status_text(status));
    }
}

static void prepare(sortid_scru64_generator *generator)
{
    sortid_sources sources;
    sortid_options options = {.mode = orders->waiting ? SORTID_MODE_WAIT : SORTID_MODE_ABORT,
                              .allowance_ms = allowance_ms,
                              .bound = *sortid_node_reservation_bound(work.reservation)};
    sortid_node_reservation_spec(work.reservation, &options.node);
    sortid_sources_default(&sources);
    sources.sleep = (sortid_sleep){sleep_little, NULL};
    sortid_status status = sortid_scru64_generator_init(generator, &options, &sources);
    if (status != SORTID_OK)
        fail("generator_init", sortid_status_text(status));
}

static void use_reservation(void)
{
    sortid_scru64_generator generator;
    prepare(&generator);
    while (!is_over()) {
        renew_if_due();
        make_one(&generator);
        if (orders->pace_us > 0)
            nap_us(orders->pace_us);
    }
}

static void end_reservation(void)
{
    if (orders->abandon && !must_end)
        sortid_node_reservation_abandon(work.reservation);
    else if (record_status(sortid_node_reservation_release(work.reservation, NULL)) ==
             SORTID_NODE_LOST)
        work.lost = true;
    if (work.lost)
        atomic_fetch_add(&journal->lost, 1);
}

/* ---- One reservation after another ----------------------------------------------------------- */

static void begin_reservation(void)
{
    sortid_scru64_node_spec spec;
    sortid_scru64_fields fields;
    uint32_t number = atomic_load(&journal->reservations);
    sortid_node_reservation_spec(work.reservation, &spec);
    sortid_scru64_to_fields(&fields, &spec.last);
    work.number = number;
    work.lost = false;
    work.renew_ms = now_ms();
    work.until_ms = orders->life_ms > 0 ? now_ms() + orders->life_ms : UINT64_MAX;
    journal->reservation[number] =
        (struct journal_reservation){.start = fields.timestamp + 1, .node_id = spec.node_id};
    atomic_store(&journal->reservations, number + 1);
}

static sortid_node_status acquire(sortid_node_error *error)
{
    const sortid_node_reservation_options options = {.realm = orders->realm,
                                                     .pool = "p",
                                                     .label = orders->label,
                                                     .lease_s = 2,
                                                     .horizon_ms = orders->horizon_ms,
                                                     .allowance_ms = allowance_ms,
                                                     .wait_ms = orders->wait_ms,
                                                     .renewal_thread = orders->renewal_thread};
    return record_status(
        sortid_node_reservation_acquire(client, &work.reservation, &options, error));
}

static void reserve_repeatedly(void)
{
    sortid_node_error error;
    while (!must_end && atomic_load(&journal->reservations) < JOURNAL_RESERVATIONS) {
        if (acquire(&error) != SORTID_NODE_OK) {
            nap_us(retry_us);
            continue;
        }
        begin_reservation();
        use_reservation();
        end_reservation();
    }
}

int main(void)
{
    sortid_node_error error;
#if defined(__linux__)
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    handle_sigterm();
    void *memory = mmap(NULL, sizeof *journal, PROT_READ | PROT_WRITE, MAP_SHARED, JOURNAL_FD, 0);
    if (memory == MAP_FAILED)
        fail("mmap", "no journal");
    journal = memory;
    orders = &journal->orders;
    close(JOURNAL_FD);
    const sortid_node_client_options options = {.store = orders->endpoints,
                                                .timeout_ms = orders->timeout_ms};
    if (sortid_node_client_open(&client, &options, &error) != SORTID_NODE_OK)
        fail("open", error.text);
    reserve_repeatedly();
    sortid_node_client_close(client);
    return 0;
}
