/* SPDX-License-Identifier: MIT */
/* judge_command.h: how the command reads and writes IDs by the names of its encodings, with marks
 * and prefixes: the second implementation, from docs/sortid.1. It calls neither the library nor the
 * command. Used by the fuzz targets of the command and the test of its JSON. */
#pragma once

#include "judge_kinds.h"

/* Reads a text as -f FORMAT -i ENCODING does, also after a prefix. */
judgement judge_named(const support_format *format, const char *encoding, bool lenient,
                      const char *text, size_t length);

/* The length of a prefix and its underscore before an ID; 0: there is none. */
size_t judge_prefix(const char *text, size_t length);

/* Kinds and an encoding that were asked for. */
typedef struct judge_asked {
    const char *kinds[24];
    size_t count; /* 0: all */
    bool lenient;
    const char *encoding; /* NULL: any */
} judge_asked;

/* All readings of a text, in order, and the digits that were read, without a prefix or marks.
 * Returns their number. */
typedef struct judge_digits {
    const char *text;
    size_t length;
} judge_digits;
size_t judge_readings(judge_found out[JUDGE_FOUND_MAX], judge_digits *digits,
                      const judge_asked *asked, const char *text, size_t length);

/* Writes an ID, its `kind`, `format`, `size`, `id` and `prefix`, as -e ENCODING --prefix PREFIX does
 * (NULL: its own), and NUL. Returns the length; 0: the kind lacks the encoding, or its digits are
 * not known. */
#define JUDGE_WRITTEN 200
size_t judge_write(char text[JUDGE_WRITTEN], const judge_found *found, const char *encoding,
                   const char *prefix);
