/* SPDX-License-Identifier: MIT */
/* test_reservation_large.c: pools with more ids than are listed at each search, which have keys of free ids
 * (node/realm.h), and waiting for a store, with the store of fake_etcd.h. */
#include "reservation_fixture.h"

#include <limits.h>

enum { IDS = 300 }; /* more than LARGE_POOL */
static const char pool[] = "p=0-299/12";
#define FREE "sortid/r/free/p/"

static sortid_node_reservation *held[IDS];

/* Exactly one key for each used id, and the rest in spans. */
static void expect_keys(size_t used)
{
    EXPECT(fake_count(FREE) - fake_count(FREE "-/") == used, "%zu keys for %zu used ids",
           fake_count(FREE) - fake_count(FREE "-/"), used);
    assert_int_equal(fake_count("sortid/r/id/"), used);
}

/* `fresh`: no id was used before. */
static void take_all(bool fresh)
{
    bool seen[IDS] = {false};
    for (size_t i = 0; i < IDS; i++) {
        held[i] = fixture_acquire(NULL);
        uint32_t id = fixture_id(held[i]);
        EXPECT(id < IDS && !seen[id], "id %u twice", (unsigned)id);
        seen[id] = true;
        expect_keys(fresh ? i + 1 : IDS);
    }
    assert_int_equal(fake_count(FREE "-/"), 0);
}

static void leave_all(void)
{
    for (size_t i = 0; i < IDS; i++)
        sortid_node_abandon(held[i]);
    fixture_end();
}

static sortid_node_status try_one(sortid_node_reservation **out)
{
    sortid_node_reservation_options options;
    fixture_options(&options);
    return sortid_node_acquire(fixture_client, out, &options, &fixture_error);
}

/* Each id once; then none; then the one that was released, in a few requests. */
static void test_all_ids(void **state)
{
    (void)state;
    sortid_node_reservation *last = NULL;
    fixture_begin(pool);
    assert_int_equal(fake_count(FREE "-/"), 60); // spans of 5 ids
    take_all(true);
    EXPECT_NODE(try_one(&last), SORTID_NODE_NO_ID);
    assert_string_equal(fixture_error.text,
                        "pool p of realm r: 300 of 300 ids are reserved: wait, or add a pool");
    unsigned before = fake.reads;
    EXPECT_NODE(try_one(&last), SORTID_NODE_NO_ID);
    fixture_fate(FAKE_READ, fake.reads - before, FAKE_NOT_SENT); /* the count, which is the last */
    EXPECT_NODE(try_one(&last), SORTID_NODE_NO_ID);
    assert_string_equal(
        fixture_error.text,
        "pool p of realm r: no id is free, and the store did not count the reserved "
        "ones: wait, or add a pool");
    uint32_t id = fixture_id(held[123]);
    EXPECT_NODE(sortid_node_release(held[123], &fixture_error), SORTID_NODE_OK);
    expect_keys(IDS);
    fake.requests = 0;
    held[123] = fixture_acquire(NULL);
    assert_int_equal(fixture_id(held[123]), id);
    EXPECT(fake.requests <= 11, "%u requests",
           fake.requests); // realm, 5 reads of keys, records, grant, write
    expect_keys(IDS);
    leave_all();
}

/* A raise moves the key of its id, so that the ids of live holders are not considered. */
static void test_raise_moves_key(void **state)
{
    (void)state;
    uint64_t next;
    sortid_node_reservation *last = NULL;
    fixture_begin(pool);
    take_all(true);
    for (unsigned round = 0; round < 12; round++) {
        fake_pass(4900);
        for (size_t i = 0; i < IDS; i++)
            EXPECT_NODE(sortid_node_renew(held[i], &next, &fixture_error), SORTID_NODE_OK);
        expect_keys(IDS);
    }
    unsigned reads = fake.reads;
    EXPECT_NODE(try_one(&last), SORTID_NODE_NO_ID);
    assert_int_equal(fake.reads - reads,
                     7); // realm, 5 reads of keys, and counts for the message: no records
    leave_all();
}

