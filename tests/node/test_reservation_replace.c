/* SPDX-License-Identifier: MIT */
/* test_reservation_replace.c: reservations that another client ends, and records of ids that cannot
 * be read and are replaced. With the etcd of fake_etcd.h. */
#include "reservation_fixture.h"

TEST_ON(release_id, "p=5/8")
{
    uint64_t bound = START + HORIZON;
    EXPECT_NODE(release_id(5, 8), NOT_RESERVED);
    EXPECT_NODE(release_id(256, 8), BAD_OPTION);
    sortid_node_reservation *reservation = take(NULL);
    EXPECT_NODE(release_id(5, 8), OK);
    assert_false(is_held(5, 8));
    assert_int_equal(bound_of(5, 8), bound);
    assert_false(record_of(5, 8).clean);
    assert_int_equal(ask(reservation, bound - 1), SORTID_OK);
    fake_pass(5000); // it learns that when it renews, and does not resume
    EXPECT_NODE(renew(reservation), LOST);
    assert_int_equal(ask(reservation, bound), SORTID_RESERVATION_LOST);
    assert_false(is_held(5, 8));
    fake_pass(46000);
    assert_int_equal(start_of(take(NULL)), bound);
    EXPECT_NODE(release(reservation), LOST);
}

/* ---- A record that cannot be read ----------------------------------------------------------- */

/* A test with a realm "s" that has the limits of a usual one. */
#define TEST_IN_S(name, pool) TEST_AROUND(name, begin_s(pool), fixture_end())

static void begin_s(const char *pool)
{
    const sortid_node_realm_options usual = {.max_ahead_ms = 600000, .max_quarantine_ms = 3600000};
    fixture_begin("other=0/1");
    EXPECT_NODE(init("s", pool, &usual), OK);
}

static sortid_node_status acquire_in_s(sortid_node_reservation **out)
{
    return acquire(out, WITH(.realm = "s"));
}

/* Whether it is when the lost bound and its quarantine have passed for certain. etcd tells whole
 * seconds. */
static void expect_block(uint64_t blocked_ms, uint64_t now)
{
    uint64_t least = now + 60000 + 600000 + 3600000;
    assert_in_range(blocked_ms, least, least + 999 + SORTID_SCRU64_TICK_MS);
    assert_int_equal(blocked_ms % SORTID_SCRU64_TICK_MS, 0);
}

static sortid_node_status replace(uint64_t *blocked_ms)
{
    return sortid_node_id_replace(client, "s", 5, 8, blocked_ms, &error);
}

TEST_IN_S(replace, "p=5/8")
{
    static const char key[] = "sortid/s/id/08/000005";
    uint64_t blocked = 1;
    sortid_node_reservation *holder, *taker;
    EXPECT_NODE(replace(&blocked), NOT_RESERVED);
    EXPECT_NODE(acquire_in_s(&holder), OK);
    EXPECT_NODE(replace(&blocked), OK); // its record can be read: a release
    assert_int_equal(blocked, 0);
    EXPECT_NODE(replace(&blocked), NOT_RESERVED);
    fake_pass(60000);
    EXPECT_NODE(acquire_in_s(&holder), OK);

    // a raise that is late, and a record with bytes that are not read as they are
    fake_pass(9000);
    EXPECT_NODE(renew(holder), OK);
    set_fate(FAKE_WRITE, 1, FAKE_LATE);
    fake_pass(7000);
    EXPECT_NODE(renew(holder), UNREACHABLE);
    fake_put(key, "x\x01");
    EXPECT_NODE(sortid_node_id_release(client, "s", 5, 8, &error), BAD_REPLY);
    EXPECT_WORDS("sortid node release s 5/8 --force");
    EXPECT_NODE(replace(&blocked), OK);
    expect_block(blocked, fake_now());
    fake_deliver_late();
    EXPECT_NODE(replace(NULL), NOT_RESERVED);
    EXPECT_NODE(renew(holder), LOST);

    // nobody begins before the new bound
    EXPECT_NODE(acquire_in_s(&taker), NO_ID);
    fake_pass(blocked - fake_now() - SORTID_DEFAULT_ALLOWANCE_MS - 1000);
    EXPECT_NODE(acquire_in_s(&taker), NO_ID);
    fake_pass(1000 + SORTID_SCRU64_TICK_MS);
    EXPECT_NODE(acquire_in_s(&taker), OK);
    assert_int_equal(start_of(taker), blocked / SORTID_SCRU64_TICK_MS);
    EXPECT_NODE(release(taker), OK);

    // in a store that was restored the bounds are raised first; this clock counts if it is ahead
    fake_put(key, "");
    fake.identity++;
    EXPECT_NODE(replace(NULL), RESTORED);
    fake.identity--;
    fake.clock_off_ms = 7000000;
    EXPECT_NODE(replace(&blocked), OK);
    expect_block(blocked, fake_now() + 7000000);
    fake.clock_off_ms = 0;
    EXPECT_NODE(sortid_node_id_replace(client, "none", 5, 8, NULL, &error), NOT_RESERVED);
}

/* Then the pool can be removed, and the realm keeps the new bound. */
TEST_IN_S(replace_and_remove, "p=5/8")
{
    uint64_t blocked, until;
    const sortid_node_pool none = {.name = "p", .first = 1, .last = 0};
    fake_put("sortid/s/id/08/000005", "x");
    EXPECT_NODE(sortid_node_pool_shrink(client, "s", &none, &until, &error), BAD_REPLY);
    EXPECT_NODE(replace(&blocked), OK);
    EXPECT_NODE(sortid_node_pool_shrink(client, "s", &none, &until, &error), IN_USE);
    assert_int_equal(until, blocked);
    fake_pass(blocked - fake_now());
    EXPECT_NODE(sortid_node_pool_shrink(client, "s", &none, &until, &error), OK);
    sortid_node_report *report = examine("s");
    assert_int_equal(report->realm->floor, blocked / SORTID_SCRU64_TICK_MS);
    assert_int_equal(report->id_count, 0);
    sortid_node_report_free(report);
}

/* In a large pool the id is found by its key of free ids again. */
TEST_IN_S(replace_large, "p=0-299/12")
{
    uint64_t blocked;
    sortid_node_reservation *reservation;
    fake_put("sortid/s/id/12/000007", "x");
    EXPECT_NODE(init("s", "p=0-299/12", NULL), OK); // makes all keys again
    EXPECT_NODE(sortid_node_id_replace(client, "s", 7, 12, &blocked, &error), OK);
    assert_int_equal(fake_count("sortid/s/free/p/07/"), 1);
    for (size_t i = 0; i < 299; i++) {
        EXPECT_NODE(acquire_in_s(&reservation), OK);
        assert_int_not_equal(id_of(reservation), 7);
    }
    EXPECT_NODE(acquire_in_s(&reservation), NO_ID);
    fake_pass(blocked - fake_now());
    bool found = false;
    for (size_t i = 0; i < 300; i++) {
        EXPECT_NODE(acquire_in_s(&reservation), OK);
        found = found || id_of(reservation) == 7;
    }
    assert_true(found);
}

CASES_MAIN(NULL, NULL)
