/* SPDX-License-Identifier: MIT */
/* source/epoch.c: the fork epoch. A child finds the word wiped by the kernel, or
 * changed by the atfork handler; either alone is not enough (a raw clone runs no
 * handler, qemu-user accepts MADV_WIPEONFORK and ignores it).
 *
 * `last_epoch` survives a fork. It grows by one in the child before the word is
 * set from it, so the child's epoch is none that its memory can hold: all of those
 * were handed out before the fork. */
#include "epoch.h"
#include "busy.h"
#include "own.h"
#include "system.h"

_Atomic(epoch_word *) sortid_source_epoch_word;
static epoch_word last_epoch;

static uint32_t draw_epoch(void)
{
    uint32_t epoch;
    do
        epoch = atomic_fetch_add_explicit(&last_epoch, 1, memory_order_relaxed) + 1;
    while (epoch == 0); /* one in 2^32 forks down one line of descent */
    return epoch;
}

static void in_child(void)
{
    epoch_word *word = atomic_load(&sortid_source_epoch_word);
    if (word != NULL)
        atomic_store(word, draw_epoch());
}

/* Maps the page; of several threads at once one wins. The handler may be there
 * more than once then, which only draws more than one epoch in a child. */
static sortid_status map_word(void)
{
    epoch_word *page = sortid_source_system_wiped_page(), *none = NULL;
    if (page == NULL)
        return SORTID_FORK_GUARD_FAILED;
    sortid_status status = sortid_source_system_at_fork(in_child);
    if (status == SORTID_OK &&
        atomic_compare_exchange_strong(&sortid_source_epoch_word, &none, page))
        return SORTID_OK;
    sortid_source_system_free_page(page);
    return status;
}

OWN(busy_flag, thread_mapping) /* system_at_fork takes a lock */

sortid_status sortid_source_epoch_renew(uint32_t *epoch)
{
    if (atomic_load(&sortid_source_epoch_word) == NULL) {
        busy_flag *mapping = thread_mapping();
        if (!busy_enter(mapping))
            return SORTID_BUSY;
        sortid_status status = map_word();
        busy_leave(mapping);
        if (status != SORTID_OK)
            return status;
    }
    epoch_word *word = atomic_load(&sortid_source_epoch_word);
    uint32_t seen = 0;
    uint32_t drawn = draw_epoch();
    *epoch = atomic_compare_exchange_strong(word, &seen, drawn) ? drawn : seen;
    return SORTID_OK;
}
