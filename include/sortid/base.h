/* SPDX-License-Identifier: MIT */
/* sortid/base.h: what all formats share: statuses, events, modes.
 *
 * Every call that can fail returns a sortid_status, which must be checked. A failed call leaves its
 * outputs and the state it works on as they were, with two exceptions: counts such as *done and
 * *written of calls for many, where the header says so; and print calls that return a length, which
 * write an empty text and return 0 for what they refuse. Diagnostics that a call explains for other
 * outcomes (*position of a failure without a place, *event of a failed fill) may become 0. */
#ifndef SORTID_BASE_H
#define SORTID_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SORTID_VERSION_MAJOR  0
#define SORTID_VERSION_MINOR  9
#define SORTID_VERSION_PATCH  0
#define SORTID_VERSION        "0.9.0"
#define SORTID_VERSION_NUMBER 9000 /* MAJOR * 1000000 + MINOR * 1000 + PATCH */

#if defined(__GNUC__)
/* With SORTID_STATIC a shared object that links a static copy of the library, such as a plug-in,
 * does not export it, so that copies do not mix. It may be unloaded (dlclose) while threads that
 * made IDs still run, but not while one is in a call or ends: join these first, or link with -z
 * nodelete. Random streams of threads that end later are not wiped. */
#if defined(_WIN32)
#define SORTID_API
#elif defined(SORTID_STATIC)
#define SORTID_API __attribute__((visibility("hidden")))
#else
#define SORTID_API __attribute__((visibility("default")))
#endif
#define SORTID_MUST_CHECK         __attribute__((warn_unused_result))
#define SORTID_NONNULL(arguments) __attribute__((nonnull arguments))
#else
#define SORTID_API
#define SORTID_MUST_CHECK
#define SORTID_NONNULL(arguments)
#endif

/* A parameter whose buffer overlaps none of the other buffers of the call. Buffers of one call must
 * not overlap unless its comment allows it, with or without this macro; calls for many IDs check
 * it, and return SORTID_BAD_ARGUMENT. */
#if defined(__GNUC__) || defined(_MSC_VER)
#define SORTID_RESTRICT __restrict
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 199901L
#define SORTID_RESTRICT restrict
#else
#define SORTID_RESTRICT
#endif

/* enum SORTID_INT32(name) {...} has 32 bits with every compiler and option (-fshort-enums), so it
 * may be a member of a struct, and an argument between programs of different compilers.
 * SORTID_INT32_END is the last enumerator where only the values decide the size. */
/* clang-format off */
#if defined(__cplusplus) && __cplusplus >= 201103L || \
    defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L
#define SORTID_INT32(name) name : int
#define SORTID_INT32_END(name)
#elif defined(__GNUC__)
#define SORTID_INT32(name) __attribute__((mode(SI))) name
#define SORTID_INT32_END(name)
#else
#define SORTID_INT32(name)     name
#define SORTID_INT32_END(name) , name = 0x7fffffff
#endif
/* clang-format on */

/* Around the declarations of a header: in C++ they have C linkage. */
#ifdef __cplusplus
#define SORTID_BEGIN_C extern "C" {
#define SORTID_END_C   }
#else
#define SORTID_BEGIN_C
#define SORTID_END_C
#endif

/* SORTID_NONNULL((1, 3)) after a declaration: arguments 1 and 3 must not be NULL, which is not
 * checked at run time. A buffer with a length, count or capacity of 0 may be NULL. */

SORTID_BEGIN_C

/* ---- Status: what went wrong --------------------------------------------- */

/* The numbers are part of the ABI: they are never changed or reused. The comments are examples.
 * Later versions add statuses: treat one that you do not know as a failure. */
