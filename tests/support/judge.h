/* SPDX-License-Identifier: MIT */
/* judge.h: the expected result of reading any bytes as an ID, and of writing an ID, from the rules
 * of the formats' documents and the oracle's long division. For inputs that are not chosen by hand:
 * the fuzz targets and the test of the JSON. It never calls the library, and takes its constants
 * only from formats.h. */
#pragma once

#include "formats.h"

/* SORTID_ENCODING_TEXT (0) to SORTID_ENCODING_BIN (4); _BRACES and _URN are judged too. */
#define JUDGE_ENCODINGS 5

/* The expected result of a parse call. */
typedef struct judgement {
    sortid_status status;
    size_t position;              /* of a refusal */
    uint8_t id[SUPPORT_MAX_SIZE]; /* of SORTID_OK; zeros after the format's size */
    unsigned leniency;            /* of judge_lenient: SORTID_ULID_ALIAS, SORTID_ULID_HYPHEN */
} judgement;

bool judge_has(const support_format *format, sortid_encoding encoding);

/* The length of each text of an encoding that the format has; for decimal the greatest length. */
size_t judge_length(const support_format *format, sortid_encoding encoding);

/* Reads bytes as an ID in an encoding that the format has. */
judgement judge_parse(const support_format *format, sortid_encoding encoding, const char *text,
                      size_t length);

/* The lenient reading of a ulid's text. */
judgement judge_lenient(const char *text, size_t length);

/* Writes a valid ID and NUL into SUPPORT_MAX_TEXT bytes; returns the length without NUL. */
size_t judge_print(char *text, const support_format *format, sortid_encoding encoding,
                   const uint8_t *id);

/* Whether calls for many IDs take this separator with this encoding. */
bool judge_separator(sortid_encoding encoding, int separator);

/* The expected result of a call that reads many IDs. */
typedef struct judgement_of_many {
    sortid_status status;
    size_t done, consumed;
    size_t position; /* of a refusal */
} judgement_of_many;

/* Reads up to `count` texts from `length` bytes, in an encoding that allows the separator, which
 * may have SORTID_MORE. Writes
 * the IDs before the first bad text. */
judgement_of_many judge_many(uint8_t *ids, const support_format *format, sortid_encoding encoding,
                             const char *text, size_t length, size_t count, int separator);

/* The end of the times that the command and SQLite take as plausible: a year from now, in Unix ms. */
int64_t judge_plausible_until(void);
