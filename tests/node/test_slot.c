/* SPDX-License-Identifier: MIT */
/* test_slot.c: handles alone: no two are equal, a handle whose reservation has ended is noticed,
 * slots are reused and used up, a reservation ends after the calls in it, a forked child takes
 * slots of its own. There are few generations here, so that they run out. */
#define SLOT_GENERATION_BITS 8 // 255 generations
#include "../../node/slot.c"   // NOLINT(bugprone-suspicious-include)

#include "../support/cases.h"

#include <sched.h>

/* For slots a reservation is only an address. */
struct reservation {
    int inside;
};

static struct slot *begin(struct reservation *reservation)
{
    struct slot *slot = sortid_node_slot_take(reservation);
    assert_non_null(slot);
    sortid_node_limit_start(&slot->limit, slot->generation, 100, 150, 200);
    return slot;
}

static void finish(struct slot *slot)
{
    uint64_t first_free;
    assert_non_null(sortid_node_slot_end(&first_free, slot, sortid_node_slot_handle(slot)));
    sortid_node_slot_free(slot);
}

static void expect_ended(uintptr_t handle)
{
    uint64_t first_free = 77;
    struct slot *slot = sortid_node_slot_find(handle);
    if (slot == NULL)
        return;
    assert_null(sortid_node_slot_enter(slot, handle));
    assert_null(sortid_node_slot_end(&first_free, slot, handle));
    assert_int_equal(first_free, 77);
}

TEST(one_reservation)
{
    uint64_t first_free;
    struct reservation reservation = {0};
    struct slot *slot = begin(&reservation);
    uintptr_t handle = sortid_node_slot_handle(slot);
    assert_int_not_equal(handle, 0);
    assert_ptr_equal(sortid_node_slot_find(handle), slot);
    assert_int_equal(sortid_node_slot_generation(handle), slot->generation);
    assert_true(sortid_node_slot_is_own(slot));
    assert_ptr_equal(sortid_node_slot_enter(slot, handle), &reservation);
    assert_ptr_equal(sortid_node_slot_enter(slot, handle), &reservation);
    sortid_node_slot_leave(slot);
    sortid_node_slot_leave(slot);
    assert_ptr_equal(sortid_node_slot_end(&first_free, slot, handle), &reservation);
    assert_int_equal(first_free, 100);
    expect_ended(handle);
    sortid_node_slot_free(slot);
    expect_ended(handle);
}

TEST(strange_handles)
{
    struct reservation reservation = {0};
    struct slot *slot = begin(&reservation);
    uintptr_t handle = sortid_node_slot_handle(slot);
    assert_null(sortid_node_slot_find(0));
    assert_null(sortid_node_slot_find(handle - slot->generation)); // generation 0
    assert_null(sortid_node_slot_find(UINTPTR_MAX));
    for (unsigned bit = 0; bit < sizeof handle * 8; bit++)
        expect_ended(handle ^ (uintptr_t)1 << bit);
    finish(slot);
}

/* A few reservations at a time, many times: as many slots as the header says. */
TEST(memory)
{
    enum { AT_ONCE = 10 };
    struct reservation reservation = {0};
    for (unsigned round = 0; round < 1000; round++) {
        struct slot *taken[AT_ONCE];
        for (size_t i = 0; i < AT_ONCE; i++)
            taken[i] = begin(&reservation);
        for (size_t i = 0; i < AT_ONCE; i++)
            finish(taken[i]);
    }
    EXPECT(slots.made <= AT_ONCE + SLOT_LEAST_FREE, "%u slots", (unsigned)slots.made);
}

/* The memory of a handle is reused only after that of others. */
TEST(longest_unused_first)
{
    struct reservation reservation = {0};
    struct slot *first = begin(&reservation);
    finish(first);
    for (unsigned i = 1; i < SLOT_LEAST_FREE; i++) {
        struct slot *slot = begin(&reservation);
        EXPECT(slot != first, "after %u others", i - 1);
        finish(slot);
    }
}

static int compare_handles(const void *a, const void *b)
{
    const uintptr_t *x = a, *y = b;
    return *x < *y ? -1 : *x > *y;
}

