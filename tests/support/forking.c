/* SPDX-License-Identifier: MIT */
/* forking.c: see forking.h. */
#include "forking.h"

static void count_call(support_forking *f)
{
    if (++f->calls == f->fork_at)
        f->child = f->fork_call();
}

static sortid_status read_clock(void *context, uint64_t *unix_us)
{
    count_call(context);
    *unix_us = FORKING_US;
    return SORTID_OK;
}

static sortid_status fill_zeros(void *context, void *bytes, size_t size, uint64_t unix_us)
{
    (void)unix_us;
    count_call(context);
    memset(bytes, 0, size);
    return SORTID_OK;
}

sortid_sources support_forking_sources(support_forking *forking)
{
    sortid_sources sources;
    sortid_sources_default(&sources);
    sources.clock = (sortid_clock){read_clock, forking, 1};
    sources.random = (sortid_random){fill_zeros, forking};
    return sources;
}
