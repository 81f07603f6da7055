/* SPDX-License-Identifier: MIT */
/* test_reservation_acquire.c: which id a reservation gets, where it starts, what it leaves at its
 * release, and why there is none; quarantine, the floor, waiting, clocks that differ. With the etcd
 * of fake_etcd.h. */
#include "reservation_fixture.h"

/* ---- One reservation ------------------------------------------------------------------------ */

TEST_ON(first_reservation, "p=5/8")
{
    sortid_scru64_node_spec spec;
    sortid_scru64_fields fields;
    sortid_node_reservation *reservation = take(NULL);
    sortid_node_reservation_spec(reservation, &spec);
    sortid_scru64_to_fields(&fields, &spec.last);
    assert_int_equal(spec.node_id, 5);
    assert_int_equal(spec.node_id_size, 8);
    assert_true(spec.has_last);
    assert_int_equal(fields.timestamp, START - 1);
    assert_int_equal(fields.node_ctr, 0x05ffff);
    struct id_record record = record_of(5, 8);
    assert_int_equal(record.bound, START + HORIZON);
    assert_false(record.clean);
    assert_int_equal(record.quarantine_ms, 0);
    assert_string_equal(record.label, "test");
    assert_true(is_held(5, 8));
    assert_int_equal(ask(reservation, START - 1), SORTID_BOUND_REACHED);
    assert_int_equal(ask(reservation, START), SORTID_OK);
    assert_int_equal(ask(reservation, START + HORIZON - 1), SORTID_OK);
    EXPECT_NODE(release(reservation), OK);
    assert_int_equal(bound_of(5, 8), START + HORIZON);
    assert_true(record_of(5, 8).clean);
    assert_false(is_held(5, 8));
}

TEST_ON(clean_release_is_exact, "p=5/8")
{
    for (uint64_t ticks = 1; ticks < 5; ticks++) {
        sortid_node_reservation *reservation = take(NULL);
        uint64_t start = start_of(reservation);
        for (uint64_t t = 0; t < ticks; t++)
            assert_int_equal(ask(reservation, start + t), SORTID_OK);
        assert_int_equal(ask(reservation, start + ticks - 1), SORTID_OK);
        assert_int_equal(ask(reservation, start - 1), SORTID_BOUND_REACHED);
        EXPECT_NODE(release(reservation), OK);
        assert_int_equal(bound_of(5, 8), start + ticks);
        sortid_node_reservation *taker = take(NULL);
        assert_int_equal(start_of(taker), start + ticks);
        EXPECT_NODE(release(taker), OK);
        assert_int_equal(bound_of(5, 8), start + ticks); // it made nothing
    }
}

/* ---- Which id ------------------------------------------------------------------------------- */

/* Ids that were never used first, a random one of the gaps; then a random one of the 16 that have
 * been unused the longest, so that clients that search at once do not all try the same. */
TEST_ON(order, "p=0x10-0x2f/8")
{
    sortid_node_reservation *reservations[32];
    size_t released[32] = {0}; // when each id was released
    unsigned in_order = 0, oldest = 0, left = 32;
    bool seen[32] = {false};
    for (uint32_t i = 0; i < 32; i++) {
        reservations[i] = take(NULL);
        uint32_t id = id_of(reservations[i]) - 0x10;
        EXPECT(id < 32 && !seen[id], "id %u", (unsigned)id);
        seen[id] = true;
        in_order += id == i;
        if (i % 2 == 1) { // now used and free: not taken while there are unused ids
            released[id_of(reservations[i - 1]) - 0x10] = i / 2;
            EXPECT_NODE(release(reservations[i - 1]), OK);
        }
    }
    EXPECT(in_order < 32, "gaps are taken in order");
    for (size_t i = 1; i < 32; i += 2) {
        released[id_of(reservations[i]) - 0x10] = 16 + i / 2;
        EXPECT_NODE(release(reservations[i]), OK);
    }
    for (size_t i = 0; i < 32; i++, left--) {
        size_t older = 0, at = released[id_of(take(NULL)) - 0x10];
        for (size_t id = 0; id < 32; id++)
            older += released[id] < at;
        EXPECT(older < (left < 16 ? left : 16), "%zu ids were unused longer", older);
        oldest += older == 0;
        for (size_t id = 0; id < 32; id++)
            if (released[id] == at)
                released[id] = SIZE_MAX; // taken
    }
    EXPECT(oldest < 32, "always the oldest");
}

