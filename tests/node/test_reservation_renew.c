/* SPDX-License-Identifier: MIT */
/* test_reservation_renew.c: a reservation while it lasts: renewals, bounds that are raised, pauses,
 * reservations that were lost, deadlines of external programs, a clock that goes wrong, forks. With
 * the etcd of fake_etcd.h, whose requests succeed. */
#include "reservation_fixture.h"

#include <unistd.h>

/* ---- Renewals ------------------------------------------------------------------------------- */

/* Renewals when they are due, for ten minutes: the lease lasts, the bound stays more than half
 * of the horizon ahead, and there are few requests. */
TEST_ON(in_time, "p=5/8")
{
    sortid_node_reservation *reservation = take(NULL);
    unsigned before = fake.requests;
    while (fake_now() < START_MS + 600000) {
        EXPECT_NODE(renew(reservation), OK);
        EXPECT(next_ms > 0 && next_ms <= 5000, "next in %u ms", (unsigned)next_ms);
        fake_pass(next_ms);
        assert_true(is_held(5, 8));
        assert_int_equal(ask(reservation, now_tick() + HORIZON / 2), SORTID_OK);
    }
    EXPECT(fake.requests - before < 170, "%u requests", fake.requests - before);
    EXPECT_NODE(release(reservation), OK);
}

static enum fake_fate refuse_keep_alives(const struct fake_request *request, void *context)
{
    (void)context;
    return request->kind == FAKE_KEEP_ALIVE ? FAKE_REFUSED : FAKE_DONE;
}

/* Renewals that fail are counted, each try; those that succeed are not. */
TEST_ON(failed, "p=5/8")
{
    sortid_node_reservation *reservation = take(NULL);
    fake_pass(6000);
    fake.fate = refuse_keep_alives;
    for (unsigned i = 0; i < 3; i++) {
        EXPECT_NODE(renew(reservation), STORE_FAILED);
        assert_int_equal(deadlines_of(reservation).failed_renewals, i + 1);
    }
    fake.fate = NULL;
    EXPECT_NODE(renew(reservation), OK);
    assert_int_equal(deadlines_of(reservation).failed_renewals, 3);
}

/* Each ID of a counter of one bit borrows: the generator runs ahead of the clock up to its
 * allowance, and the bound follows. */
TEST_ON(ahead_of_clock, "p=5/8")
{
    sortid_node_reservation *reservation = take(WITH(.horizon_ms = 1000)); // 4 ticks
    for (uint64_t t = 0; t < 39 + 4; t++) // 39 ticks are 10 s; four are the horizon
        EXPECT(ask(reservation, START + t) == SORTID_OK, "tick %u", (unsigned)t);
    unsigned before = fake.requests;
    for (uint64_t t = 43; t < 100; t++) // after that, no request is sent
        assert_int_equal(ask(reservation, START + t), SORTID_BOUND_REACHED);
    assert_int_equal(fake.requests, before);
}

/* ---- Pauses --------------------------------------------------------------------------------- */

/* Without a thread, a tick at the bound renews: the lease has run out, and the reservation
 * resumes. */
TEST_ON(pause_and_resume, "p=5/8")
{
    sortid_node_reservation *reservation = take(NULL);
    fake_pass(3600000);
    assert_false(is_held(5, 8));
    assert_int_equal(ask(reservation, START + HORIZON - 1), SORTID_OK);
    assert_int_equal(ask(reservation, now_tick()), SORTID_OK);
    assert_true(is_held(5, 8));
    assert_int_equal(bound_of(5, 8), now_tick() + HORIZON);
    EXPECT_NODE(release(reservation), OK);
    assert_int_equal(bound_of(5, 8), now_tick() + 1);
    assert_int_equal(fake_count("sortid/r/holder/"), 0);
}

/* A holder pauses for longer than lease and bound; the next holder starts at the bound, and the
 * paused one makes IDs up to it and no others. */
