/* SPDX-License-Identifier: MIT */
/* many.c: the rows of calls that process many IDs, for each format and each SIMD implementation
 * that this machine can run. Generators with the default sources fill a buffer of 64 KiB
 * repeatedly; texts are those of the IDs of corpus.c. */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>

#define BUFFER_SIZE (64 * 1024)

static union {
    char text[INPUTS * SORTID_MAX_TEXT_SIZE]; /* the largest member */
    uint8_t bytes[BUFFER_SIZE];
    uint64_t align;
} buffer;

/* The context of a row: a format, with the texts of its IDs one after another. */
struct material {
    const struct corpus *corpus;
    size_t length; /* of each text */
    char names[4][32];
    char texts[INPUTS * SORTID_MAX_TEXT_SIZE];
};

/* The result of an operation. */
static const char *finish(sortid_status status)
{
    consume(buffer.bytes[0]);
    return sentence(status);
}

/* ---- Making: each run has a new generator, which takes about 1 us of its 0.5 ms ------------- */

/* A run of 0.5 ms uses few ticks and stays less than a second ahead of the clock. */
static sortid_status init(sortid_generator *generator, const sortid_format *format)
{
    return sortid_generator_init(generator, format, options_of(format), NULL);
}

static const char *fill(uint64_t count, const void *context)
{
    const struct corpus *corpus = ((const struct material *)context)->corpus;
    sortid_generator generator;
    sortid_status status = init(&generator, corpus->format);
    size_t done = 0, lot = BUFFER_SIZE / corpus->info.size;
    for (uint64_t left = count; left > 0 && status == SORTID_OK; left -= done)
        status = sortid_generator_fill(&generator, buffer.bytes, at_most(left, lot), &done, NULL);
    return finish(status);
}

static const char *fill_text(uint64_t count, const void *context)
{
    const struct material *material = context;
    sortid_generator generator;
    sortid_status status = init(&generator, material->corpus->format);
    size_t written = 0, stride = material->length + 1, lot = BUFFER_SIZE / stride;
    for (uint64_t left = count; left > 0 && status == SORTID_OK; left -= written / stride)
        status = sortid_generator_fill_text(&generator, buffer.text, sizeof buffer.text, &written,
                                            at_most(left, lot), '\n', NULL);
    return finish(status);
}

/* ---- Text ---------------------------------------------------------------------- */

static const char *texts_out(uint64_t count, const void *context)
{
    const struct corpus *corpus = ((const struct material *)context)->corpus;
    sortid_status status = SORTID_OK;
    size_t written = 0;
    for (uint64_t left = count, lot; left > 0 && status == SORTID_OK; left -= lot) {
        lot = at_most(left, INPUTS);
        status = sortid_format_print_many(corpus->format, buffer.text, sizeof buffer.text, &written,
                                          SORTID_ENCODING_TEXT, corpus->ids, (size_t)lot,
                                          SORTID_NO_SEPARATOR);
    }
    return finish(status);
}

static const char *texts_in(uint64_t count, const void *context)
{
    const struct material *material = context;
    sortid_status status = SORTID_OK;
    size_t done = 0, consumed = 0;
    for (uint64_t left = count; left > 0 && status == SORTID_OK; left -= done) {
        size_t lot = at_most(left, INPUTS);
        status = sortid_format_parse_many(material->corpus->format, buffer.bytes, lot, &done,
                                          &consumed, SORTID_ENCODING_TEXT, material->texts,
                                          lot * material->length, SORTID_NO_SEPARATOR, NULL);
    }
    return finish(status);
}

/* ---- The rows ------------------------------------------------------------------ */

static const struct {
    const char *name;
    operation *run;
} WORK[] = {
    {"fill", fill}, {"fill, text", fill_text}, {"text out", texts_out}, {"text in", texts_in}};
#define WORK_COUNT (sizeof WORK / sizeof *WORK)

static struct material materials[FORMATS];
static struct row all[FORMATS * WORK_COUNT * SIMD_COUNT];
static size_t all_count;

static void prepare(struct material *material, const struct corpus *corpus)
{
    size_t written = 0;
    if (sortid_format_print_many(corpus->format, material->texts, sizeof material->texts, &written,
                                 SORTID_ENCODING_TEXT, corpus->ids, INPUTS,
                                 SORTID_NO_SEPARATOR) != SORTID_OK)
        abort(); // cannot happen: the IDs are valid, and the room is enough for any text
    material->corpus = corpus;
    material->length = written / INPUTS;
}

struct rows many_rows(void)
{
    for (size_t f = 0; corpora[f].format != NULL; f++) {
        struct material *material = &materials[f];
        prepare(material, &corpora[f]);
        for (size_t i = 0; i < WORK_COUNT; i++) {
            (void)snprintf(material->names[i], sizeof material->names[i], "%s %s",
                           corpora[f].info.name, WORK[i].name);
            for (size_t k = 0; sortid_simd_all[k] != NULL; k++)
                if (sortid_simd_runs(sortid_simd_all[k]->number))
                    all[all_count++] = (struct row){.group = "many",
                                                    .name = material->names[i],
                                                    .run = WORK[i].run,
                                                    .context = material,
                                                    .simd = sortid_simd_all[k]};
        }
    }
    return (struct rows){all, all_count};
}
