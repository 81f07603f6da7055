/* SPDX-License-Identifier: MIT */
/* system/lock_posix.c: system/lock.h by a robust, process-shared mutex, which the kernel passes on
 * when its holder dies. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* robust mutexes */
#endif
#include "lock.h"

#ifndef _WIN32

#include <errno.h>
#include <pthread.h>
#include <string.h>

/* macOS has no robust mutexes, and so no kind of lock: the rest is never called there. */
#if defined(__APPLE__)
#define LIBRARY                              0
#define PTHREAD_MUTEX_ROBUST                 0
#define pthread_mutexattr_setrobust(how, as) ((void)(how), ENOTSUP)
#define pthread_mutex_consistent(mutex)      ((void)(mutex), EINVAL)
#elif defined(__GLIBC__)
#define LIBRARY 1
#else
#define LIBRARY 2 /* musl, or unknown */
#endif

_Static_assert(sizeof(pthread_mutex_t) <= sizeof(struct lock), "the mutex outgrew its storage");

static pthread_mutex_t *mutex_of(struct lock *lock)
{
    return (pthread_mutex_t *)(void *)lock->opaque;
}

uint32_t sortid_system_lock_kind(void)
{
    const uint32_t sizes = (uint32_t)sizeof(long) << 8 | (uint32_t)sizeof(pthread_mutex_t);
    return LIBRARY == 0 ? 0 : LIBRARY << 16 | sizes;
}

/* The four calls return their error and do not set errno. */
sortid_status sortid_system_lock_init(struct lock *lock)
{
    pthread_mutexattr_t how;
    memset(lock, 0, sizeof *lock);
    if (pthread_mutexattr_init(&how) != 0)
        return SORTID_STATE_UNUSABLE;
    bool made = pthread_mutexattr_setpshared(&how, PTHREAD_PROCESS_SHARED) == 0 &&
                pthread_mutexattr_setrobust(&how, PTHREAD_MUTEX_ROBUST) == 0 &&
                pthread_mutexattr_settype(&how, PTHREAD_MUTEX_ERRORCHECK) == 0 &&
                pthread_mutex_init(mutex_of(lock), &how) == 0;
    pthread_mutexattr_destroy(&how);
    return made ? SORTID_OK : SORTID_STATE_UNUSABLE;
}

/* The status of an attempt to take the lock. What a dead holder left is consistent (lock.h). */
static sortid_status status_of(int error, struct lock *lock)
{
    if (error == EOWNERDEAD)
        error = pthread_mutex_consistent(mutex_of(lock));
    switch (error) {
    case 0:
        return SORTID_OK;
    case EBUSY:
        return SORTID_WAIT;
    case EDEADLK:
        return SORTID_BUSY;
    default:
        return SORTID_STATE_DAMAGED;
    }
}

sortid_status sortid_system_lock_take(struct lock *lock)
{
    return status_of(pthread_mutex_lock(mutex_of(lock)), lock);
}

sortid_status sortid_system_lock_try(struct lock *lock)
{
    return status_of(pthread_mutex_trylock(mutex_of(lock)), lock);
}

void sortid_system_lock_leave(struct lock *lock)
{
    (void)pthread_mutex_unlock(mutex_of(lock)); /* never fails for a lock that was taken */
}

#endif
