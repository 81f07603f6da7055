/* SPDX-License-Identifier: MIT */
/* test_system.c: the library on an operating system that fails: the linker puts the calls of
 * system/posix.c through the __wrap_ functions here (tests/CMakeLists.txt has the list), which fail
 * on demand, or do what another thread or a signal handler could do at that moment. Each case runs
 * in a child process, because most test the first use of the library; the parent never uses it. */
#include "../support/cases.h"

#include "system/epoch.h"
#include "system/stream.h"
#include "system/system.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

/* On 32-bit machines posix.c uses glibc's calls for 64-bit offsets and times, which have other
 * names. */
#if defined(__GLIBC__) && !defined(__LP64__)
#define WRAPPED_MMAP          __wrap_mmap64
#define REAL_MMAP             __real_mmap64
#define WRAPPED_OPEN          __wrap_open64
#define REAL_OPEN             __real_open64
#define WRAPPED_CLOCK_GETTIME __wrap___clock_gettime64
#define REAL_CLOCK_GETTIME    __real___clock_gettime64
#define WRAPPED_NANOSLEEP     __wrap___nanosleep64
#else
#define WRAPPED_MMAP          __wrap_mmap
#define REAL_MMAP             __real_mmap
#define WRAPPED_OPEN          __wrap_open
#define REAL_OPEN             __real_open
#define WRAPPED_CLOCK_GETTIME __wrap_clock_gettime
#define REAL_CLOCK_GETTIME    __real_clock_gettime
#define WRAPPED_NANOSLEEP     __wrap_nanosleep
#endif

/* A timespec with 64-bit times, which this file cannot request: cmocka's header needs the usual
 * ones. Little-endian if it has padding. */
struct system_time {
    int64_t tv_sec;
    long tv_nsec;
};

int REAL_CLOCK_GETTIME(clockid_t clock, struct system_time *now);
int WRAPPED_CLOCK_GETTIME(clockid_t clock, struct system_time *now);
int WRAPPED_NANOSLEEP(const struct system_time *duration, struct system_time *left);
void *REAL_MMAP(void *address, size_t size, int protection, int flags, int file, int64_t offset);
void *WRAPPED_MMAP(void *address, size_t size, int protection, int flags, int file, int64_t offset);
int REAL_OPEN(const char *path, int flags, ...);
int WRAPPED_OPEN(const char *path, int flags, ...);

/* ---- The scripted system --------------------------------------------------------------- */

/* What the calls do; with 0 and NULL they call the system. */
static struct {
    int clock_error, sleep_error, random_error, map_error, fork_error, key_error, value_error;
    bool before_1970;
    const char *file; /* content of an opened file */
    void (*during_map)(void), (*during_key)(void);
    struct system_time slept;
    unsigned unmapped, deleted;
} system_does;

static int fail_with(int error)
{
    errno = error;
    return -1;
}

int WRAPPED_CLOCK_GETTIME(clockid_t clock, struct system_time *now)
{
    if (system_does.clock_error != 0)
        return fail_with(system_does.clock_error);
    int result = REAL_CLOCK_GETTIME(clock, now);
    if (system_does.before_1970)
        now->tv_sec = -1;
    return result;
}

int WRAPPED_NANOSLEEP(const struct system_time *duration, struct system_time *left)
{
    (void)left;
    system_does.slept = *duration;
    return system_does.sleep_error == 0 ? 0 : fail_with(system_does.sleep_error);
}

WRAP(getentropy);
int __wrap_getentropy(void *bytes, size_t size)
{
    if (system_does.random_error != 0)
        return fail_with(system_does.random_error);
    return __real_getentropy(bytes, size);
}

/* Runs once what happens in the middle of a call. */
static void run_once(void (**during)(void))
{
    void (*now)(void) = *during;
    *during = NULL;
    if (now != NULL)
        now();
}

void *WRAPPED_MMAP(void *address, size_t size, int protection, int flags, int file, int64_t offset)
{
    if (system_does.map_error != 0) {
        errno = system_does.map_error;
        return MAP_FAILED;
    }
    run_once(&system_does.during_map);
    return REAL_MMAP(address, size, protection, flags, file, offset);
}

WRAP(munmap);
int __wrap_munmap(void *address, size_t size)
{
    system_does.unmapped++;
    return __real_munmap(address, size);
}

/* Opens a file with the text, or with "" a file that cannot be read. */
int WRAPPED_OPEN(const char *path, int flags, ...)
{
    int ends[2];
    if (system_does.file == NULL)
        return fail_with(ENOENT);
    if (system_does.file[0] == '\0')
        return REAL_OPEN("/", flags);
    size_t length = strlen(system_does.file);
    if (pipe(ends) != 0 || write(ends[1], system_does.file, length) != (ssize_t)length ||
        close(ends[1]) != 0)
        return REAL_OPEN(path, flags);
    return ends[0];
}

