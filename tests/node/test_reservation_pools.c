/* SPDX-License-Identifier: MIT */
/* test_reservation_pools.c: pools that grow, shrink and are removed while ids are reserved, and
 * reservations that name several pools; with the store of fake_etcd.h. */
#include "reservation_fixture.h"

static sortid_node_status grow(const char *text)
{
    const sortid_node_pool pool = pool_of(text);
    return sortid_node_pool_grow(client, "r", &pool, &error);
}

static sortid_node_status shrink(const char *text, uint64_t *blocked_ms)
{
    const sortid_node_pool pool = pool_of(text);
    return sortid_node_pool_shrink(client, "r", &pool, blocked_ms, &error);
}

static sortid_node_status remove_pool(const char *name, uint64_t *blocked_ms)
{
    sortid_node_pool pool = {.first = 1, .last = 0};
    memcpy(pool.name, name, strlen(name) + 1);
    return sortid_node_pool_shrink(client, "r", &pool, blocked_ms, &error);
}

static sortid_node_status reopen(const char *realm, const char *name)
{
    return sortid_node_pool_reopen(client, realm, name, &error);
}

static sortid_node_status add(const char *text)
{
    return init("r", text, &fixture_realm);
}

static sortid_node_status acquire_from(sortid_node_reservation **out, const char *pools)
{
    return acquire(out, WITH(.pool = pools));
}

static uint64_t floor_of_realm(void)
{
    sortid_node_report *report = examine("r");
    uint64_t floor = report->realm->floor;
    sortid_node_report_free(report);
    return floor;
}

/* ---- Growing -------------------------------------------------------------------------------- */

TEST_ON(grow, "p=4-4/8")
{
    sortid_node_reservation *a, *b;
    EXPECT_NODE(acquire_from(&a, "p"), OK);
    EXPECT_NODE(acquire_from(&b, "p"), NO_ID);
    EXPECT_NODE(grow("p=4-5/8"), OK);
    EXPECT_NODE(grow("p=4-5/8"), OK); // as it is
    EXPECT_NODE(acquire_from(&b, "p"), OK);
    assert_int_equal(id_of(b), 5);
    EXPECT_NODE(grow("p=5-6/8"), REALM_DIFFERS);
    EXPECT_NODE(grow("p=4-6/9"), REALM_DIFFERS);
    EXPECT_NODE(grow("q=4-6/8"), NO_REALM);
    EXPECT_NODE(add("q=8-9/8"), OK);
    EXPECT_NODE(grow("p=4-8/8"), REALM_DIFFERS); // shares 8
    // the holders continue, though the realm has changed
    fake_pass(40000);
    EXPECT_NODE(renew(b), OK);
    EXPECT_NODE(release(b), OK);
}

/* A pool that becomes large gets its keys of free ids, and loses them when it is small again. */
TEST_ON(grow_large, "p=0-1/12")
{
    sortid_node_reservation *held[3];
    for (size_t i = 0; i < 2; i++)
        held[i] = take(NULL);
    EXPECT_NODE(grow("p=0-299/12"), OK);
    assert_int_equal(fake_count("sortid/r/free/p/") - fake_count("sortid/r/free/p/-/"), 2);
    held[2] = take(NULL);
    assert_true(id_of(held[2]) >= 2);
    for (size_t i = 0; i < 3; i++)
        EXPECT_NODE(release(held[i]), OK);
    fake_pass(1000);
    EXPECT_NODE(shrink("p=0-1/12", NULL), OK);
    assert_int_equal(fake_count("sortid/r/free/p/"), 0);
    assert_int_equal(fake_count("sortid/r/id/"), 2);
}

/* ---- Shrinking ------------------------------------------------------------------------------- */

