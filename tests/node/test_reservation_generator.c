/* SPDX-License-Identifier: MIT */
/* test_reservation_generator.c: generators on a reservation, in modes abort and wait, renewed by the
 * caller, from inside the generator, and by the library's thread; threads that ask at once. Tests
 * with a thread use real time, and do not judge how long anything took. */
#include "reservation_fixture.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static sortid_status read_clock(void *context, uint64_t *unix_us)
{
    (void)context;
    *unix_us = fake_now() * 1000;
    return SORTID_OK;
}

static _Thread_local unsigned naps; /* each thread makes IDs with a generator of its own */
static unsigned naps_without_etcd;  /* then it is back */

static sortid_status nap(void *context, uint64_t us)
{
    (void)context;
    fake_pass((us + 999) / 1000);
    if (++naps == naps_without_etcd)
        fake.fate = NULL;
    return naps > 100000 ? SORTID_SLEEP_FAILED : SORTID_OK;
}

static void init(sortid_scru64_generator *generator, const sortid_node_reservation *reservation,
                 sortid_mode mode)
{
    sortid_sources sources;
    sortid_options options;
    sortid_scru64_node_spec spec;
    sortid_sources_default(&sources);
    sources.clock = (sortid_clock){read_clock, NULL, 1000};
    sources.sleep = (sortid_sleep){nap, NULL};
    naps = 0;
    sortid_node_reservation_spec(reservation, &spec);
    options = (sortid_options){0};
    options.mode = mode;
    options.guard_bits = 1; /* so the counter does not overflow into the next tick after few IDs */
    options.node = &spec;
    options.bound = sortid_node_reservation_bound(reservation);
    EXPECT_STATUS(sortid_scru64_generator_init(generator, &options, &sources), SORTID_OK, "init");
}

static sortid_status generate(sortid_scru64_generator *generator, uint64_t *tick)
{
    sortid_scru64 id;
    sortid_scru64_fields fields;
    sortid_status status = sortid_scru64_generator_next(generator, &id, NULL);
    if (status != SORTID_OK)
        return status;
    sortid_scru64_to_fields(&fields, &id);
    EXPECT(fields.timestamp >= *tick, "the tick went back");
    *tick = fields.timestamp;
    return SORTID_OK;
}

static enum fake_fate all_lost(const struct fake_request *request, void *context)
{
    (void)request, (void)context;
    return FAKE_NOT_SENT;
}

/* ---- Without a thread --------------------------------------------------------------------- */

/* The caller never renews: the generator does, about every half minute. */
static void test_renewed_inside(void **state)
{
    (void)state;
    sortid_scru64_generator generator;
    uint64_t tick = 0;
    fixture_begin("p=5/8");
    sortid_node_reservation *reservation = fixture_acquire(NULL);
    init(&generator, reservation, SORTID_MODE_ABORT);
    while (fake_now() < FIXTURE_NOW + 600000) {
        uint64_t before = fixture_now_tick(); // a request takes time
        EXPECT_STATUS(generate(&generator, &tick), SORTID_OK, "renewed inside");
        EXPECT(tick >= before && tick <= fixture_now_tick(), "not the clock's tick");
        fake_pass(100);
    }
    EXPECT(fake.requests < 100, "%u requests", fake.requests);
    EXPECT_NODE(sortid_node_release(reservation, &fixture_error), SORTID_NODE_OK);
    assert_int_equal(fixture_record(5, 8).bound, tick + 1);
    fixture_end();
}

static void test_abort_at_bound(void **state)
{
    (void)state;
    sortid_scru64_generator generator;
    uint64_t tick = 0, next;
    fixture_begin("p=5/8");
    fake.timeout_ms = 100;
    sortid_node_reservation *reservation = fixture_acquire(NULL);
    init(&generator, reservation, SORTID_MODE_ABORT);
    fake.fate = all_lost;
    fake_pass(59950);
    EXPECT_STATUS(generate(&generator, &tick), SORTID_OK, "below the bound");
    fake_pass(300);
    for (unsigned i = 0; i < 20; i++) {
        EXPECT_STATUS(generate(&generator, &tick), SORTID_BOUND_REACHED, "at the bound");
        fake_pass(100);
    }
    assert_int_equal(tick, FIXTURE_TICK + FIXTURE_HORIZON - 1);
    fake.fate = NULL;
    EXPECT_NODE(sortid_node_renew(reservation, &next, &fixture_error), SORTID_NODE_OK);
    EXPECT_STATUS(generate(&generator, &tick), SORTID_OK, "etcd is back");
    EXPECT_NODE(sortid_node_release(reservation, &fixture_error), SORTID_NODE_OK);
    fixture_end();
}