WRAP(pthread_atfork);
int __wrap_pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void))
{
    if (system_does.fork_error != 0)
        return system_does.fork_error;
    return __real_pthread_atfork(prepare, parent, child);
}

WRAP(pthread_key_create);
int __wrap_pthread_key_create(pthread_key_t *key, void (*destructor)(void *value))
{
    if (system_does.key_error != 0)
        return system_does.key_error;
    run_once(&system_does.during_key);
    return __real_pthread_key_create(key, destructor);
}

WRAP(pthread_key_delete);
int __wrap_pthread_key_delete(pthread_key_t key)
{
    system_does.deleted++;
    return __real_pthread_key_delete(key);
}

WRAP(pthread_setspecific);
int __wrap_pthread_setspecific(pthread_key_t key, const void *value)
{
    if (system_does.value_error != 0)
        return system_does.value_error;
    return __real_pthread_setspecific(key, value);
}

/* ---- Clock, randomness, sleep -------------------------------------------------------------- */

TEST_IN_CHILD(clock_fails)
{
    uint64_t now = 7;
    errno = EDOM;
    system_does.clock_error = EINVAL;
    CHILD_CHECK(sortid_system_error() == 0);
    CHILD_CHECK(sortid_system_time(&now) == SORTID_CLOCK_FAILED && now == 7);
    CHILD_CHECK(sortid_system_error() == EINVAL);
    CHILD_CHECK(sortid_system_monotonic() == 0);
    system_does.clock_error = 0;
    system_does.before_1970 = true;
    CHILD_CHECK(sortid_system_time(&now) == SORTID_CLOCK_OUT_OF_RANGE && now == 7);
    CHILD_CHECK(errno == EDOM);
    system_does.before_1970 = false;
    CHILD_CHECK(sortid_system_time(&now) == SORTID_OK && now > 7);
}

static void run_thread(void *(*body)(void *))
{
    pthread_t thread;
    void *result = &thread;
    if (pthread_create(&thread, NULL, body, NULL) != 0 || pthread_join(thread, &result) != 0 ||
        result != NULL)
        _exit(2);
}

static void *has_no_error(void *argument)
{
    (void)argument;
    return sortid_system_error() == 0 ? NULL : &system_does;
}

/* All clocks and all ways to make IDs: no ID, nothing changes, and later calls succeed. */
TEST_IN_CHILD(ids_without_clock)
{
    sortid_ulid id = {{1}};
    sortid_published published;
    sortid_published_init(&published);
    system_does.clock_error = EINVAL;
    CHILD_CHECK(sortid_ulid_new(&id, NULL) == SORTID_CLOCK_FAILED && id.bytes[0] == 1);
    CHILD_CHECK(sortid_system_error() == EINVAL);
    run_thread(has_no_error);
    CHILD_CHECK(sortid_published_update(&published) == SORTID_CLOCK_FAILED);
    system_does.clock_error = 0;
    CHILD_CHECK(sortid_ulid_new(&id, NULL) == SORTID_OK);
}

TEST_IN_CHILD(random_fails)
{
    uint8_t byte = 7;
    sortid_ulid id = {{1}};
    errno = EDOM;
    system_does.random_error = EIO;
    CHILD_CHECK(sortid_system_random(&byte, 1) == SORTID_RANDOM_FAILED);
    CHILD_CHECK(sortid_ulid_new(&id, NULL) == SORTID_RANDOM_FAILED && id.bytes[0] == 1);
    CHILD_CHECK(sortid_system_error() == EIO);
    CHILD_CHECK(errno == EDOM);
    system_does.random_error = 0;
    CHILD_CHECK(sortid_ulid_new(&id, NULL) == SORTID_OK);
}

TEST_IN_CHILD(sleep_ends)
{
    errno = EDOM;
    CHILD_CHECK(sortid_system_sleep(250) == SORTID_OK);
    CHILD_CHECK(system_does.slept.tv_sec == 0 && system_does.slept.tv_nsec == 250000);
    CHILD_CHECK(sortid_system_sleep(5000000) == SORTID_OK);
    CHILD_CHECK(system_does.slept.tv_sec == 0 && system_does.slept.tv_nsec == 999999000);
    system_does.sleep_error = EINTR; /* woken by a signal: the caller reads its clock */
    CHILD_CHECK(sortid_system_sleep(1) == SORTID_OK);
    system_does.sleep_error = EINVAL;
    CHILD_CHECK(sortid_system_sleep(1) == SORTID_SLEEP_FAILED);
    CHILD_CHECK(sortid_system_error() == EINVAL);
    CHILD_CHECK(errno == EDOM);
}

