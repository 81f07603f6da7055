/* SPDX-License-Identifier: MIT */
/* library.c: the rows of the library: floors, one ID, text out and in, randomness.
 * Handed to main.c. Each operation works on INPUTS different random IDs in turn,
 * so that no branch can be learnt, and its results are consumed; a failing call
 * ends the row with an error and is never counted as a fast one. */
#define _DEFAULT_SOURCE /* getentropy is in no standard of C11's time */
#include "library.h"

#include "threads.h"

#include <sortid.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define INPUTS    LIBRARY_INPUTS
#define FORMATS   8 /* room for */
#define ENCODINGS 4 /* text, hex, int, uuid: the readable ones, from 0 */

/* ---- Inputs ------------------------------------------------------------------ */

struct text {
    char bytes[SORTID_MAX_TEXT_SIZE];
    uint8_t length;
};

static struct corpus {
    const sortid_format *format;
    uint8_t ids[INPUTS * SORTID_MAX_SIZE]; /* packed: as an array of the format's type */
    struct text texts[ENCODINGS][INPUTS];
} corpora[FORMATS];

static const struct corpus *corpus_of(const char *name)
{
    const struct corpus *corpus = corpora;
    while (corpus->format != sortid_format_find(name))
        corpus++; // every name here is in the table, as library_rows has seen
    return corpus;
}

/* A random ID: random bytes, drawn again while they are beyond the format. */
static sortid_status draw_id(uint8_t *id, const sortid_format *format)
{
    char bytes[SORTID_MAX_SIZE];
    sortid_random random;
    sortid_status status;
    sortid_random_secure(&random);
    do {
        status = random.fill(bytes, format->size, 0, random.context);
        if (status != SORTID_OK)
            break;
        status = sortid_format_parse(id, format, SORTID_ENCODING_BIN, bytes, format->size, NULL);
    } while (status == SORTID_OUT_OF_RANGE);
    return status;
}

static sortid_status fill_corpus(struct corpus *corpus, const sortid_format *format)
{
    corpus->format = format;
    for (size_t i = 0; i < INPUTS; i++) {
        uint8_t *id = &corpus->ids[i * format->size];
        sortid_status status = draw_id(id, format);
        if (status != SORTID_OK)
            return status;
        for (sortid_encoding e = 0; e < ENCODINGS; e++) {
            struct text *text = &corpus->texts[e][i];
            text->length = (uint8_t)sortid_format_print(text->bytes, format, e, id); // <= 49
        }
    }
    return SORTID_OK;
}

/* What an operation gives back. */
static const char *outcome(sortid_status status, uint64_t sum)
{
    measure_consume(sum);
    return status == SORTID_OK ? NULL : sortid_status_text(status);
}

/* ---- Floors and randomness --------------------------------------------------- */

static const char *empty_calls(uint64_t count, const void *context)
{
    (void)context;
    for (uint64_t i = 0; i < count; i++)
        measure_empty_call();
    return NULL;
}

/* 16 bytes at a time, which is what one ID needs at most. */
static const char *kernel_random(uint64_t count, const void *context)
{
    (void)context;
    uint64_t bytes[2] = {0}, sum = 0;
    for (uint64_t i = 0; i < count; i++) {
        if (getentropy(bytes, sizeof bytes) != 0)
            return "the kernel gives no random bytes";
        sum += bytes[0];
    }
    measure_consume(sum);
    return NULL;
}

#define MOST_FILLED (64 << 20)

static const size_t IN_CACHE = 64 << 10, IN_MEMORY = MOST_FILLED;

/* 16 bytes, as often as asked for, into a buffer of *context bytes, over and over. */
static const char *fills(uint64_t count, const void *context)
{
    static unsigned char buffer[MOST_FILLED];
    size_t size = *(const size_t *)context;
    for (uint64_t left = count * 16; left > 0; left -= left < size ? left : size) {
        memset(buffer, (int)left, left < size ? left : size);
        measure_consume(buffer[left % size]);
    }
    return NULL;
}

static const size_t WORD = 4, PAGE = 4096;

/* Draws of *context bytes each. */
static const char *draws(uint64_t count, const void *context)
{
    size_t size = *(const size_t *)context;
    uint8_t bytes[4096] = {0};
    uint64_t sum = 0;
    sortid_random random;
    sortid_status status = SORTID_OK;
    sortid_random_secure(&random);
    for (uint64_t i = 0; i < count && status == SORTID_OK; i++) {
        status = random.fill(bytes, size, 0, random.context);
        sum += bytes[0];
    }
    return outcome(status, sum);
}

/* The same counted in bytes; a last draw goes on to its end. */
static const char *drawn_bytes(uint64_t count, const void *context)
{
    size_t size = *(const size_t *)context;
    return draws((count + size - 1) / size, context);
}

