/* SPDX-License-Identifier: MIT */
/* test_reservation_store.c: the main paths of a reservation with a real store (server.h) and its revisions,
 * leases, orders and dates: acquire and release, races, a lease that runs out, ids taken over, the
 * server killed and restarted. test_reservation*.c test all interleavings. */
#include "../support/support.h"
#include "server.h"

#include <sortid/node.h>

#include <pthread.h>
#include <unistd.h>

enum { PATIENT_MS = 60000 }; // for calls that must succeed; no test waits until it has passed

static struct servers *servers;
static sortid_node_error error;

#define EXPECT_NODE(call, expected)                                                                \
    do {                                                                                           \
        error.text[0] = '\0';                                                                      \
        const sortid_node_status met = (call);                                                     \
        EXPECT(met == (expected), PLACE ": status %d, not %d: %s", (int)met, (int)(expected),      \
               error.text);                                                                        \
    } while (0)

static int begin(void **state)
{
    (void)state;
    if (servers_there())
        servers = servers_start(1, false);
    return 0;
}

static int end(void **state)
{
    (void)state;
    if (servers != NULL)
        servers_end(servers);
    return 0;
}

static sortid_node_client *open_client(uint32_t timeout_ms)
{
    sortid_node_client_options options;
    sortid_node_client *client = NULL;
    options = (sortid_node_client_options){0};
    options.store = servers->endpoints;
    options.timeout_ms = timeout_ms;
    EXPECT_NODE(sortid_node_open(&client, &options, &error), SORTID_NODE_OK);
    return client;
}

static sortid_node_client *open_realm(const char *realm, const char *text)
{
    sortid_node_pool pool;
    sortid_node_client *client = open_client(PATIENT_MS);
    EXPECT_NODE(sortid_node_pool_parse(&pool, text, strlen(text), &error), SORTID_NODE_OK);
    EXPECT_NODE(sortid_node_init(client, realm, &pool, 1, NULL, NULL, &error), SORTID_NODE_OK);
    EXPECT_NODE(sortid_node_init(client, realm, &pool, 1, NULL, NULL, &error), SORTID_NODE_OK);
    return client;
}

static sortid_node_reservation_options options_of(const char *realm)
{
    sortid_node_reservation_options options;
    options = (sortid_node_reservation_options){0};
    options.realm = realm;
    options.pool = "p";
    options.label = "etcd";
    return options;
}

static sortid_node_reservation *take(sortid_node_client *client,
                                     const sortid_node_reservation_options *options)
{
    sortid_node_reservation *reservation = NULL;
    EXPECT_NODE(sortid_node_acquire(client, &reservation, options, &error), SORTID_NODE_OK);
    return reservation;
}

static uint64_t start_of(const sortid_node_reservation *reservation)
{
    sortid_scru64_node_spec spec;
    sortid_scru64_fields fields;
    sortid_node_reservation_spec(reservation, &spec);
    sortid_scru64_to_fields(&fields, &spec.last);
    return fields.timestamp + 1;
}

static sortid_status cover(const sortid_node_reservation *reservation, uint64_t tick)
{
    const sortid_bound *bound = sortid_node_reservation_bound(reservation);
    return bound->cover(bound->context, tick, SORTID_COVER_SHARED);
}

/* The one id that was used in a realm. */
static sortid_node_id_report only_id(sortid_node_client *client, const char *realm)
{
    sortid_node_report *report;
    EXPECT_NODE(sortid_node_examine(client, &report, realm, &error), SORTID_NODE_OK);
    EXPECT(report->id_count == 1, "%zu ids", report->id_count);
    sortid_node_id_report id = *report->ids[0];
    sortid_node_report_free(report);
    return id;
}

/* ---- One holder ----------------------------------------------------------------------------- */

static void test_take_and_release(void **state)
{
    (void)state;
    SERVERS_NEEDED();
    sortid_node_client *client = open_realm("one", "p=5/8");
    const sortid_node_reservation_options options = options_of("one");
    sortid_node_reservation *reservation = take(client, &options);
    uint64_t first = start_of(reservation), next;
    sortid_node_id_report id = only_id(client, "one");
    assert_true(id.is_reserved && !id.clean && id.lease_remaining_s > 0 &&
                id.lease_remaining_s <= 15);
    assert_int_equal(id.bound, first + 235);
    assert_string_equal(id.label, "etcd");
    assert_int_equal(cover(reservation, first + 2), SORTID_OK);
    EXPECT_NODE(sortid_node_renew(reservation, &next, &error), SORTID_NODE_OK);
    EXPECT_NODE(sortid_node_release(reservation, &error), SORTID_NODE_OK);
    id = only_id(client, "one");
    assert_true(!id.is_reserved && id.clean);
    assert_int_equal(id.bound, first + 3);
    reservation = take(client, &options);
    assert_true(start_of(reservation) >= first + 3);
    EXPECT_NODE(sortid_node_release(reservation, &error), SORTID_NODE_OK);
    sortid_node_close(client);
}

