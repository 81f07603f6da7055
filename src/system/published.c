/* SPDX-License-Identifier: MIT */
/* system/published.c: the published clock: an atomic word that the caller sets and threads read. */
#include "published.h"
#include "system.h"

/* The alignment of the word: i386 aligns a uint64_t to 4 bytes. */
#define ALIGNMENT sizeof(uint64_t)

_Static_assert(sizeof(struct published) + ALIGNMENT - 1 <= sizeof(sortid_published),
               "published outgrew its storage");

static struct published *published_of(sortid_published *clock)
{
    unsigned char *storage = (unsigned char *)clock->opaque;
    size_t beyond = (uintptr_t)storage % ALIGNMENT;
    return (struct published *)(void *)(storage + (beyond == 0 ? 0 : ALIGNMENT - beyond));
}

void sortid_published_init(sortid_published *clock)
{
    *clock = (sortid_published){{0}};
}

void sortid_published_set(sortid_published *clock, uint64_t unix_us)
{
    atomic_store_explicit(&published_of(clock)->successor, unix_us + 1, memory_order_relaxed);
}

sortid_status sortid_published_update(sortid_published *clock)
{
    uint64_t unix_us;
    sortid_status status = sortid_system_time(&unix_us);
    if (status == SORTID_OK)
        sortid_published_set(clock, unix_us);
    return status;
}

sortid_status sortid_system_read_published(void *context, uint64_t *unix_us)
{
    uint64_t read;
    if (!published_read(context, &read))
        return SORTID_CLOCK_FAILED;
    *unix_us = read;
    return SORTID_OK;
}

void sortid_clock_published(sortid_clock *out, sortid_published *clock, uint32_t resolution_us)
{
    *out = (sortid_clock){sortid_system_read_published, published_of(clock), resolution_us};
}
