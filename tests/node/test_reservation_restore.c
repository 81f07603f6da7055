/* SPDX-License-Identifier: MIT */
/* test_reservation_restore.c: copies of a process, stores that went back, the cap of bounds, and
 * raising the bounds of a realm (docs/node-design.md), with the store of fake_etcd.h. */
#include "reservation_fixture.h"

#include "node/client.h"
#include "node/transactions.h"

#define DAY UINT64_C(86400000)

static const char pool[] = "p=5/8";

/* ---- Copies -------------------------------------------------------------------------------- */

/* What two copies of one process know, which has acquired the id. */
struct copies {
    struct records original, copy;
};

static struct store *store;

static void begin_copies(struct copies *copies)
{
    enum ownership state;
    sortid_node_realm realm;
    struct store_reply reply;
    struct store_lease lease = {.ttl_s = 15};
    const sortid_node_client_options options = {0};
    const struct store_operation get = {.kind = STORE_RANGE, .key = "sortid/r/realm"};
    const struct store_transaction all = {.operations = &get, .operation_count = 1};
    struct records *records = &copies->original;
    fixture_begin(pool);
    EXPECT_NODE(sortid_node_etcd_open(&store, &options, &error), OK);
    *records = (struct records){.realm = "r", .node_id = 5, .size = 8};
    EXPECT_NODE(store->calls->transact(&reply, store, &all, true, &error), OK);
    EXPECT_NODE(sortid_node_records_take_realm(records, &realm, &reply, &reply.ranges[0], &error),
                OK);
    sortid_node_realm_free(&realm);
    sortid_node_store_reply_free(&reply);
    EXPECT_NODE(store->calls->lease(&lease, store, STORE_GRANT, &error), OK);
    assert_true(sortid_node_records_draw(records->token));
    EXPECT_NODE(sortid_node_records_write(&state, records, store, RECORDS_ACQUIRE, lease.id,
                                          START + 100, &error),
                OK);
    assert_int_equal(state, OWNERSHIP_WRITTEN);
    copies->copy = *records;
    copies->copy.realm_value = strdup(records->realm_value);
    assert_non_null(copies->copy.realm_value);
}

static void end_copies(struct copies *copies)
{
    sortid_node_records_free(&copies->original);
    sortid_node_records_free(&copies->copy);
    store->calls->close(store);
    fixture_end();
}

static enum ownership raised(struct records *records, uint64_t bound)
{
    enum ownership state = OWNERSHIP_LOST;
    EXPECT_NODE(sortid_node_records_write(&state, records, store, RECORDS_RAISE, 0, bound, &error),
                OK);
    return state;
}

static enum ownership seen(struct records *records)
{
    enum ownership state = OWNERSHIP_LOST;
    EXPECT_NODE(sortid_node_records_read(&state, records, store, &error), OK);
    return state;
}

/* The copy that raises first continues; the other one has lost the id, also if both draw the same
 * nonces, and cannot lower the bound by a release. */
TEST(copies)
{
    for (unsigned same_nonces = 0; same_nonces < 2; same_nonces++) {
        struct copies copies;
        enum ownership state;
        begin_copies(&copies);
        uint64_t random = fake.random;
        assert_int_equal(raised(&copies.original, START + 200), OWNERSHIP_WRITTEN);
        if (same_nonces)
            fake.random = random;
        assert_int_equal(raised(&copies.copy, START + 200), OWNERSHIP_COPIED);
        assert_int_equal(seen(&copies.copy), OWNERSHIP_COPIED);
        EXPECT_NODE(sortid_node_records_write(&state, &copies.copy, store, RECORDS_RELEASE, 0,
                                              START + 7, &error),
                    OK);
        assert_int_equal(state, OWNERSHIP_COPIED);
        assert_int_equal(bound_of(5, 8), START + 200);
        assert_int_equal(raised(&copies.original, START + 300), OWNERSHIP_WRITTEN);
        end_copies(&copies);
    }
}

