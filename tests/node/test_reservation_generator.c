/* SPDX-License-Identifier: MIT */
/* test_reservation_generator.c: generators on a reservation, in modes abort and wait, renewed by
 * the caller, from inside the generator, and by the library's thread; threads that ask at once.
 * Tests with a thread use real time, and do not judge how long anything took. */
#include "reservation_fixture.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

/* Of a test: its reservation, a generator on it, and the tick of that one's last ID. */
static sortid_node_reservation *reservation;
static sortid_scru64_generator generator;
static uint64_t tick;

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

static void start(sortid_scru64_generator *out, sortid_mode mode, sortid_sleep sleep)
{
    sortid_sources sources;
    sortid_options options = {
        .mode = (uint32_t)mode,
        .guard_bits = 1, /* so the counter does not overflow into the next tick after few IDs */
        .bound = *sortid_node_reservation_bound(reservation)};
    sortid_sources_default(&sources);
    sources.clock = fixture_clock;
    sources.sleep = sleep;
    sortid_node_reservation_spec(reservation, &options.node);
    EXPECT_STATUS(sortid_scru64_generator_init(out, &options, &sources), SORTID_OK, "init");
}

/* The generator of the test, on this reservation. */
static void start_on(sortid_node_reservation *taken, sortid_mode mode)
{
    reservation = taken;
    naps = 0;
    tick = 0;
    start(&generator, mode, (sortid_sleep){nap, NULL});
}

static sortid_status generate(void)
{
    sortid_scru64 id;
    sortid_scru64_fields fields;
    sortid_status status = sortid_scru64_generator_next(&generator, &id, NULL);
    if (status != SORTID_OK)
        return status;
    sortid_scru64_to_fields(&fields, &id);
    EXPECT(fields.timestamp >= tick, "the tick went back");
    tick = fields.timestamp;
    return SORTID_OK;
}

#define EXPECT_ID(status, ...) EXPECT_STATUS(generate(), SORTID_##status, __VA_ARGS__)

/* Releases the reservation of a generator, whose last ID it had then. */
static void expect_exact_release(uint32_t size)
{
    EXPECT_NODE(release(reservation), OK);
    assert_int_equal(bound_of(5, size), tick + 1);
}

/* ---- Without a thread --------------------------------------------------------------------- */

/* The caller never renews: the generator does, about every half minute. */
TEST_ON(renewed_inside, "p=5/8")
{
    start_on(take(NULL), SORTID_MODE_ABORT);
    while (fake_now() < START_MS + 600000) {
        uint64_t before = now_tick(); // a request takes time
        EXPECT_ID(OK, "renewed inside");
        EXPECT(tick >= before && tick <= now_tick(), "not the clock's tick");
        fake_pass(100);
    }
    EXPECT(fake.requests < 100, "%u requests", fake.requests);
    expect_exact_release(8);
}

TEST_ON(abort_at_bound, "p=5/8")
{
    fake.timeout_ms = 100;
    start_on(take(NULL), SORTID_MODE_ABORT);
    set_away(true);
    fake_pass(59950);
    EXPECT_ID(OK, "below the bound");
    fake_pass(300);
    for (unsigned i = 0; i < 20; i++) {
        EXPECT_ID(BOUND_REACHED, "at the bound");
        fake_pass(100);
    }
    assert_int_equal(tick, START + HORIZON - 1);
    set_away(false);
    EXPECT_NODE(renew(reservation), OK);
    EXPECT_ID(OK, "etcd is back");
    EXPECT_NODE(release(reservation), OK);
}

