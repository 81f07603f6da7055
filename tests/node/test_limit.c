/* SPDX-License-Identifier: MIT */
/* test_limit.c: the limit of a reservation alone: which ticks it allows, how it is raised; and
 * threads that ask, one that raises it and one that closes it agree on each tick. */
#include "../support/cases.h"
#include "node/limit.h"

#include <pthread.h>
#include <sched.h>

#define NOT_CLOSED UINT64_MAX

/* A limit from tick 100 on to the end 200, with a raise due at 150. */
#define TEST_LIMIT(name)                                                                           \
    TEST_AROUND(name, sortid_node_limit_start(&limit, 7, 100, 150, 200), limit = (struct limit){0})
static struct limit limit;

static enum limit_answer ask(uint64_t tick, bool is_shared)
{
    return sortid_node_limit_ask(&limit, 7, tick, is_shared);
}

/* Closes the limit; returns the first tick that was not allowed. */
static uint64_t closed_at(struct limit *one, uint32_t number)
{
    uint64_t first_free;
    return sortid_node_limit_close(&first_free, one, number) ? first_free : NOT_CLOSED;
}

TEST_LIMIT(answers)
{
    assert_int_equal(ask(99, true), LIMIT_BEFORE);
    assert_int_equal(sortid_node_limit_next(&limit), 100);
    assert_int_equal(ask(100, true), LIMIT_ALLOWED);
    assert_int_equal(ask(149, true), LIMIT_ALLOWED);
    assert_int_equal(ask(150, true), LIMIT_DUE);
    assert_int_equal(ask(199, true), LIMIT_DUE);
    assert_int_equal(ask(120, true), LIMIT_IN_USE);
    assert_int_equal(sortid_node_limit_next(&limit), 200);
    assert_int_equal(ask(200, true), LIMIT_REACHED);
    assert_int_equal(ask(UINT64_MAX, true), LIMIT_REACHED);
    sortid_node_limit_raise(&limit, 0, 250, 300);
    sortid_node_limit_raise(&limit, 0, 240, 290); // it is never lowered
    assert_int_equal(sortid_node_limit_end(&limit), 300);
    assert_int_equal(ask(249, true), LIMIT_ALLOWED);
    sortid_node_limit_raise(&limit, 280, 350, 400); // a floor
    assert_int_equal(sortid_node_limit_next(&limit), 280);
    assert_int_equal(ask(279, true), LIMIT_BEFORE);
    assert_int_equal(ask(280, true), LIMIT_ALLOWED);
    sortid_node_limit_lose(&limit);
    assert_int_equal(ask(280, true),
                     LIMIT_ALLOWED); // it had begun before
    assert_int_equal(ask(281, true), LIMIT_LOST);
    assert_int_equal(ask(400, true), LIMIT_LOST);
    assert_int_equal(closed_at(&limit, 7), 281);
    assert_int_equal(closed_at(&limit, 7), NOT_CLOSED); // it is closed
    assert_int_equal(ask(300, true), LIMIT_LOST);
    assert_int_equal(ask(400, true), LIMIT_LOST);
}

/* Each tick is given once, in rising order; those who share may have the last one again. */
TEST_LIMIT(given_once)
{
    assert_int_equal(ask(101, false), LIMIT_ALLOWED);
    assert_int_equal(ask(101, false), LIMIT_IN_USE);
    assert_int_equal(ask(100, false), LIMIT_IN_USE);
    assert_int_equal(ask(101, true), LIMIT_IN_USE);
    assert_int_equal(ask(102, true), LIMIT_ALLOWED);
    assert_int_equal(ask(102, true), LIMIT_ALLOWED);
    assert_int_equal(ask(102, false), LIMIT_IN_USE);
    assert_int_equal(ask(101, true), LIMIT_IN_USE);
    assert_int_equal(ask(160, false), LIMIT_DUE);
    assert_int_equal(ask(160, true), LIMIT_IN_USE);
    sortid_node_limit_suspend(&limit, true);
    assert_int_equal(ask(160, true), LIMIT_REACHED);
    sortid_node_limit_lose(&limit);
    assert_int_equal(ask(160, false), LIMIT_LOST);
    assert_int_equal(closed_at(&limit, 7), 161);
}

TEST_LIMIT(taken)
{
    uint64_t first = 77;
    assert_false(sortid_node_limit_take_all(&first, &limit, 6));
    assert_int_equal(first, 77);
    assert_int_equal(ask(110, true), LIMIT_ALLOWED);
    assert_true(sortid_node_limit_take_all(&first, &limit, 7));
    assert_int_equal(first, 111);
    assert_false(sortid_node_limit_take_all(&first, &limit, 7));
    assert_int_equal(ask(110, true), LIMIT_IN_USE);
    assert_int_equal(ask(111, true), LIMIT_IN_USE);
    assert_int_equal(ask(160, true), LIMIT_IN_USE);
    sortid_node_limit_start(&limit, 8, 300, 350, 400);
    assert_true(sortid_node_limit_take_all(&first, &limit, 8));
    assert_int_equal(first, 300);
    assert_int_not_equal(closed_at(&limit, 8), NOT_CLOSED);
    assert_false(sortid_node_limit_take_all(&first, &limit, 8));
}

