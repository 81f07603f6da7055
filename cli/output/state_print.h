/* SPDX-License-Identifier: MIT */
/* state_print.h: the content of a state file, for people or as one line of JSON. It opens no file
 * and reads no clock. */
#ifndef CLI_STATE_PRINT_H
#define CLI_STATE_PRINT_H

#include <sortid.h>

/* The most bytes of either: 8 lines of at most 80 bytes. */
#define STATE_PRINT_SIZE 1024

/* Both write lines that end by newline (no NUL) and return the length. */
size_t state_print_pretty(char out[STATE_PRINT_SIZE], const sortid_state_report *report);

/* The keys, in this order: format, version, locking; scru64: nodeId, nodeSize; current,
 * lastTimestampIso, last, durableUntil. version and nodeSize are numbers, current is a boolean, the
 * others are strings, or null where the value is not known or there is none yet. */
size_t state_print_json(char out[STATE_PRINT_SIZE], const sortid_state_report *report);

#endif
