/* SPDX-License-Identifier: MIT */
/* test_many.c: each kernel's print and parse of many IDs: every count around the
 * groups and their tails, every alignment, guard pages, every end byte right and
 * wrong, every bad byte at every place of every text of a group. A refusal is right
 * if all before it is read and the bad text is within GROUP_MAX. Expectations come
 * from the vector files and the oracle, those of random IDs from the scalar kernel. */
#include "forms.h"
#include "guard.h"
#include "kernels.h"
#include "vectors.h"

#include <fenv.h>

#define COUNTS (3 * GROUP_MAX + 4) /* 0 to three groups and three more */
#define GROUP  (GROUP_MAX + 3)     /* a group and a tail, or several */
#define STRIDE (MAX_TEXT + 1)
#define MANY   256
#define MARGIN 64

/* A line feed, NUL, a byte that is a digit, one that is negative as a char. */
static const int all_ends[] = {SORTID_NO_END, '\n', 0, 'z', 0xff};

/* IDs, and their canonical texts as print_many must write them. */
struct batch {
    const known_form *form;
    int end;
    size_t stride, count;
    uint8_t ids[MANY * MAX_ID];
    char texts[MANY * STRIDE];
};

static char *text_of(struct batch *batch, size_t index)
{
    return batch->texts + index * batch->stride;
}

static void begin_batch(struct batch *batch, const known_form *form, int end)
{
    batch->form = form;
    batch->end = end;
    batch->stride = form->length + (end != SORTID_NO_END);
    batch->count = 0;
}

static void add(struct batch *batch, const uint8_t *id, const char *text)
{
    size_t index = batch->count++;
    memcpy(batch->ids + index * batch->form->size, id, batch->form->size);
    memcpy(text_of(batch, index), text, batch->form->length);
    if (batch->end != SORTID_NO_END)
        text_of(batch, index)[batch->form->length] = (char)batch->end;
}

static void random_batch(struct batch *batch, const known_form *form, int end, size_t count)
{
    begin_batch(batch, form, end);
    while (batch->count < count) {
        uint8_t id[MAX_ID];
        char text[MAX_TEXT + 1];
        random_id(form, id);
        known_text(form, text, id);
        add(batch, id, text);
    }
}

/* ---- Expectations ---------------------------------------------------------- */

/* Prints and reads the batch, in any case, by way of these places. */
static void expect_both_ways(const struct kernel *kernel, const struct batch *batch, char *text,
                             uint8_t *ids)
{
    const known_form *form = batch->form;
    const struct codec *codec = &kernel->codecs[form->form];
    size_t text_size = batch->count * batch->stride, size = batch->count * form->size;
    memcpy(ids, batch->ids, size);
    codec->print_many(text, ids, batch->count, batch->end);
    EXPECT(memcmp(text, batch->texts, text_size) == 0, "%s: print_many of %zu, end %d", form->name,
           batch->count, batch->end);
    for (size_t i = 0; i < batch->count; i++)
        randomize_case(text + i * batch->stride, form->length);
    memset(ids, CANARY, size);
    size_t made = codec->parse_many(ids, text, batch->count, batch->end);
    EXPECT(made == batch->count, "%s: parse_many made %zu of %zu, end %d", form->name, made,
           batch->count, batch->end);
    EXPECT(memcmp(ids, batch->ids, size) == 0, "%s: parse_many of %zu, end %d", form->name,
           batch->count, batch->end);
}

/* The same within canaries, `text_at` and `id_at` beyond an aligned place. */
static void expect_between_canaries(const struct kernel *kernel, const struct batch *batch,
                                    size_t text_at, size_t id_at)
{
    static _Alignas(64) char texts[MANY * STRIDE + 3 * MARGIN];
    static _Alignas(64) uint8_t ids[MANY * MAX_ID + 3 * MARGIN];
    size_t text_size = batch->count * batch->stride, size = batch->count * batch->form->size;
    memset(texts, CANARY, text_size + 3 * MARGIN);
    memset(ids, CANARY, size + 3 * MARGIN);
    expect_both_ways(kernel, batch, texts + MARGIN + text_at, ids + MARGIN + id_at);
    EXPECT(only_within((uint8_t *)texts, text_size + 3 * MARGIN, MARGIN + text_at, text_size),
           "%s: print_many of %zu wrote around the texts", batch->form->name, batch->count);
    EXPECT(only_within(ids, size + 3 * MARGIN, MARGIN + id_at, size),
           "%s: parse_many of %zu wrote around the IDs", batch->form->name, batch->count);
}

/* Expects parse_many to read all, or to stop for text number `bad`: at it or, by
 * less than a group, before. */
