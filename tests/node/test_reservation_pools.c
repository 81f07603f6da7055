/* SPDX-License-Identifier: MIT */
/* test_reservation_pools.c: pools that grow, shrink and are removed while ids are reserved, and reservations
 * that name several pools; with the store of fake_etcd.h. */
#include "reservation_fixture.h"

static sortid_node_pool pool_of(const char *text)
{
    sortid_node_pool pool;
    EXPECT_NODE(sortid_node_pool_parse(&pool, text, strlen(text), &fixture_error), SORTID_NODE_OK);
    return pool;
}

static sortid_node_status grow(const char *text)
{
    sortid_node_pool pool = pool_of(text);
    return sortid_node_pool_grow(fixture_client, "r", &pool, &fixture_error);
}

static sortid_node_status shrink(const char *text, uint64_t *blocked_ms)
{
    sortid_node_pool pool = pool_of(text);
    return sortid_node_pool_shrink(fixture_client, "r", &pool, blocked_ms, &fixture_error);
}

static sortid_node_status remove_pool(const char *name, uint64_t *blocked_ms)
{
    sortid_node_pool pool = {.first = 1, .last = 0};
    memcpy(pool.name, name, strlen(name) + 1);
    return sortid_node_pool_shrink(fixture_client, "r", &pool, blocked_ms, &fixture_error);
}

static sortid_node_status add(const char *text)
{
    sortid_node_pool pool = pool_of(text);
    return sortid_node_init(fixture_client, "r", &pool, 1, &fixture_realm, NULL, &fixture_error);
}

static sortid_node_status acquire_from(sortid_node_reservation **out, const char *pools)
{
    sortid_node_reservation_options options;
    fixture_options(&options);
    options.pool = pools;
    return sortid_node_acquire(fixture_client, out, &options, &fixture_error);
}

static uint64_t floor_of_realm(void)
{
    sortid_node_report *report;
    EXPECT_NODE(sortid_node_examine(fixture_client, &report, "r", &fixture_error), SORTID_NODE_OK);
    uint64_t floor = report->realm->floor;
    sortid_node_report_free(report);
    return floor;
}

/* ---- Growing -------------------------------------------------------------------------------- */

static void test_grow(void **state)
{
    (void)state;
    sortid_node_reservation *a, *b;
    fixture_begin("p=4-4/8");
    EXPECT_NODE(acquire_from(&a, "p"), SORTID_NODE_OK);
    EXPECT_NODE(acquire_from(&b, "p"), SORTID_NODE_NO_ID);
    EXPECT_NODE(grow("p=4-5/8"), SORTID_NODE_OK);
    EXPECT_NODE(grow("p=4-5/8"), SORTID_NODE_OK); // as it is
    EXPECT_NODE(acquire_from(&b, "p"), SORTID_NODE_OK);
    assert_int_equal(fixture_id(b), 5);
    EXPECT_NODE(grow("p=5-6/8"), SORTID_NODE_REALM_DIFFERS);
    EXPECT_NODE(grow("p=4-6/9"), SORTID_NODE_REALM_DIFFERS);
    EXPECT_NODE(grow("q=4-6/8"), SORTID_NODE_NO_REALM);
    EXPECT_NODE(add("q=8-9/8"), SORTID_NODE_OK);
    EXPECT_NODE(grow("p=4-8/8"), SORTID_NODE_REALM_DIFFERS); // shares 8
    // the holders continue, though the realm has changed
    uint64_t next;
    fake_pass(40000);
    EXPECT_NODE(sortid_node_renew(b, &next, &fixture_error), SORTID_NODE_OK);
    EXPECT_NODE(sortid_node_release(a, &fixture_error), SORTID_NODE_OK);
    EXPECT_NODE(sortid_node_release(b, &fixture_error), SORTID_NODE_OK);
    fixture_end();
}

