/* SPDX-License-Identifier: MIT */
/* test_windows.c: system/windows.c on a scripted system: the addresses of the system's calls are in
 * a table of the program, where the test puts its own functions. Time and its range, the counter's
 * scale, randomness that fails, sleeps that end early; then real threads, whose memory is wiped at
 * their end, and fibers, which end without their thread. Empty on other systems. */
#include "../support/cases.h"

#include "system/thread_local.h"
#include "system/stream.h"
#include "system/system.h"

#if defined(_WIN32)

#include <errno.h>
#include <pthread.h>

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include <bcrypt.h>

/* ---- Replaced calls --------------------------------------------------------------- */

/* The entries of the import table, as linkers call them. */
extern void *__imp_GetSystemTimePreciseAsFileTime, *__imp_QueryPerformanceFrequency,
    *__imp_QueryPerformanceCounter, *__imp_BCryptGenRandom, *__imp_Sleep;

/* Puts `call` into an entry; returns the entry's old value. */
static void *replace(void **entry, void *call)
{
    DWORD protection;
    void *old = *entry;
    assert_true(VirtualProtect(entry, sizeof *entry, PAGE_READWRITE, &protection));
    *entry = call;
    return old;
}

/* The state of the scripted system; a test sets it before it calls. */
static uint64_t file_time, counter, frequency, counter_step;
static bool counter_works, random_works;
static unsigned random_calls;
static DWORD naps[16];
static size_t nap_count;

static VOID WINAPI give_time(FILETIME *now)
{
    *now = (FILETIME){(DWORD)file_time, (DWORD)(file_time >> 32)};
}

static BOOL WINAPI give_frequency(LARGE_INTEGER *out)
{
    out->QuadPart = (LONGLONG)frequency;
    return TRUE;
}

static BOOL WINAPI give_counter(LARGE_INTEGER *out)
{
    out->QuadPart = (LONGLONG)counter;
    counter += counter_step;
    return counter_works;
}

static NTSTATUS WINAPI give_random(BCRYPT_ALG_HANDLE algorithm, PUCHAR bytes, ULONG size,
                                   ULONG flags)
{
    random_calls++;
    SetLastError(1234);
    if (!random_works || algorithm != NULL || flags != BCRYPT_USE_SYSTEM_PREFERRED_RNG)
        return (NTSTATUS)0xc0000001; // STATUS_UNSUCCESSFUL
    memset(bytes, 0x5a, size);
    return 0;
}

/* Wakes after half of the time, at 1 MHz. */
static VOID WINAPI nap_a_half(DWORD ms)
{
    SetLastError(1234);
    if (nap_count < COUNT_OF(naps))
        naps[nap_count++] = ms;
    counter += (uint64_t)ms * 1000 / 2;
}

/* ---- Clocks ------------------------------------------------------------------------ */

TEST(time)
{
    static const struct {
        uint64_t ticks, unix_us;
        sortid_status status;
    } rows[] = {
        {0, 77, SORTID_CLOCK_OUT_OF_RANGE},
        {UINT64_C(116444735999999999), 77, SORTID_CLOCK_OUT_OF_RANGE},
        {UINT64_C(116444736000000000), 0, SORTID_OK}, // 1970-01-01T00:00:00Z
        {UINT64_C(116444736000000009), 0, SORTID_OK},
        {UINT64_C(116444736000000010), 1, SORTID_OK},
        {UINT64_C(125911584000000000), UINT64_C(946684800000000), SORTID_OK}, // 2000-01-01
        {UINT64_MAX, UINT64_C(1833029933770955161), SORTID_OK},
    };
    void *real = replace(&__imp_GetSystemTimePreciseAsFileTime, (void *)(ULONG_PTR)give_time);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        uint64_t now_us = 77;
        file_time = rows[i].ticks;
        EXPECT_STATUS(sortid_system_time(&now_us), rows[i].status, "row %zu", i);
        EXPECT(now_us == rows[i].unix_us, "row %zu: %llu us", i, (unsigned long long)now_us);
    }
    replace(&__imp_GetSystemTimePreciseAsFileTime, real);
}

