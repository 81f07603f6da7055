/* SPDX-License-Identifier: MIT */
/* test_reservation.c: a reservation from acquire to release while its requests succeed: which id is
 * taken, where it starts, what is allowed, raised, released; clocks, quarantine, waiting, external
 * reservations, lost ones, pauses. With the etcd of fake_etcd.h. */
#include "reservation_fixture.h"

#include <sys/wait.h>
#include <unistd.h>

/* ---- Acquire -------------------------------------------------------------------------------- */

static void test_first_reservation(void **state)
{
    (void)state;
    sortid_scru64_node_spec spec;
    sortid_scru64_fields fields;
    fixture_begin("p=5/8");
    sortid_node_reservation *reservation = fixture_acquire(NULL);
    sortid_node_reservation_spec(reservation, &spec);
    sortid_scru64_to_fields(&fields, &spec.last);
    assert_int_equal(spec.node_id, 5);
    assert_int_equal(spec.node_id_size, 8);
    assert_true(spec.has_last);
    assert_int_equal(fields.timestamp, FIXTURE_TICK - 1);
    assert_int_equal(fields.node_ctr, 0x05ffff);
    struct id_record record = fixture_record(5, 8);
    assert_int_equal(record.bound, FIXTURE_TICK + FIXTURE_HORIZON);
    assert_false(record.clean);
    assert_int_equal(record.quarantine_ms, 0);
    assert_string_equal(record.label, "test");
    assert_true(fixture_is_held(5, 8));
    assert_int_equal(fixture_ask(reservation, FIXTURE_TICK - 1), SORTID_BOUND_REACHED);
    assert_int_equal(fixture_ask(reservation, FIXTURE_TICK), SORTID_OK);
    assert_int_equal(fixture_ask(reservation, FIXTURE_TICK + FIXTURE_HORIZON - 1), SORTID_OK);
    EXPECT_NODE(sortid_node_release(reservation, &fixture_error), SORTID_NODE_OK);
    record = fixture_record(5, 8);
    assert_int_equal(record.bound, FIXTURE_TICK + FIXTURE_HORIZON);
    assert_true(record.clean);
    assert_false(fixture_is_held(5, 8));
    fixture_end();
}

/* A generator on a reservation: IDs from the reservation's first tick on. */
static void test_generator(void **state)
{
    (void)state;
    sortid_scru64_generator generator;
    sortid_scru64_node_spec spec;
    sortid_options options;
    sortid_scru64_fields fields;
    sortid_scru64 id;
    support_world world;
    fixture_begin("p=5/8");
    sortid_node_reservation *reservation = fixture_acquire(NULL);
    sortid_node_reservation_spec(reservation, &spec);
    options = (sortid_options){.node = &spec, .bound = sortid_node_reservation_bound(reservation)};
    support_world_init(&world, (FIXTURE_NOW - 3000) * 1000, 0); // the clock is behind
    assert_int_equal(sortid_scru64_generator_init(&generator, &options, &world.sources), SORTID_OK);
    assert_int_equal(sortid_scru64_generator_next(&generator, &id, NULL), SORTID_OK);
    sortid_scru64_to_fields(&fields, &id);
    assert_int_equal(fields.timestamp, FIXTURE_TICK);
    assert_int_equal(fields.node_ctr >> 16, 5);
    EXPECT_NODE(sortid_node_release(reservation, &fixture_error), SORTID_NODE_OK);
    assert_int_equal(fixture_record(5, 8).bound, FIXTURE_TICK + 1);
    fixture_end();
}

static void test_clean_release_is_exact(void **state)
{
    (void)state;
    fixture_begin("p=5/8");
    for (uint64_t ticks = 1; ticks < 5; ticks++) {
        sortid_node_reservation *reservation = fixture_acquire(NULL);
        uint64_t start = fixture_start(reservation);
        for (uint64_t t = 0; t < ticks; t++)
            assert_int_equal(fixture_ask(reservation, start + t), SORTID_OK);
        assert_int_equal(fixture_ask(reservation, start + ticks - 1), SORTID_OK);
        assert_int_equal(fixture_ask(reservation, start - 1), SORTID_BOUND_REACHED);
        EXPECT_NODE(sortid_node_release(reservation, &fixture_error), SORTID_NODE_OK);
        assert_int_equal(fixture_record(5, 8).bound, start + ticks);
        sortid_node_reservation *taker = fixture_acquire(NULL);
        assert_int_equal(fixture_start(taker), start + ticks);
        EXPECT_NODE(sortid_node_release(taker, &fixture_error), SORTID_NODE_OK);
        assert_int_equal(fixture_record(5, 8).bound, start + ticks); // it made nothing
    }
    fixture_end();
}

/* Ids that were never used first, a random one of the first gaps, then the one unused the
 * longest. */
static void test_order(void **state)
{
    (void)state;
    sortid_node_reservation *reservations[8];
    bool seen[8] = {false};
    unsigned in_order = 0;
    fixture_begin("p=0x10-0x17/8");
    for (uint32_t i = 0; i < 8; i++) {
        reservations[i] = fixture_acquire(NULL);
        uint32_t id = fixture_id(reservations[i]) - 0x10;
        EXPECT(id < 8 && !seen[id], "id %u", (unsigned)id);
        seen[id] = true;
        in_order += id == i;
        if (i % 2 == 1) { // now used and free: not taken while there are unused ids
            EXPECT_NODE(sortid_node_release(reservations[i - 1], &fixture_error), SORTID_NODE_OK);
            reservations[i - 1] = NULL;
        }
    }
    EXPECT(in_order < 8, "gaps are taken in order");
    static const size_t rest[] = {3, 7, 1, 5};
    uint32_t expected[8];
    for (size_t i = 0; i < 4; i++) {
        expected[4 + i] = fixture_id(reservations[rest[i]]);
        EXPECT_NODE(sortid_node_release(reservations[rest[i]], &fixture_error), SORTID_NODE_OK);
    }
    for (size_t i = 0; i < 8; i++) {
        reservations[i] = fixture_acquire(NULL);
        if (i >= 4)
            assert_int_equal(fixture_id(reservations[i]), expected[i]);
    }
    for (size_t i = 0; i < 8; i++)
        EXPECT_NODE(sortid_node_release(reservations[i], &fixture_error), SORTID_NODE_OK);
    fixture_end();
}

