/* SPDX-License-Identifier: MIT */
/* programs.c: the rows of the command and of other programs that make or read IDs. Each run starts a
 * new process and measures its whole time. The output goes to the null device. Inputs are temporary
 * files that the command writes. They are deleted when they are opened, so no file remains if the
 * bench is killed. Programs that are not installed are reported as skipped. */
#define _POSIX_C_SOURCE 200809L
#include "bench.h"

#include <errno.h>
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

const char *start_program(int *child, const char *program, const char *line, int from, int to)
{
    char words[LINE_SIZE], *arguments[MOST_ARGUMENTS] = {NULL}, *rest;
    posix_spawn_file_actions_t actions;
    size_t count = 0;
    (void)snprintf(words, sizeof words, "%s %s", program, line);
    for (char *word = strtok_r(words, " ", &rest); word != NULL && count < MOST_ARGUMENTS - 1;
         word = strtok_r(NULL, " ", &rest))
        arguments[count++] = word;
    if (posix_spawn_file_actions_init(&actions) != 0)
        return "out of memory";
    int failed = redirect(&actions, 0, from);
    if (failed == 0)
        failed = redirect(&actions, 1, to);
    if (failed == 0)
        failed = posix_spawnp(child, program, &actions, NULL, arguments, environ);
    (void)posix_spawn_file_actions_destroy(&actions); // frees, cannot fail
    if (failed == ENOENT)
        return "not installed";
    return failed == 0 ? NULL : "cannot start the program";
}

static const char *run(const char *program, const char *line, int from, int to)
{
    int child, status;
    const char *failed =
        start_program(&child, program != NULL ? program : bench_command, line, from, to);
    if (failed == NULL && waitpid(child, &status, 0) != child)
        return "cannot wait for the program";
    if (failed == NULL && !(WIFEXITED(status) && WEXITSTATUS(status) == 0))
        return "the program failed";
    return failed;
}

/* ---- Operations ----------------------------------------------------------------- */

/* The context of a row. */
struct call {
    const char *program; /* NULL: sortid */
    const char *line;    /* its arguments */
    int input;           /* of inputs[] */
};

enum { SCRU128_LINES, ULID_LINES, UUID_LINES };
static struct {
    const char *make; /* arguments of the command that writes it, the last without its number */
    FILE *file;       /* NULL before the first use */
} inputs[] = {{"gen scru128 -n ", NULL}, {"gen ulid -n ", NULL}, {"gen uuidv7 -n ", NULL}};

/* Adds the number of IDs to the end of the line: "-n " becomes "-n 10". */
static const char *make_ids(const char *program, const char *line, uint64_t count, int to)
{
    char full[128];
    (void)snprintf(full, sizeof full, "%s%" PRIu64, line, count);
    return run(program, full, NULL_DEVICE, to);
}

static const char *make(uint64_t count, const void *context)
{
    const struct call *call = context;
    return make_ids(call->program, call->line, count, NULL_DEVICE);
}

/* A process for each ID. */
static const char *make_each(uint64_t count, const void *context)
{
    const struct call *call = context;
    const char *failed = NULL;
    for (uint64_t i = 0; i < count && failed == NULL; i++)
        failed = run(call->program, call->line, NULL_DEVICE, NULL_DEVICE);
    return failed;
}

/* Rewinds the input; on first use, creates it with `count` lines. */
static const char *open_input(uint64_t count, const void *context)
{
    int input = ((const struct call *)context)->input;
    FILE **file = &inputs[input].file;
    const char *failed = NULL;
    if (*file == NULL && (*file = tmpfile()) != NULL)
        failed = make_ids(NULL, inputs[input].make, count, fileno(*file));
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
    return run(call->program, call->line, fileno(inputs[call->input].file), NULL_DEVICE);
}

/* ---- The rows ------------------------------------------------------------------ */

#define CALL_ON(NAME, MAKER, RUN, PROGRAM, LINE, BEGIN, INPUT, COUNT)                              \
    {                                                                                              \
        "command", NAME, RUN, &(const struct call){PROGRAM, LINE, INPUT}, COUNT, MAKER,            \
            .begin = BEGIN                                                                         \
    }
#define CALL(NAME, MAKER, RUN, PROGRAM, LINE, COUNT)                                               \
    CALL_ON(NAME, MAKER, RUN, PROGRAM, LINE, NULL, 0, COUNT)
#define READ(NAME, MAKER, PROGRAM, LINE, INPUT, COUNT)                                             \
    CALL_ON(NAME, MAKER, read_lines, PROGRAM, LINE, open_input, INPUT, COUNT)
#define GEN(LINE, COUNT)      CALL("sortid gen " LINE, NULL, make, NULL, "gen " LINE " -n ", COUNT)
#define LINES_OF(LINE, INPUT) READ("sortid " LINE, NULL, NULL, LINE, INPUT, 2000000)
#define MANY                  200000
#define FEW                   20000 /* for programs that take microseconds per ID */
#define EACH                  100   /* processes */

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
    CALL("sortid gen -n 1 ulid, a process each", NULL, make_each, NULL, "gen -n 1 ulid", EACH),
    CALL("true, a process each", "coreutils", make_each, "true", "", EACH),
    CALL("uuid -v4 -n N", "ossp uuid", make, "uuid", "-v4 -n ", MANY),
    CALL("uuid -v1 -n N", "ossp uuid", make, "uuid", "-v1 -n ", FEW),
    CALL("uuidgen -r, a process each", "util-linux", make_each, "uuidgen", "-r", EACH),
    CALL("uuid -v4, a process each", "ossp uuid", make_each, "uuid", "-v4", EACH),
    READ("uuidparse", "util-linux", "uuidparse", "", UUID_LINES, FEW),
};

struct rows program_rows(void)
{
    return ROWS(all);
}