static void test_wait_at_bound(void **state)
{
    (void)state;
    sortid_scru64_generator generator;
    uint64_t tick = 0;
    fixture_begin("p=5/8");
    fake.timeout_ms = 100;
    sortid_node_reservation *reservation = fixture_acquire(NULL);
    init(&generator, reservation, SORTID_MODE_WAIT);
    fake.fate = all_lost;
    fake_pass(61000);
    naps_without_etcd = 300;
    EXPECT_STATUS(generate(&generator, &tick), SORTID_OK, "waited for etcd");
    EXPECT(naps >= 300 && naps < 600, "%u naps", naps);
    EXPECT(tick >= FIXTURE_TICK + FIXTURE_HORIZON, "an early tick");
    EXPECT_NODE(sortid_node_release(reservation, &fixture_error), SORTID_NODE_OK);
    fixture_end();
}

/* A sleep source with a deadline. */
static sortid_status nap_until(void *context, uint64_t us)
{
    const uint64_t *deadline_ms = context;
    if (fake_now() >= *deadline_ms)
        return SORTID_BOUND_REACHED;
    fake_pass((us + 999) / 1000);
    return SORTID_OK;
}

/* The caller's deadline ends the wait, and the same generator continues later. */
static void test_wait_with_deadline(void **state)
{
    (void)state;
    sortid_scru64_generator generator;
    sortid_scru64_node_spec spec;
    sortid_sources sources;
    uint64_t tick = 0, next, deadline_ms;
    fixture_begin("p=5/8");
    fake.timeout_ms = 100;
    sortid_node_reservation *reservation = fixture_acquire(NULL);
    sortid_node_reservation_spec(reservation, &spec);
    sortid_sources_default(&sources);
    sources.clock = (sortid_clock){read_clock, NULL, 1000};
    sources.sleep = (sortid_sleep){nap_until, &deadline_ms};
    const sortid_options options = {.mode = SORTID_MODE_WAIT,
                                    .node = &spec,
                                    .bound = sortid_node_reservation_bound(reservation)};
    EXPECT_STATUS(sortid_scru64_generator_init(&generator, &options, &sources), SORTID_OK, "init");
    fake.fate = all_lost;
    fake_pass(61000);
    deadline_ms = fake_now() + 3000;
    EXPECT_STATUS(generate(&generator, &tick), SORTID_BOUND_REACHED, "at the deadline");
    EXPECT(fake_now() >= deadline_ms && fake_now() < deadline_ms + 1000, "%d ms late",
           (int)(fake_now() - deadline_ms));
    fake.fate = NULL;
    fake_pass(1000);
    EXPECT_NODE(sortid_node_renew(reservation, &next, &fixture_error), SORTID_NODE_OK);
    EXPECT_STATUS(generate(&generator, &tick), SORTID_OK, "etcd is back");
    EXPECT_NODE(sortid_node_release(reservation, &fixture_error), SORTID_NODE_OK);
    fixture_end();
}

/* The id was taken over: final in both modes, without a wait. */
static void test_lost_in_both_modes(void **state)
{
    (void)state;
    static const sortid_mode modes[] = {SORTID_MODE_ABORT, SORTID_MODE_WAIT};
    for (size_t i = 0; i < COUNT_OF(modes); i++) {
        sortid_scru64_generator generator;
        uint64_t tick = 0;
        fixture_begin("p=5/8");
        sortid_node_reservation *reservation = fixture_acquire(NULL);
        init(&generator, reservation, modes[i]);
        EXPECT_STATUS(generate(&generator, &tick), SORTID_OK, "held");
        fake_pass(100000);
        sortid_node_reservation *taker = fixture_acquire(NULL);
        EXPECT_STATUS(generate(&generator, &tick), SORTID_RESERVATION_LOST, "lost");
        assert_int_equal(naps, 0);
        sortid_node_abandon(reservation);
        sortid_node_abandon(taker);
        fixture_end();
    }
}

