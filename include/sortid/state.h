/* SPDX-License-Identifier: MIT */
/* sortid/state.h: where shared generators keep their state: in memory or in a file.
 *
 * A shared state contains what the next ID depends on: the last ID, or its timestamp and counters.
 * All generators on one state make one strictly increasing sequence, over all threads and
 * processes: if a call begins after another has returned, its ID is greater.
 * sortid_generator_attach and sortid_generator_open (sortid/generator.h) put a generator on a
 * state.
 *
 * - Where the order would break, a call fails or waits. SORTID_MODE_RESET and
 *   SORTID_OPTION_STATELESS are refused.
 * - Commits are lock-free where the machine has an atomic compare-and-swap of the state's width: 8
 *   bytes for scru64; 16 bytes for the others (x86-64, AArch64, s390x). Elsewhere they take a
 *   robust mutex, which passes to the next process when its holder is killed.
 * - With the mutex all processes must be in one PID namespace and use one C library. If SIGSTOP
 *   stops a process within a commit, all processes wait. A signal handler must not fork within a
 *   commit; nor may a thread fork while another is in a call, if the state has scope threads. */
#ifndef SORTID_STATE_H
#define SORTID_STATE_H

#include "format.h"

SORTID_BEGIN_C

/* ---- In memory ----------------------------------------------------------- */

/* Who uses a state in memory. */
typedef enum SORTID_INT32(sortid_scope) {
    /* The threads of one process. A forked child has a copy of the memory: it continues as a
     * private generator does after a fork, and scru64 returns SORTID_FORKED. */
    SORTID_SCOPE_THREADS = 1,

    /* All processes that map the memory (MAP_SHARED), forked children too. If the memory is not
     * shared, parent and child make the same IDs. */
    SORTID_SCOPE_PROCESSES = 2 SORTID_INT32_END(SORTID_SCOPE_END)
} sortid_scope;

/* Zero it before the first use. Map it at any address that is a multiple of 8:
 * sortid_generator_attach sets up zeros and joins a state that is set up. It must outlive the
 * generators on it. All programs that use one state must have one byte order and one version of
 * this layout.
 *
 * A state of scru64 may have a bound, for processes that share a reserved node id:
 * SORTID_OPTION_BOUND_IN_STATE. Its memory must not outlive the processes, nor be copied:
 * sortid_generator_set_bound. */
typedef struct sortid_shared_state {
    uint64_t opaque[72];
} sortid_shared_state;

/* ---- In a file ----------------------------------------------------------- */

/* A state file has 12,288 bytes. The processes of one machine map it and update it together.
 *
 * - A process may be killed at any instruction: the next one continues, because the page cache
 *   survives processes.
 * - A crash of the system loses the page cache. Then IDs continue after the durable bound. This is
 *   a time, at most a second ahead of the last timestamp, that is on disk before any ID reaches it.
 *   Such a start skips the rest of that second.
 * - Generators renew the bound twice a second while they make IDs. A call waits for the disk only
 *   when the bound is used up.
 * - The last process that closes the file stores a check value over the state. If the state does
 *   not match it at the next opening, IDs continue after the durable bound, as after a crash.
 * - Opening waits for other processes that are opening or closing the file, up to
 *   sortid_file_options.wait_ms; it sleeps by the generator's sleep source. Closing waits at most
 *   about 0.1 s. Making IDs does not wait.
 * - An open file takes two descriptors.
 *
 * What the file cannot guard against:
 *
 * Copies
 * - Two copies in use at once. A copy continues after its own bound and knows nothing of later IDs
 *   of the original: scru64 repeats IDs of the time in which both are used. Use copy_ahead_ms only
 *   if the original has stopped.
 * - Older bytes that are written into the same file while the system runs: generators continue from
 *   them. A copy that gets the name of a removed file may also get its file number, and is then not
 *   recognized. So remove the state instead of restoring an old one.
 * - A snapshot of a machine with its memory that is resumed more than once: each copy has the same
 *   state, also after sortid_snapshot_resumed, which only renews the random bits. scru64 repeats
 *   IDs; ulid does so within the timestamp of the last ID. Open another file after the resume, and
 *   for scru64 one of another node. The same holds for memory of scope processes.
 *
 * File systems
 * - File systems of other machines (NFS, SMB, folders shared with virtual machines): machines do
 *   not see the same memory, and often not the same locks. Use one file for each machine, and for
 *   scru64 one node. A state that another machine uses is SORTID_STATE_UNUSABLE if that can be
 *   recognized.
 * - Truncation while the file is mapped; a full disk although the space was allocated, as on
 *   copy-on-write file systems: SIGBUS ends the process. No ID is repeated.
 * - Removal: processes that have the file open continue, next to those that create a new one.
 * - A container without a volume: the file is deleted with the container.
 * - Symbolic links in the folders of the path, because only the last name is checked.
 * - File systems without hard links (FAT): no file can be created there. On file systems without
 *   nameless files (O_TMPFILE), and where no /proc is mounted, a new file is first named
 *   PATH.sortid-new; if its process is killed, the next creation removes it.
 *
 * Systems
 * - Systems that do not name their boot (all but Linux, and sandboxes without /proc): if the last
 *   process is killed, does not close the file, or is a forked child, the next start moves the time
 *   of IDs a second ahead. Ten such starts in a second use up the allowance.
 * - Systems without locks of open file descriptions (FreeBSD): opening fails with
 *   SORTID_STATE_UNUSABLE.
 * - Windows gives a file the permissions of its folder and knows no owner.
 *
 * Processes
 * - Locks by processes that may only read the file: see `permissions`.
 * - A process that is killed while it opens or closes the file and another of its threads forks:
 *   the child keeps its locks, and others cannot open the file until the child exits.
 * - A signal handler that forks while the process opens the file, if both processes then continue
 *   to open it: they count as one user.
 *
 * Damage
 * - A file that contradicts itself is SORTID_STATE_DAMAGED: a durable bound without an ID, a state
 *   that no generator writes, a lost head or slot.
 * - Damage that leaves a possible state, such as a lower counter, is found only by the check value.
 *   So it is found only if the last user closed the file and the damage happened after that; then
 *   also if any two words of 8 bytes are lost, the check value too. While the file is in use, and
 *   after its last user was killed, such damage is not found: IDs may repeat or lose their order.
 * - A lost slot after a crash of the system, if the head on disk is older than the other slot.
 * - In memory: a state that becomes all zeros. */