/* While an id is held it stays, and nobody else gets one of those that are to be removed. */
TEST_ON(shrink, "p=0-3/8")
{
    uint64_t blocked_ms = 0;
    sortid_node_reservation *two = NULL, *more;
    for (size_t i = 0; i < 4; i++) {
        sortid_node_reservation *one = take(NULL);
        if (id_of(one) == 2)
            two = one;
        else if (id_of(one) == 3)
            EXPECT_NODE(release(one), OK);
    }
    EXPECT_NODE(shrink("p=0-1/8", &blocked_ms), IN_USE);
    assert_int_equal(blocked_ms, bound_of(2, 8) * SORTID_SCRU64_TICK_MS);
    EXPECT_NODE(acquire_from(&more, "p"), NO_ID); // 3 is free, but goes
    EXPECT_NODE(grow("p=0-4/8"), REALM_DIFFERS);
    for (unsigned i = 0; i < 6; i++) { // the holder of 2 continues
        fake_pass(10000);
        EXPECT_NODE(renew(two), OK);
    }
    EXPECT_NODE(shrink("p=0-1/8", &blocked_ms), IN_USE);
    uint64_t bound = bound_of(2, 8);
    fake_pass(LEASE_MS + 1000); // the lease ends, and then the bound
    EXPECT_NODE(shrink("p=0-1/8", &blocked_ms), IN_USE);
    EXPECT_NODE(renew(two), LOST); // no resume
    EXPECT_WORDS("is being removed from its pool");
    assert_int_equal(ask(two, bound - 1), SORTID_RESERVATION_LOST);
    fake_pass(60000);
    EXPECT_NODE(shrink("p=0-1/8", &blocked_ms), OK);
    EXPECT_NODE(shrink("p=0-1/8", &blocked_ms), OK); // as it is
    assert_int_equal(fake_count("sortid/r/id/"), 2);
    assert_int_equal(floor_of_realm(), bound);
    EXPECT_NODE(acquire_from(&more, "p"), OK);
    assert_true(id_of(more) <= 1);
    EXPECT_NODE(release(more), OK);
    EXPECT_NODE(shrink("p=0-2/8", NULL), REALM_DIFFERS);
}

/* The ids of an external holder rest until its quarantine has passed. */
TEST_ON(quarantine, "p=0-3/8")
{
    uint64_t blocked_ms = 0;
    sortid_node_reservation *reservation = take(WITH(.external = true, .quarantine_ms = 3600000));
    uint64_t bound = bound_of(id_of(reservation), 8);
    abandon(reservation);
    fake_pass(600000);
    EXPECT_NODE(remove_pool("p", &blocked_ms), IN_USE);
    EXPECT(blocked_ms - bound * SORTID_SCRU64_TICK_MS - 3600000 < SORTID_SCRU64_TICK_MS,
           "until %llu", (unsigned long long)blocked_ms);
    EXPECT_WORDS("0 are reserved");
    fake_pass(3600000);
    EXPECT_NODE(remove_pool("p", &blocked_ms), OK);
    assert_int_equal(floor_of_realm() * SORTID_SCRU64_TICK_MS, blocked_ms);
}

TEST_ON(reopen, "p=0-1/8")
{
    sortid_node_reservation *a, *b;
    EXPECT_NODE(acquire_from(&a, "p"), OK);
    EXPECT_NODE(remove_pool("p", NULL), IN_USE);
    EXPECT_NODE(acquire(&b, WITH(.pool = "p", .wait_ms = UINT64_C(1) << 40)), NO_REALM); // at once
    assert_string_equal(error.text, "pool p of realm r is being removed: use another one");
    EXPECT_NODE(add("n=2-2/8"), OK); // a pool that comes meanwhile is open, p stays closed
    EXPECT_NODE(acquire_from(&b, "n"), OK);
    EXPECT_NODE(acquire_from(&b, "p"), NO_REALM);
    EXPECT_NODE(reopen("r", "p"), OK);
    EXPECT_NODE(reopen("r", "p"), OK);
    EXPECT_NODE(acquire_from(&b, "p"), OK);
    EXPECT_NODE(reopen("r", "q"), NO_REALM);
    EXPECT_NODE(reopen("s", "q"), NO_REALM);
}

/* ---- Ids of another realm -------------------------------------------------------------------- */

/* Creates a realm, or adds a pool to it, whose ids must not be those of another realm. */
static sortid_node_status init_alone(const char *realm, const char *text)
{
    const sortid_node_pool pool = pool_of(text);
    return sortid_node_realm_create(client, realm, &pool, 1, &fixture_realm, NULL, &error);
}

