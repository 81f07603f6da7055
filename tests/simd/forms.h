/* SPDX-License-Identifier: MIT */
/* forms.h: what the tests of implementations know about the text forms, by the oracle's long
 * division: the text of an ID, and the result for any text. Sizes and alphabets are constants of
 * this file and never read from the implementations. Also the IDs and texts to test: edges, and
 * random ones. */
#pragma once

#include "support/cases.h"
#include "support/oracle.h"

#include "simd/scalar.h"

#define MAX_ID   20
#define MAX_TEXT 40
#define TRIES    200000 /* random IDs of a form and implementation */

typedef struct known_form {
    text_form form;
    const char *name;
    const char *alphabet; /* canonical case */
    size_t size, length;  /* bytes; characters */
    size_t digits;        /* length without hyphens */
} known_form;

#define DIGITS_36        "0123456789abcdefghijklmnopqrstuvwxyz"
#define DIGITS_32HEX     "0123456789ABCDEFGHIJKLMNOPQRSTUV"
#define DIGITS_CROCKFORD "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
#define DIGITS_16        "0123456789abcdef"
#define DIGITS_62        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

static const known_form known_forms[FORMS] = {
    {FORM_36X12, "36x12", DIGITS_36, 8, 12, 12},
    {FORM_36X25, "36x25", DIGITS_36, 16, 25, 25},
    {FORM_32HEX26, "32hex26", DIGITS_32HEX, 16, 26, 26},
    {FORM_32HEX32, "32hex32", DIGITS_32HEX, 20, 32, 32},
    {FORM_CROCKFORD26, "crockford26", DIGITS_CROCKFORD, 16, 26, 26},
    {FORM_HEX8, "hex8", DIGITS_16, 8, 16, 16},
    {FORM_HEX16, "hex16", DIGITS_16, 16, 32, 32},
    {FORM_HEX20, "hex20", DIGITS_16, 20, 40, 40},
    {FORM_UUID, "uuid", DIGITS_16, 16, 36, 32},
    {FORM_62X27, "62x27", DIGITS_62, 20, 27, 27},
};

/* 36^12 - 1, the last ID of 36x12. */
static const uint8_t last_36x12[8] = {0x41, 0xc2, 0x1c, 0xb8, 0xe0, 0xff, 0xff, 0xff};

static inline bool is_hyphen_place(const known_form *form, size_t place)
{
    return form->form == FORM_UUID && (place == 8 || place == 13 || place == 18 || place == 23);
}

static inline bool is_allowed(const known_form *form, size_t place, int byte)
{
    return is_hyphen_place(form, place) ? byte == '-' : oracle_digit(form->alphabet, byte) >= 0;
}

/* ---- Expectations ---------------------------------------------------------- */

/* The text of an ID, and NUL. */
static inline void known_text(const known_form *form, char text[MAX_TEXT + 1], const uint8_t *id)
{
    char digits[MAX_TEXT + 1];
    if (form->form == FORM_36X12 && memcmp(id, last_36x12, sizeof last_36x12) > 0)
        id = last_36x12;
    EXPECT(oracle_print(digits, form->digits, form->alphabet, id, form->size), "%s", form->name);
    if (form->form == FORM_UUID)
        oracle_uuid(text, digits);
    else
        memcpy(text, digits, form->length + 1);
}

/* The expected result of reading a text: the ID, or status and position of the refusal. */
static inline sortid_status known_reading(const known_form *form, uint8_t id[MAX_ID],
                                          const char *text, size_t *position)
{
    char digits[MAX_TEXT];
    size_t count = 0;
    for (size_t i = 0; i < form->length; i++) {
        *position = i;
        if (!is_allowed(form, i, (unsigned char)text[i]))
            return SORTID_BAD_DIGIT;
        if (!is_hyphen_place(form, i))
            digits[count++] = text[i];
    }
    *position = 0;
    return oracle_parse(id, form->size, form->alphabet, digits, count) ? SORTID_OK
                                                                       : SORTID_OUT_OF_RANGE;
}

/* ---- Random IDs and texts --------------------------------------------------- */