/* An id whose bound is ahead of the clock, and so the first ID too, comes after the others. */
TEST_ON(ahead_last, "p=0-1/8")
{
    for (unsigned i = 0; i < 20; i++) {
        sortid_node_reservation *ahead = take(NULL), *other = take(NULL);
        uint32_t id = id_of(other);
        assert_int_equal(ask(ahead, start_of(ahead) + 20), SORTID_OK);
        EXPECT_NODE(release(ahead), OK);
        EXPECT_NODE(release(other), OK);
        assert_int_equal(id_of(other = take(NULL)), id);
        EXPECT_NODE(release(other), OK);
        fake_pass(10000);
    }
}

/* The ids unused the longest are reserved: the free one after them is taken. */
TEST_ON(free_behind_old, "p=0-79/8")
{
    sortid_node_reservation *last = NULL;
    for (size_t i = 0; i < 80; i++)
        last = take(WITH(.lease_s = 3600));
    uint32_t id = id_of(last);
    EXPECT_NODE(release(last), OK);
    assert_int_equal(id_of(take(NULL)), id);
}

/* ---- None ------------------------------------------------------------------------------------ */

TEST_ON(not_there, "p=5/8")
{
    sortid_node_reservation *none;
    EXPECT_NODE(acquire(&none, WITH(.pool = "q")), NO_REALM);
    assert_string_equal(
        error.text,
        "realm r has no pool q: add it with sortid node init r --pool q=FIRST-LAST/SIZE");
    EXPECT_NODE(acquire(&none, WITH(.realm = "s")), NO_REALM);
    assert_string_equal(
        error.text,
        "realm s is not in this store: check --store, or create it with sortid node init s --pool "
        "NAME=FIRST-LAST/SIZE; if it ever existed, add --raise-bounds auto, or it repeats IDs");
    fake_put("sortid/r/realm", "{}");
    EXPECT_NODE(acquire(&none, NULL), BAD_REPLY);
    assert_int_equal(fake.grants, 0);
}

