/* SPDX-License-Identifier: MIT */
/* test_reservation_queries.c: lists of realms and reports of their ids, among keys that other
 * programs have written. With the etcd of fake_etcd.h. */
#include "reservation_fixture.h"

static void expect_list(const char *unreadable)
{
    static const char *const sorted[] = {"R", "r-2", "r.1", "r", "r2"}; // as keys are
    sortid_node_realm **realms;
    size_t count;
    EXPECT_NODE(sortid_node_realm_list(client, &realms, &count, &error), OK);
    assert_int_equal(count, COUNT_OF(sorted));
    for (size_t i = 0; i < count; i++) {
        assert_string_equal(realms[i]->name, sorted[i]);
        assert_int_equal(realms[i]->size, sizeof *realms[i]);
        assert_int_equal(realms[i]->is_unreadable, strcmp(sorted[i], unreadable) == 0);
        if (!realms[i]->is_unreadable)
            assert_int_equal(realms[i]->pool_count, i == 3 ? 2 : 1);
    }
    sortid_node_realm_list_free(realms, count);
}

/* Keys that are not of sortid are passed; a record that cannot be read spoils its realm only. */
TEST_ON(list, "p=5/8")
{
    static const char *const names[] = {"r-2", "r.1", "R", "r2"};
    static const char *const others[] = {
        "sortid/",         "sortid/~/y",           "sortid/r/zzz",      "sortid/q/holder/08/000000",
        "sortid0",         "sortid/r\x01x",        "sortid/r~\xc3\xa9", "sortid/r~\xff\xff",
        "sortid/\x01\x02", "sortid/\xc3\xa9/realm"};
    EXPECT_NODE(init("r", "hot=0/4", &fixture_realm), REALM_DIFFERS);
    EXPECT_NODE(init("r", "hot=15/4", &fixture_realm), OK);
    for (size_t i = 0; i < COUNT_OF(names); i++)
        EXPECT_NODE(init(names[i], "hot=0/4", &fixture_realm), OK);
    for (size_t i = 0; i < COUNT_OF(others); i++)
        fake_put(others[i], "x");
    expect_list("none");
    fake_put("sortid/r.1/realm", "x");
    expect_list("r.1");
    sortid_node_report *none;
    EXPECT_NODE(sortid_node_realm_examine(client, &none, "r.1", &error), BAD_REPLY);
    EXPECT_NODE(sortid_node_realm_examine(client, &none, "s", &error), NO_REALM);
}

/* The ids are ordered by pool. */
TEST_ON(report, "p=5/8")
{
    EXPECT_NODE(init("r", "hot=15/4", &fixture_realm), OK);
    EXPECT_NODE(release(take(WITH(.pool = "hot", .label = "left \xc3\xa9"))), OK);
    (void)take(NULL);
    fake_pass(4000);
    sortid_node_report *report = examine("r");
    assert_int_equal(report->store_unix_ms, START_MS + 4000);
    assert_int_equal(report->realm->pool_count, 2);
    assert_int_equal(report->id_count, 2);
    assert_int_equal(report->size, sizeof *report);
    assert_int_equal(report->realm->size, sizeof *report->realm);
    assert_int_equal(report->ids[0]->size, sizeof *report->ids[0]);
    assert_int_equal(report->ids[0]->node_id, 5);
    assert_true(report->ids[0]->is_reserved);
    assert_false(report->ids[0]->clean);
    assert_int_equal(report->ids[0]->bound, START + HORIZON);
    assert_int_equal(report->ids[0]->reserved_since_ms, START_MS);
    assert_int_equal(report->ids[0]->lease_remaining_s, 11);
    assert_string_equal(report->ids[0]->label, "test");
    assert_int_equal(report->ids[1]->node_id_size, 4);
    assert_int_equal(report->ids[1]->lease_remaining_s, -1);
    assert_true(report->ids[1]->clean);
    assert_false(report->ids[1]->is_reserved);
    assert_string_equal(report->ids[1]->label, "left ??");
    sortid_node_report_free(report);

    // a record that cannot be read spoils its own line only; an id of no pool comes last
    fake_put("sortid/r/id/08/000007", "x");
    fake_put("sortid/r/id/08/00000x", "x");
    report = examine("r");
    assert_int_equal(report->id_count, 3);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(report->ids[i]->is_unreadable, i == 2);
    assert_int_equal(report->ids[2]->node_id, 7);
    assert_int_equal(report->other_key_count, 1);
    sortid_node_report_free(report);
}

