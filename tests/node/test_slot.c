/* SPDX-License-Identifier: MIT */
/* test_cell.c: handles by themselves: no two are equal, one whose hold has ended is noticed, cells
 * are used again and used up, a hold ends after the calls in it, a forked child takes cells of its
 * own. Generations are few here, so that they run out. */
#define CELL_GENERATION_BITS 8 // 255 generations
#include "../../node/cell.c"   // NOLINT(bugprone-suspicious-include)

#include "../support/support.h"

#include <sched.h>

/* A hold is only an address to cells. */
struct hold {
    int inside;
};

static struct cell *begin(struct hold *hold)
{
    struct cell *cell = sortid_node_cell_take(hold);
    assert_non_null(cell);
    sortid_node_limit_start(&cell->limit, cell->generation, 100, 150, 200);
    return cell;
}

static void finish(struct cell *cell)
{
    uint64_t first_free;
    assert_non_null(sortid_node_cell_end(&first_free, cell, sortid_node_cell_handle(cell)));
    sortid_node_cell_give(cell);
}

static void expect_ended(uintptr_t handle)
{
    uint64_t first_free = 77;
    struct cell *cell = sortid_node_cell_find(handle);
    if (cell == NULL)
        return;
    assert_null(sortid_node_cell_enter(cell, handle));
    assert_null(sortid_node_cell_end(&first_free, cell, handle));
    assert_int_equal(first_free, 77);
}

static void test_one_hold(void **state)
{
    (void)state;
    uint64_t first_free;
    struct hold hold = {0};
    struct cell *cell = begin(&hold);
    uintptr_t handle = sortid_node_cell_handle(cell);
    assert_int_not_equal(handle, 0);
    assert_ptr_equal(sortid_node_cell_find(handle), cell);
    assert_int_equal(sortid_node_cell_generation(handle), cell->generation);
    assert_true(sortid_node_cell_is_own(cell));
    assert_ptr_equal(sortid_node_cell_enter(cell, handle), &hold);
    assert_ptr_equal(sortid_node_cell_enter(cell, handle), &hold);
    sortid_node_cell_leave(cell);
    sortid_node_cell_leave(cell);
    assert_ptr_equal(sortid_node_cell_end(&first_free, cell, handle), &hold);
    assert_int_equal(first_free, 100);
    expect_ended(handle);
    sortid_node_cell_give(cell);
    expect_ended(handle);
}

static void test_strange_handles(void **state)
{
    (void)state;
    struct hold hold = {0};
    struct cell *cell = begin(&hold);
    uintptr_t handle = sortid_node_cell_handle(cell);
    assert_null(sortid_node_cell_find(0));
    assert_null(sortid_node_cell_find(handle - cell->generation)); // generation 0
    assert_null(sortid_node_cell_find(UINTPTR_MAX));
    for (unsigned bit = 0; bit < sizeof handle * 8; bit++)
        expect_ended(handle ^ (uintptr_t)1 << bit);
    finish(cell);
}

/* A few holds at a time, many times: as many cells as the header says. */
static void test_memory(void **state)
{
    (void)state;
    enum { AT_ONCE = 10 };
    struct hold hold = {0};
    for (unsigned round = 0; round < 1000; round++) {
        struct cell *taken[AT_ONCE];
        for (size_t i = 0; i < AT_ONCE; i++)
            taken[i] = begin(&hold);
        for (size_t i = 0; i < AT_ONCE; i++)
            finish(taken[i]);
    }
    EXPECT(cells.made <= AT_ONCE + CELL_LEAST_FREE, "%u cells", (unsigned)cells.made);
}

/* The memory that a handle names is used again only after others. */
static void test_longest_unused_first(void **state)
{
    (void)state;
    struct hold hold = {0};
    struct cell *first = begin(&hold);
    finish(first);
    for (unsigned i = 1; i < CELL_LEAST_FREE; i++) {
        struct cell *cell = begin(&hold);
        EXPECT(cell != first, "after %u others", i - 1);
        finish(cell);
    }
}

static int compare_handles(const void *a, const void *b)
{
    const uintptr_t *x = a, *y = b;
    return *x < *y ? -1 : *x > *y;
}