/* A pool that becomes large gets its keys of free ids, and loses them when it is small again. */
static void test_grow_large(void **state)
{
    (void)state;
    sortid_node_reservation *held[3];
    fixture_begin("p=0-1/12");
    for (size_t i = 0; i < 2; i++)
        held[i] = fixture_acquire(NULL);
    EXPECT_NODE(grow("p=0-299/12"), SORTID_NODE_OK);
    assert_int_equal(fake_count("sortid/r/free/p/") - fake_count("sortid/r/free/p/-/"), 2);
    held[2] = fixture_acquire(NULL);
    assert_true(fixture_id(held[2]) >= 2);
    for (size_t i = 0; i < 3; i++)
        EXPECT_NODE(sortid_node_release(held[i], &fixture_error), SORTID_NODE_OK);
    fake_pass(1000);
    EXPECT_NODE(shrink("p=0-1/12", NULL), SORTID_NODE_OK);
    assert_int_equal(fake_count("sortid/r/free/p/"), 0);
    assert_int_equal(fake_count("sortid/r/id/"), 2);
    fixture_end();
}

/* ---- Shrinking ---------------------------------------------------------------------------------- */

/* While an id is held it stays, and nobody else gets one of those that are to be removed. */
static void test_shrink(void **state)
{
    (void)state;
    uint64_t blocked_ms = 0, next;
    sortid_node_reservation *held[4], *more;
    fixture_begin("p=0-3/8");
    for (size_t i = 0; i < 4; i++)
        held[i] = fixture_acquire(NULL);
    sortid_node_reservation *two = NULL, *three = NULL;
    for (size_t i = 0; i < 4; i++) {
        if (fixture_id(held[i]) == 2)
            two = held[i];
        else if (fixture_id(held[i]) == 3)
            three = held[i];
        else
            sortid_node_abandon(held[i]);
    }
    EXPECT_NODE(sortid_node_release(three, &fixture_error), SORTID_NODE_OK);
    EXPECT_NODE(shrink("p=0-1/8", &blocked_ms), SORTID_NODE_IN_USE);
    assert_int_equal(blocked_ms, fixture_record(2, 8).bound * SORTID_SCRU64_TICK_MS);
    EXPECT_NODE(acquire_from(&more, "p"), SORTID_NODE_NO_ID); // 3 is free, but goes
    EXPECT_NODE(grow("p=0-4/8"), SORTID_NODE_REALM_DIFFERS);
    for (unsigned i = 0; i < 6; i++) { // its holder continues
        fake_pass(10000);
        EXPECT_NODE(sortid_node_renew(two, &next, &fixture_error), SORTID_NODE_OK);
    }
    EXPECT_NODE(shrink("p=0-1/8", &blocked_ms), SORTID_NODE_IN_USE);
    uint64_t bound = fixture_record(2, 8).bound;
    fake_pass(FIXTURE_LEASE_MS + 1000); // the lease ends, and then the bound
    EXPECT_NODE(shrink("p=0-1/8", &blocked_ms), SORTID_NODE_IN_USE);
    EXPECT_NODE(sortid_node_renew(two, &next, &fixture_error), SORTID_NODE_LOST); // no resume
    assert_non_null(strstr(fixture_error.text, "is being removed from its pool"));
    assert_int_equal(fixture_ask(two, bound - 1), SORTID_RESERVATION_LOST);
    fake_pass(60000);
    EXPECT_NODE(shrink("p=0-1/8", &blocked_ms), SORTID_NODE_OK);
    EXPECT_NODE(shrink("p=0-1/8", &blocked_ms), SORTID_NODE_OK); // as it is
    assert_int_equal(fake_count("sortid/r/id/"), 2);
    assert_int_equal(floor_of_realm(), bound);
    EXPECT_NODE(acquire_from(&more, "p"), SORTID_NODE_OK);
    assert_true(fixture_id(more) <= 1);
    EXPECT_NODE(sortid_node_release(more, &fixture_error), SORTID_NODE_OK);
    EXPECT_NODE(shrink("p=0-2/8", NULL), SORTID_NODE_REALM_DIFFERS);
    fixture_end();
}