/* More ids than a page of replies, which ends at a key that other programs have written. */
TEST_ON(many, "p=0-8191/13")
{
    sortid_node_report *report;
    char name[400];
    fake_put("sortid/r/id/13/0003e6\xff", "x");
    snprintf(name, sizeof name, "sortid/r/id/13/0007cd%0300d", 0);
    fake_put(name, "x");
    fake_put("sortid/r/id/14/\xff", "x");
    snprintf(name, sizeof name, "sortid/r/holder/13/%0300d", 0);
    fake_put(name, "x");
    for (uint32_t i = 0; i < 2500; i++)
        put_record("r", i, 13, (struct id_record){.bound = 7, .clean = true});
    report = examine("r");
    assert_int_equal(report->id_count, 2500);
    for (uint32_t i = 0; i < 2500; i++)
        assert_int_equal(report->ids[i]->node_id, i);
    assert_int_equal(report->other_key_count, 4);
    sortid_node_report_free(report);
    EXPECT_NODE(raise_bounds("r", START_MS), OK); // reads all bounds, too
    for (uint32_t i = 0; i < 1000; i++) {
        snprintf(name, sizeof name, "sortid/r/id/00/\x01%u", (unsigned)i);
        fake_put(name, "x"); // a whole page of them
    }
    EXPECT_NODE(sortid_node_realm_examine(client, &report, "r", &error), BAD_REPLY);
}

/* ---- Summaries ------------------------------------------------------------------------------ */

enum { USED = 5000 }; /* ids of each large pool */

/* A realm with two pools whose order is not that of their keys, and a small one. Of each large pool
 * ids were used; the first of them, `blocked`, still are. */
static void put_used(uint32_t blocked)
{
    EXPECT_NODE(init("r", "p=0-6143/13", &fixture_realm), OK);
    EXPECT_NODE(init("r", "hot=15/4", &fixture_realm), OK);
    for (uint32_t i = 0; i < USED; i++) {
        struct id_record record = {.bound = START - 1 - i, .clean = true};
        if (i < blocked)
            record = (struct id_record){.bound = START - 10, .quarantine_ms = 3600000};
        put_record("r", i, 13, record);
        put_record("r", 24576 + i, 15, record);
    }
    EXPECT_NODE(init("r", "hot=15/4", &fixture_realm), OK); // makes the keys of free ids
}

/* Expects that a summary has those ids of the report that are not free by their records, and all of
 * one size, of small pools and of none. */
static void expect_summary(uint32_t size, unsigned most_reads)
{
    sortid_node_report *summary = NULL, *report = examine("r");
    size_t found = 0;
    unsigned reads = fake.reads;
    EXPECT_NODE(sortid_node_realm_summarize(client, &summary, "r", &error), OK);
    EXPECT(fake.reads - reads <= most_reads, "%u reads", fake.reads - reads);
    for (size_t i = 0; i < report->id_count; i++) {
        sortid_node_id_report id = *report->ids[i];
        const struct id_record record = {
            .bound = id.bound, .clean = id.clean, .quarantine_ms = id.quarantine_ms};
        if (id.node_id_size != size && !id.is_reserved && !id.is_unreadable &&
            id.node_id_size > 4 && id.node_id_size < 20 &&
            sortid_node_realm_until(&record) <= now_tick())
            continue;
        id.lease_remaining_s = -1;
        EXPECT(found < summary->id_count && memcmp(summary->ids[found], &id, sizeof id) == 0,
               "%zu: id %u of size %u", found, (unsigned)id.node_id, (unsigned)id.node_id_size);
        found++;
    }
    assert_int_equal(summary->id_count, found);
    assert_int_equal(summary->other_key_count, report->other_key_count);
    assert_int_equal(summary->store_unix_ms, report->store_unix_ms);
    sortid_node_report_free(summary);
    sortid_node_report_free(report);
}

TEST_ON(summary, "y=24576-30719/15")
{
    char key[KEY_SIZE];
    put_used(70);
    (void)take(WITH(.pool = "hot"));
    for (size_t i = 0; i < 3; i++)
        (void)take(WITH(.pool = i < 2 ? "p" : "y", .lease_s = 3600));
    fake_pass(HORIZON_MS + 1000); // their bounds pass
    (void)take(WITH(.pool = "p"));
    uint32_t unreadable = id_of(take(WITH(.pool = "y")));
    sortid_node_realm_id_key(key, "r", KEY_ID, unreadable, 15);
    fake_put(key, "x");
    put_record("r", 7, 20, (struct id_record){.bound = 5, .clean = true}); // of no pool
    fake_put("sortid/r/id/14/x", "x");
    fake_put("sortid/r/holder/13/00000x", "x");
    // of each large pool 4 of shards, holders and 2 of ids; 3 around them of each kind
    expect_summary(0, 1 + 2 * 7 + 2 * 3);

    for (uint32_t i = 0; i < 64; i++) { // too many of one shard, as far as the keys say
        sortid_node_realm_free_key(key, "r", "p", 3, now_tick() + 1 + i);
        fake_put(key, "{}");
    }
    expect_summary(13, 100); // all of p
}

CASES_MAIN(NULL, NULL)
