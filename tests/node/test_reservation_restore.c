/* SPDX-License-Identifier: MIT */
/* test_reservation_restore.c: copies of a process, stores that went back, the cap of bounds, and raising
 * the bounds of a realm (docs/node-ids.md), with the store of fake_etcd.h. */
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

static void make_copies(struct copies *copies, struct store *store)
{
    enum ownership state;
    sortid_node_realm realm;
    struct store_reply reply;
    struct store_lease lease;
    const struct store_operation get = {.kind = STORE_RANGE, .key = "sortid/r/realm"};
    const struct store_transaction all = {.operations = &get, .operation_count = 1};
    struct records *records = &copies->original;
    *records = (struct records){.realm = "r", .node_id = 5, .size = 8};
    EXPECT_NODE(sortid_node_store_transact(&reply, store, &all, true, &fixture_error),
                SORTID_NODE_OK);
    EXPECT_NODE(
        sortid_node_records_take_realm(records, &realm, &reply, &reply.ranges[0], &fixture_error),
        SORTID_NODE_OK);
    sortid_node_realm_free(&realm);
    sortid_node_store_reply_free(&reply);
    EXPECT_NODE(sortid_node_store_grant(&lease, store, 15, &fixture_error), SORTID_NODE_OK);
    assert_true(sortid_node_records_draw(records->token));
    EXPECT_NODE(sortid_node_records_acquire(&state, records, store, lease.id, FIXTURE_TICK + 100,
                                            &fixture_error),
                SORTID_NODE_OK);
    assert_int_equal(state, OWNERSHIP_WRITTEN);
    copies->copy = *records;
    copies->copy.realm_value = strdup(records->realm_value);
    assert_non_null(copies->copy.realm_value);
}

static void end_copies(struct copies *copies)
{
    sortid_node_records_free(&copies->original);
    sortid_node_records_free(&copies->copy);
    fixture_end();
}

static enum ownership raised(struct records *records, struct store *store, uint64_t bound)
{
    enum ownership state = OWNERSHIP_LOST;
    EXPECT_NODE(sortid_node_records_raise(&state, records, store, bound, &fixture_error),
                SORTID_NODE_OK);
    return state;
}

static enum ownership seen(struct records *records, struct store *store)
{
    enum ownership state = OWNERSHIP_LOST;
    EXPECT_NODE(sortid_node_records_read(&state, records, store, &fixture_error), SORTID_NODE_OK);
    return state;
}

static struct store *fake_store(void)
{
    struct store *store;
    const sortid_node_client_options options = {0};
    EXPECT_NODE(sortid_node_etcd_open(&store, &options, &fixture_error), SORTID_NODE_OK);
    return store;
}

/* The copy that raises first continues; the other one has lost the id, also if both draw the same nonces,
 * and cannot lower the bound by a release. */
static void copies_part(bool same_nonces)
{
    struct copies copies;
    enum ownership state;
    fixture_begin(pool);
    struct store *store = fake_store();
    make_copies(&copies, store);
    uint64_t random = fake.random;
    assert_int_equal(raised(&copies.original, store, FIXTURE_TICK + 200), OWNERSHIP_WRITTEN);
    if (same_nonces)
        fake.random = random;
    assert_int_equal(raised(&copies.copy, store, FIXTURE_TICK + 200), OWNERSHIP_COPIED);
    assert_int_equal(seen(&copies.copy, store), OWNERSHIP_COPIED);
    EXPECT_NODE(
        sortid_node_records_release(&state, &copies.copy, store, FIXTURE_TICK + 7, &fixture_error),
        SORTID_NODE_OK);
    assert_int_equal(state, OWNERSHIP_COPIED);
    assert_int_equal(fixture_record(5, 8).bound, FIXTURE_TICK + 200);
    assert_int_equal(raised(&copies.original, store, FIXTURE_TICK + 300), OWNERSHIP_WRITTEN);
    sortid_node_store_close(store);
    end_copies(&copies);
}

static void test_copies(void **state)
{
    (void)state;
    copies_part(false);
}

static void test_copies_with_the_same_nonces(void **state)
{
    (void)state;
    copies_part(true);
}

