/* SPDX-License-Identifier: MIT */
/* simd/avx2_vectors.h: loads and stores, the loops for many, and the values of digits. A part of
 * avx2.c.
 *
 * A byte's value is looked up in its row of the ASCII chart. The lowest byte and the highest value
 * are accumulated (struct seen) and tested once for four texts, a group as in GROUP_MAX of simd.h.
 * IDs that do not fill a group are read one by one. */
#pragma once

#include "each.h"
#include "words.h"

SIMD_INLINE __m256i load(const void *from)
{
    return _mm256_loadu_si256((const __m256i *)from);
}

SIMD_INLINE __m128i load_half(const void *from)
{
    return _mm_loadu_si128((const __m128i *)from);
}

SIMD_INLINE __m256i load_halves(const void *low, const void *high)
{
    return _mm256_inserti128_si256(_mm256_castsi128_si256(load_half(low)), load_half(high), 1);
}

SIMD_INLINE __m256i load_twice(const void *from)
{
    return _mm256_broadcastsi128_si256(load_half(from));
}

SIMD_INLINE __m256i load_word_4_times(const uint8_t bytes[8])
{
    long long word;
    memcpy(&word, bytes, 8);
    return _mm256_set1_epi64x(word);
}

/* The 16 bytes of load_words in each half. Two broadcasts from memory need no shuffle. */
SIMD_INLINE __m256i load_words_twice(const uint8_t bytes[16])
{
    __m256i first = load_word_4_times(bytes);
    __asm__("" : "+x"(first)); /* as in load_words */
    return _mm256_blend_epi32(first, load_word_4_times(bytes + 8), 0xcc);
}

/* Eight bytes and four in the same way, then zeros. */
SIMD_INLINE __m128i load_word_and_half(const uint8_t bytes[12])
{
    uint32_t last;
    memcpy(&last, bytes + 8, 4);
    return _mm_insert_epi32(_mm_loadl_epi64((const __m128i *)bytes), (int)last, 2);
}

/* Reverses each group of eight bytes. */
SIMD_INLINE __m256i swap8(__m256i x)
{
    static const int8_t order[16] = {7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8};
    return _mm256_shuffle_epi8(x, load_twice(order));
}

SIMD_INLINE void store(void *to, __m256i x)
{
    _mm256_storeu_si256((__m256i *)to, x);
}

SIMD_INLINE void store_half(void *to, __m128i x)
{
    _mm_storeu_si128((__m128i *)to, x);
}

SIMD_INLINE void store_8(void *to, __m128i x)
{
    _mm_storel_epi64((__m128i *)to, x);
}

SIMD_INLINE __m128i lower(__m256i x)
{
    return _mm256_castsi256_si128(x);
}

SIMD_INLINE __m128i upper(__m256i x)
{
    return _mm256_extracti128_si256(x, 1);
}

typedef bool parse_four(uint8_t *bytes, const char *text, size_t stride);

/* `print` may overwrite the beginning of the next text; `print_last` may not. */
SIMD_INLINE void print_each_row(char *text, const uint8_t *bytes, size_t count, int separator,
                                text_form form, print_one *print, print_one *print_last)
{
    const struct form_size size = sortid_simd_form_sizes[form];
    const size_t stride = (size_t)size.digits + (separator >= 0);
    for (; count > 1; count--) {
        print(text, bytes);
        if (separator >= 0)
            text[size.digits] = (char)separator;
        text += stride;
        bytes += size.bytes;
    }
    if (count == 0)
        return;
    print_last(text, bytes);
    if (separator >= 0)
        text[size.digits] = (char)separator;
}

SIMD_INLINE bool four_ends(const char *text, size_t digits, size_t stride, int separator)
{
    unsigned other = 0;
    if (separator >= 0)
        for (size_t i = 0; i < 4; i++)
            other |= (unsigned char)text[i * stride + digits] ^ (unsigned)separator;
    return other == 0;
}

/* `four` may write bytes although it returns false. If it is NULL, all are read one by one. */
SIMD_INLINE size_t parse_fours(uint8_t *bytes, const char *text, size_t count, int separator,
                               text_form form, parse_four *four, parse_one *one)
{
    const struct form_size size = sortid_simd_form_sizes[form];
    size_t stride = (size_t)size.digits + (separator >= 0), made = 0;
    for (; four != NULL && count - made >= 4; made += 4) {
        if (!four_ends(text, size.digits, stride, separator) || !four(bytes, text, stride))
            return made;
        text += 4 * stride;
        bytes += 4 * (size_t)size.bytes;
    }
    return made + parse_each(bytes, text, count - made, separator, form, one);
}

#define PRINT_MANY(FORM, NAME, PRINT)                                                              \
    void sortid_avx2_print_many_##NAME(char *text, const uint8_t *bytes, size_t count,             \
                                       int separator)                                              \
    {                                                                                              \
        print_each_row(text, bytes, count, separator, FORM, PRINT, sortid_avx2_print_##NAME);      \
    }
#define PARSE_MANY(FORM, NAME, FOUR)                                                               \
    size_t sortid_avx2_parse_many_##NAME(uint8_t *bytes, const char *text, size_t count,           \
                                         int separator)                                            \
    {                                                                                              \
        return parse_fours(bytes, text, count, separator, FORM, FOUR, sortid_avx2_parse_##NAME);   \
    }

/* Three rows of the ASCII chart: 30 to 3f, 40 to 4f, 50 to 5f. 60 to 7f are as 40 to 5f. */
struct chart {
    __m256i digits, to_o, from_p;
};

SIMD_INLINE struct chart load_chart(const int8_t values[256])
{
    return (struct chart){load_twice(&values['0']), load_twice(&values['@']),
                          load_twice(&values['P'])};
}

/* The row is selected by bit 4 (rows 3, 5, 7) and bit 6 (not row 3), moved to bit 7, which the
 * blend tests. Bytes of other rows get a value too, but struct seen refuses them. */
SIMD_INLINE __m256i digit_values(__m256i text, struct chart chart)
{
    __m256i odd_rows =
        _mm256_blendv_epi8(_mm256_shuffle_epi8(chart.digits, text),
                           _mm256_shuffle_epi8(chart.from_p, text), _mm256_add_epi8(text, text));
    return _mm256_blendv_epi8(_mm256_shuffle_epi8(chart.to_o, text), odd_rows,
                              _mm256_slli_epi16(text, 3));
}

/* For each position: the lowest byte of text, signed, so that 0x80 to 0xff are also below '0';
 * and the highest value, unsigned, so that NO_DIGIT is above all values. */
struct seen {
    __m256i low, high;
};

SIMD_INLINE struct seen nothing_seen(void)
{
    return (struct seen){_mm256_set1_epi8('0'), _mm256_setzero_si256()};
}

SIMD_INLINE __m256i see(struct seen *seen, __m256i text, struct chart chart)
{
    __m256i values = digit_values(text, chart);
    seen->low = _mm256_min_epi8(seen->low, text);
    seen->high = _mm256_max_epu8(seen->high, values);
    return values;
}

SIMD_INLINE bool all_within(struct seen seen, __m256i limit)
{
    __m256i below = _mm256_cmpgt_epi8(_mm256_set1_epi8('0'), seen.low);
    __m256i bad = _mm256_or_si256(below, _mm256_subs_epu8(seen.high, limit));
    return _mm256_testz_si256(bad, bad);
}
