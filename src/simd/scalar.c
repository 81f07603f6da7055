/* SPDX-License-Identifier: MIT */
/* simd/scalar.c: the portable implementation: src/text/ for one ID, in a loop for many. The other
 * implementations must give the same results. Only this one says why a text is refused. */
#include "scalar.h"
#include "chacha20.h"
#include "each.h"
#include "../text/bytes.h"
#include "../text/decimal.h"
#include "../text/hex.h"
#include "../text/radix32.h"
#include "../text/radix36.h"
#include "../text/radix62.h"

const struct form_size sortid_simd_form_sizes[FORMS] = {
    [FORM_36X12] = {8, 12},        [FORM_36X25] = {16, 25}, [FORM_32HEX26] = {16, 26},
    [FORM_32HEX32] = {20, 32},     [FORM_HEX8] = {8, 16},   [FORM_HEX16] = {16, 32},
    [FORM_CROCKFORD26] = {16, 26}, [FORM_HEX20] = {20, 40}, [FORM_UUID] = {16, 36},
    [FORM_62X27] = {20, 27},
};

void sortid_scalar_print_36x12(char *text, const uint8_t *bytes)
{
    uint64_t value = load_be64(bytes);
    sortid_text_print36x12(text, value < LAST_36X12 ? value : LAST_36X12);
}

static sortid_status scalar_read_36x12(uint8_t *bytes, const char *text, size_t *position)
{
    uint64_t value;
    sortid_status status = sortid_text_parse36x12(&value, text, position);
    if (status == SORTID_OK)
        store_be64(bytes, value);
    return status;
}

void sortid_scalar_print_36x25(char *text, const uint8_t *bytes)
{
    sortid_text_print36x25(text, bytes);
}

static sortid_status scalar_read_36x25(uint8_t *bytes, const char *text, size_t *position)
{
    return sortid_text_parse36x25(bytes, text, position);
}

void sortid_scalar_print_32hex26(char *text, const uint8_t *bytes)
{
    sortid_text_print32x26(text, bytes, RADIX32_HEX);
}

static sortid_status scalar_read_32hex26(uint8_t *bytes, const char *text, size_t *position)
{
    return sortid_text_parse32x26(bytes, text, RADIX32_HEX, position);
}

void sortid_scalar_print_crockford26(char *text, const uint8_t *bytes)
{
    sortid_text_print32x26(text, bytes, RADIX32_CROCKFORD);
}

static sortid_status scalar_read_crockford26(uint8_t *bytes, const char *text, size_t *position)
{
    return sortid_text_parse32x26(bytes, text, RADIX32_CROCKFORD, position);
}

void sortid_scalar_print_32hex32(char *text, const uint8_t *bytes)
{
    sortid_text_print32x32(text, bytes, RADIX32_HEX);
}

static sortid_status scalar_read_32hex32(uint8_t *bytes, const char *text, size_t *position)
{
    return sortid_text_parse32x32(bytes, text, RADIX32_HEX, position);
}

#define HEX(SIZE)                                                                                  \
    void sortid_scalar_print_hex##SIZE(char *text, const uint8_t *bytes)                           \
    {                                                                                              \
        sortid_text_print_hex(text, bytes, SIZE);                                                  \
    }                                                                                              \
    static sortid_status scalar_read_hex##SIZE(uint8_t *bytes, const char *text, size_t *position) \
    {                                                                                              \
        return sortid_text_parse_hex(bytes, SIZE, text, position);                                 \
    }
HEX(8)
HEX(16)
HEX(20)

void sortid_scalar_print_uuid(char *text, const uint8_t *bytes)
{
    sortid_text_print_uuid(text, bytes);
}

static sortid_status scalar_read_uuid(uint8_t *bytes, const char *text, size_t *position)
{
    return sortid_text_parse_uuid(bytes, text, position);
}

void sortid_scalar_print_62x27(char *text, const uint8_t *bytes)
{
    sortid_text_print62x27(text, bytes);
}

static sortid_status scalar_read_62x27(uint8_t *bytes, const char *text, size_t *position)
{
    return sortid_text_parse62x27(bytes, text, position);
}

#define CODEC(FORM, NAME)                                                                          \
    bool sortid_scalar_parse_##NAME(uint8_t *bytes, const char *text)                              \
    {                                                                                              \
        return scalar_read_##NAME(bytes, text, NULL) == SORTID_OK;                                 \
    }                                                                                              \
    PRINT_MANY_BY_EACH(FORM, scalar_print_many_##NAME, sortid_scalar_print_##NAME)                 \
    PARSE_MANY_BY_EACH(FORM, scalar_parse_many_##NAME, sortid_scalar_parse_##NAME)

EACH_FORM(CODEC)

void sortid_scalar_print_many_62x27(char *text, const uint8_t *bytes, size_t count, int separator)
{
    scalar_print_many_62x27(text, bytes, count, separator);
}

size_t sortid_scalar_parse_many_62x27(uint8_t *bytes, const char *text, size_t count, int separator)
{
    return scalar_parse_many_62x27(bytes, text, count, separator);
}

sortid_status sortid_simd_refuse(text_form form, const char *text, size_t *position)
{
#define READER(FORM, NAME) [FORM] = scalar_read_##NAME,
    static sortid_status (*const readers[FORMS])(uint8_t *, const char *,
                                                 size_t *) = {EACH_BUILT_FORM(READER)};
    uint8_t bytes[20];
    return readers[form](bytes, text, position);
}

size_t sortid_scalar_print_decimals(char *text, const uint8_t *bytes, size_t count, int separator)
{
    char *at = text;
    for (size_t i = 0; i < count; i++) {
        at += sortid_text_print_decimal(at, bytes + 16 * i, 16);
        *at++ = (char)separator;
    }
    return (size_t)(at - text);
}

/* Reads nothing: the caller reads them one by one. */
size_t sortid_scalar_parse_decimals(uint8_t *bytes, size_t *consumed, const char *text,
                                    size_t length, size_t count, int separator)
{
    (void)bytes, (void)text, (void)length, (void)count, (void)separator;
    *consumed = 0;
    return 0;
}

static void scalar_count8(uint8_t *ids, size_t count, uint64_t first)
{
    for (size_t i = 0; i < count; i++)
        store_be64(ids + 8 * i, first + i);
}

static void scalar_count16(uint8_t *ids, size_t count, uint64_t high, uint64_t low, uint64_t step,
                           const uint8_t *tails)
{
    for (size_t i = 0; i < count; i++) {
        store_be64(ids + 16 * i, high);
        store_be64(ids + 16 * i + 8, low + i * step);
        if (tails != NULL)
            memcpy(ids + 16 * i + 12, tails + 4 * i, 4);
    }
}

const struct simd sortid_simd_scalar = {
    .name = "scalar",
#define ROW(FORM, NAME)                                                                            \
    [FORM] = {sortid_scalar_print_##NAME, scalar_print_many_##NAME, sortid_scalar_parse_##NAME,    \
              scalar_parse_many_##NAME},
    .codecs = {EACH_BUILT_FORM(ROW)},
    .print_decimals = sortid_scalar_print_decimals,
    .parse_decimals = sortid_scalar_parse_decimals,
    .chacha20 = sortid_simd_chacha20,
    .count8 = scalar_count8,
    .count16 = scalar_count16,
};
