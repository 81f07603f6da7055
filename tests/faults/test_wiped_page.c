/* SPDX-License-Identifier: MIT */
/* test_wiped_page.c: the two parts of the fork epoch, each by itself: the page that the kernel
 * wipes in a child however it was made, and the atfork handler, which changes the word in each
 * child of fork() and in no other. The page is tested on machines that have it: under an emulator
 * (SORTID_EMULATED=1) and on kernels before 4.14 the test says SKIPPED. It reads the word of
 * system/epoch.h and makes no ID except the first. */
#include "../support/cases.h"
#include "../support/family.h"
#include "system/epoch.h"
#include "system/system.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MARK 0x5a5a5a5aU

/* What a child found, in memory shared with its parent. */
static struct found {
    uint32_t page, word;
    uint32_t epoch;
    sortid_status status;
} * found;

static int share(void **state)
{
    (void)state;
    found = support_share(sizeof *found);
    return 0;
}

static void wait_for(pid_t child)
{
    int status = -1;
    EXPECT(support_ended_well(child), "the child ended with wait status %d", status);
}

/* Whether this kernel wipes pages, and no emulator is in between. */
static bool has_wiped_pages(void)
{
#ifdef MADV_WIPEONFORK
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(page != MAP_FAILED);
    bool taken = madvise(page, 4096, MADV_WIPEONFORK) == 0;
    munmap(page, 4096);
    if (taken)
        return support_notices_raw_clone("the wiped page");
    printf("SKIPPED: madvise(MADV_WIPEONFORK): %s\n", strerror(errno));
#else
    printf("SKIPPED: this system has no MADV_WIPEONFORK\n");
#endif
    return false;
}

/* ---- The page ----------------------------------------------------------------------- */

/* The page is zeros in a child of either kind; in the parent its content stays. */
static void page_is_wiped(pid_t (*fork_call)(void), const char *what)
{
    bool is_wiped = false;
    void *memory = sortid_system_wiped_page(&is_wiped);
    assert_non_null(memory);
    assert_true(is_wiped);
    volatile uint32_t *page = memory;
    EXPECT(*page == 0, "%s: a new page has %u", what, *page);
    *page = MARK;
    *found = (struct found){.page = 1};
    pid_t child = fork_call();
    if (child == 0) {
        found->page = *page;
        _exit(0);
    }
    wait_for(child);
    EXPECT(found->page == 0, "%s: the child finds 0x%x", what, found->page);
    EXPECT(*page == MARK, "%s: the parent finds 0x%x", what, *page);
    sortid_system_free_page(memory);
}

TEST(page)
{
    if (!has_wiped_pages())
        skip();
    page_is_wiped(support_plain_fork, "fork");
    page_is_wiped(support_raw_clone, "raw clone");
}

/* A child that shares the memory is not another process for an ID: the page must stay. */
TEST(vfork_keeps)
{
    if (HAS_THREAD_SANITIZER)
        support_skip("the thread sanitizer makes vfork a fork");
    bool is_wiped = false;
    void *memory = sortid_system_wiped_page(&is_wiped);
    assert_non_null(memory);
    volatile uint32_t *page = memory;
    *page = MARK;
    /* NOLINTNEXTLINE(clang-analyzer-security.insecureAPI.vfork): this is tested */
    pid_t child = vfork();
    if (child == 0)
        _exit(*page == MARK ? 0 : 1);
    wait_for(child);
    assert_int_equal(*page, MARK);
    sortid_system_free_page(memory);
}

/* ---- The word ----------------------------------------------------------------------- */

/* The word in a child before it calls, and the epoch that it reads then. */
static uint32_t fork_and_read(pid_t (*fork_call)(void))
{
    uint32_t before = 0;
    EXPECT_OK(epoch_read(&before));
    *found = (struct found){.word = MARK, .status = SORTID_BUSY};
    pid_t child = fork_call();
    if (child == 0) {
        found->word = atomic_load(atomic_load(&sortid_system_epoch_word));
        found->status = epoch_read(&found->epoch);
        _exit(0);
    }
    wait_for(child);
    EXPECT_OK(found->status);
    EXPECT(found->epoch != 0 && found->epoch != before, "the child's epoch %u, the parent's %u",
           found->epoch, before);
    EXPECT(epoch_is(before), "the parent's epoch changed");
    return before;
}

/* The handler alone: after fork() the word is another number. Where no page is wiped the word stays
 * 0, and fork_and_read sees the epoch change. */
TEST(handler)
{
    bool is_wiped = false;
    sortid_system_free_page(sortid_system_wiped_page(&is_wiped));
    for (int i = 0; i < 3; i++) {
        uint32_t before = fork_and_read(support_plain_fork);
        EXPECT((found->word != 0) == is_wiped && found->word != before,
               "the word in the child is %u, was %u", found->word, before);
        EXPECT(!is_wiped || found->word == found->epoch, "epoch %u, but the word is %u",
               found->epoch, found->word);
    }
}

/* The page alone: no handler runs in a raw clone, and its word is 0. */
TEST(clone)
{
    if (!has_wiped_pages())
        skip();
    for (int i = 0; i < 3; i++) {
        (void)fork_and_read(support_raw_clone);
        EXPECT(found->word == 0, "the word in the child is %u", found->word);
    }
}

CASES_MAIN(share, NULL)