/* ---- One ID ------------------------------------------------------------------ */

/* The widest counter, some 2^22 IDs a tick of 256 ms: 16 million a second. The
 * easy way is called for half a second in all and may be 10 s ahead of the clock
 * after it, which takes some 20 times that speed. */
static const sortid_scru64_node_spec NODE = {.node_id = 1, .node_id_size = 1};

/* A clock that a call moves by 1 us: no format runs ahead of it. */
static sortid_status read_script(uint64_t *unix_us, void *context)
{
    uint64_t *now_us = context;
    *unix_us = (*now_us)++;
    return SORTID_OK;
}

static const uint64_t SCRIPT_START_US = UINT64_C(1800000000000000); /* in 2027 */

static sortid_sources scripted(uint64_t *now_us)
{
    sortid_sources sources;
    sortid_sources_default(&sources);
    sources.clock = (sortid_clock){read_script, now_us, 1};
    return sources;
}

/* FORMAT_make and FORMAT_text call the easy way; FORMAT_own has a generator,
 * prepared by INIT in each run (about 1 us of the run's 5 ms). */
#define MAKING(FORMAT, INIT)                                                                       \
    static const char *FORMAT##_make(uint64_t count, const void *context)                          \
    {                                                                                              \
        (void)context;                                                                             \
        sortid_##FORMAT id = {{0}};                                                                \
        sortid_status status = SORTID_OK;                                                          \
        uint64_t sum = 0;                                                                          \
        for (uint64_t i = 0; i < count && status == SORTID_OK; i++) {                              \
            status = sortid_##FORMAT##_make(&id, NULL);                                            \
            sum += id.bytes[0];                                                                    \
        }                                                                                          \
        return outcome(status, sum);                                                               \
    }                                                                                              \
                                                                                                   \
    static const char *FORMAT##_text(uint64_t count, const void *context)                          \
    {                                                                                              \
        (void)context;                                                                             \
        char text[SORTID_MAX_TEXT_SIZE] = "";                                                      \
        sortid_status status = SORTID_OK;                                                          \
        uint64_t sum = 0;                                                                          \
        for (uint64_t i = 0; i < count && status == SORTID_OK; i++) {                              \
            status = sortid_##FORMAT##_text(text, NULL);                                           \
            sum += (unsigned char)text[0];                                                         \
        }                                                                                          \
        return outcome(status, sum);                                                               \
    }                                                                                              \
                                                                                                   \
    static const char *FORMAT##_own(uint64_t count, const void *context)                           \
    {                                                                                              \
        (void)context;                                                                             \
        uint64_t now_us = SCRIPT_START_US, sum = 0;                                                \
        sortid_sources sources = scripted(&now_us);                                                \
        sortid_##FORMAT##_generator generator;                                                     \
        sortid_##FORMAT id = {{0}};                                                                \
        sortid_status status = sortid_##FORMAT##_generator_init INIT;                              \
        for (uint64_t i = 0; i < count && status == SORTID_OK; i++) {                              \
            status = sortid_##FORMAT##_generate(&id, NULL, &generator);                            \
            sum += id.bytes[0];                                                                    \
        }                                                                                          \
        return outcome(status, sum);                                                               \
    }

MAKING(scru128, (&generator, NULL, &sources))
MAKING(scru128v1, (&generator, NULL, &sources))
MAKING(scru160, (&generator, NULL, &sources))
MAKING(scru64, (&generator, &NODE, NULL, &sources))
MAKING(ulid, (&generator, NULL, &sources))

/* ---- Text, by the calls of each type ------------------------------------------ */

/* X(format, encoding, end of the verb, member of sortid_encoding, bar out, bar in) */
#define CODECS_OF_ALL(X, FORMAT, OUT, IN)                                                          \
    X(FORMAT, text, , SORTID_ENCODING_TEXT, OUT, IN)                                               \
    X(FORMAT, hex, _hex, SORTID_ENCODING_HEX, 0, 0)                                                \
    X(FORMAT, int, _int, SORTID_ENCODING_INT, 0, 0)
#define CODECS_OF_128(X, FORMAT, OUT, IN)                                                          \
    CODECS_OF_ALL(X, FORMAT, OUT, IN)                                                              \
    X(FORMAT, uuid, _uuid, SORTID_ENCODING_UUID, 0, 0)
#define CODECS(X)                                                                                  \
    CODECS_OF_128(X, scru128, 10, 12)                                                              \
    CODECS_OF_128(X, scru128v1, 0, 0)                                                              \
    CODECS_OF_ALL(X, scru160, 0, 0)                                                                \
    CODECS_OF_ALL(X, scru64, 0, 0)                                                                 \
    CODECS_OF_128(X, ulid, 5, 8)

