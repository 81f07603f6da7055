/* SPDX-License-Identifier: MIT */
/* child.c: see run.h. Orphans of COMMAND become children of this program where the system can do
 * that, so that it can see when they have ended. */
#include "run.h"

#include "signals.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/prctl.h>
#endif

/* How long killed processes may take to end: 200 polls, one each 10 ms. */
#define POLLS   200
#define POLL_NS 10000000

/* ---- Start --------------------------------------------------------------------------- */

/* Orphans below this program become its children, not those of the system's first process. */
static void adopt_orphans(void)
{
#if defined(__linux__)
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
#endif
}

/* The kernel kills COMMAND when this program ends. The handshake covers one that ended before. */
static void end_with_parent(void)
{
#if defined(__linux__)
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
#endif
}

_Noreturn static void become(int handshake, char *const *command)
{
    char word;
    setpgid(0, 0);
    end_with_parent();
    if (read(handshake, &word, 1) != 1)
        _exit(1);
    signals_restore();
    execvp(command[0], command);
    int error = errno;
    ssize_t told = write(handshake, &error, sizeof error);
    _exit(told == (ssize_t)sizeof error ? 127 : 126);
}

/* A pair that an executed program does not inherit. */
static bool make_pair(int pair[2])
{
    return socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0 &&
           fcntl(pair[0], F_SETFD, FD_CLOEXEC) == 0 && fcntl(pair[1], F_SETFD, FD_CLOEXEC) == 0;
}

bool child_make(struct child *child, char *const *command)
{
    int pair[2];
    if (!make_pair(pair))
        return false;
    adopt_orphans();
    pid_t made = fork();
    int error = errno;
    if (made == 0) {
        close(pair[0]);
        become(pair[1], command);
    }
    close(pair[1]);
    if (made < 0) {
        close(pair[0]);
        errno = error;
        return false;
    }
    setpgid(made, made); // both processes do it: either may be first
    child->group = made;
    child->handshake = pair[0];
    return true;
}

static ssize_t read_again(int descriptor, void *bytes, size_t size)
{
    ssize_t got;
    do
        got = read(descriptor, bytes, size);
    while (got < 0 && errno == EINTR);
    return got;
}

int child_begin(struct child *child)
{
    int error = 0;
    int failure = 0;
    if (send(child->handshake, "", 1, MSG_NOSIGNAL) != 1)
        failure = errno; // it was killed already
    else if (read_again(child->handshake, &error, sizeof error) == (ssize_t)sizeof error)
        failure = error;
    close(child->handshake);
    child->handshake = -1;
    return failure;
}

/* ---- State ------------------------------------------------------------------------------ */

/* Whether COMMAND has ended. Reaps orphans that have. */
static bool has_ended(const struct child *child)
{
    for (;;) {
        siginfo_t info = {.si_pid = 0};
        if (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == 0)
            return false;
        if (info.si_pid == child->group)
            return true;
        waitpid(info.si_pid, NULL, WNOHANG);
    }
}

enum child_state child_poll(const struct child *child)
{
    siginfo_t info = {.si_pid = 0};
    if (has_ended(child))
        return CHILD_ENDED;
    if (waitid(P_PID, (id_t)child->group, &info, WSTOPPED | WNOHANG) == 0 && info.si_pid != 0)
        return CHILD_STOPPED;
    return CHILD_RUNS;
}

void child_signal(const struct child *child, int number)
{
    kill(-child->group, number);
}

/* ---- Its end -------------------------------------------------------------------------------- */

static bool group_is_empty(const struct child *child)
{
    pid_t ended;
    do
        ended = waitpid(-child->group, NULL, WNOHANG);
    while (ended > 0);
    return kill(-child->group, 0) != 0 && errno == ESRCH;
}

/* Until waitpid the process id stays in use, so the group cannot be another's. */
bool child_finish(const struct child *child, int *status)
{
    const struct timespec poll = {.tv_nsec = POLL_NS};
    int found = 0;
    child_signal(child, SIGKILL);
    pid_t ended;
    do
        ended = waitpid(child->group, &found, 0);
    while (ended < 0 && errno == EINTR);
    *status = WIFSIGNALED(found) ? 128 + WTERMSIG(found) : WEXITSTATUS(found);
    for (int i = 0; i < POLLS; i++) {
        if (group_is_empty(child))
            return true;
        nanosleep(&poll, NULL);
    }
    return group_is_empty(child);
}
