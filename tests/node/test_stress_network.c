/* SPDX-License-Identifier: MIT */
/* test_stress_network.c: processes that reserve ids of one realm while their store is killed, loses
 * its leader, is disconnected, loses requests and answers, or is listed with an endpoint that
 * answers garbage. crew.c checks all their IDs. $SORTID_STRESS_SECONDS repeats the tests. */
#include "server.h"
#include "stress/crew.h"
#include "stress/relay.h"
#include "stub.h"

static struct servers *single, *three;

static int begin(void **state)
{
    (void)state;
    if (servers_there()) {
        single = servers_start(1, false);
        three = servers_are_postgres() ? NULL : servers_start(3, false);
    }
    return 0;
}

static int end(void **state)
{
    (void)state;
    if (single != NULL)
        servers_end(single);
    if (three != NULL)
        servers_end(three);
    single = three = NULL;
    return 0;
}

static uint32_t reservations(const struct crew *crew, size_t i)
{
    return atomic_load(&crew->members[i].journal->reservations);
}

static uint64_t stalls(const struct crew *crew, size_t i)
{
    return atomic_load(&crew->members[i].journal->stalls);
}

static uint64_t highest_bound(struct crew *crew)
{
    uint64_t highest = 0;
    sortid_node_report *report = crew_report(crew);
    for (size_t i = 0; i < report->id_count; i++)
        highest = report->ids[i]->bound > highest ? report->ids[i]->bound : highest;
    sortid_node_report_free(report);
    return highest;
}

/* Waits until the first `count` members make IDs of ticks that no bound has allowed so far. */
static void await_beyond(struct crew *crew, size_t count, uint64_t tick)
{
    for (size_t i = 0; i < count; i++)
        AWAIT(crew_last_tick(crew, i) >= tick);
}

static struct crew *sixteen(struct servers *servers)
{
    struct crew *crew = crew_new(servers, "p=0-15/20");
    for (size_t i = 0; i < 16; i++)
        crew_add(crew, servers->endpoints, NULL, "horizon=2000 renewal_thread=%zu pace=%zu", i & 1,
                 i >> 1 & 1 ? 1000 : (size_t)0);
    for (size_t i = 0; i < 16; i++)
        AWAIT(crew_made(crew, i) > 0);
    return crew;
}

/* ---- Servers that fail ------------------------------------------------------------------------ */

/* For so long that all members reach their bound. */
static void test_store_killed(void **state)
{
    (void)state;
    SERVERS_NEEDED();
    uint64_t before[16];
    struct crew *crew = sixteen(single);
    uint64_t bound = highest_bound(crew);
    for (size_t i = 0; i < 16; i++)
        before[i] = stalls(crew, i);
    servers_kill(single, 0);
    for (size_t i = 0; i < 16; i++)
        AWAIT(stalls(crew, i) > before[i] && crew_failed(crew, i, SORTID_NODE_UNREACHABLE) > 0);
    servers_restart(single, 0);
    await_beyond(crew, crew->count, bound);
    crew_end(crew, false);
}

static void test_leader_killed(void **state)
{
    (void)state;
    SERVERS_NEEDED();
    struct crew *crew = sixteen(three);
    size_t leader = servers_leader(three);
    servers_kill(three, leader);
    servers_leader(three);
    await_beyond(crew, crew->count, highest_bound(crew));
    crew_judge(crew);
    servers_restart(three, leader);
    crew_end(crew, false);
}

/* A leader that is disconnected in both directions, then comes back with its old state. */
static void test_leader_stopped(void **state)
{
    (void)state;
    SERVERS_NEEDED();
    struct crew *crew = sixteen(three);
    size_t leader = servers_leader(three);
    uint64_t bound = highest_bound(crew);
    servers_stop(three, leader);
    await_beyond(crew, crew->count, bound);
    servers_continue(three, leader);
    servers_leader(three);
    await_beyond(crew, crew->count, highest_bound(crew));
    crew_end(crew, false);
}

/* ---- A disconnected network ------------------------------------------------------------------- */

enum { cut_off = 6 };

/* Six are disconnected; six others take their ids, and release them when the network is back. */
static void cut(enum relay_mode mode)
{
    struct relay *relay = relay_start(single->ports[0]);
    struct crew *crew = crew_new(single, "p=0-5/20");
    for (size_t i = 0; i < cut_off; i++)
        crew_add(crew, relay_url(relay), NULL,
                 "horizon=2000 renewal_thread=%zu waiting=%zu timeout=500", i & 1, i >> 1 & 1);
    for (size_t i = 0; i < cut_off; i++)
        AWAIT(crew_made(crew, i) > 0);
    relay_set(relay, mode);
    for (size_t i = 0; i < cut_off; i++)
        crew_add(crew, single->endpoints, NULL, "horizon=2000 wait=5000");
    for (size_t i = 0; i < cut_off; i++) {
        AWAIT(crew_made(crew, cut_off + i) > 0);
        crew_judge(crew);
    }
    relay_set(relay, RELAY_OPEN);
    for (size_t i = 0; i < cut_off; i++)
        AWAIT(atomic_load(&crew->members[i].journal->lost) == 1);
    for (size_t i = 0; i < cut_off; i++)
        crew_leave(crew, cut_off + i);
    await_beyond(crew, cut_off, highest_bound(crew));
    crew_end(crew, false);
    relay_end(relay);
}

static void test_cut(void **state)
{
    (void)state;
    SERVERS_NEEDED();
    cut(RELAY_SILENT);
}

static void test_refused(void **state)
{
    (void)state;
    SERVERS_NEEDED();
    cut(RELAY_CLOSED);
}

