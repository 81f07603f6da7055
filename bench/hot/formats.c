/* SPDX-License-Identifier: MIT */
/* formats.c: the rows of the public calls: randomness; of each format, one ID
 * made, text out and in, one and many. Called by main.c. Texts are made by the
 * kernel that the library chooses here. A count holds the loop around the call
 * too, some four instructions. */
#include "hot.h"

#include <sortid.h>
#include <string.h>

#define LINE_FEED '\n'

static const char *outcome(sortid_status status)
{
    return status == SORTID_OK ? NULL : sortid_status_text(status);
}

/* ---- Sources ------------------------------------------------------------------- */

static const uint64_t SCRIPT_START_US = UINT64_C(1800000000000000); /* in 2027 */

/* A clock that each reading moves by 1 us: one new ms in 1000 IDs. */
static uint64_t script_us;

static sortid_status read_script(uint64_t *unix_us, void *context)
{
    (void)context;
    *unix_us = script_us++;
    return SORTID_OK;
}

/* The defaults but for the clock: that one, and a published one that stands. */
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

static const sortid_scru64_node_spec NODE = {.node_id = 1, .node_id_size = 1};

/* ---- Randomness ---------------------------------------------------------------- */

static const size_t WORD = 4, PAGE = 4096;

/* Draws of *context bytes, all within the second of one seed. */
static const char *draw(size_t count, const void *context)
{
    static uint8_t bytes[4096];
    sortid_random random;
    sortid_status status = SORTID_OK;
    sortid_random_secure(&random);
    for (size_t i = 0; i < count && status == SORTID_OK; i++)
        status = random.fill(bytes, *(const size_t *)context, SCRIPT_START_US, random.context);
    return outcome(status);
}

/* ---- Making -------------------------------------------------------------------- */

#define EASY(FORMAT)                                                                               \
    static const char *FORMAT##_make(size_t count, const void *context)                            \
    {                                                                                              \
        (void)context;                                                                             \
        sortid_##FORMAT id;                                                                        \
        sortid_status status = SORTID_OK;                                                          \
        for (size_t i = 0; i < count && status == SORTID_OK; i++)                                  \
            status = sortid_##FORMAT##_make(&id, NULL);                                            \
        return outcome(status);                                                                    \
    }                                                                                              \
                                                                                                   \
    static const char *FORMAT##_text(size_t count, const void *context)                            \
    {                                                                                              \
        (void)context;                                                                             \
        char text[SORTID_MAX_TEXT_SIZE];                                                           \
        sortid_status status = SORTID_OK;                                                          \
        for (size_t i = 0; i < count && status == SORTID_OK; i++)                                  \
            status = sortid_##FORMAT##_text(text, NULL);                                           \
        return outcome(status);                                                                    \
    }

static const char *filled(sortid_status status, bool all)
{
    return status != SORTID_OK || all ? outcome(status) : "the fill ended early";
}

/* A generator of the row's own; the context is its sources. */
#define OWN(FORMAT, ...)                                                                           \
    static sortid_status FORMAT##_start(sortid_##FORMAT##_generator *generator,                    \
                                        const sortid_sources *sources)                             \
    {                                                                                              \
        script_us = SCRIPT_START_US;                                                               \
        return sortid_##FORMAT##_generator_init(generator, __VA_ARGS__, sources);                  \
    }                                                                                              \
                                                                                                   \
    static const char *FORMAT##_generate(size_t count, const void *context)                        \
    {                                                                                              \
        sortid_##FORMAT##_generator generator;                                                     \
        sortid_##FORMAT id;                                                                        \
        sortid_status status = FORMAT##_start(&generator, context);                                \
        for (size_t i = 0; i < count && status == SORTID_OK; i++)                                  \
            status = sortid_##FORMAT##_generate(&id, NULL, &generator);                            \
        return outcome(status);                                                                    \
    }                                                                                              \
                                                                                                   \
    static const char *FORMAT##_fill(size_t count, const void *context)                            \
    {                                                                                              \
        static sortid_##FORMAT ids[HOT_MANY];                                                      \
        sortid_##FORMAT##_generator generator;                                                     \
        size_t made = 0;                                                                           \
        sortid_status status = FORMAT##_start(&generator, context);                                \
        if (status == SORTID_OK)                                                                   \
            status = sortid_##FORMAT##_fill(ids, count, &made, NULL, &generator);                  \
        return filled(status, made == count);                                                      \
    }                                                                                              \
                                                                                                   \
    static const char *FORMAT##_fill_text(size_t count, const void *context)                       \
    {                                                                                              \
        static char lines[HOT_MANY * SORTID_MAX_TEXT_SIZE];                                        \
        sortid_##FORMAT##_generator generator;                                                     \
        size_t made = 0;                                                                           \
        sortid_status status = FORMAT##_start(&generator, context);                                \
        if (status == SORTID_OK)                                                                   \
            status =                                                                               \
                sortid_##FORMAT##_fill_text(lines, count, LINE_FEED, &made, NULL, &generator);     \
        return filled(status, made == count);                                                      \
    }