/* The ids of an external holder rest until its quarantine has passed. */
static void test_quarantine(void **state)
{
    (void)state;
    uint64_t blocked_ms = 0;
    sortid_node_reservation *reservation;
    sortid_node_reservation_options options;
    fixture_begin("p=0-3/8");
    fixture_options(&options);
    options.external = true;
    options.quarantine_ms = 3600000;
    EXPECT_NODE(sortid_node_acquire(fixture_client, &reservation, &options, &fixture_error),
                SORTID_NODE_OK);
    uint64_t bound = fixture_record(fixture_id(reservation), 8).bound;
    sortid_node_abandon(reservation);
    fake_pass(600000);
    EXPECT_NODE(remove_pool("p", &blocked_ms), SORTID_NODE_IN_USE);
    EXPECT(blocked_ms - bound * SORTID_SCRU64_TICK_MS - 3600000 < SORTID_SCRU64_TICK_MS,
           "until %llu", (unsigned long long)blocked_ms);
    assert_non_null(strstr(fixture_error.text, "0 are reserved"));
    fake_pass(3600000);
    EXPECT_NODE(remove_pool("p", &blocked_ms), SORTID_NODE_OK);
    assert_int_equal(floor_of_realm() * SORTID_SCRU64_TICK_MS, blocked_ms);
    fixture_end();
}

static void test_reopen(void **state)
{
    (void)state;
    sortid_node_reservation *a, *b;
    fixture_begin("p=0-1/8");
    EXPECT_NODE(acquire_from(&a, "p"), SORTID_NODE_OK);
    EXPECT_NODE(remove_pool("p", NULL), SORTID_NODE_IN_USE);
    EXPECT_NODE(acquire_from(&b, "p"), SORTID_NODE_NO_ID);
    assert_string_equal(fixture_error.text, "pool p of realm r is being removed: use another one");
    EXPECT_NODE(sortid_node_pool_reopen(fixture_client, "r", "p", &fixture_error), SORTID_NODE_OK);
    EXPECT_NODE(sortid_node_pool_reopen(fixture_client, "r", "p", &fixture_error), SORTID_NODE_OK);
    EXPECT_NODE(acquire_from(&b, "p"), SORTID_NODE_OK);
    EXPECT_NODE(sortid_node_pool_reopen(fixture_client, "r", "q", &fixture_error),
                SORTID_NODE_NO_REALM);
    EXPECT_NODE(sortid_node_pool_reopen(fixture_client, "s", "q", &fixture_error),
                SORTID_NODE_NO_REALM);
    EXPECT_NODE(sortid_node_release(a, &fixture_error), SORTID_NODE_OK);
    EXPECT_NODE(sortid_node_release(b, &fixture_error), SORTID_NODE_OK);
    fixture_end();
}

/* ---- Removing, and adding again -------------------------------------------------------------------- */

/* The ids, also of another size, begin after all ticks that were used. */
static void test_no_tick_twice(void **state)
{
    (void)state;
    sortid_node_reservation *reservation;
    fixture_begin("p=0-0/4");
    fake.clock_off_ms = 4000; // within the allowed skew: its bound is ahead of what others choose
    reservation = fixture_acquire(NULL);
    uint64_t used = fixture_start(reservation) + 200;
    assert_int_equal(fixture_ask(reservation, used), SORTID_OK);
    EXPECT_NODE(sortid_node_release(reservation, &fixture_error), SORTID_NODE_OK);
    fake_pass(51500 + 4000);
    EXPECT_NODE(remove_pool("p", NULL), SORTID_NODE_OK);
    assert_int_equal(fake_count("sortid/r/id/"), 0);
    fake.clock_off_ms = -4000;
    EXPECT_NODE(add("p=0-15/8"), SORTID_NODE_OK); // 0/8 begins with the bits of 0/4
    reservation = fixture_acquire(NULL);
    EXPECT(fixture_start(reservation) > used, "begins at %llu, used %llu",
           (unsigned long long)fixture_start(reservation), (unsigned long long)used);
    EXPECT_NODE(sortid_node_release(reservation, &fixture_error), SORTID_NODE_OK);
    fixture_end();
}

static void pass_to_pool_of(const struct fake_request *request, bool reply, void *context)
{
    sortid_node_reservation **out = context;
    if (request->kind != FAKE_WRITE || reply || *out != NULL)
        return;
    fake.under_way = NULL;
    EXPECT_NODE(acquire_from(out, "p"), SORTID_NODE_OK);
}

/* Another client acquires an id while the request that closes the pool is on its way, so the pool is not
 * removed. */
