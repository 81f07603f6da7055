/* SPDX-License-Identifier: MIT */
/* state_print.h: the content of a state file, for people or as one line of JSON. It opens no file
 * and reads no clock. */
#pragma once

#include <sortid.h>

/* The most bytes of either: 8 lines of at most 80 bytes. */
#define STATE_PRINT_SIZE 1024

/* Both write lines that end by newline (no NUL) and return the length. */
size_t state_print_pretty(char out[STATE_PRINT_SIZE], const sortid_state_report *report);

/* docs/sortid.1 describes the members. */
size_t state_print_json(char out[STATE_PRINT_SIZE], const sortid_state_report *report);
