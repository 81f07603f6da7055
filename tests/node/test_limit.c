/* SPDX-License-Identifier: MIT */
/* test_limit.c: the limit of a hold by itself: what it covers, how it is raised, and that threads
 * which cover, one that raises and one that closes it agree on each tick. */
#include "../support/support.h"
#include "node/limit.h"

#include <pthread.h>
#include <sched.h>

static void test_answers(void **state)
{
    (void)state;
    struct limit limit;
    limit_start(&limit, 100, 150, 200);
    assert_int_equal(limit_cover(&limit, 99), LIMIT_BEFORE);
    assert_int_equal(limit_next(&limit), 100);
    assert_int_equal(limit_cover(&limit, 100), LIMIT_COVERED);
    assert_int_equal(limit_cover(&limit, 149), LIMIT_COVERED);
    assert_int_equal(limit_cover(&limit, 150), LIMIT_DUE);
    assert_int_equal(limit_cover(&limit, 199), LIMIT_DUE);
    assert_int_equal(limit_cover(&limit, 120), LIMIT_COVERED);
    assert_int_equal(limit_next(&limit), 200);
    assert_int_equal(limit_cover(&limit, 200), LIMIT_REACHED);
    assert_int_equal(limit_cover(&limit, UINT64_MAX), LIMIT_REACHED);
    limit_raise(&limit, 0, 250, 300);
    limit_raise(&limit, 0, 240, 290); // nothing goes back
    assert_int_equal(limit_end(&limit), 300);
    assert_int_equal(limit_cover(&limit, 249), LIMIT_COVERED);
    limit_raise(&limit, 280, 350, 400); // a floor
    assert_int_equal(limit_next(&limit), 280);
    assert_int_equal(limit_cover(&limit, 279), LIMIT_BEFORE);
    assert_int_equal(limit_cover(&limit, 280), LIMIT_COVERED);
    limit_lose(&limit);
    assert_int_equal(limit_cover(&limit, 399), LIMIT_DUE);
    assert_int_equal(limit_cover(&limit, 400), LIMIT_LOST);
    assert_int_equal(limit_close(&limit), 400);
    assert_int_equal(limit_close(&limit), 400);
    assert_int_equal(limit_cover(&limit, 300), LIMIT_LOST);
    assert_int_equal(limit_cover(&limit, 400), LIMIT_LOST);
}

static void test_nothing_covered(void **state)
{
    (void)state;
    struct limit limit;
    limit_start(&limit, 100, 150, 200);
    assert_int_equal(limit_close(&limit), 100);
    assert_int_equal(limit_cover(&limit, 100), LIMIT_LOST);
}

/* ---- Threads ------------------------------------------------------------------------------ */

#define ROUNDS 50

static struct limit shared;
static _Atomic unsigned running;

struct coverer {
    pthread_t thread;
    uint64_t first, covered; /* the greatest that was covered */
    bool bad;                /* covered where the end was not */
};

/* Goes up tick by tick, until the limit is closed. */
static void *cover(void *argument)
{
    struct coverer *c = argument;
    uint64_t tick = c->first;
    atomic_fetch_add(&running, 1);
    for (;;) {
        enum limit_answer answer = limit_cover(&shared, tick);
        if (answer == LIMIT_LOST)
            return NULL;
        if (answer == LIMIT_REACHED) {
            sched_yield();
            continue;
        }
        c->bad = c->bad || tick >= limit_end(&shared);
        c->covered = tick++;
    }
}

static void *raise_on(void *argument)
{
    (void)argument;
    atomic_fetch_add(&running, 1);
    for (uint64_t end = 1100;; end += 50) {
        limit_raise(&shared, 0, end - 30, end);
        if (limit_cover(&shared, 1000) == LIMIT_LOST)
            return NULL;
    }
}

static void close_while_covered(void)
{
    struct coverer coverers[2] = {{.first = 1000}, {.first = 1000}};
    pthread_t raiser;
    atomic_store(&running, 0);
    limit_start(&shared, 1000, 1020, 1050);
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&coverers[i].thread, NULL, cover, &coverers[i]), 0);
    assert_int_equal(pthread_create(&raiser, NULL, raise_on, NULL), 0);
    while (atomic_load(&running) < 3 || limit_next(&shared) < 1200) // until all are at it
        sched_yield();
    uint64_t free_from = limit_close(&shared);
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(pthread_join(coverers[i].thread, NULL), 0);
    assert_int_equal(pthread_join(raiser, NULL), 0);
    uint64_t last =
        coverers[0].covered > coverers[1].covered ? coverers[0].covered : coverers[1].covered;
    assert_false(coverers[0].bad || coverers[1].bad);
    assert_int_equal(free_from, last + 1);
}

static void test_threads(void **state)
{
    (void)state;
    for (unsigned i = 0; i < ROUNDS; i++)
        close_while_covered();
}

int main(void)
{
    support_begin();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_answers),
        cmocka_unit_test(test_nothing_covered),
        cmocka_unit_test(test_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