/* A short horizon: the generator raises the bound itself, for some seconds of ticks. */
static void test_generate(void **state)
{
    (void)state;
    SERVERS_NEEDED();
    sortid_scru64_generator generator;
    sortid_options generating;
    sortid_scru64_node_spec spec;
    sortid_scru64_fields fields = {.timestamp = 0};
    sortid_node_client *client = open_realm("generate", "p=5/23");
    sortid_node_reservation_options options = options_of("generate");
    options.horizon_ms = 1000;
    sortid_node_reservation *reservation = take(client, &options);
    sortid_node_reservation_spec(reservation, &spec);
    generating =
        (sortid_options){.node = &spec, .bound = sortid_node_reservation_bound(reservation)};
    EXPECT_STATUS(sortid_scru64_generator_init(&generator, &generating, NULL), SORTID_OK, "init");
    for (unsigned i = 0; i < 60; i++) { // two per tick: thirty ticks, ahead of the clock
        sortid_scru64 id;
        EXPECT_STATUS(sortid_scru64_generator_next(&generator, &id, NULL), SORTID_OK, "ID %u", i);
        sortid_scru64_to_fields(&fields, &id);
        assert_true(fields.timestamp >= start_of(reservation));
    }
    assert_true(only_id(client, "generate").bound > fields.timestamp);
    EXPECT_NODE(sortid_node_release(reservation, &error), SORTID_NODE_OK);
    assert_int_equal(only_id(client, "generate").bound, fields.timestamp + 1);
    sortid_node_close(client);
}

/* Waits until the id has no holder in the store. */
static void await_end_of_lease(sortid_node_client *client, const char *realm)
{
    while (only_id(client, realm).is_reserved)
        usleep(100000);
}

/* Renews until the store has the holder: on a slow machine the lease can end before it is seen. */
static void resume(sortid_node_reservation *reservation, sortid_node_client *client,
                   const char *realm)
{
    uint64_t next;
    unsigned tries = 0;
    do {
        EXPECT_NODE(sortid_node_renew(reservation, &next, &error), SORTID_NODE_OK);
    } while (!only_id(client, realm).is_reserved && ++tries < 100);
    assert_true(tries < 100);
}

static void test_resume_and_lose(void **state)
{
    (void)state;
    SERVERS_NEEDED();
    uint64_t next;
    sortid_node_client *client = open_realm("lost", "p=5/8");
    sortid_node_reservation_options options = options_of("lost");
    options.lease_s = 2;
    options.horizon_ms = 1000;
    sortid_node_reservation *reservation = take(client, &options);
    await_end_of_lease(client, "lost");
    resume(reservation, client, "lost");
    uint64_t bound = only_id(client, "lost").bound;
    assert_int_equal(cover(reservation, bound - 1), SORTID_OK);
    await_end_of_lease(client, "lost");
    options = options_of("lost"); // a longer lease
    sortid_node_reservation *taker = take(client, &options);
    assert_true(start_of(taker) >= bound);
    EXPECT_NODE(sortid_node_renew(reservation, &next, &error), SORTID_NODE_LOST);
    assert_int_equal(cover(reservation, bound), SORTID_RESERVATION_LOST);
    EXPECT_NODE(sortid_node_release(reservation, &error), SORTID_NODE_LOST);
    EXPECT_NODE(sortid_node_release_id(client, "lost", 5, 8, &error), SORTID_NODE_OK);
    EXPECT_NODE(sortid_node_release_id(client, "lost", 5, 8, &error), SORTID_NODE_NOT_RESERVED);
    EXPECT_NODE(sortid_node_release(taker, &error), SORTID_NODE_LOST);
    sortid_node_close(client);
}

/* ---- Several holders ---------------------------------------------------------------------- */

#define RACERS 8

struct racer {
    pthread_t thread;
    sortid_node_client *client;
    sortid_node_reservation *reservation;
    sortid_node_status status;
};

/* All of them have ids until the last one has asked. */
static sortid_node_reservation_options long_options(void)
{
    sortid_node_reservation_options options = options_of("race");
    options.lease_s = 120;
    options.horizon_ms = 300000;
    return options;
}

static void *race(void *argument)
{
    struct racer *racer = argument;
    const sortid_node_reservation_options options = long_options();
    racer->status = sortid_node_acquire(racer->client, &racer->reservation, &options, NULL);
    return NULL;
}