static void test_race(void **state)
{
    (void)state;
    sortid_node_reservation *other = NULL;
    fixture_begin("p=0-1/8");
    fake.under_way = pass_to_pool_of;
    fake.context = &other;
    EXPECT_NODE(remove_pool("p", NULL), SORTID_NODE_IN_USE);
    assert_non_null(other);
    EXPECT_NODE(sortid_node_release(other, &fixture_error), SORTID_NODE_OK);
    fixture_end();
}

/* When the pool has been removed, another client adds a pool with its ids and acquires one: that record is
 * not deleted. */
static void add_again(const struct fake_request *request, bool reply, void *context)
{
    sortid_node_reservation **out = context;
    if (request->kind != FAKE_READ || reply || fake.writes != 2)
        return;
    fake.under_way = NULL;
    EXPECT_NODE(add("q=0-1/8"), SORTID_NODE_OK);
    EXPECT_NODE(acquire_from(out, "q"), SORTID_NODE_OK);
}

static void test_added_meanwhile(void **state)
{
    (void)state;
    sortid_node_reservation *other = NULL;
    fixture_begin("p=0-1/8");
    fake.under_way = add_again;
    fake.context = &other;
    fake.writes = 0;
    EXPECT_NODE(remove_pool("p", NULL), SORTID_NODE_OK);
    assert_non_null(other);
    assert_true(fixture_record(fixture_id(other), 8).bound > fixture_now_tick());
    EXPECT_NODE(sortid_node_release(other, &fixture_error), SORTID_NODE_OK);
    fixture_end();
}

/* An id with a holder stays, though its bound has passed. */
static void test_held_beyond_bound(void **state)
{
    (void)state;
    sortid_node_reservation *reservation;
    sortid_node_reservation_options options;
    fixture_begin("p=0-1/8");
    fixture_options(&options);
    options.lease_s = 3600;
    options.horizon_ms = 1000;
    EXPECT_NODE(sortid_node_acquire(fixture_client, &reservation, &options, &fixture_error),
                SORTID_NODE_OK);
    fake_pass(60000);
    EXPECT_NODE(remove_pool("p", NULL), SORTID_NODE_IN_USE);
    EXPECT_NODE(sortid_node_release(reservation, &fixture_error), SORTID_NODE_OK);
    EXPECT_NODE(remove_pool("p", NULL), SORTID_NODE_OK);
    fixture_end();
}

/* Replies that are lost: the next try finds what was done. */
static void test_lost_replies(void **state)
{
    (void)state;
    for (unsigned number = 1; number <= 3; number++) {
        for (unsigned fate = FAKE_NOT_SENT; fate <= FAKE_TWICE; fate++) {
            sortid_node_reservation *reservation;
            fixture_begin("p=0-1/8");
            reservation = fixture_acquire(NULL);
            EXPECT_NODE(sortid_node_release(reservation, &fixture_error), SORTID_NODE_OK);
            fake_pass(2000);
            fixture_fate(FAKE_WRITE, number, (enum fake_fate)fate);
            sortid_node_status status = remove_pool("p", NULL);
            if (status != SORTID_NODE_OK) {
                assert_int_equal(status, SORTID_NODE_UNREACHABLE);
                status = remove_pool("p", NULL);
                EXPECT(status == SORTID_NODE_OK || status == SORTID_NODE_NO_REALM, "%s",
                       fixture_error.text);
            }
            EXPECT_NODE(add("p=0-1/8"), SORTID_NODE_OK);
            EXPECT_NODE(acquire_from(&reservation, "p"), SORTID_NODE_OK);
            EXPECT_NODE(sortid_node_release(reservation, &fixture_error), SORTID_NODE_OK);
            fixture_end();
        }
    }
}

static void test_unreadable(void **state)
{
    (void)state;
    fixture_begin("p=0-1/8");
    fake_put("sortid/r/id/08/000001", "x");
    EXPECT_NODE(remove_pool("p", NULL), SORTID_NODE_BAD_REPLY);
    EXPECT_NODE(shrink("p=1-1/8", NULL), SORTID_NODE_OK); // the other id
    EXPECT_NODE(remove_pool("no name", NULL), SORTID_NODE_BAD_OPTION);
    fixture_end();
}

