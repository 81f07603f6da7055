/* SPDX-License-Identifier: MIT */
/* typeid.h: UUIDv7 as TypeIDs, a form of the command's input and output. */
#ifndef CLI_TYPEID_H
#define CLI_TYPEID_H

#include <sortid.h>

/* Writes `count` UUIDv7 as TypeIDs, `separator` after each, into count * SORTID_TYPEID_TEXT_SIZE
 * bytes. Returns the length. `prefix` is valid, or NULL: none. */
size_t typeid_print_ids(char *text, const char *prefix, const uint8_t *ids, size_t count,
                        int separator);

/* Reads a TypeID with any prefix as a UUIDv7. Statuses and position of sortid_typeid_parse;
 * SORTID_BAD_VERSION and SORTID_BAD_VARIANT at the digit that has the first of these bits. */
sortid_status typeid_decode(uint8_t *id, size_t *position, const char *text, size_t length);

/* NULL if `prefix` can begin a TypeID; else what is wrong with it. */
const char *typeid_prefix_fault(const char *prefix);

#endif