static void run_race(struct racer racers[RACERS])
{
    bool seen[RACERS] = {false};
    for (size_t i = 0; i < RACERS; i++)
        assert_int_equal(pthread_create(&racers[i].thread, NULL, race, &racers[i]), 0);
    for (size_t i = 0; i < RACERS; i++)
        assert_int_equal(pthread_join(racers[i].thread, NULL), 0);
    for (size_t i = 0; i < RACERS; i++) {
        sortid_scru64_node_spec spec;
        assert_int_equal(racers[i].status, SORTID_NODE_OK);
        sortid_node_reservation_spec(racers[i].reservation, &spec);
        assert_false(seen[spec.node_id - 100]);
        seen[spec.node_id - 100] = true;
    }
}

/* As many clients as ids, all at once: first for ids that were never used, then for used ones. */
static void test_race(void **state)
{
    (void)state;
    SERVERS_NEEDED();
    struct racer racers[RACERS];
    sortid_node_reservation *one_more;
    const sortid_node_reservation_options options = long_options();
    sortid_node_client *client = open_realm("race", "p=100-107/8");
    for (size_t i = 0; i < RACERS; i++)
        racers[i].client = open_client(PATIENT_MS);
    for (unsigned round = 0; round < 2; round++) {
        run_race(racers);
        EXPECT_NODE(sortid_node_acquire(client, &one_more, &options, &error), SORTID_NODE_NO_ID);
        assert_string_equal(error.text,
                            "pool p of realm race: 8 of 8 ids are reserved: wait, or add a pool");
        for (size_t i = 0; i < RACERS; i++)
            EXPECT_NODE(sortid_node_release(racers[i].reservation, &error), SORTID_NODE_OK);
    }
    for (size_t i = 0; i < RACERS; i++)
        sortid_node_close(racers[i].client);
    sortid_node_close(client);
}

/* A pool of more ids than one request counts, partly used: the id unused the longest is taken
 * first. */
static void test_order(void **state)
{
    (void)state;
    SERVERS_NEEDED();
    enum { ids = 100 };
    sortid_scru64_node_spec spec;
    uint32_t order[ids];
    bool seen[ids] = {false};
    sortid_node_client *client = open_realm("order", "p=100-199/9");
    const sortid_node_reservation_options options = options_of("order");
    for (size_t i = 0; i < ids + 3; i++) {
        sortid_node_reservation *reservation = take(client, &options);
        sortid_node_reservation_spec(reservation, &spec);
        if (i < ids) {
            assert_false(seen[spec.node_id - 100]);
            seen[spec.node_id - 100] = true;
            order[i] = spec.node_id;
        } else {
            assert_int_equal(spec.node_id, order[i - ids]);
        }
        EXPECT_NODE(sortid_node_release(reservation, &error), SORTID_NODE_OK);
    }
    sortid_node_close(client);
}

/* ---- The server is killed ------------------------------------------------------------------- */

static void test_server_killed(void **state)
{
    (void)state;
    SERVERS_NEEDED();
    uint64_t next;
    sortid_node_client *client = open_realm("killed", "p=5/8");
    sortid_node_client *hasty = open_client(300);
    sortid_node_reservation_options options = options_of("killed");
    options.horizon_ms = 1000;
    options.renewal_thread = true;
    sortid_node_reservation *reservation = take(hasty, &options);
    options.renewal_thread = false;
    servers_kill(servers, 0);
    while (sortid_node_renew(reservation, &next, &error) != SORTID_NODE_UNREACHABLE)
        usleep(10000);
    sortid_node_reservation *none;
    EXPECT_NODE(sortid_node_acquire(hasty, &none, &options, &error), SORTID_NODE_UNREACHABLE);
    servers_restart(servers, 0);
    while (sortid_node_renew(reservation, &next, &error) != SORTID_NODE_OK)
        usleep(10000);
    sortid_node_id_report id = only_id(client, "killed");
    assert_true(id.is_reserved);
    assert_int_equal(cover(reservation, id.bound - 1), SORTID_OK);
    uint64_t free_from = id.bound;
    sortid_node_status status =
        sortid_node_release(reservation, &error); // 300 ms may not be enough
    EXPECT(status == SORTID_NODE_OK || status == SORTID_NODE_UNREACHABLE, "%s", error.text);
    assert_true(only_id(client, "killed").bound >= free_from);
    sortid_node_close(hasty);
    sortid_node_close(client);
}

int main(void)
{
    support_begin();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_take_and_release),
        cmocka_unit_test(test_generate),
        cmocka_unit_test(test_resume_and_lose),
        cmocka_unit_test(test_race),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_server_killed),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
