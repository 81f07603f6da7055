/* SPDX-License-Identifier: MIT */
/* node/base64.h: bytes as etcd's JSON writes them: base 64 with + and /, padded by =. Called by
 * etcd_json.c. Pure: it asks nobody and keeps nothing. */
#ifndef NODE_BASE64_H
#define NODE_BASE64_H

#include <stdbool.h>
#include <stddef.h>

/* Digits for so many bytes, without NUL. No overflow below SIZE_MAX / 2. */
#define BASE64_LENGTH(size) (((size) + 2) / 3 * 4)

/* Writes BASE64_LENGTH(size) digits and NUL. */
void base64_encode(char *text, const void *bytes, size_t size);

/* Writes length / 4 * 3 bytes at most, and how many. False, with no word about what was written,
 * unless the text is what base64_encode writes: whole groups, padded at the end alone, the bits
 * that nothing stands in zero. */
bool base64_decode(void *bytes, size_t *size, const char *text, size_t length);

#endif
