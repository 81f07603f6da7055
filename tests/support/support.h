/* SPDX-License-Identifier: MIT */
/* support.h: shared by the unit tests: expectations with context, a seed that is printed and can be
 * set, the reader of the vector files, child processes, and scripted sources of time, randomness
 * and sleep that record their calls and fail on demand. Each test includes it first; it includes
 * cmocka and the library's header. It never calls the code under test. */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <cmocka.h>

#include <sortid.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* "file:line", for expectations in a helper that a test calls. */
#define SUPPORT_TEXT_OF_(line) #line
#define SUPPORT_LINE_OF_(line) SUPPORT_TEXT_OF_(line)
#define PLACE                  __FILE__ ":" SUPPORT_LINE_OF_(__LINE__)

/* The case that a loop of the test is at, which each failure below names; NULL: none. */
extern const char *support_case;

/* Fails the test with a formatted message. */
#define EXPECT(condition, ...)                                                                     \
    do {                                                                                           \
        if (!(condition))                                                                          \
            support_fail(__FILE__, __LINE__, __VA_ARGS__);                                         \
    } while (0)
void support_fail(const char *file, int line, const char *format, ...)
    __attribute__((noreturn, format(printf, 3, 4)));

/* Expects a status; the arguments after it are a format and its arguments, which describe the
 * case. */
#define EXPECT_STATUS(actual, expected, ...)                                                       \
    support_expect_status((actual), (expected), __FILE__, __LINE__, __VA_ARGS__)
void support_expect_status(sortid_status actual, sortid_status expected, const char *file, int line,
                           const char *format, ...) __attribute__((format(printf, 5, 6)));

/* The same, described by the call itself. */
#define EXPECT_GIVES(call, status) EXPECT_STATUS(call, status, "%s", #call)
#define EXPECT_OK(call)            EXPECT_STATUS(call, SORTID_OK, "%s", #call)

/* Expects equal bytes and shows both sides in hex. */
#define EXPECT_BYTES(actual, expected, size, ...)                                                  \
    support_expect_bytes((actual), (expected), (size), __FILE__, __LINE__, __VA_ARGS__)
void support_expect_bytes(const void *actual, const void *expected, size_t size, const char *file,
                          int line, const char *format, ...) __attribute__((format(printf, 6, 7)));

/* ---- Seed and random numbers of the tests themselves ---------------------- */

/* Seeds from the environment variable SORTID_SEED, otherwise at random, and prints the seed. Each
 * test program calls it first. */
void support_begin(void);
uint64_t support_random(void);
uint64_t support_below(uint64_t limit); /* 0 to limit - 1 */
void support_random_bytes(void *bytes, size_t size);

/* The numbers that follow from a state of the caller (splitmix64), which may have any initial
 * value. */
uint64_t support_next_random(uint64_t *state);

/* ---- Numbers and bytes from text ------------------------------------------- */

/* Bytes from hex digits, two for each byte; fails on anything else. */
void support_unhex(uint8_t *bytes, size_t size, const char *hex);

/* A decimal number below 2^64; fails on anything else. */
uint64_t support_number(const char *decimal);

/* A copy in a block of exactly its size, which the caller frees: a sanitizer finds each access
 * before its start and after its end. */
char *support_exact_copy(const char *text, size_t length);

/* A copy with " instead of ', and NUL, in a block of exactly its size, which the caller frees: JSON
 * in a string of C without backslashes. */
char *support_json(const char *text, size_t length);

/* ---- Sanitizers ------------------------------------------------------------------ */

/* Sanitizers have locks. In the child of a process with many threads, a thread that the child does
 * not have may own one: then the child's threads hang in it, and a raw clone may hang at once. The
 * thread sanitizer hangs even if a fork comes during its own calls. */