/* Pools of some thousand ids: gaps at any place, the whole pool, no id twice. */
static void test_large_pool(void **state)
{
    (void)state;
    const uint32_t count = 700;
    bool *seen = calloc(count, sizeof *seen);
    fixture_begin("p=1000-1699/13");
    for (uint32_t i = 0; i < count; i++) {
        sortid_node_reservation *reservation = fixture_acquire(NULL);
        uint32_t id = fixture_id(reservation) - 1000;
        EXPECT(id < count && !seen[id], "id %u", (unsigned)id);
        seen[id] = true;
        sortid_node_abandon(reservation);
        fake.true_ms++;
    }
    sortid_node_reservation_options options;
    sortid_node_reservation *reservation;
    fixture_options(&options);
    EXPECT_NODE(sortid_node_acquire(fixture_client, &reservation, &options, &fixture_error),
                SORTID_NODE_NO_ID);
    assert_string_equal(fixture_error.text,
                        "pool p of realm r: 700 of 700 ids are reserved: wait, or add a pool");
    fake_pass(60000 + 15000);
    reservation = fixture_acquire(NULL);
    EXPECT_NODE(sortid_node_release(reservation, &fixture_error), SORTID_NODE_OK);
    free(seen);
    fixture_end();
}

/* The ids unused the longest are reserved: the free one after them is taken. */
static void test_free_behind_old(void **state)
{
    (void)state;
    sortid_node_reservation *reservations[80];
    sortid_node_reservation_options options;
    fixture_begin("p=0-79/8");
    fixture_options(&options);
    options.lease_s = 3600;
    for (size_t i = 0; i < 80; i++)
        reservations[i] = fixture_acquire(&options);
    uint32_t id = fixture_id(reservations[79]);
    EXPECT_NODE(sortid_node_release(reservations[79], &fixture_error), SORTID_NODE_OK);
    reservations[79] = fixture_acquire(NULL);
    assert_int_equal(fixture_id(reservations[79]), id);
    for (size_t i = 0; i < 80; i++)
        sortid_node_abandon(reservations[i]);
    fixture_end();
}

static void test_not_there(void **state)
{
    (void)state;
    sortid_node_reservation_options options;
    sortid_node_reservation *reservation;
    fixture_begin("p=5/8");
    fixture_options(&options);
    options.pool = "q";
    EXPECT_NODE(sortid_node_acquire(fixture_client, &reservation, &options, &fixture_error),
                SORTID_NODE_NO_REALM);
    assert_string_equal(
        fixture_error.text,
        "realm r has no pool q: add it with sortid node init r --pool q=FIRST-LAST/SIZE");
    options.realm = "s";
    EXPECT_NODE(sortid_node_acquire(fixture_client, &reservation, &options, &fixture_error),
                SORTID_NODE_NO_REALM);
    assert_string_equal(
        fixture_error.text,
        "realm s does not exist: create it with sortid node init s --pool NAME=FIRST-LAST/SIZE; if "
        "the store was restored, add --raise-bounds auto");
    fake_put("sortid/r/realm", "{}");
    fixture_options(&options);
    EXPECT_NODE(sortid_node_acquire(fixture_client, &reservation, &options, &fixture_error),
                SORTID_NODE_BAD_REPLY);
    assert_int_equal(fake.grants, 0);
    fixture_end();
}

static void test_bad_options(void **state)
{
    (void)state;
    sortid_node_reservation_options good, o;
    sortid_node_reservation *reservation = NULL;
    fixture_begin("p=5/8");
    fixture_options(&good);
#define REFUSED(change)                                                                            \
    do {                                                                                           \
        o = good;                                                                                  \
        change;                                                                                    \
        EXPECT_NODE(sortid_node_acquire(fixture_client, &reservation, &o, &fixture_error),         \
                    SORTID_NODE_BAD_OPTION);                                                       \
        EXPECT(fixture_error.text[0] != '\0', PLACE ": no message");                               \
    } while (0)
    REFUSED(o.realm = NULL);
    REFUSED(o.realm = "a/b");
    REFUSED(o.pool = NULL);
    REFUSED(o.pool = ".p");
    REFUSED(o.horizon_ms = 999);
    REFUSED(o.horizon_ms = 86400001);
    REFUSED(o.lease_s = 1);
    REFUSED(o.lease_s = 3601);
    REFUSED(o.max_skew_ms = 999);
    REFUSED((o.external = true, o.quarantine_ms = UINT64_MAX));
    REFUSED(o.allowance_ms = UINT64_C(1) << 32);
    REFUSED(o.allowance_ms = SORTID_ALLOWANCE_UNLIMITED);
    REFUSED(o.reserved16 = 1);
    REFUSED(o.reserved[3] = 1);
#undef REFUSED
    assert_int_equal(fake.requests, 2); // of the realm's init
    assert_null(reservation);
    fixture_end();
}

/* Options of {0} have the defaults of the header. */
static void test_default_options(void **state)
{
    (void)state;
    sortid_node_reservation *reservation;
    sortid_node_deadlines deadlines;
    const sortid_node_reservation_options options = {.realm = "r", .pool = "p", .external = true};
    fixture_begin("p=5/8");
    reservation = fixture_acquire(&options);
    struct id_record record = fixture_record(5, 8);
    assert_int_equal(record.quarantine_ms, MAX_QUARANTINE_MS);      // the longest that is permitted
    assert_int_equal(record.bound, FIXTURE_TICK + FIXTURE_HORIZON); // 60 s = 2 (10 + 5 + 15) s
    sortid_node_reservation_deadlines(reservation, &deadlines, sizeof deadlines);
    assert_int_equal(deadlines.kill_ms - deadlines.terminate_ms, FIXTURE_LEASE_MS / 4);
    sortid_node_abandon(reservation);
    fixture_end();
}

/* An id whose bound is a tick ahead of the clock is free with the default allowance, and not with
 * none. */
static void test_allowance_none(void **state)
{
    (void)state;
    sortid_node_reservation_options options;
    sortid_node_reservation *reservation = NULL;
    fixture_begin("p=5/8");
    reservation = fixture_acquire(NULL);
    assert_int_equal(fixture_ask(reservation, FIXTURE_TICK), SORTID_OK);
    EXPECT_NODE(sortid_node_release(reservation, &fixture_error), SORTID_NODE_OK);
    fixture_options(&options);
    options.allowance_ms = SORTID_ALLOWANCE_NONE;
    EXPECT_NODE(sortid_node_acquire(fixture_client, &reservation, &options, &fixture_error),
                SORTID_NODE_NO_ID);
    options.allowance_ms = 0;
    EXPECT_NODE(sortid_node_acquire(fixture_client, &reservation, &options, &fixture_error),
                SORTID_NODE_OK);
    sortid_node_abandon(reservation);
    fixture_end();
}

