/* SPDX-License-Identifier: MIT */
/* forms.c: the rows of each function in the table of an implementation (simd.h), by each
 * instruction set of this machine: one text and many of each form, decimal integers, IDs that count
 * up, and the key stream of ChaCha20. IDs are those of corpus.c; results are consumed. */
#include "bench.h"
#include "../src/simd/scalar.h"

#include <stdio.h>

#define MOST_DIGITS 40
#define COUNTED     4096 /* IDs of a call that counts: 64 KiB at most */

/* A form of text, with its IDs and their texts one after another. */
struct form_row {
    const char *name, *format; /* a format whose IDs all have a text in this form */
    const uint8_t *ids;
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

/* The implementation of the row that runs. */
static const struct simd *running(void)
{
    return sortid_simd_all[atomic_load(&sortid_simd_number_set) - 1];
}

/* Room for the results of any operation. */
static union {
    char text[INPUTS * (MOST_DIGITS + 1)]; /* with a separator */
    uint8_t bytes[COUNTED * 16];
} results;

static void prepare(struct form_row *form, text_form number)
{
    form->form = number;
    form->bytes = sortid_simd_form_sizes[number].bytes;
    form->digits = sortid_simd_form_sizes[number].digits;
    form->ids = corpus_of(form->format)->ids;
    sortid_simd_all[0]->codecs[number]->print_many(form->texts, form->ids, INPUTS, NO_SEPARATOR);
}

/* ---- Operations ------------------------------------------------------------------ */

LOOP(out_one, const struct form_row *form = context;
     const struct codec *codec = running()->codecs[form->form], SORTID_OK,
     (codec->print(results.text, form->ids + i % INPUTS * form->bytes), SORTID_OK),
     (unsigned char)results.text[0])
LOOP(in_one, const struct form_row *form = context;
     const struct codec *codec = running()->codecs[form->form], SORTID_OK,
     codec->parse(results.bytes, form->texts + i % INPUTS * form->digits) ? SORTID_OK
                                                                          : SORTID_OUT_OF_RANGE,
     results.bytes[0])

#define BLOCK_SIZE 64
#define BLOCKS     (sizeof results / BLOCK_SIZE)

static const uint8_t TAILS[4 * COUNTED];
static const uint32_t KEY[8] = {1, 2, 3, 4, 5, 6, 7, 8};

/* NAME makes or reads `count` texts, IDs or blocks by calls of TABLE, each for `lot`, at most
 * LOT. */
#define LOTS(NAME, LOT, TABLE, ...)                                                                \
    static const char *NAME(uint64_t count, const void *context)                                   \
    {                                                                                              \
        const struct form_row *form = context;                                                     \
        const struct simd *simd = running();                                                       \
        (void)form;                                                                                \
        for (uint64_t left = count; left > 0; left -= at_most(left, LOT)) {                        \
            size_t lot = at_most(left, LOT);                                                       \
            if (!(simd->TABLE->__VA_ARGS__))                                                       \
                return "it refuses a text";                                                        \
        }                                                                                          \
        consume(results.bytes[0]);                                                                 \
        return NULL;                                                                               \
    }
LOTS(out_many, INPUTS, codecs[form->form], print_many(results.text, form->ids, lot, '\n'), true)
LOTS(in_many, INPUTS, codecs[form->form],
     parse_many(results.bytes, form->texts, lot, NO_SEPARATOR) == lot)
LOTS(decimals_out, INPUTS, bulk, print_decimals(results.text, forms[FORM_36X25].ids, lot, '\n') > 0)
LOTS(count8, COUNTED, bulk, count8(results.bytes, lot, left), true)
LOTS(count16, COUNTED, bulk, count16(results.bytes, lot, 1, left, 1, NULL), true)
LOTS(count16_tails, COUNTED, bulk, count16(results.bytes, lot, 1, 0, UINT64_C(1) << 32, TAILS),
     true)
LOTS(chacha20, BLOCKS, bulk, chacha20(results.bytes, lot, KEY, 0), true)

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
    (void)context;
    for (uint64_t left = count; left > 0;)
        left -= at_most(left, read_decimals(running(), at_most(left, INPUTS)) + 2);
    consume(results.bytes[0]);
    return NULL;
}

/* ---- The rows ------------------------------------------------------------------ */

static const struct row OTHERS[] = {
    {"forms", "decimals out, many", decimals_out, .count = 0},
    {"forms", "decimals in, many", decimals_in, .count = 0},
    {"forms", "count8, many", count8, .count = 0},
    {"forms", "count16, many", count16, .count = 0},
    {"forms", "count16 with tails, many", count16_tails, .count = 0},
    {"forms", "chacha20, blocks of 64 bytes", chacha20, .count = 0},
};
#define OTHER_COUNT (sizeof OTHERS / sizeof *OTHERS)

static struct row all[SIMD_COUNT * (4 * FORMS + OTHER_COUNT)];
static size_t all_count;

/* Adds a row for each implementation of this machine. */
static void add(struct row row)
{
    for (size_t k = 0; (row.simd = sortid_simd_all[k]) != NULL; k++)
        if (sortid_simd_runs(row.simd->number) &&
            (row.run != decimals_in || read_decimals(row.simd, INPUTS) > 0))
            all[all_count++] = row;
}

struct rows form_rows(void)
{
    static const struct {
        const char *name;
        operation *run;
    } WORK[] = {
        {"out, one", out_one}, {"in, one", in_one}, {"out, many", out_many}, {"in, many", in_many}};
    decimal_bytes =
        sortid_simd_all[0]->bulk->print_decimals(decimals, corpus_of("scru128")->ids, INPUTS, '\n');
    for (struct form_row *form = forms; form < forms + FORMS; form++) {
        prepare(form, (text_form)(form - forms));
        for (size_t i = 0; i < 4; i++) {
            (void)snprintf(form->names[i], sizeof form->names[i], "%s %s", form->name,
                           WORK[i].name);
            add((struct row){"forms", form->names[i], WORK[i].run, .context = form});
        }
    }
    for (size_t i = 0; i < OTHER_COUNT; i++)
        add(OTHERS[i]);
    return (struct rows){all, all_count};
}
