/* SPDX-License-Identifier: MIT */
/* module.h: what JavaScript calls in the module. Texts and IDs pass through buffers in the module's
 * memory, because a call has numbers only. Each call returns a sortid_status unless it says
 * otherwise; what else it found is in `module_result`. */
#ifndef SORTID_WASM_MODULE_H
#define SORTID_WASM_MODULE_H

#include <sortid.h>

#define EXPORT(name) __attribute__((export_name(name)))

/* Bytes of the text buffer: the texts of a call for many. */
#define TEXT_BYTES 65536

/* What a call found besides its status. */
enum result { RESULT_POSITION, RESULT_WRITTEN, RESULT_EVENT, RESULT_COUNT, RESULT_NAME, RESULTS };

extern char module_text[TEXT_BYTES];
extern uint8_t module_id[2][SORTID_MAX_SIZE]; /* the second one: the end of a range */
extern size_t module_result[RESULTS];
extern sortid_reading module_readings[SORTID_READINGS_MAX]; /* of the last text to recognize */

/* The address of a result, which it sets to 0, for a call that may not set it. */
size_t *module_word(enum result which);

/* Options as numbers: `flags` are those of sortid_options, and OWN_RANDOM. */
#define OWN_RANDOM (UINT32_C(1) << 31) /* the host's function gives each draw, not a seed */

sortid_status module_options(sortid_options *options, double allowance_ms, uint32_t mode,
                             uint32_t flags, uint32_t guard_bits);

/* Prepares the generator in the slot of JavaScript's Generator objects. */
sortid_status module_prepare(const sortid_format *format, sortid_options *options);

#endif