TEST_ON(wait_at_bound, "p=5/8")
{
    fake.timeout_ms = 100;
    start_on(take(NULL), SORTID_MODE_WAIT);
    set_away(true);
    fake_pass(61000);
    naps_without_etcd = 300;
    EXPECT_ID(OK, "waited for etcd");
    EXPECT(naps >= 300 && naps < 600, "%u naps", naps);
    EXPECT(tick >= START + HORIZON, "an early tick");
    EXPECT_NODE(release(reservation), OK);
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
TEST_ON(wait_with_deadline, "p=5/8")
{
    uint64_t deadline_ms;
    fake.timeout_ms = 100;
    reservation = take(NULL);
    tick = 0;
    start(&generator, SORTID_MODE_WAIT, (sortid_sleep){nap_until, &deadline_ms});
    set_away(true);
    fake_pass(61000);
    deadline_ms = fake_now() + 3000;
    EXPECT_ID(BOUND_REACHED, "at the deadline");
    EXPECT(fake_now() >= deadline_ms && fake_now() < deadline_ms + 1000, "%d ms late",
           (int)(fake_now() - deadline_ms));
    set_away(false);
    fake_pass(1000);
    EXPECT_NODE(renew(reservation), OK);
    EXPECT_ID(OK, "etcd is back");
    EXPECT_NODE(release(reservation), OK);
}

/* The id was taken over: final in both modes, without a wait. */
TEST(lost_in_both_modes)
{
    static const sortid_mode modes[] = {SORTID_MODE_ABORT, SORTID_MODE_WAIT};
    for (size_t i = 0; i < COUNT_OF(modes); i++) {
        fixture_begin("p=5/8");
        start_on(take(NULL), modes[i]);
        EXPECT_ID(OK, "held");
        fake_pass(100000);
        (void)take(NULL);
        EXPECT_ID(RESERVATION_LOST, "lost");
        assert_int_equal(naps, 0);
        fixture_end();
    }
}

/* Generators one after another on one reservation, each with the node spec of the one before. */
TEST_ON(second_generator, "p=5/23")
{
    sortid_sources sources;
    sortid_scru64 last, next;
    start_on(take(NULL), SORTID_MODE_ABORT);
    sortid_options options = {.bound = *sortid_node_reservation_bound(reservation)};
    for (unsigned i = 0; i < 5; i++)
        EXPECT_STATUS(sortid_scru64_generator_next(&generator, &last, NULL), SORTID_OK, "first");
    EXPECT_STATUS(sortid_generator_node(&generator.base, &options.node), SORTID_OK, "spec");
    sortid_sources_default(&sources);
    sources.clock = fixture_clock;
    EXPECT_STATUS(sortid_scru64_generator_init(&generator, &options, &sources), SORTID_OK, "init");
    EXPECT_ID(BOUND_IN_USE, "in the tick of the first");
    fake_pass(10 * SORTID_SCRU64_TICK_MS); // the first one is up to five ticks ahead
    EXPECT_STATUS(sortid_scru64_generator_next(&generator, &next, NULL), SORTID_OK, "second");
    assert_true(sortid_scru64_compare(&next, &last) > 0);
    EXPECT_ID(OK, "second");
    expect_exact_release(23);
}

/* ---- With the library's thread ------------------------------------------------------------ */

static sortid_node_reservation *take_renewed(uint32_t horizon_ms)
{
    fake.real_time = true;
    fake.timeout_ms = 20;
    return reservation = take(WITH(.renewal_thread = true, .horizon_ms = horizon_ms, .lease_s = 2));
}

/* Only the thread renews: waits until the bound is raised, however long that takes. */
TEST_ON(renewal_thread_raises, "p=5/8")
{
    (void)take_renewed(1000);
    uint64_t bound = bound_of(5, 8);
    while (bound_of(5, 8) < bound + 6) {
        usleep(5000);
        assert_false(deadlines_of(reservation).lost);
        EXPECT_NODE(renew(reservation), OK);
        assert_true(next_ms > 0);
    }
    assert_true(fake.keep_alives > 1);
    EXPECT_NODE(release(reservation), OK);
    expect_released(5, 8, START);
}

/* A generator that is ahead of the clock wakes the thread early: sixty IDs with a counter of one
 * bit and a horizon of four ticks. */
TEST_ON(renewal_thread_is_woken, "p=5/23")
{
    start_on(take_renewed(1000), SORTID_MODE_WAIT);
    naps_without_etcd = 0;
    for (unsigned i = 0; i < 60; i++)
        EXPECT_ID(OK, "ID %u", i);
    EXPECT(tick >= START + 29, "tick %u", (unsigned)(tick - START));
    expect_exact_release(23);
}

/* Etcd fails and comes back: abort fails at the bound, then continues, with the thread only. */
TEST_ON(renewal_thread_and_abort, "p=5/8")
{
    set_away(false);
    start_on(take_renewed(1000), SORTID_MODE_ABORT);
    set_away(true);
    while (generate() == SORTID_OK)
        usleep(20000);
    EXPECT_ID(BOUND_REACHED, "at the bound");
    while (renew(reservation) != SORTID_NODE_UNREACHABLE)
        usleep(1000);
    assert_string_equal(error.text, "fake: no answer");
    set_away(false);
    while (generate() != SORTID_OK)
        usleep(20000);
    expect_exact_release(8);
}

/* The thread learns that the id was taken over, and ends; the release reports it. */
TEST_ON(renewal_thread_loses, "p=5/8")
{
    (void)take_renewed(60000);
    uint64_t bound = bound_of(5, 8);
    EXPECT_NODE(release_id(5, 8), OK);
    while (renew(reservation) != SORTID_NODE_LOST)
        usleep(1000);
    assert_int_equal(ask(reservation, bound - 1), SORTID_RESERVATION_LOST);
    EXPECT_NODE(release(reservation), LOST);
}

/* ---- Several generators on one reservation --------------------------------------------------- */

#define MAKERS     4
#define EACH_MAKES 5000

struct maker {
    pthread_t thread;
    bool by_default; /* by the default generator */
    uint64_t ids[EACH_MAKES];
    unsigned refused;
    sortid_status other; /* a status that no maker may get */
};

/* A refused maker tries again, until it gets a tick of its own. */
static void *make_ids(void *argument)
{
    struct maker *m = argument;
    sortid_scru64_generator own;
    if (!m->by_default)
        start(&own, SORTID_MODE_ABORT, (sortid_sleep){nap, NULL});
    for (unsigned done = 0; done < EACH_MAKES && m->other == SORTID_OK;) {
        sortid_scru64 id;
        sortid_status status = m->by_default ? sortid_scru64_new(&id, NULL)
                                             : sortid_scru64_generator_next(&own, &id, NULL);
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

/* Lets all makers work at once; returns how many IDs were made twice. *refused: how often one
 * was. */
static unsigned make_at_once(bool by_default, unsigned *refused)
{
    static struct maker makers[MAKERS];
    static uint64_t all[MAKERS * EACH_MAKES];
    unsigned twice = 0;
    *refused = 0;
    for (unsigned i = 0; i < MAKERS; i++) {
        makers[i].by_default = by_default;
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
TEST_ON(generator_per_thread, "p=5/8")
{
    unsigned refused;
    (void)take_renewed(60000);
    unsigned twice = make_at_once(false, &refused);
    EXPECT(twice == 0, "%u of %u IDs were made twice", twice, MAKERS * EACH_MAKES);
    EXPECT_NODE(release(reservation), OK);
}

/* The default generator serves all threads by one reservation, and none is ever refused. Its clock
 * is that of the system. */
TEST_ON(default_generator, "p=5/8")
{
    unsigned refused;
    sortid_scru64_node_spec spec;
    sortid_clock clock;
    uint64_t unix_us = 0;
    sortid_clock_exact(&clock);
    EXPECT_STATUS(clock.read(clock.context, &unix_us), SORTID_OK, "clock");
    fake_pass(unix_us / 1000 - START_MS);
    (void)take_renewed(60000);
    sortid_node_reservation_spec(reservation, &spec);
    const sortid_options options = {.node = spec,
                                    .bound = *sortid_node_reservation_bound(reservation)};
    EXPECT_STATUS(sortid_scru64_set_default(&options), SORTID_OK, "set");
    unsigned twice = make_at_once(true, &refused);
    EXPECT(twice == 0, "%u of %u IDs were made twice", twice, MAKERS * EACH_MAKES);
    assert_int_equal(refused, 0);
    EXPECT_NODE(release(reservation), OK);
}

/* ---- The end ----------------------------------------------------------------------------- */

/* Another thread's generator during a release: once the bound to be written is chosen, it begins no
 * tick. */
static void generate_late(const struct fake_request *request, bool reply, void *context)
{
    unsigned *tries = context;
    (void)reply;
    if (request->kind != FAKE_WRITE)
        return;
    fake_pass(SORTID_SCRU64_TICK_MS);
    EXPECT_ID(RESERVATION_LOST, "late");
    ++*tries;
}

TEST_ON(while_given_back, "p=5/8")
{
    unsigned tries = 0;
    start_on(take(NULL), SORTID_MODE_ABORT);
    EXPECT_ID(OK, "in time");
    fake.under_way = generate_late;
    fake.context = &tries;
    expect_exact_release(8);
    assert_int_equal(tries, 2); // on its way there and back
}

static void end(bool releases)
{
    if (releases)
        EXPECT_NODE(release(reservation), OK);
    else
        abandon(reservation);
}

/* A generator outlives its reservation: it finishes the tick that it began, and begins no other.
 * Later reservations, which use the same memory, do not change that. */
TEST(after_reservation)
{
    for (unsigned i = 0; i < 4; i++) {
        fixture_begin("p=5/8");
        start_on(take(WITH(.renewal_thread = i / 2 == 1)), SORTID_MODE_ABORT);
        EXPECT_ID(OK, "held");
        end(i % 2 == 0);
        for (unsigned call = 0; call < 200; call++) {
            fake_pass(120000);
            EXPECT_ID(RESERVATION_LOST, "after the reservation");
            sortid_node_reservation *taker = take(NULL);
            EXPECT_ID(RESERVATION_LOST, "held by another");
            EXPECT_NODE(release(taker), OK);
        }
        fixture_end();
    }
}

/* Each call on a reservation that has ended says so, also a second release; a later reservation
 * does not change. */
TEST(calls_after_reservation)
{
    for (unsigned i = 0; i < 2; i++) {
        sortid_scru64_node_spec spec;
        next_ms = 77;
        fixture_begin("p=5/8");
        reservation = take(NULL);
        const sortid_bound *bound = sortid_node_reservation_bound(reservation);
        end(i == 0);
        fake_pass(120000);
        sortid_node_reservation *taker = take(NULL);
        uint64_t taken_until = bound_of(5, 8);
        EXPECT_NODE(release(reservation), LOST);
        assert_string_equal(error.text,
                            "this reservation has been released or abandoned: acquire another one");
        EXPECT_NODE(renew(reservation), LOST);
        assert_int_equal(next_ms, 77);
        abandon(reservation);
        assert_true(deadlines_of(reservation).lost);
        sortid_node_reservation_spec(reservation, &spec);
        const sortid_options options = {.node = spec};
        EXPECT_STATUS(sortid_scru64_generator_init(&generator, &options, NULL), SORTID_NO_NODE_SPEC,
                      "the spec of a reservation that has ended");
        assert_int_equal(ask(reservation, START), SORTID_RESERVATION_LOST);
        assert_int_equal(bound->cover(bound->context, START, 0), SORTID_RESERVATION_LOST);
        assert_true(is_held(5, 8));
        assert_int_equal(bound_of(5, 8), taken_until);
        EXPECT_NODE(release(taker), OK);
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
TEST(race_to_the_end)
{
    for (unsigned i = 0; i < 40; i++) {
        struct racer racers[2];
        fixture_begin("p=5/8");
        fake.real_time = true;
        reservation = // whose users may run far ahead
            take(WITH(.renewal_thread = i / 2 % 2 == 1, .horizon_ms = 1000,
                      .allowance_ms = 3600000));
        uint64_t first = start_of(reservation);
        atomic_store(&racing, 0);
        for (size_t j = 0; j < COUNT_OF(racers); j++) {
            racers[j] =
                (struct racer){.bound = sortid_node_reservation_bound(reservation), .tick = first};
            assert_int_equal(pthread_create(&racers[j].thread, NULL, race, &racers[j]), 0);
        }
        while (atomic_load(&racing) < COUNT_OF(racers) ||
               (bound_of(5, 8) < first + 20 && i % 4 != 0)) // mostly after raises
            usleep(100);
        bool releases = i % 2 == 0;
        end(releases);
        for (size_t j = 0; j < COUNT_OF(racers); j++)
            assert_int_equal(pthread_join(racers[j].thread, NULL), 0);
        uint64_t next = racers[0].tick > racers[1].tick ? racers[0].tick : racers[1].tick;
        assert_false(racers[0].bad || racers[1].bad);
        uint64_t bound = bound_of(5, 8);
        EXPECT(releases ? bound == next : bound >= next, "ticks %llu to %llu, bound %llu",
               (unsigned long long)first, (unsigned long long)next, (unsigned long long)bound);
        fixture_end();
    }
}

CASES_MAIN(NULL, NULL)
