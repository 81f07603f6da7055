/* SPDX-License-Identifier: MIT */
/* formats.c: the rows that are only counted, of the public calls: randomness; for each format
 * generators with scripted clocks, and printing and parsing of many IDs. Texts use the SIMD
 * implementation that the library chooses on this machine. A count includes the loop around the
 * call, about four instructions. */
#include "hot.h"

#include <string.h>

#define LINE_FEED '\n'

/* ---- Sources ------------------------------------------------------------------- */

static const uint64_t SCRIPT_START_US = UINT64_C(1800000000000000); /* in 2027 */

/* A clock that advances 1 us with each read: a new ms every 1000 IDs. */
static uint64_t script_us;

static sortid_status read_script(void *context, uint64_t *unix_us)
{
    (void)context;
    *unix_us = script_us++;
    return SORTID_OK;
}

/* The default sources with other clocks: the scripted one, and a published one at rest. */
static sortid_sources scripted, published;

static void prepare_sources(void)
{
    static sortid_published told;
    sortid_sources_default(&scripted);
    scripted.clock = (sortid_clock){read_script, NULL, 1};
    sortid_published_init(&told);
    sortid_published_set(&told, SCRIPT_START_US);
    published = scripted;
    sortid_clock_published(&published.clock, &told, 1);
}

/* ---- Randomness ---------------------------------------------------------------- */

static const size_t WORD = 4, PAGE = 4096;

/* Draws *context bytes at a time, all within the second of one seed. */
static const char *draw(uint64_t count, const void *context)
{
    static uint8_t bytes[4096];
    sortid_random random;
    sortid_status status = SORTID_OK;
    sortid_random_secure(&random);
    for (uint64_t i = 0; i < count && status == SORTID_OK; i++)
        status = random.fill(random.context, bytes, *(const size_t *)context, SCRIPT_START_US);
    return sentence(status);
}

/* Text with line feeds. The row that prints many IDs leaves it for the row that parses them. */
static char lines[HOT_MANY * SORTID_MAX_TEXT_SIZE];

static size_t line_size(const char *format)
{
    return corpus_of(format)->texts[SORTID_ENCODING_TEXT][0].length + 1u;
}

/* ---- Making -------------------------------------------------------------------- */

static const char *filled(sortid_status status, bool all)
{
    return status != SORTID_OK || all ? sentence(status) : "the fill ended early";
}

