/* SPDX-License-Identifier: MIT */
/* test_lock.c: a lock in memory, with threads only, so that the test runs wherever the library
 * does: who gets it, who must wait, nested calls, and a holder that dies. tests/shared/ kills
 * processes that have it. */
#include "../support/cases.h"

#include "system/lock.h"

#include <pthread.h>

static void *try_lock(void *argument)
{
    static sortid_status status;
    struct lock *lock = argument;
    status = sortid_system_lock_try(lock);
    if (status == SORTID_OK)
        sortid_system_lock_leave(lock);
    return &status;
}

static void *take_and_die(void *argument)
{
    static sortid_status status;
    status = sortid_system_lock_take(argument);
    return &status;
}

static sortid_status in_thread(void *(*body)(void *), struct lock *lock)
{
    pthread_t thread;
    void *status = NULL;
    assert_int_equal(pthread_create(&thread, NULL, body, lock), 0);
    assert_int_equal(pthread_join(thread, &status), 0);
    return *(sortid_status *)status;
}

TEST(lock)
{
    struct lock lock;
    EXPECT_OK(sortid_system_lock_init(&lock));
    for (int i = 0; i < 3; i++) {
        EXPECT_OK(sortid_system_lock_take(&lock));
        EXPECT_STATUS(sortid_system_lock_take(&lock), SORTID_BUSY, "nested");
        EXPECT_STATUS(in_thread(try_lock, &lock), SORTID_WAIT, "another's try");
        sortid_system_lock_leave(&lock);
        EXPECT_OK(in_thread(try_lock, &lock));
        EXPECT_OK(sortid_system_lock_try(&lock));
        sortid_system_lock_leave(&lock);
    }
}

TEST(lock_of_dead)
{
    struct lock lock;
    if (*support_emulated() != '\0')
        support_skip("the emulator does not report dead owners%s", support_emulated());
    EXPECT_OK(sortid_system_lock_init(&lock));
    for (int i = 0; i < 3; i++) {
        EXPECT_OK(in_thread(take_and_die, &lock));
        EXPECT_OK(sortid_system_lock_take(&lock));
        EXPECT_STATUS(sortid_system_lock_take(&lock), SORTID_BUSY, "nested");
        EXPECT_STATUS(in_thread(try_lock, &lock), SORTID_WAIT, "another's");
        sortid_system_lock_leave(&lock);
    }
}

CASES_MAIN(NULL, NULL)