/* Ids whose holders have gone are free when lease and bound are over. */
static void test_takeover(void **state)
{
    (void)state;
    fixture_begin(pool);
    take_all(true);
    for (size_t i = 0; i < IDS; i++)
        sortid_node_abandon(held[i]);
    fake_pass(40000);
    EXPECT_NODE(try_one(&held[0]), SORTID_NODE_NO_ID);
    fake_pass(15000);
    take_all(false);
    leave_all();
}

/* A wrong key costs time, never an ID, and init repairs it. */
static void test_wrong_keys(void **state)
{
    (void)state;
    sortid_node_pool parsed;
    sortid_node_reservation *other = NULL;
    char key[KEY_SIZE];
    fixture_begin(pool);
    take_all(true);
    for (uint32_t id = 0; id < IDS; id += 7) { // as if they were free
        sortid_node_realm_free_key(key, "r", "p", id, 5);
        fake_put(key, "{}");
    }
    sortid_node_realm_span_key(key, "r", "p", 200);
    fake_put(key, "0000c8");
    EXPECT_NODE(try_one(&other), SORTID_NODE_NO_ID);
    EXPECT_NODE(sortid_node_pool_parse(&parsed, pool, strlen(pool), &fixture_error),
                SORTID_NODE_OK);
    EXPECT_NODE(
        sortid_node_init(fixture_client, "r", &parsed, 1, &fixture_realm, NULL, &fixture_error),
        SORTID_NODE_OK);
    expect_keys(IDS);
    assert_int_equal(fake_count(FREE "-/"), 0);
    EXPECT_NODE(sortid_node_release(held[9], &fixture_error), SORTID_NODE_OK);
    held[9] = fixture_acquire(NULL);
    leave_all();
}

/* An external reservation that did not end cleanly is found after its quarantine. */
static void test_quarantine(void **state)
{
    (void)state;
    sortid_node_reservation_options options;
    fixture_begin(pool);
    fixture_options(&options);
    options.external = true;
    options.quarantine_ms = 3600000;
    for (size_t i = 0; i < IDS; i++)
        sortid_node_abandon(fixture_acquire(&options));
    sortid_node_reservation *other = NULL;
    fake_pass(3600000);
    EXPECT_NODE(try_one(&other), SORTID_NODE_NO_ID);
    fake_pass(61000);
    other = fixture_acquire(NULL);
    expect_keys(IDS);
    sortid_node_abandon(other);
    fixture_end();
}

/* ---- Waiting -------------------------------------------------------------------------------- */

static unsigned down; /* so many requests are lost */

static enum fake_fate go_down(const struct fake_request *request, void *context)
{
    (void)request, (void)context;
    if (down == 0)
        return FAKE_DONE;
    down--;
    return FAKE_NOT_SENT;
}

/* Waits for a store that is not there yet; without a wait it fails. */
static void test_absent_store(void **state)
{
    (void)state;
    sortid_node_reservation_options options;
    sortid_node_reservation *reservation;
    fixture_begin("p=5/8");
    fake.fate = go_down;
    fake.timeout_ms = 100;
    down = 1;
    EXPECT_NODE(try_one(&reservation), SORTID_NODE_UNREACHABLE);
    fixture_options(&options);
    options.wait_ms = 60000;
    down = 20;
    reservation = fixture_acquire(&options);
    assert_int_equal(down, 0);
    sortid_node_abandon(reservation);
    down = UINT_MAX;
    EXPECT_NODE(sortid_node_acquire(fixture_client, &reservation, &options, &fixture_error),
                SORTID_NODE_UNREACHABLE);
    fixture_end();
}

/* What happens while a client waits. */
static struct {
    uint64_t at_ms;
    uint64_t done_ms; /* when it happened; 0: not yet */
    void (*what)(void);
} during_wait;

static void meanwhile(const struct fake_request *request, bool reply, void *context)
{
    (void)request, (void)context;
    if (reply || during_wait.done_ms != 0 || fake_now() < during_wait.at_ms)
        return;
    during_wait.done_ms = fake_now();
    during_wait.what();
}

