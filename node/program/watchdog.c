/* SPDX-License-Identifier: MIT */
/* guard.c: a forked process that reads deadlines from a pipe, the code behind guard.h. It has a
 * session of its own, so that the terminal's keys and signals to groups do not reach it. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "guard.h"

#include "boot.h"
#include "signals.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define STAND_DOWN 0 /* in place of a deadline */

/* Takes all deadlines that wait, of which the last one counts; false when the writer has gone. */
static bool take_told(int pipe, uint64_t *kill_ms)
{
    uint64_t told;
    ssize_t size;
    while ((size = read(pipe, &told, sizeof told)) == (ssize_t)sizeof told) { // they come whole
        if (told == STAND_DOWN)
            _exit(0);
        *kill_ms = told;
    }
    return size < 0 && (errno == EAGAIN || errno == EINTR);
}

/* Whoever kills this process's parent may mean its group and session, not more. */
_Noreturn static void keep_watch(int pipe, pid_t group)
{
    uint64_t kill_ms = UINT64_MAX / 2;
    int alarm = boot_alarm_open();
    setsid();
    signals_block_all();
    for (;;) {
        if (boot_wait(alarm, pipe, kill_ms, NULL) && !take_told(pipe, &kill_ms))
            break;
        if (boot_ms() >= kill_ms)
            break;
    }
    kill(-group, SIGKILL);
    _exit(0);
}

/* Neither side waits for the other: one may be stopped. */
static bool make_pipe(int ends[2])
{
    return pipe2(ends, O_CLOEXEC | O_NONBLOCK) == 0;
}

bool guard_begin(struct guard *guard, pid_t group, int close_too)
{
    int ends[2];
    if (!make_pipe(ends))
        return false;
    pid_t made = fork();
    int error = errno;
    if (made == 0) {
        close(ends[1]);
        close(close_too);
        keep_watch(ends[0], group);
    }
    close(ends[0]);
    if (made < 0)
        close(ends[1]);
    errno = error;
    *guard = (struct guard){ends[1], made};
    return made > 0;
}

/* SIGPIPE is ignored in this program. A guard that has not read for long is stopped, and would
 * act on an old deadline when it goes on: it is ended. */
bool guard_tell(const struct guard *guard, uint64_t kill_ms)
{
    if (write(guard->pipe, &kill_ms, sizeof kill_ms) == (ssize_t)sizeof kill_ms)
        return true;
    if (errno == EAGAIN)
        kill(guard->process, SIGKILL);
    return false;
}

void guard_end(const struct guard *guard)
{
    guard_tell(guard, STAND_DOWN);
    close(guard->pipe);
    if (waitpid(guard->process, NULL, WNOHANG) != 0) // it has ended before
        return;
    kill(guard->process, SIGCONT);
    waitpid(guard->process, NULL, 0);
}
