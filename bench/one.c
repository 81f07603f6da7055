/* SPDX-License-Identifier: MIT */
/* one.c: the rows of one ID at a time, by the default generator and by a private one, in one
 * thread and in two. For main.c. Results are consumed, so that the compiler keeps the work. A
 * failing call ends the row with an error; its time is never reported. */
#include "clocks.h"
#include "rows.h"
#include "threads.h"

/* The result of an operation. */
static const char *outcome(sortid_status status, uint64_t sum)
{
    measure_consume(sum);
    return status == SORTID_OK ? NULL : sortid_status_text(status);
}

/* The widest counter, about 2^22 IDs in a tick of 256 ms: 16 million IDs per second. The rows
 * call the default generator for about half a second in total. It may run up to 10 s ahead of the
 * clock, which would need about 20 times that speed. */
static const sortid_scru64_node_spec NODE = {.node_id = 1, .node_id_size = 1};
static const sortid_options ON_NODE = {.node = &NODE};

static const enum clocks_kind SCRIPT = CLOCK_SCRIPT, COUNTER = CLOCK_COUNTER,
                              PUBLISHED = CLOCK_PUBLISHED;

/* FORMAT_new and FORMAT_new_text call the default generator. FORMAT_private uses a private
 * generator with the clock of the context; INIT initializes it in each run (about 1 us of the
 * run's 0.5 ms). */
#define MAKING(FORMAT, INIT)                                                                       \
    static const char *FORMAT##_new(uint64_t count, const void *context)                           \
    {                                                                                              \
        (void)context;                                                                             \
        sortid_##FORMAT id = {{0}};                                                                \
        sortid_status status = SORTID_OK;                                                          \
        uint64_t sum = 0;                                                                          \
        for (uint64_t i = 0; i < count && status == SORTID_OK; i++) {                              \
            status = sortid_##FORMAT##_new(&id, NULL);                                             \
            sum += id.bytes[0];                                                                    \
        }                                                                                          \
        return outcome(status, sum);                                                               \
    }                                                                                              \
                                                                                                   \
    static const char *FORMAT##_new_text(uint64_t count, const void *context)                      \
    {                                                                                              \
        (void)context;                                                                             \
        char text[SORTID_MAX_TEXT_SIZE] = "";                                                      \
        sortid_status status = SORTID_OK;                                                          \
        uint64_t sum = 0;                                                                          \
        for (uint64_t i = 0; i < count && status == SORTID_OK; i++) {                              \
            status = sortid_##FORMAT##_new_text(text, NULL);                                       \
            sum += (unsigned char)text[0];                                                         \
        }                                                                                          \
        return outcome(status, sum);                                                               \
    }                                                                                              \
                                                                                                   \
    static const char *FORMAT##_private(uint64_t count, const void *clock)                         \
    {                                                                                              \
        sortid_sources sources;                                                                    \
        sortid_##FORMAT##_generator generator;                                                     \
        sortid_##FORMAT id = {{0}};                                                                \
        uint64_t sum = 0;                                                                          \
        sortid_sources_default(&sources);                                                          \
        sortid_status status = clocks_get(&sources.clock, *(const enum clocks_kind *)clock);       \
        if (status == SORTID_OK)                                                                   \
            status = sortid_##FORMAT##_generator_init INIT;                                        \
        for (uint64_t i = 0; i < count && status == SORTID_OK; i++) {                              \
            status = sortid_##FORMAT##_generator_next(&generator, &id, NULL);                      \
            sum += id.bytes[0];                                                                    \
        }                                                                                          \
        return outcome(status, sum);                                                               \
    }

MAKING(scru128, (&generator, NULL, &sources))
MAKING(scru128v1, (&generator, NULL, &sources))
MAKING(scru160, (&generator, NULL, &sources))
MAKING(scru64, (&generator, &ON_NODE, &sources))
MAKING(ulid, (&generator, NULL, &sources))
MAKING(uuidv7, (&generator, NULL, &sources))
MAKING(ksuid, (&generator, NULL, &sources))

/* ---- The rows ------------------------------------------------------------------ */

#define OWN   " one binary, own generator, "
#define AHEAD ", may run ahead of the clock"

#define ROW(NAME, RUN, CONTEXT)                                                                    \
    {                                                                                              \
        .group = GROUP_ONE, .name = NAME, .run = RUN, .context = CONTEXT                           \
    }
/* Rows that use the TSC clock: their yardstick is a counter read. */
#define BY_COUNTER(NAME, RUN, CONTEXT, NS)                                                         \
    {                                                                                              \
        .group = GROUP_ONE, .name = NAME, .run = RUN, .context = CONTEXT, .bar = {                 \
            .kind = BAR_OVER,                                                                      \
            .value = NS                                                                            \
        }                                                                                          \
    }
