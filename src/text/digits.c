/* SPDX-License-Identifier: MIT */
/* text/digits.c: the digit tables, laid out so that a reader can check them: a value table is the
 * ASCII chart from '0' on, a pair table has a row for each first digit. */
#include "digits.h"

/* clang-format off */
#define NO NO_DIGIT
#define NO_8 NO, NO, NO, NO, NO, NO, NO, NO
#define NO_16 NO_8, NO_8
#define NO_48 NO_16, NO_16, NO_16
#define NO_128 NO_48, NO_48, NO_16, NO_16

#define DIGITS 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, NO, NO, NO, NO, NO, NO /* 0 to 9 : ; < = > ? */

/* @ or `, the letters, and the five signs after them */
#define LETTERS_16                                                                  \
    NO, 10, 11, 12, 13, 14, 15, NO, NO_8, NO_16                     /* @ A to F */
#define LETTERS_32HEX                                                               \
    NO, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, /* @ A to O */  \
    25, 26, 27, 28, 29, 30, 31, NO, NO_8                            /* P to V */
#define LETTERS_36                                                                  \
    NO, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, /* @ A to O */  \
    25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, NO, NO, NO, NO, NO  /* P to Z */
#define LETTERS_CROCKFORD                                                           \
    NO, 10, 11, 12, 13, 14, 15, 16, 17, NO, 18, 19, NO, 20, 21, NO, /* no I L O */  \
    22, 23, 24, 25, 26, NO, 27, 28, 29, 30, 31, NO, NO, NO, NO, NO  /* no U */
#define LETTERS_62_LOWER                                                            \
    NO, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, /* ` a to o */  \
    51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, NO, NO, NO, NO, NO  /* p to z */

const int8_t sortid_text_value36[256] = {NO_48, DIGITS, LETTERS_36, LETTERS_36, NO_128};
const int8_t sortid_text_value32hex[256] = {NO_48, DIGITS, LETTERS_32HEX, LETTERS_32HEX, NO_128};
const int8_t sortid_text_value16[256] = {NO_48, DIGITS, LETTERS_16, LETTERS_16, NO_128};
const int8_t sortid_text_value_crockford[256] = {
    NO_48, DIGITS, LETTERS_CROCKFORD, LETTERS_CROCKFORD, NO_128};
const int8_t sortid_text_value62[256] = {NO_48, DIGITS, LETTERS_36, LETTERS_62_LOWER, NO_128};

/* A row has all pairs that begin with the digit d. */
#define PAIR(first, second) first second
#define ROW_10(d)                                                                   \
    PAIR(d, "0") PAIR(d, "1") PAIR(d, "2") PAIR(d, "3") PAIR(d, "4")                \
    PAIR(d, "5") PAIR(d, "6") PAIR(d, "7") PAIR(d, "8") PAIR(d, "9")
#define ROW_16(d) ROW_10(d)                                                         \
    PAIR(d, "a") PAIR(d, "b") PAIR(d, "c") PAIR(d, "d") PAIR(d, "e") PAIR(d, "f")
#define ROW_36(d) ROW_16(d)                                                         \
    PAIR(d, "g") PAIR(d, "h") PAIR(d, "i") PAIR(d, "j") PAIR(d, "k") PAIR(d, "l")   \
    PAIR(d, "m") PAIR(d, "n") PAIR(d, "o") PAIR(d, "p") PAIR(d, "q") PAIR(d, "r")   \
    PAIR(d, "s") PAIR(d, "t") PAIR(d, "u") PAIR(d, "v") PAIR(d, "w") PAIR(d, "x")   \
    PAIR(d, "y") PAIR(d, "z")
#define ROW_32HEX(d) ROW_10(d)                                                      \
    PAIR(d, "A") PAIR(d, "B") PAIR(d, "C") PAIR(d, "D") PAIR(d, "E") PAIR(d, "F")   \
    PAIR(d, "G") PAIR(d, "H") PAIR(d, "I") PAIR(d, "J") PAIR(d, "K") PAIR(d, "L")   \
    PAIR(d, "M") PAIR(d, "N") PAIR(d, "O") PAIR(d, "P") PAIR(d, "Q") PAIR(d, "R")   \
    PAIR(d, "S") PAIR(d, "T") PAIR(d, "U") PAIR(d, "V")
#define ROW_CROCKFORD(d) ROW_10(d)                                                  \
    PAIR(d, "A") PAIR(d, "B") PAIR(d, "C") PAIR(d, "D") PAIR(d, "E") PAIR(d, "F")   \
    PAIR(d, "G") PAIR(d, "H") PAIR(d, "J") PAIR(d, "K") PAIR(d, "M") PAIR(d, "N")   \
    PAIR(d, "P") PAIR(d, "Q") PAIR(d, "R") PAIR(d, "S") PAIR(d, "T") PAIR(d, "V")   \
    PAIR(d, "W") PAIR(d, "X") PAIR(d, "Y") PAIR(d, "Z")
