/* SPDX-License-Identifier: MIT */
/* test_store.c: the calls of node/store.h with a real store (server.h): each operation, leases to
 * their end, times; transactions that meet; the server crashes, is restarted and stopped while a
 * client uses it. It runs once with etcd and once with PostgreSQL. */
#include "client.h"
#include "server.h"

#include <pthread.h>
#include <time.h>

static struct store *store;
static int begin(void **state)
{
    servers_begin(state);
    if (the_server != NULL) {
        store = client_open(the_server->endpoints, PATIENT_MS);
        EXPECT_NODE(store->calls->prepare(store, &error), OK);
        EXPECT_NODE(store->calls->prepare(store, &error), OK);
    }
    return 0;
}

static int end(void **state)
{
    client_close(store);
    return servers_finish(state);
}

/* ---- Transactions ---------------------------------------------------------------------------- */

static void get(struct store_reply *reply, struct store_operation operation)
{
    operation.kind = STORE_RANGE;
    EXPECT_NODE(client_do(reply, store, &operation, false, &error), OK);
    EXPECT(reply->range_count == 1, "%zu ranges", reply->range_count);
}

/* Expects these keys in the only range, each a letter after "t/", and the total unless it is -1;
 * frees the reply. */
static void expect_keys(struct store_reply *reply, const char *letters, int64_t total)
{
    const struct store_range *range = &reply->ranges[0];
    EXPECT(range->count == strlen(letters) && (total < 0 || range->total == total),
           "%zu of %jd keys, not %s", range->count, (intmax_t)range->total, letters);
    for (size_t i = 0; i < range->count; i++)
        EXPECT(range->pairs[i].key[2] == letters[i], "%s is not t/%c", range->pairs[i].key,
               letters[i]);
    sortid_node_store_reply_free(reply);
}

TEST_WITH_SERVERS(ranges)
{
    static const char *const keys[] = {"t/c", "t/a", "t/d", "t/b", "t/a"};
    struct store_reply reply;
    for (size_t i = 0; i < COUNT_OF(keys); i++)
        EXPECT_NODE(client_put(store, keys[i], keys[i] + 1), OK);
    get(&reply, (struct store_operation){.key = "t/", .end = "t0"});
    EXPECT(strcmp(reply.ranges[0].pairs[0].value, "/a") == 0, "a value");
    EXPECT(reply.ranges[0].pairs[0].changed_at > reply.ranges[0].pairs[0].created_at, "revisions");
    expect_keys(&reply, "abcd", 4);
    get(&reply, (struct store_operation){.key = "t/", .end = "t0", .order = STORE_BY_CHANGE});
    expect_keys(&reply, "cdba", 4);
    get(&reply,
        (struct store_operation){.key = "t/", .end = "t0", .order = STORE_BY_CHANGE, .limit = 2});
    expect_keys(&reply, "cd", -1); /* the total of a limited range is undefined */
    get(&reply, (struct store_operation){.key = "t/b", .end = "t/d", .keys_only = true});
    EXPECT(reply.ranges[0].pairs[0].value[0] == '\0', "a value");
    expect_keys(&reply, "bc", 2);
    get(&reply, (struct store_operation){.key = "t/", .end = "t0", .count_only = true});
    expect_keys(&reply, "", 4);
    get(&reply, (struct store_operation){.key = "t/d"});
    expect_keys(&reply, "d", 1);
    get(&reply, (struct store_operation){.key = "t/x"});
    expect_keys(&reply, "", 0);
}

/* If the key was created at this revision: puts and reads it; otherwise reads and deletes it. */
static void swap(struct store_reply *reply, const char *key, const struct store_compare *compare)
{
    struct store_operation operations[] = {{.kind = STORE_PUT, .key = key, .value = "new"},
                                           {.kind = STORE_RANGE, .key = key}};
    struct store_operation otherwise[] = {{.kind = STORE_RANGE, .key = key},
                                          {.kind = STORE_DELETE, .key = key},
                                          {.kind = STORE_RANGE, .key = key, .end = "z"}};
    struct store_transaction transaction = {compare, 1, operations, 2, otherwise, 3, false};
    EXPECT_NODE(store->calls->transact(reply, store, &transaction, false, &error), OK);
}

