/* SPDX-License-Identifier: MIT */
/* simd.c: the rows of each SIMD implementation that CPU and system can run (under valgrind 3.19:
 * scalar and avx2): printing and parsing of each text form, one and many; decimal integers, many;
 * the key stream; counted IDs. Called by main.c. Calls go through the implementation's table, as in
 * the library. */
#include "hot.h"
#include "../../src/simd/simd.h"

#include <stdio.h>

#define MOST_BYTES  20
#define MOST_DIGITS 40

struct work {
    const struct simd *simd;
    text_form form;
};

static uint8_t ids[HOT_MANY * MOST_BYTES]; /* packed, of the current form */
static char texts[HOT_MANY * MOST_DIGITS]; /* of the same IDs, without separators */

/* The top two bits are 0, so that IDs of FORM_36X12 are below 36^12. */
static void fill_inputs(text_form form)
{
    const struct form_size size = sortid_simd_form_sizes[form];
    hot_bytes(ids, sizeof ids);
    for (size_t i = 0; i < HOT_MANY; i++)
        ids[i * size.bytes] &= 0x3f;
    sortid_simd_all[0]->codecs[form]->print_many(texts, ids, HOT_MANY, NO_SEPARATOR);
}

/* ---- Texts --------------------------------------------------------------------- */

static const char *print(size_t count, const void *context)
{
    const struct work *work = context;
    const struct form_size size = sortid_simd_form_sizes[work->form];
    const struct codec *codec = work->simd->codecs[work->form];
    char text[MOST_DIGITS];
    for (size_t i = 0; i < count; i++)
        codec->print(text, &ids[i * size.bytes]);
    return NULL;
}

static const char *print_many(size_t count, const void *context)
{
    const struct work *work = context;
    static char printed[sizeof texts];
    work->simd->codecs[work->form]->print_many(printed, ids, count, NO_SEPARATOR);
    return NULL;
}

static const char *parse(size_t count, const void *context)
{
    const struct work *work = context;
    const struct form_size size = sortid_simd_form_sizes[work->form];
    const struct codec *codec = work->simd->codecs[work->form];
    uint8_t id[MOST_BYTES];
    bool good = true;
    for (size_t i = 0; i < count && good; i++)
        good = codec->parse(id, &texts[i * size.digits]);
    return good ? NULL : "a good text is refused";
}

static const char *parse_many(size_t count, const void *context)
{
    const struct work *work = context;
    static uint8_t parsed[sizeof ids];
    size_t made = work->simd->codecs[work->form]->parse_many(parsed, texts, count, NO_SEPARATOR);
    return made == count ? NULL : "a good text is refused";
}

/* ---- Decimal integers of 16-byte IDs --------------------------------------------- */

static size_t decimal_bytes; /* of the texts */

static void fill_decimals(void)
{
    hot_bytes(ids, sizeof ids);
    decimal_bytes = sortid_simd_all[0]->bulk->print_decimals(texts, ids, HOT_MANY, '\n');
}

static const char *print_decimals(size_t count, const void *context)
{
    static char printed[sizeof texts];
    const struct simd *k = context;
    (void)k->bulk->print_decimals(printed, ids, count, '\n');
    return NULL;
}

/* All but the last two, after which a call for many may read no more. */
static const char *parse_decimals(size_t count, const void *context)
{
    static uint8_t parsed[sizeof ids];
    const struct simd *k = context;
    size_t consumed,
        made = k->bulk->parse_decimals(parsed, &consumed, texts, decimal_bytes, count, '\n');
    return made + 2 >= count ? NULL : "a good number is not read";
}

static void row(const struct simd *k, const char *what, hot_call *call, const void *context)
{
    char name[64];
    (void)snprintf(name, sizeof name, "%s %s", k->name, what); /* under 40 */
    hot_row(name, call, context);
}

static void decimal_rows(const struct simd *k)
{
    static uint8_t parsed[sizeof ids];
    size_t consumed;
    fill_decimals();
    row(k, "decimals print_many", print_decimals, k);
    if (k->bulk->parse_decimals(parsed, &consumed, texts, decimal_bytes, HOT_MANY, '\n') > 0)
        row(k, "decimals parse_many", parse_decimals, k);
}

/* ---- The rest ------------------------------------------------------------------ */

static const char *chacha20(size_t blocks, const void *context)
{
    static const uint32_t KEY[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    static uint8_t stream[64 * HOT_MANY];
    const struct simd *k = context;
    k->bulk->chacha20(stream, blocks, KEY, 0);
    return NULL;
}

static const char *count8(size_t count, const void *context)
{
    const struct simd *k = context;
    k->bulk->count8(ids, count, 1);
    return NULL;
}

static const char *count16(size_t count, const void *context)
{
    const struct simd *k = context;
    k->bulk->count16(ids, count, 1, 1, 1, NULL);
    return NULL;
}

static const char *count16_tails(size_t count, const void *context)
{
    static const uint8_t tails[4 * HOT_MANY];
    const struct simd *k = context;
    k->bulk->count16(ids, count, 1, 0, UINT64_C(1) << 32, tails);
    return NULL;
}

/* ---- The rows ------------------------------------------------------------------ */

static void rows_of(const struct simd *k)
{
#define CODEC_ROWS(FORM, NAME)                                                                     \
    fill_inputs(FORM);                                                                             \
    row(k, #NAME " print", print, &(const struct work){k, FORM});                                  \
    row(k, #NAME " parse", parse, &(const struct work){k, FORM});                                  \
    row(k, #NAME " print_many", print_many, &(const struct work){k, FORM});                        \
    row(k, #NAME " parse_many", parse_many, &(const struct work){k, FORM});
    EACH_FORM(CODEC_ROWS)
    decimal_rows(k);
    row(k, "chacha20, a block", chacha20, k);
    row(k, "count8", count8, k);
    row(k, "count16", count16, k);
    row(k, "count16 with tails", count16_tails, k);
}

void hot_simd(void)
{
    for (size_t i = 0; sortid_simd_all[i] != NULL; i++)
        if (sortid_simd_runs(sortid_simd_all[i]->number))
            rows_of(sortid_simd_all[i]);
}