static void expect_meanwhile(void (*what)(void))
{
    during_wait.at_ms = fake_now() + 4000;
    during_wait.done_ms = 0;
    during_wait.what = what;
    fake.under_way = meanwhile;
}

enum { RELEASED = 123 };

static void release_one(void)
{
    EXPECT_NODE(sortid_node_release(held[RELEASED], &fixture_error), SORTID_NODE_OK);
}

static sortid_node_reservation *wait_for_one(void)
{
    sortid_node_reservation_options options;
    fixture_options(&options);
    options.wait_ms = 60000;
    return fixture_acquire(&options);
}

/* A client that waits finds what is released by its note: it searches all shards only once. */
static void test_wait_for_release(void **state)
{
    (void)state;
    fixture_begin(pool);
    take_all(true);
    uint32_t id = fixture_id(held[RELEASED]);
    expect_meanwhile(release_one);
    fake.reads = 0;
    held[RELEASED] = wait_for_one();
    fake.under_way = NULL;
    assert_int_equal(fixture_id(held[RELEASED]), id);
    EXPECT(fake_now() - during_wait.done_ms <= 2100, "taken after %u ms",
           (unsigned)(fake_now() - during_wait.done_ms));
    // the realm and 5 reads, then 4 to 11 times the realm and one read, and the record of the id
    EXPECT(fake.reads <= 6 + 2 * 11 + 1, "%u reads", fake.reads);
    leave_all();
}

/* The note of a release is overwritten by that of another id, which was taken at once, and so is a third. */
static void release_several(void)
{
    char key[KEY_SIZE];
    uint32_t id = fixture_id(held[RELEASED]);
    release_one();
    sortid_node_realm_released_key(key, "r", "p", id);
    fake_put(key, id < RELEASE_SLOTS ? "000012" : "000002");
    sortid_node_realm_released_key(key, "r", "p", id + 1);
    fake_put(key, "000003");
}

/* After several releases a client that waits searches all shards: an id of which it sees no note is found, too. */
static void test_wait_for_releases(void **state)
{
    (void)state;
    fixture_begin(pool);
    take_all(true);
    uint32_t id = fixture_id(held[RELEASED]);
    expect_meanwhile(release_several);
    held[RELEASED] = wait_for_one();
    fake.under_way = NULL;
    assert_int_equal(fixture_id(held[RELEASED]), id);
    EXPECT(fake_now() - during_wait.done_ms <= 2100, "taken after %u ms",
           (unsigned)(fake_now() - during_wait.done_ms));
    leave_all();
}

/* A client that waits takes over the id of a holder that ended without a release as soon as that is free. */
static void test_wait_for_bound(void **state)
{
    (void)state;
    uint64_t next;
    fixture_begin(pool);
    take_all(true);
    uint32_t id = fixture_id(held[RELEASED]);
    uint64_t bound = fixture_record(id, 12).bound;
    fake_pass(26000); // so it is free between two searches of all shards
    for (size_t i = 0; i < IDS; i++)
        if (i != RELEASED)
            EXPECT_NODE(sortid_node_renew(held[i], &next, &fixture_error), SORTID_NODE_OK);
    sortid_node_abandon(held[RELEASED]);
    held[RELEASED] = wait_for_one();
    assert_int_equal(fixture_id(held[RELEASED]), id);
    uint64_t free_at = bound * SORTID_SCRU64_TICK_MS - 10000; // the default allowance
    EXPECT(fake_now() <= free_at + 2300, "taken %u ms after it was free",
           (unsigned)(fake_now() - free_at));
    leave_all();
}

static uint32_t last_short;

/* All ids are reserved; the holder of `last_short`, with a short horizon and a long lease, has gone. Returns when the
 * lease runs out. */