/* Generators one after another on one reservation, each with the node spec of the one before. */
static void test_second_generator(void **state)
{
    (void)state;
    sortid_scru64_generator generators[2];
    sortid_scru64_node_spec spec;
    sortid_options options;
    sortid_sources sources;
    uint64_t tick = 0;
    sortid_scru64 last, next;
    fixture_begin("p=5/23");
    sortid_node_reservation *reservation = fixture_acquire(NULL);
    init(&generators[0], reservation, SORTID_MODE_ABORT);
    for (unsigned i = 0; i < 5; i++)
        EXPECT_STATUS(sortid_scru64_generator_next(&generators[0], &last, NULL), SORTID_OK,
                      "first");
    EXPECT_STATUS(sortid_generator_node(&generators[0].base, &spec), SORTID_OK, "spec");
    sortid_sources_default(&sources);
    sources.clock = (sortid_clock){read_clock, NULL, 1000};
    options = (sortid_options){.node = &spec, .bound = sortid_node_reservation_bound(reservation)};
    EXPECT_STATUS(sortid_scru64_generator_init(&generators[1], &options, &sources), SORTID_OK,
                  "init");
    EXPECT_STATUS(sortid_scru64_generator_next(&generators[1], &next, NULL), SORTID_BOUND_IN_USE,
                  "in the tick of the first");
    fake_pass(10 * SORTID_SCRU64_TICK_MS); // the first one is up to five ticks ahead
    EXPECT_STATUS(sortid_scru64_generator_next(&generators[1], &next, NULL), SORTID_OK, "second");
    assert_true(sortid_scru64_compare(&next, &last) > 0);
    EXPECT_STATUS(generate(&generators[1], &tick), SORTID_OK, "second");
    EXPECT_NODE(sortid_node_release(reservation, &fixture_error), SORTID_NODE_OK);
    assert_int_equal(fixture_record(5, 23).bound, tick + 1);
    fixture_end();
}

/* ---- With the library's thread ------------------------------------------------------------ */

static sortid_node_reservation *renewed_reservation(uint32_t horizon_ms)
{
    sortid_node_reservation_options options;
    fixture_options(&options);
    options.renewal_thread = true;
    options.horizon_ms = horizon_ms;
    options.lease_s = 2;
    fake.real_time = true;
    fake.timeout_ms = 20;
    return fixture_acquire(&options);
}

/* Only the thread renews: waits until the bound is raised, however long that takes. */
static void test_renewal_thread_raises(void **state)
{
    (void)state;
    uint64_t next;
    fixture_begin("p=5/8");
    sortid_node_reservation *reservation = renewed_reservation(1000);
    uint64_t bound = fixture_record(5, 8).bound;
    while (fixture_record(5, 8).bound < bound + 6) {
        usleep(5000);
        sortid_node_deadlines times;
        sortid_node_reservation_deadlines(reservation, &times, sizeof times);
        assert_false(times.lost);
        EXPECT_NODE(sortid_node_renew(reservation, &next, &fixture_error), SORTID_NODE_OK);
        assert_true(next > 0);
    }
    assert_true(fake.keep_alives > 1);
    EXPECT_NODE(sortid_node_release(reservation, &fixture_error), SORTID_NODE_OK);
    assert_int_equal(fixture_record(5, 8).bound, FIXTURE_TICK);
    fixture_end();
}

/* A generator that is ahead of the clock wakes the thread early: sixty IDs with a counter of one bit
 * and a horizon of four ticks. */
static void test_renewal_thread_is_woken(void **state)
{
    (void)state;
    sortid_scru64_generator generator;
    uint64_t tick = 0;
    fixture_begin("p=5/23");
    sortid_node_reservation *reservation = renewed_reservation(1000);
    init(&generator, reservation, SORTID_MODE_WAIT);
    naps_without_etcd = 0;
    for (unsigned i = 0; i < 60; i++)
        EXPECT_STATUS(generate(&generator, &tick), SORTID_OK, "ID %u", i);
    EXPECT(tick >= FIXTURE_TICK + 29, "tick %u", (unsigned)(tick - FIXTURE_TICK));
    EXPECT_NODE(sortid_node_release(reservation, &fixture_error), SORTID_NODE_OK);
    assert_int_equal(fixture_record(5, 23).bound, tick + 1);
    fixture_end();
}

