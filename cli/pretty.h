/* SPDX-License-Identifier: MIT */
/* pretty.h: the pretty printer of readings: text, time, fields, bits and other encodings of an ID, at most
 * 79 columns wide. Called by inspect.c; includes reading.h and the public headers. What it shows of a
 * format comes from the format's description and, for scru64, from the node size. It asks neither the
 * terminal nor the environment: the caller decides about colour. */
#ifndef CLI_PRETTY_H
#define CLI_PRETTY_H

#include "reading.h"

/* The most bytes of a reading: 30 lines of at most 80 bytes; in colour, 12 bytes more at each change of
 * colour, of which there are at most 100. Below 3600. */
#define PRETTY_SIZE 4096

struct pretty_options {
    unsigned node_size; /* 0: not given; it matters for scru64 only */
    bool color;
    bool is_one_of_many; /* the text has other readings: say how sure this one is, and why */
};

/* Writes lines that end by newline (no NUL, no empty line around them); returns the length. `input` is
 * the text that was read, `length` at most READING_TEXT_MAX: plain ASCII, since it was read. A kind that is
 * no format is shown without bits. */
size_t pretty_reading(char out[PRETTY_SIZE], const sortid_reading *reading, const char *input,
                      size_t length, const struct pretty_options *options);

/* Writes one line on a reading that only the length suggests: its kind, form and time. */
size_t pretty_line(char out[PRETTY_SIZE], const sortid_reading *reading);

#endif