/* The same by a shared generator that has its state for itself. */
#define SHARED(FORMAT, ...)                                                                        \
    static sortid_status FORMAT##_share(sortid_##FORMAT##_shared *generator,                       \
                                        const sortid_sources *sources)                             \
    {                                                                                              \
        static sortid_shared_state state;                                                          \
        script_us = SCRIPT_START_US;                                                               \
        sortid_status status = sortid_shared_state_init(&state, SORTID_SCOPE_THREADS);             \
        if (status == SORTID_OK)                                                                   \
            status = sortid_##FORMAT##_shared_init(generator, &state, __VA_ARGS__, sources);       \
        return status;                                                                             \
    }                                                                                              \
                                                                                                   \
    static const char *FORMAT##_shared_generate(size_t count, const void *context)                 \
    {                                                                                              \
        sortid_##FORMAT##_shared generator;                                                        \
        sortid_##FORMAT id;                                                                        \
        sortid_status status = FORMAT##_share(&generator, context);                                \
        for (size_t i = 0; i < count && status == SORTID_OK; i++)                                  \
            status = sortid_##FORMAT##_shared_generate(&id, NULL, &generator);                     \
        return outcome(status);                                                                    \
    }                                                                                              \
                                                                                                   \
    static const char *FORMAT##_shared_fill(size_t count, const void *context)                     \
    {                                                                                              \
        static sortid_##FORMAT ids[HOT_MANY];                                                      \
        sortid_##FORMAT##_shared generator;                                                        \
        size_t made = 0;                                                                           \
        sortid_status status = FORMAT##_share(&generator, context);                                \
        if (status == SORTID_OK)                                                                   \
            status = sortid_##FORMAT##_shared_fill(ids, count, &made, NULL, &generator);           \
        return filled(status, made == count);                                                      \
    }

#define MAKING(FORMAT, ...)                                                                        \
    EASY(FORMAT)                                                                                   \
    OWN(FORMAT, __VA_ARGS__)                                                                       \
    SHARED(FORMAT, __VA_ARGS__)

MAKING(scru128, NULL)
MAKING(scru128v1, NULL)
MAKING(scru160, NULL)
MAKING(scru64, &NODE, NULL)
MAKING(ulid, NULL)

/* ---- Text ---------------------------------------------------------------------- */

#define ENCODINGS 3 /* text, hex, int: from 0 */

/* Of the format whose rows are running. */
static struct inputs {
    uint8_t ids[HOT_MANY * SORTID_MAX_SIZE]; /* packed: as an array of the format's type */
    char texts[ENCODINGS][HOT_MANY][SORTID_MAX_TEXT_SIZE];
    size_t lengths[ENCODINGS][HOT_MANY];
    char lines[HOT_MANY * SORTID_MAX_TEXT_SIZE]; /* the texts, each with its line feed */
} inputs;

/* Random IDs; the top two bits are 0, so that scru64 has them below 36^12. */
static void fill_inputs(const sortid_format *format)
{
    hot_bytes(inputs.ids, HOT_MANY * format->size);
    for (size_t i = 0; i < HOT_MANY; i++) {
        uint8_t *id = &inputs.ids[i * format->size];
        id[0] &= 0x3f;
        for (sortid_encoding e = 0; e < ENCODINGS; e++)
            inputs.lengths[e][i] = sortid_format_print(inputs.texts[e][i], format, e, id);
        size_t length = inputs.lengths[SORTID_ENCODING_TEXT][i];
        memcpy(&inputs.lines[i * (length + 1)], inputs.texts[SORTID_ENCODING_TEXT][i], length);
        inputs.lines[i * (length + 1) + length] = LINE_FEED;
    }
}

