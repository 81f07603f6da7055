/* SPDX-License-Identifier: MIT */
/* vectors.h: the rows of the vector files as pairs of ID and text, in all forms of the format. The
 * files' columns are the expectations; the UUID form comes from the oracle. */
#pragma once

#include "forms.h"
#include "support/vectors.h"

/* What to do with a pair. */
typedef void vector_test(const struct simd *simd, const known_form *form, const uint8_t *id,
                         const char *text);

struct vector_run {
    const struct simd *simd;
    vector_test *test;
};

/* The form of each format's canonical text, in the order of support_formats. */
static const text_form canonical_forms[SUPPORT_FORMATS] = {
    FORM_36X25, FORM_32HEX26, FORM_32HEX32, FORM_36X12, FORM_CROCKFORD26, FORM_UUID, FORM_62X27};

static inline void test_pairs(const support_vector *vector, void *context)
{
    const struct vector_run *run = context;
    size_t size = vector->format->size;
    text_form hex = size == 8 ? FORM_HEX8 : size == 16 ? FORM_HEX16 : FORM_HEX20;
    text_form canonical = canonical_forms[vector->format - support_formats];
    char uuid[MAX_TEXT];
    run->test(run->simd, &known_forms[canonical], vector->id, vector->text);
    run->test(run->simd, &known_forms[hex], vector->id, vector->hex);
    if (size != 16)
        return;
    oracle_uuid(uuid, vector->hex);
    run->test(run->simd, &known_forms[FORM_UUID], vector->id, uuid);
}

static inline void each_vector(vector_test *test, const struct simd *simd)
{
    struct vector_run run = {simd, test};
    for (size_t i = 0; i < SUPPORT_FORMATS; i++)
        support_each_vector(&support_formats[i], test_pairs, NULL, &run);
}
