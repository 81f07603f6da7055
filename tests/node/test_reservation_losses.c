/* SPDX-License-Identifier: MIT */
/* test_reservation_losses.c: a reservation whose requests or replies are lost, late or done twice,
 * and other clients in between. Each request of acquire, renew and release in turn, with the etcd of
 * fake_etcd.h. */
#include "reservation_fixture.h"

static const enum fake_fate fates[] = {FAKE_NOT_SENT, FAKE_REPLY_LOST, FAKE_LATE, FAKE_TWICE,
                                       FAKE_REFUSED};
static const enum fake_kind kinds[] = {FAKE_READ, FAKE_WRITE, FAKE_GRANT, FAKE_KEEP_ALIVE,
                                       FAKE_REVOKE};

static void deliver_all(void)
{
    while (fake_has_late())
        fake_deliver_late();
}

/* ---- Acquire ------------------------------------------------------------------------------ */

/* Whichever request is lost: the reservation is that of etcd; or there is none, the id is free when
 * the lease is over, and its next holder begins at its bound. */
static void lose_at_acquire(enum fake_kind kind, unsigned number, enum fake_fate fate)
{
    sortid_node_reservation_options options;
    sortid_node_reservation *reservation = NULL;
    fixture_begin("p=5/8");
    fixture_options(&options);
    fixture_fate(kind, number, fate);
    sortid_node_status status = sortid_node_acquire(fixture_client, &reservation, &options, NULL);
    fake.fate = NULL;
    if (status == SORTID_NODE_OK) {
        assert_true(fixture_is_held(5, 8));
        uint64_t bound = fixture_record(5, 8).bound;
        assert_int_equal(fixture_ask(reservation, bound - 1), SORTID_OK);
        deliver_all();
        EXPECT(fixture_record(5, 8).bound >= bound, "the bound was lowered");
        EXPECT_NODE(sortid_node_release(reservation, &fixture_error), SORTID_NODE_OK);
        assert_int_equal(fake_count("sortid/r/holder/"), 0);
    } else {
        assert_null(reservation);
        deliver_all();
        fake_pass(15000);
        assert_int_equal(fake_count("sortid/r/holder/"), 0);
        fake_pass(60000);
        bool written = fake_count("sortid/r/id/") > 0;
        uint64_t bound = written ? fixture_record(5, 8).bound : 0;
        reservation = fixture_acquire(NULL);
        EXPECT(fixture_start(reservation) >= bound, "begins at %u",
               (unsigned)(fixture_start(reservation) - FIXTURE_TICK));
        sortid_node_abandon(reservation);
    }
    fixture_end();
}

static void test_losses_at_acquire(void **state)
{
    (void)state;
    for (size_t f = 0; f < COUNT_OF(fates); f++)
        for (size_t k = 0; k < COUNT_OF(kinds); k++)
            for (unsigned number = 1; number < 6; number++)
                lose_at_acquire(kinds[k], number, fates[f]);
}

/* The reply of the transaction itself is lost: the token tells whether it was done. */
static void test_lost_reply_of_acquire(void **state)
{
    (void)state;
    fixture_begin("p=5/8");
    fixture_fate(FAKE_WRITE, 1, FAKE_REPLY_LOST);
    sortid_node_reservation *reservation = fixture_acquire(NULL);
    assert_int_equal(fake.writes, 2); // of the realm, and of the reservation
    assert_int_equal(fixture_start(reservation), FIXTURE_TICK);
    assert_int_equal(fixture_record(5, 8).bound, FIXTURE_TICK + FIXTURE_HORIZON);
    EXPECT_NODE(sortid_node_release(reservation, &fixture_error), SORTID_NODE_OK);
    fake_pass(100000);
    unsigned writes = fake.writes;
    fixture_fate(FAKE_WRITE, 1, FAKE_NOT_SENT);
    reservation = fixture_acquire(NULL);
    assert_int_equal(fake.writes, writes + 2);
    EXPECT_NODE(sortid_node_release(reservation, &fixture_error), SORTID_NODE_OK);
    fixture_end();
}

/* A transaction that arrives after the client gave up leaves no holder, because its lease is gone.
 * Repeated until the second try is for the other id. */
