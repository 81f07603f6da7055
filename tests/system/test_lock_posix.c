/* SPDX-License-Identifier: MIT */
/* test_lock_posix.c: the lock of system/lock_posix.c if the C library refuses to make it: the
 * linker puts the calls that prepare it through the __wrap_ functions here (wrapped.cmake), one of
 * which fails. Then memory for a shared state serves atomic commits only. tests/shared/ tests how
 * locks work. */
#include "../support/cases.h"

#include "format/list.h"
#include "generator/state.h"

#include <errno.h>
#include <pthread.h>

enum call { NO_CALL, ATTRIBUTES, SHARED, ROBUST, TYPE, MUTEX, CALLS };
static enum call failing;

WRAP(pthread_mutexattr_init);
int __wrap_pthread_mutexattr_init(pthread_mutexattr_t *how)
{
    return failing == ATTRIBUTES ? ENOMEM : __real_pthread_mutexattr_init(how);
}

WRAP(pthread_mutexattr_setpshared);
int __wrap_pthread_mutexattr_setpshared(pthread_mutexattr_t *how, int value)
{
    assert_int_equal(value, PTHREAD_PROCESS_SHARED);
    return failing == SHARED ? ENOTSUP : __real_pthread_mutexattr_setpshared(how, value);
}

WRAP(pthread_mutexattr_setrobust);
int __wrap_pthread_mutexattr_setrobust(pthread_mutexattr_t *how, int value)
{
    assert_int_equal(value, PTHREAD_MUTEX_ROBUST);
    if (failing == ROBUST)
        return ENOTSUP;
    bool has_none = *support_emulated() != '\0'; /* see support/emulated/robust.c */
    return has_none ? 0 : __real_pthread_mutexattr_setrobust(how, value);
}

WRAP(pthread_mutexattr_settype);
int __wrap_pthread_mutexattr_settype(pthread_mutexattr_t *how, int value)
{
    assert_int_equal(value, PTHREAD_MUTEX_ERRORCHECK);
    return failing == TYPE ? EINVAL : __real_pthread_mutexattr_settype(how, value);
}

WRAP(pthread_mutex_init);
int __wrap_pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *how)
{
    return failing == MUTEX ? ENOMEM : __real_pthread_mutex_init(mutex, how);
}

TEST(no_lock)
{
    struct lock lock;
    errno = EDOM;
    for (int call = NO_CALL + 1; call < CALLS; call++) {
        failing = (enum call)call;
        EXPECT_STATUS(sortid_system_lock_init(&lock), SORTID_STATE_UNUSABLE, "call %d", call);
    }
    failing = NO_CALL;
    assert_int_equal(errno, EDOM);
}

static struct shared_state *attach(sortid_shared_state *memory, enum method method,
                                   sortid_status expected, int call)
{
    struct shared_state *state = NULL;
    EXPECT_STATUS(sortid_generator_state_attach(&state, memory, SORTID_SCOPE_PROCESSES, method),
                  expected, "call %d, method %d", call, (int)method);
    return state;
}

/* A generator that needs the lock is refused and leaves the memory as if it had never come; one
 * that needs none continues. What it has set up has no lock, even where locks can be made. */
TEST(memory)
{
    const uint64_t ulid = (uint64_t)FORMAT_ULID << FORMAT_SHIFT;
    const uint64_t atomic = ulid | (uint64_t)METHOD_ATOMIC << METHOD_SHIFT;
    const uint64_t locked = ulid | (uint64_t)METHOD_LOCK << METHOD_SHIFT;
    for (int call = NO_CALL + 1; call < CALLS; call++) {
        sortid_shared_state memory = {{0}}, other = {{0}};
        const sortid_shared_state zeros = {{0}};
        failing = (enum call)call;
        attach(&memory, METHOD_LOCK, SORTID_STATE_UNUSABLE, call);
        attach(&other, METHOD_LOCK, SORTID_STATE_UNUSABLE, call);
        EXPECT_BYTES(&memory, &zeros, sizeof memory, "call %d: memory changed", call);
        struct shared_state *attached = attach(&memory, METHOD_ATOMIC, SORTID_OK, call);
        failing = NO_CALL;
        EXPECT_STATUS(sortid_generator_state_join(attached, locked), SORTID_STATE_UNUSABLE,
                      "call %d", call);
        EXPECT_STATUS(sortid_generator_state_join(attached, atomic), SORTID_OK, "call %d", call);
        attached = attach(&other, METHOD_LOCK, SORTID_OK, call);
        EXPECT_STATUS(sortid_generator_state_join(attached, locked), SORTID_OK, "call %d", call);
    }
}

CASES_MAIN(NULL, NULL)