static void delete_key(const char *key)
{
    const struct store_operation operation = {.kind = STORE_DELETE, .key = key};
    EXPECT_NODE(client_do(NULL, store, &operation, true, &error), OK);
}

/* The position of a store never falls, and rises by a write; the identity stays the same. */
TEST_WITH_SERVERS(positions)
{
    struct store_reply first, then;
    get(&first, (struct store_operation){.key = "p"});
    EXPECT_NODE(client_put(store, "p", "1"), OK);
    get(&then, (struct store_operation){.key = "p"});
    EXPECT(first.position > 0 && then.position > first.position, "%jd, then %jd",
           (intmax_t)first.position, (intmax_t)then.position);
    EXPECT(first.identity[0] != '\0', "no identity");
    assert_string_equal(first.identity, then.identity);
    sortid_node_store_reply_free(&first);
    sortid_node_store_reply_free(&then);
}

TEST_WITH_SERVERS(compares)
{
    struct store_compare compare = {"u", STORE_CREATED_AT, 0, NULL};
    struct store_reply reply;
    swap(&reply, "u", &compare); /* does not exist: created */
    EXPECT(reply.succeeded && reply.range_count == 1 && reply.ranges[0].count == 1, "made");
    int64_t created = reply.ranges[0].pairs[0].created_at;
    sortid_node_store_reply_free(&reply);
    compare = (struct store_compare){"u", STORE_CHANGED_AT, created, NULL};
    swap(&reply, "u", &compare); /* unchanged: changed */
    EXPECT(reply.succeeded && reply.ranges[0].pairs[0].created_at == created &&
               reply.ranges[0].pairs[0].changed_at > created,
           "changed");
    sortid_node_store_reply_free(&reply);
    compare.what = STORE_CREATED_AT;
    swap(&reply, "u", &compare); /* still the same one */
    EXPECT(reply.succeeded, "created as before");
    sortid_node_store_reply_free(&reply);
    compare.what = STORE_CHANGED_AT;
    swap(&reply, "u", &compare); /* changed meanwhile: deleted */
    EXPECT(!reply.succeeded && reply.range_count == 2 && reply.ranges[0].count == 1 &&
               reply.ranges[1].count == 0,
           "deleted");
    sortid_node_store_reply_free(&reply);
    for (size_t i = 0; i < 3; i++) { /* a key that does not exist has no value, not even "" */
        const char *const values[] = {"", "old", "new"};
        compare = (struct store_compare){"u", STORE_VALUE, 0, values[i]};
        EXPECT_NODE(client_put(store, "u", "new"), OK);
        if (i == 0)
            delete_key("u");
        swap(&reply, "u", &compare);
        EXPECT(reply.succeeded == (i == 2), "value \"%s\"", values[i]);
        sortid_node_store_reply_free(&reply);
    }
}

/* ---- Transactions that meet ------------------------------------------------------------------ */

enum { meeters = 6, meetings = 25 };

struct meeter {
    pthread_t thread;
    size_t index;
    struct store *store;
    unsigned won, failed;
};

/* Adds 1 to the number in "m/0" by a compare of its revision, or of its absence, and writes a key
 * of its own; in every other transaction the keys are in another order. Half of the clients compare
 * a key that does not exist, too. */
static void *meet(void *argument)
{
    struct meeter *meeter = argument;
    char own[8], number[24];
    snprintf(own, sizeof own, "m/%zu", meeter->index + 1);
    while (meeter->won < meetings && meeter->failed == 0) {
        struct store_reply reply;
        const struct store_operation look = {.kind = STORE_RANGE, .key = "m/0"};
        if (client_do(&reply, meeter->store, &look, true, NULL) != SORTID_NODE_OK) {
            meeter->failed++;
            break;
        }
        const struct store_pair *pair = reply.ranges[0].count > 0 ? reply.ranges[0].pairs : NULL;
        const struct store_compare compares[] = {
            {"m/0", STORE_CHANGED_AT, pair != NULL ? pair->changed_at : 0, NULL},
            {"m/none", STORE_CREATED_AT, 0, NULL}};
        unsigned long next = pair != NULL ? strtoul(pair->value, NULL, 10) + 1 : 1;
        snprintf(number, sizeof number, "%lu", next);
        sortid_node_store_reply_free(&reply);
        const struct store_operation puts[] = {
            {.kind = STORE_PUT, .key = meeter->won & 1 ? "m/0" : own, .value = number},
            {.kind = STORE_PUT, .key = meeter->won & 1 ? own : "m/0", .value = number}};
        const struct store_transaction add = {.compares = compares,
                                              .compare_count = 1 + (meeter->index & 1),
                                              .operations = puts,
                                              .operation_count = 2};
        if (meeter->store->calls->transact(&reply, meeter->store, &add, false, NULL) !=
            SORTID_NODE_OK) {
            meeter->failed++;
            break;
        }
        meeter->won += reply.succeeded;
        sortid_node_store_reply_free(&reply);
    }
    return NULL;
}

