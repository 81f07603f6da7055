/* SPDX-License-Identifier: MIT */
/* formats.c: the rows of the public calls: randomness; for each format making, printing and
 * parsing, of one ID and of many. Texts use the SIMD implementation that the library chooses on
 * this machine. A count includes the loop around the call, about four instructions. */
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

static const sortid_options ON_NODE = {.node = {.node_id = 1, .node_id_size = 1}};

/* ---- Randomness ---------------------------------------------------------------- */

static const size_t WORD = 4, PAGE = 4096;

/* Draws *context bytes at a time, all within the second of one seed. */
static const char *draw(size_t count, const void *context)
{
    static uint8_t bytes[4096];
    sortid_random random;
    sortid_status status = SORTID_OK;
    sortid_random_secure(&random);
    for (size_t i = 0; i < count && status == SORTID_OK; i++)
        status = random.fill(random.context, bytes, *(const size_t *)context, SCRIPT_START_US);
    return outcome(status);
}

#define ENCODINGS 3 /* text, hex, int: the first values of sortid_encoding */

/* The inputs of the current format. */
static struct inputs {
    uint8_t ids[HOT_MANY * SORTID_MAX_SIZE]; /* packed, like an array of the format's type */
    char texts[ENCODINGS][HOT_MANY][SORTID_MAX_TEXT_SIZE];
    size_t lengths[ENCODINGS][HOT_MANY];
    char lines[HOT_MANY * SORTID_MAX_TEXT_SIZE]; /* the texts, each with its line feed */
} inputs;

/* NAME makes CALL, an expression with the declared variables and `i`, `count` times. */
#define LOOP(NAME, DECLARATIONS, CALL)                                                             \
    static const char *NAME(size_t count, const void *context)                                     \
    {                                                                                              \
        (void)context;                                                                             \
        DECLARATIONS;                                                                              \
        sortid_status status = SORTID_OK;                                                          \
        for (size_t i = 0; i < count && status == SORTID_OK; i++)                                  \
            status = CALL;                                                                         \
        return outcome(status);                                                                    \
    }

/* ---- Making -------------------------------------------------------------------- */

#define DEFAULT(FORMAT)                                                                            \
    LOOP(FORMAT##_new, sortid_##FORMAT id, sortid_##FORMAT##_new(&id, NULL))                       \
    LOOP(FORMAT##_new_text, char text[SORTID_MAX_TEXT_SIZE], sortid_##FORMAT##_new_text(text, NULL))

static const char *filled(sortid_status status, bool all)
{
    return status != SORTID_OK || all ? outcome(status) : "the fill ended early";
}

/* A private generator for each row; the context is its sources. */
#define PRIVATE(FORMAT, OPTIONS)                                                                   \
    static sortid_status FORMAT##_generator_begin(sortid_##FORMAT##_generator *generator,          \
                                                  const sortid_sources *sources)                   \
    {                                                                                              \
        script_us = SCRIPT_START_US;                                                               \
        return sortid_##FORMAT##_generator_init(generator, OPTIONS, sources);                      \
    }                                                                                              \
                                                                                                   \
    static const char *FORMAT##_generator_fill_text(size_t count, const void *context)             \
    {                                                                                              \
        static char lines[HOT_MANY * SORTID_MAX_TEXT_SIZE];                                        \
        sortid_##FORMAT##_generator generator;                                                     \
        size_t written = 0, stride = inputs.lengths[SORTID_ENCODING_TEXT][0] + 1;                  \
        sortid_status status = FORMAT##_generator_begin(&generator, context);                      \
        if (status == SORTID_OK)                                                                   \
            status = sortid_##FORMAT##_generator_fill_text(&generator, lines, sizeof lines,        \
                                                           &written, count, LINE_FEED, NULL);      \
        return filled(status, written == count * stride);                                          \
    }

/* A shared generator, the only one of its state. */
#define SHARED(FORMAT, OPTIONS)                                                                    \
    static sortid_status FORMAT##_shared_begin(sortid_##FORMAT##_generator *generator,             \
                                               const sortid_sources *sources)                      \
    {                                                                                              \
        static sortid_shared_state state;                                                          \
        script_us = SCRIPT_START_US;                                                               \
        memset(&state, 0, sizeof state);                                                           \
        return sortid_generator_attach(&generator->base, sortid_##FORMAT##_format(), &state,       \
                                       SORTID_SCOPE_THREADS, OPTIONS, sources);                    \
    }