/* A process knows its own write whose reply was lost, also after further attempts, until a later
 * one is acknowledged. */
TEST(unknown_writes)
{
    struct copies copies;
    enum ownership found;
    begin_copies(&copies);
    struct records *own = &copies.original;
    set_fate(FAKE_WRITE, 1, FAKE_LATE);
    EXPECT_NODE(
        sortid_node_records_write(&found, own, store, RECORDS_RAISE, 0, START + 200, &error),
        UNREACHABLE);
    set_fate(FAKE_WRITE, 1, FAKE_NOT_SENT);
    EXPECT_NODE(
        sortid_node_records_write(&found, own, store, RECORDS_RAISE, 0, START + 201, &error),
        UNREACHABLE);
    assert_int_equal(seen(own), OWNERSHIP_OURS);
    assert_int_equal(own->unknown_count, 2);
    fake_deliver_late();
    assert_int_equal(raised(own, START + 250), OWNERSHIP_OURS); // not written
    assert_int_equal(own->bound, START + 200);
    assert_int_equal(raised(own, START + 250), OWNERSHIP_WRITTEN);
    assert_int_equal(own->unknown_count, 0);
    assert_int_equal(seen(&copies.copy), OWNERSHIP_COPIED);
    end_copies(&copies);
}

/* A copy of a machine is noticed by its clocks: no new tick before the bound was raised. */
TEST_ON(jump, pool)
{
    sortid_node_reservation *taken = take(NULL);
    EXPECT_NODE(renew(taken), OK);
    assert_int_equal(ask(taken, START), SORTID_OK);
    uint64_t bound = bound_of(5, 8);
    fake.clock_off_ms = fake.etcd_off_ms = 10000; // both clocks were right all the time
    set_fate(FAKE_WRITE, 1, FAKE_NOT_SENT);
    EXPECT_NODE(renew(taken), UNREACHABLE);
    assert_int_equal(ask(taken, START), SORTID_OK); // which had begun
    set_fate(FAKE_WRITE, 1, FAKE_NOT_SENT);
    fake_pass(1000);
    assert_int_equal(ask(taken, START + 1), SORTID_BOUND_REACHED);
    fake_pass(1000);
    EXPECT_NODE(renew(taken), OK);
    assert_true(bound_of(5, 8) > bound);
    assert_int_equal(ask(taken, START + 1), SORTID_OK);
}

/* ---- Stores that went back ------------------------------------------------------------------ */

static uint64_t floor_ms; /* of the last raise */

static sortid_node_status raise_by(const char *realm, const sortid_node_raise *raise)
{
    const sortid_node_realm_options options = {.raise = raise};
    return sortid_node_realm_create(client, realm, NULL, 0, &options, &floor_ms, &error);
}
#define RAISE(realm, ...) raise_by(realm, &(const sortid_node_raise){__VA_ARGS__})
#define AUTO              .unix_ms = 0

static void pass_to_floor(void)
{
    fake_pass(floor_ms - fake_now());
}

static sortid_node_reservation *reservation;

/* A test with a reservation that has raised its bound since a backup. */
#define TEST_BACKED_UP(name) TEST_AROUND(name, begin_backed_up(), fixture_end())

static void begin_backed_up(void)
{
    fixture_begin(pool);
    reservation = take(NULL);
    fake_backup();
    for (unsigned i = 0; i < 8; i++) {
        fake_pass(5000);
        EXPECT_NODE(renew(reservation), OK);
    }
    assert_true(bound_of(5, 8) > START + HORIZON);
}

static sortid_node_status renew_due(sortid_node_reservation *one)
{
    sortid_node_status status = SORTID_NODE_OK;
    for (unsigned i = 0; i < 8 && status == SORTID_NODE_OK; i++) {
        fake_pass(5000);
        status = renew(one);
    }
    return status;
}

/* A store that went back ends a reservation that learns of it: no new tick, though its bound is
 * ahead. Its client acquires no other id before the bounds are raised. */