#define TEN_ROWS(row)                                                               \
    row("0") row("1") row("2") row("3") row("4")                                    \
    row("5") row("6") row("7") row("8") row("9")

const char sortid_text_pairs10[] = TEN_ROWS(ROW_10);

const char sortid_text_pairs16[] = TEN_ROWS(ROW_16)
    ROW_16("a") ROW_16("b") ROW_16("c") ROW_16("d") ROW_16("e") ROW_16("f");

const char sortid_text_pairs36[] = TEN_ROWS(ROW_36)
    ROW_36("a") ROW_36("b") ROW_36("c") ROW_36("d") ROW_36("e") ROW_36("f") ROW_36("g")
    ROW_36("h") ROW_36("i") ROW_36("j") ROW_36("k") ROW_36("l") ROW_36("m") ROW_36("n")
    ROW_36("o") ROW_36("p") ROW_36("q") ROW_36("r") ROW_36("s") ROW_36("t") ROW_36("u")
    ROW_36("v") ROW_36("w") ROW_36("x") ROW_36("y") ROW_36("z");

const char sortid_text_pairs32hex[] = TEN_ROWS(ROW_32HEX)
    ROW_32HEX("A") ROW_32HEX("B") ROW_32HEX("C") ROW_32HEX("D") ROW_32HEX("E") ROW_32HEX("F")
    ROW_32HEX("G") ROW_32HEX("H") ROW_32HEX("I") ROW_32HEX("J") ROW_32HEX("K") ROW_32HEX("L")
    ROW_32HEX("M") ROW_32HEX("N") ROW_32HEX("O") ROW_32HEX("P") ROW_32HEX("Q") ROW_32HEX("R")
    ROW_32HEX("S") ROW_32HEX("T") ROW_32HEX("U") ROW_32HEX("V");

const char sortid_text_pairs_crockford[] = TEN_ROWS(ROW_CROCKFORD)
    ROW_CROCKFORD("A") ROW_CROCKFORD("B") ROW_CROCKFORD("C") ROW_CROCKFORD("D")
    ROW_CROCKFORD("E") ROW_CROCKFORD("F") ROW_CROCKFORD("G") ROW_CROCKFORD("H")
    ROW_CROCKFORD("J") ROW_CROCKFORD("K") ROW_CROCKFORD("M") ROW_CROCKFORD("N")
    ROW_CROCKFORD("P") ROW_CROCKFORD("Q") ROW_CROCKFORD("R") ROW_CROCKFORD("S")
    ROW_CROCKFORD("T") ROW_CROCKFORD("V") ROW_CROCKFORD("W") ROW_CROCKFORD("X")
    ROW_CROCKFORD("Y") ROW_CROCKFORD("Z");

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
    ROW_62('0') ROW_62('1') ROW_62('2') ROW_62('3') ROW_62('4') ROW_62('5') ROW_62('6')
    ROW_62('7') ROW_62('8') ROW_62('9') ROW_62('A') ROW_62('B') ROW_62('C') ROW_62('D')
    ROW_62('E') ROW_62('F') ROW_62('G') ROW_62('H') ROW_62('I') ROW_62('J') ROW_62('K')
    ROW_62('L') ROW_62('M') ROW_62('N') ROW_62('O') ROW_62('P') ROW_62('Q') ROW_62('R')
    ROW_62('S') ROW_62('T') ROW_62('U') ROW_62('V') ROW_62('W') ROW_62('X') ROW_62('Y')
    ROW_62('Z') ROW_62('a') ROW_62('b') ROW_62('c') ROW_62('d') ROW_62('e') ROW_62('f')
    ROW_62('g') ROW_62('h') ROW_62('i') ROW_62('j') ROW_62('k') ROW_62('l') ROW_62('m')
    ROW_62('n') ROW_62('o') ROW_62('p') ROW_62('q') ROW_62('r') ROW_62('s') ROW_62('t')
    ROW_62('u') ROW_62('v') ROW_62('w') ROW_62('x') ROW_62('y') ROW_62('z')};
/* clang-format on */

sortid_status sortid_text_refuse_digit(const int8_t values[256], unsigned radix, const char *text,
                                       size_t length, size_t *position)
{
    size_t at = 0;
    while (at + 1 < length && digit_value(values, text[at]) < radix)
        at++;
    return refuse(position, at, SORTID_BAD_DIGIT);
}
