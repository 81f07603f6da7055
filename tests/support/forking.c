/* SPDX-License-Identifier: MIT */
/* forking.c: see forking.h. */
#include "forking.h"
#include "family.h"

#include <sys/mman.h>
#include <unistd.h>

static void count_call(support_forking *f)
{
    if (++f->calls == f->fork_at)
        f->child = f->fork_call();
}

static sortid_status read_clock(void *context, uint64_t *unix_us)
{
    const support_forking *f = context;
    count_call(context);
    *unix_us = FORKING_US - f->behind_us;
    return SORTID_OK;
}

static sortid_status fill_zeros(void *context, void *bytes, size_t size, uint64_t unix_us)
{
    (void)unix_us;
    count_call(context);
    memset(bytes, 0, size);
    return SORTID_OK;
}

static sortid_status sleep_over(void *context, uint64_t microseconds)
{
    support_forking *f = context;
    f->behind_us -= microseconds;
    count_call(f);
    return SORTID_OK;
}

sortid_sources support_forking_sources(support_forking *forking)
{
    return (sortid_sources){.clock = {read_clock, forking, 1},
                            .random = {fill_zeros, forking},
                            .sleep = {sleep_over, forking}};
}

void support_fill_bytes(support_filled *out, const support_format *format,
                        sortid_generator *generator)
{
    out->status = format->fill(generator, out->ids, SUPPORT_FILL, &out->made, NULL);
}

/* Two of the parent, two of the child. */
enum { fills = 4 };

static void expect_filled(const support_format *format, const support_filled *filled, bool refuses,
                          size_t fork_at)
{
    EXPECT_STATUS(filled->status, refuses ? SORTID_FORKED : SORTID_OK, "fork at %zu", fork_at);
    EXPECT(filled->made == (refuses ? 0 : SUPPORT_FILL), "made %zu, fork at %zu", filled->made,
           fork_at);
    for (size_t i = 1; i < filled->made; i++) {
        const uint8_t *id = filled->ids + i * format->size;
        EXPECT(memcmp(id - format->size, id, format->size) < 0, "ID %zu is not above, fork at %zu",
               i, fork_at);
    }
}

static void expect_all_differ(const support_format *format, const support_filled *all,
                              size_t fork_at)
{
    static uint8_t ids[(size_t)fills * SUPPORT_FILL * SUPPORT_MAX_SIZE];
    size_t made = 0;
    for (int i = 0; i < fills; i++) {
        memcpy(ids + made * format->size, all[i].ids, all[i].made * format->size);
        made += all[i].made;
    }
    EXPECT(support_all_differ(ids, made, format->size), "an ID twice, fork at %zu", fork_at);
}

/* False: the fill makes fewer than `fork_at` calls. */
static bool fork_in_fill(support_filled *shared, const support_format *format,
                         sortid_generator *generator, support_forking *f, size_t fork_at,
                         support_fill_call *fill, bool refuses)
{
    static support_filled first, second;
    f->calls = 0;
    f->fork_at = fork_at;
    memset(&first, 0, sizeof first);
    fflush(NULL);
    fill(&first, format, generator);
    f->fork_at = 0;
    fill(&second, format, generator);
    shared[f->child == 0] = first;
    shared[2 + (f->child == 0)] = second;
    if (f->child == 0)
        _exit(0);
    if (f->child < 0)
        return false;
    EXPECT(support_ended_well(f->child), "the child");
    for (size_t i = 0; i < fills; i++)
        expect_filled(format, &shared[i], i % 2 == 1 && refuses, fork_at);
    expect_all_differ(format, shared, fork_at);
    return true;
}

void support_fork_in_fills(const support_format *format, pid_t (*fork_call)(void),
                           support_begin_fill *begin, support_fill_call *fill, bool refuses)
{
    support_filled *shared = support_share(fills * sizeof *shared);
    size_t fork_at = 0;
    bool has_forked = true;
    while (has_forked) {
        support_forking f = {.fork_call = fork_call, .child = -1};
        const sortid_sources sources = support_forking_sources(&f);
        sortid_generator generator;
        uint8_t id[SUPPORT_MAX_SIZE];
        begin(&generator, format, &sources);
        EXPECT_OK(format->next(&generator, id, NULL));
        has_forked = fork_in_fill(shared, format, &generator, &f, ++fork_at, fill, refuses);
    }
    EXPECT(fork_at > 3, "only %zu calls of the sources", fork_at - 1);
    munmap(shared, fills * sizeof *shared);
}