/* A process knows its own write whose reply was lost, also after further attempts, until a later one is
 * acknowledged. */
static void test_unknown_writes(void **state)
{
    (void)state;
    struct copies copies;
    enum ownership found;
    fixture_begin(pool);
    struct store *store = fake_store();
    make_copies(&copies, store);
    struct records *own = &copies.original;
    fixture_fate(FAKE_WRITE, 1, FAKE_LATE);
    EXPECT_NODE(sortid_node_records_raise(&found, own, store, FIXTURE_TICK + 200, &fixture_error),
                SORTID_NODE_UNREACHABLE);
    fixture_fate(FAKE_WRITE, 1, FAKE_NOT_SENT);
    EXPECT_NODE(sortid_node_records_raise(&found, own, store, FIXTURE_TICK + 201, &fixture_error),
                SORTID_NODE_UNREACHABLE);
    assert_int_equal(seen(own, store), OWNERSHIP_OURS);
    assert_int_equal(own->unknown_count, 2);
    fake_deliver_late();
    assert_int_equal(raised(own, store, FIXTURE_TICK + 250), OWNERSHIP_OURS); // not written
    assert_int_equal(own->bound, FIXTURE_TICK + 200);
    assert_int_equal(raised(own, store, FIXTURE_TICK + 250), OWNERSHIP_WRITTEN);
    assert_int_equal(own->unknown_count, 0);
    assert_int_equal(seen(&copies.copy, store), OWNERSHIP_COPIED);
    sortid_node_store_close(store);
    end_copies(&copies);
}

/* A copy of a machine is noticed by its clocks: no new tick before the bound was raised. */
static void test_jump(void **state)
{
    (void)state;
    uint64_t next;
    fixture_begin(pool);
    sortid_node_reservation *reservation = fixture_acquire(NULL);
    EXPECT_NODE(sortid_node_renew(reservation, &next, &fixture_error), SORTID_NODE_OK);
    assert_int_equal(fixture_ask(reservation, FIXTURE_TICK), SORTID_OK);
    uint64_t bound = fixture_record(5, 8).bound;
    fake.clock_off_ms = fake.etcd_off_ms = 10000; // both clocks were right all the time
    fixture_fate(FAKE_WRITE, 1, FAKE_NOT_SENT);
    EXPECT_NODE(sortid_node_renew(reservation, &next, &fixture_error), SORTID_NODE_UNREACHABLE);
    assert_int_equal(fixture_ask(reservation, FIXTURE_TICK), SORTID_OK); // which had begun
    fixture_fate(FAKE_WRITE, 1, FAKE_NOT_SENT);
    fake_pass(1000);
    assert_int_equal(fixture_ask(reservation, FIXTURE_TICK + 1), SORTID_BOUND_REACHED);
    fake_pass(1000);
    EXPECT_NODE(sortid_node_renew(reservation, &next, &fixture_error), SORTID_NODE_OK);
    assert_true(fixture_record(5, 8).bound > bound);
    assert_int_equal(fixture_ask(reservation, FIXTURE_TICK + 1), SORTID_OK);
    sortid_node_abandon(reservation);
    fixture_end();
}

/* ---- Stores that went back ------------------------------------------------------------------ */

/* A reservation that has a backup behind it, and has raised its bound since. */
static sortid_node_reservation *backed_up(void)
{
    uint64_t next;
    fixture_begin(pool);
    sortid_node_reservation *reservation = fixture_acquire(NULL);
    fake_backup();
    for (unsigned i = 0; i < 8; i++) {
        fake_pass(5000);
        EXPECT_NODE(sortid_node_renew(reservation, &next, &fixture_error), SORTID_NODE_OK);
    }
    assert_true(fixture_record(5, 8).bound > FIXTURE_TICK + FIXTURE_HORIZON);
    return reservation;
}

static sortid_node_status renew_due(sortid_node_reservation *reservation)
{
    uint64_t next;
    sortid_node_status status = SORTID_NODE_OK;
    for (unsigned i = 0; i < 8 && status == SORTID_NODE_OK; i++) {
        fake_pass(5000);
        status = sortid_node_renew(reservation, &next, &fixture_error);
    }
    return status;
}

