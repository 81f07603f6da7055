/* SPDX-License-Identifier: MIT */
/* terminal.c: see run.h. The terminal is that of standard input. SIGTTOU is blocked meanwhile, see
 * signals.c. */
#include "run.h"

#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static bool given;

void terminal_give(pid_t group)
{
    if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && tcgetpgrp(STDIN_FILENO) == getpgrp() &&
        tcsetpgrp(STDIN_FILENO, group) == 0)
        given = true;
}

void terminal_take_back(void)
{
    if (given)
        tcsetpgrp(STDIN_FILENO, getpgrp());
    given = false;
}

bool terminal_has_shell(void)
{
    return given || (isatty(STDIN_FILENO) && tcgetpgrp(STDIN_FILENO) == getpgrp());
}

/* Lets the default action happen once. Returns after SIGCONT. */
void terminal_stop(void)
{
    struct sigaction before, plain = {.sa_handler = SIG_DFL};
    sigset_t stop, mask;
    terminal_take_back();
    sigemptyset(&stop);
    sigaddset(&stop, SIGTSTP);
    sigaction(SIGTSTP, &plain, &before);
    kill(0, SIGTSTP);
    pthread_sigmask(SIG_UNBLOCK, &stop, &mask);
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
    sigaction(SIGTSTP, &before, NULL);
}
