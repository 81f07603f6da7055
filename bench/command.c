/* SPDX-License-Identifier: MIT */
/* command.c: the rows of the command. Handed to main.c. A row is a command line,
 * run as a process of its own with its output to nowhere; its time is that of
 * the whole process. Inputs are files that the command itself has made, deleted
 * when they are opened, so that no end of the bench leaves one behind. */
#define _POSIX_C_SOURCE 200809L
#include "command.h"

#include <fcntl.h>
#include <inttypes.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST_ARGUMENTS 16
#define LINE_SIZE      128
#define INPUT_LINES    2000000
/* Half a second at the bar; scru64 borrows no tick that is a second ahead by then. */
#define MADE 10000000

extern char **environ;

static const char *command_path;

struct input {
    const char *make; /* the command line that writes it */
    FILE *file;       /* NULL until it is first read */
};

static struct input scru128_lines = {.make = "gen scru128"};
static struct input ulid_lines = {.make = "gen ulid"};

/* ---- A process ---------------------------------------------------------------- */

/* Splits a line at its spaces, in place. `arguments` has MOST_ARGUMENTS. */
static void split(char **arguments, char *line)
{
    size_t count = 0;
    char *rest;
    for (char *word = strtok_r(line, " ", &rest); word != NULL && count < MOST_ARGUMENTS - 1;
         word = strtok_r(NULL, " ", &rest))
        arguments[count++] = word;
    arguments[count] = NULL;
}

static const char *wait_for(pid_t child)
{
    int status;
    if (waitpid(child, &status, 0) != child)
        return "the command cannot be waited for";
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? NULL : "the command failed";
}

/* Gives the child standard input and output; -1 is the null device. */
static int redirect(posix_spawn_file_actions_t *actions, int from, int to)
{
    int failed = from < 0 ? posix_spawn_file_actions_addopen(actions, 0, "/dev/null", O_RDONLY, 0)
                          : posix_spawn_file_actions_adddup2(actions, from, 0);
    if (failed != 0)
        return failed;
    return to < 0 ? posix_spawn_file_actions_addopen(actions, 1, "/dev/null", O_WRONLY, 0)
                  : posix_spawn_file_actions_adddup2(actions, to, 1);
}

/* Runs the command with the arguments of `line` between two files. */
static const char *run_line(const char *line, int from, int to)
{
    char words[LINE_SIZE];
    char *arguments[MOST_ARGUMENTS];
    posix_spawn_file_actions_t actions;
    pid_t child;
    (void)snprintf(words, sizeof words, "sortid %s", line); // longest: under 80
    split(arguments, words);
    if (posix_spawn_file_actions_init(&actions) != 0)
        return "no memory to start the command";
    int failed = redirect(&actions, from, to);
    if (failed == 0)
        failed = posix_spawn(&child, command_path, &actions, NULL, arguments, environ);
    (void)posix_spawn_file_actions_destroy(&actions); // frees, cannot fail
    return failed == 0 ? wait_for(child) : "the command cannot be started";
}

/* ---- The two kinds of rows ---------------------------------------------------- */

static const char *make_ids(const char *line, uint64_t count, int to)
{
    char full[LINE_SIZE];
    (void)snprintf(full, sizeof full, "%s -n %" PRIu64, line, count);
    return run_line(full, -1, to);
}

static const char *gen(uint64_t count, const void *context)
{
    return make_ids(context, count, -1);
}

/* Opens the input at its first use, filled with `count` lines. */
static const char *open_input(struct input *input, uint64_t count)
{
    if (input->file != NULL)
        return NULL;
    FILE *file = tmpfile();
    if (file == NULL)
        return "no temporary file";
    const char *failed = make_ids(input->make, count, fileno(file));
    if (failed == NULL)
        input->file = file;
    else
        (void)fclose(file);
    return failed;
}

struct reading {
    const char *line;
    struct input *input;
};

static const char *read_lines(uint64_t count, const void *context)
{
    const struct reading *reading = context;
    const char *failed = open_input(reading->input, count);
    if (failed != NULL)
        return failed;
    int from = fileno(reading->input->file);
    return lseek(from, 0, SEEK_SET) == 0 ? run_line(reading->line, from, -1)
                                         : "the input cannot be read again";
}

/* ---- The rows ------------------------------------------------------------------ */

#define GEN(FORMAT, BAR)                                                                           \
    {                                                                                              \
        "sortid gen " FORMAT, gen, "gen " FORMAT, BAR, MADE                                        \
    }
#define READ(LINE, INPUT, BAR)                                                                     \
    {                                                                                              \
        "sortid " LINE, read_lines, &(const struct reading){LINE, INPUT}, BAR, INPUT_LINES         \
    }

#define GEN_BAR     (1e9 / 20e6) /* 20 million IDs a second */
#define INSPECT_BAR (1e9 / 3e6)  /* 3 million lines a second */

static struct row rows_of_command[] = {
    GEN("scru128", GEN_BAR),
    GEN("scru128v1", GEN_BAR),
    GEN("scru160", GEN_BAR),
    GEN("scru64 --node 1/1 --state none", GEN_BAR),
    GEN("ulid", GEN_BAR),
    READ("convert -f scru128 -e hex", &scru128_lines, 0),
    READ("convert -f ulid -e hex", &ulid_lines, 0),
    READ("inspect --json", &scru128_lines, INSPECT_BAR),
    READ("inspect --json -f ulid", &ulid_lines, INSPECT_BAR),
    READ("check scru128", &scru128_lines, 0),
    READ("check ulid", &ulid_lines, 0),
};

void command_rows(const struct row **rows, size_t *count, const char *path, uint64_t scale)
{
    command_path = path;
    *rows = rows_of_command;
    *count = sizeof rows_of_command / sizeof *rows_of_command;
    for (size_t i = 0; i < *count; i++)
        rows_of_command[i].count /= scale;
}