/* A store that went back ends a reservation that learns of it: no new tick, though its bound is ahead. Its
 * client acquires no other id before the bounds are raised. */
static void test_restored_silently(void **state)
{
    (void)state;
    sortid_node_reservation *reservation = backed_up();
    assert_int_equal(fixture_ask(reservation, fixture_now_tick()), SORTID_OK);
    uint64_t last = fixture_now_tick();
    fake_restore();
    assert_int_equal(renew_due(reservation), SORTID_NODE_LOST);
    assert_non_null(strstr(fixture_error.text, "has lost writes"));
    assert_int_equal(fixture_ask(reservation, last), SORTID_OK);
    assert_int_equal(fixture_ask(reservation, last + 1), SORTID_RESERVATION_LOST);
    sortid_node_reservation_options options;
    sortid_node_reservation *other;
    fixture_options(&options);
    EXPECT_NODE(sortid_node_acquire(fixture_client, &other, &options, &fixture_error),
                SORTID_NODE_RESTORED);
    assert_non_null(strstr(fixture_error.text, "sortid node init r --raise-bounds auto"));
    EXPECT_NODE(sortid_node_release(reservation, &fixture_error), SORTID_NODE_LOST);
    EXPECT_NODE(fixture_raise("r", fake_now()), SORTID_NODE_OK);
    EXPECT_NODE(sortid_node_acquire(fixture_client, &other, &options, &fixture_error),
                SORTID_NODE_OK);
    EXPECT_NODE(sortid_node_release(other, &fixture_error), SORTID_NODE_OK);
    fixture_end();
}

static void note(unsigned realm)
{
    char incarnation[TOKEN_SIZE];
    snprintf(incarnation, sizeof incarnation, "%032x", realm);
    sortid_node_client_note_rewound(fixture_client, incarnation);
}

/* A client remembers the last realms, however many reservations of one of them notice it. */
static void test_restored_realms(void **state)
{
    (void)state;
    const char *first = "00000000000000000000000000000000";
    fixture_begin(pool);
    note(0);
    for (unsigned i = 0; i < 2 * CLIENT_REWOUND; i++)
        note(1);
    for (unsigned i = 2; i < CLIENT_REWOUND; i++)
        note(i);
    assert_true(sortid_node_client_is_rewound(fixture_client, first));
    note(CLIENT_REWOUND);
    assert_false(sortid_node_client_is_rewound(fixture_client, first));
    fixture_end();
}

/* Renews both of two reservations, in this order, until the second one fails or `most_s` seconds have passed. */
static sortid_node_status renew_two(sortid_node_reservation *two[2], unsigned most_s)
{
    uint64_t next;
    sortid_node_status status = SORTID_NODE_OK;
    for (unsigned s = 0; s < most_s && status == SORTID_NODE_OK; s += 5) {
        fake_pass(5000);
        if (two[0] != NULL)
            EXPECT_NODE(sortid_node_renew(two[0], &next, &fixture_error), SORTID_NODE_OK);
        status = sortid_node_renew(two[1], &next, &fixture_error);
    }
    return status;
}

/* Two reservations of one client and a store that went back. Between backup and restore only the second one raises its
 * bound, and so only it can notice. */
static void begin_two(sortid_node_reservation *two[2])
{
    fixture_begin("p=5-6/8");
    two[0] = NULL;
    two[1] = fixture_acquire(NULL);
    EXPECT_NODE(renew_two(two, 20), SORTID_NODE_OK);
    two[0] = fixture_acquire(NULL);
    fake_backup();
    EXPECT_NODE(renew_two(two, 20), SORTID_NODE_OK);
    fake_restore();
    EXPECT_NODE(renew_two(two, 60), SORTID_NODE_LOST);
}