static sortid_node_status grow_in_s(const char *text, bool share_ids)
{
    sortid_node_pool pool = pool_of(text);
    pool.share_ids = share_ids;
    return sortid_node_pool_grow(client, "s", &pool, &error);
}

TEST_ON(shared_ids, "p=4-5/8")
{
    EXPECT_NODE(init_alone("s", "q=5/8"), REALM_DIFFERS);
    EXPECT_WORDS("pool q shares ids with pool p of realm r");
    EXPECT_NODE(init_alone("s", "q=0/4"), REALM_DIFFERS); // the first bits
    EXPECT_NODE(init_alone("s", "q=6/8"), OK);
    EXPECT_NODE(init_alone("s", "q=6/8"), OK); // as it is
    EXPECT_NODE(init_alone("s", "more=0x50/12"), REALM_DIFFERS);
    EXPECT_NODE(grow_in_s("q=5-6/8", false), REALM_DIFFERS);
    EXPECT_WORDS("pool q shares ids with pool p of realm r");
    EXPECT_NODE(grow_in_s("q=6-7/8", false), OK);
    EXPECT_NODE(grow_in_s("q=5-7/8", true), OK);
    EXPECT_NODE(init("t", "q=0/1", &fixture_realm), OK); // insists
    EXPECT_NODE(init_alone("r", "n=0x90/8"), OK);        // that others share ids does not matter
    fake_put("sortid/u/realm", "garbage");
    EXPECT_NODE(init_alone("s", "n=0xa0/8"), REALM_DIFFERS);
    EXPECT_WORDS("realm u cannot be read, and may have ids of these pools");
}

static void create_rival(void)
{
    EXPECT_NODE(init_alone("other", "p=0x10/8"), OK);
}

/* Two realms with one id are created at the same time. */
TEST_ON(claimed_meanwhile, "p=4/8")
{
    act_during(FAKE_WRITE, create_rival);
    EXPECT_NODE(init_alone("s", "q=0x10/8"), REALM_DIFFERS);
    assert_true(has_acted());
    EXPECT_WORDS("pool q shares ids with pool p of realm other");
}

/* Ids that were removed begin, also with another size and in another realm, after all ticks that were
 * used. */
TEST(no_tick_twice)
{
    for (unsigned elsewhere = 0; elsewhere < 2; elsewhere++) {
        fixture_begin("p=0-0/4");
        fake.clock_off_ms = 4000; // within the allowed skew: its bound is ahead of others' choices
        sortid_node_reservation *reservation = take(NULL);
        uint64_t used = start_of(reservation) + 200;
        assert_int_equal(ask(reservation, used), SORTID_OK);
        EXPECT_NODE(release(reservation), OK);
        fake_pass(51500 + 4000);
        EXPECT_NODE(remove_pool("p", NULL), OK);
        assert_int_equal(fake_count("sortid/r/id/"), 0);
        fake.clock_off_ms = -4000;
        EXPECT_NODE(elsewhere ? init_alone("s", "p=0-15/8") : add("p=0-15/8"), OK); // 0/4 and more
        uint64_t start = start_of(take(WITH(.realm = elsewhere ? "s" : "r")));
        EXPECT(start > used, "begins at %llu, used %llu", (unsigned long long)start,
               (unsigned long long)used);
        fixture_end();
    }
}

/* After a restore lost holders may have used the ids until the floor, so they are not removed
 * before. The floor of a realm that was closed for good stops no other. */
TEST_ON(removed_after_floor, "p=0-0/4")
{
    uint64_t blocked_ms = 0, floor = START + 1000;
    EXPECT_NODE(raise_bounds("r", floor * SORTID_SCRU64_TICK_MS), OK);
    EXPECT_NODE(remove_pool("p", &blocked_ms), IN_USE);
    assert_int_equal(blocked_ms, floor * SORTID_SCRU64_TICK_MS);
    EXPECT_NODE(init_alone("s", "p=0x90/8"), OK);
    assert_true(start_of(take(WITH(.realm = "s"))) <= now_tick() + 4); // etcd tells whole seconds
    fake_pass(257000);
    EXPECT_NODE(remove_pool("p", NULL), OK);
}

/* ---- Races ------------------------------------------------------------------------------------ */

/* Another client acquires an id while the request that closes the pool is on its way, so the pool
 * is not removed. */