/* A key of another program at the end of a page hides no id: its last byte is read as 0x7f. */
static void test_page_ends_at_other_key(void **state)
{
    (void)state;
    char key[KEY_SIZE];
    const char *free_record = "{\"bound\":7,\"clean\":true,\"quarantineMs\":0,\"token\":\"\","
                              "\"nonce\":\"\",\"label\":\"\"}";
    fixture_begin("p=0-8191/13");
    for (uint32_t id = 0; id < 0x3e0; id++) {
        sortid_node_realm_id_key(key, "r", KEY_ID, id, 13);
        fake_put(key, free_record);
    }
    for (unsigned i = 0; i < 999 - 0x3e0; i++) {
        snprintf(key, sizeof key, "sortid/r/id/13/0003df%u", i);
        fake_put(key, "x");
    }
    fake_put("sortid/r/id/13/0003e\x01", "x"); // the last of the page
    fake_put(
        "sortid/r/id/13/0003e5",
        "{\"bound\":9999999999,\"clean\":true,\"quarantineMs\":0,\"token\":\"\",\"nonce\":\"\","
        "\"label\":\"\"}");
    EXPECT_NODE(remove_pool("p", NULL), SORTID_NODE_IN_USE);
    fake_put("sortid/r/id/13/0003e5", free_record);
    EXPECT_NODE(remove_pool("p", NULL), SORTID_NODE_OK);
    fixture_end();
}

/* Ids of a large pool that are to be removed do not hide those that remain. */
static void test_shrink_large(void **state)
{
    (void)state;
    sortid_node_reservation *held[300], *more;
    fixture_begin("p=0-299/12");
    for (size_t i = 0; i < 300; i++)
        held[i] = fixture_acquire(NULL);
    for (size_t i = 0; i < 300; i++)
        if (fixture_id(held[i]) != 299)
            EXPECT_NODE(sortid_node_release(held[i], &fixture_error), SORTID_NODE_OK);
    EXPECT_NODE(shrink("p=0-9/12", NULL), SORTID_NODE_IN_USE);
    for (size_t i = 0; i < 10; i++) {
        EXPECT_NODE(acquire_from(&held[i], "p"), SORTID_NODE_OK);
        assert_true(fixture_id(held[i]) < 10);
    }
    EXPECT_NODE(acquire_from(&more, "p"), SORTID_NODE_NO_ID);
    assert_string_equal(fixture_error.text,
                        "pool p of realm r: 10 of 10 ids are reserved: wait, or add a pool");
    fake_pass(120000);
    EXPECT_NODE(shrink("p=0-9/12", NULL), SORTID_NODE_OK);
    assert_int_equal(fake_count("sortid/r/id/"), 10);
    assert_int_equal(fake_count("sortid/r/free/"), 0);
    for (size_t i = 0; i < 10; i++)
        sortid_node_abandon(held[i]);
    fixture_end();
}

/* ---- Several pools ------------------------------------------------------------------------------ */

static void test_several(void **state)
{
    (void)state;
    sortid_node_reservation *held[3], *more;
    fixture_begin("p=0-0/8");
    EXPECT_NODE(add("spare=1-2/8"), SORTID_NODE_OK);
    for (uint32_t i = 0; i < 3; i++) {
        EXPECT_NODE(acquire_from(&held[i], "p,spare"), SORTID_NODE_OK);
        assert_true(i > 0 || fixture_id(held[i]) == 0);
    }
    EXPECT_NODE(acquire_from(&more, "p,spare"), SORTID_NODE_NO_ID);
    assert_string_equal(fixture_error.text,
                        "pool p and 1 more of realm r: 3 of 3 ids are reserved: "
                        "wait, or add a pool");
    EXPECT_NODE(acquire_from(&more, "p,spare,other"), SORTID_NODE_NO_REALM);
    EXPECT_NODE(acquire_from(&more, "p,"), SORTID_NODE_BAD_OPTION);
    EXPECT_NODE(acquire_from(&more, ""), SORTID_NODE_BAD_OPTION);
    EXPECT_NODE(acquire_from(&more, "p,p,p,p,p,p,p,p,p,p,p,p,p,p,p,p,p"), SORTID_NODE_BAD_OPTION);
    EXPECT_NODE(sortid_node_release(held[2], &fixture_error), SORTID_NODE_OK);
    fake_pass(1000);
    EXPECT_NODE(acquire_from(&held[2], "p,spare"), SORTID_NODE_OK);
    assert_int_not_equal(fixture_id(held[2]), 0);
    for (size_t i = 0; i < 3; i++)
        EXPECT_NODE(sortid_node_release(held[i], &fixture_error), SORTID_NODE_OK);
    fixture_end();
}

