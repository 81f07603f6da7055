/* SPDX-License-Identifier: MIT */
/* hot.h: a row of the instruction counts: one hot call, made HOT_FEW and HOT_MANY
 * times for tools/instructions to take the difference of, so that what happens
 * once drops out. Rows are made in formats.c and simd.c, run by main.c. All
 * inputs are the same in each run of the program. */
#ifndef SORTID_BENCH_HOT_H
#define SORTID_BENCH_HOT_H

#include <stddef.h>
#include <stdint.h>

/* tools/instructions knows the difference: 1000 calls. */
#define HOT_FEW  1000
#define HOT_MANY 2000

/* Makes a call `count` times, or once for `count` IDs; NULL, or why it failed. */
typedef const char *hot_call(size_t count, const void *context);

/* Counts a row; ends the program when the call fails. A name has no line feed. */
void hot_row(const char *name, hot_call *call, const void *context);

/* Bytes of a fixed sequence; each call begins at its start. */
void hot_bytes(uint8_t *bytes, size_t size);

/* The rows of the public calls, by format: NULL, or why they cannot begin; and the
 * rows of the implementations that run here. */
const char *hot_formats(void);
void hot_simd(void);

#endif
