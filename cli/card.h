/* SPDX-License-Identifier: MIT */
/* card.h: a reading as a card for people: its text, time, fields, bits and other
 * encodings, at most 79 columns wide. Called by inspect.c. All that it shows of a
 * format comes from the table, and from the node of scru64; it asks neither the
 * terminal nor the environment: the caller says whether to colour. */
#ifndef CLI_CARD_H
#define CLI_CARD_H

#include "reading.h"

/* Room for one card: 30 lines of at most 80 bytes; in colour, 12 bytes more where the
 * colour changes: not more than 100 times. Below 3600. */
#define CARD_SIZE 4096

/* Writes lines that end by newline (no NUL, no empty line around them), returns the
 * length. `input` is the text that the reading was made of, `length` at most
 * READING_TEXT_MAX: plain ASCII, since it was read. `node_size` 0: not given; it shows
 * in readings of scru64 alone. */
size_t card_reading(char out[CARD_SIZE], const struct reading *reading, const char *input,
                    size_t length, unsigned node_size, bool color);

#endif
