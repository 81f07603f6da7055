/* SPDX-License-Identifier: MIT */
/* node/fail.h: writes the error of a call. The text is safe for a terminal and a log: other bytes
 * than 0x20 to 0x7e become "?", and it is cut to its size. */
#pragma once

#include <sortid/node.h>

/* Whether all bytes are 0, as those of reserved members must be. */
bool sortid_node_is_zero(const void *bytes, size_t size);

/* Replaces bytes of a text other than 0x20 to 0x7e. */
void sortid_node_make_printable(char *text, char replacement);

/* Writes the text, unless `error` is NULL, and returns the status. */
sortid_node_status sortid_node_fail(sortid_node_error *error, sortid_node_status status,
                                    const char *format, ...) __attribute__((format(printf, 3, 4)));

#define sortid_node_fail_memory(error) sortid_node_fail(error, SORTID_NODE_SYSTEM, "no memory")
#define sortid_node_fail_random(error)                                                             \
    sortid_node_fail(error, SORTID_NODE_SYSTEM, "the system's random source failed")
#define sortid_node_fail_clock(error)                                                              \
    sortid_node_fail(error, SORTID_NODE_SYSTEM, "the system's clock cannot be read")
#define sortid_node_fail_value(error)                                                              \
    sortid_node_fail(error, SORTID_NODE_SYSTEM, "no memory, or the system's random source failed")

/* SORTID_NODE_SYSTEM: a child of the client's process calls. */
sortid_node_status sortid_node_fail_forked(sortid_node_error *error);

/* SORTID_NODE_STORE_FAILED: other clients changed the records each time. */
sortid_node_status sortid_node_fail_changing(sortid_node_error *error, const char *realm);

/* SORTID_NODE_NO_REALM: the realm does not exist. */
sortid_node_status sortid_node_fail_no_realm(sortid_node_error *error, const char *realm);

/* SORTID_NODE_BAD_REPLY: the value of a key is not a record. */
sortid_node_status sortid_node_fail_record(sortid_node_error *error, const char *key);

/* SORTID_NODE_BAD_REPLY: the record of an id is not one. */
sortid_node_status sortid_node_fail_id(sortid_node_error *error, const char *realm,
                                       uint32_t node_id, uint32_t size);

/* SORTID_NODE_RESTORED: the realm belongs to a store of another identity, or of the same one, which
 * has lost writes. */
sortid_node_status sortid_node_fail_store(sortid_node_error *error, const char *realm,
                                          const char *expected, const char *found);

/* The store has lost writes: SORTID_NODE_LOST for a reservation, _RESTORED for an acquire. */
sortid_node_status sortid_node_fail_rewound(sortid_node_error *error, sortid_node_status status,
                                            const char *realm);

/* SORTID_NODE_BAD_REPLY: the reply to a transaction lacks ranges. */
sortid_node_status sortid_node_fail_ranges(sortid_node_error *error, size_t found, size_t asked);
