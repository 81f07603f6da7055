/* SPDX-License-Identifier: MIT */
/* supervise.c: one loop that waits for signals, news of the hold and deadlines, the code behind
 * supervise.h. It never asks etcd itself: tender.c does, in a thread. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "supervise.h"

#include "../../common/report.h"
#include "boot.h"
#include "child.h"
#include "guard.h"
#include "signals.h"
#include "tender.h"
#include "terminal.h"

#include <errno.h>
#include <signal.h>

struct watch {
    const char *name; /* of the id */
    struct quote command;
    struct child child;
    struct guard guard;
    struct tender_news news;
    uint64_t told_ms; /* to the guard */
    int alarm;
    bool failing;   /* the last try to renew failed */
    bool asked;     /* COMMAND was asked to end */
    bool killed;    /* and killed */
    bool unguarded; /* the guard has ended */
};

/* ---- Deadlines ------------------------------------------------------------------------------ */

/* The bound may be nearer than half of the lease. */
static uint64_t next_deadline(const struct watch *watch)
{
    const struct tender_news *news = &watch->news;
    if (watch->killed)
        return UINT64_MAX / 2;
    return watch->asked || news->kill_ms < news->ask_ms ? news->kill_ms : news->ask_ms;
}

/* Once for each row of failures: a hold may fail for hours before its deadline, and go on. */
static void tell_failures(struct watch *watch)
{
    bool fails = watch->news.status != SORTID_NODE_OK;
    if (watch->news.lost) // which has its own words
        return;
    if (fails && !watch->failing)
        report(STATUS_OK, "node: the hold of %s is not renewed: %s; going on trying", watch->name,
               watch->news.error.text);
    if (!fails && watch->failing)
        report(STATUS_OK, "node: the hold of %s is renewed again", watch->name);
    watch->failing = fails;
}

static void kill_late(struct watch *watch)
{
    child_signal(&watch->child, SIGKILL);
    watch->killed = true;
    report(STATUS_SYSTEM, "node: the hold of %s could not be renewed in time: %s is killed",
           watch->name, watch->command.text);
}

/* A guard that is gone after the time that it was told has killed COMMAND, whatever came since. */
static void tell_guard(struct watch *watch)
{
    uint64_t kill_ms = watch->news.kill_ms;
    if (watch->unguarded || kill_ms == watch->told_ms)
        return;
    if (guard_tell(&watch->guard, kill_ms)) {
        watch->told_ms = kill_ms;
        return;
    }
    watch->unguarded = true;
    if (watch->told_ms == 0 || boot_ms() < watch->told_ms)
        report(STATUS_OK, "node: the process that guards %s has ended; going on without it",
               watch->command.text);
    else if (!watch->killed)
        kill_late(watch);
}

static void take_news(struct watch *watch)
{
    tender_take_news(&watch->news);
    tell_guard(watch);
    tell_failures(watch);
}

static void meet_deadlines(struct watch *watch)
{
    uint64_t now_ms = boot_ms();
    const char *command = watch->command.text;
    if (watch->killed)
        return;
    if (watch->news.lost) {
        child_signal(&watch->child, SIGKILL);
        watch->killed = true;
        report(STATUS_SYSTEM, "node: the hold of %s is lost: %s is killed", watch->name, command);
    } else if (now_ms >= watch->news.kill_ms) {
        kill_late(watch);
    } else if (!watch->asked && now_ms >= watch->news.ask_ms) {
        child_signal(&watch->child, SIGTERM);
        child_signal(&watch->child, SIGCONT); // one that is stopped must hear it
        watch->asked = true;
        report(STATUS_SYSTEM,
               "node: the hold of %s was not renewed for half of its lease: %s is asked to end",
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

/* COMMAND was stopped by its terminal, or by whom ever: a shell that waits for this program is to
 * know. Others look at COMMAND themselves. */
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
    while ((state = child_look(&watch->child)) != CHILD_ENDED) {
        if (state == CHILD_STOPPED)
            follow_stop(watch);
        take_news(watch);
        meet_deadlines(watch);
        pass_signals(watch);
        boot_wait(watch->alarm, tender_descriptor(), next_deadline(watch), signals_let_in());
    }
}

/* ---- Beginning and end ------------------------------------------------------------------------ */

/* Ends a child that is not COMMAND as yet, or never became it. */
static void end_child(const struct watch *watch)
{
    int ignored;
    child_finish(&watch->child, &ignored);
}

/* COMMAND waits while guard and tender begin: it makes no ID before both stand. */
static bool prepare(struct watch *watch, sortid_node_hold *hold, char *const *command)
{
    if (!child_make(&watch->child, command)) {
        report_system(errno, "node: no process for %s", watch->command.text);
        return false;
    }
    if (!guard_begin(&watch->guard, watch->child.group, watch->child.handshake)) {
        report_system(errno, "node: no process to guard %s", watch->command.text);
        end_child(watch);
        return false;
    }
    if (!tender_begin(hold)) {
        report_system(errno, "node: no thread to renew the hold");
        end_child(watch);
        guard_end(&watch->guard);
        return false;
    }
    watch->alarm = boot_alarm_open();
    tender_take_news(&watch->news);
    tell_guard(watch);
    return true;
}

static bool begin(struct watch *watch, int *status)
{
    terminal_give(watch->child.group);
    int error = child_begin(&watch->child);
    if (error == 0)
        return true;
    end_child(watch);
    guard_end(&watch->guard);
    tender_end();
    terminal_take_back();
    report_system(error, "node: cannot run %s", watch->command.text);
    *status = error == ENOENT ? 127 : 126;
    return false;
}

/* COMMAND has ended; what does this mean for its hold? */
static enum hold_end conclude(struct watch *watch, int *status)
{
    bool empty = child_finish(&watch->child, status);
    terminal_take_back();
    take_news(watch);
    if (!watch->killed && boot_ms() >= watch->news.kill_ms)
        kill_late(watch); // the guard was first
    if (watch->asked || watch->killed)
        *status = STATUS_SYSTEM;
    if (!empty) {
        report(STATUS_SYSTEM, "node: some of the group of %s cannot be ended", watch->command.text);
        return HOLD_ABANDON; // the guard goes on
    }
    guard_end(&watch->guard);
    return watch->killed ? HOLD_OVER : HOLD_GIVE_BACK;
}

enum hold_end supervise(int *status, sortid_node_hold *hold, const char *name, char *const *command)
{
    struct watch watch = {.name = name};
    *status = STATUS_SYSTEM;
    quote_string(&watch.command, command[0]);
    if (!prepare(&watch, hold, command) || !begin(&watch, status))
        return HOLD_GIVE_BACK;
    watch_command(&watch);
    enum hold_end end = conclude(&watch, status);
    if (end == HOLD_GIVE_BACK)
        tender_end();
    return end;
}