TEST_ON(race, "p=0-1/8")
{
    act_during(FAKE_WRITE, take_rival);
    EXPECT_NODE(remove_pool("p", NULL), IN_USE);
    assert_true(has_acted());
    EXPECT_NODE(release(rival), OK);
}

static void add_again(const struct fake_request *request, bool reply, void *context)
{
    (void)context;
    if (request->kind != FAKE_READ || reply || fake.writes != 2)
        return;
    fake.under_way = NULL;
    EXPECT_NODE(add("q=0-1/8"), OK);
    EXPECT_NODE(acquire_from(&rival, "q"), OK);
}

/* When the pool has been removed, another client adds a pool with its ids and acquires one: that
 * record is not deleted. */
TEST_ON(added_meanwhile, "p=0-1/8")
{
    fake.under_way = add_again;
    fake.writes = 0;
    EXPECT_NODE(remove_pool("p", NULL), OK);
    assert_null(fake.under_way);
    assert_true(bound_of(id_of(rival), 8) > now_tick());
    EXPECT_NODE(release(rival), OK);
}

/* An id with a holder stays, though its bound has passed. */
TEST_ON(held_beyond_bound, "p=0-1/8")
{
    sortid_node_reservation *reservation = take(WITH(.lease_s = 3600, .horizon_ms = 1000));
    fake_pass(60000);
    EXPECT_NODE(remove_pool("p", NULL), IN_USE);
    EXPECT_NODE(release(reservation), OK);
    EXPECT_NODE(remove_pool("p", NULL), OK);
}

/* Replies that are lost: the next try finds what was done. */
TEST(lost_replies)
{
    for (unsigned number = 1; number <= 3; number++) {
        for (unsigned fate = FAKE_NOT_SENT; fate <= FAKE_TWICE; fate++) {
            fixture_begin("p=0-1/8");
            EXPECT_NODE(release(take(NULL)), OK);
            fake_pass(2000);
            set_fate(FAKE_WRITE, number, (enum fake_fate)fate);
            sortid_node_status status = remove_pool("p", NULL);
            if (status != SORTID_NODE_OK) {
                assert_int_equal(status, SORTID_NODE_UNREACHABLE);
                status = remove_pool("p", NULL);
                EXPECT(status == SORTID_NODE_OK || status == SORTID_NODE_NO_REALM, "%s",
                       error.text);
            }
            EXPECT_NODE(add("p=0-1/8"), OK);
            EXPECT_NODE(release(take(NULL)), OK);
            fixture_end();
        }
    }
}

TEST_ON(unreadable, "p=0-1/8")
{
    fake_put("sortid/r/id/08/000001", "x");
    EXPECT_NODE(remove_pool("p", NULL), BAD_REPLY);
    EXPECT_NODE(shrink("p=1-1/8", NULL), OK); // the other id
    EXPECT_NODE(remove_pool("no name", NULL), BAD_OPTION);
}

/* A key of another program at the end of a page hides no id: its last byte is read as 0x7f. */
TEST_ON(page_ends_at_other_key, "p=0-8191/13")
{
    const struct id_record free_one = {.bound = 7, .clean = true};
    for (uint32_t id = 0; id < 0x3e0; id++)
        put_record("r", id, 13, free_one);
    for (unsigned i = 0; i < 999 - 0x3e0; i++) {
        char key[KEY_SIZE];
        snprintf(key, sizeof key, "sortid/r/id/13/0003df%u", i);
        fake_put(key, "x");
    }
    fake_put("sortid/r/id/13/0003e\x01", "x"); // the last of the page
    put_record("r", 0x3e5, 13, (struct id_record){.bound = 9999999999, .clean = true});
    EXPECT_NODE(remove_pool("p", NULL), IN_USE);
    put_record("r", 0x3e5, 13, free_one);
    EXPECT_NODE(remove_pool("p", NULL), OK);
}

