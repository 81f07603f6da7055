/* SPDX-License-Identifier: MIT */
/* one.c: the rows of one ID at a time, by the default generator, by a private one, by one for each
 * thread, and by one whose state several threads share. Results are consumed, so that the compiler
 * keeps the work. */
#include "bench.h"

#include <stdlib.h>
#include <string.h>

/* The default sources, with a clock that stays at this time. */
static sortid_status publish_clock(sortid_sources *out)
{
    static sortid_published published;
    sortid_sources_default(out);
    sortid_clock_published(&out->clock, &published, 1000);
    return sortid_published_update(&published);
}

/* FORMAT_new and FORMAT_new_text call the default generator. FORMAT_private uses a private
 * generator with a published clock, which each run initializes (about 1 us of its 0.5 ms). */
#define MAKING(FORMAT)                                                                             \
    static sortid_status FORMAT##_start(sortid_##FORMAT##_generator *generator)                    \
    {                                                                                              \
        sortid_sources sources;                                                                    \
        sortid_status status = publish_clock(&sources);                                            \
        return status == SORTID_OK                                                                 \
                   ? sortid_##FORMAT##_generator_init(                                             \
                         generator, options_of(sortid_##FORMAT##_format()), &sources)              \
                   : status;                                                                       \
    }                                                                                              \
                                                                                                   \
    LOOP(FORMAT##_new, sortid_##FORMAT id = {{0}}, SORTID_OK, sortid_##FORMAT##_new(&id, NULL),    \
         id.bytes[0])                                                                              \
    LOOP(FORMAT##_new_text, char text[SORTID_MAX_TEXT_SIZE] = "", SORTID_OK,                       \
         sortid_##FORMAT##_new_text(text, NULL), (unsigned char)text[0])                           \
    LOOP(FORMAT##_private, sortid_##FORMAT##_generator generator;                                  \
         sortid_##FORMAT id = {{0}}, FORMAT##_start(&generator),                                   \
         sortid_##FORMAT##_generator_next(&generator, &id, NULL), id.bytes[0])

EACH_FORMAT(MAKING)

/* ---- A shared state: each run starts with a new one ---------------------------------- */

static sortid_generator shared;

static const char *attach(uint64_t count, const void *context)
{
    static sortid_shared_state state;
    const sortid_format *format = sortid_format_find(context);
    (void)count;
    memset(&state, 0, sizeof state);
    return sentence(sortid_generator_attach(&shared, format, &state, SORTID_SCOPE_THREADS,
                                            options_of(format), NULL));
}

LOOP(shared_next, uint8_t id[SORTID_MAX_SIZE] = {0}, SORTID_OK,
     sortid_generator_next(&shared, id, NULL), id[0])

/* ---- The rows ------------------------------------------------------------------ */

#define ONE(NAME, RUN)                                                                             \
    {                                                                                              \
        .group = "one", .name = NAME, .run = RUN                                                   \
    }
#define FORMAT_ROWS(FORMAT)                                                                        \
    ONE(#FORMAT " one binary", FORMAT##_new), ONE(#FORMAT " one text", FORMAT##_new_text),         \
        ONE(#FORMAT " one binary, own generator, published clock", FORMAT##_private),
/* A run takes 40 ms or more, because starting a thread may take some ms. scru64 runs at most this
 * far ahead of the clock. */
#define IN_THREADS(NAME, RUN, BEGIN, CONTEXT, THREADS)                                             \
    {                                                                                              \
        .group = "shared", .name = NAME, .run = RUN, .begin = BEGIN, .context = CONTEXT,           \
        .threads = THREADS, .count = 4000000                                                       \
    }
#define BY_THREADS(NAME, RUN, BEGIN, CONTEXT)                                                      \
    IN_THREADS(NAME, RUN, BEGIN, CONTEXT, 1), IN_THREADS(NAME, RUN, BEGIN, CONTEXT, 2),            \
        IN_THREADS(NAME, RUN, BEGIN, CONTEXT, 4)
#define SHARED(FORMAT)                                                                             \
    BY_THREADS(FORMAT ", a state in memory, threads", shared_next, attach, FORMAT)

static const struct row all[] = {
    EACH_FORMAT(FORMAT_ROWS) BY_THREADS("ulid, a generator per thread", ulid_new, NULL, NULL),
    BY_THREADS("scru128, a generator per thread", scru128_new, NULL, NULL),
    BY_THREADS("scru64, one for the process", scru64_new, NULL, NULL),
    SHARED("uuidv7"),
    SHARED("ulid"),
    SHARED("scru128"),
    SHARED("scru64"),
};

struct rows one_rows(void)
{
    if (sortid_scru64_set_default(&ON_NODE) != SORTID_OK)
        abort(); // cannot happen: the node is valid, and no thread has made an ID
    return ROWS(all);
}
