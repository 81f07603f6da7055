/* SPDX-License-Identifier: MIT */
/* naive.c: base 36 by schoolbook multiplication, see naive.h: the number so far
 * times 256 plus the next byte, digit by digit, 16 x 25 steps with a division by
 * a constant in each. Nothing is made faster here; that is its use. */
#include "naive.h"

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
