/* SPDX-License-Identifier: MIT */
/* supervise.c: see run.h. One loop waits for signals, results of the renewal thread and deadlines.
 * It sends no request to the store: renewal.c does, in a thread. */
#include "run.h"

#include "../../common/report.h"
#include "boot.h"
#include "metrics_file.h"
#include "signals.h"

#include <errno.h>
#include <signal.h>

struct watch {
    const char *name; /* of the id */
    struct quote command;
    struct child child;
    struct watchdog watchdog;
    struct renewal_result renewal;
    uint64_t told_ms; /* to the watchdog */
    int alarm;
    bool failing;   /* the last renewal failed */
    bool asked;     /* SIGTERM was sent to COMMAND, */
    bool killed;    /* and SIGKILL */
    bool unwatched; /* the watchdog has ended */
};

/* ---- Deadlines ------------------------------------------------------------------------------ */

static uint64_t next_deadline(const struct watch *watch)
{
    uint64_t next_ms = watch->asked ? watch->renewal.kill_ms : watch->renewal.terminate_ms;
    return watch->killed ? UINT64_MAX / 2 : next_ms;
}

/* Reports once per series of failures: renewals may fail for hours before the deadline, and succeed
 * then. */
static void tell_failures(struct watch *watch)
{
    bool fails = watch->renewal.status != SORTID_NODE_OK;
    if (watch->renewal.lost) // which has a message of its own
        return;
    if (fails && !watch->failing)
        report(STATUS_OK, "node: the reservation of %s cannot be renewed: %s; trying again",
               watch->name, watch->renewal.error.text);
    if (!fails && watch->failing)
        report(STATUS_OK, "node: the reservation of %s is renewed again", watch->name);
    watch->failing = fails;
}

static void kill_late(struct watch *watch)
{
    child_signal(&watch->child, SIGKILL);
    watch->killed = true;
    report(STATUS_SYSTEM, "node: the reservation of %s could not be renewed in time: killing %s",
           watch->name, watch->command.text);
}

/* A watchdog that has ended after its deadline has killed COMMAND, whatever happened since. */
static void tell_watchdog(struct watch *watch)
{
    uint64_t kill_ms = watch->renewal.kill_ms;
    if (watch->unwatched || kill_ms == watch->told_ms)
        return;
    if (watchdog_tell(&watch->watchdog, kill_ms)) {
        watch->told_ms = kill_ms;
        return;
    }
    watch->unwatched = true;
    if (watch->told_ms == 0 || boot_ms() < watch->told_ms)
        report(STATUS_OK,
               "node: the watchdog process of %s has ended: start it again, because it may make "
               "IDs after its bound if this program is stopped",
               watch->command.text);
    else if (!watch->killed)
        kill_late(watch);
}

static void take_result(struct watch *watch)
{
    renewal_take_result(&watch->renewal);
    tell_watchdog(watch);
    tell_failures(watch);
    const struct metrics_file_numbers numbers = {.reservations = !watch->renewal.lost,
                                                 .lost = watch->renewal.lost,
                                                 .failed_renewals = watch->renewal.failed};
    metrics_file_write(&numbers);
}

static void meet_deadlines(struct watch *watch)
{
    uint64_t now_ms = boot_ms();
    const char *command = watch->command.text;
    if (watch->killed)
        return;
    if (watch->renewal.lost) {
        child_signal(&watch->child, SIGKILL);
        watch->killed = true;
        report(STATUS_SYSTEM,
               "node: the reservation of %s is lost: killing %s; start it again for another id",
               watch->name, command);
    } else if (now_ms >= watch->renewal.kill_ms) {
        kill_late(watch);
    } else if (!watch->asked && now_ms >= watch->renewal.terminate_ms) {
        child_signal(&watch->child, SIGTERM);
        child_signal(&watch->child, SIGCONT); // a stopped one must get the SIGTERM
        watch->asked = true;
        report(
            STATUS_SYSTEM,
            "node: the reservation of %s was not renewed, and its bound is near: sending SIGTERM "
            "to %s",
            watch->name, command);
    }
}

