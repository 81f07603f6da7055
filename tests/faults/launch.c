/* SPDX-License-Identifier: MIT */
/* launch.c: starts a command under conditions that a shell cannot set up. Called by the scripts of
 * tests/faults/ and tools/test/big as
 *   launch HOW COMMAND [ARGUMENT...]
 *     nonblocking  its streams 0, 1 and 2 do not block
 *     blocked      SIGPIPE and SIGXFSZ are blocked
 *     nameless     it has no arguments, not even its name
 *     closed       its streams 0, 1 and 2 are closed
 *     measured     unchanged; its peak memory in KiB goes to descriptor 3 at the end
 *     locked       it holds a shared lock on the first byte of its descriptor 3
 *     allocating   it is not started: this program asks for memory in five ways and prints how many
 *     were refused
 * It passes the exit status on, or 128 plus the signal that killed the command; 125: this program
 * failed. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* locks of open files */
#endif
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define FAILED 125

static int fail(const char *what)
{
    dprintf(STDERR_FILENO, "launch: %s: %s\n", what, strerror(errno));
    return FAILED;
}

static int start(char **command)
{
    execvp(command[0], command);
    return fail(command[0]);
}

static int nonblocking(char **command)
{
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
        if (fcntl(stream, F_SETFL, fcntl(stream, F_GETFL) | O_NONBLOCK) != 0)
            return fail("F_SETFL");
    return start(command);
}

static int blocked(char **command)
{
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGPIPE);
    sigaddset(&signals, SIGXFSZ);
    if (sigprocmask(SIG_BLOCK, &signals, NULL) != 0)
        return fail("sigprocmask");
    return start(command);
}

static int nameless(char **command)
{
    execv(command[0], (char *[]){NULL});
    return fail(command[0]);
}

static int closed(char **command)
{
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
        close(stream);
    return start(command);
}

static int measured(char **command)
{
    int status;
    struct rusage usage;
    pid_t child = fork();
    if (child == 0)
        _exit(start(command));
    if (child < 0 || wait4(child, &status, 0, &usage) != child)
        return fail("wait4");
    dprintf(3, "%ld\n", usage.ru_maxrss);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static int locked(char **command)
{
    struct flock first = {.l_type = F_RDLCK, .l_whence = SEEK_SET, .l_start = 0, .l_len = 1};
    if (fcntl(3, F_OFD_SETLK, &first) != 0)
        return fail("F_OFD_SETLK");
    dprintf(STDOUT_FILENO, "locked\n");
    return start(command);
}

/* Shows whether preload_memory.c is loaded. */
static int allocating(char **command)
{
    void *volatile asked[] = {malloc(1), calloc(1, 1), realloc(NULL, 1), aligned_alloc(64, 64)};
    void *aligned = NULL;
    int refused = posix_memalign(&aligned, 64, 64) != 0;
    (void)command;
    for (int i = 0; i < 4; i++) {
        refused += asked[i] == NULL;
        free(asked[i]);
    }
    free(aligned);
    return dprintf(STDOUT_FILENO, "%d\n", refused) < 0;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        int (*launch)(char **command);
    } hows[] = {{"nonblocking", nonblocking}, {"blocked", blocked},   {"nameless", nameless},
                {"closed", closed},           {"measured", measured}, {"locked", locked},
                {"allocating", allocating}};
    for (size_t i = 0; argc > 2 && i < sizeof hows / sizeof *hows; i++)
        if (strcmp(argv[1], hows[i].name) == 0)
            return hows[i].launch(argv + 2);
    dprintf(STDERR_FILENO, "usage: launch HOW COMMAND [ARGUMENT...]\n");
    return FAILED;
}
