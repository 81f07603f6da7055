/* SPDX-License-Identifier: MIT */
/* system/epoch.c: the fork epoch, in one of two ways.
 *
 * If the kernel wipes a page in a forked child, the epoch is the word in that page. A child finds
 * it wiped, or changed by the atfork handler. Neither alone is enough: a raw clone runs no handler,
 * and qemu-user accepts MADV_WIPEONFORK and ignores it.
 *
 * On other systems the handler is not enough either, because a child handler of the application
 * that was registered earlier may make IDs before it. There the word stays 0, and each check
 * compares the process id with that of the epoch. The handler also draws a new epoch, because
 * process ids are reused. Such an earlier handler, or a raw clone, in a child with its parent's
 * process id (the child has a new PID namespace) is not noticed.
 *
 * `last_epoch` survives a fork. The child increments it before it takes an epoch from it, so a
 * child never sees its parent's value. */
#include "epoch.h"
#include "busy.h"
#include "thread_local.h"
#include "system.h"

#include <sortid/source.h>

_Atomic(epoch_word *) sortid_system_epoch_word;
static epoch_word last_epoch;

/* If no page is wiped: the word that stays 0, and process id 32 | epoch 32, or 0. */
static epoch_word unset_word;
static _Atomic uint64_t process_epoch;

static uint32_t draw_epoch(void)
{
    uint32_t epoch;
    do
        epoch = atomic_fetch_add_explicit(&last_epoch, 1, memory_order_relaxed) + 1;
    while (epoch == 0); /* after 2^32 forks in one line of descent */
    return epoch;
}

void sortid_system_epoch_change(void)
{
    epoch_word *word = atomic_load(&sortid_system_epoch_word);
    uint32_t epoch = draw_epoch();
    if (word == &unset_word)
        atomic_store(&process_epoch, (uint64_t)sortid_system_process() << 32 | epoch);
    else if (word != NULL)
        atomic_store(word, epoch);
}

void sortid_snapshot_resumed(void)
{
    sortid_system_epoch_change();
}

/* The epoch of this process if no page is wiped. Of several threads one draws it. The process id is
 * read after the epoch, so that a child that a signal handler forks in between does not store its
 * parent's id. */
static uint32_t epoch_of_process(void)
{
    uint64_t seen = atomic_load(&process_epoch);
    for (;;) {
        uint64_t process = sortid_system_process();
        if (seen != 0 && seen >> 32 == process)
            return (uint32_t)seen;
        uint64_t drawn = process << 32 | draw_epoch();
        if (atomic_compare_exchange_strong(&process_epoch, &seen, drawn))
            return (uint32_t)drawn;
    }
}

bool sortid_system_epoch_still(uint32_t epoch)
{
    return atomic_load(&sortid_system_epoch_word) == &unset_word && epoch_of_process() == epoch;
}

bool sortid_system_epoch_in_word(void)
{
    return atomic_load(&sortid_system_epoch_word) != &unset_word;
}

/* Maps the page. Of several threads one wins; the handler may be registered more than once, which
 * only draws more epochs in a child. */
static sortid_status map_word(void)
{
    bool is_wiped;
    epoch_word *page = sortid_system_wiped_page(&is_wiped), *none = NULL;
    if (page == NULL)
        return SORTID_FORK_GUARD_FAILED;
    sortid_status status = sortid_system_at_fork(sortid_system_epoch_change);
    epoch_word *word = is_wiped ? page : &unset_word;
    bool set = status == SORTID_OK &&
               atomic_compare_exchange_strong(&sortid_system_epoch_word, &none, word);
    if (!set || !is_wiped)
        sortid_system_free_page(page);
    return status;
}

THREAD_LOCAL(busy_flag, thread_mapping) /* system_at_fork takes a lock */

sortid_status sortid_system_epoch_renew(uint32_t *epoch)
{
    if (atomic_load(&sortid_system_epoch_word) == NULL) {
        busy_flag *mapping = thread_mapping();
        if (!busy_enter(mapping))
            return SORTID_BUSY;
        sortid_status status = map_word();
        busy_leave(mapping);
        if (status != SORTID_OK)
            return status;
    }
    epoch_word *word = atomic_load(&sortid_system_epoch_word);
    if (word == &unset_word) {
        *epoch = epoch_of_process();
        return SORTID_OK;
    }
    uint32_t seen = 0;
    uint32_t drawn = draw_epoch();
    *epoch = atomic_compare_exchange_strong(word, &seen, drawn) ? drawn : seen;
    return SORTID_OK;
}