static void test_late_acquire(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 30; i++) {
        fixture_begin("p=5-6/8");
        fixture_fate(FAKE_WRITE, 1, FAKE_LATE);
        sortid_node_reservation *reservation = fixture_acquire(NULL);
        deliver_all();
        assert_int_equal(fake_count("sortid/r/holder/"), 1);
        assert_int_equal(fake_count("sortid/r/id/"), 1);
        assert_int_equal(fixture_record(fixture_id(reservation), 8).bound,
                         fixture_start(reservation) + FIXTURE_HORIZON);
        EXPECT_NODE(sortid_node_release(reservation, &fixture_error), SORTID_NODE_OK);
        fixture_end();
    }
}

static sortid_node_reservation *winner;
static bool race_run;

static void overtake(const struct fake_request *request, bool reply, void *context)
{
    (void)context;
    if (request->kind != FAKE_WRITE || reply || race_run)
        return;
    race_run = true;
    winner = fixture_acquire(NULL);
}

/* Two clients have read that the id is free; one transaction succeeds. */
static void test_race_for_one(void **state)
{
    (void)state;
    for (unsigned used = 0; used < 2; used++) { // an id that was never used, and one that was
        sortid_node_reservation_options options;
        sortid_node_reservation *loser = NULL;
        fixture_begin("p=5/8");
        fixture_options(&options);
        if (used == 1)
            EXPECT_NODE(sortid_node_release(fixture_acquire(NULL), &fixture_error), SORTID_NODE_OK);
        race_run = false;
        fake.under_way = overtake;
        EXPECT_NODE(sortid_node_acquire(fixture_client, &loser, &options, &fixture_error),
                    SORTID_NODE_NO_ID);
        assert_true(race_run);
        assert_null(loser);
        assert_int_equal(fixture_ask(winner, fixture_start(winner)), SORTID_OK);
        EXPECT_NODE(sortid_node_release(winner, &fixture_error), SORTID_NODE_OK);
        fake_pass(15000);
        assert_int_equal(fake_count("sortid/r/holder/"), 0);
        fixture_end();
    }
}

/* The same with ids for both: the slower one takes another. */
static void test_race_with_room(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 50; i++) {
        fixture_begin("p=5-6/8");
        race_run = false;
        fake.under_way = overtake;
        sortid_node_reservation *loser = fixture_acquire(NULL);
        assert_int_not_equal(fixture_id(loser), fixture_id(winner));
        sortid_node_abandon(loser);
        sortid_node_abandon(winner);
        fixture_end();
    }
}

/* Clients at a pool of many gaps choose different ones; the others succeed at the second search. */
static unsigned part_runs;
static sortid_node_reservation *parted[64];

static void race_on(const struct fake_request *request, bool reply, void *context)
{
    (void)context;
    if (request->kind != FAKE_WRITE || reply || part_runs >= COUNT_OF(parted))
        return;
    unsigned mine = part_runs++;
    parted[mine] = fixture_acquire(NULL);
}

static void test_racers_part(void **state)
{
    (void)state;
    bool seen[128] = {false};
    fixture_begin("p=0-127/8");
    part_runs = 0;
    fake.under_way = race_on; // each races with the one before, up to the last, which wins first
    sortid_node_reservation *first = fixture_acquire(NULL);
    fake.under_way = NULL;
    assert_int_equal(part_runs, COUNT_OF(parted));
    EXPECT(fake.grants < 65 * 2, "%u tries for 65 reservations", fake.grants);
    for (size_t i = 0; i < COUNT_OF(parted); i++) {
        assert_false(seen[fixture_id(parted[i])]);
        seen[fixture_id(parted[i])] = true;
        sortid_node_abandon(parted[i]);
    }
    assert_false(seen[fixture_id(first)]);
    sortid_node_abandon(first);
    fixture_end();
}

/* The floor is raised between the read and the transaction: the client reads again. */
static void raise_floor(const struct fake_request *request, bool reply, void *context)
{
    (void)context;
    if (request->kind != FAKE_WRITE || reply || race_run)
        return;
    race_run = true;
    EXPECT_NODE(fixture_raise("r", FIXTURE_NOW + 5120), SORTID_NODE_OK);
}

static void test_floor_between(void **state)
{
    (void)state;
    fixture_begin("p=5/8");
    race_run = false;
    fake.under_way = raise_floor;
    sortid_node_reservation *reservation = fixture_acquire(NULL);
    assert_int_equal(fixture_start(reservation), FIXTURE_TICK + 20);
    assert_int_equal(fixture_record(5, 8).bound, FIXTURE_TICK + 20 + FIXTURE_HORIZON);
    sortid_node_abandon(reservation);
    fixture_end();
}

/* ---- Raise -------------------------------------------------------------------------------- */