/* The first one would continue by its own records. */
static void test_restored_silently_for_two(void **state)
{
    (void)state;
    uint64_t next;
    sortid_node_reservation *two[2];
    begin_two(two);
    assert_int_equal(sortid_node_renew(two[0], &next, &fixture_error), SORTID_NODE_LOST);
    assert_non_null(strstr(fixture_error.text, "has lost writes"));
    assert_int_equal(fixture_ask(two[0], fixture_now_tick()), SORTID_RESERVATION_LOST);
    for (unsigned i = 0; i < 2; i++)
        EXPECT_NODE(sortid_node_release(two[i], &fixture_error), SORTID_NODE_LOST);
    assert_non_null(strstr(fixture_error.text, "sortid node init r --raise-bounds auto"));
    fixture_end();
}

/* If the bounds were raised before it asks, it continues at the floor. */
static void test_restored_and_raised_for_two(void **state)
{
    (void)state;
    sortid_node_reservation *two[2];
    begin_two(two);
    uint64_t floor_ms = fake_now() + 60000;
    EXPECT_NODE(fixture_raise("r", floor_ms), SORTID_NODE_OK);
    EXPECT_NODE(renew_due(two[0]), SORTID_NODE_NO_ID);
    assert_int_equal(fixture_ask(two[0], fixture_now_tick()), SORTID_BOUND_REACHED);
    fake_pass(floor_ms - fake_now());
    EXPECT_NODE(renew_due(two[0]), SORTID_NODE_OK);
    assert_int_equal(fixture_ask(two[0], fixture_now_tick()), SORTID_OK);
    EXPECT_NODE(sortid_node_release(two[0], &fixture_error), SORTID_NODE_OK);
    sortid_node_abandon(two[1]);
    fixture_end();
}

/* After the bounds were raised it continues at the floor, and writes nothing before. */
static void test_restored_and_raised(void **state)
{
    (void)state;
    sortid_node_reservation *reservation = backed_up();
    fake_restore();
    uint64_t before = fixture_record(5, 8).bound;
    uint64_t floor_ms = (fixture_now_tick() + 1000) * SORTID_SCRU64_TICK_MS, floor = floor_ms / 256;
    EXPECT_NODE(fixture_raise("r", floor_ms), SORTID_NODE_OK);
    EXPECT_NODE(renew_due(reservation), SORTID_NODE_NO_ID);
    assert_int_equal(fixture_record(5, 8).bound, before);
    assert_int_equal(fixture_ask(reservation, fixture_now_tick()), SORTID_BOUND_REACHED);
    fake_pass(floor_ms - fake_now() - 9000);
    EXPECT_NODE(renew_due(reservation), SORTID_NODE_OK);
    assert_true(fixture_record(5, 8).bound > floor);
    assert_int_equal(fixture_ask(reservation, floor - 1), SORTID_BOUND_REACHED);
    assert_int_equal(fixture_ask(reservation, floor), SORTID_OK);
    sortid_node_abandon(reservation);
    fixture_end();
}

/* In another store nobody acquires or continues before the bounds were raised there. */
static void test_other_store(void **state)
{
    (void)state;
    uint64_t next;
    sortid_node_realm **realms;
    size_t count;
    sortid_node_reservation_options options;
    sortid_node_reservation *other, *reservation = backed_up();
    fake.identity = 1;
    fixture_options(&options);
    EXPECT_NODE(sortid_node_acquire(fixture_client, &other, &options, &fixture_error),
                SORTID_NODE_RESTORED);
    assert_non_null(strstr(fixture_error.text, "sortid node init r --raise-bounds auto"));
    uint64_t last = fixture_now_tick();
    assert_int_equal(fixture_ask(reservation, last), SORTID_OK);
    assert_int_equal(renew_due(reservation), SORTID_NODE_RESTORED);
    assert_int_equal(fixture_ask(reservation, last + 1), SORTID_BOUND_REACHED);
    EXPECT_NODE(sortid_node_list(fixture_client, &realms, &count, &fixture_error), SORTID_NODE_OK);
    assert_true(realms[0]->is_restored);
    sortid_node_list_free(realms, count);
    EXPECT_NODE(fixture_raise("r", fake_now()), SORTID_NODE_OK);
    fake_pass(20000);
    EXPECT_NODE(sortid_node_renew(reservation, &next, &fixture_error), SORTID_NODE_OK);
    assert_int_equal(fixture_ask(reservation, fixture_now_tick()), SORTID_OK);
    EXPECT_NODE(sortid_node_list(fixture_client, &realms, &count, &fixture_error), SORTID_NODE_OK);
    assert_false(realms[0]->is_restored);
    sortid_node_list_free(realms, count);
    sortid_node_abandon(reservation);
    fixture_end();
}

