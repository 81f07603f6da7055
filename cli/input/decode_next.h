/* SPDX-License-Identifier: MIT */
/* decode_next.h: reads items of the input as IDs of one format, one by one or many at once. Bad items
 * are reported, unless the caller wants no report, and skipped. */
#pragma once

#include "decode.h"
#include "input.h"

enum decoded { DECODED_END, DECODED_EMPTY, DECODED_BAD, DECODED_ID };

/* Reads the next lines of the input while they are valid, at most INPUT_BLOCK; returns their
 * number: they are the first lines of *block. 0: call decode_next(). */
size_t decode_many(uint8_t ids[INPUT_BLOCK * SORTID_MAX_SIZE], struct block *block,
                   struct input *input, const struct decoder *decoder);

/* Reads the next item of the input; reports it if it is bad and `silent` is not set. */
enum decoded decode_next(uint8_t id[SORTID_MAX_SIZE], struct item *item, struct input *input,
                         const struct decoder *decoder);