#define CODING(FORMAT, NAME, VERB, ENCODING, OUT, IN)                                              \
    static const char *FORMAT##_##NAME##_out(uint64_t count, const void *context)                  \
    {                                                                                              \
        const sortid_##FORMAT *ids = (const void *)corpus_of(context)->ids;                        \
        char text[SORTID_MAX_TEXT_SIZE];                                                           \
        uint64_t sum = 0;                                                                          \
        for (uint64_t i = 0; i < count; i++) {                                                     \
            (void)sortid_##FORMAT##_print##VERB(text, &ids[i % INPUTS]);                           \
            sum += (unsigned char)text[0];                                                         \
        }                                                                                          \
        return outcome(SORTID_OK, sum);                                                            \
    }                                                                                              \
                                                                                                   \
    static const char *FORMAT##_##NAME##_in(uint64_t count, const void *context)                   \
    {                                                                                              \
        const struct text *texts = corpus_of(context)->texts[ENCODING];                            \
        sortid_##FORMAT id = {{0}};                                                                \
        sortid_status status = SORTID_OK;                                                          \
        uint64_t sum = 0;                                                                          \
        for (uint64_t i = 0; i < count && status == SORTID_OK; i++) {                              \
            const struct text *text = &texts[i % INPUTS];                                          \
            status = sortid_##FORMAT##_parse##VERB(&id, text->bytes, text->length, NULL);          \
            sum += id.bytes[0];                                                                    \
        }                                                                                          \
        return outcome(status, sum);                                                               \
    }

CODECS(CODING)

/* ---- Text, by the table of formats --------------------------------------------- */

struct codec {
    const struct corpus *corpus;
    sortid_encoding encoding;
    char out_name[48];
    char in_name[48];
};

static const char *table_out(uint64_t count, const void *context)
{
    const struct codec *codec = context;
    const struct corpus *corpus = codec->corpus;
    char text[SORTID_MAX_TEXT_SIZE] = "";
    uint64_t sum = 0;
    for (uint64_t i = 0; i < count; i++) {
        const uint8_t *id = &corpus->ids[i % INPUTS * corpus->format->size];
        (void)sortid_format_print(text, corpus->format, codec->encoding, id);
        sum += (unsigned char)text[0];
    }
    return outcome(SORTID_OK, sum);
}

static const char *table_in(uint64_t count, const void *context)
{
    const struct codec *codec = context;
    const struct corpus *corpus = codec->corpus;
    uint8_t id[SORTID_MAX_SIZE] = {0};
    sortid_status status = SORTID_OK;
    uint64_t sum = 0;
    for (uint64_t i = 0; i < count && status == SORTID_OK; i++) {
        const struct text *text = &corpus->texts[codec->encoding][i % INPUTS];
        status = sortid_format_parse(id, corpus->format, codec->encoding, text->bytes, text->length,
                                     NULL);
        sum += id[0];
    }
    return outcome(status, sum);
}

/* ---- The rows ------------------------------------------------------------------ */

#define ONE_BAR (REFERENCE_CLOCK_NS + 8)
#define SCRIPT  "own generator, scripted clock"
#define AHEAD   ", may run ahead of the clock"

#define ROW(GROUP, NAME, RUN, CONTEXT, BAR)                                                        \
    {                                                                                              \
        .group = GROUP, .name = NAME, .run = RUN, .context = CONTEXT, .bar = BAR                   \
    }
