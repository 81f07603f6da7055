/* SPDX-License-Identifier: MIT */
/* source/posix.c: source/system.h on POSIX systems: clock_gettime, getentropy,
 * nanosleep, mmap with MADV_WIPEONFORK (Linux 4.14; elsewhere the page is plain
 * and pthread_atfork alone notices a fork). */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* getentropy, MAP_ANONYMOUS, madvise */
#endif
#include "system.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define PAGE_BYTES 4096 /* mmap rounds up to whole pages */

sortid_status sortid_source_system_time(uint64_t *unix_us)
{
    int saved = errno;
    struct timespec now;
    if (clock_gettime(CLOCK_REALTIME, &now) != 0) {
        errno = saved;
        return SORTID_CLOCK_FAILED;
    }
    if (now.tv_sec < 0)
        return SORTID_CLOCK_OUT_OF_RANGE;
    *unix_us = (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
    return SORTID_OK;
}

sortid_status sortid_source_system_random(void *bytes, size_t size)
{
    int saved = errno;
    int result = getentropy(bytes, size); /* goes on after signals; no short reads */
    errno = saved;
    return result == 0 ? SORTID_OK : SORTID_RANDOM_FAILED;
}

sortid_status sortid_source_system_sleep(uint64_t microseconds)
{
    int saved = errno;
    if (microseconds > 999999)
        microseconds = 999999;
    struct timespec duration = {0, (long)microseconds * 1000};
    int result = nanosleep(&duration, NULL);
    bool woken = result == 0 || errno == EINTR;
    errno = saved;
    return woken ? SORTID_OK : SORTID_SLEEP_FAILED;
}

void *sortid_source_system_wiped_page(void)
{
    int saved = errno;
    void *page = mmap(NULL, PAGE_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
#ifdef MADV_WIPEONFORK
    if (page != MAP_FAILED)
        (void)madvise(page, PAGE_BYTES, MADV_WIPEONFORK); /* older kernels: EINVAL, see above */
#endif
    errno = saved;
    return page == MAP_FAILED ? NULL : page;
}

void sortid_source_system_free_page(void *page)
{
    int saved = errno;
    (void)munmap(page, PAGE_BYTES);
    errno = saved;
}

sortid_status sortid_source_system_at_fork(void (*in_child)(void))
{
    return pthread_atfork(NULL, NULL, in_child) == 0 ? SORTID_OK : SORTID_FORK_GUARD_FAILED;
}

static pthread_key_t wipe_key;
static pthread_once_t wipe_once = PTHREAD_ONCE_INIT;
static bool wipe_key_made;

static void wipe_all(void *first)
{
    for (struct wiped_memory *node = first, *next; node != NULL; node = next) {
        next = node->next; /* the node may go with its memory */
        memset(node->memory, 0, node->size);
    }
}

static void make_wipe_key(void)
{
    wipe_key_made = pthread_key_create(&wipe_key, wipe_all) == 0;
}

sortid_status sortid_source_system_wipe_at_exit(struct wiped_memory *node)
{
    if (pthread_once(&wipe_once, make_wipe_key) != 0 || !wipe_key_made)
        return SORTID_THREAD_GUARD_FAILED;
    node->next = pthread_getspecific(wipe_key);
    return pthread_setspecific(wipe_key, node) == 0 ? SORTID_OK : SORTID_THREAD_GUARD_FAILED;
}