TEST_IN_CHILD(clock_source_is_read)
{
    errno = EDOM;
    CHILD_CHECK(!sortid_system_clocksource_is("tsc")); /* the file does not exist */
    system_does.file = "";
    CHILD_CHECK(!sortid_system_clocksource_is("tsc")); /* the file cannot be read */
    system_does.file = "tsc\n";
    CHILD_CHECK(sortid_system_clocksource_is("tsc"));
    CHILD_CHECK(!sortid_system_clocksource_is("ts"));
    CHILD_CHECK(!sortid_system_clocksource_is("hpet"));
    system_does.file = "tsc-early\n";
    CHILD_CHECK(!sortid_system_clocksource_is("tsc"));
    CHILD_CHECK(errno == EDOM);
}

/* ---- The fork guard -------------------------------------------------------------------------- */

TEST_IN_CHILD(no_memory_for_the_epoch)
{
    uint32_t epoch = 7;
    sortid_scru128 id = {{1}};
    sortid_scru128_generator generator = {{{0}}};
    char text[SORTID_SCRU128_TEXT_SIZE];
    size_t done = 99;
    errno = EDOM;
    system_does.map_error = ENOMEM;
    CHILD_CHECK(epoch_read(&epoch) == SORTID_FORK_GUARD_FAILED && epoch == 7);
    CHILD_CHECK(sortid_scru128_new(&id, NULL) == SORTID_FORK_GUARD_FAILED && id.bytes[0] == 1);
    CHILD_CHECK(sortid_system_error() == ENOMEM);
    CHILD_CHECK(sortid_scru128_fill(&id, 1, &done, NULL) == SORTID_FORK_GUARD_FAILED && done == 0);
    CHILD_CHECK(sortid_scru128_fill_text(text, sizeof text, &done, 1, '\n', NULL) ==
                SORTID_FORK_GUARD_FAILED);
    CHILD_CHECK(done == 0 && id.bytes[0] == 1);
    CHILD_CHECK(sortid_scru128_generator_init(&generator, NULL, NULL) == SORTID_FORK_GUARD_FAILED);
    CHILD_CHECK(sortid_scru128_generator_next(&generator, &id, NULL) == SORTID_NOT_INITIALIZED);
    CHILD_CHECK(errno == EDOM);
    system_does.map_error = 0;
    CHILD_CHECK(sortid_scru128_new(&id, NULL) == SORTID_OK);
}

TEST_IN_CHILD(no_handler_for_forks)
{
    uint32_t epoch = 7;
    system_does.fork_error = ENOMEM;
    CHILD_CHECK(epoch_read(&epoch) == SORTID_FORK_GUARD_FAILED && epoch == 7);
    CHILD_CHECK(system_does.unmapped == 1 && sortid_system_error() == ENOMEM);
    system_does.fork_error = 0;
    CHILD_CHECK(epoch_read(&epoch) == SORTID_OK && epoch != 0);
    CHILD_CHECK(system_does.unmapped == (sortid_system_epoch_in_word() ? 1 : 2));
}

/* The result of a signal handler that runs while the page is mapped. */
static sortid_status nested_status;

static void read_epoch_nested(void)
{
    uint32_t epoch;
    nested_status = epoch_read(&epoch);
}

TEST_IN_CHILD(handler_during_mapping)
{
    uint32_t epoch;
    system_does.during_map = read_epoch_nested;
    CHILD_CHECK(epoch_read(&epoch) == SORTID_OK);
    CHILD_CHECK(nested_status == SORTID_BUSY);
}

/* Another thread is faster in between. */
static uint32_t winner_epoch;

static void *read_epoch_in_thread(void *argument)
{
    (void)argument;
    return epoch_read(&winner_epoch) == SORTID_OK ? NULL : &winner_epoch;
}

static void let_thread_map(void)
{
    run_thread(read_epoch_in_thread);
}

TEST_IN_CHILD(thread_maps_first)
{
    uint32_t epoch;
    system_does.during_map = let_thread_map;
    CHILD_CHECK(epoch_read(&epoch) == SORTID_OK);
    CHILD_CHECK(epoch == winner_epoch && epoch != 0);
    CHILD_CHECK(system_does.unmapped >=
                1); /* the page of the slower one; a thread's stack may follow */
}

/* ---- The thread guard ------------------------------------------------------------------------ */

