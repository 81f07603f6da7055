/* SPDX-License-Identifier: MIT */
/* test_etcd_members.c: node/etcd.c with three members of a cluster: one is killed, one stopped, the
 * leader killed, two killed; and two clusters in one list. */
#include "client.h"
#include "server.h"

static sortid_node_error error;

static void put_and_see(struct store *etcd, const char *key)
{
    int64_t total = 0;
    EXPECT_NODE(client_put(etcd, key, "x", &error), SORTID_NODE_OK, &error);
    EXPECT_NODE(client_count(&total, etcd, key, NULL, &error), SORTID_NODE_OK, &error);
    EXPECT(total == 1, "%s is not there", key);
}

/* Each member in turn, so that the one that the client uses is among them. */
static void test_each_killed(void **state)
{
    (void)state;
    SERVERS_NEEDED();
    struct servers *servers = servers_start(3, false);
    struct store *etcd = client_open(servers->endpoints, PATIENT_MS);
    for (size_t i = 0; i < 3; i++) {
        put_and_see(etcd, "before");
        servers_kill(servers, i);
        put_and_see(etcd, "killed");
        servers_restart(servers, i);
    }
    sortid_node_store_close(etcd);
    servers_end(servers);
}

static void test_leader_stopped_and_killed(void **state)
{
    struct store_lease lease;
    (void)state;
    SERVERS_NEEDED();
    struct servers *servers = servers_start(3, false);
    /* A third, the share of the stopped member, passes before another one is asked. */
    struct store *etcd = client_open(servers->endpoints, 30000);
    EXPECT_NODE(sortid_node_store_grant(&lease, etcd, 600, &error), SORTID_NODE_OK, &error);
    size_t leader = servers_leader(servers);
    servers_stop(servers, leader);
    put_and_see(etcd, "stopped");
    servers_continue(servers, leader);
    leader = servers_leader(servers);
    servers_kill(servers, leader);
    put_and_see(etcd, "leader killed");
    EXPECT_NODE(sortid_node_store_keep_alive(&lease, etcd, lease.id, &error), SORTID_NODE_OK,
                &error);
    EXPECT(lease.ttl_s == 600, "%jd s after a leader's end", (intmax_t)lease.ttl_s);
    sortid_node_store_close(etcd);
    servers_end(servers);
}

static void test_no_majority(void **state)
{
    (void)state;
    SERVERS_NEEDED();
    struct servers *servers = servers_start(3, false);
    struct store *hasty = client_open(servers->endpoints, 2000);
    servers_kill(servers, 1);
    servers_kill(servers, 2);
    sortid_node_status status = client_put(hasty, "minority", "x", &error);
    EXPECT(status == SORTID_NODE_UNREACHABLE || status == SORTID_NODE_STORE_FAILED, "status %d",
           (int)status);
    client_check_error(&error, PLACE);
    sortid_node_store_close(hasty);
    servers_restart(servers, 1);
    struct store *etcd = client_open(servers->endpoints, PATIENT_MS);
    put_and_see(etcd, "majority");
    sortid_node_store_close(etcd);
    servers_end(servers);
}

/* Two clusters have different data: the data of the second one is refused. */
static void test_two_clusters(void **state)
{
    char list[256];
    (void)state;
    SERVERS_NEEDED();
    struct servers *one = servers_start(1, false), *two = servers_start(1, false);
    snprintf(list, sizeof list, "%s,%s", one->urls[0], two->urls[0]);
    struct store *etcd = client_open(one->urls[0], PATIENT_MS);
    put_and_see(etcd, "one");
    sortid_node_store_close(etcd);
    etcd = client_open(list, PATIENT_MS);
    int64_t total = 0;
    EXPECT_NODE(client_count(&total, etcd, "one", NULL, &error), SORTID_NODE_OK, &error);
    servers_kill(total == 1 ? one : two, 0); /* the one that the client uses */
    /* A repeatable call would ask again until its timeout. */
    struct store_operation put = {.kind = STORE_PUT, .key = "other", .value = "x"};
    EXPECT_NODE(client_do(NULL, etcd, &put, false, &error), SORTID_NODE_BAD_REPLY, &error);
    EXPECT(strstr(error.text, "another cluster") != NULL, "%s", error.text);
    sortid_node_store_close(etcd);
    servers_end(one);
    servers_end(two);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_killed),
        cmocka_unit_test(test_leader_stopped_and_killed),
        cmocka_unit_test(test_no_majority),
        cmocka_unit_test(test_two_clusters),
    };
    support_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
