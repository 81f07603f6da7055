/* SPDX-License-Identifier: MIT */
/* vectors.h: the rows of the vector files as pairs of ID and text, in all forms of the format. The
 * files' columns are the expectations; the UUID form comes from the oracle. */
#ifndef SORTID_TESTS_SIMD_VECTORS_H
#define SORTID_TESTS_SIMD_VECTORS_H

#include "forms.h"

/* What to do with a pair; set while each_vector runs, since rows have no context. */
typedef void vector_test(const struct simd *simd, const known_form *form, const uint8_t *id,
                         const char *text);
static struct {
    const struct simd *simd;
    vector_test *test;
} vectors;

static inline void test_pair(text_form number, const char *hex, const char *text)
{
    uint8_t id[MAX_ID];
    support_unhex(id, known_forms[number].size, hex);
    vectors.test(vectors.simd, &known_forms[number], id, text);
}

static inline void test_pairs_of_16(text_form number, const char *hex, const char *text)
{
    char uuid[MAX_TEXT];
    oracle_uuid(uuid, hex);
    test_pair(number, hex, text);
    test_pair(FORM_HEX16, hex, hex);
    test_pair(FORM_UUID, hex, uuid);
}

static inline void scru128_row(char **column, const char *place)
{
    (void)place;
    test_pairs_of_16(FORM_36X25, column[0], column[1]);
}

static inline void scru128v1_row(char **column, const char *place)
{
    (void)place;
    test_pairs_of_16(FORM_32HEX26, column[0], column[1]);
}

static inline void ulid_row(char **column, const char *place)
{
    (void)place;
    test_pairs_of_16(FORM_CROCKFORD26, column[0], column[1]);
}

static inline void uuidv7_row(char **column, const char *place)
{
    (void)place;
    if (column[0][0] != '~' && column[0][0] != '!')
        test_pairs_of_16(FORM_UUID, column[0], column[1]);
}

static inline void scru160_row(char **column, const char *place)
{
    (void)place;
    test_pair(FORM_32HEX32, column[0], column[1]);
    test_pair(FORM_HEX20, column[0], column[0]);
}

static inline void ksuid_row(char **column, const char *place)
{
    (void)place;
    if (column[0][0] == '+' || column[0][0] == '!')
        return;
    test_pair(FORM_62X27, column[0], column[1]);
    test_pair(FORM_HEX20, column[0], column[0]);
}

static inline void scru64_row(char **column, const char *place)
{
    (void)place;
    test_pair(FORM_36X12, column[0], column[2]);
    test_pair(FORM_HEX8, column[0], column[0]);
}

static inline void each_vector(vector_test *test, const struct simd *simd)
{
    vectors.simd = simd;
    vectors.test = test;
    support_vectors("scru128.tsv", 6, 303, scru128_row);
    support_vectors("scru128v1.tsv", 6, 231, scru128v1_row);
    support_vectors("scru160.tsv", 6, 264, scru160_row);
    support_vectors("scru64.tsv", 5, 198, scru64_row);
    support_vectors("ulid.tsv", 3, 231, ulid_row);
    support_vectors("uuidv7.tsv", SUPPORT_ANY_COLUMNS, 582, uuidv7_row);
    support_vectors("ksuid.tsv", SUPPORT_ANY_COLUMNS, 759, ksuid_row);
}

#endif