#define TO_TEXT(NAME, RUN, NS)                                                                     \
    {                                                                                              \
        .group = GROUP_ONE, .name = NAME, .run = RUN, .bar = {.kind = BAR_TIME, .value = NS }      \
    }
#define BY_PUBLISHED(FORMAT, NOTE, NS)                                                             \
    {                                                                                              \
        .group = GROUP_ONE, .name = #FORMAT OWN NOTE, .run = FORMAT##_private,                     \
        .context = &PUBLISHED, .bar = {                                                            \
            .kind = BAR_TIME,                                                                      \
            .value = NS                                                                            \
        }                                                                                          \
    }
/* Takes about 0.2 s, because starting a thread may take some ms. scru64 runs at most this far ahead. */
#define THREADED 4000000
#define IN_THREADS(NAME, RUN, THREADS)                                                             \
    {                                                                                              \
        .group = GROUP_THREADS, .name = NAME, .run = threads_run,                                  \
        .context = &(const struct crowd){RUN, NULL, THREADS}, .at = THREADS, .each = "thread",     \
        .count = THREADED                                                                          \
    }
#define BY_THREADS(NAME, RUN) IN_THREADS(NAME, RUN, 1), IN_THREADS(NAME, RUN, 2)

static struct row all[] = {
    BY_COUNTER("scru128 one binary", scru128_new, NULL, 0.5),
    TO_TEXT("scru128 one text", scru128_new_text, 13.9),
    BY_COUNTER("scru128" OWN "TSC clock", scru128_private, &COUNTER, 0.5),
    BY_PUBLISHED(scru128, "published clock", 3.9),
    ROW("scru128" OWN "scripted clock", scru128_private, &SCRIPT),
    ROW("scru128v1 one binary", scru128v1_new, NULL),
    ROW("scru128v1 one text", scru128v1_new_text, NULL),
    BY_PUBLISHED(scru128v1, "published clock", 3.9),
    ROW("scru128v1" OWN "scripted clock", scru128v1_private, &SCRIPT),
    ROW("scru160 one binary" AHEAD, scru160_new, NULL),
    ROW("scru160 one text" AHEAD, scru160_new_text, NULL),
    BY_PUBLISHED(scru160, "published clock" AHEAD, 3.9),
    ROW("scru160" OWN "scripted clock", scru160_private, &SCRIPT),
    BY_COUNTER("scru64 one binary, node 1/1" AHEAD, scru64_new, NULL, 1),
    ROW("scru64 one text, node 1/1" AHEAD, scru64_new_text, NULL),
    BY_COUNTER("scru64" OWN "node 1/1, TSC clock" AHEAD, scru64_private, &COUNTER, 0.5),
    BY_PUBLISHED(scru64, "node 1/1, published clock" AHEAD, 1.8),
    ROW("scru64" OWN "node 1/1, scripted clock", scru64_private, &SCRIPT),
    BY_COUNTER("ulid one binary", ulid_new, NULL, 0.5),
    BY_COUNTER("ulid one text", ulid_new_text, NULL, 0.3),
    BY_COUNTER("ulid" OWN "TSC clock", ulid_private, &COUNTER, 0.5),
    BY_PUBLISHED(ulid, "published clock", 1.8),
    ROW("ulid" OWN "scripted clock", ulid_private, &SCRIPT),
    BY_COUNTER("uuidv7 one binary", uuidv7_new, NULL, 0.5),
    ROW("uuidv7 one text", uuidv7_new_text, NULL),
    BY_PUBLISHED(uuidv7, "published clock", 0),
    ROW("uuidv7" OWN "scripted clock", uuidv7_private, &SCRIPT),
    BY_COUNTER("ksuid one binary", ksuid_new, NULL, 0),
    ROW("ksuid one text", ksuid_new_text, NULL),
    BY_PUBLISHED(ksuid, "published clock", 0),
    ROW("ksuid" OWN "scripted clock", ksuid_private, &SCRIPT),
    BY_THREADS("scru128, a generator per thread", scru128_new),
    BY_THREADS("ulid, a generator per thread", ulid_new),
    BY_THREADS("scru64, one for the process" AHEAD, scru64_new),
};

const char *one_rows(struct rows *out, const struct settings *settings)
{
    (void)settings;
    *out = (struct rows){all, sizeof all / sizeof *all};
    for (size_t i = 0; i < out->count; i++)
        if (all[i].bar.kind == BAR_OVER)
            all[i].yardstick = floor_counter_read();
    sortid_status status = sortid_scru64_set_default(&ON_NODE);
    return status == SORTID_OK ? NULL : sortid_status_text(status);
}
