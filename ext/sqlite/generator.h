/* SPDX-License-Identifier: MIT */
/* generator.h: the generators of a connection. Called by the functions that make IDs and by the
 * table sortid_gen, which all share them, so that IDs of a connection increase, whoever asks.
 *
 * One for each connection, and not for the process or the thread: SQLite lets one thread at a time
 * into a connection (by its mutex, or by the caller's promise), so that no lock is needed here
 * and none can be held when a process forks; a pool may hand a connection from thread to thread,
 * and its order holds. Connections differ by chance, as any generators do, and a forked child's
 * generators notice the fork. For scru64, whose IDs no chance keeps apart, see node.h. */
#ifndef SORTID_EXT_SQLITE_GENERATOR_H
#define SORTID_EXT_SQLITE_GENERATOR_H

#include "ext.h"

/* New generators of a connection, with one reference, or NULL: no memory. Nothing is asked of the
 * system until an ID is. The last release closes what they hold. */
struct generators *sortid_sqlite_generators(sqlite3 *db);
void sortid_sqlite_retain(struct generators *generators);
void sortid_sqlite_release(struct generators *generators);

/* The next ID. SQLITE_OK; SQLITE_NOMEM; SQLITE_INTERRUPT; SQLITE_ERROR with *message for
 * sqlite3_free(), which may be NULL for want of memory. scru64 takes node and file of the
 * environment. */
int sortid_sqlite_make(uint8_t id[SORTID_MAX_SIZE], struct generators *generators,
                       const sortid_format *format, char **message);

#endif
