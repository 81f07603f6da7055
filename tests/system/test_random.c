/* SPDX-License-Identifier: MIT */
/* test_random.c: the random source: it fills the requested bytes and no others, no 16 bytes ever
 * come twice (within a thread, between threads, between parent and child), it takes a new seed when
 * a second has passed, and it fails when the kernel refuses. It cannot be seen from here that a
 * used key is erased. The only test of randomness is a coarse count of bits. */
#include "../support/cases.h"
#include "../support/family.h"
#include "../support/forbid.h"

#include <errno.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define BLOCK 16
#define NOW   UINT64_C(1700000000000000)

/* The exit status of a child that cannot forbid the call. */
#define CANNOT_FORBID 77

static sortid_status fill(void *bytes, size_t size, uint64_t unix_us)
{
    sortid_random random;
    sortid_random_secure(&random);
    return random.fill(random.context, bytes, size, unix_us);
}

static void expect_no_twins(uint8_t *blocks, size_t count, const char *what)
{
    EXPECT(support_all_differ(blocks, count, BLOCK), "%s: 16 bytes came twice", what);
}

/* ---- A kernel that refuses --------------------------------------------------------------- */

/* A failing fill: its status; errno is kept, no byte is written. */
static bool is_refused(uint64_t unix_us)
{
    uint8_t bytes[BLOCK], untouched[BLOCK];
    memset(untouched, 0xa5, sizeof untouched);
    memcpy(bytes, untouched, sizeof bytes);
    errno = EDOM;
    return fill(bytes, sizeof bytes, unix_us) == SORTID_RANDOM_FAILED && errno == EDOM &&
           memcmp(bytes, untouched, sizeof bytes) == 0;
}

static int refused_in_grandchild(void *argument)
{
    (void)argument;
    CHILD_CHECK(is_refused(NOW));
    return 0;
}

/* Seeded before the call was forbidden: valid for a second, but not for an earlier time, and not in
 * a child of the child. */
static int draw_without_kernel(void *argument)
{
    (void)argument;
    uint8_t bytes[BLOCK];
    CHILD_CHECK(fill(bytes, sizeof bytes, NOW - 5000000) == SORTID_OK);
    CHILD_CHECK(fill(bytes, sizeof bytes, NOW) == SORTID_OK); // a new seed at NOW
    if (!support_forbid_getrandom(EPERM))
        return CANNOT_FORBID;
    CHILD_CHECK(fill(bytes, sizeof bytes, NOW) == SORTID_OK);
    CHILD_CHECK(fill(bytes, sizeof bytes, NOW + 999999) == SORTID_OK);
    CHILD_CHECK(is_refused(NOW + 1000000));
    CHILD_CHECK(is_refused(NOW - 1));
    CHILD_CHECK(fill(bytes, sizeof bytes, NOW + 999999) == SORTID_OK);
    pid_t pid = fork();
    CHILD_CHECK(pid >= 0);
    if (pid == 0)
        _exit(refused_in_grandchild(NULL));
    CHILD_CHECK(support_ended_well(pid));
    return 0;
}

/* Without a seed: the default generator fails too, and does not touch its output. */
static int make_without_kernel(void *argument)
{
    (void)argument;
    if (!support_forbid_getrandom(EPERM))
        return CANNOT_FORBID;
    CHILD_CHECK(is_refused(NOW));
    sortid_scru128 id, untouched;
    memset(&untouched, 0xa5, sizeof untouched);
    id = untouched;
    errno = EDOM;
    CHILD_CHECK(sortid_scru128_new(&id, NULL) == SORTID_RANDOM_FAILED);
    CHILD_CHECK(errno == EDOM);
    CHILD_CHECK(memcmp(&id, &untouched, sizeof id) == 0);
    return 0;
}

static void expect_child(int (*body)(void *argument))
{
    int result = support_in_child(body, NULL);
    if (result == CANNOT_FORBID)
        support_skip("this system cannot forbid getrandom%s", support_emulated());
    assert_int_equal(result, 0);
}

/* The first test: its child must not inherit a seed. */
TEST(kernel_refuses)
{
    expect_child(make_without_kernel);
}

TEST(new_seed_each_second)
{
    expect_child(draw_without_kernel);
}

/* ---- Sizes ------------------------------------------------------------------------ */

#define LARGEST 5000