/* IDs by either of them: KIND is generator or shared. */
#define NEXT(FORMAT, KIND)                                                                         \
    static const char *FORMAT##_##KIND##_next(size_t count, const void *context)                   \
    {                                                                                              \
        sortid_##FORMAT##_generator generator;                                                     \
        sortid_##FORMAT id;                                                                        \
        sortid_status status = FORMAT##_##KIND##_begin(&generator, context);                       \
        for (size_t i = 0; i < count && status == SORTID_OK; i++)                                  \
            status = sortid_##FORMAT##_generator_next(&generator, &id, NULL);                      \
        return outcome(status);                                                                    \
    }                                                                                              \
                                                                                                   \
    static const char *FORMAT##_##KIND##_fill(size_t count, const void *context)                   \
    {                                                                                              \
        static sortid_##FORMAT ids[HOT_MANY];                                                      \
        sortid_##FORMAT##_generator generator;                                                     \
        size_t done = 0;                                                                           \
        sortid_status status = FORMAT##_##KIND##_begin(&generator, context);                       \
        if (status == SORTID_OK)                                                                   \
            status = sortid_##FORMAT##_generator_fill(&generator, ids, count, &done, NULL);        \
        return filled(status, done == count);                                                      \
    }

#define MAKING(FORMAT, OPTIONS)                                                                    \
    DEFAULT(FORMAT)                                                                                \
    PRIVATE(FORMAT, OPTIONS)                                                                       \
    SHARED(FORMAT, OPTIONS)                                                                        \
    NEXT(FORMAT, generator)                                                                        \
    NEXT(FORMAT, shared)

MAKING(scru128, NULL)
MAKING(scru128v1, NULL)
MAKING(scru160, NULL)
MAKING(scru64, &ON_NODE)
MAKING(ulid, NULL)
MAKING(uuidv7, NULL)
MAKING(ksuid, NULL)

/* ---- Text ---------------------------------------------------------------------- */

static const char *print_texts(const sortid_format *format, size_t index, const uint8_t *id)
{
    sortid_status status = SORTID_OK;
    for (sortid_encoding e = 0; e < ENCODINGS && status == SORTID_OK; e++)
        status = sortid_format_print(format, inputs.texts[e][index], SORTID_MAX_TEXT_SIZE,
                                     &inputs.lengths[e][index], e, id);
    return outcome(status);
}

/* Random IDs; the top two bits are 0 (below 36^12 for scru64), and uuidv7 has its fixed bits. */
static const char *fill_inputs(const sortid_format *format)
{
    sortid_format_info info;
    if (sortid_format_describe(format, &info, sizeof info) != SORTID_OK)
        return "cannot describe the format";
    hot_bytes(inputs.ids, HOT_MANY * info.size);
    for (size_t i = 0; i < HOT_MANY; i++) {
        uint8_t *id = &inputs.ids[i * info.size];
        id[0] &= 0x3f;
        if (format == sortid_uuidv7_format()) {
            id[6] = (uint8_t)((id[6] & 0x0f) | 0x70);
            id[8] = (uint8_t)((id[8] & 0x3f) | 0x80);
        }
        const char *failed = print_texts(format, i, id);
        if (failed != NULL)
            return failed;
        size_t length = inputs.lengths[SORTID_ENCODING_TEXT][i];
        memcpy(&inputs.lines[i * (length + 1)], inputs.texts[SORTID_ENCODING_TEXT][i], length);
        inputs.lines[i * (length + 1) + length] = LINE_FEED;
    }
    return NULL;
}

/* The canonical text. */
#define CODING_TEXT(FORMAT)                                                                        \
    static const char *FORMAT##_print(size_t count, const void *context)                           \
    {                                                                                              \
        (void)context;                                                                             \
        const sortid_##FORMAT *ids = (const void *)inputs.ids;                                     \
        char text[SORTID_MAX_TEXT_SIZE];                                                           \
        for (size_t i = 0; i < count; i++) {                                                       \
            size_t length = sortid_##FORMAT##_print(text, &ids[i]);                                \
            (void)length;                                                                          \
        }                                                                                          \
        return NULL;                                                                               \
    }                                                                                              \
                                                                                                   \
    LOOP(FORMAT##_parse, sortid_##FORMAT id,                                                       \
         sortid_##FORMAT##_parse(&id, inputs.texts[SORTID_ENCODING_TEXT][i],                       \
                                 inputs.lengths[SORTID_ENCODING_TEXT][i], NULL))