/* Replaces the counter, at `hertz`; `real` keeps the old entries. */
static void script_counter(void *real[2], uint64_t hertz, uint64_t step)
{
    frequency = hertz;
    counter_step = step;
    counter_works = true;
    real[0] = replace(&__imp_QueryPerformanceFrequency, (void *)(ULONG_PTR)give_frequency);
    real[1] = replace(&__imp_QueryPerformanceCounter, (void *)(ULONG_PTR)give_counter);
}

static void free_counter(void *const real[2])
{
    replace(&__imp_QueryPerformanceFrequency, real[0]);
    replace(&__imp_QueryPerformanceCounter, real[1]);
}

__extension__ typedef unsigned __int128 wide;

/* Compared with 128-bit arithmetic, up to the bound of 2^34 Hz and to the last ns of 64 bits. */
TEST(monotonic)
{
    static const uint64_t rates[] = {1,        3,          1000,       3579545,
                                     10000000, 2399998000, UINT32_MAX, (UINT64_C(1) << 34) - 1};
    void *real[2];
    script_counter(real, 1, 0);
    for (size_t i = 0; i < COUNT_OF(rates); i++) {
        wide most = (wide)UINT64_MAX * rates[i] / 1000000000;
        frequency = rates[i];
        for (int j = 0; j < 1000; j++) {
            uint64_t limit = most > INT64_MAX ? INT64_MAX : (uint64_t)most;
            counter = j == 0 ? limit : support_random() % (limit + 1);
            uint64_t wanted = (uint64_t)((wide)counter * 1000000000 / frequency);
            uint64_t now_us = sortid_system_monotonic();
            EXPECT(now_us == wanted, "%llu at %llu Hz: %llu ns, not %llu",
                   (unsigned long long)counter, (unsigned long long)frequency,
                   (unsigned long long)now_us, (unsigned long long)wanted);
        }
    }
    counter_works = false;
    assert_int_equal(sortid_system_monotonic(), 0);
    free_counter(real);
}

/* ---- Sleep --------------------------------------------------------------------------- */

/* Never Sleep(0), which does not sleep; repeated until the time is over; at most a second. */
TEST(sleep)
{
    void *real[2], *real_sleep = replace(&__imp_Sleep, (void *)(ULONG_PTR)nap_a_half);
    static const struct {
        uint64_t asked;
        size_t count;
        DWORD naps[11];
    } rows[] = {
        {0, 0, {0}},
        {1, 1, {1}},
        {1000, 2, {1, 1}},
        {1001, 2, {2, 1}}, // 1000 and 500
        {8000, 5, {8, 4, 2, 1, 1}},
        {UINT64_C(3600000000), 11, {1000, 500, 250, 125, 63, 31, 16, 8, 4, 2, 1}},
    };
    script_counter(real, 1000000, 0);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        nap_count = 0;
        counter = 1000000;
        errno = EDOM;
        EXPECT_STATUS(sortid_system_sleep(rows[i].asked), SORTID_OK, "row %zu", i);
        assert_int_equal(errno, EDOM);
        EXPECT(nap_count == rows[i].count, "row %zu: %zu naps", i, nap_count);
        EXPECT(memcmp(naps, rows[i].naps, rows[i].count * sizeof *naps) == 0, "row %zu", i);
        uint64_t wanted = rows[i].asked < 999999 ? rows[i].asked : 999999;
        EXPECT(counter - 1000000 >= wanted, "row %zu: ended too early", i);
    }
    free_counter(real);
    replace(&__imp_Sleep, real_sleep);
}

/* ---- Randomness ------------------------------------------------------------------------- */