/* Programs that were compiled with a shorter or a longer struct. */
static void test_deadlines_of_other_versions(void **state)
{
    (void)state;
    union {
        sortid_node_deadlines known;
        unsigned char bytes[sizeof(sortid_node_deadlines) + 8];
    } shorter, longer;
    const size_t cut = offsetof(sortid_node_deadlines, kill_ms);
    fixture_begin("p=5/8");
    sortid_node_reservation *reservation = fixture_acquire(NULL);
    memset(&shorter, 0xa5, sizeof shorter);
    memset(&longer, 0xa5, sizeof longer);
    sortid_node_reservation_deadlines(reservation, &shorter.known, cut);
    sortid_node_reservation_deadlines(reservation, &longer.known, sizeof longer);
    assert_memory_equal(shorter.bytes, longer.bytes, cut);
    for (size_t i = cut; i < sizeof shorter; i++)
        assert_int_equal(shorter.bytes[i], 0xa5);
    for (size_t i = sizeof longer.known; i < sizeof longer; i++)
        assert_int_equal(longer.bytes[i], 0);
    assert_int_equal(longer.known.kill_ms - longer.known.terminate_ms, FIXTURE_LEASE_MS / 4);
    sortid_node_abandon(reservation);
    fixture_end();
}

/* ---- Raise ---------------------------------------------------------------------------------- */

/* Renewals when they are due, for ten minutes: the lease lasts, the bound stays more than a third of
 * the horizon ahead, and there are few requests. */
static void test_renew_in_time(void **state)
{
    (void)state;
    fixture_begin("p=5/8");
    sortid_node_reservation *reservation = fixture_acquire(NULL);
    unsigned before = fake.requests;
    while (fake_now() < FIXTURE_NOW + 600000) {
        uint64_t next = 0;
        EXPECT_NODE(sortid_node_renew(reservation, &next, &fixture_error), SORTID_NODE_OK);
        EXPECT(next > 0 && next <= 5000, "next in %u ms", (unsigned)next);
        fake_pass(next);
        assert_true(fixture_is_held(5, 8));
        assert_int_equal(fixture_ask(reservation, fixture_now_tick() + 100), SORTID_OK);
    }
    EXPECT(fake.requests - before < 170, "%u requests", fake.requests - before);
    EXPECT_NODE(sortid_node_release(reservation, &fixture_error), SORTID_NODE_OK);
    fixture_end();
}

static enum fake_fate refuse_keep_alives(const struct fake_request *request, void *context)
{
    (void)context;
    return request->kind == FAKE_KEEP_ALIVE ? FAKE_REFUSED : FAKE_DONE;
}

/* Renewals that fail are counted, each try; those that succeed are not. */
static void test_failed_renewals(void **state)
{
    (void)state;
    sortid_node_deadlines times;
    fixture_begin("p=5/8");
    sortid_node_reservation *reservation = fixture_acquire(NULL);
    fake_pass(6000);
    fake.fate = refuse_keep_alives;
    for (unsigned i = 0; i < 3; i++) {
        EXPECT_NODE(sortid_node_renew(reservation, NULL, &fixture_error), SORTID_NODE_STORE_FAILED);
        sortid_node_reservation_deadlines(reservation, &times, sizeof times);
        assert_int_equal(times.failed_renewals, i + 1);
    }
    fake.fate = NULL;
    EXPECT_NODE(sortid_node_renew(reservation, NULL, &fixture_error), SORTID_NODE_OK);
    sortid_node_reservation_deadlines(reservation, &times, sizeof times);
    assert_int_equal(times.failed_renewals, 3);
    EXPECT_NODE(sortid_node_release(reservation, &fixture_error), SORTID_NODE_OK);
    fixture_end();
}

/* Each ID of a counter of one bit borrows: the generator runs ahead of the clock up to its
 * allowance, and the bound follows. */
static void test_ahead_of_clock(void **state)
{
    (void)state;
    sortid_node_reservation_options options;
    fixture_begin("p=5/8");
    fixture_options(&options);
    options.horizon_ms = 1000; // 4 ticks
    sortid_node_reservation *reservation = fixture_acquire(&options);
    for (uint64_t t = 0; t < 39 + 4; t++) // 39 ticks are 10 s; four are the horizon
        EXPECT(fixture_ask(reservation, FIXTURE_TICK + t) == SORTID_OK, "tick %u", (unsigned)t);
    unsigned before = fake.requests;
    for (uint64_t t = 43; t < 100; t++) // after that, no request is sent
        assert_int_equal(fixture_ask(reservation, FIXTURE_TICK + t), SORTID_BOUND_REACHED);
    assert_int_equal(fake.requests, before);
    sortid_node_abandon(reservation);
    fixture_end();
}

/* Without a thread, a tick at the bound renews: the lease has run out, and the reservation
 * resumes. */
static void test_pause_and_resume(void **state)
{
    (void)state;
    fixture_begin("p=5/8");
    sortid_node_reservation *reservation = fixture_acquire(NULL);
    fake_pass(3600000);
    assert_false(fixture_is_held(5, 8));
    assert_int_equal(fixture_ask(reservation, FIXTURE_TICK + FIXTURE_HORIZON - 1), SORTID_OK);
    assert_int_equal(fixture_ask(reservation, fixture_now_tick()), SORTID_OK);
    assert_true(fixture_is_held(5, 8));
    assert_int_equal(fixture_record(5, 8).bound, fixture_now_tick() + FIXTURE_HORIZON);
    EXPECT_NODE(sortid_node_release(reservation, &fixture_error), SORTID_NODE_OK);
    assert_int_equal(fixture_record(5, 8).bound, fixture_now_tick() + 1);
    assert_int_equal(fake_count("sortid/r/holder/"), 0);
    fixture_end();
}

/* A holder pauses for longer than lease and bound; the next holder starts at the bound, and the
 * paused one makes IDs up to it and no others. */
static void test_pause_and_lose(void **state)
{
    (void)state;
    sortid_node_deadlines times;
    uint64_t next;
    fixture_begin("p=5/8");
    sortid_node_reservation *reservation = fixture_acquire(NULL);
    uint64_t bound = FIXTURE_TICK + FIXTURE_HORIZON;
    fake_pass(51000); // the lease is over; the bound is 9 s ahead, within the allowance
    sortid_node_reservation *taker = fixture_acquire(NULL);
    assert_int_equal(fixture_start(taker), bound);
    assert_int_equal(fixture_ask(reservation, bound - 1), SORTID_OK);
    assert_int_equal(fixture_ask(reservation, bound), SORTID_RESERVATION_LOST);
    assert_int_equal(fixture_ask(reservation, bound + 1000), SORTID_RESERVATION_LOST);
    assert_int_equal(fixture_ask(reservation, bound - 1), SORTID_OK);
    EXPECT_NODE(sortid_node_renew(reservation, &next, &fixture_error), SORTID_NODE_LOST);
    sortid_node_reservation_deadlines(reservation, &times, sizeof times);
    assert_true(times.lost);
    EXPECT_NODE(sortid_node_release(reservation, &fixture_error), SORTID_NODE_LOST);
    assert_true(fixture_is_held(5, 8));
    assert_int_equal(fixture_ask(taker, bound), SORTID_OK);
    EXPECT_NODE(sortid_node_release(taker, &fixture_error), SORTID_NODE_OK);
    assert_int_equal(fixture_record(5, 8).bound, bound + 1);
    fixture_end();
}

