/* SPDX-License-Identifier: MIT */
/* corpus.c: implements corpus.h. The library prints the texts of the IDs. */
#include "corpus.h"

static struct corpus corpora[FORMATS];

/* The next byte of a fixed sequence: the upper bits of the generator of Numerical Recipes, whose
 * quality does not matter. */
static uint8_t next_byte(void)
{
    static uint32_t state = 1;
    state = state * UINT32_C(1664525) + UINT32_C(1013904223);
    return (uint8_t)(state >> 24);
}

/* Draws bytes until they are an ID of the format. */
static void draw_id(uint8_t *id, const struct corpus *corpus)
{
    do
        for (size_t i = 0; i < corpus->info.size; i++)
            id[i] = next_byte();
    while (sortid_format_check(corpus->format, id) != SORTID_OK);
}

/* Prints an ID in each encoding of its format. */
static sortid_status print_texts(struct corpus *corpus, size_t index, const uint8_t *id)
{
    sortid_status status = SORTID_OK;
    for (sortid_encoding e = 0; e < ENCODINGS && status == SORTID_OK; e++) {
        struct text *text = &corpus->texts[e][index];
        size_t length = 0;
        if ((corpus->info.encodings >> e & 1) != 0)
            status = sortid_format_print(corpus->format, text->bytes, sizeof text->bytes, &length,
                                         e, id);
        text->length = (uint8_t)length; /* below SORTID_MAX_TEXT_SIZE */
    }
    return status;
}

static sortid_status fill_corpus(struct corpus *corpus, const sortid_format *format)
{
    sortid_status status = sortid_format_describe(format, &corpus->info, sizeof corpus->info);
    corpus->format = format;
    for (size_t i = 0; i < INPUTS && status == SORTID_OK; i++) {
        uint8_t *id = &corpus->ids[i * corpus->info.size];
        draw_id(id, corpus);
        status = print_texts(corpus, i, id);
    }
    return status;
}

const char *corpus_prepare(void)
{
    const sortid_format *format;
    for (size_t f = 0; (format = sortid_format_at(f)) != NULL; f++) {
        if (f == FORMATS)
            return "the library has more formats than FORMATS in bench/corpus.h";
        sortid_status status = fill_corpus(&corpora[f], format);
        if (status != SORTID_OK)
            return sortid_status_text(status);
    }
    return NULL;
}

const struct corpus *corpus_of(const char *format)
{
    const struct corpus *corpus = corpora;
    while (corpus->format != sortid_format_find(format))
        corpus++; /* callers pass only names of existing formats */
    return corpus;
}

const struct corpus *corpus_at(size_t index)
{
    return index < FORMATS && corpora[index].format != NULL ? &corpora[index] : NULL;
}