TEST_BACKED_UP(restored_silently)
{
    sortid_node_reservation *other;
    assert_int_equal(ask(reservation, now_tick()), SORTID_OK);
    uint64_t last = now_tick();
    fake_restore();
    EXPECT_NODE(renew_due(reservation), LOST);
    EXPECT_WORDS("has lost writes");
    assert_int_equal(ask(reservation, last), SORTID_OK);
    assert_int_equal(ask(reservation, last + 1), SORTID_RESERVATION_LOST);
    EXPECT_NODE(acquire(&other, NULL), RESTORED);
    EXPECT_WORDS("sortid node init r --raise-bounds auto");
    EXPECT_NODE(release(reservation), LOST);
    EXPECT_NODE(RAISE("r", AUTO), OK);
    pass_to_floor();
    (void)take(NULL);
}

static sortid_node_reservation *two[2];

/* Renews both of them, in this order, until the second one fails or `most_s` seconds have
 * passed. */
static sortid_node_status renew_two(unsigned most_s)
{
    sortid_node_status status = SORTID_NODE_OK;
    for (unsigned s = 0; s < most_s && status == SORTID_NODE_OK; s += 5) {
        fake_pass(5000);
        if (two[0] != NULL)
            EXPECT_NODE(renew(two[0]), OK);
        status = renew(two[1]);
    }
    return status;
}

/* A test with two reservations of one client and a store that went back. Between backup and restore
 * only the second one raises its bound, and so only it can notice. */
#define TEST_WITH_TWO(name) TEST_AROUND(name, begin_two(), fixture_end())

static void begin_two(void)
{
    fixture_begin("p=5-6/8");
    two[0] = NULL;
    two[1] = take(NULL);
    EXPECT_NODE(renew_two(20), OK);
    two[0] = take(WITH(.horizon_ms = 2 * HORIZON_MS)); // raises later
    fake_backup();
    EXPECT_NODE(renew_two(20), OK);
    fake_restore();
    EXPECT_NODE(renew_two(60), LOST);
}

/* The first one would continue by its own records. */
TEST_WITH_TWO(restored_silently_for_two)
{
    EXPECT_NODE(renew(two[0]), LOST);
    EXPECT_WORDS("has lost writes");
    assert_int_equal(ask(two[0], now_tick()), SORTID_RESERVATION_LOST);
    for (unsigned i = 0; i < 2; i++)
        EXPECT_NODE(release(two[i]), LOST);
    EXPECT_WORDS("sortid node init r --raise-bounds auto");
}

/* If the bounds were raised before it asks, it continues at the floor. */
TEST_WITH_TWO(restored_and_raised_for_two)
{
    EXPECT_NODE(RAISE("r", AUTO), OK);
    EXPECT_NODE(renew_due(two[0]), NO_ID);
    assert_int_equal(ask(two[0], now_tick()), SORTID_BOUND_REACHED);
    pass_to_floor();
    EXPECT_NODE(renew_due(two[0]), OK);
    assert_int_equal(ask(two[0], now_tick()), SORTID_OK);
    EXPECT_NODE(release(two[0]), OK);
}

/* After the bounds were raised it continues at the floor, and writes nothing before. */
TEST_BACKED_UP(restored_and_raised)
{
    fake_restore();
    uint64_t before = bound_of(5, 8);
    EXPECT_NODE(RAISE("r", AUTO), OK);
    uint64_t floor = floor_ms / SORTID_SCRU64_TICK_MS;
    EXPECT_NODE(renew_due(reservation), NO_ID);
    assert_int_equal(bound_of(5, 8), before);
    assert_int_equal(ask(reservation, now_tick()), SORTID_BOUND_REACHED);
    fake_pass(floor_ms - fake_now() - 9000);
    EXPECT_NODE(renew_due(reservation), OK);
    assert_true(bound_of(5, 8) > floor);
    assert_int_equal(ask(reservation, floor - 1), SORTID_BOUND_REACHED);
    assert_int_equal(ask(reservation, floor), SORTID_OK);
}

