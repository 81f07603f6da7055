/* SPDX-License-Identifier: MIT */
/* text/radix62.c: base 62 digits, out by tables, in by the bytes of words. */
#include "radix62.h"
#include "digits.h"

/* clang-format off */
/* Single characters, because a string must not be longer than 4095 bytes. */
#define ROW_62(d)                                                   \
    d, '0', d, '1', d, '2', d, '3', d, '4', d, '5', d, '6', d, '7', \
    d, '8', d, '9', d, 'A', d, 'B', d, 'C', d, 'D', d, 'E', d, 'F', \
    d, 'G', d, 'H', d, 'I', d, 'J', d, 'K', d, 'L', d, 'M', d, 'N', \
    d, 'O', d, 'P', d, 'Q', d, 'R', d, 'S', d, 'T', d, 'U', d, 'V', \
    d, 'W', d, 'X', d, 'Y', d, 'Z', d, 'a', d, 'b', d, 'c', d, 'd', \
    d, 'e', d, 'f', d, 'g', d, 'h', d, 'i', d, 'j', d, 'k', d, 'l', \
    d, 'm', d, 'n', d, 'o', d, 'p', d, 'q', d, 'r', d, 's', d, 't', \
    d, 'u', d, 'v', d, 'w', d, 'x', d, 'y', d, 'z',                

const char sortid_text_pairs62[] = {
    ROW_62('0') MORE_ROWS(ROW_62('1') ROW_62('2') ROW_62('3') ROW_62('4') ROW_62('5') ROW_62('6')
    ROW_62('7') ROW_62('8') ROW_62('9') ROW_62('A') ROW_62('B') ROW_62('C') ROW_62('D')
    ROW_62('E') ROW_62('F') ROW_62('G') ROW_62('H') ROW_62('I') ROW_62('J') ROW_62('K')
    ROW_62('L') ROW_62('M') ROW_62('N') ROW_62('O') ROW_62('P') ROW_62('Q') ROW_62('R')
    ROW_62('S') ROW_62('T') ROW_62('U') ROW_62('V') ROW_62('W') ROW_62('X') ROW_62('Y')
    ROW_62('Z') ROW_62('a') ROW_62('b') ROW_62('c') ROW_62('d') ROW_62('e') ROW_62('f')
    ROW_62('g') ROW_62('h') ROW_62('i') ROW_62('j') ROW_62('k') ROW_62('l') ROW_62('m')
    ROW_62('n') ROW_62('o') ROW_62('p') ROW_62('q') ROW_62('r') ROW_62('s') ROW_62('t')
    ROW_62('u') ROW_62('v') ROW_62('w') ROW_62('x') ROW_62('y') ROW_62('z'))};
/* clang-format on */

#define POW2 UINT32_C(3844)
#define POW4 UINT32_C(14776336)

#define BYTES(byte) (UINT64_C(0x0101010101010101) * (byte)) /* a word of eight such bytes */

static inline void print_pair62(char text[2], uint32_t pair)
{
    put_pair(text, sortid_text_pairs62, 62, pair);
}

/* value < 62^4 < 2^23.9 */
static inline void print4(char text[4], uint32_t value)
{
    uint32_t upper = value / POW2;
    print_pair62(text, upper);
    print_pair62(text + 2, value - upper * POW2);
}

/* value < 62^10: 2 + 4 + 4 digits. */
static inline void print10(char text[10], uint64_t value)
{
    uint64_t upper6 = value / POW4, upper2 = upper6 / POW4; /* < 62^6 < 2^35.8, < 62^2 */
    print_pair62(text, (uint32_t)upper2);
    print4(text + 2, (uint32_t)(upper6 - upper2 * POW4));
    print4(text + 6, (uint32_t)(value - upper6 * POW4));
}

/* value < 62^7 < 2^41.7: 1 + 2 + 4 digits. */
static inline void print7(char text[7], uint64_t value)
{
    uint32_t upper3 = (uint32_t)(value / POW4), upper1 = upper3 / POW2; /* < 62^3, < 62 */
    text[0] = sortid_text_pairs62[2 * upper1 + 1];
    print_pair62(text + 1, upper3 - upper1 * POW2);
    print4(text + 3, (uint32_t)(value - (uint64_t)upper3 * POW4));
}

void sortid_text_print62x27(char text[27], const uint8_t bytes[20])
{
    struct parts62 parts = split62x27(load_new_words62(bytes));
    print7(text, parts.first);
    print10(text + 7, parts.second);
    print10(text + 17, parts.third);
}

/* Eight digits in the bytes of a word, the first in the highest, from their characters; *good has
 * the top bit of each byte set if all are digits. The sums tell by the top bit of each byte whether
 * a character, below 0x80, is at least '0', '9' + 1, 'A', 'Z' + 1, 'a' or 'z' + 1; no byte carries
 * into the next. Each set contains the next, so a character is a digit if it is in an odd number of
 * them. The values of letters follow from two gaps: 7 characters before 'A', 6 before 'a'. */
static inline uint64_t load8_62(uint64_t *good, const char *text)
{
    const uint64_t tops = BYTES(0x80), x = load_be64((const uint8_t *)text), low = x & ~tops;
    uint64_t from_upper = low + BYTES(0x80 - 'A'), from_lower = low + BYTES(0x80 - 'a');
    *good &= ~x & ((low + BYTES(0x80 - '0')) ^ (low + BYTES(0x80 - '9' - 1)) ^ from_upper ^
                   (low + BYTES(0x80 - 'Z' - 1)) ^ from_lower ^ (low + BYTES(0x80 - 'z' - 1)));
    from_upper &= tops;
    from_lower &= tops;
    return x - BYTES('0') - ((from_upper >> 4) - (from_upper >> 7)) -
           ((from_lower >> 5) + (from_lower >> 6));
}

sortid_status sortid_text_parse62x27(uint8_t bytes[20], const char text[27], size_t *position)
{
    uint64_t good = BYTES(0x80);
    uint64_t x = digit_bits(sortid_text_value62, text[0]);
    uint64_t y = digit_bits(sortid_text_value62, text[1]);
    uint64_t z = digit_bits(sortid_text_value62, text[2]);
    uint64_t b = load8_62(&good, text + 3), c = load8_62(&good, text + 11),
             d = load8_62(&good, text + 19);
    if (!all_digits(x | y | z) || good != BYTES(0x80))
        return sortid_text_refuse_digit(sortid_text_value62, 62, text, 27, position);
    if (!join62x27(bytes, (x * 62 + y) * 62 + z, join_eight(b, 62), join_eight(c, 62),
                   join_eight(d, 62)))
        return refuse(position, 0, SORTID_OUT_OF_RANGE);
    return SORTID_OK;
}
