/* SPDX-License-Identifier: MIT */
/* many.c: the rows of calls that process many IDs, for each SIMD implementation that this machine
 * can run. For main.c. Generators with the default sources fill a buffer of 64 KiB repeatedly;
 * texts are those of the IDs of corpus.h. */
#include "corpus.h"
#include "rows.h"
#include "simds.h"

#include <stdio.h>
#include <string.h>

#define BUFFER_SIZE (64 * 1024)
#define MOST_DIGITS 40

static union {
    char text[INPUTS * MOST_DIGITS]; /* the largest member */
    uint8_t bytes[BUFFER_SIZE];
    uint64_t align;
} buffer;

static const char *sentence(sortid_status status)
{
    return status == SORTID_OK ? NULL : sortid_status_text(status);
}

/* The result of an operation; restores the implementation `before`. */
static const char *outcome(sortid_status status, const struct simd *before)
{
    (void)simds_use(before);
    measure_consume(buffer.bytes[0]);
    return sentence(status);
}

static size_t at_most(uint64_t left, size_t lot)
{
    return left < lot ? (size_t)left : lot;
}

/* ---- Making -------------------------------------------------------------------- */

/* The widest counter, about 2^22 IDs in a tick: a run of 5 ms uses few ticks and stays less
 * than a second ahead of the clock. */
static const sortid_scru64_node_spec NODE = {.node_id = 1, .node_id_size = 1};
static const sortid_options ON_NODE = {.node = &NODE};

/* FORMAT_lots fills the buffer with IDs repeatedly, FORMAT_text_lots with texts. FORMAT_fill
 * and FORMAT_fill_text are operations that initialize a generator in each run (about 1 us of
 * its 5 ms). */