/* Values of sortid_file_options.wait_ms. Processes normally need less than a millisecond to open or
 * close a file, and the time of a disk write at the first opening after a boot. */
#define SORTID_DEFAULT_FILE_WAIT_MS 10000 /* 0 means this */
#define SORTID_FILE_WAIT_NONE       0xffffffffffffffffu
#define SORTID_FILE_WAIT_UNLIMITED  0xfffffffffffffffeu

/* How a file is opened. {0} is all defaults. */
typedef struct sortid_file_options {
    /* The permissions of a file that is created, whatever the umask is. 0: 0600. Read and write
     * bits for others may be added; anything else is SORTID_BAD_OPTION. A process that may only
     * read the file can lock it, and so keep others from opening it: give no permission to users
     * that you do not trust. */
    uint32_t permissions;

    /* For a copy of a file, whose original may have made IDs since the copy. 0: IDs continue after
     * the bound in the copy. Otherwise also after the time that is this many ms ahead of the clock.
     * Opening does not wait for that time: making IDs waits or fails, as the mode says. */
    uint32_t copy_ahead_ms;

    /* The longest time that opening waits for others before it returns SORTID_FILE_LOCKED. 0:
     * SORTID_DEFAULT_FILE_WAIT_MS. There is a default limit because a stopped process can keep the
     * lock forever. */
    uint64_t wait_ms;

    bool any_owner;       /* false: another user's file is SORTID_FILE_REFUSED */
    bool must_exist;      /* true: a missing file is SORTID_FILE_FAILED */
    uint8_t reserved8[6]; /* 0 */
    uint64_t reserved[4]; /* 0 */
} sortid_file_options;

/* What a state file contains. */
typedef struct sortid_state_report {
    const sortid_format *format; /* NULL: this version does not know the format's number */
    uint64_t last_unix_ms;       /* ms since 1970 of the last ID's timestamp; 0 unless started */
    uint64_t bound_unix_ms; /* the durable bound: no ID of this or a later ms was made; 0: no ID */
    uint32_t version;       /* of the layout */
    uint32_t node_id;       /* scru64 */
    uint32_t node_id_size;  /* scru64; 0: another format */
    uint32_t last_size;     /* scru64, ulid: bytes of the last ID; else 0 */
    uint8_t last[SORTID_MAX_SIZE];
    bool has_lock; /* commits take a mutex; false: they are atomic */
    bool current;  /* The next opening continues from the state. false: it is of another boot of the
                    * system, a copy, or does not match its check value: then an exclusive opening
                    * continues after the bound. Also false while in use if the boot has no name */
    bool started;  /* current, and there was an ID */
    bool fraction; /* scru160, uuidv7: for generators with SORTID_OPTION_FRACTION only */
    uint8_t reserved8[4];
    uint64_t reserved[4];
} sortid_state_report;

/* Reads a state file without locking or writing it, also while others use it. Fills `size` bytes of
 * *report: pass sizeof *report. Bytes that this version does not know are 0.
 * SORTID_BAD_ARGUMENT        a size below that of the first version
 * SORTID_FILE_FAILED         the system refused: sortid_system_error() says why
 * SORTID_FILE_REFUSED        a symbolic link, or not a regular file
 * SORTID_STATE_UNRECOGNIZED  not a state file
 * SORTID_STATE_DAMAGED       cut short, or contradicts itself
 * SORTID_STATE_UNUSABLE      of another version of the layout */
SORTID_STATUS sortid_state_examine(const char *path, sortid_state_report *report, size_t size)
    SORTID_NONNULL((1, 2));

SORTID_END_C
#endif