/* Acquired and released by another meanwhile: the id has no holder, but the paused holder has lost
 * it. */
static void test_lost_and_free(void **state)
{
    (void)state;
    fixture_begin("p=5/8");
    sortid_node_reservation *reservation = fixture_acquire(NULL);
    fake_pass(51000);
    EXPECT_NODE(sortid_node_release(fixture_acquire(NULL), &fixture_error), SORTID_NODE_OK);
    assert_int_equal(fixture_ask(reservation, FIXTURE_TICK + FIXTURE_HORIZON),
                     SORTID_RESERVATION_LOST);
    EXPECT_NODE(sortid_node_release(reservation, &fixture_error), SORTID_NODE_LOST);
    assert_int_equal(fixture_record(5, 8).bound, FIXTURE_TICK + FIXTURE_HORIZON);
    fixture_end();
}

static void test_abandon(void **state)
{
    (void)state;
    sortid_node_reservation_options options;
    sortid_node_reservation *reservation;
    fixture_begin("p=5/8");
    sortid_node_abandon(NULL);
    sortid_node_abandon(fixture_acquire(NULL));
    fixture_options(&options);
    EXPECT_NODE(sortid_node_acquire(fixture_client, &reservation, &options, &fixture_error),
                SORTID_NODE_NO_ID);
    assert_string_equal(fixture_error.text,
                        "pool p of realm r: 1 of 1 ids are reserved: wait, or add a pool");
    fake_pass(15000); // the lease is over; the bound, 45 s ahead, must come within 10 s
    EXPECT_NODE(sortid_node_acquire(fixture_client, &reservation, &options, &fixture_error),
                SORTID_NODE_NO_ID);
    assert_string_equal(fixture_error.text, "pool p of realm r: 0 of 1 ids are reserved, the next "
                                            "is free in 36 s: wait, or add a pool");
    fake_pass(36000);
    reservation = fixture_acquire(NULL);
    assert_int_equal(fixture_start(reservation), FIXTURE_TICK + FIXTURE_HORIZON);
    sortid_node_abandon(reservation);
    fixture_end();
}

/* ---- Clocks --------------------------------------------------------------------------------- */

static void test_skew_at_acquire(void **state)
{
    (void)state;
    sortid_node_reservation_options options;
    sortid_node_reservation *reservation;
    fixture_begin("p=0-99/8");
    fixture_options(&options);
    static const struct {
        int64_t off_ms;
        bool good;
    } cases[] = {{0, true},      {5000, true},     {5999, true},      {6000, false}, {-5000, true},
                 {-5001, false}, {3600000, false}, {-3600000, false}, {-4999, true}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        fake.clock_off_ms = cases[i].off_ms;
        sortid_node_status status =
            sortid_node_acquire(fixture_client, &reservation, &options, &fixture_error);
        EXPECT(status == (cases[i].good ? SORTID_NODE_OK : SORTID_NODE_CLOCK_SKEW), "%d ms: %d",
               (int)cases[i].off_ms, (int)status);
        if (cases[i].good)
            sortid_node_abandon(reservation);
    }
    fake.clock_off_ms = 3600000;
    EXPECT_NODE(sortid_node_acquire(fixture_client, &reservation, &options, &fixture_error),
                SORTID_NODE_CLOCK_SKEW);
    assert_string_equal(fixture_error.text, "this clock is 3599.0 s ahead of the store's, at most "
                                            "5.0 s are allowed: correct the clock");
    fake.clock_off_ms = 0;
    fake.no_date = true;
    EXPECT_NODE(sortid_node_acquire(fixture_client, &reservation, &options, &fixture_error),
                SORTID_NODE_BAD_REPLY);
    fixture_end();
}

/* A clock that goes wrong later: no bound is raised, but the lease is renewed. */
static void test_skew_while_reserved(void **state)
{
    (void)state;
    uint64_t next;
    fixture_begin("p=5/8");
    sortid_node_reservation *reservation = fixture_acquire(NULL);
    uint64_t bound = fixture_record(5, 8).bound;
    fake_pass(5000);
    fake.clock_off_ms = 7200000;
    EXPECT_NODE(sortid_node_renew(reservation, &next, &fixture_error), SORTID_NODE_CLOCK_SKEW);
    EXPECT(next > 0 && next < 5000, "next in %u ms", (unsigned)next);
    assert_int_equal(fixture_record(5, 8).bound, bound);
    assert_int_equal(fixture_ask(reservation, bound), SORTID_BOUND_REACHED);
    fake_pass(12000);
    assert_true(fixture_is_held(5, 8));
    EXPECT_NODE(sortid_node_renew(reservation, &next, &fixture_error), SORTID_NODE_CLOCK_SKEW);
    fake_pass(12000);
    assert_true(fixture_is_held(5, 8));
    fake.clock_off_ms = 0;
    fake_pass(3600000);
    fake.clock_off_ms = -3600000; // and it does not resume
    EXPECT_NODE(sortid_node_renew(reservation, &next, &fixture_error), SORTID_NODE_CLOCK_SKEW);
    assert_int_equal(fixture_record(5, 8).bound, bound);
    assert_false(fixture_is_held(5, 8));
    fake.clock_off_ms = 0;
    EXPECT_NODE(sortid_node_renew(reservation, &next, &fixture_error), SORTID_NODE_OK);
    assert_int_equal(fixture_record(5, 8).bound, fixture_now_tick() + FIXTURE_HORIZON);
    sortid_node_abandon(reservation);
    fixture_end();
}

/* A floor, as after a restore: no reservation starts before it. */
static void test_floor(void **state)
{
    (void)state;
    uint64_t floor = FIXTURE_TICK + 1000;
    sortid_node_reservation_options options;
    sortid_node_reservation *other;
    fixture_begin("p=5-6/8");
    EXPECT_NODE(fixture_raise("r", floor * 256 - 255), SORTID_NODE_OK);
    fixture_options(&options);
    EXPECT_NODE(sortid_node_acquire(fixture_client, &other, &options, &fixture_error),
                SORTID_NODE_NO_ID);
    assert_string_equal(
        fixture_error.text,
        "realm r: its bounds were raised, so no id is free for 247 s: wait, or use another realm");
    fake_pass(247000);
    other = fixture_acquire(NULL);
    assert_int_equal(fixture_start(other), floor);
    EXPECT_NODE(sortid_node_release(other, &fixture_error), SORTID_NODE_OK);
    EXPECT_NODE(fixture_raise("r", UINT64_MAX), SORTID_NODE_BAD_OPTION);
    EXPECT_NODE(fixture_raise("s", FIXTURE_NOW), SORTID_NODE_NO_REALM);
    fixture_end();
}

