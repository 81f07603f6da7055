/* SPDX-License-Identifier: MIT */
/* generator/durable.c: see durable.h. */
#include "durable.h"

#include <errno.h>

static struct bound_slot *slot_at(const struct state_file *f, size_t index)
{
    return (struct bound_slot *)(void *)(f->file.map + (1 + index) * FILE_PAGE);
}

static uint64_t word_of(uint64_t bound_ms)
{
    return check_of(bound_ms) << BOUND_BITS | bound_ms;
}

static bool is_whole(uint64_t word)
{
    return word == word_of(bound_in(word));
}

/* The bound in force is read first, because it is raised after the bound of a slot. If it is above
 * both slots, they lost it, and IDs below it were given out. */
bool sortid_generator_bound_is_possible(const struct state_file *f)
{
    uint64_t in_force = atomic_load(&page_of(f)->head.bound.word), bound_ms;
    return is_whole(in_force) && sortid_generator_slots_read(&bound_ms, f) &&
           bound_in(in_force) <= bound_ms;
}

bool sortid_generator_slots_read(uint64_t *bound_ms, const struct state_file *f)
{
    uint64_t a = atomic_load(&slot_at(f, 0)->word), b = atomic_load(&slot_at(f, 1)->word);
    *bound_ms = 0;
    if (is_whole(a))
        *bound_ms = bound_in(a);
    if (is_whole(b) && bound_in(b) > *bound_ms)
        *bound_ms = bound_in(b);
    return is_whole(a) || is_whole(b);
}

/* Writes the greater of the bound and that of the slot. Always writes, because a page that the disk
 * has refused counts as clean. */
static void raise_slot(struct bound_slot *slot, uint64_t bound_ms)
{
    uint64_t word = atomic_load(&slot->word), next;
    do
        next = is_whole(word) && bound_in(word) > bound_ms ? word : word_of(bound_ms);
    while (!atomic_compare_exchange_weak(&slot->word, &word, next));
}

void sortid_generator_slots_init(struct state_file *f)
{
    atomic_store(&slot_at(f, 0)->word, word_of(0));
    atomic_store(&slot_at(f, 1)->word, word_of(0));
    atomic_store(&page_of(f)->head.bound.word, word_of(0));
}

sortid_status sortid_generator_slots_restore(struct state_file *f, uint64_t bound_ms)
{
    sortid_status status = SORTID_OK;
    for (size_t i = 0; i < 2 && status == SORTID_OK; i++)
        if (!is_whole(atomic_load(&slot_at(f, i)->word))) {
            raise_slot(slot_at(f, i), bound_ms);
            status = sortid_system_file_sync(&f->file, (1 + i) * FILE_PAGE);
        }
    if (status == SORTID_OK)
        raise_slot(&page_of(f)->head.bound, bound_ms);
    return status;
}

bool sortid_generator_file_agrees(const struct state_file *file)
{
    const struct page *page = page_of(file);
    bool has_bound = file_has_bound(file);
    uint64_t first = atomic_load(&slot_at(file, 0)->word);
    return atomic_load(&page->state.identity) != 0 && is_whole(first) &&
           is_whole(atomic_load(&slot_at(file, 1)->word)) &&
           (has_bound || file_has_bound(file) || bound_in(first) == 0); /* set_slot: the second */
}

/* Puts a bound on disk; any number of processes may do so at once. The slot of the bound in force
 * is not written, except by a process that another has overtaken: it writes one word of 8 bytes. */
static sortid_status set_slot(struct state_file *f, uint64_t bound_ms)
{
    uint64_t in_force = atomic_load(&page_of(f)->head.bound.word);
    size_t index = atomic_load(&slot_at(f, 0)->word) == in_force ? 1 : 0;
    raise_slot(slot_at(f, index), bound_ms);
    return sortid_system_file_sync(&f->file, (1 + index) * FILE_PAGE);
}

/* Puts a bound on disk, then in force. */
static sortid_status set_bound(struct state_file *f, uint64_t bound_ms)
{
    sortid_status status = set_slot(f, bound_ms);
    if (status == SORTID_OK)
        raise_slot(&page_of(f)->head.bound, bound_ms);
    return status;
}

/* The bound that is set for a timestamp of this ms. */
static uint64_t bound_for(uint64_t since_ms)
{
    return since_ms + 1 + BOUND_AHEAD_MS;
}

uint64_t sortid_generator_file_bound(const struct state_file *file)
{
    uint64_t bound_ms;
    (void)sortid_generator_slots_read(&bound_ms, file); /* checked when the file was opened */
    return bound_ms;
}

sortid_status sortid_generator_file_extend(struct state_file *file, uint64_t since_ms)
{
    struct file_head *head = &page_of(file)->head;
    int saved = errno;
    uint64_t bound = file_bound_in_force(file), claimed = atomic_load(&head->claim);
    bool covered = since_ms < bound;
    if (covered && bound - since_ms >= BOUND_RENEW_MS)
        return SORTID_OK; /* renewed meanwhile: a claim would block others */
    if (covered &&
        (claimed == bound || !atomic_compare_exchange_strong(&head->claim, &claimed, bound)))
        return SORTID_OK;
    if (since_ms > LAST_BOUND - BOUND_AHEAD_MS - 1)
        return SORTID_CLOCK_OUT_OF_RANGE; /* never: beyond all formats */
    sortid_status status = set_bound(file, bound_for(since_ms));
    if (status == SORTID_OK || covered) {
        errno = saved;
        return SORTID_OK; /* the next write that is needed reports the error */
    }
    return status;
}

sortid_status sortid_generator_file_extend_first(struct state_file *file, uint64_t since_ms)
{
    int saved = errno;
    if (file_has_bound(file)) /* another process made the first ID meanwhile */
        return sortid_generator_file_extend(file, since_ms);
    if (since_ms > LAST_BOUND - BOUND_AHEAD_MS - 1)
        return SORTID_CLOCK_OUT_OF_RANGE;
    sortid_status status = set_slot(file, bound_for(since_ms));
    if (status == SORTID_OK)
        errno = saved;
    return status;
}

void sortid_generator_file_confirm(struct state_file *file, uint64_t since_ms)
{
    raise_slot(&page_of(file)->head.bound, bound_for(since_ms));
}