TEST_ON(pause_and_lose, "p=5/8")
{
    sortid_node_reservation *reservation = take(NULL);
    uint64_t bound = START + HORIZON;
    fake_pass(51000); // the lease is over; the bound is 9 s ahead, within the allowance
    sortid_node_reservation *taker = take(NULL);
    assert_int_equal(start_of(taker), bound);
    assert_int_equal(ask(reservation, bound - 1), SORTID_OK);
    assert_int_equal(ask(reservation, bound), SORTID_RESERVATION_LOST);
    assert_int_equal(ask(reservation, bound + 1000), SORTID_RESERVATION_LOST);
    assert_int_equal(ask(reservation, bound - 1), SORTID_OK);
    EXPECT_NODE(renew(reservation), LOST);
    assert_true(deadlines_of(reservation).lost);
    EXPECT_NODE(release(reservation), LOST);
    assert_true(is_held(5, 8));
    assert_int_equal(ask(taker, bound), SORTID_OK);
    EXPECT_NODE(release(taker), OK);
    assert_int_equal(bound_of(5, 8), bound + 1);
}

/* Acquired and released by another meanwhile: the id has no holder, but the paused holder has lost
 * it. */
TEST_ON(lost_and_free, "p=5/8")
{
    sortid_node_reservation *reservation = take(NULL);
    fake_pass(51000);
    EXPECT_NODE(release(take(NULL)), OK);
    assert_int_equal(ask(reservation, START + HORIZON), SORTID_RESERVATION_LOST);
    EXPECT_NODE(release(reservation), LOST);
    assert_int_equal(bound_of(5, 8), START + HORIZON);
}

/* ---- Clocks --------------------------------------------------------------------------------- */

/* A clock that goes wrong later: no bound is raised, but the lease is renewed. */
TEST_ON(skew, "p=5/8")
{
    sortid_node_reservation *reservation = take(NULL);
    uint64_t bound = bound_of(5, 8);
    fake_pass(5000);
    fake.clock_off_ms = 7200000;
    EXPECT_NODE(renew(reservation), CLOCK_SKEW);
    EXPECT(next_ms > 0 && next_ms < 5000, "next in %u ms", (unsigned)next_ms);
    assert_int_equal(bound_of(5, 8), bound);
    assert_int_equal(ask(reservation, bound), SORTID_BOUND_REACHED);
    fake_pass(12000);
    assert_true(is_held(5, 8));
    EXPECT_NODE(renew(reservation), CLOCK_SKEW);
    fake_pass(12000);
    assert_true(is_held(5, 8));
    fake.clock_off_ms = 0;
    fake_pass(3600000);
    fake.clock_off_ms = -3600000; // and it does not resume
    EXPECT_NODE(renew(reservation), CLOCK_SKEW);
    assert_int_equal(bound_of(5, 8), bound);
    assert_false(is_held(5, 8));
    fake.clock_off_ms = 0;
    EXPECT_NODE(renew(reservation), OK);
    assert_int_equal(bound_of(5, 8), now_tick() + HORIZON);
}

/* ---- External programs ----------------------------------------------------------------------- */

/* Options of {0} have the defaults of the header. */
TEST_ON(default_options, "p=5/8")
{
    sortid_node_reservation *reservation;
    const sortid_node_reservation_options options = {.realm = "r", .pool = "p", .external = true};
    EXPECT_NODE(sortid_node_reservation_acquire(client, &reservation, &options, &error), OK);
    const sortid_node_deadlines times = deadlines_of(reservation);
    assert_int_equal(record_of(5, 8).quarantine_ms, MAX_QUARANTINE_MS); // the longest permitted
    assert_int_equal(bound_of(5, 8), START + (180000 + 255) / 256);
    assert_int_equal(times.kill_ms - times.terminate_ms, 25000); // a quarter of the lease
}