/* Any bytes, except for 36x12, whose IDs are below 36^12; every second ID has a run of bytes 0
 * or 0xff, which provokes carries. */
static inline void random_id(const known_form *form, uint8_t *id)
{
    support_random_bytes(id, form->size);
    if (support_below(2) == 0) {
        size_t first = (size_t)support_below(form->size);
        size_t count = (size_t)support_below(form->size - first) + 1;
        memset(id + first, support_below(2) == 0 ? 0 : 0xff, count);
    }
    if (form->form == FORM_36X12)
        id[0] %= 0x41;
}

/* Writes the letters in any case, unless it matters. */
static inline void randomize_case(const known_form *form, char *text)
{
    uint64_t turns = oracle_has_case(form->alphabet) ? 0 : support_random();
    for (size_t i = 0; i < form->length; i++)
        if ((text[i] >= 'a' && text[i] <= 'z') || (text[i] >= 'A' && text[i] <= 'Z'))
            text[i] = (char)(text[i] ^ (char)(turns >> i & 1) << 5);
}

/* Digits of any case; the value may be out of range. */
static inline void random_digits(const known_form *form, char *text)
{
    size_t radix = strlen(form->alphabet);
    for (size_t i = 0; i < form->length; i++) {
        text[i] = '-';
        if (!is_hyphen_place(form, i))
            text[i] = form->alphabet[support_below(radix)];
    }
    randomize_case(form, text);
}

/* Writes a byte that is not allowed at a random position. */
static inline void spoil(const known_form *form, char *text)
{
    size_t place = (size_t)support_below(form->length);
    int byte;
    do
        byte = (int)support_below(256);
    while (is_allowed(form, place, byte));
    text[place] = (char)byte;
}

/* ---- Edges ------------------------------------------------------------------ */

typedef void edge_test(const struct simd *simd, const known_form *form, const uint8_t *id);

/* The ID, the one before and the one after. */
static inline void try_around(edge_test *test, const struct simd *simd, const known_form *form,
                              uint8_t *id)
{
    test(simd, form, id);
    if (oracle_decrement(id, form->size))
        test(simd, form, id);
    oracle_increment(id, form->size);
    if (oracle_increment(id, form->size))
        test(simd, form, id);
}

/* The same for a number given as digits, if it fits. */
static inline void try_around_digits(edge_test *test, const struct simd *simd,
                                     const known_form *form, const char *digits)
{
    uint8_t id[MAX_ID];
    if (oracle_parse(id, form->size, form->alphabet, digits, form->digits))
        try_around(test, simd, form, id);
}

static inline void each_power_of_2(edge_test *test, const struct simd *simd, const known_form *form)
{
    for (size_t bit = 0; bit < 8 * form->size; bit++) {
        uint8_t id[MAX_ID] = {0};
        oracle_set_bits(id, bit, 1, 1);
        try_around(test, simd, form, id);
    }
}

/* d * radix^k for each digit d, alone and after random digits. */
static inline void each_multiple(edge_test *test, const struct simd *simd, const known_form *form)
{
    size_t radix = strlen(form->alphabet);
    for (size_t place = 0; place < form->digits; place++) {
        for (size_t d = 0; d < radix; d++) {
            char digits[MAX_TEXT];
            memset(digits, '0', sizeof digits);
            digits[place] = form->alphabet[d];
            try_around_digits(test, simd, form, digits);
            for (size_t i = 0; i < place; i++)
                digits[i] = form->alphabet[support_below(radix)];
            try_around_digits(test, simd, form, digits);
        }
    }
}

/* Where carries and corrections go wrong: 0, all ones, all of the last digit, each
 * power of 2, multiples of each power of the radix; each with its neighbors. */
static inline void each_edge(edge_test *test, const struct simd *simd, const known_form *form)
{
    uint8_t ones[MAX_ID];
    char digits[MAX_TEXT];
    memset(ones, 0xff, sizeof ones);
    test(simd, form, ones);
    memset(digits, form->alphabet[strlen(form->alphabet) - 1], sizeof digits);
    try_around_digits(test, simd, form, digits);
    each_power_of_2(test, simd, form);
    each_multiple(test, simd, form);
}
