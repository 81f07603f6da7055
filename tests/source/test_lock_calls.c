/* SPDX-License-Identifier: MIT */
/* test_lock_calls.c: what source/lock_posix.c makes of a system that cannot make its mutex, or not
 * of the kind that it needs: the linker puts its calls through the __wrap_ functions here
 * (wrapped.cmake). */
#include "../support/support.h"

#include "source/lock.h"

#include <errno.h>
#include <pthread.h>

enum call { NONE, BEGIN, SHARE, OUTLIVE, CHECK_ERRORS, MAKE };

static enum call failing;
static int made, destroyed; /* sets of attributes */

static int result_of(enum call call)
{
    return failing == call ? ENOTSUP : 0;
}

int __wrap_pthread_mutexattr_init(pthread_mutexattr_t *how);
int __wrap_pthread_mutexattr_destroy(pthread_mutexattr_t *how);
int __wrap_pthread_mutexattr_setpshared(pthread_mutexattr_t *how, int shared);
int __wrap_pthread_mutexattr_setrobust(pthread_mutexattr_t *how, int robust);
int __wrap_pthread_mutexattr_settype(pthread_mutexattr_t *how, int type);
int __wrap_pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *how);

int __wrap_pthread_mutexattr_init(pthread_mutexattr_t *how)
{
    (void)how;
    made += failing != BEGIN;
    return result_of(BEGIN);
}

int __wrap_pthread_mutexattr_destroy(pthread_mutexattr_t *how)
{
    (void)how;
    destroyed++;
    return 0;
}

int __wrap_pthread_mutexattr_setpshared(pthread_mutexattr_t *how, int shared)
{
    (void)how;
    assert_int_equal(shared, PTHREAD_PROCESS_SHARED);
    return result_of(SHARE);
}

int __wrap_pthread_mutexattr_setrobust(pthread_mutexattr_t *how, int robust)
{
    (void)how;
    assert_int_equal(robust, PTHREAD_MUTEX_ROBUST);
    return result_of(OUTLIVE);
}

int __wrap_pthread_mutexattr_settype(pthread_mutexattr_t *how, int type)
{
    (void)how;
    assert_int_equal(type, PTHREAD_MUTEX_ERRORCHECK);
    return result_of(CHECK_ERRORS);
}

int __wrap_pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *how)
{
    (void)mutex, (void)how;
    return result_of(MAKE);
}

static void test_init(void **state)
{
    struct lock lock;
    (void)state;
    errno = 123;
    for (int call = NONE; call <= MAKE; call++) {
        failing = (enum call)call;
        EXPECT_STATUS(sortid_source_lock_init(&lock),
                      failing == NONE ? SORTID_OK : SORTID_STATE_UNUSABLE, "call %d", call);
        EXPECT(made == destroyed, "call %d: attributes are left", call);
        EXPECT(errno == 123, "call %d: errno %d", call, errno);
    }
    EXPECT(made == 5, "%d made", made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_init)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
