/* SPDX-License-Identifier: MIT */
/* corpus.h: the input of the rows: IDs of each format from a fixed sequence, as bytes and as texts.
 * It is prepared before the lists of rows are made, and does not change afterwards. */
#ifndef SORTID_BENCH_CORPUS_H
#define SORTID_BENCH_CORPUS_H

#include <sortid.h>

/* Inputs are used in turn, so that the branch predictor cannot learn them. A power of two;
 * the inputs of one format and encoding fit into a second-level cache. */
#define INPUTS    2048
#define FORMATS   8 /* the maximum */
#define ENCODINGS 4 /* text, hex, int, uuid: the first values of sortid_encoding */

struct text {
    char bytes[SORTID_MAX_TEXT_SIZE];
    uint8_t length;
};

struct corpus {
    const sortid_format *format;
    sortid_format_info info;
    uint8_t ids[INPUTS * SORTID_MAX_SIZE]; /* packed, like an array of the format's type */
    struct text texts[ENCODINGS][INPUTS];  /* length 0 if the format lacks the encoding */
};

/* Returns NULL, or an error message. */
const char *corpus_prepare(void);

/* Finds the inputs of a format by its name, or by its index in the list of formats (NULL after the
 * last). */
const struct corpus *corpus_of(const char *format);
const struct corpus *corpus_at(size_t index);

#endif
