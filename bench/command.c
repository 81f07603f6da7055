/* SPDX-License-Identifier: MIT */
/* command.c: the rows of the command and of other programs that make or read IDs. Each run starts a
 * new process and measures its whole time. The output goes to the null device. Inputs are temporary
 * files that the command writes. They are deleted when they are opened, so no file remains if the
 * bench is killed. Programs that are not installed are reported as skipped. */
#define _POSIX_C_SOURCE 200809L
#include "process.h"
#include "rows.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

static struct program sortid = {.name = "sortid"};
static const struct program TRUE = {"true", "true", 1}, OSSP_UUID = {"uuid", "uuid", 1},
                            UUIDGEN = {"uuidgen", "uuidgen", 1},
                            UUIDPARSE = {"uuidparse", "uuidparse", 1};

struct input {
    const char *make; /* arguments of the command that writes it, the last without its number */
    FILE *file;       /* NULL before the first use */
};

static struct input scru128_lines = {.make = "gen scru128 -n "},
                    ulid_lines = {"gen ulid -n ", NULL}, uuid_lines = {"gen uuidv7 -n ", NULL};

/* The context of a row. */
struct call {
    const struct program *program;
    const char *line;
    struct input *input; /* NULL: none */
};

/* Adds the number of IDs to the end of the line: "-n " becomes "-n 10". */
static const char *make_ids(const struct program *program, const char *line, uint64_t count, int to)
{
    char full[128];
    (void)snprintf(full, sizeof full, "%s%" PRIu64, line, count);
    return process_run(program, full, NULL_DEVICE, to);
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
        failed = process_run(call->program, call->line, NULL_DEVICE, NULL_DEVICE);
    return failed;
}

/* On first use, creates the input with `count` lines. */
static const char *open_input(struct input *input, uint64_t count)
{
    if (input->file != NULL)
        return NULL;
    FILE *file = tmpfile();
    if (file == NULL)
        return "cannot create a temporary file";
    const char *failed = make_ids(&sortid, input->make, count, fileno(file));
    if (failed == NULL)
        input->file = file;
    else
        (void)fclose(file);
    return failed;
}

static const char *read_lines(uint64_t count, const void *context)
{
    const struct call *call = context;
    const char *failed = open_input(call->input, count);
    if (failed != NULL)
        return failed;
    int from = fileno(call->input->file);
    return lseek(from, 0, SEEK_SET) == 0 ? process_run(call->program, call->line, from, NULL_DEVICE)
                                         : "cannot rewind the input file";
}

/* ---- The rows ------------------------------------------------------------------ */

#define CALL(NAME, MAKER, RUN, PROGRAM, LINE, INPUT, COUNT)                                        \
    ROW(GROUP_COMMAND, NAME, MAKER, RUN, &((const struct call){PROGRAM, LINE, INPUT}), COUNT)
#define GEN(LINE, COUNT)                                                                           \
    CALL("sortid gen " LINE, NULL, make, &sortid, "gen " LINE " -n ", NULL, COUNT)
#define READ(LINE, INPUT) CALL("sortid " LINE, NULL, read_lines, &sortid, LINE, INPUT, 2000000)
#define MANY              200000
#define FEW               20000 /* for programs that take microseconds per ID */
#define EACH              100   /* processes */

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
    READ("convert -f ulid -e hex", &ulid_lines),
    READ("convert -f scru128 -e int", &scru128_lines),
    READ("inspect --json", &scru128_lines),
    READ("inspect --json -f ulid", &ulid_lines),
    READ("check ulid", &ulid_lines),
    READ("check scru128", &scru128_lines),
    READ("find ulid", &ulid_lines),
    CALL("sortid gen -n 1 ulid, a process each", NULL, make_each, &sortid, "gen -n 1 ulid", NULL,
         EACH),
    CALL("true, a process each", "coreutils", make_each, &TRUE, "", NULL, EACH),
    CALL("uuid -v4 -n N", "ossp uuid", make, &OSSP_UUID, "-v4 -n ", NULL, MANY),
    CALL("uuid -v1 -n N", "ossp uuid", make, &OSSP_UUID, "-v1 -n ", NULL, FEW),
    CALL("uuidgen -r -C N, of util-linux 2.41", "util-linux", make, &UUIDGEN, "-r -C ", NULL, MANY),
    CALL("uuidgen -r, a process each", "util-linux", make_each, &UUIDGEN, "-r", NULL, EACH),
    CALL("uuid -v4, a process each", "ossp uuid", make_each, &OSSP_UUID, "-v4", NULL, EACH),
    CALL("uuidparse", "util-linux", read_lines, &UUIDPARSE, "", &uuid_lines, FEW),
};

const char *command_rows(struct rows *out, const struct settings *settings)
{
    sortid.path = settings->command;
    *out = (struct rows){all, settings->command != NULL ? sizeof all / sizeof *all : 0};
    return NULL;
}