/* ---- Signals -------------------------------------------------------------------------------- */

static void pass_signals(struct watch *watch)
{
    int number;
    while (signals_take(&number)) {
        if (number == SIGCONT)
            terminal_give(watch->child.group);
        child_signal(&watch->child, number);
        if (number == SIGTSTP && terminal_has_shell())
            terminal_stop();
    }
}

/* COMMAND was stopped. If a shell waits for this program, this program stops too, so that the shell
 * knows. */
static void follow_stop(struct watch *watch)
{
    if (!terminal_has_shell())
        return;
    terminal_stop();
    terminal_give(watch->child.group);
}

static void watch_command(struct watch *watch)
{
    enum child_state state;
    while ((state = child_poll(&watch->child)) != CHILD_ENDED) {
        if (state == CHILD_STOPPED)
            follow_stop(watch);
        take_result(watch);
        meet_deadlines(watch);
        pass_signals(watch);
        boot_wait(watch->alarm, renewal_descriptor(), next_deadline(watch), signals_let_in());
    }
}

/* ---- Start and end ------------------------------------------------------------------------ */

/* COMMAND starts after watchdog and renewal thread, so it makes no ID before both run. */
static bool prepare(struct watch *watch, sortid_node_reservation *reservation, char *const *command)
{
    if (!child_make(&watch->child, command)) {
        report_system(errno, "node: cannot create a process for %s", watch->command.text);
        return false;
    }
    bool is_watched = watchdog_begin(&watch->watchdog, watch->child.group, watch->child.handshake);
    if (!is_watched || !renewal_begin(reservation)) {
        report_system(errno, "node: cannot start the %s of %s",
                      is_watched ? "renewal thread" : "watchdog process", watch->command.text);
        child_finish(&watch->child, &(int){0});
        if (is_watched)
            watchdog_end(&watch->watchdog);
        return false;
    }
    watch->alarm = boot_alarm_open();
    renewal_take_result(&watch->renewal);
    tell_watchdog(watch);
    return true;
}

static bool begin(struct watch *watch, int *status)
{
    terminal_give(watch->child.group);
    int error = child_begin(&watch->child);
    if (error == 0)
        return true;
    child_finish(&watch->child, &(int){0});
    watchdog_end(&watch->watchdog);
    renewal_end();
    terminal_take_back();
    report_system(error, "node: cannot run %s", watch->command.text);
    *status = error == ENOENT ? 127 : 126;
    return false;
}

/* COMMAND has ended: decides what happens to the reservation. */
static enum reservation_end conclude(struct watch *watch, int *status)
{
    bool empty = child_finish(&watch->child, status);
    terminal_take_back();
    take_result(watch);
    if (!watch->killed && boot_ms() >= watch->renewal.kill_ms)
        kill_late(watch); // the watchdog killed it
    if (watch->asked || watch->killed)
        *status = STATUS_SYSTEM;
    if (!empty) {
        report(STATUS_SYSTEM,
               "node: some processes of %s cannot be killed: its node id is not released; end "
               "them, or they may make IDs after the bound",
               watch->command.text);
        return RESERVATION_ABANDON; // the watchdog continues
    }
    watchdog_end(&watch->watchdog);
    return watch->renewal.lost ? RESERVATION_OVER : RESERVATION_RELEASE;
}

enum reservation_end supervise(int *status, sortid_node_reservation *reservation, const char *name,
                               char *const *command)
{
    struct watch watch = {.name = name};
    *status = STATUS_SYSTEM;
    quote_string(&watch.command, command[0]);
    if (!prepare(&watch, reservation, command) || !begin(&watch, status))
        return RESERVATION_RELEASE;
    watch_command(&watch);
    enum reservation_end end = conclude(&watch, status);
    if (end == RESERVATION_RELEASE)
        renewal_end();
    return end;
}