#define CODING_ROWS(FORMAT, NAME, VERB, ENCODING, OUT, IN)                                         \
    ROW(GROUP_OUT, #FORMAT " " #NAME " out", FORMAT##_##NAME##_out, #FORMAT, OUT),                 \
        ROW(GROUP_IN, #FORMAT " " #NAME " in", FORMAT##_##NAME##_in, #FORMAT, IN),
/* Some 0.2 s: the start of a thread may take ms. scru64 runs ahead by no more than that. */
#define THREADED 4000000
#define IN_THREADS(NAME, RUN, THREADS)                                                             \
    {                                                                                              \
        .group = GROUP_THREADS, .name = NAME, .run = threads_run,                                  \
        .context = &(const struct crowd){RUN, NULL, THREADS}, .at = THREADS, .count = THREADED     \
    }
#define BY_THREADS(NAME, RUN) IN_THREADS(NAME, RUN, 1), IN_THREADS(NAME, RUN, 2)

static const struct row FIXED[] = {
    ROW(GROUP_FLOOR, "clock read", measure_clock_reads, NULL, 0),
    ROW(GROUP_FLOOR, "empty call", empty_calls, NULL, 0),
    ROW(GROUP_FLOOR, "kernel random, 16 bytes", kernel_random, NULL, 0),
    ROW(GROUP_FLOOR, "memory fill, 16 bytes, in cache", fills, &IN_CACHE, 0),
    ROW(GROUP_FLOOR, "memory fill, 16 bytes, in memory", fills, &IN_MEMORY, 0),
    ROW(GROUP_RANDOM, "draws of 4 bytes", draws, &WORD, 0),
    ROW(GROUP_RANDOM, "draws of 4 bytes, per byte", drawn_bytes, &WORD, 0),
    ROW(GROUP_RANDOM, "draws of 4 KiB", draws, &PAGE, 0),
    ROW(GROUP_RANDOM, "draws of 4 KiB, per byte", drawn_bytes, &PAGE, 0),
    ROW(GROUP_ONE, "scru128 one binary", scru128_make, NULL, ONE_BAR),
    ROW(GROUP_ONE, "scru128 one text", scru128_text, NULL, 0),
    ROW(GROUP_ONE, "scru128 one binary, " SCRIPT, scru128_own, NULL, 0),
    ROW(GROUP_ONE, "scru128v1 one binary", scru128v1_make, NULL, 0),
    ROW(GROUP_ONE, "scru128v1 one text", scru128v1_text, NULL, 0),
    ROW(GROUP_ONE, "scru128v1 one binary, " SCRIPT, scru128v1_own, NULL, 0),
    ROW(GROUP_ONE, "scru160 one binary" AHEAD, scru160_make, NULL, 0),
    ROW(GROUP_ONE, "scru160 one text" AHEAD, scru160_text, NULL, 0),
    ROW(GROUP_ONE, "scru160 one binary, " SCRIPT, scru160_own, NULL, 0),
    ROW(GROUP_ONE, "scru64 one binary, node 1/1" AHEAD, scru64_make, NULL, 0),
    ROW(GROUP_ONE, "scru64 one text, node 1/1" AHEAD, scru64_text, NULL, 0),
    ROW(GROUP_ONE, "scru64 one binary, node 1/1, " SCRIPT, scru64_own, NULL, 0),
    ROW(GROUP_ONE, "ulid one binary", ulid_make, NULL, ONE_BAR),
    ROW(GROUP_ONE, "ulid one text", ulid_text, NULL, 0),
    ROW(GROUP_ONE, "ulid one binary, " SCRIPT, ulid_own, NULL, 0),
    BY_THREADS("scru128, a generator per thread", scru128_make),
    BY_THREADS("ulid, a generator per thread", ulid_make),
    BY_THREADS("scru64, one for the process" AHEAD, scru64_make),
    // clang-format off
    CODECS(CODING_ROWS)
    // clang-format on
};
#define FIXED_COUNT (sizeof FIXED / sizeof *FIXED)

static struct codec codecs[FORMATS * ENCODINGS];
static struct row all[FIXED_COUNT + 2 * FORMATS * ENCODINGS];

/* Two rows of the table of formats. */
static void add_codec(struct row *rows, struct codec *codec)
{
    static const char *const NAMES[ENCODINGS] = {"text", "hex", "int", "uuid"};
    const char *format = codec->corpus->format->name, *name = NAMES[codec->encoding];
    (void)snprintf(codec->out_name, sizeof codec->out_name, "%s %s out, by table", format, name);
    (void)snprintf(codec->in_name, sizeof codec->in_name, "%s %s in, by table", format, name);
    rows[0] = (struct row)ROW(GROUP_TABLE, codec->out_name, table_out, codec, 0);
    rows[1] = (struct row)ROW(GROUP_TABLE, codec->in_name, table_in, codec, 0);
}

/* The rows of a format after the *count there are. */
static void add_codecs(size_t *count, const struct corpus *corpus)
{
    for (sortid_encoding e = 0; e < ENCODINGS; e++) {
        struct codec *codec = &codecs[*count];
        if ((corpus->format->encodings >> e & 1) == 0)
            continue;
        codec->corpus = corpus;
        codec->encoding = e;
        add_codec(&all[FIXED_COUNT + 2 * *count], codec);
        (*count)++;
    }
}

const void *library_ids(const char *format)
{
    return corpus_of(format)->ids;
}

const char *library_rows(const struct row **rows, size_t *count)
{
    const sortid_format *format;
    size_t codec_count = 0;
    sortid_status status = sortid_scru64_set_node(&NODE);
    memcpy(all, FIXED, sizeof FIXED);
    for (size_t f = 0; status == SORTID_OK && (format = sortid_format_at(f)) != NULL; f++) {
        if (f == FORMATS)
            return "more formats than the bench has room for";
        status = fill_corpus(&corpora[f], format);
        add_codecs(&codec_count, &corpora[f]);
    }
    *rows = all;
    *count = FIXED_COUNT + 2 * codec_count;
    return status == SORTID_OK ? NULL : sortid_status_text(status);
}