/* While it is suspended no new tick begins; one that had begun continues. */
TEST_LIMIT(suspended)
{
    sortid_node_limit_suspend(&limit, true);
    assert_int_equal(ask(99, true), LIMIT_REACHED);
    assert_int_equal(ask(100, true), LIMIT_REACHED);
    sortid_node_limit_suspend(&limit, false);
    assert_int_equal(ask(110, true), LIMIT_ALLOWED);
    sortid_node_limit_suspend(&limit, true);
    assert_int_equal(ask(110, true), LIMIT_ALLOWED);
    assert_int_equal(ask(111, true), LIMIT_REACHED);
    assert_int_equal(sortid_node_limit_ask(&limit, 6, 110, true), LIMIT_LOST);
    sortid_node_limit_raise(&limit, 120, 150, 200); // a floor ends it, too
    assert_int_equal(ask(110, true), LIMIT_REACHED);
    assert_int_equal(closed_at(&limit, 7), 120);
}

TEST_LIMIT(nothing_allowed)
{
    assert_int_equal(closed_at(&limit, 7), 100);
    assert_int_equal(ask(100, true), LIMIT_LOST);
}

/* A call of an earlier generation gets "lost" and changes nothing. */
TEST(generations)
{
    static const uint64_t ticks[] = {0, 99, 100, 199, 200, LIMIT_LAST_TICK, UINT64_MAX};
    sortid_node_limit_start(&limit, 7, 500, 550, 600);
    assert_int_equal(closed_at(&limit, 7), 500);
    for (uint32_t number = 8; number < 1 << LIMIT_GENERATION_BITS; number *= 3) {
        sortid_node_limit_start(&limit, number, 100, 150, 200);
        assert_true(sortid_node_limit_is_open(&limit, number));
        assert_false(sortid_node_limit_is_open(&limit, 7));
        for (size_t i = 0; i < COUNT_OF(ticks); i++)
            assert_int_equal(ask(ticks[i], true), LIMIT_LOST);
        assert_int_equal(closed_at(&limit, 7), NOT_CLOSED);
        assert_int_equal(sortid_node_limit_next(&limit), 100);
        assert_int_equal(sortid_node_limit_ask(&limit, number, 120, true), LIMIT_ALLOWED);
        assert_int_equal(closed_at(&limit, number), 121);
        assert_false(sortid_node_limit_is_open(&limit, number));
    }
}

/* The last tick that the word can store; later ticks are never allowed. */
TEST(last_tick)
{
    sortid_node_limit_start(&limit, 7, 1, UINT64_MAX, UINT64_MAX);
    assert_int_equal(ask(LIMIT_LAST_TICK, true), LIMIT_ALLOWED);
    assert_int_equal(ask(LIMIT_LAST_TICK + 1, true), LIMIT_REACHED);
    assert_int_equal(closed_at(&limit, 7), LIMIT_LAST_TICK + 1);
}

/* ---- Threads ------------------------------------------------------------------------------ */

#define ROUNDS 50

static struct limit shared;
static uint32_t generation = 1; // of the round
static _Atomic unsigned running;

struct asker {
    pthread_t thread;
    uint64_t first, allowed; /* the greatest allowed tick */
    bool bad;                /* allowed although a tick before it was not */
};

/* Asks for tick after tick until the limit is closed. */
static void *cover(void *argument)
{
    struct asker *c = argument;
    uint64_t tick = c->first;
    atomic_fetch_add(&running, 1);
    for (;;) {
        enum limit_answer answer = sortid_node_limit_ask(&shared, generation, tick, true);
        if (answer == LIMIT_LOST)
            return NULL;
        if (answer == LIMIT_REACHED) {
            sched_yield();
            continue;
        }
        c->bad = c->bad || tick >= sortid_node_limit_end(&shared);
        if (answer != LIMIT_IN_USE)
            c->allowed = tick;
        tick++;
    }
}

static void *raise_on(void *argument)
{
    (void)argument;
    atomic_fetch_add(&running, 1);
    for (uint64_t end = 1100;; end += 50) {
        sortid_node_limit_raise(&shared, 0, end - 30, end);
        if (sortid_node_limit_ask(&shared, generation, 1000, true) == LIMIT_LOST)
            return NULL;
    }
}

static void close_while_asked(void)
{
    struct asker askers[2] = {{.first = 1000}, {.first = 1000}};
    pthread_t raiser;
    atomic_store(&running, 0);
    sortid_node_limit_start(&shared, generation, 1000, 1020, 1050);
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&askers[i].thread, NULL, cover, &askers[i]), 0);
    assert_int_equal(pthread_create(&raiser, NULL, raise_on, NULL), 0);
    while (atomic_load(&running) < 3 ||
           sortid_node_limit_next(&shared) < 1200) // until all threads ask
        sched_yield();
    uint64_t free_from = closed_at(&shared, generation);
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(pthread_join(askers[i].thread, NULL), 0);
    assert_int_equal(pthread_join(raiser, NULL), 0);
    uint64_t last = askers[0].allowed > askers[1].allowed ? askers[0].allowed : askers[1].allowed;
    assert_false(askers[0].bad || askers[1].bad);
    assert_int_equal(free_from, last + 1);
    generation++;
}

TEST(threads)
{
    for (unsigned i = 0; i < ROUNDS; i++)
        close_while_asked();
}

CASES_MAIN(NULL, NULL)
