/* SPDX-License-Identifier: MIT */
/* hot.h: the rows of the instruction counts. A row makes one call HOT_FEW and then HOT_MANY times.
 * tools/instructions takes the difference, which excludes work that happens only once. formats.c,
 * kinds.c and simd.c define the rows; main.c runs them. The inputs are the same in each run of the
 * program. */
#ifndef SORTID_BENCH_HOT_H
#define SORTID_BENCH_HOT_H

#include <stddef.h>
#include <stdint.h>

/* tools/instructions relies on the difference: 1000 calls. */
#define HOT_FEW  1000
#define HOT_MANY 2000

/* Makes a call `count` times, or once for `count` IDs. Returns NULL, or an error message. */
typedef const char *hot_call(size_t count, const void *context);

/* Runs a row; exits if the call fails. The name contains no line feed. */
void hot_row(const char *name, hot_call *call, const void *context);

/* Writes the first `size` bytes of a fixed sequence. */
void hot_bytes(uint8_t *bytes, size_t size);

/* Run the rows of the public calls of each format, those of the recognizer, and those of each SIMD
 * implementation of this machine. hot_formats returns NULL, or an error message. */
const char *hot_formats(void);
void hot_kinds(void);
void hot_simd(void);

#endif
