/* SPDX-License-Identifier: MIT */
/* test_bound.c: threads raise the durable bound at once, as fast as they can. When a call returns,
 * the bound covers its time; at the end the greatest bound is in force and in a slot. The file is
 * in memory, and its sync does nothing. */
#include "../support/workers.h"
#include "state.h"

#include "generator/durable.h"

#define THREADS 4
#define CALLS   500000 /* of each thread */

/* Replaces the library's function: see portable.cmake. */

WRAP(sortid_system_file_sync);
sortid_status __wrap_sortid_system_file_sync(struct file *file, size_t offset)
{
    (void)file, (void)offset;
    return SORTID_OK;
}

static _Alignas(FILE_PAGE) uint8_t content[3 * FILE_PAGE];
static struct state_file file = {.file = {.map = content, .size = sizeof content}};
static _Atomic uint64_t next_ms;
static _Atomic size_t failed, uncovered, lowered;

/* Each time is after the bounds that earlier calls have set. */
enum { step_ms = 2 * BOUND_AHEAD_MS };

static void *extend(void *unused)
{
    (void)unused;
    uint64_t before = 0;
    for (size_t i = 0; i < CALLS; i++) {
        uint64_t since_ms = atomic_fetch_add(&next_ms, step_ms);
        if (sortid_generator_file_extend(&file, since_ms) != SORTID_OK)
            failed++;
        uint64_t bound_ms = file_bound_in_force(&file);
        uncovered += bound_ms <= since_ms;
        lowered += bound_ms < before;
        before = bound_ms;
    }
    return NULL;
}

TEST(threads)
{
    in_threads(extend, &file, 0, THREADS);
    assert_int_equal(failed, 0);
    assert_int_equal(uncovered, 0);
    assert_int_equal(lowered, 0);
    uint64_t in_force = file_bound_in_force(&file);
    uint64_t last_ms = atomic_load(&next_ms) - step_ms;
    EXPECT(in_force == last_ms + BOUND_AHEAD_MS + 1, "in force: %llu",
           (unsigned long long)in_force);
    EXPECT(sortid_generator_file_bound(&file) >= in_force, "not in a slot");
}

CASES_MAIN(NULL, NULL)
