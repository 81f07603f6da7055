/* SPDX-License-Identifier: MIT */
/* corpus.h: the IDs that rows work on: random ones of each format, as bytes and as
 * texts. Prepared by main.c before any list of rows is made; never changed after. */
#ifndef SORTID_BENCH_CORPUS_H
#define SORTID_BENCH_CORPUS_H

#include <sortid.h>

/* Used in turn, so that no branch can be learnt: a power of two, and what is read
 * of one format fits into a second-level cache. */
#define INPUTS    2048
#define FORMATS   8 /* room for */
#define ENCODINGS 4 /* text, hex, int, uuid: the readable ones, from 0 */

struct text {
    char bytes[SORTID_MAX_TEXT_SIZE];
    uint8_t length;
};

struct corpus {
    const sortid_format *format;
    sortid_format_info info;               /* of the format */
    uint8_t ids[INPUTS * SORTID_MAX_SIZE]; /* packed: as an array of the format's type */
    struct text texts[ENCODINGS][INPUTS];  /* of length 0 where the format lacks one */
};

/* NULL, or why it failed. */
const char *corpus_prepare(void);

/* By the name of a format; and by its place in the list of formats, NULL beyond the end. */
const struct corpus *corpus_of(const char *format);
const struct corpus *corpus_at(size_t index);

#endif
