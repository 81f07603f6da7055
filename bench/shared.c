/* SPDX-License-Identifier: MIT */
/* shared.c: the rows of shared generators: one state in memory, used by threads, or in a file, used
 * by processes. Each run in memory starts with a new state. A state file is created once and
 * deleted after it is opened, so no file remains if the bench is killed. Processes are forked from
 * the one that has it open. */
#define _POSIX_C_SOURCE 200809L
#include "rows.h"
#include "threads.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A format, and its generator whose state is in a file. */
struct shared {
    const char *format;
    const sortid_options *options;
    sortid_generator in_file;
};

static struct shared uuidv7 = {.format = "uuidv7"}, ulid = {.format = "ulid"},
                     scru128 = {.format = "scru128"},
                     scru64 = {.format = "scru64", .options = &ON_NODE};

/* The context of a row. */
struct sharing {
    struct shared *shared;
    unsigned crowd; /* threads or processes */
};

static const char *one_by_one(uint64_t count, const void *generator)
{
    sortid_generator *shared = *(sortid_generator *const *)generator;
    uint8_t id[SORTID_MAX_SIZE] = {0};
    sortid_status status = SORTID_OK;
    uint64_t sum = 0;
    for (uint64_t i = 0; i < count && status == SORTID_OK; i++) {
        status = sortid_generator_next(shared, id, NULL);
        sum += id[0];
    }
    return outcome(status, sum);
}

static const char *in_threads(uint64_t count, const void *context)
{
    static sortid_shared_state state;
    static sortid_generator in_memory;
    static sortid_generator *const generator = &in_memory;
    const struct sharing *how = context;
    const struct crowd crowd = {one_by_one, &generator, how->crowd};
    memset(&state, 0, sizeof state);
    sortid_status status =
        sortid_generator_attach(generator, sortid_format_find(how->shared->format), &state,
                                SORTID_SCOPE_THREADS, how->shared->options, NULL);
    return status == SORTID_OK ? threads_run(count, &crowd) : sentence(status);
}

static const char *in_processes(uint64_t count, const void *context)
{
    const struct sharing *how = context;
    sortid_generator *generator = &how->shared->in_file;
    const struct crowd crowd = {one_by_one, &generator, how->crowd};
    return processes_run(count, &crowd);
}

/* ---- The files ------------------------------------------------------------------ */

static sortid_status open_one(struct shared *shared, const char *path)
{
    sortid_status status = sortid_generator_open(
        &shared->in_file, sortid_format_find(shared->format), path, NULL, shared->options, NULL);
    (void)unlink(path);
    return status;
}

static const char *open_files(void)
{
    static struct shared *const formats[] = {&uuidv7, &ulid, &scru128, &scru64};
    char folder[] = "/tmp/sortid-bench-XXXXXX", path[sizeof folder + sizeof "/state"];
    sortid_status status = SORTID_OK;
    if (mkdtemp(folder) == NULL)
        return "cannot create a folder for the state files";
    (void)snprintf(path, sizeof path, "%s/state", folder);
    for (size_t i = 0; i < sizeof formats / sizeof *formats && status == SORTID_OK; i++)
        status = open_one(formats[i], path);
    (void)rmdir(folder);
    return sentence(status);
}

/* ---- The rows ------------------------------------------------------------------ */

/* Takes 40 ms or more, because starting a thread or process may take up to a ms. */
#define CROWDED 4000000
#define CROWD_ROW(NAME, RUN, SHARED, CROWD)                                                        \
    {                                                                                              \
        .group = GROUP_SHARED, .name = NAME, .run = RUN,                                           \
        .context = &(const struct sharing){SHARED, CROWD}, .at = CROWD, .count = CROWDED           \
    }
#define CROWDS(NAME, RUN, SHARED)                                                                  \
    CROWD_ROW(NAME, RUN, SHARED, 1), CROWD_ROW(NAME, RUN, SHARED, 2),                              \
        CROWD_ROW(NAME, RUN, SHARED, 4)
#define FORMAT_ROWS(FORMAT)                                                                        \
    CROWDS(#FORMAT ", a state in memory, threads", in_threads, &(FORMAT)),                         \
        CROWDS(#FORMAT ", a state in a file, processes", in_processes, &(FORMAT))

/* scru64 may run ahead of the clock. */
static const struct row all[] = {
    FORMAT_ROWS(uuidv7),
    FORMAT_ROWS(ulid),
    FORMAT_ROWS(scru128),
    FORMAT_ROWS(scru64),
};

const char *shared_rows(struct rows *out, const struct settings *settings)
{
    (void)settings;
    *out = (struct rows){all, sizeof all / sizeof *all};
    return open_files();
}
