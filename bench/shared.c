/* SPDX-License-Identifier: MIT */
/* shared.c: the rows of shared generators: with the state in memory, in a file, and with the lock
 * that machines without atomic commits use; fills; and one state used by several threads or
 * processes at once. For main.c. Each run starts with a new state in memory. A state file is
 * created once and deleted after it is opened, so no file remains if the bench is killed.
 * Processes are forked from the one that has it open. */
#define _POSIX_C_SOURCE 200809L
#include "clocks.h"
#include "locked.h"
#include "rows.h"
#include "threads.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define BUFFER_SIZE ((size_t)64 * 1024)

enum place { IN_MEMORY, IN_FILE, BY_LOCK };

/* The context of all rows. */
struct sharing {
    enum clocks_kind clock;
    enum place place;
    operation *in; /* threads_run, processes_run; NULL: only this thread */
    unsigned crowd;
};

static const char *sentence(sortid_status status)
{
    return status == SORTID_OK ? NULL : sortid_status_text(status);
}

static const sortid_scru64_node_spec NODE = {.node_id = 1, .node_id_size = 1};
static const sortid_options ON_NODE = {.node = &NODE};

/* For each format: FORMAT_open_file, called when the rows are made, and the operations
 * FORMAT_shared and FORMAT_shared_fill. All threads use one generator. The generator of a file
 * keeps its published clock, which clocks_get sets to the time at the start of each run. */
#define SHARING(FORMAT, OPTIONS)                                                                   \
    static sortid_##FORMAT##_generator FORMAT##_in_file, FORMAT##_in_memory;                       \
                                                                                                   \
    static sortid_status FORMAT##_open_file(const char *path, const sortid_sources *sources)       \
    {                                                                                              \
        return sortid_generator_open(&FORMAT##_in_file.base, sortid_##FORMAT##_format(), path,     \
                                     NULL, OPTIONS, sources);                                      \
    }                                                                                              \
                                                                                                   \
    /* Prepares the generator of a run. */                                                         \
    static sortid_status FORMAT##_begin(sortid_##FORMAT##_generator **out,                         \
                                        const struct sharing *how)                                 \
    {                                                                                              \
        static sortid_shared_state state;                                                          \
        sortid_sources sources;                                                                    \
        sortid_sources_default(&sources);                                                          \
        *out = how->place == IN_FILE ? &FORMAT##_in_file : &FORMAT##_in_memory;                    \
        sortid_status status = clocks_get(&sources.clock, how->clock);                             \
        if (status != SORTID_OK || how->place == IN_FILE)                                          \
            return status;                                                                         \
        memset(&state, 0, sizeof state);                                                           \
        status = sortid_generator_attach(&(*out)->base, sortid_##FORMAT##_format(), &state,        \
                                         SORTID_SCOPE_THREADS, OPTIONS, &sources);                 \
        if (status == SORTID_OK && how->place == BY_LOCK)                                          \
            status = locked_use(&(*out)->base);                                                    \
        return status;                                                                             \
    }                                                                                              \
                                                                                                   \
    static const char *FORMAT##_one_by_one(uint64_t count, const void *generator)                  \
    {                                                                                              \
        sortid_##FORMAT##_generator *shared = *(sortid_##FORMAT##_generator *const *)generator;    \
        sortid_##FORMAT id = {{0}};                                                                \
        sortid_status status = SORTID_OK;                                                          \
        uint64_t sum = 0;                                                                          \
        for (uint64_t i = 0; i < count && status == SORTID_OK; i++) {                              \
            status = sortid_##FORMAT##_generator_next(shared, &id, NULL);                          \
            sum += id.bytes[0];                                                                    \
        }                                                                                          \
        measure_consume(sum);                                                                      \
        return sentence(status);                                                                   \
    }                                                                                              \
                                                                                                   \
    static const char *FORMAT##_shared(uint64_t count, const void *context)                        \
    {                                                                                              \
        const struct sharing *how = context;                                                       \
        sortid_##FORMAT##_generator *generator;                                                    \
        sortid_status status = FORMAT##_begin(&generator, how);                                    \
        const struct crowd crowd = {FORMAT##_one_by_one, &generator, how->crowd};                  \
        if (status != SORTID_OK)                                                                   \
            return sentence(status);                                                               \
        return how->in == NULL ? FORMAT##_one_by_one(count, &generator) : how->in(count, &crowd);  \
    }                                                                                              \
                                                                                                   \
    static const char *FORMAT##_shared_fill(uint64_t count, const void *context)                   \
    {                                                                                              \
        static sortid_##FORMAT ids[BUFFER_SIZE / sizeof(sortid_##FORMAT)];                         \
        const size_t lot = sizeof ids / sizeof *ids;                                               \
        sortid_##FORMAT##_generator *generator;                                                    \
        sortid_status status = FORMAT##_begin(&generator, context);                                \
        size_t done = 0;                                                                           \
        for (uint64_t left = count; left > 0 && status == SORTID_OK; left -= done)                 \
            status = sortid_##FORMAT##_generator_fill(                                             \
                generator, ids, left < lot ? (size_t)left : lot, &done, NULL);                     \
        measure_consume(ids[0].bytes[0]);                                                          \
        return sentence(status);                                                                   \
    }

