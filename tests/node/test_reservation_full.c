/* SPDX-License-Identifier: MIT */
/* test_reservation_full.c: pools with more ids than are listed at each search (node/realm.h), of which all ids are
 * used: every id that is free is found, whatever other keys say, and a client that waits finds it soon. With the
 * store of fake_etcd.h. */
#include "reservation_fixture.h"

enum { IDS = 300 }; /* more than LARGE_POOL */
static const char pool[] = "p=0-299/12";

static sortid_node_reservation *held[IDS];

static void take(size_t first, size_t end, const sortid_node_reservation_options *options)
{
    for (size_t i = first; i < end; i++)
        held[i] = fixture_acquire(options);
}

static void abandon(size_t first, size_t end)
{
    for (size_t i = first; i < end; i++)
        sortid_node_abandon(held[i]);
}

static void renew(size_t first, size_t end)
{
    uint64_t next;
    for (size_t i = first; i < end; i++)
        EXPECT_NODE(sortid_node_renew(held[i], &next, &fixture_error), SORTID_NODE_OK);
}

static void external_options(sortid_node_reservation_options *out)
{
    fixture_options(out);
    out->external = true;
    out->quarantine_ms = 3600000;
}

static sortid_node_status acquire_in_ms(sortid_node_reservation **out, uint64_t wait_ms)
{
    sortid_node_reservation_options options;
    fixture_options(&options);
    options.wait_ms = wait_ms;
    return sortid_node_acquire(fixture_client, out, &options, &fixture_error);
}

/* Releases the id of a reservation, and expects that a client finds it without waiting; some times. */
static void expect_found(sortid_node_reservation **one)
{
    uint32_t id = fixture_id(*one);
    for (unsigned i = 0; i < 8; i++) {
        EXPECT_NODE(sortid_node_release(*one, &fixture_error), SORTID_NODE_OK);
        EXPECT_NODE(acquire_in_ms(one, 0), SORTID_NODE_OK);
        assert_int_equal(fixture_id(*one), id);
    }
}

/* Many ids whose quarantine is nearly over do not hide one that is free. */
static void test_among_quarantined(void **state)
{
    (void)state;
    sortid_node_reservation_options options;
    fixture_begin(pool);
    external_options(&options);
    take(1, IDS, &options);
    abandon(1, IDS);
    fake_pass(3600000 + 52000);
    held[0] = fixture_acquire(NULL);
    expect_found(&held[0]);
    sortid_node_abandon(held[0]);
    fixture_end();
}

/* Ids that were reserved when the pool was small have keys, too, and those are moved by raises. */
static void test_among_grown(void **state)
{
    (void)state;
    sortid_node_pool grown;
    fixture_begin("p=0-255/12");
    take(0, 256, NULL);
    EXPECT_NODE(sortid_node_pool_parse(&grown, pool, strlen(pool), &fixture_error), SORTID_NODE_OK);
    EXPECT_NODE(sortid_node_pool_grow(fixture_client, "r", &grown, &fixture_error), SORTID_NODE_OK);
    take(256, IDS, NULL);
    for (unsigned round = 0; round < 20; round++) {
        fake_pass(4900);
        renew(0, IDS);
    }
    for (size_t i = 0; i < IDS; i++) {
        char key[KEY_SIZE], value[FAKE_VALUE_SIZE];
        uint32_t id = fixture_id(held[i]);
        sortid_node_realm_free_key(key, "r", "p", id, fixture_record(id, 12).bound);
        EXPECT(fake_value(value, key), "no key %s", key);
    }
    assert_int_equal(fake_count("sortid/r/free/p/"), IDS);
    expect_found(&held[IDS - 1]);
    abandon(0, IDS);
    fixture_end();
}

/* A span that is wrong, because its ids were taken while init made it, does not hide one that is free. */
static void test_wrong_span(void **state)
{
    (void)state;
    char key[KEY_SIZE];
    fixture_begin(pool);
    take(0, IDS, NULL);
    sortid_node_realm_span_key(key, "r", "p", 200);
    fake_put(key, "0000c0");
    expect_found(&held[0]);
    abandon(0, IDS);
    fixture_end();
}

/* ---- Waiting -------------------------------------------------------------------------------- */

/* What happens while a client waits. */
static struct {
    uint64_t release_at_ms;         /* when to release held[0] to held[releases - 1] */
    size_t releases;                /* 0: it was done */
    bool other;                     /* then another client acquires an id ... */
    sortid_node_reservation *taken; /* ... this one, when the client tries to acquire one */
} during_wait;

static void change(const struct fake_request *request, bool reply, void *context)
{
    (void)context;
    if (reply || fake_now() < during_wait.release_at_ms)
        return;
    size_t releases = during_wait.releases;
    during_wait.releases = 0;
    for (size_t i = 0; i < releases; i++)
        EXPECT_NODE(sortid_node_release(held[i], &fixture_error), SORTID_NODE_OK);
    if (releases == 0 && during_wait.other && request->kind == FAKE_GRANT) {
        during_wait.other = false;
        EXPECT_NODE(acquire_in_ms(&during_wait.taken, 0), SORTID_NODE_OK);
    }
}