static void expect_restored(bool restored)
{
    sortid_node_realm **realms;
    size_t count;
    EXPECT_NODE(sortid_node_realm_list(client, &realms, &count, &error), OK);
    assert_int_equal(realms[0]->is_restored, restored);
    sortid_node_realm_list_free(realms, count);
}

/* In another store nobody acquires or continues before the bounds were raised there. */
TEST_BACKED_UP(other_store)
{
    sortid_node_reservation *other;
    fake.identity = 1;
    EXPECT_NODE(acquire(&other, NULL), RESTORED);
    EXPECT_WORDS("sortid node init r --raise-bounds auto");
    uint64_t last = now_tick();
    assert_int_equal(ask(reservation, last), SORTID_OK);
    EXPECT_NODE(renew_due(reservation), RESTORED);
    assert_int_equal(ask(reservation, last + 1), SORTID_BOUND_REACHED);
    expect_restored(true);
    EXPECT_NODE(raise_bounds("r", fake_now()), OK);
    fake_pass(20000);
    EXPECT_NODE(renew(reservation), OK);
    assert_int_equal(ask(reservation, now_tick()), SORTID_OK);
    expect_restored(false);
}

/* ---- What a client remembers ----------------------------------------------------------------- */

/* A test in which another client, `others`, has acquired an id of realm "r" since a backup, and then
 * the store went back. Before this the client of the fixture had and released the id. It has read
 * realm "r", but not "s". */
#define TEST_FORGETFUL(name) TEST_AROUND(name, begin_forgetful(), end_forgetful())
static sortid_node_client *others;

static sortid_node_status acquire_as(sortid_node_client *one, const char *realm, const char *pools)
{
    sortid_node_reservation *taken;
    const sortid_node_reservation_options options = {.realm = realm, .pool = pools};
    return sortid_node_reservation_acquire(one, &taken, &options, &error);
}

static void begin_forgetful(void)
{
    const sortid_node_client_options options = {0};
    sortid_node_pool parsed[] = {pool_of("p=5/8"), pool_of("q=6/8")};
    parsed[0].share_ids = parsed[1].share_ids = true; // with realm r
    fixture_begin(pool);
    EXPECT_NODE(sortid_node_client_open(&others, &options, &error), OK);
    EXPECT_NODE(init("r", "q=6/8", NULL), OK);
    EXPECT_NODE(sortid_node_realm_create(others, "s", parsed, 2, NULL, NULL, &error), OK);
    fake_backup();
    EXPECT_NODE(release(take(NULL)), OK);
    EXPECT_NODE(acquire_as(others, "r", "p"), OK);
    fake_pass(20000);
    fake_restore();
}

static void end_forgetful(void)
{
    sortid_node_client_close(others);
    fixture_end();
}

#define EXPECT_REFUSED(realm, pools) EXPECT_NODE(acquire_as(client, realm, pools), RESTORED)

/* Its position outlives its reservation. */
TEST_FORGETFUL(acquires_again)
{
    for (unsigned i = 0; i < 3; i++)
        EXPECT_REFUSED("r", "p");
    EXPECT_WORDS("has lost writes of realm r");
    EXPECT_REFUSED("r", "p,q");
    while (fake_count("sortid/s/") < 50) // the store has counted further
        put_record("s", (uint32_t)fake_count("sortid/s/"), 8, (struct id_record){.clean = true});
    EXPECT_REFUSED("r", "p");
    EXPECT_NODE(RAISE("r", AUTO), OK);
    EXPECT_NODE(acquire_as(client, "r", "p"), NO_ID);
    pass_to_floor();
    EXPECT_NODE(acquire_as(client, "r", "p"), OK);
}

static void restore_later(const struct fake_request *request, bool reply, void *context)
{
    (void)request, (void)context;
    if (reply || fake_now() < START_MS + 27000)
        return;
    fake.under_way = NULL;
    fake_restore();
}