/* Another encoding. */
#define CODING_AS(FORMAT, ENCODING, NAME)                                                          \
    LOOP(FORMAT##_print_as_##NAME, const sortid_##FORMAT *ids = (const void *)inputs.ids;          \
         char text[SORTID_MAX_TEXT_SIZE];                                                          \
         size_t written,                                                                           \
         sortid_##FORMAT##_print_as(text, sizeof text, &written, ENCODING, &ids[i]))               \
    LOOP(FORMAT##_parse_as_##NAME, sortid_##FORMAT id,                                             \
         sortid_##FORMAT##_parse_as(&id, ENCODING, inputs.texts[ENCODING][i],                      \
                                    inputs.lengths[ENCODING][i], NULL))

#define CODING_MANY(FORMAT)                                                                        \
    static const char *FORMAT##_print_many(size_t count, const void *context)                      \
    {                                                                                              \
        (void)context;                                                                             \
        static char lines[sizeof inputs.lines];                                                    \
        size_t written;                                                                            \
        return outcome(sortid_##FORMAT##_print_many(lines, sizeof lines, &written,                 \
                                                    (const void *)inputs.ids, count, LINE_FEED));  \
    }                                                                                              \
                                                                                                   \
    static const char *FORMAT##_parse_many(size_t count, const void *context)                      \
    {                                                                                              \
        (void)context;                                                                             \
        static sortid_##FORMAT ids[HOT_MANY];                                                      \
        size_t done, consumed, stride = inputs.lengths[SORTID_ENCODING_TEXT][0] + 1;               \
        sortid_status status = sortid_##FORMAT##_parse_many(                                       \
            ids, count, &done, &consumed, inputs.lines, count * stride, LINE_FEED, NULL);          \
        return filled(status, done == count);                                                      \
    }

#define CODING(FORMAT)                                                                             \
    CODING_TEXT(FORMAT)                                                                            \
    CODING_AS(FORMAT, SORTID_ENCODING_HEX, hex)                                                    \
    CODING_AS(FORMAT, SORTID_ENCODING_INT, int)                                                    \
    CODING_MANY(FORMAT)

CODING(scru128)
CODING(scru128v1)
CODING(scru160)
CODING(scru64)
CODING(ulid)
CODING(uuidv7)
CODING(ksuid)

/* ---- The rows ------------------------------------------------------------------ */

#define ROW(FORMAT, VERB, WITH, CONTEXT) hot_row(#FORMAT " " #VERB WITH, FORMAT##_##VERB, CONTEXT);
#define ROWS(FORMAT)                                                                               \
    failed = fill_inputs(sortid_format_find(#FORMAT));                                             \
    if (failed != NULL)                                                                            \
        return failed;                                                                             \
    ROW(FORMAT, new, "", NULL)                                                                     \
    ROW(FORMAT, new_text, "", NULL)                                                                \
    ROW(FORMAT, generator_next, ", default sources", NULL)                                         \
    ROW(FORMAT, generator_next, ", scripted clock", &scripted)                                     \
    ROW(FORMAT, generator_next, ", published clock", &published)                                   \
    ROW(FORMAT, generator_fill, ", scripted clock", &scripted)                                     \
    ROW(FORMAT, generator_fill_text, ", scripted clock", &scripted)                                \
    ROW(FORMAT, shared_next, ", default sources", NULL)                                            \
    ROW(FORMAT, shared_next, ", scripted clock", &scripted)                                        \
    ROW(FORMAT, shared_next, ", published clock", &published)                                      \
    ROW(FORMAT, shared_fill, ", scripted clock", &scripted)                                        \
    ROW(FORMAT, print, "", NULL)                                                                   \
    ROW(FORMAT, parse, "", NULL)                                                                   \
    ROW(FORMAT, print_many, "", NULL)                                                              \
    ROW(FORMAT, parse_many, "", NULL)                                                              \
    ROW(FORMAT, print_as_hex, "", NULL)                                                            \
    ROW(FORMAT, parse_as_hex, "", NULL)                                                            \
    ROW(FORMAT, print_as_int, "", NULL)                                                            \
    ROW(FORMAT, parse_as_int, "", NULL)

const char *hot_formats(void)
{
    sortid_status status = sortid_scru64_set_default(&ON_NODE);
    if (status != SORTID_OK)
        return sortid_status_text(status);
    const char *failed;
    prepare_sources();
    hot_row("random draw of 4 bytes", draw, &WORD);
    hot_row("random draw of 4 KiB", draw, &PAGE);
    ROWS(scru128)
    ROWS(scru128v1)
    ROWS(scru160)
    ROWS(scru64)
    ROWS(ulid)
    ROWS(uuidv7)
    ROWS(ksuid)
    return NULL;
}
