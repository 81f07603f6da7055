/* SPDX-License-Identifier: MIT */
/* sortid/scru64_node.h: node specs, the strings that configure a SCRU64 generator.
 *
 * Pure functions are thread-safe. "Document" is the SCRU64 Specification. */
#ifndef SORTID_SCRU64_NODE_H
#define SORTID_SCRU64_NODE_H

#include "base.h"

SORTID_BEGIN_C

#define SORTID_SCRU64_SIZE 8 /* bytes of an ID */

/* The bytes of a SCRU64 ID, most significant first, as memcmp compares them. */
typedef struct sortid_scru64 {
    uint8_t bytes[SORTID_SCRU64_SIZE];
} sortid_scru64;

/* A node, and the ID after which its generator continues, if there is one. */
typedef struct sortid_scru64_node_spec {
    uint32_t node_id;      /* below 2^node_id_size */
    uint32_t node_id_size; /* 1 to 23; 0 in sortid_options: no node is given */
    bool has_last;         /* whether `last` is set */
    sortid_scru64 last;    /* an earlier ID of this node; node_id is its own */
    uint8_t reserved8[7];  /* 0 */
    uint64_t reserved[2];  /* 0 */
} sortid_scru64_node_spec;

/* "11/4\0" at least, "8388607/23\0" and "zzzzzzzzzzzz/23\0" at most. */
#define SORTID_SCRU64_NODE_SPEC_SIZE 16

/* Reads a node spec, such as "42/8", "0xb00/12" or "0u2r85hm2pt3/16". It has exactly one "/". Left
 * of it is an earlier ID, after which to continue (12 base 36 digits), or the node id (0x or 0X and
 * 1 to 6 hex digits, or 1 to 8 decimal digits; leading zeros are allowed). Right of it is the size,
 * 1 to 3 decimal digits with a value of 1 to 23. On failure *position (may be NULL) is the place of
 * the fault in bytes:
 * SORTID_BAD_NODE_SPEC  not of this form: the first byte that is not allowed
 * SORTID_OUT_OF_RANGE   a size not 1 to 23 (its first digit), a node id that
 *                       does not fit its size (0)
 * SORTID_RESERVED       an earlier ID with a reserved timestamp (0) */
SORTID_STATUS sortid_scru64_node_spec_parse(sortid_scru64_node_spec *out, const char *text,
                                            size_t length, size_t *position) SORTID_NONNULL((1));

/* Writes a node spec: "ID/size" if there is a last ID, otherwise "node/size" in decimal, and a NUL.
 * Returns the length without the NUL. An invalid spec gives "" and length 0. */
SORTID_API size_t sortid_scru64_node_spec_print(char text[SORTID_SCRU64_NODE_SPEC_SIZE],
                                                const sortid_scru64_node_spec *spec)
    SORTID_MUST_CHECK SORTID_NONNULL((1, 2));

/* Reads the node spec in the environment variable SCRU64_NODE_SPEC. SORTID_NO_NODE_SPEC if it is
 * not set; otherwise as sortid_scru64_node_spec_parse. */
SORTID_STATUS sortid_scru64_node_spec_from_environment(sortid_scru64_node_spec *out,
                                                       size_t *position) SORTID_NONNULL((1));

SORTID_END_C
#endif
