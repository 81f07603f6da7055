/* SPDX-License-Identifier: MIT */
/* text/radix32.c: base 32 digits by groups of eight (radix32.h). 26 digits are 130 bits: two digits
 * for the top 8 bits of a 128-bit integer, then three groups. */
#include "radix32.h"
#include "bytes.h"

/* clang-format off */
#define ROW_32HEX(d) ROW_10(d)                                                      \
    JOIN(d, "A") JOIN(d, "B") JOIN(d, "C") JOIN(d, "D") JOIN(d, "E") JOIN(d, "F")   \
    JOIN(d, "G") JOIN(d, "H") JOIN(d, "I") JOIN(d, "J") JOIN(d, "K") JOIN(d, "L")   \
    JOIN(d, "M") JOIN(d, "N") JOIN(d, "O") JOIN(d, "P") JOIN(d, "Q") JOIN(d, "R")   \
    JOIN(d, "S") JOIN(d, "T") JOIN(d, "U") JOIN(d, "V")
#define ROW_CROCKFORD(d) ROW_10(d)                                                  \
    JOIN(d, "A") JOIN(d, "B") JOIN(d, "C") JOIN(d, "D") JOIN(d, "E") JOIN(d, "F")   \
    JOIN(d, "G") JOIN(d, "H") JOIN(d, "J") JOIN(d, "K") JOIN(d, "M") JOIN(d, "N")   \
    JOIN(d, "P") JOIN(d, "Q") JOIN(d, "R") JOIN(d, "S") JOIN(d, "T") JOIN(d, "V")   \
    JOIN(d, "W") JOIN(d, "X") JOIN(d, "Y") JOIN(d, "Z")

const char sortid_text_pairs32hex[] = ROW_32HEX("0") MORE_ROWS(NINE_ROWS(ROW_32HEX)
    ROW_32HEX("A") ROW_32HEX("B") ROW_32HEX("C") ROW_32HEX("D") ROW_32HEX("E") ROW_32HEX("F")
    ROW_32HEX("G") ROW_32HEX("H") ROW_32HEX("I") ROW_32HEX("J") ROW_32HEX("K") ROW_32HEX("L")
    ROW_32HEX("M") ROW_32HEX("N") ROW_32HEX("O") ROW_32HEX("P") ROW_32HEX("Q") ROW_32HEX("R")
    ROW_32HEX("S") ROW_32HEX("T") ROW_32HEX("U") ROW_32HEX("V"));

const char sortid_text_pairs_crockford[] = ROW_CROCKFORD("0") MORE_ROWS(NINE_ROWS(ROW_CROCKFORD)
    ROW_CROCKFORD("A") ROW_CROCKFORD("B") ROW_CROCKFORD("C") ROW_CROCKFORD("D")
    ROW_CROCKFORD("E") ROW_CROCKFORD("F") ROW_CROCKFORD("G") ROW_CROCKFORD("H")
    ROW_CROCKFORD("J") ROW_CROCKFORD("K") ROW_CROCKFORD("M") ROW_CROCKFORD("N")
    ROW_CROCKFORD("P") ROW_CROCKFORD("Q") ROW_CROCKFORD("R") ROW_CROCKFORD("S")
    ROW_CROCKFORD("T") ROW_CROCKFORD("V") ROW_CROCKFORD("W") ROW_CROCKFORD("X")
    ROW_CROCKFORD("Y") ROW_CROCKFORD("Z"));
/* clang-format on */

void sortid_text_print32x26(char text[26], const uint8_t bytes[16], radix32 alphabet)
{
    uint64_t high = load_be64(bytes), low = load_be64(bytes + 8);
    print2(text, high >> 56, alphabet);
    print8(text + 2, high >> 16, alphabet);
    print8(text + 10, high << 24 | low >> 40, alphabet);
    print8(text + 18, low, alphabet);
}

void sortid_text_print32x32(char text[32], const uint8_t bytes[20], radix32 alphabet)
{
    for (int i = 0; i < 4; i++)
        print8(text + 8 * i, load_be(bytes + 5 * i, 5), alphabet);
}

sortid_status sortid_text_parse32x26(uint8_t bytes[16], const char text[26], radix32 alphabet,
                                     size_t *position)
{
    uint64_t top = parse2(text, alphabet);
    uint64_t a = parse8(text + 2, alphabet);
    uint64_t b = parse8(text + 10, alphabet);
    uint64_t c = parse8(text + 18, alphabet);
    if (!all_digits(top | a | b | c))
        return sortid_text_refuse_digit(alphabet.values, 32, text, 26, position);
    if (top >= 256) /* 8 * 32: the first digit is above 7 */
        return refuse(position, 0, SORTID_OUT_OF_RANGE);
    store_be64(bytes, top << 56 | a << 16 | b >> 24);
    store_be64(bytes + 8, b << 40 | c);
    return SORTID_OK;
}

sortid_status sortid_text_parse32x32(uint8_t bytes[20], const char text[32], radix32 alphabet,
                                     size_t *position)
{
    uint64_t groups[4];
    for (int i = 0; i < 4; i++)
        groups[i] = parse8(text + 8 * i, alphabet);
    if (!all_digits(groups[0] | groups[1] | groups[2] | groups[3]))
        return sortid_text_refuse_digit(alphabet.values, 32, text, 32, position);
    for (int i = 0; i < 4; i++)
        store_be(bytes + 5 * i, 5, groups[i]);
    return SORTID_OK;
}
