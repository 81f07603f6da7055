/* SPDX-License-Identifier: MIT */
/* source/system.h: what the library asks of an operating system, and nothing
 * else: one implementation per system (posix.c, windows.c), chosen when it is built.
 * All calls keep errno. */
#ifndef SORTID_SOURCE_SYSTEM_H
#define SORTID_SOURCE_SYSTEM_H

#include <sortid/base.h>

/* The real-time clock in microseconds since 1970. */
sortid_status sortid_source_system_time(uint64_t *unix_us);

/* A clock in ns that nobody sets; 0 if the system cannot tell. */
uint64_t sortid_source_system_monotonic(void);

/* Whether the kernel itself keeps time by the clock source of this name; false where
 * it does not say. Opens a file: some 7 us. */
bool sortid_source_system_clocksource_is(const char *name);

/* `size` bytes, at most 256, of the kernel's generator: all or an error. */
sortid_status sortid_source_system_random(void *bytes, size_t size);

/* Sleeps, at most about a second, less if a signal comes. */
sortid_status sortid_source_system_sleep(uint64_t microseconds);

/* Memory for one word that the kernel sets to 0 in a forked child, where it can
 * do that; NULL if there is no memory. */
void *sortid_source_system_wiped_page(void);
void sortid_source_system_free_page(void *page);

/* Has `in_child` called in each child of fork(). */
sortid_status sortid_source_system_at_fork(void (*in_child)(void));

/* Memory of one thread that is set to 0 when the thread ends. */
struct wiped_memory {
    void *memory; /* NULL: not to be wiped yet, or wiped already */
    size_t size;
    struct wiped_memory *next;
};

/* Between the two the thread is not cancelled. */
int sortid_source_system_hold_cancel(void);
void sortid_source_system_let_cancel(int before);

/* Adds a node whose memory and size are set. SORTID_THREAD_GUARD_FAILED;
 * SORTID_BUSY from a signal handler that interrupted it. */
sortid_status sortid_source_system_wipe_at_exit(struct wiped_memory *node);

/* Has `memory`, which holds the node, wiped at the end of the calling thread; a
 * node that is waiting already is left alone. */
static inline sortid_status wipe_at_exit(struct wiped_memory *node, void *memory, size_t size)
{
    if (node->memory != NULL)
        return SORTID_OK;
    node->size = size;
    node->memory = memory;
    sortid_status status = sortid_source_system_wipe_at_exit(node);
    if (status != SORTID_OK)
        node->memory = NULL;
    return status;
}

#endif
