/* SPDX-License-Identifier: MIT */
/* oracle.c: see oracle.h: conversions of big-endian byte strings by long
 * division and long multiplication, one digit at a time. Called by the tests
 * for expectations about random IDs; it never calls the library. */
#include "oracle.h"

#include <ctype.h>
#include <string.h>

int oracle_digit(const char *alphabet, int byte)
{
    for (int value = 0; alphabet[value] != '\0'; value++) {
        int digit = (unsigned char)alphabet[value];
        if (byte == digit || (isalpha(digit) && byte == (digit ^ 0x20)))
            return value;
    }
    return -1;
}

/* Divides in place and gives the remainder. */
static unsigned divide(uint8_t *bytes, size_t size, unsigned divisor)
{
    unsigned rest = 0;
    for (size_t i = 0; i < size; i++) {
        rest = rest << 8 | bytes[i]; // < divisor * 256 <= 9216
        bytes[i] = (uint8_t)(rest / divisor);
        rest %= divisor;
    }
    return rest;
}

static bool is_zero(const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (bytes[i] != 0)
            return false;
    return true;
}

bool oracle_print(char *text, size_t length, const char *alphabet, const uint8_t *bytes,
                  size_t size)
{
    uint8_t rest[32];
    memcpy(rest, bytes, size);
    for (size_t i = length; i-- > 0;)
        text[i] = alphabet[divide(rest, size, (unsigned)strlen(alphabet))];
    text[length] = '\0';
    return is_zero(rest, size);
}

bool oracle_parse(uint8_t *bytes, size_t size, const char *alphabet, const char *text,
                  size_t length)
{
    unsigned radix = (unsigned)strlen(alphabet);
    memset(bytes, 0, size);
    for (size_t d = 0; d < length; d++) {
        unsigned carry = (unsigned)oracle_digit(alphabet, (unsigned char)text[d]);
        for (size_t i = size; i-- > 0;) {
            carry += bytes[i] * radix; // < 255 * 36 + 255
            bytes[i] = (uint8_t)carry;
            carry >>= 8;
        }
        if (carry != 0)
            return false;
    }
    return true;
}

size_t oracle_decimal(char *text, const uint8_t *bytes, size_t size)
{
    char digits[64];
    oracle_print(digits, 60, "0123456789", bytes, size);
    const char *first = digits + strspn(digits, "0");
    if (*first == '\0')
        first--;
    strcpy(text, first);
    return strlen(text);
}

bool oracle_increment(uint8_t *bytes, size_t size)
{
    for (size_t i = size; i-- > 0;)
        if (++bytes[i] != 0)
            return true;
    return false;
}

bool oracle_decrement(uint8_t *bytes, size_t size)
{
    for (size_t i = size; i-- > 0;)
        if (bytes[i]-- != 0)
            return true;
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

void oracle_join(uint8_t *bytes, const oracle_part *parts, size_t count)
{
    size_t first = 0;
    for (size_t i = 0; i < count; first += parts[i].bits, i++)
        oracle_set_bits(bytes, first, parts[i].bits, parts[i].value);
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