/* Waits, and says how long after the release the id was acquired. */
static uint64_t wait_for_one(uint64_t release_in_ms, size_t releases, bool other)
{
    sortid_node_reservation *one = NULL;
    during_wait.release_at_ms = fake_now() + release_in_ms;
    during_wait.releases = releases;
    during_wait.other = other;
    fake.under_way = change;
    EXPECT_NODE(acquire_in_ms(&one, 60000), SORTID_NODE_OK);
    fake.under_way = NULL;
    held[0] = one;
    return fake_now() - during_wait.release_at_ms;
}

/* Of several ids that are released at once, a client that loses one to another finds the next. */
static void test_lost_race(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 12; i++) {
        fixture_begin(pool);
        take(0, IDS, NULL);
        for (size_t j = 2; fixture_id(held[1]) % 16 == fixture_id(held[0]) % 16; j++) {
            sortid_node_reservation *swapped = held[1]; // two releases that have notes of their own
            held[1] = held[j];
            held[j] = swapped;
        }
        uint64_t ms = wait_for_one(1000, 2, true);
        EXPECT(ms <= 2300, "taken %u ms after the release", (unsigned)ms);
        sortid_node_abandon(during_wait.taken);
        sortid_node_abandon(held[0]);
        abandon(2, IDS);
        fixture_end();
    }
}

/* The id of a program that does not know bounds is free some seconds after its release. */
static void test_external_release(void **state)
{
    (void)state;
    sortid_node_reservation_options options;
    fixture_begin(pool);
    external_options(&options);
    take(0, 1, &options);
    take(1, IDS, NULL);
    uint64_t ms = wait_for_one(1000, 1, false);
    // the bound is up to 2 ticks after the release, the max skew and the allowance
    EXPECT(ms >= 4700 && ms <= 5000 + 2 * SORTID_SCRU64_TICK_MS + 2200,
           "taken %u ms after the release", (unsigned)ms);
    abandon(0, IDS);
    fixture_end();
}

/* Free ids that are being removed make no search of a waiting client longer. */
static void test_reads_in_removal(void **state)
{
    (void)state;
    size_t count = 0;
    bool kept = false;
    sortid_node_pool upper;
    sortid_node_reservation *none = NULL;
    fixture_begin(pool);
    take(0, IDS, NULL);
    for (size_t i = 0; i < IDS; i++) {
        bool is_lower = fixture_id(held[i]) < 150;
        if (is_lower && kept)
            EXPECT_NODE(sortid_node_release(held[i], &fixture_error), SORTID_NODE_OK);
        else
            held[count++] = held[i];
        kept = kept || is_lower; // it prevents the removal
    }
    EXPECT_NODE(sortid_node_pool_parse(&upper, "p=150-299/12", 12, &fixture_error), SORTID_NODE_OK);
    EXPECT_NODE(sortid_node_pool_shrink(fixture_client, "r", &upper, NULL, &fixture_error),
                SORTID_NODE_IN_USE);
    unsigned reads = fake.reads;
    EXPECT_NODE(acquire_in_ms(&none, 20000), SORTID_NODE_NO_ID);
    reads = fake.reads - reads;
    // up to 25 searches of 2 reads; 4 of them, with the last one, read all, with 4 more
    EXPECT(reads <= 2 * 25 + 4 * 4 + 1, "%u reads", reads);
    abandon(0, count);
    fixture_end();
}

/* Ids whose quarantine is over some seconds later make no search of a waiting client longer. */
static void test_reads_in_quarantine(void **state)
{
    (void)state;
    sortid_node_reservation_options options;
    fixture_begin(pool);
    external_options(&options);
    options.quarantine_ms = 100000;
    take(0, 1, &options);
    take(1, IDS, NULL);
    uint64_t free_at = fixture_record(fixture_id(held[0]), 12).bound * SORTID_SCRU64_TICK_MS +
                       options.quarantine_ms;
    abandon(0, 1);
    while (fake_now() + 9500 < free_at) {
        fake_pass(fake_now() + 14400 < free_at ? 4900 : free_at - 9500 - fake_now());
        renew(1, IDS);
    }
    unsigned reads = fake.reads;
    EXPECT_NODE(acquire_in_ms(&held[0], 60000), SORTID_NODE_OK);
    reads = fake.reads - reads;
    EXPECT(reads <= 2 * 15 + 2 * 10, "%u reads", reads);
    EXPECT(fake_now() <= free_at + 2300, "taken %u ms after it was free",
           (unsigned)(fake_now() - free_at));
    abandon(0, IDS);
    fixture_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_among_quarantined),   cmocka_unit_test(test_among_grown),
        cmocka_unit_test(test_wrong_span),          cmocka_unit_test(test_lost_race),
        cmocka_unit_test(test_external_release),    cmocka_unit_test(test_reads_in_removal),
        cmocka_unit_test(test_reads_in_quarantine),
    };
    support_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
