/* SPDX-License-Identifier: MIT */
/* one.c: the rows of one ID at a time, by the default generator, by a private one, and by one for
 * each thread. Results are consumed, so that the compiler keeps the work. A failing call ends the
 * row with an error; its time is never reported. */
#include "rows.h"
#include "threads.h"

/* The default sources, with a clock that stays at this time. */
static sortid_status publish_clock(sortid_sources *out)
{
    static sortid_published published;
    sortid_sources_default(out);
    sortid_clock_published(&out->clock, &published, 1000);
    return sortid_published_update(&published);
}

/* NAME makes CALL `count` times, if START succeeds, and consumes BYTE of each result. */
#define LOOP(NAME, DECLARATION, START, CALL, BYTE)                                                 \
    static const char *NAME(uint64_t count, const void *context)                                   \
    {                                                                                              \
        (void)context;                                                                             \
        DECLARATION;                                                                               \
        uint64_t sum = 0;                                                                          \
        sortid_status status = START;                                                              \
        for (uint64_t i = 0; i < count && status == SORTID_OK; i++) {                              \
            status = CALL;                                                                         \
            sum += (unsigned char)(BYTE);                                                          \
        }                                                                                          \
        return outcome(status, sum);                                                               \
    }

/* FORMAT_new and FORMAT_new_text call the default generator. FORMAT_private uses a private
 * generator with a published clock, which each run initializes (about 1 us of its 0.5 ms). */
#define MAKING(FORMAT, OPTIONS)                                                                    \
    static sortid_status FORMAT##_start(sortid_##FORMAT##_generator *generator)                    \
    {                                                                                              \
        sortid_sources sources;                                                                    \
        sortid_status status = publish_clock(&sources);                                            \
        return status == SORTID_OK                                                                 \
                   ? sortid_##FORMAT##_generator_init(generator, OPTIONS, &sources)                \
                   : status;                                                                       \
    }                                                                                              \
                                                                                                   \
    LOOP(FORMAT##_new, sortid_##FORMAT id = {{0}}, SORTID_OK, sortid_##FORMAT##_new(&id, NULL),    \
         id.bytes[0])                                                                              \
    LOOP(FORMAT##_new_text, char text[SORTID_MAX_TEXT_SIZE] = "", SORTID_OK,                       \
         sortid_##FORMAT##_new_text(text, NULL), text[0])                                          \
    LOOP(FORMAT##_private, sortid_##FORMAT##_generator generator;                                  \
         sortid_##FORMAT id = {{0}}, FORMAT##_start(&generator),                                   \
         sortid_##FORMAT##_generator_next(&generator, &id, NULL), id.bytes[0])

MAKING(scru128, NULL)
MAKING(scru128v1, NULL)
MAKING(scru160, NULL)
MAKING(scru64, &ON_NODE)
MAKING(ulid, NULL)
MAKING(uuidv7, NULL)
MAKING(ksuid, NULL)

/* ---- The rows ------------------------------------------------------------------ */

#define ONE(NAME, RUN) ROW(GROUP_ONE, NAME, NULL, RUN, NULL, 0)
#define FORMAT_ROWS(FORMAT)                                                                        \
    ONE(#FORMAT " one binary", FORMAT##_new), ONE(#FORMAT " one text", FORMAT##_new_text),         \
        ONE(#FORMAT " one binary, own generator, published clock", FORMAT##_private)
/* Takes about 0.2 s, because starting a thread may take some ms. scru64 runs at most this far
 * ahead of the clock. */
#define THREADED 4000000
#define IN_THREADS(NAME, RUN, THREADS)                                                             \
    {                                                                                              \
        .group = GROUP_SHARED, .name = NAME, .run = threads_run,                                   \
        .context = &(const struct crowd){RUN, NULL, THREADS}, .at = THREADS, .count = THREADED     \
    }
#define BY_THREADS(NAME, RUN)                                                                      \
    IN_THREADS(NAME, RUN, 1), IN_THREADS(NAME, RUN, 2), IN_THREADS(NAME, RUN, 4)

static const struct row all[] = {
    FORMAT_ROWS(uuidv7),
    FORMAT_ROWS(ulid),
    FORMAT_ROWS(ksuid),
    FORMAT_ROWS(scru128),
    FORMAT_ROWS(scru128v1),
    FORMAT_ROWS(scru160),
    FORMAT_ROWS(scru64),
    BY_THREADS("ulid, a generator per thread", ulid_new),
    BY_THREADS("scru128, a generator per thread", scru128_new),
    BY_THREADS("scru64, one for the process", scru64_new),
};

const char *one_rows(struct rows *out, const struct settings *settings)
{
    (void)settings;
    *out = (struct rows){all, sizeof all / sizeof *all};
    return sentence(sortid_scru64_set_default(&ON_NODE));
}