static void expect_made(const struct kernel *kernel, const struct batch *batch, size_t bad)
{
    static uint8_t ids[MANY * MAX_ID];
    size_t made =
        kernel->codecs[batch->form->form].parse_many(ids, batch->texts, batch->count, batch->end);
    bool right = bad == batch->count ? made == bad : made <= bad && bad - made < GROUP_MAX;
    EXPECT(right, "%s: parse_many made %zu of %zu, end %d, bad is %zu: %.*s", batch->form->name,
           made, batch->count, batch->end, bad, bad < batch->count ? (int)batch->stride : 0,
           batch->texts + bad * batch->stride);
    EXPECT(memcmp(ids, batch->ids, made * batch->form->size) == 0,
           "%s: parse_many's IDs before text %zu of %zu", batch->form->name, bad, batch->count);
}

/* ---- Vectors and edges -------------------------------------------------------- */

/* Pairs that come one by one, by form; tried whenever there are MANY. */
static struct batch batches[FORMS];

static void begin_batches(int end)
{
    for (size_t f = 0; f < FORMS; f++)
        begin_batch(&batches[f], &known_forms[f], end);
}

static void flush(const struct kernel *kernel, struct batch *batch)
{
    expect_between_canaries(kernel, batch, 0, 0);
    batch->count = 0;
}

static void add_pair(const struct kernel *kernel, const known_form *form, const uint8_t *id,
                     const char *text)
{
    struct batch *batch = &batches[form->form];
    add(batch, id, text);
    if (batch->count == MANY)
        flush(kernel, batch);
}

static void test_vectors(const struct kernel *kernel)
{
    for (size_t e = 0; e < COUNT_OF(all_ends); e++) {
        begin_batches(all_ends[e]);
        each_vector(add_pair, kernel);
        for (size_t f = 0; f < FORMS; f++)
            flush(kernel, &batches[f]);
    }
}

static void add_edge(const struct kernel *kernel, const known_form *form, const uint8_t *id)
{
    char text[MAX_TEXT + 1];
    known_text(form, text, id);
    if (form->form != FORM_36X12 || memcmp(id, last_36x12, sizeof last_36x12) <= 0)
        add_pair(kernel, form, id, text);
}

static void test_edges(const struct kernel *kernel)
{
    begin_batches('\n');
    for (size_t f = 0; f < FORMS; f++) {
        each_edge(add_edge, kernel, &known_forms[f]);
        flush(kernel, &batches[f]);
    }
}

/* What is not below 36^12 is written as the last below it, among others. */
static void test_clamp(const struct kernel *kernel)
{
    const known_form *form = &known_forms[FORM_36X12];
    static struct batch batch;
    char texts[MANY * STRIDE];
    for (int tries = 0; tries < 1000; tries++) {
        begin_batch(&batch, form, tries % 2 == 0 ? SORTID_NO_END : '\n');
        while (batch.count < GROUP) {
            uint8_t id[MAX_ID];
            char text[MAX_TEXT + 1];
            random_id(form, id);
            id[0] = (uint8_t)(support_below(2) == 0 ? support_random() : id[0]);
            known_text(form, text, id);
            add(&batch, id, text);
        }
        kernel->codecs[FORM_36X12].print_many(texts, batch.ids, batch.count, batch.end);
        EXPECT(memcmp(texts, batch.texts, batch.count * batch.stride) == 0, "36x12: clamp");
    }
}

/* ---- Counts, ends and places ------------------------------------------------- */

static void each_form_and_end(void (*test)(const struct kernel *, struct batch *, size_t count),
                              const struct kernel *kernel, size_t count)
{
    static struct batch batch;
    for (size_t f = 0; f < FORMS; f++) {
        for (size_t e = 0; e < COUNT_OF(all_ends); e++) {
            random_batch(&batch, &known_forms[f], all_ends[e], count);
            test(kernel, &batch, count);
        }
    }
}

static void try_counts(const struct kernel *kernel, struct batch *batch, size_t counts)
{
    for (batch->count = 0; batch->count < counts; batch->count++)
        expect_between_canaries(kernel, batch, 0, 0);
}

static void test_counts(const struct kernel *kernel)
{
    each_form_and_end(try_counts, kernel, COUNTS);
}

static void try_alignments(const struct kernel *kernel, struct batch *batch, size_t count)
{
    (void)count;
    for (size_t text_at = 0; text_at < MARGIN; text_at++)
        for (size_t id_at = 0; id_at < MARGIN; id_at++)
            expect_between_canaries(kernel, batch, text_at, id_at);
}

static void test_alignments(const struct kernel *kernel)
{
    each_form_and_end(try_alignments, kernel, GROUP);
}

static void try_guards(const struct kernel *kernel, struct batch *batch, size_t counts)
{
    struct guarded texts = guarded_new(COUNTS * STRIDE), ids = guarded_new(COUNTS * MAX_ID);
    for (batch->count = 0; batch->count < counts; batch->count++) {
        size_t text_size = batch->count * batch->stride, size = batch->count * batch->form->size;
        for (int ends = 0; ends < 4; ends++)
            expect_both_ways(kernel, batch,
                             (char *)guarded_place(&texts, text_size, (ends & 1) != 0),
                             guarded_place(&ids, size, (ends & 2) != 0));
    }
    guarded_free(&texts);
    guarded_free(&ids);
}

