/* SPDX-License-Identifier: MIT */
/* system/system.h: what the library asks of an operating system, and nothing else. posix.c, windows.c
 * and wasm.c implement it; two of them are empty in each build. All calls keep errno. */
#pragma once

#include <sortid/base.h>

/* The real-time clock in microseconds since 1970. */
sortid_status sortid_system_time(uint64_t *unix_us);

/* A clock in ns that nobody sets; 0 if the system has none. */
uint64_t sortid_system_monotonic(void);

/* Whether the kernel keeps time by the clock source of this name; false if it does not say. Opens a file:
 * about 7 us. */
bool sortid_system_clocksource_is(const char *name);

/* Fills `size` bytes, at most 256, from the kernel's generator: all or an error. */
sortid_status sortid_system_random(void *bytes, size_t size);

/* Sleeps, at most about a second, less if a signal comes. */
sortid_status sortid_system_sleep(uint64_t microseconds);

/* Memory for one word that the kernel sets to 0 in a forked child, if *is_wiped. NULL without memory. */
void *sortid_system_wiped_page(bool *is_wiped);
void sortid_system_free_page(void *page);

/* A number that differs between a process and its parent while both live; 0 if the system has no fork. */
uint32_t sortid_system_process(void);

/* Registers `in_child` to be called in each child of fork(). */
sortid_status sortid_system_at_fork(void (*in_child)(void));

/* A variable of the environment. NULL if it is not set, and in a program with more privileges than its
 * caller (setuid, setgid, file capabilities), because the caller chooses the environment. The library reads
 * the environment only by this call. */
const char *sortid_system_environment(const char *name);

/* Between the two calls the thread is not cancelled. */
int sortid_system_disable_cancel(void);
void sortid_system_restore_cancel(int before);

/* What a thread does with its memory when it ends. */
struct thread_exit {
    void (*act)(struct thread_exit *node); /* NULL: not registered */
    struct thread_exit *next;
};

/* Adds a node whose `act` is set. SORTID_THREAD_GUARD_FAILED; SORTID_BUSY in a signal handler that
 * interrupted this call. */
sortid_status sortid_system_at_thread_exit(struct thread_exit *node);

/* Registers `action` to be called once for the node when the calling thread ends: among the destructors of its
 * pthread keys; in their next round if the thread is ending already; never if this is the last round. Does
 * nothing if the node is registered. */
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

/* Runs the list of a thread that ends. */
static inline void run_thread_exits(struct thread_exit *first)
{
    for (struct thread_exit *node = first, *next; node != NULL; node = next) {
        next = node->next;
        node->act(node);
    }
}