/* The store goes away at the worst moment, right before a raise, for 60 s and a start that takes
 * 25 s: the program is not asked to end, and when the store is back the reservation is renewed. */
TEST_ON(outage_of_a_minute, "p=5/8")
{
    sortid_node_reservation *reservation;
    const sortid_node_reservation_options options = {.realm = "r", .pool = "p", .external = true};
    EXPECT_NODE(sortid_node_reservation_acquire(client, &reservation, &options, &error), OK);
    next_ms = 1;
    for (uint64_t end = fake_now() + 600000; fake_now() < end;) {
        const sortid_node_deadlines times = deadlines_of(reservation);
        EXPECT(times.terminate_ms - times.now_ms > 90000, "asked to end after %u s",
               (unsigned)(times.terminate_ms - times.now_ms) / 1000);
        EXPECT_NODE(renew(reservation), OK);
        fake_pass(next_ms);
    }
    const uint64_t bound = bound_of(5, 8);
    set_away(true);
    for (uint64_t end = fake_now() + 85000; fake_now() < end; fake_pass(next_ms)) {
        EXPECT_NODE(renew(reservation), UNREACHABLE);
        EXPECT(next_ms <= 5000, "next in %u ms", (unsigned)next_ms);
        const sortid_node_deadlines times = deadlines_of(reservation);
        EXPECT(times.now_ms < times.terminate_ms, "%u s late",
               (unsigned)(times.now_ms - times.terminate_ms) / 1000);
    }
    set_away(false);
    EXPECT_NODE(renew(reservation), OK);
    EXPECT(bound_of(5, 8) > bound, "not raised");
    EXPECT_NODE(release(reservation), OK);
    assert_true(record_of(5, 8).clean);
}

/* The program has ended, and the store is away: the id is released when it is back, however often
 * that is tried, and long after the bound. */
TEST_ON(external_release_later, "p=5/8")
{
    sortid_node_reservation *reservation = take(WITH(.external = true));
    unsigned before = fake.requests;
    set_away(true);
    for (unsigned i = 0; i < 100; i++) {
        EXPECT_NODE(release(reservation), UNREACHABLE);
        fake_pass(5000);
    }
    set_away(false);
    assert_true(fake.requests - before <= 101); // one write, whose outcome is unknown, then reads
    assert_false(record_of(5, 8).clean);
    EXPECT_NODE(release(reservation), OK);
    assert_true(record_of(5, 8).clean);
    assert_int_equal(bound_of(5, 8), START + HORIZON); // that has passed: it is not raised
    EXPECT_NODE(release(reservation), LOST);           // it has ended
    EXPECT_NODE(release(take(NULL)), OK);
}

/* After a clean end the id is free when allowance and skew are over; the next holder's allowance
 * covers the first. */
TEST_ON(external_release, "p=5/8")
{
    fake.least_ttl_s = 20; // etcd raises the lease, and uses that
    sortid_node_reservation *reservation = take(WITH(.external = true));
    sortid_node_deadlines times = deadlines_of(reservation);
    assert_int_equal(times.kill_ms - times.now_ms, HORIZON * 256 - 15000);
    assert_int_equal(times.kill_ms - times.terminate_ms, 5000);
    assert_false(times.lost);
    fake_pass(9000);
    EXPECT_NODE(renew(reservation), OK);
    times = deadlines_of(reservation);
    assert_int_equal(times.kill_ms - times.now_ms, HORIZON * 256 - 24000);
    uint64_t raised = bound_of(5, 8);
    EXPECT_NODE(release(reservation), OK);
    uint64_t bound = bound_of(5, 8);
    EXPECT(bound * 256 > fake_now() + 15000 && bound * 256 < fake_now() + 16000, "a bound of %llu",
           (unsigned long long)bound);
    EXPECT(bound < raised, "not lowered");
    assert_true(record_of(5, 8).clean);
    fake_pass(bound * 256 - 9984 - fake_now() - 1);
    EXPECT_NODE(acquire(&reservation, NULL), NO_ID);
    fake_pass(1);
    assert_int_equal(start_of(take(NULL)), bound);
}