/* A reservation whose bound and lease must be renewed. */
static sortid_node_reservation *due_reservation(void)
{
    fixture_begin("p=5/8");
    sortid_node_reservation *reservation = fixture_acquire(NULL);
    fake_pass(10000);
    uint64_t next;
    EXPECT_NODE(sortid_node_renew(reservation, &next, &fixture_error), SORTID_NODE_OK);
    fake_pass(14000);
    EXPECT_NODE(sortid_node_renew(reservation, &next, &fixture_error), SORTID_NODE_OK);
    assert_int_equal(fixture_record(5, 8).bound, FIXTURE_TICK + FIXTURE_HORIZON);
    fake_pass(8000); // 28 s of the horizon are left
    return reservation;
}

/* After a failure the reservation continues up to the known bound, and the next renewal repairs
 * it. */
static void lose_at_renew(enum fake_kind kind, unsigned number, enum fake_fate fate)
{
    uint64_t next, bound = FIXTURE_TICK + FIXTURE_HORIZON;
    sortid_node_reservation *reservation = due_reservation();
    fixture_fate(kind, number, fate);
    sortid_node_status status = sortid_node_renew(reservation, &next, NULL);
    uint64_t known = fixture_record(5, 8).bound; // done, or not
    if (status == SORTID_NODE_OK)
        assert_true(known > bound);
    else
        assert_int_equal(fixture_ask(reservation, bound - 1), SORTID_OK);
    EXPECT(status == SORTID_NODE_OK || next < 5000, "next in %u ms", (unsigned)next);
    if (status != SORTID_NODE_OK) // nothing of a failed raise is used, whether it was done or not
        assert_int_equal(fixture_ask(reservation, bound), SORTID_BOUND_REACHED);
    EXPECT_NODE(sortid_node_renew(reservation, &next, &fixture_error), SORTID_NODE_OK);
    deliver_all();
    known = fixture_record(5, 8).bound;
    assert_int_equal(fixture_ask(reservation, bound), SORTID_OK);
    assert_int_equal(fixture_ask(reservation, known - 1), SORTID_OK);
    EXPECT_NODE(sortid_node_release(reservation, &fixture_error), SORTID_NODE_OK);
    assert_int_equal(fixture_record(5, 8).bound, known);
    fixture_end();
}

static void test_losses_at_raise(void **state)
{
    (void)state;
    for (size_t f = 0; f < COUNT_OF(fates); f++)
        for (unsigned number = 1; number < 3; number++) {
            lose_at_renew(FAKE_KEEP_ALIVE, number, fates[f]);
            lose_at_renew(FAKE_WRITE, number, fates[f]);
        }
}

/* A raise that arrives after a later one must not lower the bound. */
static void test_late_raise(void **state)
{
    (void)state;
    uint64_t next;
    sortid_node_reservation *reservation = due_reservation();
    fixture_fate(FAKE_WRITE, 1, FAKE_LATE);
    EXPECT_NODE(sortid_node_renew(reservation, &next, &fixture_error), SORTID_NODE_UNREACHABLE);
    fake_pass(6000);
    EXPECT_NODE(sortid_node_renew(reservation, &next, &fixture_error), SORTID_NODE_OK);
    uint64_t bound = fixture_record(5, 8).bound;
    assert_int_equal(fixture_ask(reservation, bound - 1), SORTID_OK);
    assert_true(fake_has_late());
    deliver_all();
    assert_int_equal(fixture_record(5, 8).bound, bound);
    sortid_node_abandon(reservation);
    fixture_end();
}

/* The same after the release, and after the next holder's. */
static void test_late_raise_after_release(void **state)
{
    (void)state;
    uint64_t next;
    sortid_node_reservation *reservation = due_reservation();
    fixture_fate(FAKE_WRITE, 1, FAKE_LATE);
    EXPECT_NODE(sortid_node_renew(reservation, &next, &fixture_error), SORTID_NODE_UNREACHABLE);
    EXPECT_NODE(sortid_node_release(reservation, &fixture_error), SORTID_NODE_OK);
    reservation = fixture_acquire(NULL);
    uint64_t bound = fixture_record(5, 8).bound;
    deliver_all();
    assert_int_equal(fixture_record(5, 8).bound, bound);
    assert_string_equal(fixture_record(5, 8).label, "test");
    EXPECT_NODE(sortid_node_renew(reservation, &next, &fixture_error), SORTID_NODE_OK);
    EXPECT_NODE(sortid_node_release(reservation, &fixture_error), SORTID_NODE_OK);
    fixture_end();
}