/* ---- Waiting -------------------------------------------------------------------------------- */

static void test_wait(void **state)
{
    (void)state;
    sortid_node_reservation_options options;
    sortid_node_reservation *reservation;
    fixture_begin("p=5/8");
    sortid_node_abandon(fixture_acquire(NULL));
    fixture_options(&options);
    options.wait_ms = 30000;
    EXPECT_NODE(sortid_node_acquire(fixture_client, &reservation, &options, &fixture_error),
                SORTID_NODE_NO_ID);
    EXPECT(fake_now() == FIXTURE_NOW + 30000, "%u ms", (unsigned)(fake_now() - FIXTURE_NOW));
    EXPECT(fake.requests < 150, "%u requests", fake.requests);
    options.wait_ms = 3600000;
    EXPECT_NODE(sortid_node_acquire(fixture_client, &reservation, &options, &fixture_error),
                SORTID_NODE_OK);
    uint64_t waited = fake_now() - FIXTURE_NOW;
    EXPECT(waited >= 50160 - 256 && waited <= 50300, "%u ms", (unsigned)waited);
    assert_int_equal(fixture_start(reservation), FIXTURE_TICK + FIXTURE_HORIZON);
    sortid_node_abandon(reservation);
    fixture_end();
}

/* ---- External reservations -------------------------------------------------------------------------- */

static void test_quarantine(void **state)
{
    (void)state;
    sortid_node_reservation_options options;
    sortid_node_reservation *reservation;
    fixture_begin("p=5/8");
    fixture_options(&options);
    options.external = true;
    options.quarantine_ms = 600000;
    sortid_node_abandon(fixture_acquire(&options));
    struct id_record record = fixture_record(5, 8);
    assert_int_equal(record.quarantine_ms, 600000);
    uint64_t over = record.bound * 256 + 600000;
    fixture_options(&options);
    fake_pass(over - FIXTURE_NOW - 1);
    EXPECT_NODE(sortid_node_acquire(fixture_client, &reservation, &options, &fixture_error),
                SORTID_NODE_NO_ID);
    assert_string_equal(
        fixture_error.text,
        "pool p of realm r: 0 of 1 ids are reserved, the next is free in 1 s: wait, or add a pool");
    fake_pass(1);
    reservation = fixture_acquire(NULL);
    assert_int_equal(fixture_record(5, 8).quarantine_ms, 0); // the id is no longer external
    EXPECT_NODE(sortid_node_release(reservation, &fixture_error), SORTID_NODE_OK);
    fixture_end();
}

/* After a clean end the id is free when allowance and skew are over; the next holder's allowance
 * covers the first. */
static void test_external_release(void **state)
{
    (void)state;
    sortid_node_reservation_options options;
    sortid_node_reservation *reservation;
    sortid_node_deadlines times;
    uint64_t next;
    fixture_begin("p=5/8");
    fixture_options(&options);
    options.external = true;
    fake.least_ttl_s = 20; // etcd raises the lease, and uses that
    reservation = fixture_acquire(&options);
    sortid_node_reservation_deadlines(reservation, &times, sizeof times);
    assert_int_equal(times.terminate_ms - times.now_ms, 10000);
    assert_int_equal(times.kill_ms - times.now_ms, 15000);
    assert_false(times.lost);
    fake_pass(9000);
    EXPECT_NODE(sortid_node_renew(reservation, &next, &fixture_error), SORTID_NODE_OK);
    sortid_node_reservation_deadlines(reservation, &times, sizeof times);
    assert_int_equal(times.kill_ms - times.now_ms, 15000);
    uint64_t raised = fixture_record(5, 8).bound;
    EXPECT_NODE(sortid_node_release(reservation, &fixture_error), SORTID_NODE_OK);
    uint64_t bound = fixture_record(5, 8).bound;
    EXPECT(bound * 256 > fake_now() + 15000 && bound * 256 < fake_now() + 16000, "a bound of %llu",
           (unsigned long long)bound);
    EXPECT(bound < raised, "not lowered");
    assert_true(fixture_record(5, 8).clean);
    fake_pass(bound * 256 - 9984 - fake_now() - 1);
    fixture_options(&options);
    EXPECT_NODE(sortid_node_acquire(fixture_client, &reservation, &options, &fixture_error),
                SORTID_NODE_NO_ID);
    fake_pass(1);
    reservation = fixture_acquire(NULL);
    assert_int_equal(fixture_start(reservation), bound);
    sortid_node_abandon(reservation);
    fixture_end();
}

/* While the lease is renewed and the bound is not, the deadline is that of the bound: allowance and
 * skew before it. A step of the clock does not move it. */
static void test_external_bound_time(void **state)
{
    (void)state;
    sortid_node_reservation_options options;
    sortid_node_deadlines times;
    uint64_t next;
    fixture_begin("p=5/8");
    fixture_options(&options);
    options.external = true;
    options.lease_s = 60;
    sortid_node_reservation *reservation = fixture_acquire(&options);
    uint64_t bound = fixture_record(5, 8).bound; // extended to 2 * (10 + 5 + 60) s
    assert_int_equal(bound, FIXTURE_TICK + (150000 + 255) / 256);
    fake.clock_off_ms = 100000000; // no bound is raised from here on
    while (fake_now() < FIXTURE_NOW + 120000) {
        fake_pass(1000);
        EXPECT_NODE(sortid_node_renew(reservation, &next, &fixture_error),
                    fake_now() - FIXTURE_NOW < 1000 ? SORTID_NODE_OK : SORTID_NODE_CLOCK_SKEW);
    }
    sortid_node_reservation_deadlines(reservation, &times, sizeof times);
    assert_int_equal(times.kill_ms - times.now_ms, bound * 256 - 15000 - fake_now());
    assert_int_equal(times.kill_ms - times.terminate_ms, 15000); // a quarter of the lease
    sortid_node_abandon(reservation);
    fixture_end();
}

/* ---- Ended by another client ---------------------------------------------------------------- */