static void expect_random(sortid_status status)
{
    uint8_t bytes[40], untouched[40];
    memset(untouched, 0xa5, sizeof untouched);
    memcpy(bytes, untouched, sizeof bytes);
    random_calls = 0;
    errno = EDOM;
    SetLastError(77);
    EXPECT_STATUS(sortid_system_random(bytes, 32), status, "32 bytes");
    assert_int_equal(GetLastError(), 77);
    assert_int_equal(errno, EDOM);
    assert_true((sortid_system_error() < 0) == (status != SORTID_OK)); // an NTSTATUS
    assert_int_equal(random_calls, 1);
    EXPECT((memcmp(bytes, untouched, 32) == 0) == (status != SORTID_OK), "the bytes");
    EXPECT_BYTES(bytes + 32, untouched + 32, 8, "after the bytes");
}

TEST(random)
{
    void *real = replace(&__imp_BCryptGenRandom, (void *)(ULONG_PTR)give_random);
    random_works = true;
    expect_random(SORTID_OK);
    random_works = false;
    expect_random(SORTID_RANDOM_FAILED);
    replace(&__imp_BCryptGenRandom, real);
}

/* In a new thread, which has no seed yet. */
static void *make_without_random(void *right)
{
    sortid_scru128 id, untouched;
    memset(&untouched, 0xa5, sizeof untouched);
    id = untouched;
    errno = EDOM;
    SetLastError(77);
    sortid_status status = sortid_scru128_new(&id, NULL);
    *(bool *)right = status == SORTID_RANDOM_FAILED && GetLastError() == 77 && errno == EDOM &&
                     memcmp(&id, &untouched, sizeof id) == 0;
    random_works = true; // the same thread succeeds when the system does
    *(bool *)right = *(bool *)right && sortid_scru128_new(&id, NULL) == SORTID_OK;
    return NULL;
}

static void in_thread(void *(*body)(void *), void *argument)
{
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, body, argument), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
}

TEST(random_refused)
{
    bool right = false;
    void *real = replace(&__imp_BCryptGenRandom, (void *)(ULONG_PTR)give_random);
    random_works = false;
    in_thread(make_without_random, &right);
    replace(&__imp_BCryptGenRandom, real);
    assert_true(right);
}

/* ---- Threads ------------------------------------------------------------------------------ */

struct words {
    uint64_t words[5];
};
THREAD_LOCAL(struct words, thread_words)
THREAD_LOCAL(uint8_t, thread_byte)

static void *check_own(void *fault)
{
    static const struct words zeros;
    *(bool *)fault = memcmp(thread_words(), &zeros, sizeof zeros) != 0 || *thread_byte() != 0;
    memset(thread_words(), 0xff, sizeof zeros);
    *thread_byte() = 1;
    return NULL;
}

TEST(own)
{
    struct words *mine = thread_words();
    memset(mine, 0x11, sizeof *mine);
    *thread_byte() = 0x22;
    for (int i = 0; i < 50; i++) {
        bool fault = true;
        in_thread(check_own, &fault);
        assert_false(fault);
    }
    assert_ptr_equal(mine, thread_words());
    assert_int_equal(mine->words[4], UINT64_C(0x1111111111111111));
    assert_int_equal(*thread_byte(), 0x22);
}

struct counted {
    struct thread_exit node;
    int ends;
};

static void count_end(struct thread_exit *node)
{
    ((struct counted *)(void *)node)->ends++;
}

static struct ending {
    struct counted counted[2];
    struct stream stream;
} ending;

/* Draws from the stream, so that it has a key; registers two nodes. */
static void *leave_secrets(void *unused)
{
    uint8_t bytes[16];
    (void)unused;
    for (size_t i = 0; i < 2; i++)
        if (at_thread_exit(&ending.counted[i].node, count_end) != SORTID_OK)
            return NULL;
    return sortid_system_stream_fill(&ending.stream, bytes, sizeof bytes, 1) == SORTID_OK ? &ending
                                                                                          : NULL;
}

static bool is_zero(const void *memory, size_t size)
{
    const uint8_t *at = memory;
    while (size > 0 && *at == 0)
        at++, size--;
    return size == 0;
}

