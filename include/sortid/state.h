/* SPDX-License-Identifier: MIT */
/* sortid/state.h: where shared generators have their state: in memory of yours, or in a
 * file that outlives processes. Each format's header has the generators, sortid_<format>_shared.
 *
 * IDs of all generators on one state are strictly increasing, over all threads and processes:
 * an ID whose call begins after another's has returned is the greater. Where an order would
 * break there is an error or a wait instead: SORTID_MODE_RESET and stateless making are
 * refused. Steps are lock-free where the machine has an atomic step of the state's width: 8
 * bytes for scru64; 16 for the others (x86-64, AArch64, s390x). Elsewhere, under POSIX
 * systems with robust mutexes, by such a mutex, which is passed on when its holder is
 * killed. */
#ifndef SORTID_STATE_H
#define SORTID_STATE_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Who uses a state in memory. */
typedef enum sortid_scope {
    SORTID_SCOPE_THREADS = 1,  /* the threads of one process. In a forked child the memory is a
                                * copy: its IDs go on as those of any generator do there, and
                                * scru64 refuses, SORTID_FORKED */
    SORTID_SCOPE_PROCESSES = 2 /* all processes that map the memory (MAP_SHARED), forked
                                * children too, which go on. In memory that is not shared
                                * parent and child would make the same IDs */
} sortid_scope;

/* The state in memory. Zero it before the first use; map it at any address, at any alignment of
 * 8 bytes: sortid_generator_attach sets up zeros and joins a state that is set up. It must outlive the
 * generators on it. All programs that use one must have one byte order and one version of this
 * layout. */
typedef struct sortid_shared_state {
    uint64_t opaque[72];
} sortid_shared_state;

/* ---- In a file ------------------------------------------------------------------------- */

/* A file of 12,288 bytes, which processes of one machine map and step together. The page cache
 * outlives them: killed at any instruction they leave a state that the next goes on from. A
 * crash of the system loses that cache; then IDs go on behind the durable bound, a time of at
 * most a second ahead, that is on disk before any ID comes near it: such a start skips what is
 * left of that second. The bound is set anew twice a second while IDs are made, by whoever
 * comes; others wait for the disk only where it is used up. Whoever opens a file waits for
 * those who are at it (by its sleep source, if that is not the system's: a wait that can be
 * ended), and so does who leaves it where the system has no name for its boot; using it waits for
 * nobody. A signal handler must not fork in an opening and let both processes return to it: they
 * would take themselves for one.
 *
 * What the file cannot guard against:
 * - Two copies in use at once. A copy goes on behind the bound that it holds; what was made
 *   with the original since, it does not know: scru64 repeats IDs within the time that the two
 *   have in common. (Use copy_ahead_ms only when the original has stopped.) A file that
 *   is put back in place, byte for byte, while the system runs, goes on from where it was.
 * - Snapshots of a machine with its memory that are resumed more than once: each copy has the
 *   same state, also after sortid_snapshot_resumed, which renews the random bits. scru64 repeats
 *   IDs, and so does ulid within the timestamp of the last ID. Open another file then, and for
 *   scru64 one of another node. (The same goes for memory of scope processes.)
 * - A container without a volume: the file goes with it.
 * - File systems of other machines (NFS, SMB; folders shared with virtual machines): they do not
 *   show all one memory, and often not one lock. Use one file for each machine, and for scru64
 *   one node. A state that another machine uses is refused where it can be told:
 *   SORTID_STATE_UNUSABLE.
 * - Truncation by others while it is mapped, or a disk that is full though the space was
 *   allocated, as on file systems that copy on write: the system ends the process by SIGBUS. No
 *   ID is repeated. Removal: who has it open goes on, beside whoever makes a new one.
 * - Links in the folders above it: the last name of the path alone is looked at.
 * - Systems without a name for their boot (all but Linux, and boxes that hide /proc): where the
 *   last one is killed, does not close the file, or is a forked child, the next start is a second
 *   later than its own; ten such in a second use up the allowance.
 * - An older file that is copied to the name of one that was removed may get its number, and
 *   then passes for it: remove the state, do not bring an old one back.
 * - An opener that is killed while a child lives, which another of its threads forked in that
 *   moment: others wait to open until the child ends.
 *
 * - Damage that leaves a possible state. A file that contradicts itself is SORTID_STATE_DAMAGED: a
 *   durable bound without an ID, words that no generator writes, a lost head or slot. What the
 *   words hold besides is random, or a time below the bound: other bits there, a lower counter for
 *   example, cannot be found, and IDs may repeat or lose their order. Nor can a lost slot after a
 *   crash of the system if the head on disk is older than the other slot, or the words of a state
 *   in memory that are all zero.
 * - Locks of processes that may only read the file: see `permissions`.
 *
 * With the mutex (see above) all processes must be of one PID namespace and one C library; one
 * that is stopped by SIGSTOP in the middle of a step stops all, and a signal handler must not
 * fork there; nor may a thread while another is in a call, with a state of scope threads.
 *
 * A new file gets its name by a link, in a folder that can be read: file systems without links
 * (FAT) hold none. Where a file system has no files without a name, a file in the making is named
 * as the path with ".sortid-new" behind it; if its process is killed, the next creation removes it.
 * What is no regular file is refused without being opened. Systems without locks of open files (FreeBSD) open none:
 * SORTID_STATE_UNUSABLE. Windows gives files the permissions of their folder and knows no owner. */

