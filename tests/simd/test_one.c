/* SPDX-License-Identifier: MIT */
/* test_one.c: each implementation's print and parse of one ID: vectors, edges, every byte at every
 * position, hyphens, random IDs, every alignment, guard pages. Expectations come from the vector
 * files and the oracle; those for random IDs from the scalar implementation, some of which the
 * oracle checks. */
#include "forms.h"
#include "support/guard.h"
#include "each_simd.h"
#include "vectors.h"

/* ---- Expectations ---------------------------------------------------------- */

static void expect_print(const struct simd *simd, const known_form *form, const uint8_t *id,
                         const char *text)
{
    char out[MAX_TEXT + 64];
    memset(out, CANARY, sizeof out);
    simd->codecs[form->form]->print(out, id);
    EXPECT(memcmp(out, text, form->length) == 0, "%s: printed %.*s, expected %s", form->name,
           (int)form->length, out, text);
    EXPECT(is_untouched(out + form->length, sizeof out - form->length),
           "%s: %s: written after the text", form->name, text);
}

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

/* Both ways, the text in each case. */
static void expect_pair(const struct simd *simd, const known_form *form, const uint8_t *id,
                        const char *text)
{
    static void (*const cases[])(char *) = {oracle_upper, oracle_lower, oracle_mixed};
    expect_print(simd, form, id, text);
    expect_parse(simd, form, text, id);
    for (size_t i = 0; i < COUNT_OF(cases) && !oracle_has_case(form->alphabet); i++) {
        char variant[MAX_TEXT + 1];
        memcpy(variant, text, form->length + 1);
        cases[i](variant);
        expect_parse(simd, form, variant, id);
    }
}

TEST_SIMD(vectors)
{
    each_vector(expect_pair, simd);
}

/* ---- Edges ------------------------------------------------------------------ */

static void expect_edge(const struct simd *simd, const known_form *form, const uint8_t *id)
{
    char text[MAX_TEXT + 1];
    known_text(form, text, id);
    expect_print(simd, form, id, text);
    expect_by_oracle(simd, form, text);
}

TEST_SIMD(edges)
{
    for (size_t f = 0; f < FORMS; f++)
        each_edge(expect_edge, simd, &known_forms[f]);
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
        uint8_t out[MAX_ID];
        EXPECT(simd->codecs[form->form]->parse(out, cases[i].text) == cases[i].fits, "%s: %s",
               form->name, cases[i].text);
        expect_by_oracle(simd, form, cases[i].text);
    }
}

/* ---- Every byte at every place ----------------------------------------------- */

static void try_every_byte(const struct simd *simd, const known_form *form, const uint8_t *id)
{
    char text[MAX_TEXT + 1];
    for (size_t place = 0; place < form->length; place++) {
        known_text(form, text, id);
        for (int byte = 0; byte < 256; byte++) {
            text[place] = (char)byte;
            expect_by_oracle(simd, form, text);
        }
    }
}

TEST_SIMD(every_byte)
{
    for (size_t f = 0; f < FORMS; f++) {
        uint8_t id[MAX_ID];
        memset(id, 0, sizeof id);
        try_every_byte(simd, &known_forms[f], id);
        memset(id, 0xff, sizeof id);
        try_every_byte(simd, &known_forms[f], id);
        random_id(&known_forms[f], id);
        try_every_byte(simd, &known_forms[f], id);
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

/* ---- Random ------------------------------------------------------------------ */

/* A text of an ID in any case, or any digits; one in eight with a bad byte. */
static void random_text(const known_form *form, char *text, const char *printed)
{
    if (support_below(2) == 0)
        random_digits(form, text);
    else
        memcpy(text, printed, form->length);
    randomize_case(form, text);
    if (support_below(8) == 0)
        spoil(form, text);
}

static void expect_as_scalar(const struct simd *simd, const known_form *form)
{
    const struct codec *scalar = sortid_simd_all[0]->codecs[form->form];
    uint8_t id[MAX_ID], read[MAX_ID];
    char text[MAX_TEXT + 1] = "", any[MAX_TEXT];
    random_id(form, id);
    scalar->print(text, id);
    expect_print(simd, form, id, text);
    expect_parse(simd, form, text, id);
    random_text(form, any, text);
    expect_parse(simd, form, any, scalar->parse(read, any) ? read : NULL);
}

static void expect_as_oracle(const struct simd *simd, const known_form *form)
{
    uint8_t id[MAX_ID];
    char text[MAX_TEXT + 1], any[MAX_TEXT] = "";
    random_id(form, id);
    known_text(form, text, id);
    expect_print(simd, form, id, text);
    random_text(form, any, text);
    expect_by_oracle(simd, form, any);
}

/* The scalar implementation is compared with the oracle alone. */
TEST_SIMD(random)
{
    for (size_t f = 0; f < FORMS; f++) {
        for (size_t i = 0; i < TRIES && simd != sortid_simd_all[0]; i++)
            expect_as_scalar(simd, &known_forms[f]);
        for (size_t i = 0; i < TRIES / 20; i++)
            expect_as_oracle(simd, &known_forms[f]);
    }
}

/* ---- Alignment and guard pages ------------------------------------------------- */

/* Text and ID at these addresses, which end or begin at a guard page or are between canaries. */
static void expect_at(const struct simd *simd, const known_form *form, char *text, uint8_t *id)
{
    uint8_t expected[MAX_ID];
    char expected_text[MAX_TEXT + 1];
    random_id(form, expected);
    known_text(form, expected_text, expected);
    memcpy(id, expected, form->size);
    simd->codecs[form->form]->print(text, id);
    EXPECT_BYTES(text, expected_text, form->length, "%s: print", form->name);
    memset(id, CANARY, form->size);
    EXPECT(simd->codecs[form->form]->parse(id, text), "%s: parse", form->name);
    EXPECT_BYTES(id, expected, form->size, "%s: parse", form->name);
    memset(id, CANARY, form->size);
    spoil(form, text);
    EXPECT(!simd->codecs[form->form]->parse(id, text), "%s: spoilt", form->name);
    EXPECT(is_untouched(id, form->size), "%s: spoilt: written", form->name);
}

TEST_SIMD(alignments)
{
    for (size_t f = 0; f < FORMS; f++) {
        const known_form *form = &known_forms[f];
        for (size_t i = 0; i < 64 * 64; i++) {
            char texts[256];
            uint8_t ids[256];
            size_t text_at = 64 + i / 64, id_at = 64 + i % 64;
            memset(texts, CANARY, sizeof texts);
            memset(ids, CANARY, sizeof ids);
            expect_at(simd, form, texts + text_at, ids + id_at);
            EXPECT(only_within((uint8_t *)texts, sizeof texts, text_at, form->length),
                   "%s: written outside the text", form->name);
            EXPECT(only_within(ids, sizeof ids, id_at, form->size), "%s: written outside the ID",
                   form->name);
        }
    }
}

TEST_SIMD(guards)
{
    struct guarded texts = guarded_new(MAX_TEXT), ids = guarded_new(MAX_ID);
    for (size_t f = 0; f < FORMS; f++) {
        const known_form *form = &known_forms[f];
        for (int ends = 0; ends < 4; ends++)
            expect_at(simd, form, (char *)guarded_place(&texts, form->length, (ends & 1) != 0),
                      guarded_place(&ids, form->size, (ends & 2) != 0));
    }
    guarded_free(&texts);
    guarded_free(&ids);
}

SIMD_MAIN