static void test_release_id(void **state)
{
    (void)state;
    uint64_t next, bound = FIXTURE_TICK + FIXTURE_HORIZON;
    fixture_begin("p=5/8");
    EXPECT_NODE(sortid_node_release_id(fixture_client, "r", 5, 8, &fixture_error),
                SORTID_NODE_NOT_RESERVED);
    EXPECT_NODE(sortid_node_release_id(fixture_client, "r", 256, 8, &fixture_error),
                SORTID_NODE_BAD_OPTION);
    sortid_node_reservation *reservation = fixture_acquire(NULL);
    EXPECT_NODE(sortid_node_release_id(fixture_client, "r", 5, 8, &fixture_error), SORTID_NODE_OK);
    assert_false(fixture_is_held(5, 8));
    assert_int_equal(fixture_record(5, 8).bound, bound);
    assert_false(fixture_record(5, 8).clean);
    assert_int_equal(fixture_ask(reservation, bound - 1), SORTID_OK);
    fake_pass(5000); // it learns that when it renews, and does not resume
    EXPECT_NODE(sortid_node_renew(reservation, &next, &fixture_error), SORTID_NODE_LOST);
    assert_int_equal(fixture_ask(reservation, bound), SORTID_RESERVATION_LOST);
    assert_false(fixture_is_held(5, 8));
    fake_pass(46000);
    sortid_node_reservation *taker = fixture_acquire(NULL);
    assert_int_equal(fixture_start(taker), bound);
    sortid_node_abandon(taker);
    EXPECT_NODE(sortid_node_release(reservation, &fixture_error), SORTID_NODE_LOST);
    fixture_end();
}

/* ---- A record that cannot be read ----------------------------------------------------------- */

static const sortid_node_realm_options usual_realm = {.max_ahead_ms = 600000,
                                                      .max_quarantine_ms = 3600000};

static sortid_node_pool begin_usual(const char *text)
{
    sortid_node_pool pool;
    fixture_begin("other=0/1");
    EXPECT_NODE(sortid_node_pool_parse(&pool, text, strlen(text), &fixture_error), SORTID_NODE_OK);
    EXPECT_NODE(sortid_node_init(fixture_client, "s", &pool, 1, &usual_realm, NULL, &fixture_error),
                SORTID_NODE_OK);
    return pool;
}

static sortid_node_status acquire_usual(sortid_node_reservation **out)
{
    sortid_node_reservation_options options;
    fixture_options(&options);
    options.realm = "s";
    return sortid_node_acquire(fixture_client, out, &options, &fixture_error);
}

/* Whether it is when the lost bound and its quarantine have passed for certain. etcd tells whole seconds. */
static void expect_block(uint64_t blocked_ms, uint64_t now)
{
    uint64_t least = now + 60000 + 600000 + 3600000;
    assert_in_range(blocked_ms, least, least + 999 + SORTID_SCRU64_TICK_MS);
    assert_int_equal(blocked_ms % SORTID_SCRU64_TICK_MS, 0);
}

static sortid_node_status replace(uint64_t *blocked_ms)
{
    return sortid_node_replace_id(fixture_client, "s", 5, 8, blocked_ms, &fixture_error);
}

static void test_replace_id(void **state)
{
    (void)state;
    static const char key[] = "sortid/s/id/08/000005";
    uint64_t next, blocked = 1;
    sortid_node_reservation *holder, *taker;
    begin_usual("p=5/8");
    EXPECT_NODE(replace(&blocked), SORTID_NODE_NOT_RESERVED);
    EXPECT_NODE(acquire_usual(&holder), SORTID_NODE_OK);
    EXPECT_NODE(replace(&blocked), SORTID_NODE_OK); // its record can be read: a release
    assert_int_equal(blocked, 0);
    EXPECT_NODE(replace(&blocked), SORTID_NODE_NOT_RESERVED);
    sortid_node_abandon(holder);
    fake_pass(60000);
    EXPECT_NODE(acquire_usual(&holder), SORTID_NODE_OK);

    // a raise that is late, and a record with bytes that are not read as they are
    for (unsigned i = 0; i < 3; i++) {
        fake_pass(9000);
        EXPECT_NODE(sortid_node_renew(holder, &next, &fixture_error), SORTID_NODE_OK);
    }
    fixture_fate(FAKE_WRITE, 1, FAKE_LATE);
    fake_pass(5000);
    EXPECT_NODE(sortid_node_renew(holder, &next, &fixture_error), SORTID_NODE_UNREACHABLE);
    fake_put(key, "x\x01");
    EXPECT_NODE(sortid_node_release_id(fixture_client, "s", 5, 8, &fixture_error),
                SORTID_NODE_BAD_REPLY);
    assert_non_null(strstr(fixture_error.text, "sortid node release s 5/8 --force"));
    EXPECT_NODE(replace(&blocked), SORTID_NODE_OK);
    expect_block(blocked, fake_now());
    fake_deliver_late();
    EXPECT_NODE(replace(&next), SORTID_NODE_NOT_RESERVED);
    EXPECT_NODE(sortid_node_renew(holder, &next, &fixture_error), SORTID_NODE_LOST);
    sortid_node_abandon(holder);

    // nobody begins before the new bound
    EXPECT_NODE(acquire_usual(&taker), SORTID_NODE_NO_ID);
    fake_pass(blocked - fake_now() - SORTID_DEFAULT_ALLOWANCE_MS - 1000);
    EXPECT_NODE(acquire_usual(&taker), SORTID_NODE_NO_ID);
    fake_pass(1000 + SORTID_SCRU64_TICK_MS);
    EXPECT_NODE(acquire_usual(&taker), SORTID_NODE_OK);
    assert_int_equal(fixture_start(taker), blocked / SORTID_SCRU64_TICK_MS);
    EXPECT_NODE(sortid_node_release(taker, &fixture_error), SORTID_NODE_OK);

    // in a store that was restored the bounds are raised first; this machine's clock counts if it is ahead
    fake_put(key, "");
    fake.identity++;
    EXPECT_NODE(replace(NULL), SORTID_NODE_RESTORED);
    fake.identity--;
    fake.clock_off_ms = 7000000;
    EXPECT_NODE(replace(&blocked), SORTID_NODE_OK);
    expect_block(blocked, fake_now() + 7000000);
    fake.clock_off_ms = 0;
    EXPECT_NODE(sortid_node_replace_id(fixture_client, "none", 5, 8, NULL, &fixture_error),
                SORTID_NODE_NOT_RESERVED);
    fixture_end();
}

