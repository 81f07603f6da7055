/* SPDX-License-Identifier: MIT */
/* forms.c: the rows of each function in the table of an implementation (simd.h), by each
 * instruction set of this machine: one text and many of each form, decimal integers, IDs that count
 * up, and the key stream of ChaCha20. IDs are those of corpus.h; results are consumed. */
#include "corpus.h"
#include "rows.h"
#include "simds.h"
#include "../src/simd/scalar.h"

#include <stdio.h>

#define MOST_DIGITS 40
#define COUNTED     4096 /* IDs of a call that counts: 64 KiB at most */

/* A form of text, with its IDs and their texts one after another. */
struct form_row {
    const char *name, *format; /* a format whose IDs all have a text in this form */
    text_form form;
    size_t bytes, digits;
    char texts[INPUTS * MOST_DIGITS];
    char names[4][32];
};

static struct form_row forms[FORMS] = {
    [FORM_36X12] = {.name = "36x12", .format = "scru64"},
    [FORM_36X25] = {.name = "36x25", .format = "scru128"},
    [FORM_32HEX26] = {.name = "32hex26", .format = "scru128"},
    [FORM_32HEX32] = {.name = "32hex32", .format = "scru160"},
    [FORM_CROCKFORD26] = {.name = "crockford26", .format = "ulid"},
    [FORM_HEX8] = {.name = "hex8", .format = "scru64"},
    [FORM_HEX16] = {.name = "hex16", .format = "scru128"},
    [FORM_HEX20] = {.name = "hex20", .format = "scru160"},
    [FORM_UUID] = {.name = "uuid", .format = "scru128"},
    [FORM_62X27] = {.name = "62x27", .format = "ksuid"},
};

/* The context of a row. */
struct work {
    const struct simd *simd;
    const struct form_row *form; /* NULL: no text */
};

/* Room for the results of any operation. */
static union {
    char text[INPUTS * (MOST_DIGITS + 1)]; /* with a separator */
    uint8_t bytes[COUNTED * 16];
} results;

static const char *prepare(struct form_row *form, text_form number)
{
    form->form = number;
    form->bytes = sortid_simd_form_sizes[number].bytes;
    form->digits = sortid_simd_form_sizes[number].digits;
    sortid_simd_all[0]->codecs[number]->print_many(form->texts, corpus_of(form->format)->ids,
                                                   INPUTS, NO_SEPARATOR);
    static const char *const WORK[] = {"out, one", "in, one", "out, many", "in, many"};
    for (size_t i = 0; i < 4; i++)
        (void)snprintf(form->names[i], sizeof form->names[i], "%s %s", form->name, WORK[i]);
    return sortid_simd_all[0]->codecs[number]->parse_many(results.bytes, form->texts, INPUTS,
                                                          NO_SEPARATOR) == INPUTS
               ? NULL
               : "the scalar implementation refuses its own text";
}

/* ---- Operations ------------------------------------------------------------------ */

static const char *out_one(uint64_t count, const void *context)
{
    const struct work *work = context;
    const struct codec *codec = work->simd->codecs[work->form->form];
    const uint8_t *ids = corpus_of(work->form->format)->ids;
    uint64_t sum = 0;
    for (uint64_t i = 0; i < count; i++) {
        codec->print(results.text, ids + i % INPUTS * work->form->bytes);
        sum += (unsigned char)results.text[0];
    }
    measure_consume(sum);
    return NULL;
}

static const char *in_one(uint64_t count, const void *context)
{
    const struct work *work = context;
    const struct codec *codec = work->simd->codecs[work->form->form];
    uint64_t sum = 0;
    bool good = true;
    for (uint64_t i = 0; i < count; i++) {
        good &= codec->parse(results.bytes, work->form->texts + i % INPUTS * work->form->digits);
        sum += results.bytes[0];
    }
    measure_consume(sum);
    return good ? NULL : "it refuses a text";
}

static const char *out_many(uint64_t count, const void *context)
{
    const struct work *work = context;
    const struct codec *codec = work->simd->codecs[work->form->form];
    const uint8_t *ids = corpus_of(work->form->format)->ids;
    for (uint64_t left = count; left > 0; left -= at_most(left, INPUTS))
        codec->print_many(results.text, ids, at_most(left, INPUTS), '\n');
    measure_consume((unsigned char)results.text[0]);
    return NULL;
}

static const char *in_many(uint64_t count, const void *context)
{
    const struct work *work = context;
    const struct codec *codec = work->simd->codecs[work->form->form];
    bool good = true;
    for (uint64_t left = count; left > 0; left -= at_most(left, INPUTS)) {
        size_t lot = at_most(left, INPUTS);
        good &= codec->parse_many(results.bytes, work->form->texts, lot, NO_SEPARATOR) == lot;
    }
    measure_consume(results.bytes[0]);
    return good ? NULL : "it refuses a text";
}

