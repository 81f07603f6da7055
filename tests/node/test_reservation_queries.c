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

CASES_MAIN(NULL, NULL)