static _Atomic bool reachable;

static enum fake_fate if_reachable(const struct fake_request *request, void *context)
{
    (void)request, (void)context;
    return atomic_load(&reachable) ? FAKE_DONE : FAKE_NOT_SENT;
}

/* Etcd fails and comes back: abort fails at the bound, then continues, with the thread only. */
static void test_renewal_thread_and_abort(void **state)
{
    (void)state;
    sortid_scru64_generator generator;
    uint64_t tick = 0, next;
    fixture_begin("p=5/8");
    atomic_store(&reachable, true);
    fake.fate = if_reachable;
    sortid_node_reservation *reservation = renewed_reservation(1000);
    init(&generator, reservation, SORTID_MODE_ABORT);
    atomic_store(&reachable, false);
    while (generate(&generator, &tick) == SORTID_OK)
        usleep(20000);
    EXPECT_STATUS(generate(&generator, &tick), SORTID_BOUND_REACHED, "at the bound");
    while (sortid_node_renew(reservation, &next, &fixture_error) != SORTID_NODE_UNREACHABLE)
        usleep(1000);
    assert_string_equal(fixture_error.text, "fake: no answer");
    atomic_store(&reachable, true);
    while (generate(&generator, &tick) != SORTID_OK)
        usleep(20000);
    EXPECT_NODE(sortid_node_release(reservation, &fixture_error), SORTID_NODE_OK);
    assert_int_equal(fixture_record(5, 8).bound, tick + 1);
    fixture_end();
}

/* The thread learns that the id was taken over, and ends; the release reports it. */
static void test_renewal_thread_loses(void **state)
{
    (void)state;
    uint64_t next;
    fixture_begin("p=5/8");
    sortid_node_reservation *reservation = renewed_reservation(60000);
    uint64_t bound = fixture_record(5, 8).bound;
    EXPECT_NODE(sortid_node_release_id(fixture_client, "r", 5, 8, &fixture_error), SORTID_NODE_OK);
    while (sortid_node_renew(reservation, &next, &fixture_error) != SORTID_NODE_LOST)
        usleep(1000);
    assert_int_equal(fixture_ask(reservation, bound - 1), SORTID_RESERVATION_LOST);
    EXPECT_NODE(sortid_node_release(reservation, &fixture_error), SORTID_NODE_LOST);
    fixture_end();
}

/* ---- Several generators on one reservation ---------------------------------------------------- */

#define MAKERS     4
#define EACH_MAKES 5000

struct maker {
    pthread_t thread;
    const sortid_node_reservation *reservation; /* NULL: the default generator */
    uint64_t ids[EACH_MAKES];
    unsigned refused;
    sortid_status other; /* a status that no maker may get */
};

/* A refused maker tries again, until it gets a tick of its own. */
static void *make_ids(void *argument)
{
    struct maker *m = argument;
    sortid_scru64_generator generator;
    if (m->reservation != NULL)
        init(&generator, m->reservation, SORTID_MODE_ABORT);
    for (unsigned done = 0; done < EACH_MAKES && m->other == SORTID_OK;) {
        sortid_scru64 id;
        sortid_status status = m->reservation != NULL
                                   ? sortid_scru64_generator_next(&generator, &id, NULL)
                                   : sortid_scru64_new(&id, NULL);
        if (status == SORTID_OK)
            m->ids[done++] = sortid_scru64_to_int(&id);
        else if (status == SORTID_BOUND_IN_USE)
            m->refused++, usleep(1000);
        else
            m->other = status;
    }
    return NULL;
}

static int compare_ids(const void *a, const void *b)
{
    uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return left < right ? -1 : left > right;
}

