/* SPDX-License-Identifier: MIT */
/* text.c: the rows that print and parse one text, by the calls of each format and by the calls
 * that take the format as an argument. For main.c. Operations use the IDs of corpus.h in turn.
 * Results are consumed; a failing call ends the row with an error. */
#include "corpus.h"
#include "mixed.h"
#include "rows.h"

#include <stdio.h>
#include <string.h>

/* The result of an operation. */
static const char *outcome(sortid_status status, uint64_t sum)
{
    measure_consume(sum);
    return status == SORTID_OK ? NULL : sortid_status_text(status);
}

/* ---- By the calls of each format ------------------------------------------------ */

/* X(format, ENCODING, encoding, print call, parse call, targets in ns of printing and parsing) */
#define CODECS_OF_ALL(X, FORMAT, OUT, IN)                                                          \
    X(FORMAT, TEXT, text, PRINT, PARSE, OUT, IN)                                                   \
    X(FORMAT, HEX, hex, PRINT_AS, PARSE_AS, 0, 0)                                                  \
    X(FORMAT, INT, int, PRINT_AS, PARSE_AS, 0, 0)
#define CODECS_OF_128(X, FORMAT, OUT, IN)                                                          \
    CODECS_OF_ALL(X, FORMAT, OUT, IN)                                                              \
    X(FORMAT, UUID, uuid, PRINT_AS, PARSE_AS, 0, 0)
#define CODECS(X)                                                                                  \
    CODECS_OF_128(X, scru128, 6.2, 3.9)                                                            \
    CODECS_OF_128(X, scru128v1, 0, 0)                                                              \
    CODECS_OF_ALL(X, scru160, 0, 0)                                                                \
    CODECS_OF_ALL(X, scru64, 2.8, 2.4)                                                             \
    CODECS_OF_128(X, ulid, 2.2, 2.5)                                                               \
    CODECS_OF_128(X, uuidv7, 2.0, 2.5)                                                             \
    CODECS_OF_ALL(X, ksuid, 15, 15)

/* The calls, as expressions of type sortid_status. */
#define PRINT(FORMAT, ENCODING, TEXT, ID)                                                          \
    (sortid_##FORMAT##_print(TEXT, ID) != 0 ? SORTID_OK : SORTID_OUT_OF_RANGE)
#define PRINT_AS(FORMAT, ENCODING, TEXT, ID)                                                       \
    sortid_##FORMAT##_print_as(TEXT, sizeof(TEXT), &written, SORTID_ENCODING_##ENCODING, ID)
#define PARSE(FORMAT, ENCODING, ID, TEXT)                                                          \
    sortid_##FORMAT##_parse(ID, (TEXT)->bytes, (TEXT)->length, NULL)
#define PARSE_AS(FORMAT, ENCODING, ID, TEXT)                                                       \
    sortid_##FORMAT##_parse_as(ID, SORTID_ENCODING_##ENCODING, (TEXT)->bytes, (TEXT)->length, NULL)

#define CODING(FORMAT, ENCODING, NAME, PRINT_CALL, PARSE_CALL, OUT, IN)                            \
    static const char *FORMAT##_##NAME##_out(uint64_t count, const void *context)                  \
    {                                                                                              \
        const sortid_##FORMAT *ids = (const void *)corpus_of(context)->ids;                        \
        char text[SORTID_MAX_TEXT_SIZE];                                                           \
        sortid_status status = SORTID_OK;                                                          \
        size_t written = 0;                                                                        \
        uint64_t sum = 0;                                                                          \
        for (uint64_t i = 0; i < count && status == SORTID_OK; i++) {                              \
            status = PRINT_CALL(FORMAT, ENCODING, text, &ids[i % INPUTS]);                         \
            sum += (unsigned char)text[0];                                                         \
        }                                                                                          \
        return outcome(status, sum + written);                                                     \
    }                                                                                              \
                                                                                                   \
    static const char *FORMAT##_##NAME##_in(uint64_t count, const void *context)                   \
    {                                                                                              \
        const struct text *texts = corpus_of(context)->texts[SORTID_ENCODING_##ENCODING];          \
        sortid_##FORMAT id = {{0}};                                                                \
        sortid_status status = SORTID_OK;                                                          \
        uint64_t sum = 0;                                                                          \
        for (uint64_t i = 0; i < count && status == SORTID_OK; i++) {                              \
            const struct text *text = &texts[i % INPUTS];                                          \
            status = PARSE_CALL(FORMAT, ENCODING, &id, text);                                      \
            sum += id.bytes[0];                                                                    \
        }                                                                                          \
        return outcome(status, sum);                                                               \
    }

CODECS(CODING)

/* ---- Text, by format chosen at run time --------------------------------------------- */

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
    sortid_status status = SORTID_OK;
    size_t written = 0;
    uint64_t sum = 0;
    for (uint64_t i = 0; i < count && status == SORTID_OK; i++) {
        const uint8_t *id = &corpus->ids[i % INPUTS * corpus->info.size];
        status =
            sortid_format_print(corpus->format, text, sizeof text, &written, codec->encoding, id);
        sum += (unsigned char)text[0];
    }
    return outcome(status, sum);
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
        status = sortid_format_parse(corpus->format, id, codec->encoding, text->bytes, text->length,
                                     NULL);
        sum += id[0];
    }
    return outcome(status, sum);
}

/* ---- The time of a ULID ----------------------------------------------------------- */

