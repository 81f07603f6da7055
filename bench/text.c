/* SPDX-License-Identifier: MIT */
/* text.c: the rows that print and parse one text, by the calls of each format, and of the
 * recognizer. Operations use the IDs of corpus.c in turn. Results are consumed; a failing call ends
 * the row with an error. */
#include "bench.h"

#include <string.h>

/* ---- By the calls of each format ------------------------------------------------ */

/* X(format, ENCODING, encoding, print call, parse call): the text of each format, and the other
 * encodings of one. */
#define CODECS(X)                                                                                  \
    X(uuidv7, TEXT, text, PRINT, PARSE)                                                            \
    X(ulid, TEXT, text, PRINT, PARSE)                                                              \
    X(ksuid, TEXT, text, PRINT, PARSE)                                                             \
    X(scru128, TEXT, text, PRINT, PARSE)                                                           \
    HEX_AND_INT(X, scru128)                                                                        \
    X(scru128, UUID, uuid, PRINT_AS, PARSE_AS)                                                     \
    X(scru128v1, TEXT, text, PRINT, PARSE)                                                         \
    X(scru160, TEXT, text, PRINT, PARSE)                                                           \
    X(scru64, TEXT, text, PRINT, PARSE)

/* The other encodings of the rest. */
#define MORE_CODECS(X)                                                                             \
    HEX_AND_INT(X, uuidv7)                                                                         \
    HEX_AND_INT(X, ulid)                                                                           \
    HEX_AND_INT(X, ksuid)                                                                          \
    HEX_AND_INT(X, scru128v1)                                                                      \
    HEX_AND_INT(X, scru160)                                                                        \
    HEX_AND_INT(X, scru64)
#define HEX_AND_INT(X, FORMAT)                                                                     \
    X(FORMAT, HEX, hex, PRINT_AS, PARSE_AS)                                                        \
    X(FORMAT, INT, int, PRINT_AS, PARSE_AS)

/* The calls, as expressions of type sortid_status. */
#define PRINT(FORMAT, ENCODING, TEXT, ID)                                                          \
    (sortid_##FORMAT##_print(TEXT, ID) != 0 ? SORTID_OK : SORTID_OUT_OF_RANGE)
#define PRINT_AS(FORMAT, ENCODING, TEXT, ID)                                                       \
    sortid_##FORMAT##_print_as(TEXT, sizeof(TEXT), &written, SORTID_ENCODING_##ENCODING, ID)
#define PARSE(FORMAT, ENCODING, ID, TEXT)                                                          \
    sortid_##FORMAT##_parse(ID, (TEXT)->bytes, (TEXT)->length, NULL)
#define PARSE_AS(FORMAT, ENCODING, ID, TEXT)                                                       \
    sortid_##FORMAT##_parse_as(ID, SORTID_ENCODING_##ENCODING, (TEXT)->bytes, (TEXT)->length, NULL)

#define CODING(FORMAT, ENCODING, NAME, PRINT_CALL, PARSE_CALL)                                     \
    LOOP(FORMAT##_##NAME##_out,                                                                    \
         const sortid_##FORMAT *ids = (const void *)corpus_of(context)->ids;                       \
         size_t written; char text[SORTID_MAX_TEXT_SIZE], SORTID_OK,                               \
                         ((void)&written, PRINT_CALL(FORMAT, ENCODING, text, &ids[i % INPUTS])),   \
                         (unsigned char)text[0])                                                   \
    LOOP(FORMAT##_##NAME##_in, sortid_##FORMAT id = {{0}};                                         \
         const struct text *texts = corpus_of(context)->texts[SORTID_ENCODING_##ENCODING],         \
         SORTID_OK, PARSE_CALL(FORMAT, ENCODING, &id, &texts[i % INPUTS]), id.bytes[0])

CODECS(CODING)
MORE_CODECS(CODING)

/* ---- What a text may be ------------------------------------------------------------ */

/* An operation is one reading; a text that has none counts as one. */
static const char *recognize(uint64_t count, const void *context)
{
    (void)context;
    sortid_reading readings[SORTID_READINGS_MAX];
    uint64_t sum = 0, done = 0;
    for (size_t i = 0; done < count; i = (i + 1) % MIXED_COUNT) {
        size_t found = 1;
        sortid_status status = sortid_recognize(readings, sizeof *readings, SORTID_READINGS_MAX,
                                                &found, MIXED[i], strlen(MIXED[i]), NULL, NULL);
        if (status == SORTID_OK)
            sum += readings[0].id[0];
        done += found;
    }
    consume(sum);
    return NULL;
}

/* ---- The rows ------------------------------------------------------------------ */

#define ROWS_IN(GROUP, FORMAT, NAME)                                                               \
    {GROUP, #FORMAT " " #NAME " out", FORMAT##_##NAME##_out, .context = #FORMAT},                  \
        {GROUP, #FORMAT " " #NAME " in", FORMAT##_##NAME##_in, .context = #FORMAT},
#define TEXT_ROWS(FORMAT, ENCODING, NAME, PRINT_CALL, PARSE_CALL) ROWS_IN("text", FORMAT, NAME)
#define MORE_ROWS(FORMAT, ENCODING, NAME, PRINT_CALL, PARSE_CALL) ROWS_IN("forms", FORMAT, NAME)

static const struct row all[] = {
    // clang-format off
    CODECS(TEXT_ROWS)
    MORE_CODECS(MORE_ROWS)
    // clang-format on
    {"text", "any kind, one reading of mixed texts", recognize, .count = 0},
};

struct rows text_rows(void)
{
    return ROWS(all);
}