/* No addition is lost, and none fails for another reason than a compare. */
TEST_WITH_SERVERS(meeting)
{
    struct meeter all[meeters];
    struct store_reply reply;
    char total[24];
    for (size_t i = 0; i < meeters; i++) {
        all[i] =
            (struct meeter){.index = i, .store = client_open(the_server->endpoints, PATIENT_MS)};
        assert_int_equal(pthread_create(&all[i].thread, NULL, meet, &all[i]), 0);
    }
    for (size_t i = 0; i < meeters; i++) {
        pthread_join(all[i].thread, NULL);
        client_close(all[i].store);
        EXPECT(all[i].failed == 0 && all[i].won == meetings, "client %zu failed", i);
    }
    get(&reply, (struct store_operation){.key = "m/0"});
    snprintf(total, sizeof total, "%d", meeters * meetings);
    assert_string_equal(reply.ranges[0].pairs[0].value, total);
    sortid_node_store_reply_free(&reply);
    get(&reply, (struct store_operation){.key = "m/none", .count_only = true});
    expect_keys(&reply, "", 0);
}

/* Each of two clients writes its key if the other's does not exist. */
static void *skew(void *argument)
{
    struct meeter *meeter = argument;
    static const char *const keys[] = {"s/a", "s/b"};
    struct store_reply reply;
    const struct store_compare compare = {keys[1 - meeter->index], STORE_CREATED_AT, 0, NULL};
    const struct store_operation put = {
        .kind = STORE_PUT, .key = keys[meeter->index], .value = "x"};
    const struct store_transaction all = {
        .compares = &compare, .compare_count = 1, .operations = &put, .operation_count = 1};
    meeter->failed =
        meeter->store->calls->transact(&reply, meeter->store, &all, false, NULL) != SORTID_NODE_OK;
    if (meeter->failed == 0) {
        meeter->won += reply.succeeded;
        sortid_node_store_reply_free(&reply);
    }
    return NULL;
}

/* Only the first one does: a key that is absent stays so until the end of the transaction. */
TEST_WITH_SERVERS(skew)
{
    struct meeter both[2];
    for (size_t i = 0; i < 2; i++)
        both[i] =
            (struct meeter){.index = i, .store = client_open(the_server->endpoints, PATIENT_MS)};
    for (unsigned round = 0; round < 60; round++) {
        delete_key("s/a");
        delete_key("s/b");
        for (size_t i = 0; i < 2; i++)
            assert_int_equal(pthread_create(&both[i].thread, NULL, skew, &both[i]), 0);
        for (size_t i = 0; i < 2; i++)
            pthread_join(both[i].thread, NULL);
        EXPECT(both[0].failed + both[1].failed == 0, "a transaction failed");
        EXPECT(both[0].won + both[1].won == round + 1, "round %u: %u and %u", round, both[0].won,
               both[1].won);
    }
    for (size_t i = 0; i < 2; i++)
        client_close(both[i].store);
}