static struct {
    uint64_t unix_ms[INPUTS];
    char texts[INPUTS][SORTID_ULID_TIME_TEXT_SIZE];
} times;

static const char *prepare_times(void)
{
    const sortid_ulid *ids = (const void *)corpus_of("ulid")->ids;
    for (size_t i = 0; i < INPUTS; i++) {
        times.unix_ms[i] = sortid_ulid_unix_ms(&ids[i]);
        sortid_status status = sortid_ulid_print_time(times.texts[i], times.unix_ms[i]);
        if (status != SORTID_OK)
            return sortid_status_text(status);
    }
    return NULL;
}

static const char *times_out(uint64_t count, const void *context)
{
    (void)context;
    char text[SORTID_ULID_TIME_TEXT_SIZE] = "";
    sortid_status status = SORTID_OK;
    uint64_t sum = 0;
    for (uint64_t i = 0; i < count && status == SORTID_OK; i++) {
        status = sortid_ulid_print_time(text, times.unix_ms[i % INPUTS]);
        sum += (unsigned char)text[0];
    }
    return outcome(status, sum);
}

static const char *times_in(uint64_t count, const void *context)
{
    (void)context;
    uint64_t unix_ms = 0, sum = 0;
    sortid_status status = SORTID_OK;
    for (uint64_t i = 0; i < count && status == SORTID_OK; i++) {
        status = sortid_ulid_parse_time(&unix_ms, times.texts[i % INPUTS],
                                        SORTID_ULID_TIME_TEXT_SIZE - 1, NULL);
        sum += unix_ms;
    }
    return outcome(status, sum);
}

/* ---- What a text may be ------------------------------------------------------------ */

/* An operation is one reading; a text that has none counts as one. */
static const char *recognise(uint64_t count, const void *context)
{
    (void)context;
    sortid_reading readings[SORTID_READINGS_MAX];
    uint64_t sum = 0, done = 0;
    for (size_t i = 0; done < count; i = (i + 1) % MIXED_COUNT) {
        size_t found = 1;
        sortid_status status = sortid_recognise(readings, sizeof *readings, SORTID_READINGS_MAX,
                                                &found, MIXED[i], strlen(MIXED[i]), NULL, NULL);
        if (status == SORTID_OK)
            sum += readings[0].id[0];
        done += found;
    }
    return outcome(SORTID_OK, sum);
}

/* ---- The rows ------------------------------------------------------------------ */

#define ROW(GROUP, NAME, RUN, CONTEXT, NS)                                                         \
    {                                                                                              \
        .group = GROUP, .name = NAME, .run = RUN, .context = CONTEXT, .bar = TO_REACH(NS)          \
    }
#define CODING_ROWS(FORMAT, ENCODING, NAME, PRINT_CALL, PARSE_CALL, OUT, IN)                       \
    ROW(GROUP_OUT, #FORMAT " " #NAME " out", FORMAT##_##NAME##_out, #FORMAT, OUT),                 \
        ROW(GROUP_IN, #FORMAT " " #NAME " in", FORMAT##_##NAME##_in, #FORMAT, IN),

static const struct row FIXED[] = {
    // clang-format off
    CODECS(CODING_ROWS)
    // clang-format on
    {.group = GROUP_OUT,
     .name = "ulid, the time's 10 digits out",
     .run = times_out,
     .bar = TO_REACH_ANYHOW(1.1)},
    {.group = GROUP_IN, .name = "ulid, the time's 10 digits in", .run = times_in},
    ROW(GROUP_IN, "any kind, one reading of mixed texts", recognise, NULL, 100),
};
#define FIXED_COUNT (sizeof FIXED / sizeof *FIXED)

static struct codec codecs[FORMATS * ENCODINGS];
static struct row all[FIXED_COUNT + 2 * FORMATS * ENCODINGS];

/* Makes the two rows of a format and encoding, by the table of formats. */
static void add_codec(struct row *rows, struct codec *codec)
{
    static const char *const NAMES[ENCODINGS] = {"text", "hex", "int", "uuid"};
    const char *format = codec->corpus->info.name, *name = NAMES[codec->encoding];
    (void)snprintf(codec->out_name, sizeof codec->out_name, "%s %s out, by table", format, name);
    (void)snprintf(codec->in_name, sizeof codec->in_name, "%s %s in, by table", format, name);
    rows[0] = (struct row)ROW(GROUP_TABLE, codec->out_name, table_out, codec, 0);
    rows[1] = (struct row)ROW(GROUP_TABLE, codec->in_name, table_in, codec, 0);
}

/* Adds the rows of a format and increases *count, the number of codecs. */
static void add_codecs(size_t *count, const struct corpus *corpus)
{
    for (sortid_encoding e = 0; e < ENCODINGS; e++) {
        struct codec *codec = &codecs[*count];
        if ((corpus->info.encodings >> e & 1) == 0)
            continue;
        codec->corpus = corpus;
        codec->encoding = e;
        add_codec(&all[FIXED_COUNT + 2 * *count], codec);
        (*count)++;
    }
}

const char *text_rows(struct rows *out, const struct settings *settings)
{
    (void)settings;
    const struct corpus *corpus;
    size_t codec_count = 0;
    memcpy(all, FIXED, sizeof FIXED);
    for (size_t f = 0; (corpus = corpus_at(f)) != NULL; f++)
        add_codecs(&codec_count, corpus);
    *out = (struct rows){all, FIXED_COUNT + 2 * codec_count};
    return prepare_times();
}
