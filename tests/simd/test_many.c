/* SPDX-License-Identifier: MIT */
/* test_many.c: each implementation's print and parse of many IDs and of one: every count around the
 * groups and their tails, every alignment, guard pages, every separator right and wrong, every bad
 * byte at every place of every text of a group. A refusal of many is right if all texts before it
 * were read and the bad text is within GROUP_MAX. Expectations come from the vector files and the
 * oracle, those of random IDs from the scalar implementation. */
#include "forms.h"
#include "support/guard.h"
#include "each_simd.h"
#include "vectors.h"

#define COUNTS (3 * GROUP_MAX + 4) /* 0 to three groups and three more */
#define GROUP  (GROUP_MAX + 3)     /* a group and a tail, or several */
#define STRIDE (MAX_TEXT + 1)
#define MANY   256
#define MARGIN 64

/* A line feed, NUL, a byte that is a digit, one that is negative as a char. */
static const int all_separators[] = {NO_SEPARATOR, '\n', 0, 'z', 0xff};

/* IDs, and their canonical texts as print_many must write them. */
struct batch {
    const known_form *form;
    int separator;
    size_t stride, count;
    uint8_t ids[MANY * MAX_ID];
    char texts[MANY * STRIDE];
};

static char *text_of(struct batch *batch, size_t index)
{
    return batch->texts + index * batch->stride;
}

static void begin_batch(struct batch *batch, const known_form *form, int separator)
{
    batch->form = form;
    batch->separator = separator;
    batch->stride = form->length + (separator != NO_SEPARATOR);
    batch->count = 0;
}

static void add(struct batch *batch, const uint8_t *id, const char *text)
{
    size_t index = batch->count++;
    memcpy(batch->ids + index * batch->form->size, id, batch->form->size);
    memcpy(text_of(batch, index), text, batch->form->length);
    if (batch->separator != NO_SEPARATOR)
        text_of(batch, index)[batch->form->length] = (char)batch->separator;
}

static void random_batch(struct batch *batch, const known_form *form, int separator, size_t count)
{
    begin_batch(batch, form, separator);
    while (batch->count < count) {
        uint8_t id[MAX_ID];
        char text[MAX_TEXT + 1];
        random_id(form, id);
        known_text(form, text, id);
        add(batch, id, text);
    }
}

/* ---- Expectations ---------------------------------------------------------- */

/* Expects `id`, or a refusal that writes nothing if `id` is NULL. */
static void expect_parse(const struct simd *simd, const known_form *form, const char *text,
                         const uint8_t *id)
{
    uint8_t out[MAX_ID + 64];
    memset(out, CANARY, sizeof out);
    bool read = simd->codecs[form->form]->parse(out, text);
    EXPECT(read == (id != NULL), "%s: \"%.*s\" is %s", form->name, (int)form->length, text,
           read ? "read" : "refused");
    if (id != NULL)
        EXPECT_BYTES(out, id, form->size, "%s: %.*s", form->name, (int)form->length, text);
    size_t written = id != NULL ? form->size : 0;
    EXPECT(is_untouched(out + written, sizeof out - written), "%s: \"%.*s\": written outside",
           form->name, (int)form->length, text);
}

static void expect_by_oracle(const struct simd *simd, const known_form *form, const char *text)
{
    uint8_t id[MAX_ID];
    size_t position;
    sortid_status status = known_reading(form, id, text, &position);
    expect_parse(simd, form, text, status == SORTID_OK ? id : NULL);
}

/* The calls for one read and print the batch, from its end: each would spoil the next one if it
 * wrote too much. */
static void expect_one_by_one(const struct simd *simd, const struct batch *batch, char *text,
                              uint8_t *ids)
{
    const known_form *form = batch->form;
    const struct codec *codec = simd->codecs[form->form];
    memset(ids, CANARY, batch->count * form->size);
    for (size_t i = batch->count; i-- > 0;)
        EXPECT(codec->parse(ids + i * form->size, text + i * batch->stride), "%s: parse",
               form->name);
    EXPECT(memcmp(ids, batch->ids, batch->count * form->size) == 0, "%s: parse", form->name);
    for (size_t i = batch->count; i-- > 0;)
        codec->print(text + i * batch->stride, ids + i * form->size);
    EXPECT(memcmp(text, batch->texts, batch->count * batch->stride) == 0, "%s: print", form->name);
}

