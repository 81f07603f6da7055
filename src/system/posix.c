/* SPDX-License-Identifier: MIT */
/* system/posix.c: system/system.h on POSIX systems: clock_gettime, getentropy, nanosleep, mmap with
 * MADV_WIPEONFORK (Linux 4.14; see epoch.c for systems without it). */
#ifndef __LP64__             /* 32 bits: */
#define _FILE_OFFSET_BITS 64 /* needed by _TIME_BITS */
#define _TIME_BITS        64 /* times after 2038 */
#endif
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* getentropy, MAP_ANONYMOUS, madvise, secure_getenv, issetugid */
#endif
#include "busy.h"
#include "error.h"
#include "system.h"

#ifndef _WIN32

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#if defined(__ANDROID__)
#include <sys/auxv.h> /* its C library has no secure_getenv */
#elif defined(__APPLE__)
#include <sys/random.h> /* getentropy */
#endif

/* clang's memory sanitizer does not know getentropy. */
#ifdef __has_feature
#if __has_feature(memory_sanitizer)
#include <sanitizer/msan_interface.h>
#define SAY_INITIALIZED(bytes, size) __msan_unpoison((bytes), (size))
#endif
#endif
#ifndef SAY_INITIALIZED
#define SAY_INITIALIZED(bytes, size) (void)0
#endif

#define PAGE_BYTES 4096 /* mmap rounds up to whole pages */

sortid_status sortid_system_time(uint64_t *unix_us)
{
    int saved = errno;
    struct timespec now;
    if (clock_gettime(CLOCK_REALTIME, &now) != 0) {
        int error = errno;
        errno = saved;
        return failed_by(error, SORTID_CLOCK_FAILED);
    }
    if (now.tv_sec < 0)
        return SORTID_CLOCK_OUT_OF_RANGE;
    *unix_us = (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
    return SORTID_OK;
}

int sortid_system_disable_cancel(void)
{
    int before;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
    return before;
}

void sortid_system_restore_cancel(int before)
{
    pthread_setcancelstate(before, &before);
}

uint64_t sortid_system_monotonic(void)
{
    int saved = errno;
    struct timespec now;
    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0)
        now = (struct timespec){0, 0};
    errno = saved;
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/* The start of a file as a string, empty if it cannot be read. */
static void read_start(char *text, size_t size, const char *path)
{
    ssize_t got = -1;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file >= 0) {
        got = read(file, text, size - 1);
        (void)close(file);
    }
    text[got > 0 ? got : 0] = '\0';
}

bool sortid_system_clocksource_is(const char *name)
{
    static const char path[] = "/sys/devices/system/clocksource/clocksource0/current_clocksource";
    char text[64];
    int saved = errno;
    /* open, read and close are cancellation points; calls of the library are not. */
    int cancels = sortid_system_disable_cancel();
    read_start(text, sizeof text, path);
    sortid_system_restore_cancel(cancels);
    errno = saved;
    size_t length = strlen(name);
    return strncmp(text, name, length) == 0 && strcmp(text + length, "\n") == 0;
}

sortid_status sortid_system_random(void *bytes, size_t size)
{
    int saved = errno;
    int result = getentropy(bytes, size); /* continues after signals; no short reads */
    int error = errno;
    errno = saved;
    if (result != 0)
        return failed_by(error, SORTID_RANDOM_FAILED);
    SAY_INITIALIZED(bytes, size);
    return SORTID_OK;
}

sortid_status sortid_system_sleep(uint64_t microseconds)
{
    int saved = errno;
    if (microseconds > 999999)
        microseconds = 999999;
    struct timespec duration = {0, (long)microseconds * 1000};
    int result = nanosleep(&duration, NULL);
    int error = errno;
    errno = saved;
    return result == 0 || error == EINTR ? SORTID_OK : failed_by(error, SORTID_SLEEP_FAILED);
}