/* The raise was done, its reply lost, and the network failed for longer than the lease: the record
 * is recognised by its token. */
static void test_lost_raise_and_lease(void **state)
{
    (void)state;
    uint64_t next;
    sortid_node_reservation *reservation = due_reservation();
    fixture_fate(FAKE_WRITE, 1, FAKE_REPLY_LOST);
    EXPECT_NODE(sortid_node_renew(reservation, &next, &fixture_error), SORTID_NODE_UNREACHABLE);
    assert_true(fixture_record(5, 8).bound > FIXTURE_TICK + FIXTURE_HORIZON);
    fake_pass(15000);
    assert_false(fixture_is_held(5, 8));
    EXPECT_NODE(sortid_node_renew(reservation, &next, &fixture_error), SORTID_NODE_OK);
    assert_true(fixture_is_held(5, 8));
    EXPECT_NODE(sortid_node_release(reservation, &fixture_error), SORTID_NODE_OK);
    assert_int_equal(fake_count("sortid/r/holder/"), 0);
    fixture_end();
}

/* Resume, with each request lost in each way: after the next renewal the reservation is
 * complete. */
static void lose_at_resume(enum fake_kind kind, unsigned number, enum fake_fate fate)
{
    uint64_t next;
    fixture_begin("p=5/8");
    sortid_node_reservation *reservation = fixture_acquire(NULL);
    fake_pass(100000);
    fixture_fate(kind, number, fate);
    sortid_node_status status = sortid_node_renew(reservation, &next, NULL);
    fake.fate = NULL;
    if (status != SORTID_NODE_OK)
        assert_int_equal(fixture_ask(reservation, FIXTURE_TICK + FIXTURE_HORIZON - 1), SORTID_OK);
    deliver_all();
    for (unsigned i = 0; i < 4; i++) {
        EXPECT_NODE(sortid_node_renew(reservation, &next, &fixture_error), SORTID_NODE_OK);
        fake_pass(next);
    }
    assert_true(fixture_is_held(5, 8));
    assert_int_equal(fixture_ask(reservation, fixture_now_tick()), SORTID_OK);
    assert_true(fixture_record(5, 8).bound > fixture_now_tick());
    EXPECT_NODE(sortid_node_release(reservation, &fixture_error), SORTID_NODE_OK);
    uint64_t free_from = fixture_record(5, 8).bound;
    reservation = fixture_acquire(NULL);
    assert_int_equal(fixture_start(reservation),
                     free_from > fixture_now_tick() ? free_from : fixture_now_tick());
    sortid_node_abandon(reservation);
    fixture_end();
}

static void test_losses_at_resume(void **state)
{
    (void)state;
    for (size_t f = 0; f < COUNT_OF(fates); f++)
        for (size_t k = 0; k < COUNT_OF(kinds); k++)
            for (unsigned number = 1; number < 3; number++)
                lose_at_resume(kinds[k], number, fates[f]);
}

/* Another client takes the id between the read and the transaction of a resume. */
static void take_between(const struct fake_request *request, bool reply, void *context)
{
    (void)context;
    if (request->kind != FAKE_WRITE || reply || race_run)
        return;
    race_run = true;
    winner = fixture_acquire(NULL);
}

static void test_taken_while_resuming(void **state)
{
    (void)state;
    uint64_t next;
    fixture_begin("p=5/8");
    sortid_node_reservation *reservation = fixture_acquire(NULL);
    fake_pass(100000);
    race_run = false;
    fake.under_way = take_between;
    EXPECT_NODE(sortid_node_renew(reservation, &next, &fixture_error), SORTID_NODE_LOST);
    fake.under_way = NULL;
    assert_true(race_run);
    assert_int_equal(fixture_ask(winner, fixture_start(winner)), SORTID_OK);
    assert_int_equal(fixture_ask(reservation, fixture_start(winner)), SORTID_RESERVATION_LOST);
    sortid_node_abandon(reservation);
    sortid_node_abandon(winner);
    fixture_end();
}

/* ---- Release ------------------------------------------------------------------------------ */

