/* SPDX-License-Identifier: MIT */
/* programs.c: the rows of the command. Each run starts a new process and measures its whole time. The
 * output goes to the null device. Inputs are temporary files that the command writes. They are deleted
 * when they are opened, so no file remains if the bench is killed. */
#define _POSIX_C_SOURCE 200809L
#include "bench.h"

#include <fcntl.h>
#include <inttypes.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define NULL_DEVICE    (-1)
#define MOST_ARGUMENTS 16
#define LINE_SIZE      160

extern char **environ;

const char *bench_command;

/* ---- Processes ------------------------------------------------------------------ */

/* Makes `file` the child's descriptor `number`. */
static int redirect(posix_spawn_file_actions_t *actions, int number, int file)
{
    return file < 0 ? posix_spawn_file_actions_addopen(actions, number, "/dev/null", O_RDWR, 0)
                    : posix_spawn_file_actions_adddup2(actions, file, number);
}

static const char *run(const char *program, const char *line, int from, int to)
{
    char words[LINE_SIZE], *arguments[MOST_ARGUMENTS] = {NULL}, *rest;
    posix_spawn_file_actions_t actions;
    int child, status;
    size_t count = 0;
    (void)snprintf(words, sizeof words, "%s %s", program, line);
    for (char *word = strtok_r(words, " ", &rest); word != NULL && count < MOST_ARGUMENTS - 1;
         word = strtok_r(NULL, " ", &rest))
        arguments[count++] = word;
    if (posix_spawn_file_actions_init(&actions) != 0)
        return "out of memory";
    bool started = redirect(&actions, 0, from) == 0 && redirect(&actions, 1, to) == 0 &&
                   posix_spawnp(&child, program, &actions, NULL, arguments, environ) == 0;
    (void)posix_spawn_file_actions_destroy(&actions); // frees, cannot fail
    if (!started)
        return "cannot start the program";
    if (waitpid(child, &status, 0) != child)
        return "cannot wait for the program";
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? NULL : "the program failed";
}

/* ---- Operations ----------------------------------------------------------------- */

/* The context of a row. */
struct call {
    const char *line; /* the arguments of the command */
    int input;        /* of inputs[] */
};

enum { SCRU128_LINES, ULID_LINES };
static struct {
    const char *make; /* arguments of the command that writes it, the last without its number */
    FILE *file;       /* NULL before the first use */
} inputs[] = {{"gen scru128 -n ", NULL}, {"gen ulid -n ", NULL}};

/* Adds the number of IDs to the end of the line: "-n " becomes "-n 10". */
static const char *make_ids(const char *line, uint64_t count, int to)
{
    char full[128];
    (void)snprintf(full, sizeof full, "%s%" PRIu64, line, count);
    return run(bench_command, full, NULL_DEVICE, to);
}

static const char *make(uint64_t count, const void *context)
{
    const struct call *call = context;
    return make_ids(call->line, count, NULL_DEVICE);
}

/* A process for each ID, of the command or of the program that `context` names. */
static const char *make_each(uint64_t count, const void *context)
{
    const char *failed = NULL;
    for (uint64_t i = 0; i < count && failed == NULL; i++)
        failed = context != NULL ? run(context, "", NULL_DEVICE, NULL_DEVICE)
                                 : run(bench_command, "gen -n 1 ulid", NULL_DEVICE, NULL_DEVICE);
    return failed;
}

/* Rewinds the input; on first use, creates it with `count` lines. */
static const char *open_input(uint64_t count, const void *context)
{
    int input = ((const struct call *)context)->input;
    FILE **file = &inputs[input].file;
    const char *failed = NULL;
    if (*file == NULL && (*file = tmpfile()) != NULL)
        failed = make_ids(inputs[input].make, count, fileno(*file));
    if (failed != NULL)
        return failed;
    return *file != NULL && lseek(fileno(*file), 0, SEEK_SET) == 0
               ? NULL
               : "cannot create a temporary file";
}

static const char *read_lines(uint64_t count, const void *context)
{
    const struct call *call = context;
    (void)count;
    return run(bench_command, call->line, fileno(inputs[call->input].file), NULL_DEVICE);
}

/* ---- The rows ------------------------------------------------------------------ */

#define CALL(NAME, RUN, LINE, BEGIN, INPUT, COUNT)                                                 \
    {                                                                                              \
        .group = "command", .name = NAME, .run = RUN,                                              \
        .context = &(const struct call){LINE, INPUT}, .count = COUNT, .begin = BEGIN               \
    }
#define GEN(LINE, COUNT)      CALL("sortid gen " LINE, make, "gen " LINE " -n ", NULL, 0, COUNT)
#define LINES_OF(LINE, INPUT) CALL("sortid " LINE, read_lines, LINE, open_input, INPUT, 2000000)

/* At 3 to 6 ns per ID a run takes 0.3 s or more, if the format allows that many IDs. The
 * command waits when it is a second ahead of the clock. 40 million scru160 IDs use 800 ms of
 * timestamps, about 49,000 IDs in each. Node 1/1 has about 2^22 scru64 IDs in a tick of 256 ms;
 * with 8 million IDs one run in a hundred waits. */
static const struct row all[] = {
    GEN("uuidv7", 50000000),
    GEN("ulid", 200000000),
    GEN("ksuid", 10000000),
    GEN("scru128", 50000000),
    GEN("scru128v1", 100000000),
    GEN("scru160", 40000000),
    GEN("scru64 --node 1/1 --state none", 8000000),
    LINES_OF("convert -f ulid -e hex", ULID_LINES),
    LINES_OF("convert -f scru128 -e int", SCRU128_LINES),
    LINES_OF("inspect --json", SCRU128_LINES),
    LINES_OF("inspect --json -f ulid", ULID_LINES),
    LINES_OF("check ulid", ULID_LINES),
    LINES_OF("check scru128", SCRU128_LINES),
    {"command", "sortid gen -n 1 ulid, a process each", make_each, .count = 100},
    {"command", "true, a process each", make_each, "true", 100, .maker = "machine"},
};

struct rows program_rows(void)
{
    return ROWS(all);
}