/* While it waits. */
TEST_ON(waits_for_a_restored_id, pool)
{
    sortid_node_reservation *none;
    fake_backup();
    abandon(take(NULL));
    fake_pass(20000);
    fake.under_way = restore_later;
    EXPECT_NODE(acquire(&none, WITH(.wait_ms = 20000)), RESTORED);
    assert_null(fake.under_way);
}

/* A realm that the client has not read before is not to be trusted either, and one of which the
 * bounds were raised does not change that. */
TEST_FORGETFUL(other_realm)
{
    EXPECT_NODE(RAISE("r", AUTO), OK);
    EXPECT_REFUSED("s", "p");
    EXPECT_WORDS("has lost writes of realm s");
    pass_to_floor();
    EXPECT_REFUSED("s", "p");
    EXPECT_NODE(RAISE("s", AUTO), OK);
    EXPECT_NODE(acquire_as(client, "r", "p"), OK);
    pass_to_floor();
    EXPECT_NODE(acquire_as(client, "s", "p"), OK);
}

/* A floor does not count if the client may have seen bounds above it, though the incarnation is
 * new. */
TEST_FORGETFUL(floor_too_early)
{
    EXPECT_NODE(raise_bounds("r", fake_now()), OK);
    EXPECT_REFUSED("r", "p");
    EXPECT_NODE(RAISE("r", AUTO), OK);
    pass_to_floor();
    EXPECT_NODE(acquire_as(client, "r", "p"), OK);
}

/* An incarnation that the client knows does not count, though the floor is high. */
TEST_ON(floor_of_before, pool)
{
    EXPECT_NODE(RAISE("r", .unix_ms = fake_now() + DAY), OK);
    fake_backup();
    EXPECT_NODE(acquire_as(client, "r", "p"), NO_ID);
    EXPECT_NODE(init("r", "q=6/8", NULL), OK);
    fake_restore();
    EXPECT_REFUSED("r", "p");
}

/* The bounds were raised without the knowledge of the client, and then used for a while. A backup
 * of between has an incarnation that is new to it, and no high floor. */
TEST_ON(floor_unseen, pool)
{
    sortid_node_client *first = client;
    const sortid_node_client_options options = {0};
    EXPECT_NODE(sortid_node_client_open(&client, &options, &error), OK);
    EXPECT_NODE(RAISE("r", AUTO), OK);
    sortid_node_client_close(client);
    client = first;
    fake_backup();
    pass_to_floor();
    EXPECT_NODE(init("s", pool, NULL), OK);
    fake_restore();
    EXPECT_REFUSED("r", "p");
}

/* All that depends on the realm's record refuses. */
TEST_FORGETFUL(other_calls)
{
    const sortid_node_pool wanted = pool_of("p=5-6/8");
    EXPECT_NODE(acquire_as(others, "r", "q"), RESTORED);
    EXPECT_NODE(release_id(5, 8), RESTORED);
    EXPECT_NODE(sortid_node_pool_grow(client, "r", &wanted, &error), RESTORED);
    EXPECT_NODE(sortid_node_pool_reopen(client, "r", "p", &error), RESTORED);
    EXPECT_WORDS("has lost writes of realm r");
    sortid_node_report *report = examine("s");
    assert_true(report->realm->is_restored);
    sortid_node_report_free(report);
}

/* A reservation that finds its record older ends the trust in each realm of the store, though no
 * position has shown the loss. */
TEST_BACKED_UP(older_record)
{
    EXPECT_NODE(init("s", pool, NULL), OK);
    fake_restore();
    for (unsigned i = 0; i < 50; i++)
        fake_put("sortid/x/realm", "counts further");
    EXPECT_NODE(renew_due(reservation), LOST);
    EXPECT_NODE(init("t", pool, NULL), OK);
    EXPECT_REFUSED("t", "p");
}

static void read_meanwhile(const struct fake_request *request, bool reply, void *context)
{
    (void)request, (void)context;
    if (!reply)
        return;
    fake.under_way = NULL;
    fake_put("sortid/x/realm", "counts");
    sortid_node_report_free(examine("r"));
}

