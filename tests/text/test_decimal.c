/* SPDX-License-Identifier: MIT */
/* test_decimal.c: integers of 4 to 20 bytes in decimal, out and in, against schoolbook
 * division: each length, the neighbors of powers of ten and of two, multiples of the
 * divisor that the code splits by, random values. The sizes are those that are allowed,
 * not only those of formats. */
#include "support/oracle.h"
#include "support/cases.h"

#include "text/decimal.h"

#define MAX_SIZE 20
#define GUARD    '#'

/* Expects the digits, and no byte written after them. */
static void expect_print(const char *expected, size_t length, const uint8_t *bytes, size_t size)
{
    char found[DECIMAL_MAX_DIGITS + 1];
    memset(found, GUARD, sizeof found);
    EXPECT(sortid_text_print_decimal(found, bytes, size) == length, "%s: length", expected);
    EXPECT(memcmp(found, expected, length) == 0, "%s: printed %.*s", expected, (int)length, found);
    EXPECT(found[length] == GUARD, "%s: written beyond its end", expected);
    if (size != 8)
        return;
    memset(found, GUARD, sizeof found);
    EXPECT(sortid_text_print_decimal64(found, oracle_bits(bytes, 0, 64)) == length &&
               memcmp(found, expected, length) == 0 && found[length] == GUARD,
           "%s: as an integer of 64 bits", expected);
}

static void expect_status(sortid_status expected, size_t place, size_t size, const char *text,
                          size_t length)
{
    uint8_t found[MAX_SIZE];
    size_t position = 99;
    char *copy = support_exact_copy(text, length);
    memset(found, GUARD, sizeof found);
    EXPECT_STATUS(
        sortid_text_parse_decimal(found, size, DECIMAL_MAX_DIGITS, copy, length, &position),
        expected, "%.*s in %zu bytes", (int)length, text, size);
    EXPECT(position == place, "%.*s: position %zu, expected %zu", (int)length, text, position,
           place);
    for (size_t i = 0; i < size; i++)
        EXPECT(found[i] == GUARD, "%.*s: written", (int)length, text);
    free(copy);
}

static void expect_parse(const uint8_t *bytes, size_t size, const char *text, size_t length)
{
    uint8_t found[MAX_SIZE];
    char *copy = support_exact_copy(text, length);
    EXPECT_STATUS(sortid_text_parse_decimal(found, size, length, copy, length, NULL), SORTID_OK,
                  "%s in %zu bytes", text, size);
    EXPECT_BYTES(found, bytes, size, "%s", text);
    free(copy);
}

static void expect_both(const uint8_t *bytes, size_t size)
{
    char expected[DECIMAL_MAX_DIGITS + 1];
    size_t length = oracle_decimal(expected, bytes, size);
    expect_print(expected, length, bytes, size);
    expect_parse(bytes, size, expected, length);
}

/* A number, the previous and the next one, if they fit. */
static void expect_around(const uint8_t *bytes, size_t size)
{
    uint8_t other[MAX_SIZE];
    expect_both(bytes, size);
    memcpy(other, bytes, size);
    if (oracle_increment(other, size))
        expect_both(other, size);
    memcpy(other, bytes, size);
    if (oracle_decrement(other, size))
        expect_both(other, size);
}

TEST(powers_of_ten)
{
    for (size_t size = 4; size <= MAX_SIZE; size += 4) {
        char text[DECIMAL_MAX_DIGITS + 1] = "1";
        uint8_t bytes[MAX_SIZE];
        size_t length = 1;
        for (; oracle_parse(bytes, size, "0123456789", text, length); text[length++] = '0')
            expect_around(bytes, size);
        if (length <= DECIMAL_MAX_DIGITS)
            expect_status(SORTID_OUT_OF_RANGE, 0, size, text, length);
    }
}

TEST(powers_of_two)
{
    for (size_t size = 4; size <= MAX_SIZE; size += 4) {
        for (size_t bit = 0; bit < 8 * size; bit++) {
            uint8_t bytes[MAX_SIZE] = {0};
            bytes[bit / 8] = (uint8_t)(0x80 >> bit % 8);
            expect_around(bytes, size);
        }
    }
}