/* Nobody can acquire an id with a record that is not one of sortid; all others can be acquired. */
static void test_unreadable_small(void **state)
{
    (void)state;
    sortid_node_reservation *a, *b;
    fixture_begin("p=0-1/4");
    EXPECT_NODE(add("q=8-9/4"), SORTID_NODE_OK);
    EXPECT_NODE(acquire_from(&a, "p"), SORTID_NODE_OK);
    EXPECT_NODE(acquire_from(&b, "p"), SORTID_NODE_OK);
    EXPECT_NODE(sortid_node_release(b, &fixture_error), SORTID_NODE_OK);
    fake_put(fixture_id(a) == 0 ? "sortid/r/id/04/000001" : "sortid/r/id/04/000000", "garbage");
    EXPECT_NODE(acquire_from(&b, "p"), SORTID_NODE_NO_ID);
    assert_string_equal(fixture_error.text,
                        "pool p of realm r: 1 of 2 ids are reserved, records of 1 "
                        "cannot be read: wait, or add a pool");
    EXPECT_NODE(acquire_from(&b, "p,q"), SORTID_NODE_OK);
    assert_true(fixture_id(b) >= 8);
    EXPECT_NODE(sortid_node_release(a, &fixture_error), SORTID_NODE_OK);
    EXPECT_NODE(acquire_from(&a, "p"), SORTID_NODE_OK);
    sortid_node_abandon(a);
    sortid_node_abandon(b);
    fixture_end();
}

/* An unreadable record of a large pool does not make each init write all keys of the pool again. */
static void test_unreadable_large(void **state)
{
    (void)state;
    sortid_node_reservation *a;
    fixture_begin("p=0-299/12");
    a = fixture_acquire(NULL);
    uint32_t id = fixture_id(a);
    char key[KEY_SIZE];
    EXPECT_NODE(sortid_node_release(a, &fixture_error), SORTID_NODE_OK);
    sortid_node_realm_id_key(key, "r", KEY_ID, id, 12);
    unsigned before = fake.requests;
    EXPECT_NODE(add("p=0-299/12"), SORTID_NODE_OK);
    before = fake.requests - before;
    fake_put(key, "garbage");
    fake_put("sortid/r/free/p/00/00000000000/000000", "{}"); // so that the keys are made again
    EXPECT_NODE(add("p=0-299/12"), SORTID_NODE_OK);
    fake.requests = 0;
    EXPECT_NODE(add("p=0-299/12"), SORTID_NODE_OK);
    assert_int_equal(fake.requests, before);
    for (size_t i = 0; i < 299; i++) {
        a = fixture_acquire(NULL);
        assert_int_not_equal(fixture_id(a), id);
        sortid_node_abandon(a);
    }
    EXPECT_NODE(acquire_from(&a, "p"), SORTID_NODE_NO_ID);
    fixture_end();
}

int main(void)
{
    support_begin();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_grow),
        cmocka_unit_test(test_grow_large),
        cmocka_unit_test(test_shrink),
        cmocka_unit_test(test_quarantine),
        cmocka_unit_test(test_reopen),
        cmocka_unit_test(test_no_tick_twice),
        cmocka_unit_test(test_race),
        cmocka_unit_test(test_added_meanwhile),
        cmocka_unit_test(test_held_beyond_bound),
        cmocka_unit_test(test_lost_replies),
        cmocka_unit_test(test_unreadable),
        cmocka_unit_test(test_page_ends_at_other_key),
        cmocka_unit_test(test_shrink_large),
        cmocka_unit_test(test_several),
        cmocka_unit_test(test_unreadable_small),
        cmocka_unit_test(test_unreadable_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
