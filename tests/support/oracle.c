/* SPDX-License-Identifier: MIT */
/* oracle.c: see oracle.h: conversions of big-endian byte strings by long division and long
 * multiplication of 32-bit words, one digit at a time. Called by the tests for expectations about
 * random IDs; it never calls the library. */
#include "oracle.h"

#include <ctype.h>
#include <string.h>

bool oracle_has_case(const char *alphabet)
{
    bool upper = false, lower = false;
    for (; *alphabet != '\0'; alphabet++) {
        upper = upper || isupper((unsigned char)*alphabet);
        lower = lower || islower((unsigned char)*alphabet);
    }
    return upper && lower;
}

int oracle_digit(const char *alphabet, int byte)
{
    bool folds = !oracle_has_case(alphabet);
    for (int value = 0; alphabet[value] != '\0'; value++) {
        int digit = (unsigned char)alphabet[value];
        if (byte == digit || (folds && byte == (digit ^ 0x20) && isalpha(digit)))
            return value;
    }
    return -1;
}

/* The bytes of a number, at most 32, as words, the most significant first. */
struct words {
    uint32_t words[8];
    size_t count;
};

static void load(struct words *number, const uint8_t *bytes, size_t size)
{
    memset(number, 0, sizeof *number);
    number->count = (size + 3) / 4;
    for (size_t i = 0; i < size; i++)
        number->words[number->count - 1 - i / 4] |= (uint32_t)bytes[size - 1 - i] << i % 4 * 8;
}

/* False if the number does not fit. */
static bool store(uint8_t *bytes, size_t size, const struct words *number)
{
    for (size_t i = 0; i < size; i++)
        bytes[size - 1 - i] = (uint8_t)(number->words[number->count - 1 - i / 4] >> i % 4 * 8);
    return size % 4 == 0 || number->words[0] >> size % 4 * 8 == 0;
}

/* Divides in place and returns the remainder. */
static unsigned divide(struct words *number, unsigned divisor)
{
    uint64_t rest = 0;
    for (size_t i = 0; i < number->count; i++) {
        rest = rest << 32 | number->words[i]; // < divisor * 2^32
        number->words[i] = (uint32_t)(rest / divisor);
        rest %= divisor;
    }
    return (unsigned)rest;
}

static bool is_zero(const struct words *number)
{
    for (size_t i = 0; i < number->count; i++)
        if (number->words[i] != 0)
            return false;
    return true;
}

bool oracle_print(char *text, size_t length, const char *alphabet, const uint8_t *bytes,
                  size_t size)
{
    struct words rest;
    unsigned radix = (unsigned)strlen(alphabet);
    load(&rest, bytes, size);
    for (size_t i = length; i-- > 0;)
        text[i] = alphabet[divide(&rest, radix)];
    text[length] = '\0';
    return is_zero(&rest);
}

bool oracle_parse(uint8_t *bytes, size_t size, const char *alphabet, const char *text,
                  size_t length)
{
    struct words number = {.count = (size + 3) / 4};
    unsigned radix = (unsigned)strlen(alphabet);
    for (size_t d = 0; d < length; d++) {
        uint64_t carry = (uint64_t)oracle_digit(alphabet, (unsigned char)text[d]);
        for (size_t i = number.count; i-- > 0;) {
            carry += (uint64_t)number.words[i] * radix; // < 2^32 * 36 + 2^32
            number.words[i] = (uint32_t)carry;
            carry >>= 32;
        }
        if (carry != 0)
            return false;
    }
    return store(bytes, size, &number);
}

size_t oracle_decimal(char *text, const uint8_t *bytes, size_t size)
{
    char digits[64];
    oracle_print(digits, size * 5 / 2, "0123456789", bytes, size); // log10 256 < 2.41
    const char *first = digits + strspn(digits, "0");
    if (*first == '\0')
        first--;
    strcpy(text, first);
    return strlen(text);
}

bool oracle_increment(uint8_t *bytes, size_t size)
{
    for (size_t i = size; i-- > 0;) {
        bytes[i] = (uint8_t)(bytes[i] + 1);
        if (bytes[i] != 0)
            return true;
    }
    return false;
}

bool oracle_decrement(uint8_t *bytes, size_t size)
{
    for (size_t i = size; i-- > 0;) {
        bytes[i] = (uint8_t)(bytes[i] - 1);
        if (bytes[i] != 0xff)
            return true;
    }
    return false;
}

uint64_t oracle_bits(const uint8_t *bytes, size_t first, size_t count)
{
    uint64_t value = 0;
    for (size_t bit = first; bit < first + count; bit++)
        value = value << 1 | (bytes[bit / 8] >> (7 - bit % 8) & 1);
    return value;
}

void oracle_set_bits(uint8_t *bytes, size_t first, size_t count, uint64_t value)
{
    for (size_t bit = first + count; bit-- > first; value >>= 1) {
        uint8_t mask = (uint8_t)(0x80 >> bit % 8);
        bytes[bit / 8] =
            (uint8_t)((value & 1) != 0 ? bytes[bit / 8] | mask : bytes[bit / 8] & ~mask);
    }
}

void oracle_upper(char *text)
{
    for (; *text != '\0'; text++)
        *text = (char)toupper((unsigned char)*text);
}

void oracle_lower(char *text)
{
    for (; *text != '\0'; text++)
        *text = (char)tolower((unsigned char)*text);
}

void oracle_mixed(char *text)
{
    for (size_t i = 0; text[i] != '\0'; i++) {
        int letter = (unsigned char)text[i];
        text[i] = (char)(i % 2 == 0 ? toupper(letter) : tolower(letter));
    }
}

void oracle_uuid(char *uuid, const char *hex)
{
    for (size_t i = 0; i < 32; i++) {
        if (i == 8 || i == 12 || i == 16 || i == 20)
            *uuid++ = '-';
        *uuid++ = hex[i];
    }
    *uuid = '\0';
}
