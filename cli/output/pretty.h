/* SPDX-License-Identifier: MIT */
/* pretty.h: the card of a reading: text, time, fields, bits and other encodings of an ID, in lines
 * of a given width. What it shows of a format comes from the format's description and, for scru64,
 * from the node size. It asks neither the terminal nor the environment: the caller decides about
 * width, color and times. */
#pragma once

#include "../ids/reading.h"
#include "page.h"

/* The most bytes of a reading: 35 lines of at most 120 bytes, or 70 of at most 40; in color, 12
 * bytes more at each change of color, of which there are at most 200. Below 7000. */
#define PRETTY_SIZE 8192

/* The columns of a page: without a width, and the least and the most. */
#define PRETTY_WIDTH       79
#define PRETTY_WIDTH_LEAST 39
#define PRETTY_WIDTH_MOST  119

struct pretty_options {
    unsigned node_size; /* 0: not given; it matters for scru64 only */
    enum palette palette;
    bool shows_evidence; /* how sure the reading is, and why */
    size_t width;        /* 0: PRETTY_WIDTH; others are brought into the bounds above */
    uint64_t now_ms;     /* Unix time, to say how long ago the time of an ID is; 0: do not */
    bool shows_local;    /* the time in the local time zone too */
    const char *form;    /* the name of the encoding of the input; NULL: that of the reading */
    size_t prefix;       /* bytes of the input before the ID */
    const char *note;    /* a line at the end; NULL: none */
};

/* Writes lines that end by newline (no NUL, no empty line around them); returns the length. `input`
 * is the text that was read, `length` at most READING_TEXT_MAX: plain ASCII, since it was read. A
 * kind that is not a format is shown without bits. */
size_t pretty_reading(char out[PRETTY_SIZE], const sortid_reading *reading, const char *input,
                      size_t length, const struct pretty_options *options);

/* Writes what comes before the readings of a text that has `count`. */
size_t pretty_heading(char out[PRETTY_SIZE], const char *input, size_t length, size_t count,
                      const struct pretty_options *options);

/* Writes a line on a reading: its kind, its form if there is room, why, and its time. */
size_t pretty_line(char out[PRETTY_SIZE], const sortid_reading *reading,
                   const struct pretty_options *options);
