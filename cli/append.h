/* SPDX-License-Identifier: MIT */
/* append.h: text put together piece by piece in room that the caller has measured.
 * Called by json.c, card.c and state_view.c; each call returns the end of what it wrote. It
 * never writes NUL and never checks the room: the sizes in the headers do. */
#ifndef CLI_APPEND_H
#define CLI_APPEND_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline char *append_bytes(char *at, const char *bytes, size_t length)
{
    memcpy(at, bytes, length);
    return at + length;
}

/* The same, not by a call: whole blocks of 16, and the last 16 once more. Most texts of
 * IDs are 16 bytes or longer. */
static inline char *append_short(char *at, const char *bytes, size_t length)
{
    if (length < 16)
        return append_bytes(at, bytes, length);
    for (size_t done = 0; done + 16 < length; done += 16)
        memcpy(at + done, bytes + done, 16);
    memcpy(at + length - 16, bytes + length - 16, 16);
    return at + length;
}

/* The length of a literal is known when this is compiled. */
static inline char *append_text(char *at, const char *text)
{
    return append_bytes(at, text, strlen(text));
}

/* Decimal, 1 to 20 digits. */
static inline char *append_number(char *at, uint64_t number)
{
    char digits[20];
    size_t first = sizeof digits;
    do
        digits[--first] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    return append_bytes(at, digits + first, sizeof digits - first);
}

#endif