TEST_ON(bad_options, "p=5/8")
{
    sortid_node_reservation *none = NULL;
#define REFUSED(...)                                                                               \
    do {                                                                                           \
        sortid_node_reservation_options o = {.realm = "r", .pool = "p"};                           \
        __VA_ARGS__;                                                                               \
        EXPECT_NODE(sortid_node_reservation_acquire(client, &none, &o, &error), BAD_OPTION);       \
        EXPECT(error.text[0] != '\0', PLACE ": no message");                                       \
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
    REFUSED(o.external = true, o.quarantine_ms = UINT64_MAX);
    REFUSED(o.allowance_ms = UINT64_C(1) << 32);
    REFUSED(o.allowance_ms = SORTID_ALLOWANCE_UNLIMITED);
    REFUSED(o.reserved16 = 1);
    REFUSED(o.reserved[3] = 1);
#undef REFUSED
    assert_int_equal(fake.requests, 2); // of the realm's init
    assert_null(none);
}

/* An id whose bound is a tick ahead of the clock is free with the default allowance, and not with
 * none. */
TEST_ON(allowance_none, "p=5/8")
{
    sortid_node_reservation *reservation = take(NULL);
    assert_int_equal(ask(reservation, START), SORTID_OK);
    EXPECT_NODE(release(reservation), OK);
    EXPECT_NODE(acquire(&reservation, WITH(.allowance_ms = SORTID_ALLOWANCE_NONE)), NO_ID);
    EXPECT_NODE(acquire(&reservation, NULL), OK);
}

TEST_ON(no_randomness, "p=5/8")
{
    sortid_node_reservation *none;
    fake.no_random = true;
    EXPECT_NODE(acquire(&none, NULL), SYSTEM);
    assert_int_equal(fake_count("sortid/r/id/"), 0);
}

/* ---- Times ----------------------------------------------------------------------------------- */

TEST_ON(after_abandon, "p=5/8")
{
    sortid_node_reservation *reservation;
    abandon(NULL);
    abandon(take(NULL));
    EXPECT_NODE(acquire(&reservation, NULL), NO_ID);
    assert_string_equal(error.text,
                        "pool p of realm r: 1 of 1 ids are reserved: wait, or add a pool");
    fake_pass(15000); // the lease is over; the bound, 45 s ahead, must come within 10 s
    EXPECT_NODE(acquire(&reservation, NULL), NO_ID);
    assert_string_equal(error.text, "pool p of realm r: 0 of 1 ids are reserved, the next "
                                    "is free in 36 s: wait, or add a pool");
    fake_pass(36000);
    assert_int_equal(start_of(take(NULL)), START + HORIZON);
}

TEST_ON(wait, "p=5/8")
{
    sortid_node_reservation *reservation;
    abandon(take(NULL));
    EXPECT_NODE(acquire(&reservation, WITH(.wait_ms = 30000)), NO_ID);
    EXPECT(fake_now() == START_MS + 30000, "%u ms", (unsigned)(fake_now() - START_MS));
    EXPECT(fake.requests < 150, "%u requests", fake.requests);
    reservation = take(WITH(.wait_ms = 3600000));
    uint64_t waited = fake_now() - START_MS;
    EXPECT(waited >= 50160 - 256 && waited <= 50300, "%u ms", (unsigned)waited);
    assert_int_equal(start_of(reservation), START + HORIZON);
}

/* Waits for a store that is not there yet; without a wait it fails. */
TEST_ON(absent_store, "p=5/8")
{
    sortid_node_reservation *reservation;
    fake.timeout_ms = 100;
    set_away_for(1);
    EXPECT_NODE(acquire(&reservation, NULL), UNREACHABLE);
    set_away_for(20);
    (void)take(WITH(.wait_ms = 60000));
    set_away(true);
    EXPECT_NODE(acquire(&reservation, WITH(.wait_ms = 60000)), UNREACHABLE);
}

/* A pool that was full in the last completed search is the result, though the store has gone
 * since. */
TEST_ON(full_then_absent, "p=5/8")
{
    sortid_node_reservation *other;
    (void)take(NULL);
    fake.timeout_ms = 100;
    set_fate(FAKE_READ, 12, FAKE_NOT_SENT);
    EXPECT_NODE(acquire(&other, WITH(.wait_ms = 10000)), NO_ID);
    set_away(false);
    EXPECT_NODE(acquire(&other, WITH(.wait_ms = 1)), NO_ID);
    EXPECT_WORDS("1 of 1 ids are reserved");
}

TEST_ON(quarantine, "p=5/8")
{
    sortid_node_reservation *reservation;
    abandon(take(WITH(.external = true, .quarantine_ms = 600000)));
    struct id_record record = record_of(5, 8);
    assert_int_equal(record.quarantine_ms, 600000);
    fake_pass(record.bound * 256 + 600000 - START_MS - 1);
    EXPECT_NODE(acquire(&reservation, NULL), NO_ID);
    assert_string_equal(
        error.text,
        "pool p of realm r: 0 of 1 ids are reserved, the next is free in 1 s: wait, or add a pool");
    fake_pass(1);
    (void)take(NULL);
    assert_int_equal(record_of(5, 8).quarantine_ms, 0); // the id is no longer external
}

/* A floor, as after a restore: no reservation starts before it. */
TEST_ON(floor, "p=5-6/8")
{
    uint64_t floor = START + 1000;
    sortid_node_reservation *other;
    EXPECT_NODE(raise_bounds("r", floor * 256 - 255), OK);
    EXPECT_NODE(acquire(&other, NULL), NO_ID);
    assert_string_equal(error.text,
                        "realm r: its bounds were raised, so no id is free for 247 s: wait; other "
                        "realms with these ids would repeat IDs");
    fake_pass(247000);
    assert_int_equal(start_of(take(NULL)), floor);
    EXPECT_NODE(raise_bounds("r", UINT64_MAX), BAD_OPTION);
    EXPECT_NODE(raise_bounds("s", START_MS), NO_REALM);
}

TEST_ON(skew, "p=0-99/8")
{
    static const struct {
        int64_t off_ms;
        sortid_node_status status;
    } cases[] = {{0, SORTID_NODE_OK},
                 {5000, SORTID_NODE_OK},
                 {5999, SORTID_NODE_OK},
                 {6000, SORTID_NODE_CLOCK_SKEW},
                 {-5000, SORTID_NODE_OK},
                 {-5001, SORTID_NODE_CLOCK_SKEW},
                 {-3600000, SORTID_NODE_CLOCK_SKEW},
                 {3600000, SORTID_NODE_CLOCK_SKEW}};
    sortid_node_reservation *reservation;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        fake.clock_off_ms = cases[i].off_ms;
        EXPECT_NODE_IS(acquire(&reservation, NULL), cases[i].status);
    }
    assert_string_equal(error.text, "this clock is 3599.0 s ahead of the store's, at most "
                                    "5.0 s are allowed: correct the wrong one");
    fake.clock_off_ms = 0;
    fake.no_date = true;
    EXPECT_NODE(acquire(&reservation, NULL), BAD_REPLY);
}

