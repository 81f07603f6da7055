/* SPDX-License-Identifier: MIT */
/* test_reservation_large.c: pools with more ids than are listed at each search, which have keys of
 * free ids (node/realm.h): every id that is free is found, whatever other keys say, in few
 * requests, and soon by a client that waits. With the store of fake_etcd.h. */
#include "reservation_fixture.h"

enum { IDS = 300 }; /* more than LARGE_POOL */
static const char pool[] = "p=0-299/12";
#define FREE "sortid/r/free/p/"

static sortid_node_reservation *held[IDS], *none;

static void take_held(size_t first, size_t end, const sortid_node_reservation_options *options)
{
    for (size_t i = first; i < end; i++)
        held[i] = take(options);
}

static void renew_held(size_t first)
{
    for (size_t i = first; i < IDS; i++)
        EXPECT_NODE(renew(held[i]), OK);
}

static void abandon_held(size_t first)
{
    for (size_t i = first; i < IDS; i++)
        abandon(held[i]);
}

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
        held[i] = take(NULL);
        uint32_t id = id_of(held[i]);
        EXPECT(id < IDS && !seen[id], "id %u twice", (unsigned)id);
        seen[id] = true;
        expect_keys(fresh ? i + 1 : IDS);
    }
    assert_int_equal(fake_count(FREE "-/"), 0);
}

/* A test with all ids of the pool reserved. */
#define TEST_FULL(name) TEST_AROUND(name, begin_full(), fixture_end())

static void begin_full(void)
{
    fixture_begin(pool);
    assert_int_equal(fake_count(FREE "-/"), 60); // spans of 5 ids
    take_all(true);
}

/* ---- Keys of free ids ------------------------------------------------------------------------ */

/* Each id once; then none; then the one that was released, in a few requests. */
TEST_FULL(all_ids)
{
    EXPECT_NODE(acquire(&none, NULL), NO_ID);
    assert_string_equal(error.text, "pool p of realm r: no id is free: wait, or add a pool");
    uint32_t id = id_of(held[123]);
    EXPECT_NODE(release(held[123]), OK);
    expect_keys(IDS);
    fake.requests = 0;
    assert_int_equal(id_of(take(NULL)), id);
    EXPECT(fake.requests <= 11, "%u requests",
           fake.requests); // realm, 5 reads of keys, records, grant, write
    expect_keys(IDS);
}

/* A raise moves the key of its id, so that the ids of live holders are not considered. */
TEST_FULL(raise_moves_key)
{
    for (unsigned round = 0; round < 12; round++) {
        fake_pass(4900);
        renew_held(0);
        expect_keys(IDS);
    }
    unsigned reads = fake.reads;
    EXPECT_NODE(acquire(&none, NULL), NO_ID);
    assert_int_equal(fake.reads - reads, 6); // realm, 5 reads of keys: no records
}

/* Ids whose holders have gone are free when lease and bound are over. */
TEST_FULL(takeover)
{
    abandon_held(0);
    fake_pass(40000);
    EXPECT_NODE(acquire(&none, NULL), NO_ID);
    fake_pass(15000);
    take_all(false);
}

/* A wrong key costs time, never an ID, and init repairs it. */
TEST_FULL(wrong_keys)
{
    char key[KEY_SIZE];
    for (uint32_t id = 0; id < IDS; id += 7) { // as if they were free
        sortid_node_realm_free_key(key, "r", "p", id, 5);
        fake_put(key, "{}");
    }
    sortid_node_realm_span_key(key, "r", "p", 200);
    fake_put(key, "0000c8");
    EXPECT_NODE(acquire(&none, NULL), NO_ID);
    fake.requests = 0;
    EXPECT_NODE(init("r", pool, &fixture_realm), OK);
    // the keys are deleted shard by shard: with a million ids all at once would take too long
    EXPECT(fake.requests > FREE_SHARDS, "%u requests", fake.requests);
    expect_keys(IDS);
    assert_int_equal(fake_count(FREE "-/"), 0);
    EXPECT_NODE(release(held[9]), OK);
    (void)take(NULL);
}

/* An external reservation that did not end cleanly is found after its quarantine. */
TEST_ON(quarantine, pool)
{
    take_held(0, IDS, WITH(.external = true, .quarantine_ms = 3600000));
    abandon_held(0);
    fake_pass(3600000);
    EXPECT_NODE(acquire(&none, NULL), NO_ID);
    fake_pass(61000);
    (void)take(NULL);
    expect_keys(IDS);
}

/* ---- One that is free among many ------------------------------------------------------------- */