typedef enum SORTID_INT32(sortid_status) {
    SORTID_OK = 0,

    /* Reading. A position, where the call gives one, counts bytes from 0. */
    SORTID_BAD_LENGTH = 1,    /* "01BX5ZZKBKACTAV9WEVGEMMVR" as a ulid: 25 digits, position 25 */
    SORTID_BAD_DIGIT = 2,     /* "01BX5ZZKBKACTAV9WEVGEMMVRU" as a ulid: position 25 */
    SORTID_OUT_OF_RANGE = 3,  /* "80000000000000000000000000" as a ulid: position 0 */
    SORTID_BAD_NODE_SPEC = 4, /* "+42/8" as a node spec: position 0 */
    SORTID_RESERVED = 5,      /* "000000000042/8" as a node spec: its ID has timestamp 0 */

    /* Preparing a generator */
    SORTID_BAD_OPTION = 6,      /* an overflow guard of 30 bits for a counter of 16 */
    SORTID_NO_NODE_SPEC = 7,    /* sortid_scru64_new() without SCRU64_NODE_SPEC */
    SORTID_ALREADY_SET = 8,     /* sortid_scru64_set_default() twice */
    SORTID_NOT_INITIALIZED = 9, /* a generator of zero bytes that was never prepared */

    /* Generating */
    SORTID_CLOCK_FAILED = 10,        /* the clock source could not read the time */
    SORTID_CLOCK_OUT_OF_RANGE = 11,  /* scru128 at 0 ms: a reserved timestamp */
    SORTID_RANDOM_FAILED = 12,       /* the kernel's getrandom is forbidden */
    SORTID_SLEEP_FAILED = 13,        /* the sleep source gave up */
    SORTID_ROLLBACK = 14,            /* mode abort, clock 10,001 ms behind the last ID */
    SORTID_WAIT = 15,                /* mode wait, pure machine: ask again after wait_us */
    SORTID_OVERFLOW = 16,            /* ulid: no randomness left in this ms */
    SORTID_EXHAUSTED = 17,           /* the timestamp to borrow is beyond the format's last */
    SORTID_FORKED = 18,              /* scru64 in a forked child: its node id is the parent's;
                                     * also after sortid_snapshot_resumed() */
    SORTID_BUSY = 19,                /* a call in a signal handler that interrupted another call, or
                                     * the end of its thread; sortid_scru64_set_default() is
                                     * running in another thread */
    SORTID_FORK_GUARD_FAILED = 20,   /* no memory page to detect a fork */
    SORTID_THREAD_GUARD_FAILED = 21, /* cannot register cleanup at thread exit */

    /* The state of a shared generator */
    SORTID_STATE_UNRECOGNIZED = 22, /* a text file, or memory with other data: not a state */
    SORTID_STATE_DAMAGED = 23,      /* a state file cut short, or one that contradicts itself */
    SORTID_STATE_MISMATCH = 24,     /* a state of node 42/8 for a generator of node 43/8 */
    SORTID_STATE_UNUSABLE = 25,     /* a state of another layout version, one whose lock this system
                                     * lacks, or one with a bound from before a reboot */
    SORTID_FILE_FAILED = 26,        /* a state file in a missing folder: sortid_system_error */
    SORTID_FILE_REFUSED = 27,       /* a symbolic link instead of a state file */

    /* A node id that is reserved for a time */
    SORTID_BOUND_REACHED = 28,    /* mode abort, the bound is at this tick and cannot be raised */
    SORTID_RESERVATION_LOST = 29, /* the node id was released, or has another holder: final */

    /* Writing */
    SORTID_NO_SPACE = 30, /* a text of 26 digits and a NUL for a capacity of 26 */

    /* Misuse of a generator */
    SORTID_MOVED = 31,  /* a copy of a generator: it is not at the address where it was prepared */
    SORTID_CLOSED = 32, /* a generator after sortid_generator_close */
    SORTID_WRONG_FORMAT = 33, /* a generator of scru128 in a sortid_ulid_generator */

    /* The state of a shared generator, continued */
    SORTID_FILE_LOCKED = 34, /* another process keeps the state file locked for longer than
                              * sortid_file_options.wait_ms */

    /* Reading, of formats with fixed bits: "017f22e2-79b0-4cc3-18c4-dc0c0c07398f" as a uuidv7 */
    SORTID_BAD_VERSION = 35, /* position 14: 4, not 7 */
    SORTID_BAD_VARIANT = 36, /* position 19: 1, not 8, 9, a or b */

    /* A node id that is reserved for a time, continued */
    SORTID_BOUND_IN_USE = 37, /* two generators on one reservation: the other one has this tick */

    /* Arguments */
    SORTID_BAD_FORMAT = 38,   /* NULL, as sortid_format_find("ULID") returns it */
    SORTID_BAD_ARGUMENT = 39, /* one that contradicts another: buffers that overlap; a struct size
                               * below that of the first version; memory that is not aligned */

    /* Generating, continued */
    SORTID_SOURCE_FAILED = 40, /* a source returned a number that is neither a status of the library
                                * nor one of your own */
    SORTID_CLOCK_STOPPED = 41  /* mode wait: the clock does not move */
    SORTID_INT32_END(SORTID_STATUS_END)
} sortid_status;