/* The largest numbers fit, and one more does not, nor a number that is longer than any. */
TEST(ends)
{
    static const char *const beyond[] = {"4294967296", "18446744073709551616",
                                         "79228162514264337593543950336",
                                         "340282366920938463463374607431768211456",
                                         "1461501637330902918203684832716283019655932542976"};
    static const char nines[] = "9999999999999999999999999999999999999999999999999";
    for (size_t i = 0; i < COUNT_OF(beyond); i++) {
        uint8_t bytes[MAX_SIZE];
        size_t size = 4 * (i + 1);
        memset(bytes, 0xff, size);
        expect_around(bytes, size);
        expect_status(SORTID_OUT_OF_RANGE, 0, size, beyond[i], strlen(beyond[i]));
        expect_status(SORTID_OUT_OF_RANGE, 0, size, nines, DECIMAL_MAX_DIGITS);
    }
}

/* A number of random digits with long runs of 0 and 9: next to multiples of the divisors,
 * estimates of a quotient are least accurate. */
static bool random_digits(char *text, size_t length, uint8_t *bytes, size_t size)
{
    size_t first = support_below(length), end = first + support_below(length - first) + 1;
    char filler = support_below(2) == 0 ? '0' : '9';
    for (size_t i = 0; i < length; i++)
        text[i] = "0123456789"[support_below(10)];
    memset(text + first, filler, end - first);
    if (text[0] == '0' && length > 1)
        text[0] = '1';
    text[length] = '\0';
    return oracle_parse(bytes, size, "0123456789", text, length);
}

TEST(each_length)
{
    for (size_t size = 4; size <= MAX_SIZE; size += 4) {
        for (int i = 0; i < 20000; i++) {
            char text[DECIMAL_MAX_DIGITS + 1];
            uint8_t bytes[MAX_SIZE];
            size_t length = support_below(DECIMAL_MAX_DIGITS) + 1;
            if (random_digits(text, length, bytes, size))
                expect_both(bytes, size);
            else
                expect_status(SORTID_OUT_OF_RANGE, 0, size, text, length);
        }
    }
}

TEST(random)
{
    for (int i = 0; i < 50000; i++) {
        uint8_t bytes[MAX_SIZE];
        size_t size = 4 * (support_below(5) + 1), zeros = support_below(size);
        support_random_bytes(bytes, size);
        memset(bytes, 0, zeros);
        expect_both(bytes, size);
    }
}

/* Every byte that is not a digit, at every position of every length; of two the first is
 * reported, whatever the number would be. */
TEST(bad_digits)
{
    for (size_t length = 1; length <= DECIMAL_MAX_DIGITS; length++) {
        char text[DECIMAL_MAX_DIGITS];
        for (size_t place = 0; place < length; place++) {
            for (int byte = 0; byte < 256; byte++) {
                if (byte >= '0' && byte <= '9')
                    continue;
                memset(text, '9', sizeof text);
                text[length - 1 - support_below(length - place)] = (char)byte;
                text[place] = (char)byte;
                expect_status(SORTID_BAD_DIGIT, place, 20, text, length);
            }
        }
    }
}

TEST(bad_shapes)
{
    static const char digits[] = "01234567890123456789";
    for (size_t length = 2; length <= 20; length++)
        expect_status(SORTID_BAD_DIGIT, 0, 20, digits, length);
    for (size_t most = 1; most < 20; most++) {
        uint8_t bytes[MAX_SIZE];
        size_t position = 99;
        EXPECT_STATUS(sortid_text_parse_decimal(bytes, 20, most, digits, most + 1, &position),
                      SORTID_BAD_LENGTH, "%zu digits where %zu are allowed", most + 1, most);
        assert_int_equal(position, most);
        EXPECT_GIVES(sortid_text_parse_decimal(bytes, 20, most, digits, 0, &position),
                     SORTID_BAD_LENGTH);
        assert_int_equal(position, 0);
    }
}

CASES_MAIN(NULL, NULL)