/* Beyond the last generation of all cells: new ones are made, no handle comes twice. */
static void test_used_up(void **state)
{
    (void)state;
    enum { HOLDS = 100000 };
    struct hold hold = {0};
    uintptr_t *handles = calloc(HOLDS, sizeof *handles);
    assert_non_null(handles);
    for (size_t i = 0; i < HOLDS; i++) {
        struct cell *cell = begin(&hold);
        handles[i] = sortid_node_cell_handle(cell);
        finish(cell);
    }
    EXPECT(cells.made >= HOLDS / LAST_GENERATION, "%u cells", (unsigned)cells.made);
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
    struct cell *cell;
    uintptr_t handle;
    uint64_t calls;
};

static _Atomic unsigned running;

/* Enters until the hold has ended. */
static void *call_on(void *argument)
{
    struct caller *c = argument;
    struct hold *hold;
    while ((hold = sortid_node_cell_enter(c->cell, c->handle)) != NULL) {
        const volatile int *inside = &hold->inside; // freed memory, were it not held
        c->calls += *inside == 1;
        sortid_node_cell_leave(c->cell);
        if (c->calls == 1)
            atomic_fetch_add(&running, 1);
    }
    return NULL;
}

static void test_end_waits(void **state)
{
    (void)state;
    for (unsigned round = 0; round < 200; round++) {
        struct caller callers[2];
        uint64_t first_free;
        struct hold *hold = calloc(1, sizeof *hold);
        assert_non_null(hold);
        hold->inside = 1;
        struct cell *cell = begin(hold);
        uintptr_t handle = sortid_node_cell_handle(cell);
        atomic_store(&running, 0);
        for (size_t i = 0; i < COUNT_OF(callers); i++) {
            callers[i] = (struct caller){.cell = cell, .handle = handle};
            assert_int_equal(pthread_create(&callers[i].thread, NULL, call_on, &callers[i]), 0);
        }
        while (atomic_load(&running) < COUNT_OF(callers))
            sched_yield();
        assert_ptr_equal(sortid_node_cell_end(&first_free, cell, handle), hold);
        hold->inside = 0;
        free(hold);
        sortid_node_cell_give(cell);
        for (size_t i = 0; i < COUNT_OF(callers); i++)
            assert_int_equal(pthread_join(callers[i].thread, NULL), 0);
    }
}

static void *hold_on(void *argument)
{
    struct hold hold = {0};
    (void)argument;
    for (unsigned i = 0; i < 5000; i++)
        finish(begin(&hold));
    return NULL;
}

/* Cells are taken and given back by several threads. */
static void test_many_takers(void **state)
{
    (void)state;
    pthread_t threads[4];
    for (size_t i = 0; i < COUNT_OF(threads); i++)
        assert_int_equal(pthread_create(&threads[i], NULL, hold_on, NULL), 0);
    for (size_t i = 0; i < COUNT_OF(threads); i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
}

/* ---- Forks ---------------------------------------------------------------------------------- */

static int in_child(void *argument)
{
    struct cell *cell = argument;
    struct hold hold = {0};
    uintptr_t made = cells.made;
    CHILD_CHECK(!sortid_node_cell_is_own(cell));
    struct cell *own = begin(&hold);
    CHILD_CHECK(sortid_node_cell_is_own(own));
    CHILD_CHECK(own->number == made);
    finish(own);
    return 0;
}

static void test_fork(void **state)
{
    (void)state;
    struct hold hold = {0};
    struct cell *cell = begin(&hold);
    assert_int_equal(support_in_child(in_child, cell), 0);
    assert_true(sortid_node_cell_is_own(cell));
    finish(cell);
}

int main(void)
{
    support_begin();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_hold),    cmocka_unit_test(test_strange_handles),
        cmocka_unit_test(test_memory),      cmocka_unit_test(test_longest_unused_first),
        cmocka_unit_test(test_used_up),     cmocka_unit_test(test_end_waits),
        cmocka_unit_test(test_many_takers), cmocka_unit_test(test_fork),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