/* Each size from 0 to 5000: nothing is written after it, and no block comes twice. */
TEST(sizes)
{
    size_t room = (size_t)LARGEST * (LARGEST + 1) / 2 / BLOCK, count = 0;
    uint8_t *blocks = malloc(room * BLOCK);
    assert_non_null(blocks);
    for (size_t size = 0; size <= LARGEST; size++) {
        uint8_t bytes[LARGEST + 8];
        memset(bytes, 0xa5, sizeof bytes);
        EXPECT_STATUS(fill(bytes, size, NOW), SORTID_OK, "size %zu", size);
        for (size_t i = size; i < size + 8; i++)
            EXPECT(bytes[i] == 0xa5, "size %zu: byte %zu written", size, i);
        memcpy(blocks + count * BLOCK, bytes, size / BLOCK * BLOCK);
        count += size / BLOCK;
    }
    EXPECT(count > 700000 && count <= room, "%zu blocks", count);
    expect_no_twins(blocks, count, "sizes");
    free(blocks);
}

/* Ones and zeros in each bit of a byte: 800,000 draws; 20 times the expected deviation of 450 is
 * allowed, so chance never fails the test. */
TEST(bits)
{
    enum { bytes_drawn = 800000 };
    uint8_t *bytes = malloc(bytes_drawn);
    assert_non_null(bytes);
    EXPECT_OK(fill(bytes, bytes_drawn, NOW));
    for (int bit = 0; bit < 8; bit++) {
        size_t ones = 0;
        for (size_t i = 0; i < bytes_drawn; i++)
            ones += bytes[i] >> bit & 1;
        EXPECT(ones > 391000 && ones < 409000, "bit %d: %zu ones", bit, ones);
    }
    free(bytes);
}

/* Times that jump: a new seed or none, and bytes never come again. */
TEST(times)
{
    static const uint64_t times[] = {
        NOW, NOW + 999999, NOW + 1000000, NOW - 1, 0, UINT64_MAX, UINT64_MAX, 0, NOW};
    uint8_t blocks[COUNT_OF(times)][BLOCK];
    for (size_t i = 0; i < COUNT_OF(times); i++)
        EXPECT_STATUS(fill(blocks[i], BLOCK, times[i]), SORTID_OK, "time %zu", i);
    expect_no_twins(blocks[0], COUNT_OF(times), "times");
}

/* ---- Threads ------------------------------------------------------------------------- */

enum { threads = 8, thread_blocks = 4096 };

static void *fill_blocks(void *blocks)
{
    for (size_t i = 0; i < thread_blocks; i++)
        if (fill((uint8_t *)blocks + i * BLOCK, BLOCK, NOW) != SORTID_OK)
            return NULL;
    return blocks;
}

TEST(threads)
{
    static uint8_t blocks[threads][thread_blocks][BLOCK];
    pthread_t ids[threads];
    for (size_t i = 0; i < threads; i++)
        assert_int_equal(pthread_create(&ids[i], NULL, fill_blocks, blocks[i]), 0);
    for (size_t i = 0; i < threads; i++) {
        void *result = NULL;
        assert_int_equal(pthread_join(ids[i], &result), 0);
        EXPECT(result == blocks[i], "a fill failed in thread %zu", i);
    }
    expect_no_twins(blocks[0][0], (size_t)threads * thread_blocks, "threads");
}

/* ---- Forks ---------------------------------------------------------------------------- */

enum { fork_blocks = 512 };

/* Parent and two children draw from what was the parent's stream. */
static void expect_different(pid_t (*fork_call)(void), const char *what)
{
    size_t size = 3 * fork_blocks * BLOCK;
    uint8_t *shared = support_share(size);
    uint8_t warm_up[100];
    EXPECT_STATUS(fill(warm_up, sizeof warm_up, NOW), SORTID_OK, "%s", what);
    for (size_t child = 1; child <= 2; child++) {
        fflush(NULL);
        pid_t pid = fork_call();
        assert_true(pid >= 0);
        if (pid == 0)
            _exit(fill(shared + child * fork_blocks * BLOCK, fork_blocks * BLOCK, NOW) !=
                  SORTID_OK);
        int status = -1;
        assert_true(waitpid(pid, &status, 0) == pid);
        EXPECT(status == 0, "%s: child %zu failed", what, child);
    }
    EXPECT_STATUS(fill(shared, fork_blocks * BLOCK, NOW), SORTID_OK, "%s", what);
    expect_no_twins(shared, 3 * fork_blocks, what);
    munmap(shared, size);
}

TEST(forks)
{
    expect_different(support_plain_fork, "fork");
    if (support_notices_raw_clone("draws"))
        expect_different(support_raw_clone, "raw clone");
}

CASES_MAIN(NULL, NULL)