/* Requests that are sent at the same time may be answered in any order. */
TEST_ON(overtaken, pool)
{
    fake.under_way = read_meanwhile;
    sortid_node_report_free(examine("r"));
    assert_null(fake.under_way);
    EXPECT_NODE(acquire_as(client, "r", "p"), OK);
}

/* ---- Raising the bounds ---------------------------------------------------------------------- */

static void make_realm(const char *name, uint64_t quarantine_ms)
{
    const sortid_node_realm_options options = {.max_quarantine_ms = quarantine_ms};
    EXPECT_NODE(init(name, pool, &options), OK);
}

static uint64_t whole_tick(uint64_t ms)
{
    return (ms + 255) / 256 * 256;
}

/* The earliest safe time is the latest of three; a time before it is refused unless that is
 * accepted. */
TEST_ON(raise, pool)
{
    // the store tells whole seconds: its clock may be 999 ms further
    const uint64_t now = START_MS + 999, ahead = 60000 + 600000;
    make_realm("s", 0);
    make_realm("x", 3600000);
    EXPECT_NODE(RAISE("s", AUTO), OK);
    assert_int_equal(floor_ms, whole_tick(now + ahead));
    EXPECT_NODE(RAISE("x", AUTO), OK);
    assert_int_equal(floor_ms, whole_tick(now + ahead + 3600000));
    EXPECT_NODE(RAISE("s", AUTO, .clock_error_ms = 7000000), OK); // later than the floor now
    assert_int_equal(floor_ms, whole_tick(now + 7000000 + 600000));
    uint64_t before = floor_ms, far = before + DAY + 1;
    EXPECT_NODE(RAISE("s", .unix_ms = before - 256, .accept_early = true), OUT_OF_TIME);
    assert_int_equal(floor_ms, before); // never lowered
    EXPECT_NODE(RAISE("s", .unix_ms = far), OUT_OF_TIME);
    EXPECT_NODE(RAISE("s", .unix_ms = far, .accept_early = true), OUT_OF_TIME); // it is not early
    EXPECT_NODE(RAISE("s", .unix_ms = far, .accept_far = true), OK);
    assert_int_equal(floor_ms, whole_tick(far));
    make_realm("t", 0);
    EXPECT_NODE(RAISE("t", .unix_ms = START_MS), OUT_OF_TIME);
    assert_int_equal(floor_ms, whole_tick(now + ahead));
    EXPECT_NODE(RAISE("t", .unix_ms = START_MS, .accept_early = true), OK);
    assert_int_equal(floor_ms, START_MS);
    EXPECT_NODE(RAISE("t", .reserved = {1}), BAD_OPTION);
}

/* A floor far ahead is refused, also if a clock, the clock error or a record makes it the earliest
 * that is safe. */
TEST_ON(raise_far, pool)
{
    const uint64_t bound = 17000000000;
    make_realm("s", 0);
    EXPECT_NODE(RAISE("s", .clock_error_ms = DAY - 10000), OK);
    make_realm("t", 0);
    EXPECT_NODE(RAISE("t", .clock_error_ms = 2 * DAY + 600000), OUT_OF_TIME);
    EXPECT(floor_ms > START_MS + 2 * DAY, "%llu", (unsigned long long)floor_ms);
    fake.clock_off_ms = 2 * DAY;
    EXPECT_NODE(RAISE("t", AUTO), OUT_OF_TIME);
    fake.clock_off_ms = 0;
    fake.etcd_off_ms = 2 * DAY;
    EXPECT_NODE(RAISE("t", AUTO), OUT_OF_TIME);
    fake.etcd_off_ms = 0;
    put_record("t", 5, 8, (struct id_record){.bound = bound, .clean = true});
    EXPECT_NODE(RAISE("t", AUTO), OUT_OF_TIME);
    assert_int_equal(floor_ms, bound * SORTID_SCRU64_TICK_MS);
    EXPECT_NODE(RAISE("t", .accept_far = true), OK);
}