/* ---- Fairness -------------------------------------------------------------------------------- */

/* How long an acquire that may wait takes, in ms. */
static uint64_t wait_for_id(void)
{
    uint64_t from_ms = fake_now();
    sortid_node_reservation *taken = take(WITH(.wait_ms = 60000));
    uint64_t took_ms = fake_now() - from_ms;
    EXPECT_NODE(release(taken), OK);
    return took_ms;
}

/* A client that may wait leaves an id that was released just now to others, for a moment. */
TEST_ON(yields, "p=5/8")
{
    EXPECT_NODE(release(take(NULL)), OK);
    EXPECT_NODE(release(take(NULL)), OK); // it may not wait
    assert_int_equal(fake_now(), START_MS);
    uint64_t took_ms = wait_for_id();
    EXPECT(took_ms > 220 && took_ms < 1000, "%llu ms", (unsigned long long)took_ms);
    fake_pass(1000);
    assert_int_equal(wait_for_id(), 0);
}

static sortid_node_reservation *leaving;
static uint64_t left_ms;

static void leave_later(const struct fake_request *request, bool reply, void *context)
{
    (void)request, (void)context;
    if (reply || fake_now() < START_MS + 20000)
        return;
    fake.under_way = NULL;
    EXPECT_NODE(release(leaving), OK);
    left_ms = fake_now();
}

/* One that has waited takes it at once. */
TEST_ON(waited, "p=5/8")
{
    leaving = take(WITH(.lease_s = 60));
    fake.under_way = leave_later;
    (void)take(WITH(.wait_ms = 60000));
    EXPECT(left_ms > 0 && fake_now() - left_ms < 100, "%llu ms after the release",
           (unsigned long long)(fake_now() - left_ms));
}

static unsigned requests_of_second;

static void wait_second(const struct fake_request *request, bool reply, void *context)
{
    sortid_node_reservation *none;
    (void)reply, (void)context;
    fake.under_way = NULL;
    EXPECT_NODE(acquire(&none, WITH(.wait_ms = 10000)), NO_ID);
    requests_of_second = fake.requests - request->number;
}

/* Of two that wait for the same pool, the second one searches once, when its time is over. */
TEST_ON(turns, "p=5/8")
{
    sortid_node_reservation *none;
    (void)take(WITH(.lease_s = 60));
    fake.under_way = wait_second;
    EXPECT_NODE(acquire(&none, WITH(.wait_ms = 15000)), NO_ID);
    EXPECT(requests_of_second > 0 && requests_of_second < 4, "%u requests", requests_of_second);
}

CASES_MAIN(NULL, NULL)
