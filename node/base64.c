/* SPDX-License-Identifier: MIT */
/* node/base64.c: see base64.h. Three bytes are four digits of six bits, the first one on top. */
#include "base64.h"

#include <stdint.h>
#include <string.h>

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* Writes the 24 bits of `group`, of which `size` bytes (1 to 3) are used, as four digits. */
static void put_group(char *text, uint32_t group, size_t size)
{
    memset(text, '=', 4);
    for (unsigned i = 0; i <= size; i++)
        text[i] = digits[group >> (18 - 6 * i) & 63];
}

void sortid_node_base64_encode(char *text, const void *bytes, size_t size)
{
    const unsigned char *from = bytes;
    for (size_t at = 0; at < size; at += 3, text += 4) {
        size_t count = size - at < 3 ? size - at : 3;
        uint32_t group = 0;
        for (size_t i = 0; i < 3; i++)
            group = 256 * group + (i < count ? from[at + i] : 0u);
        put_group(text, group, count);
    }
    *text = '\0';
}

/* 0 to 63; 64: not a digit. */
static uint32_t value_of(char digit)
{
    const char *at = digit != '\0' ? strchr(digits, digit) : NULL;
    return at != NULL ? (uint32_t)(at - digits) : 64;
}

/* Reads a group of four digits. Returns the number of bytes, 1 to 3; 0: not a group. */
static size_t take_group(unsigned char bytes[3], const char *text)
{
    size_t count = text[3] != '=' ? 3 : text[2] != '=' ? 2 : 1;
    uint32_t group = 0;
    for (size_t i = 0; i < 4; i++) {
        uint32_t value = i <= count ? value_of(text[i]) : 0;
        if (value > 63)
            return 0;
        group = group << 6 | value;
    }
    if ((group & ((UINT32_C(1) << (24 - 8 * count)) - 1)) != 0)
        return 0; /* not the text that the encoder writes */
    for (size_t i = 0; i < count; i++)
        bytes[i] = (unsigned char)(group >> (16 - 8 * i));
    return count;
}

bool sortid_node_base64_decode(void *bytes, size_t *size, const char *text, size_t length)
{
    unsigned char *to = bytes, group[3];
    size_t done = 0;
    if (length % 4 != 0)
        return false;
    for (size_t at = 0; at < length; at += 4) {
        size_t count = take_group(group, text + at);
        if (count == 0 || (count < 3 && at + 4 < length))
            return false;
        memcpy(to + done, group, count);
        done += count;
    }
    *size = done;
    return true;
}