/* Then the pool can be removed, and the realm keeps the new bound. */
static void test_replace_and_remove(void **state)
{
    (void)state;
    uint64_t blocked, until;
    sortid_node_report *report;
    sortid_node_pool pool = begin_usual("p=5/8");
    fake_put("sortid/s/id/08/000005", "x");
    pool.first = 1;
    pool.last = 0;
    EXPECT_NODE(sortid_node_pool_shrink(fixture_client, "s", &pool, &until, &fixture_error),
                SORTID_NODE_BAD_REPLY);
    EXPECT_NODE(replace(&blocked), SORTID_NODE_OK);
    EXPECT_NODE(sortid_node_pool_shrink(fixture_client, "s", &pool, &until, &fixture_error),
                SORTID_NODE_IN_USE);
    assert_int_equal(until, blocked);
    fake_pass(blocked - fake_now());
    EXPECT_NODE(sortid_node_pool_shrink(fixture_client, "s", &pool, &until, &fixture_error),
                SORTID_NODE_OK);
    EXPECT_NODE(sortid_node_examine(fixture_client, &report, "s", &fixture_error), SORTID_NODE_OK);
    assert_int_equal(report->realm->floor, blocked / SORTID_SCRU64_TICK_MS);
    assert_int_equal(report->id_count, 0);
    sortid_node_report_free(report);
    fixture_end();
}

/* In a large pool the id is found by its key of free ids again. */
static void test_replace_large(void **state)
{
    (void)state;
    uint64_t blocked;
    sortid_node_reservation *reservation;
    sortid_node_pool pool = begin_usual("p=0-299/12");
    fake_put("sortid/s/id/12/000007", "x");
    EXPECT_NODE(sortid_node_init(fixture_client, "s", &pool, 1, NULL, NULL, &fixture_error),
                SORTID_NODE_OK); // makes all keys again
    EXPECT_NODE(sortid_node_replace_id(fixture_client, "s", 7, 12, &blocked, &fixture_error),
                SORTID_NODE_OK);
    assert_int_equal(fake_count("sortid/s/free/p/07/"), 1);
    for (size_t i = 0; i < 299; i++) {
        EXPECT_NODE(acquire_usual(&reservation), SORTID_NODE_OK);
        assert_int_not_equal(fixture_id(reservation), 7);
    }
    EXPECT_NODE(acquire_usual(&reservation), SORTID_NODE_NO_ID);
    fake_pass(blocked - fake_now());
    bool found = false;
    for (size_t i = 0; i < 300; i++) {
        EXPECT_NODE(acquire_usual(&reservation), SORTID_NODE_OK);
        found = found || fixture_id(reservation) == 7;
    }
    assert_true(found);
    fixture_end();
}

static void test_examine(void **state)
{
    (void)state;
    sortid_node_report *report;
    sortid_node_realm **realms;
    size_t count;
    sortid_node_pool more;
    fixture_begin("p=5/8");
    EXPECT_NODE(sortid_node_pool_parse(&more, "hot=0/4", strlen("hot=0/4"), &fixture_error),
                SORTID_NODE_OK);
    static const char *const names[] = {"r", "r-2", "r.1", "R", "r2"};
    for (size_t i = 0; i < COUNT_OF(names); i++)
        EXPECT_NODE(sortid_node_init(fixture_client, names[i], &more, 1, &fixture_realm, NULL,
                                     &fixture_error),
                    i == 0 ? SORTID_NODE_REALM_DIFFERS : SORTID_NODE_OK);
    more.first = more.last = 15;
    EXPECT_NODE(
        sortid_node_init(fixture_client, "r", &more, 1, &fixture_realm, NULL, &fixture_error),
        SORTID_NODE_OK);
    fake_put("sortid/", "x");
    fake_put("sortid/~/y", "x");
    fake_put("sortid/r/zzz", "x");
    fake_put("sortid/q/holder/08/000000", "x");
    fake_put("sortid0", "x");
    fake_put("sortid/r\x01x", "x");
    fake_put("sortid/r~\xc3\xa9", "x");
    fake_put("sortid/r~\xff\xff", "x");
    fake_put("sortid/\x01\x02", "x");
    fake_put("sortid/\xc3\xa9/realm", "x");
    EXPECT_NODE(sortid_node_list(fixture_client, &realms, &count, &fixture_error), SORTID_NODE_OK);
    assert_int_equal(count, 5);
    static const char *const sorted[] = {"R", "r-2", "r.1", "r", "r2"}; // as keys are
    for (size_t i = 0; i < count; i++) {
        assert_string_equal(realms[i]->name, sorted[i]);
        assert_int_equal(realms[i]->size, sizeof *realms[i]);
        assert_int_equal(realms[i]->pool_count, i == 3 ? 2 : 1);
    }
    sortid_node_list_free(realms, count);
    sortid_node_reservation_options options;
    fixture_options(&options);
    options.pool = "hot";
    options.label = "left \xc3\xa9";
    EXPECT_NODE(sortid_node_release(fixture_acquire(&options), &fixture_error), SORTID_NODE_OK);
    sortid_node_reservation *reservation = fixture_acquire(NULL);
    fake_pass(4000);
    EXPECT_NODE(sortid_node_examine(fixture_client, &report, "r", &fixture_error), SORTID_NODE_OK);
    assert_int_equal(report->store_unix_ms, FIXTURE_NOW + 4000);
    assert_int_equal(report->realm->pool_count, 2);
    assert_int_equal(report->id_count, 2);
    assert_int_equal(report->size, sizeof *report);
    assert_int_equal(report->realm->size, sizeof *report->realm);
    assert_int_equal(report->ids[0]->size, sizeof *report->ids[0]);
    assert_int_equal(report->ids[0]->node_id, 5);
    assert_true(report->ids[0]->is_reserved);
    assert_false(report->ids[0]->clean);
    assert_int_equal(report->ids[0]->bound, FIXTURE_TICK + FIXTURE_HORIZON);
    assert_int_equal(report->ids[0]->reserved_since_ms, FIXTURE_NOW);
    assert_int_equal(report->ids[0]->lease_remaining_s, 11);
    assert_string_equal(report->ids[0]->label, "test");
    assert_int_equal(report->ids[1]->node_id_size, 4);
    assert_int_equal(report->ids[1]->lease_remaining_s, -1);
    assert_true(report->ids[1]->clean);
    assert_false(report->ids[1]->is_reserved);
    assert_string_equal(report->ids[1]->label, "left ??");
    sortid_node_report_free(report);
    EXPECT_NODE(sortid_node_examine(fixture_client, &report, "s", &fixture_error),
                SORTID_NODE_NO_REALM);
    // a record that cannot be read spoils its own line only, and a realm its own
    fake_put("sortid/r/id/08/000007", "x");
    fake_put("sortid/r/id/08/00000x", "x");
    EXPECT_NODE(sortid_node_examine(fixture_client, &report, "r", &fixture_error), SORTID_NODE_OK);
    assert_int_equal(report->id_count, 3);
    assert_true(report->ids[2]->is_unreadable || report->ids[1]->is_unreadable);
    assert_false(report->ids[0]->is_unreadable);
    assert_int_equal(report->other_key_count, 1);
    sortid_node_report_free(report);
    fake_put("sortid/r.1/realm", "x");
    EXPECT_NODE(sortid_node_list(fixture_client, &realms, &count, &fixture_error), SORTID_NODE_OK);
    assert_int_equal(count, 5);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(realms[i]->is_unreadable, i == 2);
    assert_string_equal(realms[2]->name, "r.1");
    sortid_node_list_free(realms, count);
    EXPECT_NODE(sortid_node_examine(fixture_client, &report, "r.1", &fixture_error),
                SORTID_NODE_BAD_REPLY);
    sortid_node_abandon(reservation);
    fixture_end();
}

