/* SPDX-License-Identifier: MIT */
/* peer_commands.c: the rows of other programs, which run as separate processes. Programs that are
 * not installed are reported as skipped. */
#define _POSIX_C_SOURCE 200809L
#include "corpus.h"
#include "process.h"
#include "rows.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

static const struct program OSSP_UUID = {"uuid", "uuid", 1};
static const struct program UUIDGEN = {"uuidgen", "uuidgen", 1};

struct call {
    const struct program *program;
    const char *line;
};

/* Commands that take the number of IDs at the end of their arguments: "LINECOUNT". */
static const struct call UUID_V4 = {&OSSP_UUID, "-v4 -n "};
static const struct call UUID_V1 = {&OSSP_UUID, "-v1 -n "};
static const struct call UUIDGEN_MANY = {&UUIDGEN, "-r -C "}; /* since util-linux 2.41 */

#define COUNTED_SIZE 64

static void tell_count(char line[COUNTED_SIZE], const struct call *command, uint64_t count)
{
    (void)snprintf(line, COUNTED_SIZE, "%s%" PRIu64, command->line, count);
}

static const char *make_counted(uint64_t count, const void *context)
{
    const struct call *command = context;
    char line[COUNTED_SIZE];
    tell_count(line, command, count);
    return process_run(command->program, line, NULL_DEVICE, NULL_DEVICE);
}

/* A process for each ID. */
static const struct call UUID_ONE = {&OSSP_UUID, "-v4"};
static const struct call UUIDGEN_ONE = {&UUIDGEN, "-r"};

static const char *make_one(uint64_t count, const void *context)
{
    const struct call *command = context;
    return process_run_each(command->program, command->line, count);
}

/* ---- A reader --------------------------------------------------------------------- */

static const struct program UUIDPARSE = {"uuidparse", "uuidparse", 1};

/* Creates a deleted file of `count` UUIDs, repeating those of corpus.h. Returns NULL on
 * failure. */
static FILE *uuid_file(uint64_t count)
{
    const struct text *texts = corpus_of("scru128")->texts[SORTID_ENCODING_UUID];
    FILE *file = tmpfile();
    if (file == NULL)
        return NULL;
    for (uint64_t i = 0; i < count; i++)
        (void)fprintf(file, "%s\n", texts[i % INPUTS].bytes);
    if (fflush(file) == 0)
        return file;
    (void)fclose(file);
    return NULL;
}

static const char *parse_uuids(uint64_t count, const void *context)
{
    (void)context;
    static FILE *file; /* created by the first run */
    if (file == NULL)
        file = uuid_file(count);
    if (file == NULL || lseek(fileno(file), 0, SEEK_SET) != 0)
        return "cannot create or rewind a temporary file";
    return process_run(&UUIDPARSE, "", fileno(file), NULL_DEVICE);
}

/* ---- The rows ------------------------------------------------------------------ */

#define MANY 200000
#define FEW  20000 /* for programs that take microseconds per ID */

static const struct row all[] = {
    ROW(GROUP_COMMAND, "uuid -v4 -n N", "ossp uuid", make_counted, &UUID_V4, MANY),
    ROW(GROUP_COMMAND, "uuid -v1 -n N", "ossp uuid", make_counted, &UUID_V1, FEW),
    ROW(GROUP_COMMAND, "uuidgen -r -C N, of util-linux 2.41", "util-linux", make_counted,
        &UUIDGEN_MANY, MANY),
    ROW(GROUP_COMMAND, "uuidgen -r, a process each", "util-linux", make_one, &UUIDGEN_ONE, 100),
    ROW(GROUP_COMMAND, "uuid -v4, a process each", "ossp uuid", make_one, &UUID_ONE, 100),
    ROW(GROUP_COMMAND, "uuidparse", "util-linux", parse_uuids, NULL, FEW),
};

const char *peer_command_rows(struct rows *out, const struct settings *settings)
{
    (void)settings;
    *out = (struct rows){all, sizeof all / sizeof *all};
    return NULL;
}
