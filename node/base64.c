/* SPDX-License-Identifier: MIT */
/* node/base64.c: see base64.h. Three bytes are four digits of six bits, the first one on top. */
#include "base64.h"

#include <stdint.h>
#include <string.h>

enum { padding = 64 }; /* behind the digits */
static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=";

void sortid_node_base64_encode(char *text, const void *bytes, size_t size)
{
    const unsigned char *from = bytes;
    for (size_t at = 0; at < size; at += 3) {
        uint32_t group = 0;
        for (size_t i = at; i < at + 3; i++)
            group = group << 8 | (i < size ? from[i] : 0u);
        for (size_t i = 0; i < 4; i++)
            *text++ = digits[at + i <= size ? group >> (18 - 6 * i) & 63 : padding];
    }
    *text = '\0';
}

bool sortid_node_base64_decode(void *bytes, size_t *size, const char *text, size_t length)
{
    static const uint32_t unused[] = {0, 0, 15, 3}; /* bits of a last group of so many digits */
    unsigned char *to = bytes;
    uint32_t bits = 0;
    size_t used = length;
    if (length % 4 != 0)
        return false;
    while (used > 0 && length - used < 2 && text[used - 1] == '=')
        used--;
    for (size_t i = 0; i < used; i++) {
        const char *digit = text[i] != '\0' ? strchr(digits, text[i]) : NULL;
        if (digit == NULL || *digit == '=')
            return false;
        bits = bits << 6 | (uint32_t)(digit - digits);
        if (i % 4 != 0)
            *to++ = (unsigned char)(bits >> (6 - 2 * (i % 4)));
    }
    *size = (size_t)(to - (unsigned char *)bytes);
    return (bits & unused[used % 4]) == 0;
}
