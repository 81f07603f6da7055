/* SPDX-License-Identifier: MIT */
/* command.c: the rows of the command. Each run starts a new process and measures its whole time.
 * The output goes to the null device. Inputs are temporary files that the command writes. They are
 * deleted when they are opened, so no file remains if the bench is killed. */
#define _POSIX_C_SOURCE 200809L
#include "process.h"
#include "rows.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#define LINE_SIZE   128
#define INPUT_LINES 2000000

static struct program sortid = {.name = "sortid"};
static const struct program TRUE = {"true", "true", 1};

struct input {
    const char *make; /* arguments of the command that writes it */
    FILE *file;       /* NULL before the first use */
};

static struct input scru128_lines = {.make = "gen scru128"};
static struct input ulid_lines = {.make = "gen ulid"};

/* ---- Making ---------------------------------------------------------------------- */

static const char *make_ids(const char *line, uint64_t count, int to)
{
    char full[LINE_SIZE];
    (void)snprintf(full, sizeof full, "%s -n %" PRIu64, line, count);
    return process_run(&sortid, full, NULL_DEVICE, to);
}

static const char *gen(uint64_t count, const void *line)
{
    return make_ids(line, count, NULL_DEVICE);
}

/* A process for each ID, and one that does nothing. */
static const char *gen_each(uint64_t count, const void *line)
{
    return process_run_each(&sortid, line, count);
}

static const char *true_each(uint64_t count, const void *unused)
{
    (void)unused;
    const char *failed = process_run_each(&TRUE, "", count);
    return failed == NULL ? NULL : "`true` cannot be run";
}

/* ---- Reading --------------------------------------------------------------------- */

/* On first use, creates the input with `count` lines. */
static const char *open_input(struct input *input, uint64_t count)
{
    if (input->file != NULL)
        return NULL;
    FILE *file = tmpfile();
    if (file == NULL)
        return "cannot create a temporary file";
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
    return lseek(from, 0, SEEK_SET) == 0 ? process_run(&sortid, reading->line, from, NULL_DEVICE)
                                         : "cannot rewind the input file";
}

/* ---- The rows ------------------------------------------------------------------ */

#define GEN(FORMAT, COUNT) ROW(GROUP_COMMAND, "sortid gen " FORMAT, NULL, gen, "gen " FORMAT, COUNT)
#define EACH               100 /* processes */
#define READ(LINE, INPUT)                                                                          \
    ROW(GROUP_COMMAND, "sortid " LINE, NULL, read_lines, &((const struct reading){LINE, INPUT}),   \
        INPUT_LINES)

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
    ROW(GROUP_COMMAND, "sortid gen -n 1 ulid, a process each", NULL, gen_each, "gen -n 1 ulid",
        EACH),
    ROW(GROUP_COMMAND, "true, a process each", "coreutils", true_each, NULL, EACH),
};

const char *command_rows(struct rows *out, const struct settings *settings)
{
    sortid.path = settings->command;
    *out = (struct rows){all, settings->command != NULL ? sizeof all / sizeof *all : 0};
    return NULL;
}