/* A private generator for each row; the context is its sources. */
#define PRIVATE(FORMAT)                                                                            \
    static sortid_status FORMAT##_generator_begin(sortid_##FORMAT##_generator *generator,          \
                                                  const sortid_sources *sources)                   \
    {                                                                                              \
        script_us = SCRIPT_START_US;                                                               \
        return sortid_##FORMAT##_generator_init(generator, options_of(sortid_##FORMAT##_format()), \
                                                sources);                                          \
    }                                                                                              \
                                                                                                   \
    static const char *FORMAT##_generator_fill_text(uint64_t count, const void *context)           \
    {                                                                                              \
        sortid_##FORMAT##_generator generator;                                                     \
        size_t written = 0;                                                                        \
        sortid_status status = FORMAT##_generator_begin(&generator, context);                      \
        if (status == SORTID_OK)                                                                   \
            status = sortid_##FORMAT##_generator_fill_text(&generator, lines, sizeof lines,        \
                                                           &written, count, LINE_FEED, NULL);      \
        return filled(status, written == count * line_size(#FORMAT));                              \
    }

/* A shared generator, the only one of its state. */
#define SHARED(FORMAT)                                                                             \
    static sortid_status FORMAT##_shared_begin(sortid_##FORMAT##_generator *generator,             \
                                               const sortid_sources *sources)                      \
    {                                                                                              \
        static sortid_shared_state state;                                                          \
        script_us = SCRIPT_START_US;                                                               \
        memset(&state, 0, sizeof state);                                                           \
        return sortid_generator_attach(&generator->base, sortid_##FORMAT##_format(), &state,       \
                                       SORTID_SCOPE_THREADS,                                       \
                                       options_of(sortid_##FORMAT##_format()), sources);           \
    }

/* IDs by either of them: KIND is generator or shared. */
#define NEXT(FORMAT, KIND)                                                                         \
    static const char *FORMAT##_##KIND##_next(uint64_t count, const void *context)                 \
    {                                                                                              \
        sortid_##FORMAT##_generator generator;                                                     \
        sortid_##FORMAT id;                                                                        \
        sortid_status status = FORMAT##_##KIND##_begin(&generator, context);                       \
        for (uint64_t i = 0; i < count && status == SORTID_OK; i++)                                \
            status = sortid_##FORMAT##_generator_next(&generator, &id, NULL);                      \
        return sentence(status);                                                                   \
    }                                                                                              \
                                                                                                   \
    static const char *FORMAT##_##KIND##_fill(uint64_t count, const void *context)                 \
    {                                                                                              \
        static sortid_##FORMAT ids[HOT_MANY];                                                      \
        sortid_##FORMAT##_generator generator;                                                     \
        size_t done = 0;                                                                           \
        sortid_status status = FORMAT##_##KIND##_begin(&generator, context);                       \
        if (status == SORTID_OK)                                                                   \
            status = sortid_##FORMAT##_generator_fill(&generator, ids, count, &done, NULL);        \
        return filled(status, done == count);                                                      \
    }

#define MAKING(FORMAT)                                                                             \
    PRIVATE(FORMAT)                                                                                \
    SHARED(FORMAT)                                                                                 \
    NEXT(FORMAT, generator)                                                                        \
    NEXT(FORMAT, shared)

EACH_FORMAT(MAKING)

/* ---- Text ---------------------------------------------------------------------- */

#define CODING(FORMAT)                                                                             \
    static const char *FORMAT##_print_many(uint64_t count, const void *context)                    \
    {                                                                                              \
        const sortid_##FORMAT *ids = (const void *)corpus_of(context)->ids;                        \
        size_t written;                                                                            \
        return sentence(                                                                           \
            sortid_##FORMAT##_print_many(lines, sizeof lines, &written, ids, count, LINE_FEED));   \
    }                                                                                              \
                                                                                                   \
    static const char *FORMAT##_parse_many(uint64_t count, const void *context)                    \
    {                                                                                              \
        static sortid_##FORMAT ids[HOT_MANY];                                                      \
        size_t done, consumed;                                                                     \
        sortid_status status = sortid_##FORMAT##_parse_many(                                       \
            ids, count, &done, &consumed, lines, count * line_size(context), LINE_FEED, NULL);     \
        return filled(status, done == count);                                                      \
    }

EACH_FORMAT(CODING)

/* ---- The rows ------------------------------------------------------------------ */

#define COUNTED(FORMAT, VERB, WITH, CONTEXT)                                                       \
    {"forms", #FORMAT " " #VERB WITH, FORMAT##_##VERB, .context = CONTEXT},
#define FORMAT_ROWS(FORMAT)                                                                        \
    COUNTED(FORMAT, generator_next, ", default sources", NULL)                                     \
    COUNTED(FORMAT, generator_next, ", scripted clock", &scripted)                                 \
    COUNTED(FORMAT, generator_fill, ", scripted clock", &scripted)                                 \
    COUNTED(FORMAT, generator_fill_text, ", scripted clock", &scripted)                            \
    COUNTED(FORMAT, shared_next, ", default sources", NULL)                                        \
    COUNTED(FORMAT, shared_next, ", scripted clock", &scripted)                                    \
    COUNTED(FORMAT, shared_next, ", published clock", &published)                                  \
    COUNTED(FORMAT, shared_fill, ", scripted clock", &scripted)                                    \
    COUNTED(FORMAT, print_many, "", #FORMAT)                                                       \
    COUNTED(FORMAT, parse_many, "", #FORMAT)

struct rows hot_rows(void)
{
    static const struct row all[] = {{"forms", "random draw of 4 bytes", draw, .context = &WORD},
                                     {"forms", "random draw of 4 KiB", draw, .context = &PAGE},
                                     EACH_FORMAT(FORMAT_ROWS)};
    prepare_sources();
    return ROWS(all);
}
