/* SPDX-License-Identifier: MIT */
/* process.c: implements process.h. Every child closes the bench's ends of sockets; otherwise one
 * child would keep another alive. */
#define _POSIX_C_SOURCE 200809L
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST_ARGUMENTS 16
#define LINE_SIZE      160

extern char **environ;

/* Sets `arguments`, an array of MOST_ARGUMENTS, to `name` and the words of `line`. Writes NULs into
 * `line`. */
static void split(char **arguments, char *line, char *name)
{
    size_t count = 0;
    char *rest;
    arguments[count++] = name;
    for (char *word = strtok_r(line, " ", &rest); word != NULL && count < MOST_ARGUMENTS - 1;
         word = strtok_r(NULL, " ", &rest))
        arguments[count++] = word;
    arguments[count] = NULL;
}

/* Makes `file`, or the null device for -1, the child's descriptor `number`. */
static int redirect(posix_spawn_file_actions_t *actions, int number, int file)
{
    return file < 0 ? posix_spawn_file_actions_addopen(actions, number, "/dev/null", O_RDWR, 0)
                    : posix_spawn_file_actions_adddup2(actions, file, number);
}

static const char *start(pid_t *child, const struct program *program, const char *line, int from,
                         int to)
{
    char words[LINE_SIZE], name[LINE_SIZE];
    char *arguments[MOST_ARGUMENTS];
    posix_spawn_file_actions_t actions;
    (void)snprintf(words, sizeof words, "%s", line); // longest: under 100
    (void)snprintf(name, sizeof name, "%s", program->name);
    split(arguments, words, name);
    if (posix_spawn_file_actions_init(&actions) != 0)
        return "out of memory";
    int failed = redirect(&actions, 0, from);
    if (failed == 0)
        failed = redirect(&actions, 1, to);
    if (failed == 0 && program->quiet)
        failed = redirect(&actions, 2, NULL_DEVICE);
    if (failed == 0)
        failed = posix_spawnp(child, program->path, &actions, NULL, arguments, environ);
    (void)posix_spawn_file_actions_destroy(&actions); // frees, cannot fail
    if (failed == ENOENT)
        return "not installed";
    return failed == 0 ? NULL : "cannot start the program";
}

static const char *wait_for(pid_t child)
{
    int status;
    if (waitpid(child, &status, 0) != child)
        return "cannot wait for the program";
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? NULL : "the program failed";
}

const char *process_run(const struct program *program, const char *line, int from, int to)
{
    pid_t child;
    const char *failed = start(&child, program, line, from, to);
    return failed == NULL ? wait_for(child) : failed;
}

/* ---- Through a socket ------------------------------------------------------------- */

static const char *keep_from_children(const int ends[2])
{
    return fcntl(ends[0], F_SETFD, FD_CLOEXEC) == 0 && fcntl(ends[1], F_SETFD, FD_CLOEXEC) == 0
               ? NULL
               : "cannot set FD_CLOEXEC";
}

const char *process_talk(int *end, const struct program *program, const char *line)
{
    int ends[2];
    pid_t child;
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        return "cannot create a socket";
    const char *failed = keep_from_children(ends);
    if (failed == NULL)
        failed = start(&child, program, line, ends[1], ends[1]);
    (void)close(ends[1]); // the child's
    if (failed != NULL)
        (void)close(ends[0]);
    else
        *end = ends[0];
    return failed;
}