#define MAKING(FORMAT, INIT, DIGITS)                                                               \
    static sortid_status FORMAT##_lots(sortid_##FORMAT##_generator *generator, uint64_t count)     \
    {                                                                                              \
        size_t done = 0, lot = BUFFER_SIZE / sizeof(sortid_##FORMAT);                              \
        sortid_status status = SORTID_OK;                                                          \
        for (uint64_t left = count; left > 0 && status == SORTID_OK; left -= done)                 \
            status = sortid_##FORMAT##_generator_fill(generator, (void *)buffer.bytes,             \
                                                      at_most(left, lot), &done, NULL);            \
        return status;                                                                             \
    }                                                                                              \
                                                                                                   \
    static sortid_status FORMAT##_text_lots(sortid_##FORMAT##_generator *generator,                \
                                            uint64_t count)                                        \
    {                                                                                              \
        size_t written = 0, stride = (DIGITS) + 1, lot = BUFFER_SIZE / stride;                     \
        sortid_status status = SORTID_OK;                                                          \
        for (uint64_t left = count; left > 0 && status == SORTID_OK; left -= written / stride)     \
            status =                                                                               \
                sortid_##FORMAT##_generator_fill_text(generator, buffer.text, sizeof buffer.text,  \
                                                      &written, at_most(left, lot), '\n', NULL);   \
        return status;                                                                             \
    }                                                                                              \
                                                                                                   \
    static const char *FORMAT##_fill(uint64_t count, const void *simd)                             \
    {                                                                                              \
        const struct simd *before = simds_use(simd);                                               \
        sortid_##FORMAT##_generator generator;                                                     \
        sortid_status status = sortid_##FORMAT##_generator_init INIT;                              \
        return outcome(status == SORTID_OK ? FORMAT##_lots(&generator, count) : status, before);   \
    }                                                                                              \
                                                                                                   \
    static const char *FORMAT##_fill_text(uint64_t count, const void *simd)                        \
    {                                                                                              \
        const struct simd *before = simds_use(simd);                                               \
        sortid_##FORMAT##_generator generator;                                                     \
        sortid_status status = sortid_##FORMAT##_generator_init INIT;                              \
        return outcome(status == SORTID_OK ? FORMAT##_text_lots(&generator, count) : status,       \
                       before);                                                                    \
    }

MAKING(scru128, (&generator, NULL, NULL), 25)
MAKING(ulid, (&generator, NULL, NULL), 26)
MAKING(uuidv7, (&generator, NULL, NULL), 36)
MAKING(ksuid, (&generator, NULL, NULL), 27)
MAKING(scru64, (&generator, &ON_NODE, NULL), 12)

/* FORMAT_points: successive fills of *context IDs by one generator. `count` is a multiple of it,
 * or so much larger that a shorter last fill does not matter. */
#define POINTS_OF(FORMAT)                                                                          \
    static const char *FORMAT##_points(uint64_t count, const void *context)                        \
    {                                                                                              \
        uint64_t size = *(const uint64_t *)context;                                                \
        sortid_##FORMAT##_generator generator;                                                     \
        sortid_status status = sortid_##FORMAT##_generator_init(&generator, NULL, NULL);           \
        for (uint64_t left = count; left > 0 && status == SORTID_OK; left -= at_most(left, size))  \
            status = FORMAT##_lots(&generator, at_most(left, size));                               \
        measure_consume(buffer.bytes[0]);                                                          \
        return sentence(status);                                                                   \
    }

POINTS_OF(scru128)
POINTS_OF(ulid)

/* ---- Text ---------------------------------------------------------------------- */

/* An encoding of a format, with the concatenated texts of its IDs. */
struct coding {
    const char *format;
    sortid_encoding encoding;
    const char *name; /* of the encoding */
    double out, in;   /* targets in ns */
    size_t length;    /* of each text */
    char out_name[40], in_name[40];
    char texts[INPUTS * MOST_DIGITS];
};

static struct coding codings[] = {
    {"scru128", SORTID_ENCODING_TEXT, "text", .out = 1.15, .in = 0.75},
    {"scru128", SORTID_ENCODING_HEX, "hex", .out = 0},
    {"scru128", SORTID_ENCODING_UUID, "uuid", .out = 0},
    {"scru128v1", SORTID_ENCODING_TEXT, "text", .out = 0},
    {"scru160", SORTID_ENCODING_TEXT, "text", .out = 0},
    {"scru160", SORTID_ENCODING_HEX, "hex", .out = 0},
    {"scru64", SORTID_ENCODING_TEXT, "text", .out = 0.4, .in = 0.23},
    {"scru64", SORTID_ENCODING_HEX, "hex", .out = 0},
    {"ulid", SORTID_ENCODING_TEXT, "text", .out = 0.22, .in = 0.5},
    {"uuidv7", SORTID_ENCODING_TEXT, "text", .out = 0},
    {"ksuid", SORTID_ENCODING_TEXT, "text", .out = 0},
};
#define CODING_COUNT (sizeof codings / sizeof *codings)

static const char *prepare(struct coding *coding)
{
    const struct corpus *corpus = corpus_of(coding->format);
    const char *format = coding->format, *name = coding->name;
    size_t written = 0;
    sortid_status status =
        sortid_format_print_many(corpus->format, coding->texts, sizeof coding->texts, &written,
                                 coding->encoding, corpus->ids, INPUTS, SORTID_NO_SEPARATOR);
    coding->length = written / INPUTS;
    (void)snprintf(coding->out_name, sizeof coding->out_name, "%s %s out", format, name);
    (void)snprintf(coding->in_name, sizeof coding->in_name, "%s %s in", format, name);
    return sentence(status);
}

/* The context of the operations below. */
struct work {
    const struct simd *simd;
    const struct coding *coding;
};

static const char *texts_out(uint64_t count, const void *context)
{
    const struct work *work = context;
    const struct corpus *corpus = corpus_of(work->coding->format);
    const struct simd *before = simds_use(work->simd);
    sortid_status status = SORTID_OK;
    size_t written = 0;
    for (uint64_t left = count, lot; left > 0 && status == SORTID_OK; left -= lot) {
        lot = at_most(left, INPUTS);
        status = sortid_format_print_many(corpus->format, buffer.text, sizeof buffer.text, &written,
                                          work->coding->encoding, corpus->ids, (size_t)lot,
                                          SORTID_NO_SEPARATOR);
    }
    return outcome(status, before);
}

static const char *texts_in(uint64_t count, const void *context)
{
    const struct work *work = context;
    const struct coding *coding = work->coding;
    const sortid_format *format = corpus_of(coding->format)->format;
    const struct simd *before = simds_use(work->simd);
    sortid_status status = SORTID_OK;
    size_t done = 0, consumed = 0;
    for (uint64_t left = count; left > 0 && status == SORTID_OK; left -= done) {
        size_t lot = at_most(left, INPUTS);
        status = sortid_format_parse_many(format, buffer.bytes, lot, &done, &consumed,
                                          coding->encoding, coding->texts, lot * coding->length,
                                          SORTID_NO_SEPARATOR, NULL);
    }
    return outcome(status, before);
}

/* ---- The rows ------------------------------------------------------------------ */

static const struct {
    const char *name;
    operation *run;
    double ns; /* the target */
} MAKERS[] = {
    {"scru128 fill", scru128_fill, 0.65}, {"scru128 fill, text", scru128_fill_text, 0},
    {"scru64 fill", scru64_fill, 0.05},   {"scru64 fill, text", scru64_fill_text, 0},
    {"ulid fill", ulid_fill, 0.10},       {"ulid fill, text", ulid_fill_text, 0},
    {"uuidv7 fill", uuidv7_fill, 0},      {"uuidv7 fill, text", uuidv7_fill_text, 0},
    {"ksuid fill", ksuid_fill, 0},        {"ksuid fill, text", ksuid_fill_text, 0},
};
#define MAKER_COUNT (sizeof MAKERS / sizeof *MAKERS)

/* Short fills are repeated until their run is long enough. */
#define POINT(FORMAT, AT, COUNT)                                                                   \
    {                                                                                              \
        .group = GROUP_COUNTS, .name = #FORMAT " fill", .run = FORMAT##_points,                    \
        .context = &(const uint64_t){AT}, .at = AT, .count = COUNT                                 \
    }
#define POINTS(FORMAT)                                                                             \
    POINT(FORMAT, 1, 0), POINT(FORMAT, 10, 0), POINT(FORMAT, 100, 0), POINT(FORMAT, 1000, 0),      \
        POINT(FORMAT, 10000, 1000000), POINT(FORMAT, 100000, 1000000),                             \
        POINT(FORMAT, 1000000, 1000000), POINT(FORMAT, 10000000, 10000000),                        \
        POINT(FORMAT, 100000000, 100000000)

static const struct row BY_COUNT[] = {POINTS(scru128), POINTS(ulid)};
#define BY_COUNT_COUNT (sizeof BY_COUNT / sizeof *BY_COUNT)

static struct work works[MOST_SIMD][CODING_COUNT];
static struct row all[BY_COUNT_COUNT + MOST_SIMD * (MAKER_COUNT + 2 * CODING_COUNT)];
static size_t all_count;

static void add(const char *name, operation *run, const void *context, const struct simd *simd,
                double ns)
{
    all[all_count++] = (struct row){.group = GROUP_MANY,
                                    .name = name,
                                    .run = run,
                                    .context = context,
                                    .simd = simd->name,
                                    .bar = TO_REACH(ns)};
}

static const struct simd *simds[MOST_SIMD];
static size_t simd_count;

static void add_maker(size_t maker)
{
    for (size_t k = 0; k < simd_count; k++)
        add(MAKERS[maker].name, MAKERS[maker].run, simds[k], simds[k], MAKERS[maker].ns);
}

static void add_coding(size_t c, bool out)
{
    const struct coding *coding = &codings[c];
    for (size_t k = 0; k < simd_count; k++) {
        works[k][c] = (struct work){simds[k], coding};
        add(out ? coding->out_name : coding->in_name, out ? texts_out : texts_in, &works[k][c],
            simds[k], out ? coding->out : coding->in);
    }
}

const char *many_rows(struct rows *out, const struct settings *settings)
{
    (void)settings;
    memcpy(all, BY_COUNT, sizeof BY_COUNT);
    all_count = BY_COUNT_COUNT;
    simd_count = simds_list(simds);
    for (size_t m = 0; m < MAKER_COUNT; m++)
        add_maker(m);
    for (size_t c = 0; c < CODING_COUNT; c++) {
        const char *failed = prepare(&codings[c]);
        if (failed != NULL)
            return failed;
        add_coding(c, true);
        add_coding(c, false);
    }
    *out = (struct rows){all, all_count};
    return NULL;
}