#if defined(__has_feature)
#define SUPPORT_HAS(feature) __has_feature(feature)
#else
#define SUPPORT_HAS(feature) 0
#endif
#if defined(__SANITIZE_THREAD__) || SUPPORT_HAS(thread_sanitizer)
#define HAS_THREAD_SANITIZER true
#else
#define HAS_THREAD_SANITIZER false
#endif
#if defined(__SANITIZE_ADDRESS__) || SUPPORT_HAS(address_sanitizer) || SUPPORT_HAS(memory_sanitizer)
#define HAS_SANITIZER_LOCKS true
#else
#define HAS_SANITIZER_LOCKS HAS_THREAD_SANITIZER
#endif

/* Skips the test for this reason, as of printf, without a line feed. */
__attribute__((format(printf, 1, 2))) void support_skip(const char *reason, ...);

/* ---- Emulators ------------------------------------------------------------------- */

/* Ends the reason of a skip: ": SORTID_EMULATED=1" in a run under an emulator, where tools/summary
 * accepts it; otherwise "". */
const char *support_emulated(void);

/* Skips the test if another program runs this one (an emulator, valgrind, a loader with another
 * library path): then the program cannot start its own executable file. */
void support_need_own_start(void);

/* ---- Child processes ------------------------------------------------------ */

/* In a child a test must not fail by longjmp: the child ends with status 1 instead. */
#define CHILD_CHECK(condition)                                                                     \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: in the child: %s\n", __FILE__, __LINE__, #condition);          \
            _Exit(1);                                                                              \
        }                                                                                          \
    } while (0)

/* Zeros that children share with their parent, freed by munmap(memory, size). For the test process:
 * support_share fails the test if the system refuses. For a child, which cannot fail that way, the
 * other one prints the reason on standard error and returns NULL. */
void *support_share(size_t size);
void *support_share_or_null(size_t size);

/* Runs `body` in a forked child and returns its result, 0 to 255; fails the test if the child ended
 * in another way. */
int support_in_child(int (*body)(void *argument), void *argument);

/* Waits for the end of a child; whether it exited with 0. False for a child that is not one. */
bool support_ended_well(pid_t child);

/* ---- Calls of the library that the linker puts through the test ------------- */

/* Declares __wrap_NAME, which the test defines, and __real_NAME, with the type of the call. */
#define WRAP(name) __typeof__(name) __real_##name, __wrap_##name

/* ---- Scripted sources ----------------------------------------------------- */

/* A clock that returns `now_us`, then advances by `step_us`. Call number
 * `fail_at` (from 1; 0: none) fails with `failure`. */
typedef struct support_clock {
    uint64_t now_us;
    uint64_t step_us;
    size_t calls;
    size_t fail_at;
    sortid_status failure;
} support_clock;
sortid_clock support_clock_source(support_clock *clock);

/* Randomness: the bytes of `script`, then `pattern` for ever. A call that fails uses no byte of the
 * script. */
typedef struct support_draws {
    const uint8_t *script;
    size_t script_size;
    uint8_t pattern;
    size_t calls;
    size_t bytes;     /* given out so far */
    uint64_t last_us; /* the time passed to the last call */
    size_t fail_at;
    sortid_status failure;
} support_draws;
sortid_random support_draws_source(support_draws *draws);

/* Sleep that advances `clock` by the requested time less `short_us`. */
typedef struct support_naps {
    support_clock *clock;
    uint64_t short_us;
    size_t calls;
    uint64_t last_us; /* the time requested by the last call */
    size_t fail_at;
    sortid_status failure;
} support_naps;
sortid_sleep support_naps_source(support_naps *naps);

/* The default sources, but with the time *unix_us and draws of zeros. Threads may share them. */
sortid_sources support_fixed_sources(uint64_t *unix_us);
extern const sortid_random support_zeros;

/* All three. */
typedef struct support_world {
    support_clock clock;
    support_draws draws;
    support_naps naps;
    sortid_sources sources;
} support_world;

/* Clock at `now_us` with resolution 1 us, draws of `pattern`, sleeps that advance
 * the clock; `world` must not move. */
void support_world_init(support_world *world, uint64_t now_us, uint8_t pattern);