/* How a file is opened, whose state any number of processes share and go on from. */
typedef struct sortid_file_options {
    unsigned permissions; /* of a file that is made: default 0600, which 0 is too; others of read
                           * and write, the owner's always: else SORTID_BAD_OPTION. A process
                           * that may only read the file can stop its users all the same: by a
                           * lock on it, which they wait for without end when they open it.
                           * Give no permission to users that you do not trust */
    bool any_owner;       /* default false; true: a file of somebody else's is used too */
    bool must_exist;      /* default false; true: SORTID_FILE_FAILED, ENOENT, if it is not there */
    uint32_t copy_ahead_ms; /* default 0, behind its bound; else: a copy of a file goes on behind a
                             * time so far ahead of the clock too, for what the original has made
                             * since, at most so far ahead. Opening does not wait for that time:
                             * generating does, or refuses, as its mode says */
    uint64_t zero[4];       /* room to grow: must be zero */
} sortid_file_options;

/* What stands in such a file. */
typedef struct sortid_file_report {
    const char *format; /* "ulid"; NULL: a number of none that this version knows */
    uint32_t version;   /* of the layout */
    bool locked;        /* steps by a mutex, else by atomic instructions */
    uint32_t node_id;   /* scru64; node_id_size 0: another format */
    uint32_t node_id_size;
    bool in_force;         /* the state is of this boot of the system, and this file. Else (also
                            * while it is in use where that boot has no name) who opens it alone
                            * goes on behind the bound */
    bool started;          /* in force: there was an ID */
    uint64_t last_unix_ms; /* the time of the last ID's timestamp, in ms since 1970 */
    size_t last_size;      /* scru64, ulid: bytes of the last ID; else 0 */
    uint8_t last[20];
    uint64_t
        bound_unix_ms; /* the durable bound: no ID of a later time was given out; 0: none was */
} sortid_file_report;

/* Looks into a file without using it. SORTID_FILE_FAILED, SORTID_FILE_REFUSED (but for a
 * file of somebody else's), SORTID_STATE_UNRECOGNIZED, SORTID_STATE_DAMAGED; SORTID_STATE_UNUSABLE of
 * another version. */
SORTID_STATUS sortid_shared_examine(sortid_file_report *out, const char *path);

#ifdef __cplusplus
}
#endif
#endif