static uint64_t take_all_and_leave_one(void)
{
    uint64_t next;
    sortid_node_reservation_options options;
    fixture_options(&options);
    take_all(true);
    EXPECT_NODE(sortid_node_release(held[RELEASED], &fixture_error), SORTID_NODE_OK);
    options.horizon_ms = 5000;
    options.lease_s = 40;
    held[RELEASED] = fixture_acquire(&options);
    last_short = fixture_id(held[RELEASED]);
    uint64_t free_at = fake_now() + 40000;
    for (unsigned round = 0; round < 6; round++) { // so that the others keep theirs
        fake_pass(4900);
        for (size_t i = 0; i < IDS; i++)
            if (i != RELEASED)
                EXPECT_NODE(sortid_node_renew(held[i], &next, &fixture_error), SORTID_NODE_OK);
    }
    sortid_node_abandon(held[RELEASED]);
    return free_at;
}

/* A client that waits does not read all shards in each search because a live holder with a short horizon has a bound
 * within the allowance; it takes the id over as soon as the lease has run out. */
static void test_wait_for_lease(void **state)
{
    (void)state;
    fixture_begin(pool);
    uint64_t free_at = take_all_and_leave_one();
    fake.reads = 0;
    held[RELEASED] = wait_for_one();
    EXPECT(fake_now() <= free_at + 2300, "taken %u ms after it was free",
           (unsigned)(fake_now() - free_at));
    // at most two searches of all shards with 7 reads each, and 3 reads of up to 14 others
    EXPECT(fake.reads <= 2 * 7 + 3 * 14, "%u reads", fake.reads);
    leave_all();
}

static void close_one(void)
{
    const char *text = last_short < IDS / 2 ? "p=150-299/12" : "p=0-149/12";
    sortid_node_pool rest;
    EXPECT_NODE(sortid_node_pool_parse(&rest, text, strlen(text), &fixture_error), SORTID_NODE_OK);
    EXPECT_NODE(sortid_node_pool_shrink(fixture_client, "r", &rest, NULL, &fixture_error),
                SORTID_NODE_IN_USE);
}

/* A client that waits for the end of a lease does not take the id when that is being removed meanwhile. */
static void test_wait_for_removed(void **state)
{
    (void)state;
    fixture_begin(pool);
    take_all_and_leave_one();
    expect_meanwhile(close_one);
    held[RELEASED] = wait_for_one();
    fake.under_way = NULL;
    assert_int_not_equal(fixture_id(held[RELEASED]), last_short);
    leave_all();
}

/* A pool that was full in the last completed search is the result, though the store has gone since. */
static void test_full_then_absent(void **state)
{
    (void)state;
    sortid_node_reservation_options options;
    sortid_node_reservation *other = NULL;
    fixture_begin("p=5/8");
    sortid_node_reservation *reservation = fixture_acquire(NULL);
    fake.timeout_ms = 100;
    fixture_options(&options);
    options.wait_ms = 10000;
    fixture_fate(FAKE_READ, 12, FAKE_NOT_SENT);
    EXPECT_NODE(sortid_node_acquire(fixture_client, &other, &options, &fixture_error),
                SORTID_NODE_NO_ID);
    fake.fate = go_down;
    down = 0;
    options.wait_ms = 1;
    EXPECT_NODE(sortid_node_acquire(fixture_client, &other, &options, &fixture_error),
                SORTID_NODE_NO_ID);
    assert_non_null(strstr(fixture_error.text, "1 of 1 ids are reserved"));
    sortid_node_abandon(reservation);
    fixture_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_ids),          cmocka_unit_test(test_raise_moves_key),
        cmocka_unit_test(test_takeover),         cmocka_unit_test(test_wrong_keys),
        cmocka_unit_test(test_quarantine),       cmocka_unit_test(test_absent_store),
        cmocka_unit_test(test_wait_for_release), cmocka_unit_test(test_wait_for_releases),
        cmocka_unit_test(test_wait_for_lease),   cmocka_unit_test(test_wait_for_removed),
        cmocka_unit_test(test_wait_for_bound),   cmocka_unit_test(test_full_then_absent),
    };
    support_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