SHARING(scru128, NULL)
SHARING(scru128v1, NULL)
SHARING(scru160, NULL)
SHARING(scru64, &ON_NODE)
SHARING(ulid, NULL)
SHARING(uuidv7, NULL)
SHARING(ksuid, NULL)

/* ---- The file ------------------------------------------------------------------ */

static const char *open_one(const char *folder,
                            sortid_status (*open_file)(const char *, const sortid_sources *))
{
    char path[64];
    sortid_sources sources;
    sortid_sources_default(&sources);
    sortid_status status = clocks_get(&sources.clock, CLOCK_PUBLISHED);
    (void)snprintf(path, sizeof path, "%s/state", folder); // always fits
    if (status == SORTID_OK)
        status = open_file(path, &sources);
    (void)unlink(path);
    return sentence(status);
}

static const char *open_files(void)
{
    char folder[] = "/tmp/sortid-bench-XXXXXX";
    if (mkdtemp(folder) == NULL)
        return "cannot create a folder for the state file";
    const char *failed = open_one(folder, scru128_open_file);
    if (failed == NULL)
        failed = open_one(folder, scru128v1_open_file);
    if (failed == NULL)
        failed = open_one(folder, scru160_open_file);
    if (failed == NULL)
        failed = open_one(folder, scru64_open_file);
    if (failed == NULL)
        failed = open_one(folder, ulid_open_file);
    if (failed == NULL)
        failed = open_one(folder, uuidv7_open_file);
    if (failed == NULL)
        failed = open_one(folder, ksuid_open_file);
    (void)rmdir(folder);
    return failed;
}

/* ---- The rows ------------------------------------------------------------------ */

#define AHEAD "; may run ahead of the clock"

#define ROW(NAME, RUN, CLOCK, PLACE)                                                               \
    .group = GROUP_SHARED, .name = NAME, .run = RUN, .context = &(const struct sharing)            \
    {                                                                                              \
        .clock = CLOCK, .place = PLACE                                                             \
    }