#define BLOCK_SIZE 64
#define BLOCKS     (sizeof results / BLOCK_SIZE)

static const uint8_t TAILS[4 * COUNTED];
static const uint32_t KEY[8] = {1, 2, 3, 4, 5, 6, 7, 8};

/* NAME makes `count` IDs or blocks by calls of the implementation `simd`, each for `lot`, at most
 * LOT. */
#define FILLING(NAME, LOT, CALL)                                                                   \
    static const char *NAME(uint64_t count, const void *context)                                   \
    {                                                                                              \
        const struct simd *simd = ((const struct work *)context)->simd;                            \
        for (uint64_t left = count; left > 0; left -= at_most(left, LOT)) {                        \
            size_t lot = at_most(left, LOT);                                                       \
            simd->bulk->CALL;                                                                      \
        }                                                                                          \
        measure_consume(results.bytes[0]);                                                         \
        return NULL;                                                                               \
    }
FILLING(decimals_out, INPUTS, print_decimals(results.text, corpus_of("scru128")->ids, lot, '\n'))
FILLING(count8, COUNTED, count8(results.bytes, lot, left))
FILLING(count16, COUNTED, count16(results.bytes, lot, 1, left, 1, NULL))
FILLING(count16_tails, COUNTED, count16(results.bytes, lot, 1, 0, UINT64_C(1) << 32, TAILS))
FILLING(chacha20, BLOCKS, chacha20(results.bytes, lot, KEY, 0))

/* The decimal integers of the IDs of scru128, each with a line feed. */
static char decimals[INPUTS * (MOST_DIGITS + 1)];
static size_t decimal_bytes;

/* Reads `count` of them, or all but the last two. 0: the implementation reads none. */
static size_t read_decimals(const struct simd *simd, size_t count)
{
    size_t consumed;
    return simd->bulk->parse_decimals(results.bytes, &consumed, decimals, decimal_bytes, count,
                                      '\n');
}

static const char *decimals_in(uint64_t count, const void *context)
{
    const struct work *work = context;
    for (uint64_t left = count; left > 0;)
        left -= at_most(left, read_decimals(work->simd, at_most(left, INPUTS)) + 2);
    measure_consume(results.bytes[0]);
    return NULL;
}

/* ---- The rows ------------------------------------------------------------------ */

static const struct {
    const char *name;
    operation *run;
} OTHERS[] = {
    {"decimals out, many", decimals_out},
    {"decimals in, many", decimals_in},
    {"count8, many", count8},
    {"count16, many", count16},
    {"count16 with tails, many", count16_tails},
    {"chacha20, blocks of 64 bytes", chacha20},
};
#define OTHER_COUNT (sizeof OTHERS / sizeof *OTHERS)

static struct work works[MOST_SIMD][FORMS + 1];
static struct row all[MOST_SIMD * (4 * FORMS + OTHER_COUNT)];
static size_t all_count;

static void add(const char *name, operation *run, const struct work *work)
{
    all[all_count++] = (struct row){
        .group = GROUP_FORMS, .name = name, .run = run, .context = work, .simd = work->simd->name};
}

const char *form_rows(struct rows *out, const struct settings *settings)
{
    static operation *const RUN[] = {out_one, in_one, out_many, in_many};
    const struct simd *simds[MOST_SIMD];
    size_t simd_count = simds_list(simds);
    const char *failed = NULL;
    (void)settings;
    for (text_form form = 0; form < FORMS && failed == NULL; form++)
        failed = prepare(&forms[form], form);
    decimal_bytes =
        sortid_simd_all[0]->bulk->print_decimals(decimals, corpus_of("scru128")->ids, INPUTS, '\n');
    for (size_t k = 0; k < simd_count; k++)
        for (text_form form = 0; form <= FORMS; form++)
            works[k][form] = (struct work){simds[k], form < FORMS ? &forms[form] : NULL};
    for (text_form form = 0; form < FORMS; form++)
        for (size_t i = 0; i < 4; i++)
            for (size_t k = 0; k < simd_count; k++)
                add(forms[form].names[i], RUN[i], &works[k][form]);
    for (size_t i = 0; i < OTHER_COUNT; i++)
        for (size_t k = 0; k < simd_count; k++)
            if (OTHERS[i].run != decimals_in || read_decimals(simds[k], INPUTS) > 0)
                add(OTHERS[i].name, OTHERS[i].run, &works[k][FORMS]);
    *out = (struct rows){all, all_count};
    return failed;
}