/* Prints the batch, and reads it in any case, at these addresses. */
static void expect_both_ways(const struct simd *simd, const struct batch *batch, char *text,
                             uint8_t *ids)
{
    const known_form *form = batch->form;
    const struct codec *codec = simd->codecs[form->form];
    size_t text_size = batch->count * batch->stride, size = batch->count * form->size;
    memcpy(ids, batch->ids, size);
    codec->print_many(text, ids, batch->count, batch->separator);
    EXPECT(memcmp(text, batch->texts, text_size) == 0, "%s: print_many of %zu, separator %d",
           form->name, batch->count, batch->separator);
    for (size_t i = 0; i < batch->count; i++)
        randomize_case(form, text + i * batch->stride);
    memset(ids, CANARY, size);
    size_t done = codec->parse_many(ids, text, batch->count, batch->separator);
    EXPECT(done == batch->count, "%s: parse_many read %zu of %zu, separator %d", form->name, done,
           batch->count, batch->separator);
    EXPECT(memcmp(ids, batch->ids, size) == 0, "%s: parse_many of %zu, separator %d", form->name,
           batch->count, batch->separator);
    expect_one_by_one(simd, batch, text, ids);
}

/* The same between canaries, `text_at` and `id_at` bytes after an aligned address. */
static void expect_between_canaries(const struct simd *simd, const struct batch *batch,
                                    size_t text_at, size_t id_at)
{
    static _Alignas(64) char texts[MANY * STRIDE + 3 * MARGIN];
    static _Alignas(64) uint8_t ids[MANY * MAX_ID + 3 * MARGIN];
    size_t text_size = batch->count * batch->stride, size = batch->count * batch->form->size;
    memset(texts, CANARY, text_size + 3 * MARGIN);
    memset(ids, CANARY, size + 3 * MARGIN);
    expect_both_ways(simd, batch, texts + MARGIN + text_at, ids + MARGIN + id_at);
    EXPECT(only_within((uint8_t *)texts, text_size + 3 * MARGIN, MARGIN + text_at, text_size),
           "%s: print_many of %zu wrote outside the texts", batch->form->name, batch->count);
    EXPECT(only_within(ids, size + 3 * MARGIN, MARGIN + id_at, size),
           "%s: parse_many of %zu wrote outside the IDs", batch->form->name, batch->count);
}

/* Expects parse_many to read all, or to stop for text number `bad`: at it or, by
 * less than a group, before. */
static void expect_done(const struct simd *simd, const struct batch *batch, size_t bad)
{
    static uint8_t ids[MANY * MAX_ID];
    size_t done = simd->codecs[batch->form->form]->parse_many(ids, batch->texts, batch->count,
                                                              batch->separator);
    bool right = bad == batch->count ? done == bad : done <= bad && bad - done < GROUP_MAX;
    EXPECT(right, "%s: parse_many read %zu of %zu, separator %d, bad is %zu: %.*s",
           batch->form->name, done, batch->count, batch->separator, bad,
           bad < batch->count ? (int)batch->stride : 0, batch->texts + bad * batch->stride);
    EXPECT(memcmp(ids, batch->ids, done * batch->form->size) == 0,
           "%s: parse_many's IDs before text %zu of %zu", batch->form->name, bad, batch->count);
}

/* ---- Vectors and edges -------------------------------------------------------- */

/* Pairs that come one by one, by form; tried whenever there are MANY. */
static struct batch batches[FORMS];

static void begin_batches(int separator)
{
    for (size_t f = 0; f < FORMS; f++)
        begin_batch(&batches[f], &known_forms[f], separator);
}

static void flush(const struct simd *simd, struct batch *batch)
{
    expect_between_canaries(simd, batch, 0, 0);
    batch->count = 0;
}

static void add_pair(const struct simd *simd, const known_form *form, const uint8_t *id,
                     const char *text)
{
    struct batch *batch = &batches[form->form];
    add(batch, id, text);
    if (batch->count == MANY)
        flush(simd, batch);
}

