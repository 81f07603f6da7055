/* SPDX-License-Identifier: MIT */
/* corpus.c: see corpus.h. Called by main.c, then by every list of rows. It asks the
 * library's random source for the IDs and has the library write their texts. */
#include "corpus.h"

static struct corpus corpora[FORMATS];

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

const char *corpus_prepare(void)
{
    const sortid_format *format;
    for (size_t f = 0; (format = sortid_format_at(f)) != NULL; f++) {
        if (f == FORMATS)
            return "more formats than the bench has room for";
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
        corpus++; // every name here is in the table, as corpus_prepare has seen
    return corpus;
}

const struct corpus *corpus_at(size_t index)
{
    return index < FORMATS && corpora[index].format != NULL ? &corpora[index] : NULL;
}