/* ---- Raising the bounds ---------------------------------------------------------------------- */

static sortid_node_status raise_by(const sortid_node_raise *raise, const char *realm,
                                   uint64_t *floor_ms)
{
    const sortid_node_realm_options options = {.raise = raise};
    return sortid_node_init(fixture_client, realm, NULL, 0, &options, floor_ms, &fixture_error);
}

static void make_realm(const char *name, const char *text, uint64_t quarantine_ms)
{
    sortid_node_pool parsed;
    const sortid_node_realm_options options = {.max_quarantine_ms = quarantine_ms};
    EXPECT_NODE(sortid_node_pool_parse(&parsed, text, strlen(text), &fixture_error),
                SORTID_NODE_OK);
    EXPECT_NODE(sortid_node_init(fixture_client, name, &parsed, 1, &options, NULL, &fixture_error),
                SORTID_NODE_OK);
}

static uint64_t whole_tick(uint64_t ms)
{
    return (ms + 255) / 256 * 256;
}

/* The earliest safe time is the latest of three; a time before it is refused unless that is accepted. */
static void test_raise(void **state)
{
    (void)state;
    uint64_t floor_ms = 0;
    sortid_node_raise raise = {0};
    fixture_begin(pool);
    make_realm("s", pool, 0);
    make_realm("x", pool, 3600000);
    const uint64_t ahead_ms = 60000 + 600000;
    EXPECT_NODE(raise_by(&raise, "s", &floor_ms), SORTID_NODE_OK);
    // the store tells whole seconds: its clock may be 999 ms further
    assert_int_equal(floor_ms, whole_tick(FIXTURE_NOW + 999 + ahead_ms));
    EXPECT_NODE(raise_by(&raise, "x", &floor_ms), SORTID_NODE_OK);
    assert_int_equal(floor_ms, whole_tick(FIXTURE_NOW + 999 + ahead_ms + 3600000));
    raise.clock_error_ms = 7000000; // later than the floor now
    EXPECT_NODE(raise_by(&raise, "s", &floor_ms), SORTID_NODE_OK);
    assert_int_equal(floor_ms, whole_tick(FIXTURE_NOW + 999 + 7000000 + 600000));
    uint64_t before = floor_ms;
    raise = (sortid_node_raise){.unix_ms = before - 256, .accept_early = true};
    EXPECT_NODE(raise_by(&raise, "s", &floor_ms), SORTID_NODE_OUT_OF_TIME); // never lowered
    assert_int_equal(floor_ms, before);
    raise = (sortid_node_raise){.unix_ms = before + DAY + 1};
    EXPECT_NODE(raise_by(&raise, "s", &floor_ms), SORTID_NODE_OUT_OF_TIME);
    raise.accept_early = true; // is not what it needs
    EXPECT_NODE(raise_by(&raise, "s", &floor_ms), SORTID_NODE_OUT_OF_TIME);
    raise.accept_far = true;
    EXPECT_NODE(raise_by(&raise, "s", &floor_ms), SORTID_NODE_OK);
    assert_int_equal(floor_ms, whole_tick(before + DAY + 1));
    raise = (sortid_node_raise){.unix_ms = FIXTURE_NOW};
    make_realm("t", pool, 0);
    EXPECT_NODE(raise_by(&raise, "t", &floor_ms), SORTID_NODE_OUT_OF_TIME);
    assert_int_equal(floor_ms, whole_tick(FIXTURE_NOW + 999 + ahead_ms));
    raise.accept_early = true;
    EXPECT_NODE(raise_by(&raise, "t", &floor_ms), SORTID_NODE_OK);
    assert_int_equal(floor_ms, FIXTURE_NOW);
    raise = (sortid_node_raise){.reserved = {1}};
    EXPECT_NODE(raise_by(&raise, "t", &floor_ms), SORTID_NODE_BAD_OPTION);
    fixture_end();
}