TEST_WITH_SERVERS(texts)
{
    char long_value[20001];
    struct store_reply reply;
    for (size_t i = 0; i < sizeof long_value - 1; i++)
        long_value[i] = (char)(0x20 + i % 95);
    long_value[sizeof long_value - 1] = '\0';
    EXPECT_NODE(client_put(store, "v \"\\~", long_value), OK);
    get(&reply, (struct store_operation){.key = "v \"\\~"});
    assert_string_equal(reply.ranges[0].pairs[0].value, long_value);
    sortid_node_store_reply_free(&reply);
    EXPECT_NODE(client_put(store, "v2", ""), OK);
    get(&reply, (struct store_operation){.key = "v2"});
    assert_string_equal(reply.ranges[0].pairs[0].value, "");
    sortid_node_store_reply_free(&reply);
}

TEST_WITH_SERVERS(error)
{
    struct store_operation put = {.kind = STORE_PUT, .key = "w", .value = "", .lease = 77};
    EXPECT_NODE(client_do(NULL, store, &put, true, &error), STORE_FAILED);
    EXPECT(strstr(error.text, servers_are_postgres() ? "the lease of w has run out"
                                                     : "lease not found") != NULL,
           "%s", error.text);
    char port[16];
    snprintf(port, sizeof port, "127.0.0.1:%u", the_server->port);
    EXPECT(strstr(error.text, port) != NULL, "%s", error.text);
}

/* ---- Leases ---------------------------------------------------------------------------------- */

static void call(struct store_lease *lease, enum store_lease_call kind)
{
    int64_t id = lease->id;
    EXPECT_NODE(store->calls->lease(lease, store, kind, &error), OK);
    EXPECT(kind == STORE_GRANT || lease->id == id, "another lease");
}

static void expect_gone(int64_t id)
{
    struct store_lease lease = {.id = id, .ttl_s = 77};
    call(&lease, STORE_KEEP_ALIVE);
    EXPECT(lease.ttl_s == 0 && lease.times.earliest_ms != 0, "%jd s", (intmax_t)lease.ttl_s);
    call(&lease, STORE_TIME_LEFT);
    EXPECT(lease.ttl_s == -1, "%jd s are left", (intmax_t)lease.ttl_s);
    call(&lease, STORE_REVOKE);
}

static void put_on(int64_t lease, const char *key)
{
    struct store_operation put = {.kind = STORE_PUT, .key = key, .value = "", .lease = lease};
    struct store_reply reply;
    EXPECT_NODE(client_do(NULL, store, &put, true, &error), OK);
    get(&reply, (struct store_operation){.key = key});
    EXPECT(reply.ranges[0].pairs[0].lease == lease, "%s has another lease", key);
    sortid_node_store_reply_free(&reply);
}

static int64_t count_of(const char *key)
{
    int64_t total = 77;
    EXPECT_NODE(client_count(&total, store, key, NULL), OK);
    return total;
}

TEST_WITH_SERVERS(lease)
{
    struct store_lease lease = {.ttl_s = 3600};
    call(&lease, STORE_GRANT);
    EXPECT(lease.id > 0 && lease.ttl_s == 3600, "%jd s", (intmax_t)lease.ttl_s);
    put_on(lease.id, "l1");
    lease.ttl_s = 0;
    call(&lease, STORE_KEEP_ALIVE);
    EXPECT(lease.ttl_s == 3600, "%jd s", (intmax_t)lease.ttl_s);
    lease.ttl_s = 0;
    call(&lease, STORE_TIME_LEFT);
    EXPECT(lease.ttl_s > 3000 && lease.ttl_s <= 3600, "%jd s are left", (intmax_t)lease.ttl_s);
    call(&lease, STORE_REVOKE);
    EXPECT(count_of("l1") == 0, "the key outlived its lease");
    expect_gone(lease.id);
    lease.ttl_s = UINT32_MAX;
    call(&lease, STORE_GRANT);
    call(&lease, STORE_REVOKE);
}

/* A short lease, which etcd makes longer, runs out by itself. The key can then be created again. */
TEST_WITH_SERVERS(lease_runs_out)
{
    struct store_lease lease = {.ttl_s = 1};
    struct timespec pause = {.tv_sec = 0, .tv_nsec = 200000000};
    call(&lease, STORE_GRANT);
    EXPECT(lease.ttl_s >= 1, "%jd s", (intmax_t)lease.ttl_s);
    put_on(lease.id, "l2");
    for (unsigned i = 0; i < 300 && count_of("l2") != 0; i++)
        nanosleep(&pause, NULL);
    EXPECT(count_of("l2") == 0, "the lease does not end");
    struct store_compare compare = {"l2", STORE_CREATED_AT, 0, NULL};
    struct store_reply reply;
    swap(&reply, "l2", &compare);
    EXPECT(reply.succeeded &&
               reply.ranges[0].pairs[0].created_at == reply.ranges[0].pairs[0].changed_at,
           "the key is not new");
    sortid_node_store_reply_free(&reply);
    expect_gone(lease.id);
}

