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

/* A run of 0.5 ms uses few ticks and stays less than a second ahead of the clock. */
static sortid_status init(sortid_generator *generator, const sortid_format *format)
{
    return sortid_generator_init(generator, format, options_of(format), NULL);
}

/* NAME processes `count` IDs by calls for `lot` of them, at most LOT; each processes HANDLED. START
 * takes about 1 us of the 0.5 ms of a run. */
#define LOTS(NAME, START, LOT, CALL, HANDLED)                                                      \
    static const char *NAME(uint64_t count, const void *context)                                   \
    {                                                                                              \
        const struct material *material = context;                                                 \
        const struct corpus *corpus = material->corpus;                                            \
        sortid_generator generator;                                                                \
        size_t done = 0, consumed = 0;                                                             \
        sortid_status status = START;                                                              \
        (void)corpus, (void)&generator, (void)consumed;                                            \
        for (uint64_t left = count; left > 0 && status == SORTID_OK; left -= (HANDLED)) {          \
            size_t lot = at_most(left, LOT);                                                       \
            status = CALL;                                                                         \
        }                                                                                          \
        consume(buffer.bytes[0]);                                                                  \
        return sentence(status);                                                                   \
    }
LOTS(fill, init(&generator, corpus->format), BUFFER_SIZE / corpus->info.size,
     sortid_generator_fill(&generator, buffer.bytes, lot, &done, NULL), done)
LOTS(fill_text, init(&generator, corpus->format), BUFFER_SIZE / (material->length + 1),
     sortid_generator_fill_text(&generator, buffer.text, sizeof buffer.text, &done, lot, '\n',
                                NULL),
     done / (material->length + 1))
LOTS(text_out, SORTID_OK, INPUTS,
     sortid_format_print_many(corpus->format, buffer.text, sizeof buffer.text, &done,
                              SORTID_ENCODING_TEXT, corpus->ids, lot, SORTID_NO_SEPARATOR),
     at_most(left, INPUTS))
LOTS(text_in, SORTID_OK, INPUTS,
     sortid_format_parse_many(corpus->format, buffer.bytes, lot, &done, &consumed,
                              SORTID_ENCODING_TEXT, material->texts, lot * material->length,
                              SORTID_NO_SEPARATOR, NULL),
     done)

/* ---- The rows ------------------------------------------------------------------ */

static const struct {
    const char *name;
    operation *run;
} WORK[] = {
    {"fill", fill}, {"fill, text", fill_text}, {"text out", text_out}, {"text in", text_in}};
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