static bool all_stall(struct crew *crew)
{
    bool all = true;
    crew_judge(crew);
    for (size_t i = 0; i < crew->count; i++)
        all = all && stalls(crew, i) > 0;
    return all;
}

/* Leases are renewed and bounds are not: all members stop at their bounds. */
static void test_no_bounds(void **state)
{
    (void)state;
    SERVERS_NEEDED();
    struct relay *relay = relay_start(single->ports[0]);
    struct crew *crew = crew_new(single, "p=0-5/20");
    for (size_t i = 0; i < cut_off; i++)
        crew_add(crew, relay_url(relay), NULL,
                 "horizon=2000 renewal_thread=%zu timeout=500 pace=20000", i & 1);
    for (size_t i = 0; i < cut_off; i++)
        AWAIT(crew_made(crew, i) > 0);
    relay_set(relay, RELAY_HALF);
    AWAIT(all_stall(crew));
    uint64_t bound = highest_bound(crew);
    relay_set(relay, RELAY_OPEN);
    await_beyond(crew, cut_off, bound);
    for (size_t i = 0; i < cut_off; i++)
        assert_true(reservations(crew, i) == 1);
    crew_end(crew, false);
    relay_end(relay);
}

/* One in seven requests and answers is lost, in acquire, raise, renew and release. */
static void test_lossy(void **state)
{
    (void)state;
    SERVERS_NEEDED();
    struct relay *relay = relay_start(single->ports[0]);
    struct crew *crew = crew_new(single, "p=0-7/20");
    relay_set(relay, RELAY_LOSSY);
    for (size_t i = 0; i < 8; i++)
        crew_add(crew, relay_url(relay), NULL,
                 "horizon=1000 life=%zu renewal_thread=%zu waiting=%zu timeout=500 wait=1000",
                 600 + 400 * i, i & 1, i >> 1 & 1);
    for (size_t i = 0; i < 8; i++) {
        AWAIT(reservations(crew, i) >= 2 && crew_made(crew, i) > 0);
        crew_judge(crew);
    }
    assert_true(relay_lost(relay) > 0);
    crew_judge(crew);
    relay_set(relay, RELAY_OPEN);
    crew_end(crew, false);
    relay_end(relay);
}

/* ---- An endpoint that answers garbage --------------------------------------------------------- */

static bool serve_bad_replies(const struct stub_request *request)
{
    static const char *const bodies[] = {
        "",
        "{",
        "null",
        "[]",
        "{}",
        "<html>404</html>",
        "{\"header\":{}}",
        "{\"header\":{\"cluster_id\":\"1\",\"revision\":\"7\"},\"succeeded\":true}",
        "{\"result\":{\"ID\":\"1\",\"TTL\":\"100\"}}",
        "{\"ID\":\"5\",\"TTL\":\"1000000\"}"};
    size_t number = request->number;
    if (number % 12 == 11)
        return false;
    if (number % 12 == 10)
        return stub_write(request, "\x16\x03\x01 garbage\r\n\r\n", 13) && false;
    return stub_answer(request, number % 3 == 0 ? "500 Internal" : "200 OK",
                       bodies[number % COUNT_OF(bodies)]);
}

/* Asks for the realms with a new client, which begins with a random endpoint. */
static void ask_once(const char *endpoints)
{
    sortid_node_client *client;
    sortid_node_realm **realms;
    size_t count;
    const sortid_node_client_options options = {.store = endpoints};
    assert_int_equal(sortid_node_open(&client, &options, NULL), SORTID_NODE_OK);
    if (sortid_node_list(client, &realms, &count, NULL) == SORTID_NODE_OK)
        sortid_node_list_free(realms, count);
    sortid_node_close(client);
}

static void test_bad_replies(void **state)
{
    (void)state;
    SERVERS_NEEDED();
    char endpoints[STUB_URL_SIZE + sizeof single->endpoints];
    struct stub *stub = stub_start(serve_bad_replies, NULL);
    struct crew *crew = crew_new(single, "p=0-7/20");
    snprintf(endpoints, sizeof endpoints, "%s,%s", stub_url(stub), single->endpoints);
    for (size_t i = 0; i < 8; i++)
        crew_add(crew, endpoints, NULL, "horizon=2000 life=%zu renewal_thread=%zu",
                 i < 4 ? 0 : 200 * i, i & 1);
    for (size_t i = 0; i < 8; i++)
        AWAIT(reservations(crew, i) >= (i < 4 ? 1 : 2) && crew_made(crew, i) > 0);
    await_beyond(crew, crew->count, highest_bound(crew));
    for (size_t i = 0; i < 64 && stub_requests(stub) == 0;
         i++) /* all 8 may have started with etcd */
        ask_once(endpoints);
    assert_true(stub_requests(stub) > 0);
    crew_end(crew, false);
    stub_end(stub);
}

int main(int argc, char **argv)
{
    (void)argc;
    support_begin();
    crew_begin(argv[0]);
    if (servers_are_postgres()) { // one server, and no stub that answers in its words
        const struct CMUnitTest tests[] = {
            cmocka_unit_test(test_store_killed), cmocka_unit_test(test_cut),
            cmocka_unit_test(test_refused),      cmocka_unit_test(test_no_bounds),
            cmocka_unit_test(test_lossy),
        };
        CREW_RUN(tests, begin, end);
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_store_killed),   cmocka_unit_test(test_leader_killed),
        cmocka_unit_test(test_leader_stopped), cmocka_unit_test(test_cut),
        cmocka_unit_test(test_refused),        cmocka_unit_test(test_no_bounds),
        cmocka_unit_test(test_lossy),          cmocka_unit_test(test_bad_replies),
    };
    CREW_RUN(tests, begin, end);
}