/* Releases the id of a reservation, and expects that a client finds it without waiting; some
 * times. */
static void expect_found(sortid_node_reservation *one)
{
    uint32_t id = id_of(one);
    for (unsigned i = 0; i < 8; i++) {
        EXPECT_NODE(release(one), OK);
        one = take(NULL);
        assert_int_equal(id_of(one), id);
    }
}

/* Many ids whose quarantine is nearly over do not hide one that is free. */
TEST_ON(among_quarantined, pool)
{
    take_held(1, IDS, WITH(.external = true, .quarantine_ms = 3600000));
    abandon_held(1);
    fake_pass(3600000 + 52000);
    expect_found(take(NULL));
}

/* Ids that were reserved when the pool was small have keys, too, and those are moved by raises. */
TEST_ON(among_grown, "p=0-255/12")
{
    const sortid_node_pool grown = pool_of(pool);
    take_held(0, 256, NULL);
    EXPECT_NODE(sortid_node_pool_grow(client, "r", &grown, &error), OK);
    take_held(256, IDS, NULL);
    for (unsigned round = 0; round < 20; round++) {
        fake_pass(4900);
        renew_held(0);
    }
    for (size_t i = 0; i < IDS; i++) {
        char key[KEY_SIZE], value[FAKE_VALUE_SIZE];
        uint32_t id = id_of(held[i]);
        sortid_node_realm_free_key(key, "r", "p", id, bound_of(id, 12));
        EXPECT(fake_value(value, key), "no key %s", key);
    }
    assert_int_equal(fake_count(FREE), IDS);
    expect_found(held[IDS - 1]);
}

/* A span that is wrong, because its ids were taken while init made it, does not hide one that is
 * free. */
TEST_FULL(wrong_span)
{
    char key[KEY_SIZE];
    sortid_node_realm_span_key(key, "r", "p", 200);
    fake_put(key, "0000c0");
    expect_found(held[0]);
}

/* ---- Waiting -------------------------------------------------------------------------------- */

/* What happens while a client waits. */
static struct {
    uint64_t at_ms, done_ms; /* 0: not yet */
    void (*act)(void);
} delayed;

static void act_later(const struct fake_request *request, bool reply, void *context)
{
    (void)request, (void)context;
    if (reply || delayed.done_ms != 0 || fake_now() < delayed.at_ms)
        return;
    delayed.done_ms = fake_now();
    delayed.act();
}

/* Waits for an id; `act` is called after a time. */
static sortid_node_reservation *wait_while(uint64_t ms, void (*act)(void))
{
    delayed.at_ms = fake_now() + ms;
    delayed.done_ms = 0;
    delayed.act = act;
    fake.under_way = act_later;
    sortid_node_reservation *reservation = take(WITH(.wait_ms = 60000));
    fake.under_way = NULL;
    return reservation;
}

static sortid_node_reservation *wait_for_one(void)
{
    return take(WITH(.wait_ms = 60000));
}

static void expect_soon(uint64_t since_ms, unsigned most_ms)
{
    EXPECT(fake_now() <= since_ms + most_ms, "taken after %u ms",
           (unsigned)(fake_now() - since_ms));
}

static void release_first(void)
{
    EXPECT_NODE(release(held[0]), OK);
}

/* A client that waits finds what is released by its note: it searches all shards only once. */
TEST_FULL(wait_for_release)
{
    uint32_t id = id_of(held[0]);
    fake.reads = 0;
    assert_int_equal(id_of(wait_while(4000, release_first)), id);
    expect_soon(delayed.done_ms, 2100);
    // the realm and 5 reads, then 4 to 11 times the realm and one read, and the record of the id
    EXPECT(fake.reads <= 6 + 2 * 11 + 1, "%u reads", fake.reads);
}

/* The note of a release is overwritten by that of another id, which was taken at once, and so is a
 * third. */
static void release_several(void)
{
    char key[KEY_SIZE];
    uint32_t id = id_of(held[0]);
    release_first();
    sortid_node_realm_released_key(key, "r", "p", id);
    fake_put(key, id < RELEASE_SLOTS ? "000012" : "000002");
    sortid_node_realm_released_key(key, "r", "p", id + 1);
    fake_put(key, "000003");
}

/* After several releases a client that waits searches all shards: an id of which it sees no note is
 * found, too. */
TEST_FULL(wait_for_releases)
{
    uint32_t id = id_of(held[0]);
    assert_int_equal(id_of(wait_while(4000, release_several)), id);
    expect_soon(delayed.done_ms, 2100);
}

