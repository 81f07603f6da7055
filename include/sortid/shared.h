/* SPDX-License-Identifier: MIT */
/* sortid/shared.h: where shared generators have their state: in memory of yours, or in a
 * file that outlives processes. Each format's header has the generators, sortid_<format>_shared.
 *
 * IDs of all generators on one state are strictly increasing, over all threads and processes:
 * an ID whose call begins after another's has returned is the greater. Where an order would
 * break there is an error or a wait instead: SORTID_MODE_RESET and stateless making are
 * refused. Steps are lock-free where the machine has an atomic step of the state's width: 8
 * bytes for scru64; 16 for the others (x86-64, AArch64, s390x). Elsewhere, under POSIX
 * systems with robust mutexes, by such a mutex, which is passed on when its holder is
 * killed. */
#ifndef SORTID_SHARED_H
#define SORTID_SHARED_H

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

/* The state in memory: 64 bytes aligned, at any address. All who use one must be programs of
 * one byte order and version of this layout. */
typedef struct sortid_shared_state {
    uint64_t opaque[64];
} sortid_shared_state
#if defined(__GNUC__)
    __attribute__((aligned(64)))
#endif
    ;

/* Prepares memory for one generator's IDs, of a format that the first one on it decides.
 * Once, before anybody uses it. SORTID_BAD_OPTION for another alignment or scope;
 * SORTID_STATE_UNUSABLE where 64-bit atomics have locks of their own; SORTID_RANDOM_FAILED on
 * Windows, whose locks have names drawn by chance. */
SORTID_STATUS sortid_shared_state_init(sortid_shared_state *state, sortid_scope scope);

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
 *   have in common. (copy_ahead_ms serves where the original is at rest by then.) A file that is put back in place, byte for byte, while the system runs, and
 *   a snapshot of a machine with its memory, go on from where they were.
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
 * With the mutex (see above) all processes must be of one PID namespace and one C library; one
 * that is stopped by SIGSTOP in the middle of a step stops all, and a signal handler must not
 * fork there; nor may a thread while another is in a call, with a state of scope threads.
 *
 * A file is made by a link beside it, in a folder that can be read: file systems without links
 * (FAT) hold none. Systems without locks of open files (FreeBSD) open none:
 * SORTID_STATE_UNUSABLE. Windows gives files the permissions of their folder and knows no owner. */

/* How a file is opened, whose state any number of processes share and go on from. */
typedef struct sortid_file_options {
    unsigned permissions; /* of a file that is made: default 0600, which 0 is too; others of read
                           * and write, the owner's always: else SORTID_BAD_OPTION */
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
 * file of somebody else's), SORTID_STATE_FOREIGN, SORTID_STATE_DAMAGED; SORTID_STATE_UNUSABLE of
 * another version. */
SORTID_STATUS sortid_shared_examine(sortid_file_report *out, const char *path);

#ifdef __cplusplus
}
#endif
#endif
