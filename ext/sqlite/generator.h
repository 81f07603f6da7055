/* SPDX-License-Identifier: MIT */
/* generator.h: the generators of a connection. All SQL functions and tables of the connection that
 * make IDs share them, so its IDs increase no matter which of them makes them. Called by
 * function.c, gen_functions.c, gen_table.c and module.c.
 *
 * Generators belong to a connection, not to the process or the thread. SQLite lets one thread at a
 * time into a connection (by its mutex, or because the caller promises it), so no lock is needed
 * here, and none can be held when a process forks. A pool may hand a connection from thread to
 * thread, and the order of its IDs holds. The IDs of different connections differ because their
 * random bits do, and a generator in a forked child notices the fork. The IDs of scru64 have no
 * random bits that separate connections: see node.h. */
#pragma once

#include "api.h"
#include "format_info.h"
#include "node.h"

#include <stdbool.h>

struct generators;

/* New generators of a connection, with one reference; NULL: no memory. They ask the system for
 * nothing before the first ID. The last release closes the files that they use. */
struct generators *sortid_sqlite_generators(sqlite3 *db);
void sortid_sqlite_retain(struct generators *generators);
void sortid_sqlite_release(struct generators *generators);

/* Whether generators of the format have this option of sortid_options.flags. */
bool sortid_sqlite_has_flag(const sortid_format *format, uint32_t flag);

/* The next ID of the generator with these flags: 0, or SORTID_OPTION_STATELESS or
 * SORTID_OPTION_FRACTION. Returns SQLITE_OK, SQLITE_NOMEM, SQLITE_INTERRUPT, or SQLITE_ERROR with
 * *message, to be freed by sqlite3_free(); NULL if there is no memory. scru64 uses the node and the
 * file that the environment names. */
int sortid_sqlite_next(uint8_t id[SORTID_MAX_SIZE], struct generators *generators,
                       const sortid_format *format, uint32_t flags, char **message);

/* An ID with a given time, that of `first` and `last`: the first and the last ID of a ms. IDs of
 * consecutive calls with one time increase; any other time begins again with a new random counter.
 * Not for scru64. Returns also SQLITE_RANGE for a reserved time. */
int sortid_sqlite_make_at(uint8_t id[SORTID_MAX_SIZE], struct generators *generators,
                          const sortid_format *format, const uint8_t *first, const uint8_t *last,
                          char **message);

/* The nodes of the connection, for scru64(node) and scru64(node, file). */
struct nodes *sortid_sqlite_nodes(struct generators *generators);