TEST_SIMD(vectors)
{
    for (size_t e = 0; e < COUNT_OF(all_separators); e++) {
        begin_batches(all_separators[e]);
        each_vector(add_pair, simd);
        for (size_t f = 0; f < FORMS; f++)
            flush(simd, &batches[f]);
    }
}

static void add_edge(const struct simd *simd, const known_form *form, const uint8_t *id)
{
    char text[MAX_TEXT + 1];
    known_text(form, text, id);
    if (form->form != FORM_36X12 || memcmp(id, last_36x12, sizeof last_36x12) <= 0)
        add_pair(simd, form, id, text);
}

TEST_SIMD(edges)
{
    begin_batches('\n');
    for (size_t f = 0; f < FORMS; f++) {
        each_edge(add_edge, simd, &known_forms[f]);
        flush(simd, &batches[f]);
    }
}

/* Values of 36^12 and more are written as 36^12 - 1. */
TEST_SIMD(clamp)
{
    const known_form *form = &known_forms[FORM_36X12];
    static struct batch batch;
    char texts[MANY * STRIDE];
    for (int tries = 0; tries < 1000; tries++) {
        begin_batch(&batch, form, tries % 2 == 0 ? NO_SEPARATOR : '\n');
        while (batch.count < GROUP) {
            uint8_t id[MAX_ID];
            char text[MAX_TEXT + 1];
            random_id(form, id);
            id[0] = (uint8_t)(support_below(2) == 0 ? support_random() : id[0]);
            known_text(form, text, id);
            add(&batch, id, text);
        }
        simd->codecs[FORM_36X12]->print_many(texts, batch.ids, batch.count, batch.separator);
        EXPECT(memcmp(texts, batch.texts, batch.count * batch.stride) == 0, "36x12: clamp");
    }
}

/* ---- Counts, separators and places ------------------------------------------------- */

static void each_form_and_separator(void (*test)(const struct simd *, struct batch *, size_t count),
                                    const struct simd *simd, size_t count)
{
    static struct batch batch;
    for (size_t f = 0; f < FORMS; f++) {
        for (size_t e = 0; e < COUNT_OF(all_separators); e++) {
            random_batch(&batch, &known_forms[f], all_separators[e], count);
            test(simd, &batch, count);
        }
    }
}