TEST_IN_CHILD(no_key)
{
    sortid_ulid id = {{1}};
    errno = EDOM;
    system_does.key_error = EAGAIN;
    CHILD_CHECK(sortid_ulid_new(&id, NULL) == SORTID_THREAD_GUARD_FAILED && id.bytes[0] == 1);
    CHILD_CHECK(sortid_system_error() == EAGAIN);
    system_does.key_error = 0;
    system_does.value_error = ENOMEM;
    CHILD_CHECK(sortid_ulid_new(&id, NULL) == SORTID_THREAD_GUARD_FAILED && id.bytes[0] == 1);
    CHILD_CHECK(sortid_system_error() == ENOMEM);
    CHILD_CHECK(errno == EDOM);
    system_does.value_error = 0;
    CHILD_CHECK(sortid_ulid_new(&id, NULL) == SORTID_OK);
}

/* The same for a random source that is used on its own. */
TEST_IN_CHILD(no_key_for_a_stream)
{
    sortid_random secure;
    uint8_t byte = 7;
    sortid_random_secure(&secure);
    system_does.key_error = EAGAIN;
    CHILD_CHECK(secure.fill(secure.context, &byte, 1, 1) == SORTID_THREAD_GUARD_FAILED);
    CHILD_CHECK(byte == 7);
    system_does.key_error = 0;
    CHILD_CHECK(secure.fill(secure.context, &byte, 1, 1) == SORTID_OK);
}

static void do_nothing(struct thread_exit *node)
{
    (void)node;
}

static struct thread_exit nested_node = {.act = do_nothing};

static void add_node_nested(void)
{
    nested_status = sortid_system_at_thread_exit(&nested_node);
}

TEST_IN_CHILD(handler_during_key)
{
    struct thread_exit node = {.act = do_nothing};
    system_does.during_key = add_node_nested;
    CHILD_CHECK(sortid_system_at_thread_exit(&node) == SORTID_OK);
    CHILD_CHECK(nested_status == SORTID_BUSY);
}

/* Two threads, each with work for its end, create the key at the same time. */
static struct thread_exit nodes[2];
static unsigned ended[2];

static void count_end(struct thread_exit *node)
{
    ended[node - nodes]++;
}

static void *guard_second(void *argument)
{
    (void)argument;
    return at_thread_exit(&nodes[1], count_end) == SORTID_OK ? NULL : nodes;
}

static void let_thread_make_key(void)
{
    run_thread(guard_second);
}

static void *guard_first(void *argument)
{
    (void)argument;
    system_does.during_key = let_thread_make_key;
    return at_thread_exit(&nodes[0], count_end) == SORTID_OK ? NULL : nodes;
}

TEST_IN_CHILD(thread_makes_key_first)
{
    run_thread(guard_first);
    CHILD_CHECK(system_does.deleted == 1);
    CHILD_CHECK(ended[0] == 1 && ended[1] == 1);
}

/* A destructor of the thread that draws in each round, also after the stream's destructor. */
static struct stream late_stream;
static pthread_key_t late_key;
static unsigned late_draws;

static void draw_late(void *value)
{
    uint8_t drawn[300] = {0}, zeros[300] = {0};
    if (sortid_system_stream_fill(&late_stream, drawn, sizeof drawn, 1) == SORTID_OK &&
        memcmp(drawn, zeros, sizeof drawn) != 0)
        late_draws++;
    if (late_draws < PTHREAD_DESTRUCTOR_ITERATIONS)
        (void)pthread_setspecific(late_key, value);
}

static void *draw_early(void *unused)
{
    uint8_t drawn[4];
    (void)unused;
    if (sortid_system_stream_fill(&late_stream, drawn, sizeof drawn, 1) != SORTID_OK ||
        late_stream.left == 0)
        return &late_key;
    return pthread_setspecific(late_key, &late_key) == 0 ? NULL : &late_key;
}

/* The key is created after the library's, whose destructor therefore runs first. */
TEST_IN_CHILD(late_draws_leave_nothing)
{
    sortid_ulid id;
    CHILD_CHECK(sortid_ulid_new(&id, NULL) == SORTID_OK);
    CHILD_CHECK(__real_pthread_key_create(&late_key, draw_late) == 0);
    run_thread(draw_early);
    CHILD_CHECK(late_draws == PTHREAD_DESTRUCTOR_ITERATIONS);
    for (size_t i = 0; i < sizeof late_stream.bytes; i++)
        CHILD_CHECK(late_stream.bytes[i] == 0);
    CHILD_CHECK(late_stream.left == 0 && late_stream.epoch == 0);
}

CASES_MAIN(NULL, NULL)
