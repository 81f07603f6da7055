/* SPDX-License-Identifier: MIT */
/* watchdog.c: see run.h. The process reads deadlines from a pipe. It has a session of its own, so
 * that the terminal's keys and signals to groups do not reach it. */
#include "run.h"

#include "boot.h"
#include "signals.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#define STAND_DOWN 0 /* written instead of a deadline: end */

/* Reads all deadlines in the pipe; the last one counts. False when the writer has ended. */
static bool take_told(int pipe, uint64_t *kill_ms)
{
    uint64_t told;
    ssize_t size;
    while ((size = read(pipe, &told, sizeof told)) ==
           (ssize_t)sizeof told) { // a write of this size is not split
        if (told == STAND_DOWN)
            _exit(0);
        *kill_ms = told;
    }
    return size < 0 && (errno == EAGAIN || errno == EINTR);
}

/* A new session, so that a signal to the parent's group or session does not reach this process. */
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

bool watchdog_begin(struct watchdog *watchdog, pid_t group, int close_too)
{
    int ends[2];
    if (!boot_pipe(ends))
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
    *watchdog = (struct watchdog){ends[1], made};
    return made > 0;
}

/* SIGPIPE is ignored in this program. If the pipe is full, the watchdog is stopped, and would act
 * on an old deadline when it continues: it is killed. */
bool watchdog_tell(const struct watchdog *watchdog, uint64_t kill_ms)
{
    if (write(watchdog->pipe, &kill_ms, sizeof kill_ms) == (ssize_t)sizeof kill_ms)
        return true;
    if (errno == EAGAIN)
        kill(watchdog->process, SIGKILL);
    return false;
}

void watchdog_end(const struct watchdog *watchdog)
{
    watchdog_tell(watchdog, STAND_DOWN);
    close(watchdog->pipe);
    if (waitpid(watchdog->process, NULL, WNOHANG) != 0) // it has ended before
        return;
    kill(watchdog->process, SIGCONT);
    waitpid(watchdog->process, NULL, 0);
}
