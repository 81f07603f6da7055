/* SPDX-License-Identifier: MIT */
/* test_lock_posix.c: the lock of source/lock_posix.c where the C library refuses to make it: the
 * linker puts the calls that prepare it through the __wrap_ functions here (wrapped.cmake), of
 * which one fails. Then there is no lock, and memory for a shared state is for atomic steps
 * alone. How locks work is tested by shared/. */
#include "../support/support.h"

#include "shared/memory.h"

#include <errno.h>
#include <pthread.h>

int __real_pthread_mutexattr_init(pthread_mutexattr_t *how);
int __wrap_pthread_mutexattr_init(pthread_mutexattr_t *how);
int __real_pthread_mutexattr_setpshared(pthread_mutexattr_t *how, int value);
int __wrap_pthread_mutexattr_setpshared(pthread_mutexattr_t *how, int value);
int __real_pthread_mutexattr_setrobust(pthread_mutexattr_t *how, int value);
int __wrap_pthread_mutexattr_setrobust(pthread_mutexattr_t *how, int value);
int __real_pthread_mutexattr_settype(pthread_mutexattr_t *how, int value);
int __wrap_pthread_mutexattr_settype(pthread_mutexattr_t *how, int value);
int __real_pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *how);
int __wrap_pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *how);

enum call { NO_CALL, ATTRIBUTES, SHARED, ROBUST, TYPE, MUTEX, CALLS };
static enum call failing;

int __wrap_pthread_mutexattr_init(pthread_mutexattr_t *how)
{
    return failing == ATTRIBUTES ? ENOMEM : __real_pthread_mutexattr_init(how);
}

int __wrap_pthread_mutexattr_setpshared(pthread_mutexattr_t *how, int value)
{
    assert_int_equal(value, PTHREAD_PROCESS_SHARED);
    return failing == SHARED ? ENOTSUP : __real_pthread_mutexattr_setpshared(how, value);
}

int __wrap_pthread_mutexattr_setrobust(pthread_mutexattr_t *how, int value)
{
    assert_int_equal(value, PTHREAD_MUTEX_ROBUST);
    if (failing == ROBUST)
        return ENOTSUP;
    bool has_none = *support_emulated() != '\0'; /* see support/emulated/robust.c */
    return has_none ? 0 : __real_pthread_mutexattr_setrobust(how, value);
}

int __wrap_pthread_mutexattr_settype(pthread_mutexattr_t *how, int value)
{
    assert_int_equal(value, PTHREAD_MUTEX_ERRORCHECK);
    return failing == TYPE ? EINVAL : __real_pthread_mutexattr_settype(how, value);
}

int __wrap_pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *how)
{
    return failing == MUTEX ? ENOMEM : __real_pthread_mutex_init(mutex, how);
}

static void test_no_lock(void **state)
{
    struct lock lock;
    (void)state;
    errno = EDOM;
    for (int call = NO_CALL + 1; call < CALLS; call++) {
        failing = (enum call)call;
        EXPECT_STATUS(sortid_source_lock_init(&lock), SORTID_STATE_UNUSABLE, "call %d", call);
    }
    failing = NO_CALL;
    assert_int_equal(errno, EDOM);
}

/* Its head says that there is none: who needs one is refused, who needs none goes on. */
static void test_memory(void **state)
{
    static sortid_shared_state memory;
    struct memory *head = (struct memory *)(void *)memory.opaque;
    uint64_t atomic = identity_of(IDENTITY_ULID, 0) | (uint64_t)METHOD_ATOMIC << METHOD_SHIFT;
    uint64_t locked = identity_of(IDENTITY_ULID, 0) | (uint64_t)METHOD_LOCK << METHOD_SHIFT;
    (void)state;
    for (int call = NO_CALL + 1; call < CALLS; call++) {
        failing = (enum call)call;
        EXPECT_STATUS(sortid_shared_state_init(&memory, SORTID_SCOPE_PROCESSES), SORTID_OK,
                      "call %d", call);
        failing = NO_CALL;
        EXPECT(head->lock_kind == 0, "call %d: kind %u", call, head->lock_kind);
        EXPECT_STATUS(sortid_shared_memory_join(head, locked), SORTID_STATE_UNUSABLE, "call %d",
                      call);
        EXPECT_STATUS(sortid_shared_memory_join(head, atomic), SORTID_OK, "call %d", call);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_no_lock),
                                       cmocka_unit_test(test_memory)};
    support_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
