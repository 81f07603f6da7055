/* SPDX-License-Identifier: MIT */
/* bench.h: rows of the bench and of the instruction counts, what measures them, and their input: IDs
 * of each format from a fixed sequence, as bytes and as texts. Messages, rows and their contexts are
 * valid until the program ends; a function that can fail returns NULL, or an error message. */
#pragma once

#include "../src/simd/simd.h"

#include <sortid.h>

/* Does an operation `count` times. */
typedef const char *operation(uint64_t count, const void *context);

struct row {
    /* A table of docs/benchmarks.md. "forms" is none: with an implementation only
     * `make bench-simd` measures it, without one it is only counted. */
    const char *group;
    const char *name; /* no quotes, no backslashes */
    operation *run;
    const void *context;
    uint64_t count;          /* operations in a run; 0: as many as fill 0.5 ms */
    const char *maker;       /* NULL: sortid. A failing row of another maker is skipped */
    operation *begin;        /* before each run, not measured; NULL: nothing */
    const struct simd *simd; /* NULL: the chosen one, or irrelevant */
    unsigned threads;        /* 1 to 4, which share the count; 0: the caller's */
};

struct rows {
    const struct row *rows;
    size_t count;
};
#define ROWS(ALL) ((struct rows){ALL, sizeof(ALL) / sizeof *(ALL)})

/* ---- Lists of rows, each made once --------------------------------------------------- */

struct rows one_rows(void);     /* one ID, by a generator, a shared one, several threads */
struct rows text_rows(void);    /* one text */
struct rows many_rows(void);    /* calls for many IDs, by each SIMD implementation */
struct rows form_rows(void);    /* each function of each SIMD implementation */
struct rows floor_rows(void);   /* what every ID needs of the machine */
struct rows program_rows(void); /* the command, as whole processes */
struct rows hot_rows(void);     /* rows that are only counted, of hot/formats.c */

extern const char *bench_command; /* the path of sortid */

/* ---- Measuring ----------------------------------------------------------------------- */

/* Runs a row, by its threads and SIMD implementation. */
const char *run_row(const struct row *row, uint64_t count);

#define MOST_RUNS 144

/* The runs of a row so far, in ns for one operation; all zeros before the first pass. */
struct series {
    uint64_t count; /* operations in a run */
    unsigned runs;
    double wall[MOST_RUNS];
};

/* Adds `runs` runs, or one if the row has a count. */
const char *measure(struct series *series, const struct row *row, unsigned runs);

/* How often the instruction counts make a call; tools/instructions relies on the difference. */
#define HOT_FEW  1000
#define HOT_MANY 2000 /* at most INPUTS */

/* Takes a value that must not be optimized away. */
void consume(uint64_t value);

/* The message of a failed call; NULL if it succeeded. */
static inline const char *sentence(sortid_status status)
{
    return status == SORTID_OK ? NULL : sortid_status_text(status);
}

/* How many of the IDs that are left one call makes. */
static inline size_t at_most(uint64_t left, size_t lot)
{
    return left < lot ? (size_t)left : lot;
}

/* NAME makes CALL `count` times, if START succeeds, and consumes BYTE of each result. A failing
 * call ends the row with an error; its time is never reported. */
#define LOOP(NAME, DECLARATION, START, CALL, BYTE)                                                 \
    static const char *NAME(uint64_t count, const void *context)                                   \
    {                                                                                              \
        (void)context;                                                                             \
        DECLARATION;                                                                               \
        uint64_t sum = 0;                                                                          \
        sortid_status status = START;                                                              \
        for (uint64_t i = 0; i < count && status == SORTID_OK; i++) {                              \
            status = CALL;                                                                         \
            sum += (uint64_t)(BYTE);                                                               \
        }                                                                                          \
        consume(sum);                                                                              \
        return sentence(status);                                                                   \
    }

/* ---- Formats and inputs --------------------------------------------------------------- */

#define EACH_FORMAT(X) X(uuidv7) X(ulid) X(ksuid) X(scru128) X(scru128v1) X(scru160) X(scru64)

/* The node of scru64 with the widest counter, about 2^22 IDs in a tick of 256 ms: 16 million IDs
 * per second. The default generator makes IDs for about half a second in total; it may run up to
 * 10 s ahead of the clock, which would need about 20 times that speed. */
static const sortid_options ON_NODE = {.node = {.node_id = 1, .node_id_size = 1}};

static inline const sortid_options *options_of(const sortid_format *format)
{
    return format == sortid_scru64_format() ? &ON_NODE : NULL;
}

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

/* In the order of the library's list; `format` is NULL after the last. Call prepare_corpora before
 * the lists of rows are made. */
extern struct corpus corpora[FORMATS + 1];
const char *prepare_corpora(void);
const struct corpus *corpus_of(const char *format);

/* Texts as people paste them, one of each kind, for the recognizer. */
// clang-format off
static const char *const MIXED[] = {
    "036zg552n91mt9s0gyhdwif95", "01ARYZ6S41TSV4RRFFQ69G5FAV",
    "0u2r85hm2pt3", "0ujtsYcgvSTl8PAuAdqWYSMnLOv",
    "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "919108f7-52d1-4320-9bac-f847db4148a8",
    "C232AB00-9414-11EC-B3C8-9F6BDECED846", "018bea9073c0756791a2163a8cdf934b",
    "urn:uuid:018bea90-73c0-7567-91a2-163a8cdf934b", "user_01h455vb4pex5vsknk084sn02q",
    "9m4e2mr0ui3e8a215n4g", "507f1f77bcf86cd799439011",
    "1541815603606036480", "not an ID"};
// clang-format on
#define MIXED_COUNT (sizeof MIXED / sizeof *MIXED)