/* Statuses of your own sources: the library returns them to the caller as they are, and never
 * defines one in this range. */
#define SORTID_STATUS_USER_FIRST 0x10000
#define SORTID_STATUS_USER_LAST  0x1ffff

/* Begins the declaration of a call that returns a status. */
#define SORTID_STATUS SORTID_API SORTID_MUST_CHECK sortid_status

/* A sentence in English for a status, never NULL; static, for any thread. */
SORTID_API const char *sortid_status_text(sortid_status status);

/* The name of a status in C, "SORTID_OK"; "SORTID_?" for an unknown number. */
SORTID_API const char *sortid_status_name(sortid_status status);

/* The operating system's error number of this thread's last call that the system made fail, with
 * SORTID_FILE_FAILED, SORTID_CLOCK_FAILED, SORTID_RANDOM_FAILED, SORTID_SLEEP_FAILED,
 * SORTID_FORK_GUARD_FAILED or SORTID_THREAD_GUARD_FAILED: an errno, for strerror(); on Windows that
 * of GetLastError(), for FormatMessage(), or the NTSTATUS of BCryptGenRandom(). Ask directly after
 * the call: later calls may change it, also if they succeed. 0 if there was none. Your own
 * sources do not set it.
 *
 * SORTID_FILE_FAILED also sets errno, to a similar number on Windows, for a program with the C
 * library of this one. All other results keep errno. */
SORTID_API int sortid_system_error(void);

/* The library's version at run time, "0.9.0", and as SORTID_VERSION_NUMBER. */
SORTID_API const char *sortid_version(void);
SORTID_API uint32_t sortid_version_number(void);

/* The name of the implementation of texts, random bytes and counting in use: "scalar", "avx2",
 * "avx512" or "neon". All give the same results. The process uses the last one that this CPU and
 * system can run. */
SORTID_API const char *sortid_simd_name(void);

/* ---- Event: how an ID was made --------------------------------------------
 * One bit for a single ID; a call for many returns the union. */
typedef uint32_t sortid_event;
enum {
    SORTID_EVENT_NEW_TIMESTAMP = 1,       /* first ID of its timestamp: new random counters */
    SORTID_EVENT_COUNTER_INCREMENTED = 2, /* timestamp of the ID before, counter + 1 (or a step) */
    SORTID_EVENT_COUNTER_CARRIED = 4,     /* scru128: counter_lo ran over into counter_hi */
    SORTID_EVENT_TIMESTAMP_BORROWED = 8,  /* a timestamp ahead of the clock: full counters, or a
                                           * fork */
    SORTID_EVENT_RESET = 16 /* the clock went back too far: the order breaks before this ID */
};

/* ---- Mode: what to do when the clock went back further than the allowance -- */
typedef enum SORTID_INT32(sortid_mode) {
    SORTID_MODE_ABORT = 1, /* SORTID_ROLLBACK, the state untouched */
    SORTID_MODE_RESET = 2, /* start again at the clock's time, with event SORTID_EVENT_RESET */
    SORTID_MODE_WAIT = 3   /* sleep until the clock is at most the allowance behind */
    SORTID_INT32_END(SORTID_MODE_END)
} sortid_mode;

/* How far, in ms, the clock may be behind the last ID without a rollback. */
#define SORTID_DEFAULT_ALLOWANCE_MS 10000

/* For `separator` in calls for many: no byte after each text; and, or-ed to a separator in calls
 * that read, more text may follow: see sortid_format_parse_many. */
#define SORTID_NO_SEPARATOR 0x100
#define SORTID_MORE         0x200

SORTID_END_C
#endif