/* Lets all makers work at once; returns how many IDs were made twice. *refused: how often one was. */
static unsigned make_at_once(const sortid_node_reservation *reservation, unsigned *refused)
{
    static struct maker makers[MAKERS];
    static uint64_t all[MAKERS * EACH_MAKES];
    unsigned twice = 0;
    *refused = 0;
    for (unsigned i = 0; i < MAKERS; i++) {
        makers[i].reservation = reservation;
        makers[i].refused = 0;
        makers[i].other = SORTID_OK;
        assert_int_equal(pthread_create(&makers[i].thread, NULL, make_ids, &makers[i]), 0);
    }
    for (unsigned i = 0; i < MAKERS; i++) {
        assert_int_equal(pthread_join(makers[i].thread, NULL), 0);
        EXPECT_STATUS(makers[i].other, SORTID_OK, "maker %u", i);
        memcpy(all + (size_t)i * EACH_MAKES, makers[i].ids, sizeof makers[i].ids);
        *refused += makers[i].refused;
    }
    qsort(all, COUNT_OF(all), sizeof *all, compare_ids);
    for (size_t i = 1; i < COUNT_OF(all); i++)
        twice += all[i - 1] == all[i];
    return twice;
}

/* A tick is for one of them. */
static void test_generator_per_thread(void **state)
{
    (void)state;
    unsigned refused;
    fixture_begin("p=5/8");
    sortid_node_reservation *reservation = renewed_reservation(60000);
    unsigned twice = make_at_once(reservation, &refused);
    EXPECT(twice == 0, "%u of %u IDs were made twice", twice, MAKERS * EACH_MAKES);
    EXPECT_NODE(sortid_node_release(reservation, &fixture_error), SORTID_NODE_OK);
    fixture_end();
}

/* The default generator serves all threads by one reservation, and none is ever refused. Its clock is that of
 * the system. */
static void test_default_generator(void **state)
{
    (void)state;
    unsigned refused;
    sortid_scru64_node_spec spec;
    sortid_clock clock;
    uint64_t unix_us = 0;
    sortid_clock_exact(&clock);
    EXPECT_STATUS(clock.read(clock.context, &unix_us), SORTID_OK, "clock");
    fixture_begin("p=5/8");
    fake_pass(unix_us / 1000 - FIXTURE_NOW);
    sortid_node_reservation *reservation = renewed_reservation(60000);
    sortid_node_reservation_spec(reservation, &spec);
    const sortid_options options = {.node = &spec,
                                    .bound = sortid_node_reservation_bound(reservation)};
    EXPECT_STATUS(sortid_scru64_set_default(&options), SORTID_OK, "set");
    unsigned twice = make_at_once(NULL, &refused);
    EXPECT(twice == 0, "%u of %u IDs were made twice", twice, MAKERS * EACH_MAKES);
    assert_int_equal(refused, 0);
    EXPECT_NODE(sortid_node_release(reservation, &fixture_error), SORTID_NODE_OK);
    fixture_end();
}

/* ---- Threads that ask --------------------------------------------------------------------- */

struct asker {
    pthread_t thread;
    const sortid_node_reservation *reservation;
    uint64_t first, allowed, bad;
};

/* Asks for tick after tick until it was refused a hundred times. */
static void *ask_on(void *argument)
{
    struct asker *c = argument;
    uint64_t tick = c->first;
    for (unsigned stops = 0; stops < 100;) {
        sortid_status status = fixture_ask(c->reservation, tick);
        if (status == SORTID_OK)
            c->allowed = tick++;
        else if (status == SORTID_BOUND_IN_USE)
            tick++;
        else if (status == SORTID_BOUND_REACHED)
            stops++, usleep(1000);
        else
            c->bad++;
    }
    return NULL;
}

/* Two generators; the thread renews, or each renews at the bound. */
static void test_threads(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        sortid_node_reservation_options options;
        fixture_begin("p=5/8");
        fixture_options(&options);
        options.renewal_thread = i == 1;
        options.horizon_ms = 1000;
        options.allowance_ms = 3600000; // they may run far ahead
        fake.real_time = true;
        sortid_node_reservation *reservation = fixture_acquire(&options);
        struct asker askers[2];
        for (size_t j = 0; j < 2; j++) {
            askers[j] =
                (struct asker){.reservation = reservation, .first = fixture_start(reservation)};
            assert_int_equal(pthread_create(&askers[j].thread, NULL, ask_on, &askers[j]), 0);
        }
        for (size_t j = 0; j < 2; j++) {
            assert_int_equal(pthread_join(askers[j].thread, NULL), 0);
            assert_int_equal(askers[j].bad, 0);
            EXPECT(askers[j].allowed < fixture_record(5, 8).bound, "at or after the bound");
        }
        uint64_t last =
            askers[0].allowed > askers[1].allowed ? askers[0].allowed : askers[1].allowed;
        EXPECT_NODE(sortid_node_release(reservation, &fixture_error), SORTID_NODE_OK);
        assert_int_equal(fixture_record(5, 8).bound, last + 1);
        fixture_end();
    }
}