/* A floor far ahead is refused, also if a clock, the clock error or a record makes it the earliest that is safe. */
static void test_raise_far(void **state)
{
    (void)state;
    uint64_t floor_ms = 0;
    sortid_node_raise raise = {.clock_error_ms = DAY - 10000};
    fixture_begin(pool);
    make_realm("s", pool, 0);
    EXPECT_NODE(raise_by(&raise, "s", &floor_ms), SORTID_NODE_OK);
    raise.clock_error_ms = 2 * DAY + 600000;
    make_realm("t", pool, 0);
    EXPECT_NODE(raise_by(&raise, "t", &floor_ms), SORTID_NODE_OUT_OF_TIME);
    EXPECT(floor_ms > FIXTURE_NOW + 2 * DAY, "%llu", (unsigned long long)floor_ms);
    raise = (sortid_node_raise){0};
    fake.clock_off_ms = 2 * DAY;
    EXPECT_NODE(raise_by(&raise, "t", &floor_ms), SORTID_NODE_OUT_OF_TIME);
    fake.clock_off_ms = 0;
    fake.etcd_off_ms = 2 * DAY;
    EXPECT_NODE(raise_by(&raise, "t", &floor_ms), SORTID_NODE_OUT_OF_TIME);
    fake.etcd_off_ms = 0;
    fake_put("sortid/t/id/08/000005", "{\"bound\":17000000000,\"clean\":true,\"quarantineMs\":0,"
                                      "\"token\":\"\",\"nonce\":\"\",\"label\":\"\"}");
    EXPECT_NODE(raise_by(&raise, "t", &floor_ms), SORTID_NODE_OUT_OF_TIME);
    assert_int_equal(floor_ms, UINT64_C(17000000000) * SORTID_SCRU64_TICK_MS);
    raise.accept_far = true;
    EXPECT_NODE(raise_by(&raise, "t", &floor_ms), SORTID_NODE_OK);
    fixture_end();
}

/* The records of the snapshot count, too: a bound, and the quarantine of an unclean end. */
static void test_raise_above_records(void **state)
{
    (void)state;
    uint64_t floor_ms = 0, bound = FIXTURE_TICK + 100000;
    const sortid_node_raise raise = {0};
    char value[256];
    fixture_begin(pool);
    make_realm("s", pool, 0);
    for (int clean = 1; clean >= 0; clean--) {
        snprintf(value, sizeof value,
                 "{\"bound\":%llu,\"clean\":%s,\"quarantineMs\":5000,\"token\":\"\",\"nonce\":\"\","
                 "\"label\":\"\"}",
                 (unsigned long long)bound, clean ? "true" : "false");
        fake_put("sortid/s/id/08/000005", value);
        EXPECT_NODE(raise_by(&raise, "s", &floor_ms), SORTID_NODE_OK);
        assert_int_equal(floor_ms, whole_tick(bound * 256 + (clean ? 0 : 5000)));
    }
    fixture_end();
}

/* A realm that is missing after a restore is created with a floor, in one step. */
static void test_raise_new_realm(void **state)
{
    (void)state;
    uint64_t floor_ms = 0;
    sortid_node_pool parsed;
    const sortid_node_raise raise = {0};
    const sortid_node_realm_options options = {.max_ahead_ms = 100000, .raise = &raise};
    sortid_node_reservation_options wanted;
    sortid_node_reservation *reservation;
    fixture_begin(pool);
    EXPECT_NODE(raise_by(&raise, "new", &floor_ms), SORTID_NODE_NO_REALM);
    EXPECT_NODE(sortid_node_pool_parse(&parsed, pool, strlen(pool), &fixture_error),
                SORTID_NODE_OK);
    EXPECT_NODE(
        sortid_node_init(fixture_client, "new", &parsed, 1, &options, &floor_ms, &fixture_error),
        SORTID_NODE_OK);
    assert_int_equal(floor_ms, whole_tick(FIXTURE_NOW + 999 + 160000));
    fixture_options(&wanted);
    wanted.realm = "new";
    EXPECT_NODE(sortid_node_acquire(fixture_client, &reservation, &wanted, &fixture_error),
                SORTID_NODE_NO_ID);
    fixture_end();
}

