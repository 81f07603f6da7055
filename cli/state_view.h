/* SPDX-License-Identifier: MIT */
/* state_view.h: what stands in a state file, as a card for people or one line of JSON. Called
 * by inspect.c with the library's report; it opens no file and asks no clock. */
#ifndef CLI_STATE_VIEW_H
#define CLI_STATE_VIEW_H

#include <sortid.h>

/* Room for either: 8 lines of at most 80 bytes. */
#define STATE_VIEW_SIZE 1024

/* Both write lines that end by newline (no NUL) and return the length. */
size_t state_card(char out[STATE_VIEW_SIZE], const sortid_state_report *report);

/* The keys, in this order: format, version, locking; scru64: nodeId, nodeSize; inForce,
 * lastTimestampIso, last, boundIso. Version and nodeSize are numbers; null is what is not known
 * or was not yet. */
size_t state_json(char out[STATE_VIEW_SIZE], const sortid_state_report *report);

#endif