#define BY_COUNTER(FORMAT, NAME)                                                                   \
    {                                                                                              \
        ROW(#FORMAT " shared, TSC clock" NAME, FORMAT##_shared, CLOCK_COUNTER, IN_MEMORY),         \
            .bar = {                                                                               \
                .kind = BAR_OVER,                                                                  \
                .value = 0.5                                                                       \
            }                                                                                      \
    }
#define BY_PUBLISHED(FORMAT, NAME, NS)                                                             \
    {                                                                                              \
        ROW(#FORMAT " shared, published clock" NAME, FORMAT##_shared, CLOCK_PUBLISHED, IN_MEMORY), \
            .bar = {                                                                               \
                .kind = BAR_TIME,                                                                  \
                .value = NS                                                                        \
            }                                                                                      \
    }
#define ELSEWHERE(FORMAT, NAME, PLACE)                                                             \
    {                                                                                              \
        ROW(#FORMAT " shared, published clock, " NAME, FORMAT##_shared, CLOCK_PUBLISHED, PLACE)    \
    }
#define FILL(FORMAT)                                                                               \
    {                                                                                              \
        ROW(#FORMAT " shared, fill", FORMAT##_shared_fill, CLOCK_COUNTER, IN_MEMORY)               \
    }
#define FORMAT_ROWS(FORMAT, NAME, NS)                                                              \
    BY_COUNTER(FORMAT, NAME), BY_PUBLISHED(FORMAT, NAME, NS),                                      \
        ELSEWHERE(FORMAT, "in a file" NAME, IN_FILE),                                              \
        ELSEWHERE(FORMAT, "by the lock" NAME, BY_LOCK), FILL(FORMAT)

/* Takes about 40 ms, because starting a thread or process may take up to a ms. */
#define CROWDED 4000000
#define CROWD(NAME, FORMAT, CLOCK, PLACE, IN, EACH, CROWDS, NS)                                    \
    {                                                                                              \
        .group = GROUP_SHARING, .name = NAME, .run = FORMAT##_shared,                              \
        .context = &(const struct sharing){CLOCK, PLACE, IN, CROWDS}, .at = CROWDS, .each = EACH,  \
        .count = CROWDED, .bar = {                                                                 \
            .kind = BAR_TIME,                                                                      \
            .value = NS                                                                            \
        }                                                                                          \
    }
/* NS: the target of two. */
#define CROWDS(NAME, FORMAT, CLOCK, PLACE, IN, EACH, NS)                                           \
    CROWD(NAME, FORMAT, CLOCK, PLACE, IN, EACH, 1, 0),                                             \
        CROWD(NAME, FORMAT, CLOCK, PLACE, IN, EACH, 2, NS),                                        \
        CROWD(NAME, FORMAT, CLOCK, PLACE, IN, EACH, 4, 0)
#define FORMAT_CROWDS(FORMAT, NAME, PUBLISHED_NS, COUNTER_NS)                                      \
    CROWDS(#FORMAT " shared, published clock" NAME, FORMAT, CLOCK_PUBLISHED, IN_MEMORY,            \
           threads_run, "thread", PUBLISHED_NS),                                                   \
        CROWDS(#FORMAT " shared, TSC clock" NAME, FORMAT, CLOCK_COUNTER, IN_MEMORY, threads_run,   \
               "thread", COUNTER_NS),                                                              \
        CROWDS(#FORMAT " shared, published clock, in a file" NAME, FORMAT, CLOCK_PUBLISHED,        \
               IN_FILE, processes_run, "process", 0)

static struct row all[] = {
    FORMAT_ROWS(scru128, "", 9),
    FORMAT_ROWS(scru128v1, "", 9),
    FORMAT_ROWS(scru160, AHEAD, 9),
    FORMAT_ROWS(scru64, AHEAD, 7.2),
    FORMAT_ROWS(ulid, "", 7.2),
    FORMAT_ROWS(uuidv7, "", 9),
    FORMAT_ROWS(ksuid, "", 0),
    FORMAT_CROWDS(scru128, "", 0, 0),
    FORMAT_CROWDS(scru64, AHEAD, 8.6, 12),
    FORMAT_CROWDS(ulid, "", 8.6, 12),
};

const char *shared_rows(struct rows *out, const struct settings *settings)
{
    (void)settings;
    *out = (struct rows){all, sizeof all / sizeof *all};
    for (size_t i = 0; i < out->count; i++)
        if (all[i].bar.kind == BAR_OVER)
            all[i].yardstick = floor_counter_read();
    return open_files();
}