static void release_two(void)
{
    EXPECT_NODE(release(held[0]), OK);
    EXPECT_NODE(release(held[1]), OK);
    act_during(FAKE_GRANT, take_rival); // when the client tries to acquire one
}

/* Of several ids that are released at once, a client that loses one to another finds the next. */
TEST(lost_race)
{
    for (unsigned i = 0; i < 12; i++) {
        begin_full();
        for (size_t j = 2; id_of(held[1]) % 16 == id_of(held[0]) % 16; j++)
            held[1] = held[j]; // two releases that have different notes
        sortid_node_reservation *one = wait_while(1000, release_two);
        assert_true(has_acted());
        assert_int_not_equal(id_of(one), id_of(rival));
        expect_soon(delayed.done_ms, 2300);
        fixture_end();
    }
}

/* The id of a program that does not know bounds is free some seconds after its release. */
TEST_ON(external_release, pool)
{
    take_held(0, 1, WITH(.external = true, .quarantine_ms = 3600000));
    take_held(1, IDS, NULL);
    (void)wait_while(1000, release_first);
    // the bound is up to 2 ticks after the release, the max skew and the allowance
    EXPECT(fake_now() >= delayed.done_ms + 4700, "taken after %u ms",
           (unsigned)(fake_now() - delayed.done_ms));
    expect_soon(delayed.done_ms, 5000 + 2 * SORTID_SCRU64_TICK_MS + 2200);
}

/* A client that waits takes over the id of a holder that ended without a release as soon as that is
 * free. */
TEST_FULL(wait_for_bound)
{
    uint32_t id = id_of(held[0]);
    uint64_t bound = bound_of(id, 12);
    fake_pass(26000); // so it is free between two searches of all shards
    renew_held(1);
    abandon(held[0]);
    assert_int_equal(id_of(wait_for_one()), id);
    expect_soon(bound * SORTID_SCRU64_TICK_MS - 10000, 2300); // the default allowance
}

/* A client that waits does not read all shards in each search because a live holder with a short
 * horizon has a bound within the allowance; it takes the id over when the lease has run out, after
 * its next search of all shards. */
TEST_FULL(wait_for_lease)
{
    EXPECT_NODE(release(held[0]), OK);
    held[0] = take(WITH(.horizon_ms = 5000, .lease_s = 40));
    uint64_t free_at = fake_now() + 40000;
    for (unsigned round = 0; round < 6; round++) { // so that the others keep theirs
        fake_pass(4900);
        renew_held(1);
    }
    abandon(held[0]);
    fake.reads = 0;
    (void)wait_for_one();
    expect_soon(free_at, 10000 + 2300);
    // three searches of all shards with 7 reads each, and 3 reads of up to 33 others
    EXPECT(fake.reads <= 3 * 7 + 3 * 33, "%u reads", fake.reads);
}

/* Free ids that are being removed make no search of a waiting client longer. */
TEST_FULL(reads_in_removal)
{
    bool kept = false;
    const sortid_node_pool upper = pool_of("p=150-299/12");
    for (size_t i = 0; i < IDS; i++) {
        bool is_lower = id_of(held[i]) < 150;
        if (is_lower && kept)
            EXPECT_NODE(release(held[i]), OK);
        kept = kept || is_lower; // it prevents the removal
    }
    EXPECT_NODE(sortid_node_pool_shrink(client, "r", &upper, NULL, &error), IN_USE);
    unsigned reads = fake.reads;
    EXPECT_NODE(acquire(&none, WITH(.wait_ms = 20000)), NO_ID);
    reads = fake.reads - reads;
    // up to 34 searches of 2 reads; 4 of them, with the last one, read all, with 4 more
    EXPECT(reads <= 2 * 34 + 4 * 4 + 1, "%u reads", reads);
}

/* Ids whose quarantine is over some seconds later make no search of a waiting client longer. */
TEST_ON(reads_in_quarantine, pool)
{
    take_held(0, 1, WITH(.external = true, .quarantine_ms = 100000));
    take_held(1, IDS, NULL);
    uint64_t free_at = bound_of(id_of(held[0]), 12) * SORTID_SCRU64_TICK_MS + 100000;
    abandon(held[0]);
    while (fake_now() + 9500 < free_at) {
        fake_pass(fake_now() + 14400 < free_at ? 4900 : free_at - 9500 - fake_now());
        renew_held(1);
    }
    unsigned reads = fake.reads;
    (void)wait_for_one();
    reads = fake.reads - reads;
    EXPECT(reads <= 2 * 24 + 2 * 10, "%u reads", reads);
    expect_soon(free_at, 2300);
}

CASES_MAIN(NULL, NULL)
