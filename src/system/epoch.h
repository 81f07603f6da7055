/* SPDX-License-Identifier: MIT */
/* system/epoch.h: a number that changes at every fork, and when the program says that a snapshot
 * was resumed. Code whose state must not be used by two processes compares it when a call begins
 * and before it commits. Process ids are not enough, because the system reuses them. */
#pragma once

#include <sortid/base.h>

#include <stdatomic.h>

/* 32 bits, so that every machine has it lock-free. */
typedef _Atomic uint32_t epoch_word;

/* The word: 0 in a page that is new or that a fork has wiped. Always 0 if the kernel does not wipe
 * pages: then each check calls epoch.c. NULL before the first use. */
extern _Atomic(epoch_word *) sortid_system_epoch_word;

/* Sets up word and page if needed. SORTID_FORK_GUARD_FAILED without memory; SORTID_BUSY in a signal
 * handler that interrupted the first call. */
sortid_status sortid_system_epoch_renew(uint32_t *epoch);

/* Whether the epoch is current although the word is different. */
bool sortid_system_epoch_still(uint32_t epoch);

/* Whether the word is the epoch; else epoch_word_is is never true. */
bool sortid_system_epoch_in_word(void);

/* Makes all state of the process look like the copy of a parent's. Async-signal-safe. */
void sortid_system_epoch_change(void);

/* The current epoch, never 0. */
static inline sortid_status epoch_read(uint32_t *epoch)
{
    epoch_word *word = atomic_load_explicit(&sortid_system_epoch_word, memory_order_acquire);
    if (word != NULL) {
        *epoch = atomic_load_explicit(word, memory_order_relaxed);
        if (*epoch != 0)
            return SORTID_OK;
    }
    return sortid_system_epoch_renew(epoch);
}

/* The word of a process that has read the epoch before: 0 in a new child, and always if the kernel
 * does not wipe pages. */
static inline uint32_t epoch_word_read(void)
{
    const epoch_word *word = atomic_load_explicit(&sortid_system_epoch_word, memory_order_acquire);
    return atomic_load_explicit(word, memory_order_relaxed);
}

/* Whether `epoch`, which was read before, is current according to the word: never true if the
 * kernel does not wipe pages. epoch_is, inlined in a function that makes IDs, costs 8 to 12
 * instructions more, because it saves registers. */
static inline bool epoch_word_is(uint32_t epoch)
{
    return epoch_word_read() == epoch;
}

/* Whether `epoch`, which was read before, is current. A child never sees its parent's value. */
static inline bool epoch_is(uint32_t epoch)
{
    return epoch_word_is(epoch) || sortid_system_epoch_still(epoch);
}
