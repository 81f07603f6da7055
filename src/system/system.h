/* SPDX-License-Identifier: MIT */
/* system/system.h: what the library needs from an operating system. posix.c and windows.c implement
 * it; one of them is empty in each build. All calls keep errno. */
#pragma once

#include <sortid/base.h>

/* The real-time clock in microseconds since 1970. */
sortid_status sortid_system_time(uint64_t *unix_us);

/* A clock in ns that cannot be set; 0 if the system has no such clock. */
uint64_t sortid_system_monotonic(void);

/* Whether the kernel's clock source has this name; false if it is unknown. Takes about 7 us. */
bool sortid_system_clocksource_is(const char *name);

/* Fills `size` bytes, at most 256, from the kernel's generator. */
sortid_status sortid_system_random(void *bytes, size_t size);

/* Sleeps, at most about a second; a signal ends it. */
sortid_status sortid_system_sleep(uint64_t microseconds);

/* Memory for a word that the kernel sets to 0 in a forked child, if *is_wiped. NULL: no memory. */
void *sortid_system_wiped_page(bool *is_wiped);
void sortid_system_free_page(void *page);

/* A number that a living process and its parent do not share; 0 if the system has no fork. */
uint32_t sortid_system_process(void);

/* Registers `in_child` to be called in each child of fork(). */
sortid_status sortid_system_at_fork(void (*in_child)(void));

/* A variable of the environment. NULL if it is not set, and in a program with more privileges than
 * its caller (setuid, setgid, file capabilities), which the environment must not influence. The
 * library reads the environment only by this call. */
const char *sortid_system_environment(const char *name);

/* Between the two calls the thread cannot be canceled. */
int sortid_system_disable_cancel(void);
void sortid_system_restore_cancel(int before);

/* What a thread does with its memory when it ends. */
struct thread_exit {
    void (*act)(struct thread_exit *node); /* NULL: not registered */
    struct thread_exit *next;
};

/* Adds a node whose `act` is set. SORTID_THREAD_GUARD_FAILED; SORTID_BUSY in a signal handler
 * within this call. */
sortid_status sortid_system_at_thread_exit(struct thread_exit *node);

/* Registers `action` to be called once for the node when the calling thread ends: among the
 * destructors of its pthread keys; in their next round if the thread is ending; never if this is
 * the last round. Does nothing if the node is registered. */
static inline sortid_status at_thread_exit(struct thread_exit *node,
                                           void (*action)(struct thread_exit *node))
{
    if (node->act != NULL)
        return SORTID_OK;
    node->act = action;
    sortid_status status = sortid_system_at_thread_exit(node);
    if (status != SORTID_OK)
        node->act = NULL;
    return status;
}

/* Runs the list of a thread. */
static inline void run_thread_exits(struct thread_exit *first)
{
    for (struct thread_exit *node = first, *next; node != NULL; node = next) {
        next = node->next;
        node->act(node);
    }
}