void *sortid_system_wiped_page(bool *is_wiped)
{
    int saved = errno;
    void *page = mmap(NULL, PAGE_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    *is_wiped = false;
    if (page == MAP_FAILED)
        (void)failed_by(errno, SORTID_FORK_GUARD_FAILED);
#ifdef MADV_WIPEONFORK
    if (page != MAP_FAILED) /* older kernels: EINVAL */
        *is_wiped = madvise(page, PAGE_BYTES, MADV_WIPEONFORK) == 0;
#endif
    errno = saved;
    return page == MAP_FAILED ? NULL : page;
}

void sortid_system_free_page(void *page)
{
    int saved = errno;
    (void)munmap(page, PAGE_BYTES);
    errno = saved;
}

uint32_t sortid_system_process(void)
{
    return (uint32_t)getpid();
}

sortid_status sortid_system_at_fork(void (*in_child)(void))
{
    int saved = errno;
    int result = pthread_atfork(NULL, NULL, in_child);
    errno = saved;
    return result == 0 ? SORTID_OK : failed_by(result, SORTID_FORK_GUARD_FAILED);
}

/* On Linux the kernel says whether the program has more privileges than its caller (AT_SECURE).
 * Elsewhere the process checks whether its ids have changed. */
const char *sortid_system_environment(const char *name)
{
#if defined(__ANDROID__)
    return getauxval(AT_SECURE) == 0 ? getenv(name) : NULL;
#elif defined(__linux__) || defined(__GLIBC__)
    return secure_getenv(name);
#elif defined(__APPLE__) || defined(__FreeBSD__) || defined(__NetBSD__) || defined(__OpenBSD__) || \
    defined(__DragonFly__) || defined(__sun)
    return issetugid() == 0 ? getenv(name) : NULL;
#else
    return getuid() == geteuid() && getgid() == getegid() ? getenv(name) : NULL;
#endif
}

/* The key whose destructor runs a thread's list, plus one; 0 before it is made, UNLOADED after it
 * is deleted. */
static _Atomic uint64_t exit_key;
#define UNLOADED UINT64_MAX

static void end_thread(void *first)
{
    run_thread_exits(first);
}

/* Makes the key. Of several threads one wins. With pthread_once a signal handler that interrupted
 * it and came here would wait for itself. Returns 0 or an errno. */
static int get_exit_key(pthread_key_t *key)
{
    uint64_t none = 0, known = atomic_load(&exit_key);
    if (known == 0) {
        int error = pthread_key_create(key, end_thread);
        if (error != 0)
            return error;
        if (atomic_compare_exchange_strong(&exit_key, &none, (uint64_t)*key + 1))
            return 0;
        (void)pthread_key_delete(*key);
        known = none;
    }
    *key = (pthread_key_t)(known - 1);
    return 0;
}

/* A plug-in with a static copy of the library can be unloaded before the threads that used it end.
 * This also runs when a process ends: what still makes IDs then is not registered any more. */
#if defined(__GNUC__) && defined(SORTID_STATIC)
__attribute__((destructor)) static void unload(void)
{
    uint64_t known = atomic_exchange(&exit_key, UNLOADED);
    if (known == 0)
        return;
    run_thread_exits(pthread_getspecific((pthread_key_t)(known - 1)));
    (void)pthread_key_delete((pthread_key_t)(known - 1));
}
#endif

sortid_status sortid_system_at_thread_exit(struct thread_exit *node)
{
    static _Thread_local busy_flag adding;
    int saved = errno;
    pthread_key_t key;
    if (atomic_load(&exit_key) == UNLOADED)
        return SORTID_OK;
    if (!busy_enter(&adding))
        return SORTID_BUSY;
    int error = get_exit_key(&key);
    if (error == 0) {
        node->next = pthread_getspecific(key);
        error = pthread_setspecific(key, node);
    }
    busy_leave(&adding);
    errno = saved;
    return error == 0 ? SORTID_OK : failed_by(error, SORTID_THREAD_GUARD_FAILED);
}

#endif
