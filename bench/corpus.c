/* SPDX-License-Identifier: MIT */
/* corpus.c: the inputs of bench.h. The library prints the texts of the IDs. */
#include "bench.h"

struct corpus corpora[FORMATS + 1];

/* The next byte of a fixed sequence: the upper bits of the generator of Numerical Recipes, whose
 * quality does not matter. */
static uint8_t next_byte(void)
{
    static uint32_t state = 1;
    state = state * UINT32_C(1664525) + UINT32_C(1013904223);
    return (uint8_t)(state >> 24);
}

/* Draws bytes until they are an ID of the format, and prints it in each of its encodings. */
static sortid_status draw_id(struct corpus *corpus, size_t index)
{
    uint8_t *id = &corpus->ids[index * corpus->info.size];
    sortid_status status = SORTID_OK;
    do
        for (size_t i = 0; i < corpus->info.size; i++)
            id[i] = next_byte();
    while (sortid_format_check(corpus->format, id) != SORTID_OK);
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

const char *prepare_corpora(void)
{
    const sortid_format *format;
    sortid_status status = SORTID_OK;
    for (size_t f = 0; status == SORTID_OK && (format = sortid_format_at(f)) != NULL; f++) {
        struct corpus *corpus = &corpora[f];
        if (f == FORMATS)
            return "the library has more formats than FORMATS in bench/bench.h";
        corpus->format = format;
        status = sortid_format_describe(format, &corpus->info, sizeof corpus->info);
        for (size_t i = 0; i < INPUTS && status == SORTID_OK; i++)
            status = draw_id(corpus, i);
    }
    return sentence(status);
}

const struct corpus *corpus_of(const char *format)
{
    const struct corpus *corpus = corpora;
    while (corpus->format != sortid_format_find(format))
        corpus++; /* callers pass only names of existing formats */
    return corpus;
}