/* Ids of a large pool that are to be removed do not hide those that remain. */
TEST_ON(shrink_large, "p=0-299/12")
{
    sortid_node_reservation *held[300], *more;
    for (size_t i = 0; i < 300; i++)
        held[i] = take(NULL);
    for (size_t i = 0; i < 300; i++)
        if (id_of(held[i]) != 299)
            EXPECT_NODE(release(held[i]), OK);
    EXPECT_NODE(shrink("p=0-9/12", NULL), IN_USE);
    for (size_t i = 0; i < 10; i++)
        assert_true(id_of(take(NULL)) < 10);
    EXPECT_NODE(acquire(&more, NULL), NO_ID);
    assert_string_equal(error.text, "pool p of realm r: no id is free: wait, or add a pool");
    fake_pass(120000);
    fake.requests = 0;
    EXPECT_NODE(shrink("p=0-9/12", NULL), OK);
    EXPECT(fake.requests > FREE_SHARDS, "all keys of free ids in %u requests", fake.requests);
    assert_int_equal(fake_count("sortid/r/id/"), 10);
    assert_int_equal(fake_count("sortid/r/released/"), 0);
    assert_int_equal(fake_count("sortid/r/free/"), 0);
}

/* ---- Several pools --------------------------------------------------------------------------- */

TEST_ON(several, "p=0-0/8")
{
    sortid_node_reservation *held[3], *more;
    EXPECT_NODE(add("spare=1-2/8"), OK);
    for (uint32_t i = 0; i < 3; i++) {
        EXPECT_NODE(acquire_from(&held[i], "p,spare"), OK);
        assert_true(i > 0 || id_of(held[i]) == 0);
    }
    EXPECT_NODE(acquire_from(&more, "p,spare"), NO_ID);
    assert_string_equal(error.text, "pool p and 1 more of realm r: 3 of 3 ids are reserved: "
                                    "wait, or add a pool");
    EXPECT_NODE(acquire_from(&more, "p,spare,other"), NO_REALM);
    EXPECT_NODE(acquire_from(&more, "p,"), BAD_OPTION);
    EXPECT_NODE(acquire_from(&more, ""), BAD_OPTION);
    EXPECT_NODE(acquire_from(&more, "p,p,p,p,p,p,p,p,p,p,p,p,p,p,p,p,p"), BAD_OPTION);
    EXPECT_NODE(release(held[2]), OK);
    fake_pass(1000);
    assert_int_not_equal(id_of(take(WITH(.pool = "p,spare"))), 0);
}

/* Nobody can acquire an id with a record that is not one of sortid; all others can be acquired. */
TEST_ON(unreadable_small, "p=0-1/4")
{
    EXPECT_NODE(add("q=8-9/4"), OK);
    sortid_node_reservation *a = take(NULL), *b = take(NULL);
    EXPECT_NODE(release(b), OK);
    fake_put(id_of(a) == 0 ? "sortid/r/id/04/000001" : "sortid/r/id/04/000000", "garbage");
    EXPECT_NODE(acquire_from(&b, "p"), NO_ID);
    assert_string_equal(error.text, "pool p of realm r: 1 of 2 ids are reserved, records of 1 "
                                    "cannot be read: wait, or add a pool");
    EXPECT_NODE(acquire_from(&b, "p,q"), OK);
    assert_true(id_of(b) >= 8);
    EXPECT_NODE(release(a), OK);
    EXPECT_NODE(acquire(&a, NULL), OK);
}

/* An unreadable record of a large pool does not make each init write all keys of the pool again. */
TEST_ON(unreadable_large, "p=0-299/12")
{
    sortid_node_reservation *a = take(NULL);
    uint32_t id = id_of(a);
    char key[KEY_SIZE];
    EXPECT_NODE(release(a), OK);
    sortid_node_realm_id_key(key, "r", KEY_ID, id, 12);
    unsigned before = fake.requests;
    EXPECT_NODE(add("p=0-299/12"), OK);
    before = fake.requests - before;
    fake_put(key, "garbage");
    fake_put("sortid/r/free/p/00/00000000000/000000", "{}"); // so that the keys are made again
    EXPECT_NODE(add("p=0-299/12"), OK);
    fake.requests = 0;
    EXPECT_NODE(add("p=0-299/12"), OK);
    assert_int_equal(fake.requests, before);
    for (size_t i = 0; i < 299; i++)
        assert_int_not_equal(id_of(take(NULL)), id);
    EXPECT_NODE(acquire(&a, NULL), NO_ID);
}

CASES_MAIN(NULL, NULL)