/* ---- The cap ----------------------------------------------------------------------------------- */

/* Options that could exceed the cap are refused, and no bound is further ahead of the store's clock. */
static void test_cap(void **state)
{
    (void)state;
    uint64_t next;
    sortid_node_pool parsed;
    sortid_node_realm_options limits = {.max_ahead_ms = 76000};
    sortid_node_reservation_options options;
    sortid_node_reservation *reservation;
    fixture_begin(pool);
    EXPECT_NODE(sortid_node_pool_parse(&parsed, pool, strlen(pool), &fixture_error),
                SORTID_NODE_OK);
    EXPECT_NODE(sortid_node_init(fixture_client, "c", &parsed, 1, &limits, NULL, &fixture_error),
                SORTID_NODE_OK);
    limits.max_ahead_ms = 77000;
    EXPECT_NODE(sortid_node_init(fixture_client, "c", &parsed, 1, &limits, NULL, &fixture_error),
                SORTID_NODE_REALM_DIFFERS);
    fixture_options(&options);
    options.realm = "c";
    options.horizon_ms = 62000;
    EXPECT_NODE(sortid_node_acquire(fixture_client, &reservation, &options, &fixture_error),
                SORTID_NODE_BAD_OPTION);
    options.horizon_ms = 0;
    fake.clock_off_ms = 4500; // the generator is ahead by the skew and by the allowance
    reservation = fixture_acquire(&options);
    for (unsigned i = 0; i < 60; i++) {
        uint64_t tick = (fake_now() + 4500 + 9900) / 256;
        (void)fixture_ask(reservation, tick);
        EXPECT_NODE(sortid_node_renew(reservation, &next, &fixture_error), SORTID_NODE_OK);
        char value[FAKE_VALUE_SIZE];
        struct id_record record;
        assert_true(fake_value(value, "sortid/c/id/08/000005") &&
                    sortid_node_realm_read_id(&record, value));
        EXPECT(record.bound * 256 <= fake_now() + 76000, "the bound is %lld ms ahead",
               (long long)(record.bound * 256 - fake_now()));
        fake_pass(1300);
    }
    sortid_node_abandon(reservation);
    fixture_end();
}

/* External reservations only in a realm that permits them, and no longer quarantine than it permits. */
static void test_external(void **state)
{
    (void)state;
    sortid_node_reservation_options options;
    sortid_node_reservation *reservation;
    fixture_begin(pool);
    make_realm("plain", pool, 0);
    make_realm("ext", pool, 7000);
    fixture_options(&options);
    options.external = true;
    options.realm = "plain";
    EXPECT_NODE(sortid_node_acquire(fixture_client, &reservation, &options, &fixture_error),
                SORTID_NODE_BAD_OPTION);
    options.realm = "ext";
    options.quarantine_ms = 7001;
    EXPECT_NODE(sortid_node_acquire(fixture_client, &reservation, &options, &fixture_error),
                SORTID_NODE_BAD_OPTION);
    options.quarantine_ms = 0;
    reservation = fixture_acquire(&options);
    char value[FAKE_VALUE_SIZE];
    assert_true(fake_value(value, "sortid/ext/id/08/000005"));
    assert_non_null(strstr(value, "\"quarantineMs\":7000,"));
    sortid_node_abandon(reservation);
    fixture_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_copies),
        cmocka_unit_test(test_copies_with_the_same_nonces),
        cmocka_unit_test(test_unknown_writes),
        cmocka_unit_test(test_jump),
        cmocka_unit_test(test_restored_silently),
        cmocka_unit_test(test_restored_silently_for_two),
        cmocka_unit_test(test_restored_and_raised_for_two),
        cmocka_unit_test(test_restored_realms),
        cmocka_unit_test(test_restored_and_raised),
        cmocka_unit_test(test_other_store),
        cmocka_unit_test(test_raise),
        cmocka_unit_test(test_raise_far),
        cmocka_unit_test(test_raise_above_records),
        cmocka_unit_test(test_raise_new_realm),
        cmocka_unit_test(test_cap),
        cmocka_unit_test(test_external),
    };
    support_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