/* Another thread's generator during a release: once the bound to be written is chosen, it begins no
 * tick. */
struct late {
    sortid_scru64_generator generator;
    uint64_t tick;
    unsigned tries;
};

static void generate_late(const struct fake_request *request, bool reply, void *context)
{
    struct late *late = context;
    (void)reply;
    if (request->kind != FAKE_WRITE)
        return;
    fake_pass(SORTID_SCRU64_TICK_MS);
    EXPECT_STATUS(generate(&late->generator, &late->tick), SORTID_RESERVATION_LOST, "late");
    late->tries++;
}

static void test_while_given_back(void **state)
{
    (void)state;
    struct late late = {.tick = 0};
    fixture_begin("p=5/8");
    sortid_node_reservation *reservation = fixture_acquire(NULL);
    init(&late.generator, reservation, SORTID_MODE_ABORT);
    EXPECT_STATUS(generate(&late.generator, &late.tick), SORTID_OK, "in time");
    fake.under_way = generate_late;
    fake.context = &late;
    EXPECT_NODE(sortid_node_release(reservation, &fixture_error), SORTID_NODE_OK);
    assert_int_equal(late.tries, 2); // on its way there and back
    assert_int_equal(fixture_record(5, 8).bound, late.tick + 1);
    fixture_end();
}

/* ---- After the reservation ------------------------------------------------------------------------ */

static void end_reservation(sortid_node_reservation *reservation, bool release)
{
    if (release)
        EXPECT_NODE(sortid_node_release(reservation, &fixture_error), SORTID_NODE_OK);
    else
        sortid_node_abandon(reservation);
}

/* A generator outlives its reservation: it finishes the tick that it began, and begins no other.
 * Later reservations, which use the same memory, do not change that. */
static void test_after_reservation(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        sortid_scru64_generator generator;
        sortid_node_reservation_options options;
        uint64_t tick = 0;
        fixture_begin("p=5/8");
        fixture_options(&options);
        options.renewal_thread = i / 2 == 1;
        sortid_node_reservation *reservation = fixture_acquire(&options);
        init(&generator, reservation, SORTID_MODE_ABORT);
        EXPECT_STATUS(generate(&generator, &tick), SORTID_OK, "held");
        end_reservation(reservation, i % 2 == 0);
        for (unsigned later = 0; later < 200; later++) {
            fake_pass(120000);
            EXPECT_STATUS(generate(&generator, &tick), SORTID_RESERVATION_LOST,
                          "after the reservation");
            sortid_node_reservation *taker = fixture_acquire(NULL);
            EXPECT_STATUS(generate(&generator, &tick), SORTID_RESERVATION_LOST, "held by another");
            EXPECT_NODE(sortid_node_release(taker, &fixture_error), SORTID_NODE_OK);
        }
        fixture_end();
    }
}

/* Each call on a reservation that has ended says so, also a second release; a later reservation does
 * not change. */
static void test_calls_after_reservation(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        sortid_scru64_generator generator;
        sortid_scru64_node_spec spec;
        sortid_options options;
        sortid_node_deadlines times;
        uint64_t next = 77;
        fixture_begin("p=5/8");
        sortid_node_reservation *reservation = fixture_acquire(NULL);
        const sortid_bound *bound = sortid_node_reservation_bound(reservation);
        end_reservation(reservation, i == 0);
        fake_pass(120000);
        sortid_node_reservation *taker = fixture_acquire(NULL);
        uint64_t taken_until = fixture_record(5, 8).bound;
        EXPECT_NODE(sortid_node_release(reservation, &fixture_error), SORTID_NODE_LOST);
        assert_string_equal(fixture_error.text,
                            "this reservation has been released or abandoned: acquire another one");
        EXPECT_NODE(sortid_node_renew(reservation, &next, &fixture_error), SORTID_NODE_LOST);
        assert_int_equal(next, 77);
        sortid_node_abandon(reservation);
        sortid_node_reservation_deadlines(reservation, &times, sizeof times);
        assert_true(times.lost);
        sortid_node_reservation_spec(reservation, &spec);
        options = (sortid_options){.node = &spec};
        EXPECT_STATUS(sortid_scru64_generator_init(&generator, &options, NULL), SORTID_OUT_OF_RANGE,
                      "the spec of a reservation that has ended");
        assert_int_equal(fixture_ask(reservation, FIXTURE_TICK), SORTID_RESERVATION_LOST);
        assert_int_equal(bound->cover(bound->context, FIXTURE_TICK, 0), SORTID_RESERVATION_LOST);
        assert_true(fixture_is_held(5, 8));
        assert_int_equal(fixture_record(5, 8).bound, taken_until);
        EXPECT_NODE(sortid_node_release(taker, &fixture_error), SORTID_NODE_OK);
        fixture_end();
    }
}