static void lose_at_release(enum fake_kind kind, unsigned number, enum fake_fate fate)
{
    fixture_begin("p=5/8");
    sortid_node_reservation *reservation = fixture_acquire(NULL);
    assert_int_equal(fixture_ask(reservation, FIXTURE_TICK + 3), SORTID_OK);
    fixture_fate(kind, number, fate);
    EXPECT_NODE(sortid_node_release(reservation, &fixture_error), SORTID_NODE_OK);
    fake.fate = NULL;
    deliver_all();
    assert_true(fixture_record(5, 8).clean);
    assert_int_equal(fixture_record(5, 8).bound, FIXTURE_TICK + 4);
    assert_false(fixture_is_held(5, 8));
    reservation = fixture_acquire(NULL);
    deliver_all();
    assert_true(fixture_is_held(5, 8));
    sortid_node_abandon(reservation);
    fixture_end();
}

static void test_losses_at_release(void **state)
{
    (void)state;
    for (size_t f = 0; f < COUNT_OF(fates); f++)
        for (unsigned number = 1; number < 3; number++) {
            lose_at_release(FAKE_WRITE, number, fates[f]);
            lose_at_release(FAKE_REVOKE, number, fates[f]);
        }
}

/* A release that arrives when the next client has reserved the id has no effect. */
static enum fake_fate gone(const struct fake_request *request, void *context)
{
    (void)context;
    return request->kind == FAKE_WRITE ? FAKE_LATE : FAKE_NOT_SENT;
}

static void test_late_release(void **state)
{
    (void)state;
    fixture_begin("p=5/8");
    sortid_node_reservation *reservation = fixture_acquire(NULL);
    fake.fate = gone;
    EXPECT_NODE(sortid_node_release(reservation, &fixture_error), SORTID_NODE_UNREACHABLE);
    fake.fate = NULL;
    fake_pass(60000);
    reservation = fixture_acquire(NULL);
    uint64_t bound = fixture_record(5, 8).bound;
    deliver_all();
    assert_true(fixture_is_held(5, 8));
    assert_int_equal(fixture_record(5, 8).bound, bound);
    sortid_node_abandon(reservation);
    fixture_end();
}

/* The lease runs out before the release: the record still has the token, and the id is released. */
static void test_release_after_lease(void **state)
{
    (void)state;
    fixture_begin("p=5/8");
    sortid_node_reservation *reservation = fixture_acquire(NULL);
    assert_int_equal(fixture_ask(reservation, FIXTURE_TICK + 7), SORTID_OK);
    fake_pass(20000);
    assert_false(fixture_is_held(5, 8));
    EXPECT_NODE(sortid_node_release(reservation, &fixture_error), SORTID_NODE_OK);
    assert_int_equal(fixture_record(5, 8).bound, FIXTURE_TICK + 8);
    assert_true(fixture_record(5, 8).clean);
    fixture_end();
}

/* A realm that changes at each request: an error instead of endless tries. */
static void change_realm(const struct fake_request *request, bool reply, void *context)
{
    static unsigned changes;
    (void)context;
    if (request->kind != FAKE_WRITE || reply)
        return;
    char value[FAKE_VALUE_SIZE], digits[9];
    assert_true(fake_value(value, "sortid/r/realm"));
    snprintf(digits, sizeof digits, "%08x", ++changes);
    memcpy(strstr(value, "\"nonce\":\"") + strlen("\"nonce\":\""), digits, 8);
    fake_put("sortid/r/realm", value);
}

static void test_restless_realm(void **state)
{
    (void)state;
    uint64_t next;
    sortid_node_pool pool;
    sortid_node_reservation *reservation = due_reservation();
    fake.under_way = change_realm;
    EXPECT_NODE(sortid_node_renew(reservation, &next, &fixture_error), SORTID_NODE_STORE_FAILED);
    assert_int_equal(fixture_record(5, 8).bound, FIXTURE_TICK + FIXTURE_HORIZON);
    EXPECT_NODE(sortid_node_pool_parse(&pool, "q=6/8", strlen("q=6/8"), &fixture_error),
                SORTID_NODE_OK);
    EXPECT_NODE(
        sortid_node_init(fixture_client, "r", &pool, 1, &fixture_realm, NULL, &fixture_error),
        SORTID_NODE_STORE_FAILED);
    fake.under_way = NULL;
    EXPECT_NODE(sortid_node_renew(reservation, &next, &fixture_error), SORTID_NODE_OK);
    sortid_node_abandon(reservation);
    fixture_end();
}

/* ---- Unreachable --------------------------------------------------------------------------- */

static enum fake_fate all_lost(const struct fake_request *request, void *context)
{
    (void)request, (void)context;
    return FAKE_NOT_SENT;
}

