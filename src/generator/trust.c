/* SPDX-License-Identifier: MIT */
/* generator/trust.c: see trust.h. */
#include "trust.h"
#include "durable.h"

uint64_t sortid_generator_file_check(const struct state_file *f)
{
    const struct page *page = page_of(f);
    const _Atomic uint64_t *words = (const _Atomic uint64_t *)(const void *)&page->state;
    uint64_t check = CHECK_OF_NOTHING;
    for (size_t i = 0; i < sizeof page->state / sizeof *words; i++)
        check = check_with(check, atomic_load_explicit(&words[i], memory_order_relaxed));
    check = check_with(check, sortid_generator_file_bound(f));
    check = check_with(check, atomic_load(&page->head.bound.word));
    return check + (check == NOT_AT_REST);
}

/* UNKNOWN: the state is in use, or its last user was killed. */
enum rest { REST_UNKNOWN, REST_INTACT, REST_DAMAGED };

/* Without a lock: if another process opens the file meanwhile, the check value is replaced. */
static enum rest rest_of(const struct state_file *f)
{
    const struct file_head *head = &page_of(f)->head;
    uint64_t stored = atomic_load(&head->rest_check);
    if (stored == NOT_AT_REST)
        return REST_UNKNOWN;
    uint64_t found = sortid_generator_file_check(f);
    atomic_thread_fence(memory_order_seq_cst);
    if (atomic_load(&head->rest_check) != stored)
        return REST_UNKNOWN;
    return found == stored ? REST_INTACT : REST_DAMAGED;
}

/* Whether the file is the one that the state was made in. A copy does not know what the original
 * made since. */
static bool is_in_place(const struct state_file *f)
{
    const uint64_t *place = page_of(f)->head.place;
    return memcmp(place, f->file.place, sizeof f->file.place) == 0;
}

bool sortid_generator_file_is_copy(const struct state_file *file)
{
    return sortid_generator_file_bound(file) > 0 && !is_in_place(file);
}

/* Where the boot has no name, only a state that its last user left on disk is trusted. */
bool sortid_generator_file_is_current(const struct state_file *file)
{
    enum rest rest = rest_of(file);
    bool is_left = is_owner(file, unnamed_boot) && rest == REST_INTACT;
    bool is_current =
        is_in_place(file) && ((is_of_this_boot(file) && rest != REST_DAMAGED) || is_left);
    atomic_thread_fence(memory_order_seq_cst); /* see set_owner */
    return is_current;
}