/* After the last generation of all slots new slots are made, and no handle comes twice. */
TEST(used_up)
{
    enum { HOLDS = 100000 };
    struct reservation reservation = {0};
    uintptr_t *handles = calloc(HOLDS, sizeof *handles);
    assert_non_null(handles);
    for (size_t i = 0; i < HOLDS; i++) {
        struct slot *slot = begin(&reservation);
        handles[i] = sortid_node_slot_handle(slot);
        finish(slot);
    }
    EXPECT(slots.made >= HOLDS / LAST_GENERATION, "%u slots", (unsigned)slots.made);
    for (size_t i = 0; i < HOLDS; i++)
        expect_ended(handles[i]);
    qsort(handles, HOLDS, sizeof *handles, compare_handles);
    for (size_t i = 1; i < HOLDS; i++)
        EXPECT(handles[i - 1] != handles[i], "handle %llx twice", (unsigned long long)handles[i]);
    free(handles);
}

/* ---- Threads -------------------------------------------------------------------------------- */

struct caller {
    pthread_t thread;
    struct slot *slot;
    uintptr_t handle;
    uint64_t calls;
};

static _Atomic unsigned running;

/* Enters the slot until the reservation has ended. */
static void *call_on(void *argument)
{
    struct caller *c = argument;
    struct reservation *reservation;
    while ((reservation = sortid_node_slot_enter(c->slot, c->handle)) != NULL) {
        const volatile int *inside =
            &reservation->inside; // freed memory, if entering did not keep it
        c->calls += *inside == 1;
        sortid_node_slot_leave(c->slot);
        if (c->calls == 1)
            atomic_fetch_add(&running, 1);
    }
    return NULL;
}

TEST(end_waits)
{
    for (unsigned round = 0; round < 200; round++) {
        struct caller callers[2];
        uint64_t first_free;
        struct reservation *reservation = calloc(1, sizeof *reservation);
        assert_non_null(reservation);
        reservation->inside = 1;
        struct slot *slot = begin(reservation);
        uintptr_t handle = sortid_node_slot_handle(slot);
        atomic_store(&running, 0);
        for (size_t i = 0; i < COUNT_OF(callers); i++) {
            callers[i] = (struct caller){.slot = slot, .handle = handle};
            assert_int_equal(pthread_create(&callers[i].thread, NULL, call_on, &callers[i]), 0);
        }
        while (atomic_load(&running) < COUNT_OF(callers))
            sched_yield();
        assert_ptr_equal(sortid_node_slot_end(&first_free, slot, handle), reservation);
        reservation->inside = 0;
        free(reservation);
        sortid_node_slot_free(slot);
        for (size_t i = 0; i < COUNT_OF(callers); i++)
            assert_int_equal(pthread_join(callers[i].thread, NULL), 0);
    }
}

static void *reserve_again(void *argument)
{
    struct reservation reservation = {0};
    (void)argument;
    for (unsigned i = 0; i < 5000; i++)
        finish(begin(&reservation));
    return NULL;
}

/* Several threads take and free slots. */
TEST(many_takers)
{
    pthread_t threads[4];
    for (size_t i = 0; i < COUNT_OF(threads); i++)
        assert_int_equal(pthread_create(&threads[i], NULL, reserve_again, NULL), 0);
    for (size_t i = 0; i < COUNT_OF(threads); i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
}

/* ---- Forks ---------------------------------------------------------------------------------- */

static int in_child(void *argument)
{
    struct slot *slot = argument;
    struct reservation reservation = {0};
    uintptr_t made = slots.made;
    CHILD_CHECK(!sortid_node_slot_is_own(slot));
    struct slot *own = begin(&reservation);
    CHILD_CHECK(sortid_node_slot_is_own(own));
    CHILD_CHECK(own->number == made);
    finish(own);
    return 0;
}

TEST(fork)
{
    struct reservation reservation = {0};
    struct slot *slot = begin(&reservation);
    assert_int_equal(support_in_child(in_child, slot), 0);
    assert_true(sortid_node_slot_is_own(slot));
    finish(slot);
}

CASES_MAIN(NULL, NULL)
