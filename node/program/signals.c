/* SPDX-License-Identifier: MIT */
/* signals.c: see signals.h. Handlers set a flag; signals are blocked outside waits. */
#include "signals.h"

#include <pthread.h>
#include <stddef.h>

/* Signals that are passed on, of which the first ENDING_COUNT end a program that does not catch
 * them; and others whose actions system_start() changes, or this file. */
static const int signals[] = {SIGINT,   SIGTERM, SIGHUP,  SIGQUIT, SIGUSR1, SIGUSR2,
                              SIGWINCH, SIGTSTP, SIGCONT, SIGPIPE, SIGXFSZ, SIGCHLD};
#define SIGNAL_COUNT (sizeof signals / sizeof *signals)
#define PASSED_COUNT 9
#define ENDING_COUNT 4

static struct sigaction found[SIGNAL_COUNT];
static sigset_t found_mask, let_in;
static volatile sig_atomic_t pending[PASSED_COUNT];

void signals_remember(void)
{
    for (size_t i = 0; i < SIGNAL_COUNT; i++)
        sigaction(signals[i], NULL, &found[i]);
    pthread_sigmask(SIG_SETMASK, NULL, &found_mask);
}

static void note(int number)
{
    for (size_t i = 0; i < PASSED_COUNT; i++)
        if (signals[i] == number)
            pending[i] = 1;
}

/* SIGCHLD has nothing to note: it ends a wait, and the child is looked at then. SIGTTOU is blocked
 * since this program gives the terminal away and takes it back. */
void signals_begin(void)
{
    struct sigaction action = {.sa_handler = note};
    sigset_t blocked;
    sigfillset(&action.sa_mask);
    sigemptyset(&blocked);
    let_in = found_mask;
    for (size_t i = 0; i < PASSED_COUNT; i++) {
        if (found[i].sa_handler == SIG_IGN)
            continue;
        sigaddset(&blocked, signals[i]);
        sigdelset(&let_in, signals[i]);
    }
    sigaddset(&blocked, SIGCHLD);
    sigdelset(&let_in, SIGCHLD);
    sigaddset(&blocked, SIGTTOU);
    sigaddset(&let_in, SIGTTOU);
    pthread_sigmask(SIG_BLOCK, &blocked, NULL);
    for (size_t i = 0; i < PASSED_COUNT; i++)
        if (found[i].sa_handler != SIG_IGN)
            sigaction(signals[i], &action, NULL);
    sigaction(SIGCHLD, &action, NULL);
}

const sigset_t *signals_let_in(void)
{
    return &let_in;
}

bool signals_take(int *number)
{
    for (size_t i = 0; i < PASSED_COUNT; i++) {
        if (!pending[i])
            continue;
        pending[i] = 0;
        *number = signals[i];
        return true;
    }
    return false;
}

int signals_obey(void)
{
    int ending = 0, number;
    for (size_t i = 0; i < ENDING_COUNT && ending == 0; i++)
        ending = pending[i] ? signals[i] : 0;
    while (signals_take(&number))
        if (number == SIGTSTP)
            raise(SIGSTOP);
    return ending;
}

void signals_restore(void)
{
    for (size_t i = 0; i < SIGNAL_COUNT; i++)
        sigaction(signals[i], &found[i], NULL);
    pthread_sigmask(SIG_SETMASK, &found_mask, NULL);
}

void signals_block_all(void)
{
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, NULL);
}