/* A test of a batch of `count` random IDs for each form and separator. */
#define TEST_BATCHES(name, size)                                                                   \
    static void name##_with(const struct simd *simd, struct batch *batch, size_t count);           \
    TEST_SIMD(name)                                                                                \
    {                                                                                              \
        each_form_and_separator(name##_with, simd, size);                                          \
    }                                                                                              \
    static void name##_with(const struct simd *simd, struct batch *batch, size_t count)

TEST_BATCHES(counts, COUNTS)
{
    for (batch->count = 0; batch->count < count; batch->count++)
        expect_between_canaries(simd, batch, 0, 0);
}

TEST_BATCHES(alignments, GROUP)
{
    (void)count;
    for (size_t text_at = 0; text_at < MARGIN; text_at++)
        for (size_t id_at = 0; id_at < MARGIN; id_at++)
            expect_between_canaries(simd, batch, text_at, id_at);
}

TEST_BATCHES(guards, COUNTS)
{
    struct guarded texts = guarded_new(COUNTS * STRIDE), ids = guarded_new(COUNTS * MAX_ID);
    for (batch->count = 0; batch->count < count; batch->count++) {
        size_t text_size = batch->count * batch->stride, size = batch->count * batch->form->size;
        for (int ends = 0; ends < 4; ends++)
            expect_both_ways(simd, batch, (char *)guarded_place(&texts, text_size, (ends & 1) != 0),
                             guarded_place(&ids, size, (ends & 2) != 0));
    }
    guarded_free(&texts);
    guarded_free(&ids);
}

/* ---- Bad texts ----------------------------------------------------------------- */

/* Replaces each text of the batch in turn by this text: it must be read as `id`, or, if that is
 * NULL, stop parse_many. */
static void try_text_everywhere(const struct simd *simd, struct batch *batch, const char *text,
                                const uint8_t *id)
{
    size_t length = batch->form->length, size = batch->form->size;
    for (size_t i = 0; i < batch->count; i++) {
        uint8_t good_id[MAX_ID];
        char good[MAX_TEXT];
        memcpy(good, text_of(batch, i), length);
        memcpy(good_id, batch->ids + i * size, size);
        memcpy(text_of(batch, i), text, length);
        if (id != NULL)
            memcpy(batch->ids + i * size, id, size);
        expect_done(simd, batch, id != NULL ? batch->count : i);
        memcpy(text_of(batch, i), good, length);
        memcpy(batch->ids + i * size, good_id, size);
    }
}

/* Every byte at every position of the text of an ID: of that of all ones, where a higher digit is
 * out of range, among other texts too. */
static void try_every_byte(const struct simd *simd, struct batch *with_separator,
                           struct batch *without_separator, const uint8_t *of, bool is_ones)
{
    const known_form *form = with_separator->form;
    uint8_t id[MAX_ID];
    char text[MAX_TEXT + 1];
    size_t position;
    for (size_t place = 0; place < form->length; place++) {
        known_text(form, text, of);
        for (int byte = 0; byte < 256; byte++) {
            text[place] = (char)byte;
            bool good = known_reading(form, id, text, &position) == SORTID_OK;
            expect_parse(simd, form, text, good ? id : NULL);
            if (is_ones)
                try_text_everywhere(simd,
                                    support_below(2) == 0 ? with_separator : without_separator,
                                    text, good ? id : NULL);
        }
    }
}

TEST_SIMD(every_byte)
{
    static struct batch with_separator, without_separator;
    for (size_t f = 0; f < FORMS; f++) {
        random_batch(&with_separator, &known_forms[f], '\n', GROUP);
        random_batch(&without_separator, &known_forms[f], NO_SEPARATOR, GROUP);
        uint8_t ids[3][MAX_ID] = {{0}};
        memset(ids[1], 0xff, sizeof ids[1]);
        random_id(&known_forms[f], ids[2]);
        for (size_t i = 0; i < COUNT_OF(ids); i++)
            try_every_byte(simd, &with_separator, &without_separator, ids[i], i == 1);
    }
}

/* Digits of no ID: after the last ID, and around 2^129. */
TEST_SIMD(overflow)
{
    static const struct {
        text_form form;
        const char *text;
        bool fits;
    } cases[] = {
        {FORM_36X25, "f5lxx1zz5pnorynqglhzmsp33", true},
        {FORM_36X25, "f5lxx1zz5pnorynqglhzmsp34", false},
        {FORM_36X25, "f5lxx1zz5pnorynqglhzmsp3z", false},
        {FORM_36X25, "f5lxx1zz5pnorynqglhzmsq00", false},
        {FORM_36X25, "f5lxx1zz5pnorynqgli000000", false},
        {FORM_36X25, "f5lxx1zz6000000000000000z", false},
        {FORM_36X25, "g000000000000000000000000", false},
        {FORM_36X25, "ub7vu3zybfbdjxbgx6zz9le67", false}, /* 2^129 - 1 */
        {FORM_36X25, "ub7vu3zybfbdjxbgx6zz9le68", false}, /* 2^129 */
        {FORM_36X25, "zzzzzzzzzzzzzzzzzzzzzzzzz", false},
        {FORM_36X12, "zzzzzzzzzzzz", true},
        {FORM_32HEX26, "7VVVVVVVVVVVVVVVVVVVVVVVVV", true},
        {FORM_32HEX26, "80000000000000000000000000", false},
        {FORM_32HEX26, "g0000000000000000000000000", false},
        {FORM_32HEX26, "VVVVVVVVVVVVVVVVVVVVVVVVVV", false},
        {FORM_CROCKFORD26, "7zzzzzzzzzzzzzzzzzzzzzzzzz", true},
        {FORM_CROCKFORD26, "80000000000000000000000000", false},
        {FORM_CROCKFORD26, "G0000000000000000000000000", false},
        {FORM_CROCKFORD26, "zzzzzzzzzzzzzzzzzzzzzzzzzz", false},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const known_form *form = &known_forms[cases[i].form];
        uint8_t id[MAX_ID];
        size_t position;
        sortid_status status = known_reading(form, id, cases[i].text, &position);
        EXPECT_STATUS(status, cases[i].fits ? SORTID_OK : SORTID_OUT_OF_RANGE, "%s", cases[i].text);
        expect_by_oracle(simd, form, cases[i].text);
    }
}

/* A hyphen of a UUID moves to another position, the digits close up. */
TEST_SIMD(hyphens)
{
    static const size_t places[] = {8, 13, 18, 23};
    const known_form *form = &known_forms[FORM_UUID];
    for (size_t i = 0; i < COUNT_OF(places); i++) {
        for (size_t to = 0; to < form->length; to++) {
            uint8_t id[MAX_ID];
            char text[MAX_TEXT + 1];
            random_id(form, id);
            known_text(form, text, id);
            memmove(text + places[i], text + places[i] + 1, form->length - places[i] - 1);
            memmove(text + to + 1, text + to, form->length - to - 1);
            text[to] = '-';
            expect_parse(simd, form, text, to == places[i] ? id : NULL);
        }
    }
}

/* Every wrong separator after every text, also after the last. */
TEST_BATCHES(wrong_separators, GROUP)
{
    for (size_t i = 0; i < count && batch->separator != NO_SEPARATOR; i++) {
        char *separator = text_of(batch, i) + batch->form->length;
        for (int byte = 0; byte < 256; byte++) {
            *separator = (char)byte;
            expect_done(simd, batch, byte == batch->separator ? count : i);
        }
        *separator = (char)batch->separator;
    }
}

/* ---- Random ------------------------------------------------------------------ */

/* IDs as the scalar implementation prints them, in any case, with any byte as the separator. */
static void scalar_batch(struct batch *batch, const known_form *form)
{
    begin_batch(batch, form, (int)support_below(257) - 1);
    batch->count = (size_t)support_below(MANY) + 1;
    for (size_t i = 0; i < batch->count; i++)
        random_id(form, batch->ids + i * form->size);
    sortid_simd_all[0]->codecs[form->form]->print_many(batch->texts, batch->ids, batch->count,
                                                       batch->separator);
}

/* Bad texts at some positions, in and out of range; returns the first one that the scalar
 * implementation refuses. */
static size_t spoil_some(struct batch *batch)
{
    const known_form *form = batch->form;
    static uint8_t ids[MANY * MAX_ID];
    for (uint64_t left = support_below(4); left > 0; left--) {
        char *text = text_of(batch, (size_t)support_below(batch->count));
        random_digits(form, text);
        if (support_below(2) == 0)
            spoil(form, text);
    }
    size_t done = sortid_simd_all[0]->codecs[form->form]->parse_many(
        ids, batch->texts, batch->count, batch->separator);
    memcpy(batch->ids, ids, done * form->size);
    return done;
}

/* Any digits, one text in eight with a bad byte: most of those of some forms are out of range. */
TEST_SIMD(random_texts)
{
    for (size_t f = 0; f < FORMS; f++) {
        for (size_t i = 0; i < TRIES / 20; i++) {
            char text[MAX_TEXT] = "";
            random_digits(&known_forms[f], text);
            if (support_below(8) == 0)
                spoil(&known_forms[f], text);
            expect_by_oracle(simd, &known_forms[f], text);
        }
    }
}

/* For the scalar implementation, the judge, a tenth shows that it writes within its bounds. */
TEST_SIMD(random)
{
    static struct batch batch;
    const size_t tries = simd == sortid_simd_all[0] ? TRIES / 10 : TRIES;
    for (size_t f = 0; f < FORMS; f++) {
        for (size_t tried = 0; tried < tries; tried += batch.count) {
            scalar_batch(&batch, &known_forms[f]);
            expect_between_canaries(simd, &batch, (size_t)support_below(MARGIN),
                                    (size_t)support_below(MARGIN));
            expect_done(simd, &batch, spoil_some(&batch));
        }
    }
}

TEST_SIMD(rounding)
{
    test_in_each_rounding_mode(counts_of, simd);
}

CASES_MAIN(NULL, NULL)
