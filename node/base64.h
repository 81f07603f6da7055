/* SPDX-License-Identifier: MIT */
/* node/base64.h: bytes as etcd's JSON writes them: base 64 with + and /, padded by =. Pure. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* The number of digits for so many bytes, without NUL. No overflow below SIZE_MAX / 2. */
#define BASE64_LENGTH(size) (((size) + 2) / 3 * 4)

/* Writes BASE64_LENGTH(size) digits and NUL. */
void sortid_node_base64_encode(char *text, const void *bytes, size_t size);

/* Writes at most length / 4 * 3 bytes, and their number. False, and the bytes are undefined, unless
 * the text is what sortid_node_base64_encode writes: whole groups, padding at the end only, unused
 * bits zero. */
bool sortid_node_base64_decode(void *bytes, size_t *size, const char *text, size_t length);
