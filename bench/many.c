/* SPDX-License-Identifier: MIT */
/* many.c: the rows of calls that process many IDs, for each format and each SIMD implementation
 * that this machine can run. Generators with the default sources fill a buffer of 64 KiB
 * repeatedly; texts are those of the IDs of corpus.h. */
#include "corpus.h"
#include "rows.h"
#include "simds.h"

#include <stdio.h>

#define BUFFER_SIZE (64 * 1024)

static union {
    char text[INPUTS * SORTID_MAX_TEXT_SIZE]; /* the largest member */
    uint8_t bytes[BUFFER_SIZE];
    uint64_t align;
} buffer;

/* A format, with the texts of its IDs one after another. */
struct material {
    const struct corpus *corpus;
    size_t length; /* of each text */
    char names[4][32];
    char texts[INPUTS * SORTID_MAX_TEXT_SIZE];
};

/* The context of a row. */
struct work {
    const struct simd *simd;
    const struct material *material;
};

/* The result of an operation; restores the implementation `before`. */
static const char *restore(sortid_status status, const struct simd *before)
{
    (void)simds_use(before);
    return outcome(status, buffer.bytes[0]);
}

/* ---- Making: each run has a new generator, which takes about 1 us of its 0.5 ms ------------- */

/* A run of 0.5 ms uses few ticks and stays less than a second ahead of the clock. */
static sortid_status init(sortid_generator *generator, const sortid_format *format)
{
    const sortid_options *options = format == sortid_scru64_format() ? &ON_NODE : NULL;
    return sortid_generator_init(generator, format, options, NULL);
}

static const char *fill(uint64_t count, const void *context)
{
    const struct work *work = context;
    const struct corpus *corpus = work->material->corpus;
    const struct simd *before = simds_use(work->simd);
    sortid_generator generator;
    sortid_status status = init(&generator, corpus->format);
    size_t done = 0, lot = BUFFER_SIZE / corpus->info.size;
    for (uint64_t left = count; left > 0 && status == SORTID_OK; left -= done)
        status = sortid_generator_fill(&generator, buffer.bytes, at_most(left, lot), &done, NULL);
    return restore(status, before);
}

static const char *fill_text(uint64_t count, const void *context)
{
    const struct work *work = context;
    const struct simd *before = simds_use(work->simd);
    sortid_generator generator;
    sortid_status status = init(&generator, work->material->corpus->format);
    size_t written = 0, stride = work->material->length + 1, lot = BUFFER_SIZE / stride;
    for (uint64_t left = count; left > 0 && status == SORTID_OK; left -= written / stride)
        status = sortid_generator_fill_text(&generator, buffer.text, sizeof buffer.text, &written,
                                            at_most(left, lot), '\n', NULL);
    return restore(status, before);
}

/* ---- Text ---------------------------------------------------------------------- */

static const char *texts_out(uint64_t count, const void *context)
{
    const struct work *work = context;
    const struct corpus *corpus = work->material->corpus;
    const struct simd *before = simds_use(work->simd);
    sortid_status status = SORTID_OK;
    size_t written = 0;
    for (uint64_t left = count, lot; left > 0 && status == SORTID_OK; left -= lot) {
        lot = at_most(left, INPUTS);
        status = sortid_format_print_many(corpus->format, buffer.text, sizeof buffer.text, &written,
                                          SORTID_ENCODING_TEXT, corpus->ids, (size_t)lot,
                                          SORTID_NO_SEPARATOR);
    }
    return restore(status, before);
}

static const char *texts_in(uint64_t count, const void *context)
{
    const struct work *work = context;
    const struct material *material = work->material;
    const struct simd *before = simds_use(work->simd);
    sortid_status status = SORTID_OK;
    size_t done = 0, consumed = 0;
    for (uint64_t left = count; left > 0 && status == SORTID_OK; left -= done) {
        size_t lot = at_most(left, INPUTS);
        status = sortid_format_parse_many(material->corpus->format, buffer.bytes, lot, &done,
                                          &consumed, SORTID_ENCODING_TEXT, material->texts,
                                          lot * material->length, SORTID_NO_SEPARATOR, NULL);
    }
    return restore(status, before);
}

/* ---- The rows ------------------------------------------------------------------ */

static const struct {
    const char *name;
    operation *run;
} WORK[] = {
    {"fill", fill}, {"fill, text", fill_text}, {"text out", texts_out}, {"text in", texts_in}};
#define WORK_COUNT (sizeof WORK / sizeof *WORK)

static struct material materials[FORMATS];
static struct work works[FORMATS][MOST_SIMD];
static struct row all[FORMATS * WORK_COUNT * MOST_SIMD];

static sortid_status prepare(struct material *material, const struct corpus *corpus)
{
    size_t written = 0;
    sortid_status status =
        sortid_format_print_many(corpus->format, material->texts, sizeof material->texts, &written,
                                 SORTID_ENCODING_TEXT, corpus->ids, INPUTS, SORTID_NO_SEPARATOR);
    material->corpus = corpus;
    material->length = written / INPUTS;
    for (size_t i = 0; i < WORK_COUNT; i++)
        (void)snprintf(material->names[i], sizeof material->names[i], "%s %s", corpus->info.name,
                       WORK[i].name);
    return status;
}

const char *many_rows(struct rows *out, const struct settings *settings)
{
    const struct simd *simds[MOST_SIMD];
    size_t simd_count = simds_list(simds), count = 0;
    const struct corpus *corpus;
    (void)settings;
    for (size_t f = 0; (corpus = corpus_at(f)) != NULL; f++) {
        sortid_status status = prepare(&materials[f], corpus);
        if (status != SORTID_OK)
            return sentence(status);
        for (size_t k = 0; k < simd_count; k++)
            works[f][k] = (struct work){simds[k], &materials[f]};
        for (size_t i = 0; i < WORK_COUNT; i++)
            for (size_t k = 0; k < simd_count; k++)
                all[count++] = (struct row){.group = GROUP_MANY,
                                            .name = materials[f].names[i],
                                            .run = WORK[i].run,
                                            .context = &works[f][k],
                                            .simd = simds[k]->name};
    }
    *out = (struct rows){all, count};
    return NULL;
}
