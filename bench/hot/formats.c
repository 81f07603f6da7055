/* SPDX-License-Identifier: MIT */
/* formats.c: the rows that are only counted, of the public calls: randomness; for each format
 * generators with scripted clocks, and printing and parsing of many IDs. Texts use the SIMD
 * implementation that the library chooses on this machine. A count includes the loop around the
 * call, about four instructions. */
#include "../bench.h"

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

/* The context of a row that makes IDs. */
struct making {
    const char *format;
    const sortid_sources *sources;
};

static sortid_generator generator; /* is the first member of the generator of each format */

static const char *begin_generator(uint64_t count, const void *context)
{
    const struct making *making = context;
    const sortid_format *format = sortid_format_find(making->format);
    (void)count;
    script_us = SCRIPT_START_US;
    return sentence(sortid_generator_init(&generator, format, options_of(format), making->sources));
}

/* A shared generator, the only one of its state. */
static const char *begin_shared(uint64_t count, const void *context)
{
    static sortid_shared_state state;
    const struct making *making = context;
    const sortid_format *format = sortid_format_find(making->format);
    (void)count;
    script_us = SCRIPT_START_US;
    memset(&state, 0, sizeof state);
    return sentence(sortid_generator_attach(&generator, format, &state, SORTID_SCOPE_THREADS,
                                            options_of(format), making->sources));
}

/* NAME makes one CALL for all IDs, which sets `done` to WANTED. */
#define ONCE(FORMAT, NAME, CALL, WANTED)                                                           \
    static const char *FORMAT##_##NAME(uint64_t count, const void *context)                        \
    {                                                                                              \
        static sortid_##FORMAT ids[HOT_MANY];                                                      \
        sortid_##FORMAT##_generator *g = (void *)&generator;                                       \
        size_t done = 0, consumed = 0;                                                             \
        (void)context, (void)ids, (void)g, (void)consumed;                                         \
        sortid_status status = sortid_##FORMAT##_##CALL;                                           \
        return status != SORTID_OK || done == (WANTED) ? sentence(status)                          \
                                                       : "the call ended early";                   \
    }

#define CALLS(FORMAT)                                                                              \
    LOOP(FORMAT##_next, sortid_##FORMAT id; sortid_##FORMAT##_generator *g = (void *)&generator,   \
                                            SORTID_OK,                                             \
                                            sortid_##FORMAT##_generator_next(g, &id, NULL), 0)     \
    ONCE(FORMAT, fill, generator_fill(g, ids, count, &done, NULL), count)                          \
    ONCE(FORMAT, fill_text,                                                                        \
         generator_fill_text(g, lines, sizeof lines, &done, count, LINE_FEED, NULL),               \
         count *line_size(#FORMAT))                                                                \
    ONCE(FORMAT, print_many,                                                                       \
         print_many(lines, sizeof lines, &done, (const void *)corpus_of(#FORMAT)->ids, count,      \
                    LINE_FEED),                                                                    \
         count *line_size(#FORMAT))                                                                \
    ONCE(FORMAT, parse_many,                                                                       \
         parse_many(ids, count, &done, &consumed, lines, count *line_size(#FORMAT), LINE_FEED,     \
                    NULL),                                                                         \
         count)

EACH_FORMAT(CALLS)

/* ---- The rows ------------------------------------------------------------------ */

#define MAKE(FORMAT, KIND, VERB, WITH, SOURCES)                                                    \
    {"forms", #FORMAT " " #KIND "_" #VERB ", " WITH, FORMAT##_##VERB, .begin = begin_##KIND,       \
     .context = &(const struct making){#FORMAT, SOURCES}},
#define FORMAT_ROWS(FORMAT)                                                                        \
    MAKE(FORMAT, generator, next, "default sources", NULL)                                         \
    MAKE(FORMAT, generator, next, "scripted clock", &scripted)                                     \
    MAKE(FORMAT, generator, fill, "scripted clock", &scripted)                                     \
    MAKE(FORMAT, generator, fill_text, "scripted clock", &scripted)                                \
    MAKE(FORMAT, shared, next, "default sources", NULL)                                            \
    MAKE(FORMAT, shared, next, "scripted clock", &scripted)                                        \
    MAKE(FORMAT, shared, next, "published clock", &published)                                      \
    MAKE(FORMAT, shared, fill, "scripted clock", &scripted){"forms", #FORMAT " print_many",        \
                                                            FORMAT##_print_many, .count = 0},      \
        {"forms", #FORMAT " parse_many", FORMAT##_parse_many, .count = 0},

/* The compound literals are static only outside a function. */
static const struct row all[] = {{"forms", "random draw of 4 bytes", draw, .context = &WORD},
                                 {"forms", "random draw of 4 KiB", draw, .context = &PAGE},
                                 EACH_FORMAT(FORMAT_ROWS)};

struct rows hot_rows(void)
{
    prepare_sources();
    return ROWS(all);
}
