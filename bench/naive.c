/* SPDX-License-Identifier: MIT */
/* naive.c: implements naive.h by schoolbook multiplication. Printing multiplies the number by 256
 * and adds the next byte, digit by digit: 16 x 25 steps, each with a division by a constant.
 * Parsing multiplies by 36 and adds the next digit, byte by byte. It is deliberately not
 * optimized. */
#include "naive.h"

#include <string.h>

void naive_print36(char text[26], const uint8_t bytes[16])
{
    uint8_t digits[25] = {0}; /* the most significant first */
    for (int i = 0; i < 16; i++) {
        unsigned carry = bytes[i];
        for (int place = 24; place >= 0; place--) {
            carry += digits[place] * 256U; // < 36 x 256
            digits[place] = (uint8_t)(carry % 36);
            carry /= 36; // < 256
        }
    }
    for (int place = 0; place < 25; place++)
        text[place] = "0123456789abcdefghijklmnopqrstuvwxyz"[digits[place]];
    text[25] = '\0';
}

static unsigned digit_of(char c)
{
    if (c >= '0' && c <= '9')
        return (unsigned)(c - '0');
    if (c >= 'a' && c <= 'z')
        return (unsigned)(c - 'a') + 10;
    return c >= 'A' && c <= 'Z' ? (unsigned)(c - 'A') + 10 : 36;
}

bool naive_parse36(uint8_t bytes[16], const char text[25])
{
    uint8_t number[16] = {0};
    for (int i = 0; i < 25; i++) {
        unsigned carry = digit_of(text[i]);
        if (carry >= 36)
            return false;
        for (int place = 15; place >= 0; place--) {
            carry += number[place] * 36U; // < 256 x 36
            number[place] = (uint8_t)(carry & 255);
            carry >>= 8; // < 36
        }
        if (carry != 0)
            return false;
    }
    memcpy(bytes, number, sizeof number);
    return true;
}
