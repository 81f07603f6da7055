/* SPDX-License-Identifier: MIT */
/* corpus.h: the input of the rows: IDs of each format from a fixed sequence, as bytes and as texts.
 * It is prepared before the lists of rows are made, and does not change afterwards. */
#pragma once

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

/* Texts as people paste them, one of each kind, for the recognizer. */
static const char *const MIXED[] = {"036zg552n91mt9s0gyhdwif95",
                                    "01ARYZ6S41TSV4RRFFQ69G5FAV",
                                    "0u2r85hm2pt3",
                                    "0ujtsYcgvSTl8PAuAdqWYSMnLOv",
                                    "017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
                                    "919108f7-52d1-4320-9bac-f847db4148a8",
                                    "C232AB00-9414-11EC-B3C8-9F6BDECED846",
                                    "018bea9073c0756791a2163a8cdf934b",
                                    "urn:uuid:018bea90-73c0-7567-91a2-163a8cdf934b",
                                    "user_01h455vb4pex5vsknk084sn02q",
                                    "9m4e2mr0ui3e8a215n4g",
                                    "507f1f77bcf86cd799439011",
                                    "1541815603606036480",
                                    "not an ID"};
#define MIXED_COUNT (sizeof MIXED / sizeof *MIXED)

/* Returns NULL, or an error message. */
const char *corpus_prepare(void);

/* Finds the inputs of a format by its name, or by its index in the list of formats (NULL after the
 * last). */
const struct corpus *corpus_of(const char *format);
const struct corpus *corpus_at(size_t index);
