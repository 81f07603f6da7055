/* SPDX-License-Identifier: MIT */
/* module.h: what JavaScript calls in the module. Texts and IDs pass through buffers in the module's
 * memory, because a call has numbers only. Each call returns a sortid_status unless it says
 * otherwise; what else it found is in `module_result`. */
#pragma once

#include <sortid.h>

#define EXPORT(name) __attribute__((export_name(name)))

/* Bytes of the text buffer: of the table of formats and kinds, the longest text. */
#define TEXT_BYTES 16384

/* What a call found besides its status. */
enum result { RESULT_POSITION, RESULT_WRITTEN, RESULT_COUNT, RESULT_NAME, RESULTS };

extern char module_text[TEXT_BYTES];
extern size_t module_result[RESULTS];
extern sortid_reading module_readings[SORTID_READINGS_MAX]; /* of the last text to recognize */

/* The address of a result, which it sets to 0, for a call that may not set it. */
size_t *module_word(enum result which);
