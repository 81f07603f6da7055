/* SPDX-License-Identifier: MIT */
/* system/system.h: what the library asks of an operating system, and nothing
 * else: one implementation per system (posix.c, windows.c), chosen when it is built.
 * All calls keep errno. */
#ifndef SORTID_SYSTEM_SYSTEM_H
#define SORTID_SYSTEM_SYSTEM_H

#include <sortid/base.h>

/* The real-time clock in microseconds since 1970. */
sortid_status sortid_system_time(uint64_t *unix_us);

/* A clock in ns that nobody sets; 0 if the system cannot tell. */
uint64_t sortid_system_monotonic(void);

/* Whether the kernel itself keeps time by the clock source of this name; false where
 * it does not say. Opens a file: some 7 us. */
bool sortid_system_clocksource_is(const char *name);

/* `size` bytes, at most 256, of the kernel's generator: all or an error. */
sortid_status sortid_system_random(void *bytes, size_t size);

/* Sleeps, at most about a second, less if a signal comes. */
sortid_status sortid_system_sleep(uint64_t microseconds);

/* Memory for one word that the kernel sets to 0 in a forked child; *is_wiped says whether
 * it does. NULL if there is no memory. */
void *sortid_system_wiped_page(bool *is_wiped);
void sortid_system_free_page(void *page);

/* A number that tells a process from its parent while both live; 0 where nothing forks. */
uint32_t sortid_system_process(void);

/* Has `in_child` called in each child of fork(). */
sortid_status sortid_system_at_fork(void (*in_child)(void));

/* A variable of the environment; NULL if it is not set, and NULL in a program that runs with
 * privileges that its caller has not (setuid, setgid, file capabilities): there the caller
 * chooses the environment. The only way in which the library reads the environment. */
const char *sortid_system_environment(const char *name);

/* What a thread does with memory of its own when it ends. */
struct thread_exit {
    void (*act)(struct thread_exit *node); /* NULL: not registered */
    struct thread_exit *next;
};

/* Between the two the thread is not cancelled. */
int sortid_system_disable_cancel(void);
void sortid_system_restore_cancel(int before);

/* Adds a node whose `act` is set. SORTID_THREAD_GUARD_FAILED; SORTID_BUSY from a signal
 * handler that interrupted it. */
sortid_status sortid_system_at_thread_exit(struct thread_exit *node);

/* Has `act` called once for the node when the calling thread ends: among the destructors of its
 * pthread keys, in the next round of them if the thread is ending already. Not called if it
 * registers only in the last round. A node that is registered is left alone. */
static inline sortid_status at_thread_exit(struct thread_exit *node,
                                           void (*act)(struct thread_exit *node))
{
    if (node->act != NULL)
        return SORTID_OK;
    node->act = act;
    sortid_status status = sortid_system_at_thread_exit(node);
    if (status != SORTID_OK)
        node->act = NULL;
    return status;
}

/* Runs a thread's list at its end. */
static inline void run_thread_exits(struct thread_exit *first)
{
    for (struct thread_exit *node = first, *next; node != NULL; node = next) {
        next = node->next;
        node->act(node);
    }
}

#endif
