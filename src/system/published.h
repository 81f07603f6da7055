/* SPDX-License-Identifier: MIT */
/* system/published.h: the published clock, read inline. If a clock's function is
 * sortid_system_read_published, its context is a struct published. */
#pragma once

#include "../text/inline.h"

#include <sortid/source.h>

#include <stdatomic.h>
#include <stdbool.h>

/* What a sortid_published contains. Relaxed order is enough: a reader of one atomic never sees it
 * go back, and no other memory depends on it. */
#if defined(__GNUC__)
struct __attribute__((may_alias)) published {
#else
struct published {
#endif
    _Atomic uint64_t successor; /* the time plus one; 0, as in zeroed memory: never set */
};

/* The function of the clock. */
sortid_status sortid_system_read_published(void *context, uint64_t *unix_us);

/* False before the first set. */
static INLINED bool published_read(const struct published *published, uint64_t *unix_us)
{
    uint64_t successor = atomic_load_explicit(&published->successor, memory_order_relaxed);
    *unix_us = successor - 1;
    return successor != 0;
}
