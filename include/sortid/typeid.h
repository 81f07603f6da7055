/* SPDX-License-Identifier: MIT */
/* sortid/typeid.h: TypeID, 128 bits with a prefix, such as user_01h455vb4pex5vsknk084sn02q.
 *
 * "Document" below is the TypeID specification 0.3.0. All calls are pure and may be made from any
 * thread. A failed call leaves its outputs as they were. */
#ifndef SORTID_TYPEID_H
#define SORTID_TYPEID_H

#include "base.h"

SORTID_BEGIN_C

/* The longest prefix of a TypeID, and its NUL. */
#define SORTID_TYPEID_PREFIX_SIZE 64

/* The most bytes of a TypeID and its NUL: 63 of the prefix, an underscore, 26 digits. */
#define SORTID_TYPEID_TEXT_SIZE 91

/* Reads a TypeID: the 128 bits, which may be any, and the length of the prefix, which begins the
 * text. A prefix has 0 to 63 of the letters a to z and underscores, and begins and ends with a
 * letter; an underscore separates it from the 26 digits. On failure *position (may be NULL) is the
 * place in bytes:
 * SORTID_BAD_LENGTH    too few or too many digits: where they end, or the first surplus one; a
 *                      prefix too long: 63
 * SORTID_BAD_DIGIT     the first byte that is not allowed
 * SORTID_OUT_OF_RANGE  the first digit is above 7: its place
 * (Document: "Specification".) */
SORTID_STATUS sortid_typeid_parse(uint8_t uuid[16], size_t *prefix_length, const char *text,
                                  size_t length, size_t *position) SORTID_NONNULL((1, 2));

/* Writes a TypeID of a UUID of any version, and a NUL; *written is the length without NUL. New
 * TypeIDs hold a UUIDv7. SORTID_TYPEID_TEXT_SIZE is always enough. On failure *position (may be
 * NULL) is a place in the prefix, except for SORTID_NO_SPACE:
 * SORTID_NO_SPACE      the text and its NUL do not fit `capacity`
 * SORTID_BAD_LENGTH    63: the prefix is longer
 * SORTID_BAD_DIGIT     the first byte that is not allowed */
SORTID_STATUS sortid_typeid_print(char *text, size_t capacity, size_t *written, const char *prefix,
                                  size_t prefix_length, const uint8_t uuid[16], size_t *position)
    SORTID_NONNULL((3, 6));

SORTID_END_C
#endif