TEST(wiped_at_exit)
{
    for (int i = 0; i < 3; i++) {
        pthread_t thread;
        void *result = NULL;
        memset(&ending, 0, sizeof ending);
        assert_int_equal(pthread_create(&thread, NULL, leave_secrets, NULL), 0);
        assert_int_equal(pthread_join(thread, &result), 0);
        assert_ptr_equal(result, &ending);
        assert_int_equal(ending.counted[0].ends, 1);
        assert_int_equal(ending.counted[1].ends, 1);
        assert_true(ending.stream.has_ended);
        assert_true(is_zero(ending.stream.bytes, sizeof ending.stream.bytes));
    }
}

/* ---- Fibers ---------------------------------------------------------------------------------- */

static void *main_fiber;
static sortid_ulid fiber_ids[3];

static VOID CALLBACK make_in_fiber(void *out)
{
    if (sortid_ulid_new(out, NULL) != SORTID_OK)
        memset(out, 0, sizeof(sortid_ulid));
    SwitchToFiber(main_fiber);
}

/* A fiber that ends does not affect its thread's generator. */
static void *make_around_fiber(void *right)
{
    main_fiber = ConvertThreadToFiber(NULL);
    void *fiber = CreateFiber(0, make_in_fiber, &fiber_ids[1]);
    *(bool *)right = sortid_ulid_new(&fiber_ids[0], NULL) == SORTID_OK;
    SwitchToFiber(fiber);
    DeleteFiber(fiber);
    sortid_event event = 0;
    *(bool *)right = *(bool *)right && sortid_ulid_new(&fiber_ids[2], &event) == SORTID_OK;
    return NULL;
}

TEST(fiber)
{
    bool right = false;
    in_thread(make_around_fiber, &right);
    assert_true(right);
    assert_true(sortid_ulid_compare(&fiber_ids[0], &fiber_ids[1]) < 0);
    assert_true(sortid_ulid_compare(&fiber_ids[1], &fiber_ids[2]) < 0);
}

/* ---- scru64, whose own test needs forked children -------------------------------------------- */

enum { threads = 4, thread_ids = 2000 };

static void *make_scru64(void *ids)
{
    sortid_scru64 *id = ids;
    for (int i = 0; i < thread_ids; i++, id++)
        while (sortid_scru64_new(id, NULL) != SORTID_OK)
            Sleep(1); // the counter of this tick is full
    return NULL;
}

static int compare_scru64(const void *a, const void *b)
{
    return sortid_scru64_compare(a, b);
}

TEST(scru64)
{
    static sortid_scru64 ids[threads][thread_ids];
    pthread_t made[threads];
    assert_int_equal(unsetenv("SCRU64_NODE_SPEC"), 0);
    EXPECT_STATUS(sortid_scru64_new(ids[0], NULL), SORTID_NO_NODE_SPEC, "no node");
    assert_int_equal(setenv("SCRU64_NODE_SPEC", "+42/8", 1), 0);
    EXPECT_STATUS(sortid_scru64_new(ids[0], NULL), SORTID_BAD_NODE_SPEC, "a bad node");
    assert_int_equal(setenv("SCRU64_NODE_SPEC", "42/8", 1), 0);
    for (int i = 0; i < threads; i++)
        assert_int_equal(pthread_create(&made[i], NULL, make_scru64, ids[i]), 0);
    for (int i = 0; i < threads; i++)
        assert_int_equal(pthread_join(made[i], NULL), 0);
    for (int i = 0; i < threads; i++)
        for (int j = 1; j < thread_ids; j++)
            assert_true(sortid_scru64_compare(&ids[i][j - 1], &ids[i][j]) < 0);
    qsort(ids, (size_t)threads * thread_ids, sizeof ids[0][0], compare_scru64);
    for (int i = 1; i < threads * thread_ids; i++)
        assert_true(sortid_scru64_compare(&ids[0][i - 1], &ids[0][i]) < 0);
}

CASES_MAIN(NULL, NULL)

#endif