/* The client's clock is the store's clock here: the true time is in [earliest, latest], and in
 * [sent, answered]. */
TEST_WITH_SERVERS(times)
{
    for (unsigned i = 0; i < 30; i++) {
        struct store_lease lease = {.ttl_s = 60};
        uint64_t boot = client_now(), unix_ms = 0, now_ms = 0;
        assert_true(sortid_node_platform_unix_ms(&unix_ms));
        call(&lease, STORE_GRANT);
        assert_true(sortid_node_platform_unix_ms(&now_ms));
        const struct store_times *times = &lease.times;
        EXPECT(times->sent_boot_ms >= boot && times->sent_boot_ms <= client_now(), "boot clock");
        EXPECT(times->sent_unix_ms >= unix_ms && times->answered_unix_ms >= times->sent_unix_ms &&
                   times->answered_unix_ms <= now_ms,
               "wall clock");
        EXPECT(times->earliest_ms <= times->answered_unix_ms &&
                   times->latest_ms >= times->sent_unix_ms &&
                   times->latest_ms - times->earliest_ms <= (servers_are_postgres() ? 1 : 999),
               "time %ju, sent %ju, answered %ju", (uintmax_t)times->earliest_ms,
               (uintmax_t)times->sent_unix_ms, (uintmax_t)times->answered_unix_ms);
        call(&lease, STORE_REVOKE);
    }
}

/* ---- Failures of the server ------------------------------------------------------------------ */

TEST_WITH_SERVERS(killed_and_back)
{
    struct store *hasty = NULL;
    EXPECT_NODE(client_put(store, "kept", "x"), OK);
    servers_order(the_server, "kill 0");
    error.text[0] = '\0';
    for (uint32_t ms = 500; ms <= PATIENT_MS && strstr(error.text, "refused") == NULL; ms *= 4) {
        hasty = client_open(the_server->endpoints, ms);
        EXPECT_NODE(client_put(hasty, "lost", "x"), UNREACHABLE);
        client_close(hasty);
    }
    EXPECT_WORDS("refused");
    servers_order(the_server, "restart 0");
    EXPECT(count_of("kept") == 1 && count_of("lost") == 0, "the data changed");
}

static void *put_over(void *argument)
{
    return client_put(argument, "over", "x") == SORTID_NODE_OK ? NULL : argument;
}

/* One call lasts until the server is back. */
TEST_WITH_SERVERS(call_over_a_restart)
{
    pthread_t thread;
    void *failed = NULL;
    struct timespec pause = {.tv_sec = 0, .tv_nsec = 300000000};
    servers_order(the_server, "kill 0");
    assert_int_equal(pthread_create(&thread, NULL, put_over, store), 0);
    nanosleep(&pause, NULL);
    servers_order(the_server, "restart 0");
    pthread_join(thread, &failed);
    EXPECT(failed == NULL && count_of("over") == 1, "the call did not wait for the server");
}

TEST_WITH_SERVERS(stopped)
{
    struct store *hasty = NULL;
    hasty = client_open(the_server->endpoints, 500);
    servers_order(the_server, "stop 0");
    for (unsigned repeatable = 0; repeatable < 2; repeatable++) {
        struct store_operation put = {.kind = STORE_PUT, .key = "stopped", .value = "x"};
        uint64_t start = client_now();
        EXPECT_NODE(client_do(NULL, hasty, &put, repeatable, &error), UNREACHABLE);
        EXPECT(client_now() - start >= 480 && client_now() - start < 30000,
               "not within its timeout");
    }
    servers_order(the_server, "cont 0");
    client_close(hasty);
    EXPECT_NODE(client_put(store, "stopped", "x"), OK);
}

CASES_MAIN(begin, end)