#define CODING_ONE(FORMAT, ENCODING, NAME)                                                         \
    static const char *FORMAT##_print##NAME(size_t count, const void *context)                     \
    {                                                                                              \
        (void)context;                                                                             \
        const sortid_##FORMAT *ids = (const void *)inputs.ids;                                     \
        char text[SORTID_MAX_TEXT_SIZE];                                                           \
        for (size_t i = 0; i < count; i++)                                                         \
            (void)sortid_##FORMAT##_print##NAME(text, &ids[i]);                                    \
        return NULL;                                                                               \
    }                                                                                              \
                                                                                                   \
    static const char *FORMAT##_parse##NAME(size_t count, const void *context)                     \
    {                                                                                              \
        (void)context;                                                                             \
        sortid_##FORMAT id;                                                                        \
        sortid_status status = SORTID_OK;                                                          \
        for (size_t i = 0; i < count && status == SORTID_OK; i++)                                  \
            status = sortid_##FORMAT##_parse##NAME(&id, inputs.texts[ENCODING][i],                 \
                                                   inputs.lengths[ENCODING][i], NULL);             \
        return outcome(status);                                                                    \
    }

#define CODING_MANY(FORMAT)                                                                        \
    static const char *FORMAT##_print_many(size_t count, const void *context)                      \
    {                                                                                              \
        (void)context;                                                                             \
        static char lines[sizeof inputs.lines];                                                    \
        size_t size =                                                                              \
            sortid_##FORMAT##_print_many(lines, (const void *)inputs.ids, count, LINE_FEED);       \
        return size > 0 ? NULL : "nothing was printed";                                            \
    }                                                                                              \
                                                                                                   \
    static const char *FORMAT##_parse_many(size_t count, const void *context)                      \
    {                                                                                              \
        (void)context;                                                                             \
        static sortid_##FORMAT ids[HOT_MANY];                                                      \
        size_t made;                                                                               \
        return outcome(                                                                            \
            sortid_##FORMAT##_parse_many(ids, &made, inputs.lines, count, LINE_FEED, NULL));       \
    }

#define CODING(FORMAT)                                                                             \
    CODING_ONE(FORMAT, SORTID_ENCODING_TEXT, )                                                     \
    CODING_ONE(FORMAT, SORTID_ENCODING_HEX, _hex)                                                  \
    CODING_ONE(FORMAT, SORTID_ENCODING_INT, _int)                                                  \
    CODING_MANY(FORMAT)

CODING(scru128)
CODING(scru128v1)
CODING(scru160)
CODING(scru64)
CODING(ulid)

/* ---- The rows ------------------------------------------------------------------ */

#define ROW(FORMAT, VERB, WITH, CONTEXT) hot_row(#FORMAT " " #VERB WITH, FORMAT##_##VERB, CONTEXT);
#define ROWS(FORMAT)                                                                               \
    fill_inputs(sortid_format_find(#FORMAT));                                                      \
    ROW(FORMAT, make, "", NULL)                                                                    \
    ROW(FORMAT, text, "", NULL)                                                                    \
    ROW(FORMAT, generate, ", default sources", NULL)                                               \
    ROW(FORMAT, generate, ", scripted clock", &scripted)                                           \
    ROW(FORMAT, generate, ", published clock", &published)                                         \
    ROW(FORMAT, fill, ", scripted clock", &scripted)                                               \
    ROW(FORMAT, fill_text, ", scripted clock", &scripted)                                          \
    ROW(FORMAT, shared_generate, ", default sources", NULL)                                        \
    ROW(FORMAT, shared_generate, ", scripted clock", &scripted)                                    \
    ROW(FORMAT, shared_generate, ", published clock", &published)                                  \
    ROW(FORMAT, shared_fill, ", scripted clock", &scripted)                                        \
    ROW(FORMAT, print, "", NULL)                                                                   \
    ROW(FORMAT, parse, "", NULL)                                                                   \
    ROW(FORMAT, print_many, "", NULL)                                                              \
    ROW(FORMAT, parse_many, "", NULL)                                                              \
    ROW(FORMAT, print_hex, "", NULL)                                                               \
    ROW(FORMAT, parse_hex, "", NULL)                                                               \
    ROW(FORMAT, print_int, "", NULL)                                                               \
    ROW(FORMAT, parse_int, "", NULL)

const char *hot_formats(void)
{
    sortid_status status = sortid_scru64_set_node(&NODE);
    if (status != SORTID_OK)
        return sortid_status_text(status);
    prepare_sources();
    hot_row("random draw of 4 bytes", draw, &WORD);
    hot_row("random draw of 4 KiB", draw, &PAGE);
    ROWS(scru128)
    ROWS(scru128v1)
    ROWS(scru160)
    ROWS(scru64)
    ROWS(ulid)
    return NULL;
}