/* Asks for tick after tick, by every kind of call, until the reservation has ended. */
struct racer {
    pthread_t thread;
    const sortid_bound *bound;
    uint64_t tick; /* the next one */
    bool bad;
};

static _Atomic unsigned racing;

static void *race(void *argument)
{
    struct racer *r = argument;
    sortid_bound bound = *r->bound;
    atomic_fetch_add(&racing, 1);
    for (;;) {
        sortid_status status = bound.cover(bound.context, r->tick, SORTID_COVER_SHARED);
        if (status == SORTID_RESERVATION_LOST)
            return NULL;
        r->bad = r->bad || (status != SORTID_OK && status != SORTID_BOUND_REACHED &&
                            status != SORTID_BOUND_IN_USE);
        r->tick += status == SORTID_OK || status == SORTID_BOUND_IN_USE;
    }
}

/* One thread ends the reservation while others ask for ticks and raise the bound. */
static void test_race_to_the_end(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 40; i++) {
        struct racer racers[2];
        sortid_node_reservation_options options;
        fixture_begin("p=5/8");
        fixture_options(&options);
        options.renewal_thread = i / 2 % 2 == 1;
        options.horizon_ms = 1000;
        options.allowance_ms = 3600000; // they may run far ahead
        fake.real_time = true;
        sortid_node_reservation *reservation = fixture_acquire(&options);
        uint64_t start = fixture_start(reservation);
        atomic_store(&racing, 0);
        for (size_t j = 0; j < COUNT_OF(racers); j++) {
            racers[j] =
                (struct racer){.bound = sortid_node_reservation_bound(reservation), .tick = start};
            assert_int_equal(pthread_create(&racers[j].thread, NULL, race, &racers[j]), 0);
        }
        while (atomic_load(&racing) < COUNT_OF(racers) ||
               (fixture_record(5, 8).bound < start + 20 && i % 4 != 0)) // mostly after raises
            usleep(100);
        bool release = i % 2 == 0;
        end_reservation(reservation, release);
        for (size_t j = 0; j < COUNT_OF(racers); j++)
            assert_int_equal(pthread_join(racers[j].thread, NULL), 0);
        uint64_t next = racers[0].tick > racers[1].tick ? racers[0].tick : racers[1].tick;
        assert_false(racers[0].bad || racers[1].bad);
        uint64_t bound = fixture_record(5, 8).bound;
        EXPECT(release ? bound == next : bound >= next, "ticks %llu to %llu, bound %llu",
               (unsigned long long)start, (unsigned long long)next, (unsigned long long)bound);
        fixture_end();
    }
}

int main(void)
{
    support_begin();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_renewed_inside),
        cmocka_unit_test(test_abort_at_bound),
        cmocka_unit_test(test_wait_at_bound),
        cmocka_unit_test(test_wait_with_deadline),
        cmocka_unit_test(test_lost_in_both_modes),
        cmocka_unit_test(test_second_generator),
        cmocka_unit_test(test_renewal_thread_raises),
        cmocka_unit_test(test_renewal_thread_is_woken),
        cmocka_unit_test(test_renewal_thread_and_abort),
        cmocka_unit_test(test_renewal_thread_loses),
        cmocka_unit_test(test_generator_per_thread),
        cmocka_unit_test(test_default_generator),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_while_given_back),
        cmocka_unit_test(test_after_reservation),
        cmocka_unit_test(test_calls_after_reservation),
        cmocka_unit_test(test_race_to_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
