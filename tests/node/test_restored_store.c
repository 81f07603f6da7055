/* SPDX-License-Identifier: MIT */
/* test_restored_store.c: a client of a real store (server.h) that is restored to an earlier state
 * and keeps its identity. What the client has seen outlives its reservations and connections. It
 * runs once with etcd and once with PostgreSQL. */
#include "client.h"
#include "server.h"

#include <sortid/node.h>

static struct servers *servers;

/* While the server is down, as a backup of its disk. */
static void with_data(const char *line)
{
    char whole[512];
    servers_kill(servers, 0);
    snprintf(whole, sizeof whole, "cd '%s' && %s", servers->folder, line);
    EXPECT(system(whole) == 0, "%s", whole); // NOLINT(cert-env33-c): no text of others
    servers_restart(servers, 0);
}

static sortid_node_client *new_client(void)
{
    sortid_node_client *client = NULL;
    const sortid_node_client_options options = client_options(servers->endpoints, PATIENT_MS);
    EXPECT_NODE(sortid_node_client_open(&client, &options, &error), OK);
    return client;
}

static void create(sortid_node_client *client, const char *realm, const sortid_node_raise *raise)
{
    const sortid_node_realm_options options = {.raise = raise};
    const sortid_node_pool pools[] = {
        {.name = "p", .share_ids = true, .first = 0, .last = 3, .size = 8},
        {.name = "q", .share_ids = true, .first = 4, .last = 7, .size = 8}};
    EXPECT_NODE(
        sortid_node_realm_create(client, realm, pools, COUNT_OF(pools), &options, NULL, &error),
        OK);
}

static sortid_node_status acquire(sortid_node_reservation **out, sortid_node_client *client,
                                  const char *realm, const char *pools)
{
    const sortid_node_reservation_options options = {.realm = realm, .pool = pools};
    return sortid_node_reservation_acquire(client, out, &options, &error);
}

/* `early` had and released an id, `late` has one, and the store goes back to a time before. */
TEST_WITH_SERVERS(acquires_again)
{
    static const char *const cases[][2] = {{"r", "p"}, {"r", "q,p"}, {"s", "p"}};
    static const sortid_node_raise raise = {0};
    sortid_node_reservation *taken, *held, *none;
    servers = servers_start(1, false);
    sortid_node_client *early = new_client(), *late = new_client();
    create(early, "r", NULL);
    create(late, "s", NULL);
    with_data("cp -a m0 kept");
    EXPECT_NODE(acquire(&taken, early, "r", "p"), OK);
    EXPECT_NODE(sortid_node_reservation_release(taken, &error), OK);
    EXPECT_NODE(acquire(&held, late, "r", "p"), OK);
    with_data("rm -rf m0 && cp -a kept m0");
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        EXPECT_NODE(acquire(&none, early, cases[i][0], cases[i][1]), RESTORED);
        EXPECT_WORDS("has lost writes");
    }
    create(early, "r", &raise);
    EXPECT_NODE(acquire(&none, early, "r", "p"), NO_ID); // before the floor
    EXPECT_NODE(acquire(&none, early, "s", "p"), RESTORED);
    create(late, "s", &raise);
    EXPECT_NODE(acquire(&none, early, "s", "p"), NO_ID);
    sortid_node_reservation_abandon(held);
    sortid_node_client_close(late);
    sortid_node_client_close(early);
    servers_end(servers);
}

CASES_MAIN(NULL, NULL)