/* The records of the snapshot count, too: a bound, and the quarantine of an unclean end. */
TEST_ON(raise_above_records, pool)
{
    make_realm("s", 0);
    for (int clean = 1; clean >= 0; clean--) {
        const struct id_record record = {
            .bound = START + 100000, .clean = clean, .quarantine_ms = 5000};
        put_record("s", 5, 8, record);
        EXPECT_NODE(RAISE("s", AUTO), OK);
        assert_int_equal(floor_ms, whole_tick(record.bound * 256 + (clean ? 0 : 5000)));
    }
}

/* A realm that is missing after a restore is created with a floor, in one step. */
TEST_ON(raise_new_realm, pool)
{
    sortid_node_pool parsed = pool_of(pool);
    const sortid_node_raise raise = {0};
    const sortid_node_realm_options options = {.max_ahead_ms = 100000, .raise = &raise};
    sortid_node_reservation *none;
    EXPECT_NODE(RAISE("new", AUTO), NO_REALM);
    EXPECT_WORDS("create it with raised bounds by sortid node init new --pool");
    parsed.share_ids = true;
    EXPECT_NODE(sortid_node_realm_create(client, "new", &parsed, 1, &options, &floor_ms, &error),
                OK);
    assert_int_equal(floor_ms, whole_tick(START_MS + 999 + 160000));
    EXPECT_NODE(acquire(&none, WITH(.realm = "new")), NO_ID);
}

/* ---- The cap --------------------------------------------------------------------------------- */

/* Options that could exceed the cap are refused, and no bound is further ahead of the store's
 * clock. */
TEST_ON(cap, pool)
{
    sortid_node_realm_options limits = {.max_ahead_ms = 76000};
    sortid_node_reservation *one;
    EXPECT_NODE(init("c", pool, &limits), OK);
    limits.max_ahead_ms = 77000;
    EXPECT_NODE(init("c", pool, &limits), REALM_DIFFERS);
    EXPECT_NODE(acquire(&one, WITH(.realm = "c", .horizon_ms = 62000)), BAD_OPTION);
    fake.clock_off_ms = 4500; // the generator is ahead by the skew and by the allowance
    one = take(WITH(.realm = "c"));
    for (unsigned i = 0; i < 60; i++) {
        (void)ask(one, (fake_now() + 4500 + 9900) / 256);
        EXPECT_NODE(renew(one), OK);
        char value[FAKE_VALUE_SIZE];
        struct id_record record;
        assert_true(fake_value(value, "sortid/c/id/08/000005") &&
                    sortid_node_realm_read_id(&record, value));
        EXPECT(record.bound * 256 <= fake_now() + 76000, "the bound is %lld ms ahead",
               (long long)(record.bound * 256 - fake_now()));
        fake_pass(1300);
    }
}

/* External reservations only in a realm that permits them, and no longer quarantine than it
 * permits. */
TEST_ON(external, pool)
{
    sortid_node_reservation *none;
    char value[FAKE_VALUE_SIZE];
    make_realm("plain", 0);
    make_realm("ext", 7000);
    EXPECT_NODE(acquire(&none, WITH(.realm = "plain", .external = true)), BAD_OPTION);
    EXPECT_WORDS("realm plain does not permit programs that do not know bounds");
    EXPECT_NODE(acquire(&none, WITH(.realm = "ext", .external = true, .quarantine_ms = 7001)),
                BAD_OPTION);
    (void)take(WITH(.realm = "ext", .external = true));
    assert_true(fake_value(value, "sortid/ext/id/08/000005"));
    assert_non_null(strstr(value, "\"quarantineMs\":7000,"));
}

static int begin(void **state)
{
    (void)state;
    fixture_realm = (sortid_node_realm_options){.max_ahead_ms = SORTID_NODE_DEFAULT_MAX_AHEAD_MS};
    return 0;
}

CASES_MAIN(begin, NULL)
