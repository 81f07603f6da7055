/* SPDX-License-Identifier: MIT */
/* source/epoch.h: one number for the process that changes at every fork. Whoever
 * keeps state that a child must not repeat notes the epoch and compares it: when
 * a call begins, and again before it commits. Process ids would not do: they are
 * used again. */
#ifndef SORTID_SOURCE_EPOCH_H
#define SORTID_SOURCE_EPOCH_H

#include <sortid/base.h>

#include <stdatomic.h>

/* 32 bits, so that every machine has it lock-free. */
typedef _Atomic uint32_t epoch_word;

/* The word: 0 in a page not yet set or wiped by a fork; NULL before first use. */
extern _Atomic(epoch_word *) sortid_source_epoch_word;

/* Sets word and page up where needed; SORTID_FORK_GUARD_FAILED without memory;
 * SORTID_BUSY from a signal handler that interrupted this on its first use. */
sortid_status sortid_source_epoch_renew(uint32_t *epoch);

/* The present epoch, never 0. */
static inline sortid_status epoch_read(uint32_t *epoch)
{
    epoch_word *word = atomic_load_explicit(&sortid_source_epoch_word, memory_order_acquire);
    if (word != NULL) {
        *epoch = atomic_load_explicit(word, memory_order_relaxed);
        if (*epoch != 0)
            return SORTID_OK;
    }
    return sortid_source_epoch_renew(epoch);
}

/* Whether no fork has happened since `epoch` was read: by then the word was there. What a
 * child finds, 0 or another, is none that was read before. */
static inline bool epoch_is(uint32_t epoch)
{
    const epoch_word *word = atomic_load_explicit(&sortid_source_epoch_word, memory_order_acquire);
    return atomic_load_explicit(word, memory_order_relaxed) == epoch;
}

#endif