/* Ten minutes without etcd: the tries become rare; then everything works again. */
static void test_unreachable(void **state)
{
    (void)state;
    uint64_t next;
    fixture_begin("p=5/8");
    fake.timeout_ms = 1;
    sortid_node_reservation *reservation = fixture_acquire(NULL);
    fake.fate = all_lost;
    fake_pass(5000);
    unsigned before = fake.requests;
    while (fake_now() < FIXTURE_NOW + 600000) {
        EXPECT_NODE(sortid_node_renew(reservation, &next, &fixture_error), SORTID_NODE_UNREACHABLE);
        assert_true(next > 0);
        for (unsigned i = 0; i < 50; i++) // a generator that keeps asking
            assert_int_not_equal(fixture_ask(reservation, fixture_now_tick() + FIXTURE_HORIZON),
                                 SORTID_OK);
        fake_pass(next);
    }
    EXPECT(fake.requests - before > 300 && fake.requests - before < 800, "%u requests",
           fake.requests - before);
    fake.fate = NULL;
    EXPECT_NODE(sortid_node_renew(reservation, &next, &fixture_error), SORTID_NODE_OK);
    assert_int_equal(fixture_ask(reservation, fixture_now_tick()), SORTID_OK);
    EXPECT_NODE(sortid_node_release(reservation, &fixture_error), SORTID_NODE_OK);
    fixture_end();
}

static void test_no_randomness(void **state)
{
    (void)state;
    sortid_node_reservation_options options;
    sortid_node_reservation *reservation;
    fixture_begin("p=5/8");
    fixture_options(&options);
    fake.no_random = true;
    EXPECT_NODE(sortid_node_acquire(fixture_client, &reservation, &options, &fixture_error),
                SORTID_NODE_SYSTEM);
    assert_int_equal(fake_count("sortid/r/id/"), 0);
    fixture_end();
}

/* ---- Gaps taken by others ------------------------------------------------------------------- */

/* Others take the first ids of the pool at one moment of the search for gaps. */
struct rush {
    unsigned at; /* the number of the request; 0: done */
    uint32_t ids;
};

static void rush(const struct fake_request *request, bool reply, void *context)
{
    struct rush *rush = context;
    struct id_record record = {.bound = FIXTURE_TICK + FIXTURE_HORIZON,
                               .token = "0123456789abcdef0123456789abcdef"};
    (void)request;
    if (reply || rush->at == 0 || --rush->at > 0)
        return;
    for (uint32_t id = 0; id < rush->ids; id++) {
        char key[KEY_SIZE];
        char *value = sortid_node_realm_print_id(&record);
        sortid_node_realm_id_key(key, "r", KEY_ID, id, 8);
        fake_put(key, value);
        free(value);
    }
}

/* The pool has more ids, so one of those is taken: slower clients do not run out of ids. */
static void test_gaps_go(void **state)
{
    (void)state;
    bool more = true;
    for (unsigned at = 1; more; at++) {
        struct rush others = {at, 4}; // the whole part of the pool that is searched first
        fixture_begin("p=0-255/8");
        fake.under_way = rush;
        fake.context = &others;
        sortid_node_reservation *reservation = fixture_acquire(NULL);
        more = others.at == 0;
        EXPECT(!more || fixture_id(reservation) >= 4, "id %u after %u requests",
               (unsigned)fixture_id(reservation), at);
        sortid_node_abandon(reservation);
        fixture_end();
        EXPECT(more || at > 5, "only %u requests", at - 1);
    }
}

int main(void)
{
    support_begin();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_losses_at_acquire),
        cmocka_unit_test(test_lost_reply_of_acquire),
        cmocka_unit_test(test_late_acquire),
        cmocka_unit_test(test_race_for_one),
        cmocka_unit_test(test_race_with_room),
        cmocka_unit_test(test_racers_part),
        cmocka_unit_test(test_floor_between),
        cmocka_unit_test(test_losses_at_raise),
        cmocka_unit_test(test_late_raise),
        cmocka_unit_test(test_late_raise_after_release),
        cmocka_unit_test(test_lost_raise_and_lease),
        cmocka_unit_test(test_losses_at_resume),
        cmocka_unit_test(test_taken_while_resuming),
        cmocka_unit_test(test_losses_at_release),
        cmocka_unit_test(test_late_release),
        cmocka_unit_test(test_release_after_lease),
        cmocka_unit_test(test_restless_realm),
        cmocka_unit_test(test_unreachable),
        cmocka_unit_test(test_no_randomness),
        cmocka_unit_test(test_gaps_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
