/* SPDX-License-Identifier: MIT */
/* system/published.c: the published clock: an atomic word that the caller's own
 * loop or thread sets and any number of threads read. It starts no thread, and
 * never looks at the system's clock but in sortid_published_update(). */
#include "system.h"

#include <sortid/source.h>

#include <stdatomic.h>

/* What lies in a sortid_published; the attribute as in generate/machine.h. Relaxed
 * order does: readers of one atomic never see it go back from what they know, and
 * nothing else is read by it. */
#if defined(__GNUC__)
struct __attribute__((may_alias)) published {
#else
struct published {
#endif
    _Atomic uint64_t successor; /* the time plus one; 0, in fresh memory too: never set */
};

/* The word's own alignment, which a uint64_t need not have: i386 gives it 4 bytes. */
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

static sortid_status read_published(void *context, uint64_t *unix_us)
{
    struct published *p = published_of(context);
    uint64_t successor = atomic_load_explicit(&p->successor, memory_order_relaxed);
    if (successor == 0)
        return SORTID_CLOCK_FAILED;
    *unix_us = successor - 1;
    return SORTID_OK;
}

void sortid_clock_published(sortid_clock *out, sortid_published *clock, uint32_t resolution_us)
{
    *out = (sortid_clock){read_published, clock, resolution_us};
}