/* The deadline is that of the bound: allowance and skew before it. A step of the clock does not move
 * it. */
TEST_ON(external_bound_time, "p=5/8")
{
    sortid_node_reservation *reservation = take(WITH(.external = true, .lease_s = 60));
    uint64_t bound = bound_of(5, 8); // extended to 4/3 (10 + 5 + 60) s
    assert_int_equal(bound, START + (100000 + 255) / 256);
    fake.clock_off_ms = 100000000; // no bound is raised from here on
    while (fake_now() < START_MS + 70000) {
        fake_pass(1000);
        EXPECT_NODE(renew(reservation), CLOCK_SKEW);
    }
    const sortid_node_deadlines times = deadlines_of(reservation);
    assert_int_equal(times.kill_ms - times.now_ms, bound * 256 - 15000 - fake_now());
    assert_int_equal(times.kill_ms - times.terminate_ms, 15000); // a quarter of the lease
}

/* Programs that were compiled with a shorter or a longer struct. */
TEST_ON(deadlines_of_other_versions, "p=5/8")
{
    union {
        sortid_node_deadlines known;
        unsigned char bytes[sizeof(sortid_node_deadlines) + 8];
    } shorter, longer;
    const size_t cut = offsetof(sortid_node_deadlines, kill_ms);
    sortid_node_reservation *reservation = take(NULL);
    memset(&shorter, 0xa5, sizeof shorter);
    memset(&longer, 0xa5, sizeof longer);
    sortid_node_reservation_deadlines(reservation, &shorter.known, cut);
    sortid_node_reservation_deadlines(reservation, &longer.known, sizeof longer);
    assert_memory_equal(shorter.bytes, longer.bytes, cut);
    for (size_t i = cut; i < sizeof shorter; i++)
        assert_int_equal(shorter.bytes[i], 0xa5);
    for (size_t i = sizeof longer.known; i < sizeof longer; i++)
        assert_int_equal(longer.bytes[i], 0);
    assert_int_equal(longer.known.kill_ms - longer.known.terminate_ms, LEASE_MS / 4);
}

/* ---- Forks ---------------------------------------------------------------------------------- */

static int in_child(void *argument)
{
    sortid_node_reservation *parents = argument, *other = NULL;
    unsigned before = fake.requests;
    CHILD_CHECK(ask(parents, START) == SORTID_FORKED);
    CHILD_CHECK(ask(parents, START + 100000) == SORTID_FORKED);
    CHILD_CHECK(renew(parents) == SORTID_NODE_SYSTEM);
    CHILD_CHECK(acquire(&other, NULL) == SORTID_NODE_SYSTEM);
    CHILD_CHECK(release(parents) == SORTID_NODE_SYSTEM);
    CHILD_CHECK(raise_bounds("r", START_MS) == SORTID_NODE_SYSTEM);
    CHILD_CHECK(sortid_node_id_release(client, "r", 5, 8, &error) == SORTID_NODE_SYSTEM);
    abandon(parents);
    sortid_node_client_close(client);
    CHILD_CHECK(fake.requests == before);
    CHILD_CHECK(strstr(error.text, "child") != NULL);
    return 0;
}

TEST(fork)
{
    for (unsigned i = 0; i < 2; i++) { // without a thread and with one
        fixture_begin("p=5/8");
        sortid_node_reservation *reservation = take(WITH(.renewal_thread = i == 1));
        assert_int_equal(support_in_child(in_child, reservation), 0);
        assert_int_equal(ask(reservation, START), SORTID_OK);
        EXPECT_NODE(release(reservation), OK);
        assert_int_equal(bound_of(5, 8), START + 1);
        fixture_end();
    }
}

CASES_MAIN(NULL, NULL)