/* More ids than a page of replies, which ends at a key that other programs have written. */
static void test_examine_many(void **state)
{
    (void)state;
    sortid_node_report *report;
    char name[400];
    fixture_begin("p=0-8191/13");
    fake_put("sortid/r/id/13/0003e6\xff", "x");
    snprintf(name, sizeof name, "sortid/r/id/13/0007cd%0300d", 0);
    fake_put(name, "x");
    fake_put("sortid/r/id/14/\xff", "x");
    snprintf(name, sizeof name, "sortid/r/holder/13/%0300d", 0);
    fake_put(name, "x");
    for (uint32_t i = 0; i < 2500; i++) {
        char key[KEY_SIZE];
        sortid_node_realm_id_key(key, "r", KEY_ID, i, 13);
        fake_put(key, "{\"bound\":7,\"clean\":true,\"quarantineMs\":0,\"token\":\"\",\"nonce\":"
                      "\"\",\"label\":\"\"}");
    }
    EXPECT_NODE(sortid_node_examine(fixture_client, &report, "r", &fixture_error), SORTID_NODE_OK);
    assert_int_equal(report->id_count, 2500);
    for (uint32_t i = 0; i < 2500; i++)
        assert_int_equal(report->ids[i]->node_id, i);
    assert_int_equal(report->other_key_count, 4);
    sortid_node_report_free(report);
    EXPECT_NODE(fixture_raise("r", FIXTURE_NOW), SORTID_NODE_OK); // reads all bounds, too
    for (uint32_t i = 0; i < 1000; i++) {
        snprintf(name, sizeof name, "sortid/r/id/00/\x01%u", (unsigned)i);
        fake_put(name, "x"); // a whole page of them
    }
    EXPECT_NODE(sortid_node_examine(fixture_client, &report, "r", &fixture_error),
                SORTID_NODE_BAD_REPLY);
    fixture_end();
}

/* ---- Forks ---------------------------------------------------------------------------------- */

struct family {
    sortid_node_reservation *reservation;
};

static int in_child(void *argument)
{
    struct family *family = argument;
    uint64_t next;
    sortid_node_reservation *reservation = NULL;
    sortid_node_reservation_options options;
    sortid_node_error error;
    unsigned before = fake.requests;
    options = (sortid_node_reservation_options){0};
    options.realm = "r";
    options.pool = "p";
    CHILD_CHECK(fixture_ask(family->reservation, FIXTURE_TICK) == SORTID_FORKED);
    CHILD_CHECK(fixture_ask(family->reservation, FIXTURE_TICK + 100000) == SORTID_FORKED);
    CHILD_CHECK(sortid_node_renew(family->reservation, &next, &error) == SORTID_NODE_SYSTEM);
    CHILD_CHECK(sortid_node_acquire(fixture_client, &reservation, &options, &error) ==
                SORTID_NODE_SYSTEM);
    CHILD_CHECK(sortid_node_release(family->reservation, &error) == SORTID_NODE_SYSTEM);
    CHILD_CHECK(sortid_node_init(fixture_client, "r", NULL, 0, &fixture_realm, NULL, &error) ==
                SORTID_NODE_SYSTEM);
    CHILD_CHECK(sortid_node_release_id(fixture_client, "r", 5, 8, &error) == SORTID_NODE_SYSTEM);
    sortid_node_abandon(family->reservation);
    sortid_node_close(fixture_client);
    CHILD_CHECK(fake.requests == before);
    CHILD_CHECK(strstr(error.text, "child") != NULL);
    return 0;
}

static void test_fork(void **state)
{
    (void)state;
    sortid_node_reservation_options options;
    for (unsigned i = 0; i < 2; i++) { // without a thread and with one
        fixture_begin("p=5/8");
        fixture_options(&options);
        options.renewal_thread = i == 1;
        struct family family = {.reservation = fixture_acquire(&options)};
        assert_int_equal(support_in_child(in_child, &family), 0);
        assert_int_equal(fixture_ask(family.reservation, FIXTURE_TICK), SORTID_OK);
        EXPECT_NODE(sortid_node_release(family.reservation, &fixture_error), SORTID_NODE_OK);
        assert_int_equal(fixture_record(5, 8).bound, FIXTURE_TICK + 1);
        fixture_end();
    }
}

int main(void)
{
    support_begin();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_first_reservation),
        cmocka_unit_test(test_generator),
        cmocka_unit_test(test_clean_release_is_exact),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_large_pool),
        cmocka_unit_test(test_free_behind_old),
        cmocka_unit_test(test_not_there),
        cmocka_unit_test(test_bad_options),
        cmocka_unit_test(test_default_options),
        cmocka_unit_test(test_allowance_none),
        cmocka_unit_test(test_deadlines_of_other_versions),
        cmocka_unit_test(test_renew_in_time),
        cmocka_unit_test(test_failed_renewals),
        cmocka_unit_test(test_ahead_of_clock),
        cmocka_unit_test(test_pause_and_resume),
        cmocka_unit_test(test_pause_and_lose),
        cmocka_unit_test(test_lost_and_free),
        cmocka_unit_test(test_abandon),
        cmocka_unit_test(test_skew_at_acquire),
        cmocka_unit_test(test_skew_while_reserved),
        cmocka_unit_test(test_floor),
        cmocka_unit_test(test_wait),
        cmocka_unit_test(test_quarantine),
        cmocka_unit_test(test_external_release),
        cmocka_unit_test(test_external_bound_time),
        cmocka_unit_test(test_release_id),
        cmocka_unit_test(test_replace_id),
        cmocka_unit_test(test_replace_and_remove),
        cmocka_unit_test(test_replace_large),
        cmocka_unit_test(test_examine),
        cmocka_unit_test(test_examine_many),
        cmocka_unit_test(test_fork),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