static void test_guards(const struct kernel *kernel)
{
    each_form_and_end(try_guards, kernel, COUNTS);
}

/* ---- Bad texts ----------------------------------------------------------------- */

/* Puts a text in the place of each of the batch, one after another: it must be read
 * as `id`, or stop parse_many if that is NULL. */
static void try_text_everywhere(const struct kernel *kernel, struct batch *batch, const char *text,
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
        expect_made(kernel, batch, id != NULL ? batch->count : i);
        memcpy(text_of(batch, i), good, length);
        memcpy(batch->ids + i * size, good_id, size);
    }
}

/* Every byte at every place of the text of all ones, whose higher neighbours are
 * out of range. */
static void try_every_byte(const struct kernel *kernel, struct batch *with_end,
                           struct batch *without_end)
{
    const known_form *form = with_end->form;
    uint8_t ones[MAX_ID], id[MAX_ID];
    char text[MAX_TEXT + 1];
    size_t position;
    memset(ones, 0xff, sizeof ones);
    for (size_t place = 0; place < form->length; place++) {
        known_text(form, text, ones);
        for (int byte = 0; byte < 256; byte++) {
            text[place] = (char)byte;
            bool good = known_reading(form, id, text, &position) == SORTID_OK;
            try_text_everywhere(kernel, support_below(2) == 0 ? with_end : without_end, text,
                                good ? id : NULL);
        }
    }
}

static void test_every_byte(const struct kernel *kernel)
{
    static struct batch with_end, without_end;
    for (size_t f = 0; f < FORMS; f++) {
        random_batch(&with_end, &known_forms[f], '\n', GROUP);
        random_batch(&without_end, &known_forms[f], SORTID_NO_END, GROUP);
        try_every_byte(kernel, &with_end, &without_end);
    }
}

/* Every wrong end behind every text, the last too. */
static void try_wrong_ends(const struct kernel *kernel, struct batch *batch, size_t count)
{
    for (size_t i = 0; i < count && batch->end != SORTID_NO_END; i++) {
        char *end = text_of(batch, i) + batch->form->length;
        for (int byte = 0; byte < 256; byte++) {
            *end = (char)byte;
            expect_made(kernel, batch, byte == batch->end ? count : i);
        }
        *end = (char)batch->end;
    }
}

static void test_wrong_ends(const struct kernel *kernel)
{
    each_form_and_end(try_wrong_ends, kernel, GROUP);
}

/* ---- Random ------------------------------------------------------------------ */

/* IDs as the scalar kernel prints them, in any case, ended by any byte. */
static void scalar_batch(struct batch *batch, const known_form *form)
{
    begin_batch(batch, form, (int)support_below(257) - 1);
    batch->count = (size_t)support_below(MANY) + 1;
    for (size_t i = 0; i < batch->count; i++)
        random_id(form, batch->ids + i * form->size);
    sortid_kernel_scalar.codecs[form->form].print_many(batch->texts, batch->ids, batch->count,
                                                       batch->end);
}

/* Bad texts here and there, in and out of range; the first that scalar refuses. */
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
    size_t made = sortid_kernel_scalar.codecs[form->form].parse_many(ids, batch->texts,
                                                                     batch->count, batch->end);
    memcpy(batch->ids, ids, made * form->size);
    return made;
}

static void test_random(const struct kernel *kernel)
{
    static struct batch batch;
    for (size_t f = 0; f < FORMS; f++) {
        for (size_t tried = 0; tried < TRIES; tried += batch.count) {
            scalar_batch(&batch, &known_forms[f]);
            expect_between_canaries(kernel, &batch, (size_t)support_below(MARGIN),
                                    (size_t)support_below(MARGIN));
            expect_made(kernel, &batch, spoil_some(&batch));
        }
    }
}

/* A caller's way to round is none of our business, even where digits come from doubles. */
static void test_rounding(const struct kernel *kernel)
{
    static const int modes[] = {FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
    for (size_t i = 0; i < COUNT_OF(modes); i++) {
        assert_int_equal(fesetround(modes[i]), 0);
        test_counts(kernel);
        assert_int_equal(fegetround(), modes[i]);
    }
    assert_int_equal(fesetround(FE_TONEAREST), 0);
}

int main(void)
{
    static const struct named_kernel_test tests[] = {
        KERNEL_TEST(test_vectors), KERNEL_TEST(test_edges),      KERNEL_TEST(test_clamp),
        KERNEL_TEST(test_counts),  KERNEL_TEST(test_rounding),   KERNEL_TEST(test_alignments),
        KERNEL_TEST(test_guards),  KERNEL_TEST(test_every_byte), KERNEL_TEST(test_wrong_ends),
        KERNEL_TEST(test_random),
    };
    return RUN_WITH_EACH_KERNEL(tests);
}
