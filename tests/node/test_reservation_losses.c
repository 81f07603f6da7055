/* SPDX-License-Identifier: MIT */
/* test_reservation_losses.c: a reservation whose requests or replies are lost, late or done twice,
 * and other clients in between. Each request of acquire, renew and release in turn, with the etcd
 * of fake_etcd.h. */
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
    sortid_node_reservation *taken = NULL;
    fixture_begin("p=5/8");
    set_fate(kind, number, fate);
    sortid_node_status status = acquire(&taken, NULL);
    fake.fate = NULL;
    if (status == SORTID_NODE_OK) {
        assert_true(is_held(5, 8));
        uint64_t bound = bound_of(5, 8);
        assert_int_equal(ask(taken, bound - 1), SORTID_OK);
        deliver_all();
        EXPECT(bound_of(5, 8) >= bound, "the bound was lowered");
        EXPECT_NODE(release(taken), OK);
        assert_int_equal(fake_count("sortid/r/holder/"), 0);
    } else {
        assert_null(taken);
        deliver_all();
        fake_pass(15000);
        assert_int_equal(fake_count("sortid/r/holder/"), 0);
        fake_pass(60000);
        bool written = fake_count("sortid/r/id/") > 0;
        uint64_t bound = written ? bound_of(5, 8) : 0;
        uint64_t start = start_of(take(NULL));
        EXPECT(start >= bound, "begins at %u", (unsigned)(start - START));
    }
    fixture_end();
}

TEST(losses_at_acquire)
{
    for (size_t f = 0; f < COUNT_OF(fates); f++)
        for (size_t k = 0; k < COUNT_OF(kinds); k++)
            for (unsigned number = 1; number < 6; number++)
                lose_at_acquire(kinds[k], number, fates[f]);
}

/* The reply of the transaction itself is lost: the token tells whether it was done. */
TEST_ON(lost_reply_of_acquire, "p=5/8")
{
    set_fate(FAKE_WRITE, 1, FAKE_REPLY_LOST);
    sortid_node_reservation *taken = take(NULL);
    assert_int_equal(fake.writes, 2); // of the realm, and of the reservation
    assert_int_equal(start_of(taken), START);
    assert_int_equal(bound_of(5, 8), START + HORIZON);
    EXPECT_NODE(release(taken), OK);
    fake_pass(100000);
    unsigned writes = fake.writes;
    set_fate(FAKE_WRITE, 1, FAKE_NOT_SENT);
    taken = take(NULL);
    assert_int_equal(fake.writes, writes + 2);
    EXPECT_NODE(release(taken), OK);
}

/* A transaction that arrives after the client gave up leaves no holder, because its lease is gone.
 * Repeated until the second try is for the other id. */
TEST(late_acquire)
{
    for (unsigned i = 0; i < 30; i++) {
        fixture_begin("p=5-6/8");
        set_fate(FAKE_WRITE, 1, FAKE_LATE);
        sortid_node_reservation *taken = take(NULL);
        deliver_all();
        assert_int_equal(fake_count("sortid/r/holder/"), 1);
        assert_int_equal(fake_count("sortid/r/id/"), 1);
        assert_int_equal(bound_of(id_of(taken), 8), start_of(taken) + HORIZON);
        EXPECT_NODE(release(taken), OK);
        fixture_end();
    }
}

/* Two clients have read that the id is free; one transaction succeeds. */
TEST(race_for_one)
{
    for (unsigned used = 0; used < 2; used++) { // an id that was never used, and one that was
        sortid_node_reservation *loser = NULL;
        fixture_begin("p=5/8");
        if (used == 1)
            EXPECT_NODE(release(take(NULL)), OK);
        act_during(FAKE_WRITE, take_rival);
        EXPECT_NODE(acquire(&loser, NULL), NO_ID);
        assert_true(has_acted());
        assert_null(loser);
        assert_int_equal(ask(rival, start_of(rival)), SORTID_OK);
        EXPECT_NODE(release(rival), OK);
        fake_pass(15000);
        assert_int_equal(fake_count("sortid/r/holder/"), 0);
        fixture_end();
    }
}

/* The same with ids for both: the slower one takes another. */
TEST(race_with_room)
{
    for (unsigned i = 0; i < 50; i++) {
        fixture_begin("p=5-6/8");
        act_during(FAKE_WRITE, take_rival);
        sortid_node_reservation *loser = take(NULL);
        assert_int_not_equal(id_of(loser), id_of(rival));
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
    parted[mine] = take(NULL);
}

TEST_ON(racers_part, "p=0-127/8")
{
    bool seen[128] = {false};
    part_runs = 0;
    fake.under_way = race_on; // each races with the one before, up to the last, which wins first
    sortid_node_reservation *first = take(NULL);
    fake.under_way = NULL;
    assert_int_equal(part_runs, COUNT_OF(parted));
    EXPECT(fake.grants < 65 * 2, "%u tries for 65 reservations", fake.grants);
    for (size_t i = 0; i < COUNT_OF(parted); i++) {
        assert_false(seen[id_of(parted[i])]);
        seen[id_of(parted[i])] = true;
    }
    assert_false(seen[id_of(first)]);
}

/* The floor is raised between the read and the transaction: the client reads again. */
static void raise_floor(void)
{
    EXPECT_NODE(raise_bounds("r", START_MS + 5120), OK);
}

TEST_ON(floor_between, "p=5/8")
{
    act_during(FAKE_WRITE, raise_floor);
    assert_int_equal(start_of(take(NULL)), START + 20);
    assert_int_equal(bound_of(5, 8), START + 20 + HORIZON);
}

/* ---- Raise -------------------------------------------------------------------------------- */

static sortid_node_reservation *reservation;

/* A reservation whose bound and lease must be renewed. */
static void begin_due(void)
{
    fixture_begin("p=5/8");
    reservation = take(NULL);
    fake_pass(10000);
    EXPECT_NODE(renew(reservation), OK);
    fake_pass(4000);
    EXPECT_NODE(renew(reservation), OK);
    assert_int_equal(bound_of(5, 8), START + HORIZON);
    fake_pass(8000); // 38 s of the horizon are left
}

#define TEST_WHEN_DUE(name) TEST_AROUND(name, begin_due(), fixture_end())

/* After a failure the reservation continues up to the known bound, and the next renewal repairs it.
 * A raise that arrives after a later one does not lower the bound. */
static void lose_at_renew(enum fake_kind kind, unsigned number, enum fake_fate fate,
                          uint64_t pause_ms)
{
    const uint64_t bound = START + HORIZON;
    begin_due();
    set_fate(kind, number, fate);
    if (renew(reservation) == SORTID_NODE_OK) {
        assert_true(bound_of(5, 8) > bound);
    } else { // nothing of a failed raise is used, whether it was done or not
        EXPECT(next_ms < 5000, "next in %u ms", (unsigned)next_ms);
        assert_int_equal(ask(reservation, bound - 1), SORTID_OK);
        assert_int_equal(ask(reservation, bound), SORTID_BOUND_REACHED);
    }
    if (kind == FAKE_WRITE && number == 1 && fate == FAKE_LATE)
        assert_true(fake_has_late());
    fake_pass(pause_ms);
    EXPECT_NODE(renew(reservation), OK);
    uint64_t known = bound_of(5, 8);
    deliver_all();
    assert_int_equal(bound_of(5, 8), known);
    assert_int_equal(ask(reservation, bound), SORTID_OK);
    assert_int_equal(ask(reservation, known - 1), SORTID_OK);
    EXPECT_NODE(release(reservation), OK);
    assert_int_equal(bound_of(5, 8), known);
    fixture_end();
}

TEST(losses_at_raise)
{
    for (size_t f = 0; f < COUNT_OF(fates); f++)
        for (unsigned number = 1; number < 3; number++) {
            lose_at_renew(FAKE_KEEP_ALIVE, number, fates[f], 0);
            lose_at_renew(FAKE_WRITE, number, fates[f], 0);
        }
    lose_at_renew(FAKE_WRITE, 1, FAKE_LATE, 6000);
}

/* One that arrives after the release, and after the next holder's. */
TEST_WHEN_DUE(late_raise_after_release)
{
    set_fate(FAKE_WRITE, 1, FAKE_LATE);
    EXPECT_NODE(renew(reservation), UNREACHABLE);
    EXPECT_NODE(release(reservation), OK);
    reservation = take(NULL);
    uint64_t bound = bound_of(5, 8);
    deliver_all();
    assert_int_equal(bound_of(5, 8), bound);
    assert_string_equal(record_of(5, 8).label, "test");
    EXPECT_NODE(renew(reservation), OK);
    EXPECT_NODE(release(reservation), OK);
}

/* The raise was done, its reply lost, and the network failed for longer than the lease: the record
 * is recognized by its token. */
TEST_WHEN_DUE(lost_raise_and_lease)
{
    set_fate(FAKE_WRITE, 1, FAKE_REPLY_LOST);
    EXPECT_NODE(renew(reservation), UNREACHABLE);
    assert_true(bound_of(5, 8) > START + HORIZON);
    fake_pass(15000);
    assert_false(is_held(5, 8));
    EXPECT_NODE(renew(reservation), OK);
    assert_true(is_held(5, 8));
    EXPECT_NODE(release(reservation), OK);
    assert_int_equal(fake_count("sortid/r/holder/"), 0);
}

/* Resume, with each request lost in each way: after the next renewal the reservation is
 * complete. */
static void lose_at_resume(enum fake_kind kind, unsigned number, enum fake_fate fate)
{
    fixture_begin("p=5/8");
    reservation = take(NULL);
    fake_pass(100000);
    set_fate(kind, number, fate);
    sortid_node_status status = renew(reservation);
    fake.fate = NULL;
    if (status != SORTID_NODE_OK)
        assert_int_equal(ask(reservation, START + HORIZON - 1), SORTID_OK);
    deliver_all();
    for (unsigned i = 0; i < 4; i++) {
        EXPECT_NODE(renew(reservation), OK);
        fake_pass(next_ms);
    }
    assert_true(is_held(5, 8));
    assert_int_equal(ask(reservation, now_tick()), SORTID_OK);
    assert_true(bound_of(5, 8) > now_tick());
    EXPECT_NODE(release(reservation), OK);
    uint64_t free_from = bound_of(5, 8);
    assert_int_equal(start_of(take(NULL)), free_from > now_tick() ? free_from : now_tick());
    fixture_end();
}

TEST(losses_at_resume)
{
    for (size_t f = 0; f < COUNT_OF(fates); f++)
        for (size_t k = 0; k < COUNT_OF(kinds); k++)
            for (unsigned number = 1; number < 3; number++)
                lose_at_resume(kinds[k], number, fates[f]);
}

/* Another client takes the id between the read and the transaction of a resume. */
TEST_ON(taken_while_resuming, "p=5/8")
{
    reservation = take(NULL);
    fake_pass(100000);
    act_during(FAKE_WRITE, take_rival);
    EXPECT_NODE(renew(reservation), LOST);
    assert_true(has_acted());
    assert_int_equal(ask(rival, start_of(rival)), SORTID_OK);
    assert_int_equal(ask(reservation, start_of(rival)), SORTID_RESERVATION_LOST);
}

/* ---- Release ------------------------------------------------------------------------------ */

static void lose_at_release(enum fake_kind kind, unsigned number, enum fake_fate fate)
{
    fixture_begin("p=5/8");
    reservation = take(NULL);
    assert_int_equal(ask(reservation, START + 3), SORTID_OK);
    set_fate(kind, number, fate);
    EXPECT_NODE(release(reservation), OK);
    fake.fate = NULL;
    deliver_all();
    expect_released(5, 8, START + 4);
    assert_false(is_held(5, 8));
    (void)take(NULL);
    deliver_all();
    assert_true(is_held(5, 8));
    fixture_end();
}

TEST(losses_at_release)
{
    for (size_t f = 0; f < COUNT_OF(fates); f++)
        for (unsigned number = 1; number < 3; number++) {
            lose_at_release(FAKE_WRITE, number, fates[f]);
            lose_at_release(FAKE_REVOKE, number, fates[f]);
        }
}

static enum fake_fate late_write(const struct fake_request *request, void *context)
{
    (void)context;
    return request->kind == FAKE_WRITE ? FAKE_LATE : FAKE_NOT_SENT;
}

/* A release that arrives when the next client has reserved the id has no effect. */
TEST_ON(late_release, "p=5/8")
{
    reservation = take(NULL);
    fake.fate = late_write;
    EXPECT_NODE(release(reservation), UNREACHABLE);
    fake.fate = NULL;
    fake_pass(60000);
    (void)take(NULL);
    uint64_t bound = bound_of(5, 8);
    deliver_all();
    assert_true(is_held(5, 8));
    assert_int_equal(bound_of(5, 8), bound);
}

/* The lease runs out before the release: the record still has the token, and the id is released. */
TEST_ON(release_after_lease, "p=5/8")
{
    reservation = take(NULL);
    assert_int_equal(ask(reservation, START + 7), SORTID_OK);
    fake_pass(20000);
    assert_false(is_held(5, 8));
    EXPECT_NODE(release(reservation), OK);
    assert_int_equal(bound_of(5, 8), now_tick()); // which is later than those that were used
    expect_released(5, 8, START + 8);
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

TEST_WHEN_DUE(restless_realm)
{
    fake.under_way = change_realm;
    EXPECT_NODE(renew(reservation), STORE_FAILED);
    assert_int_equal(bound_of(5, 8), START + HORIZON);
    EXPECT_NODE(init("r", "q=6/8", &fixture_realm), STORE_FAILED);
    fake.under_way = NULL;
    EXPECT_NODE(renew(reservation), OK);
}

/* Ten minutes without etcd: the tries become rare; then everything works again. */
TEST_ON(unreachable, "p=5/8")
{
    fake.timeout_ms = 1;
    reservation = take(NULL);
    set_away(true);
    fake_pass(5000);
    unsigned before = fake.requests;
    while (fake_now() < START_MS + 600000) {
        EXPECT_NODE(renew(reservation), UNREACHABLE);
        assert_true(next_ms > 0);
        for (unsigned i = 0; i < 50; i++) // a generator that keeps asking
            assert_int_not_equal(ask(reservation, now_tick() + HORIZON), SORTID_OK);
        fake_pass(next_ms);
    }
    EXPECT(fake.requests - before > 300 && fake.requests - before < 800, "%u requests",
           fake.requests - before);
    set_away(false);
    EXPECT_NODE(renew(reservation), OK);
    assert_int_equal(ask(reservation, now_tick()), SORTID_OK);
    EXPECT_NODE(release(reservation), OK);
}

/* ---- Gaps taken by others ------------------------------------------------------------------- */

enum { taken = 200 }; /* most ids of the pool */

/* Others take these ids at one moment of the search for gaps. */
static void rush(const struct fake_request *request, bool reply, void *context)
{
    unsigned *at = context; /* the number of the request; 0: done */
    (void)request;
    if (reply || *at == 0 || --*at > 0)
        return;
    for (uint32_t id = 0; id < taken; id++)
        put_record("r", id, 8,
                   (struct id_record){.bound = START + HORIZON,
                                      .token = "0123456789abcdef0123456789abcdef"});
}

/* The pool has more ids, so one of those is taken: slower clients do not run out of ids. */
TEST(gaps_go)
{
    bool more = true;
    for (unsigned at = 1; more; at++) {
        unsigned left = at;
        fixture_begin("p=0-255/8");
        fake.under_way = rush;
        fake.context = &left;
        uint32_t id = id_of(take(NULL));
        more = left == 0;
        EXPECT(!more || id >= taken, "id %u after %u requests", (unsigned)id, at);
        fixture_end();
        EXPECT(more || at > 4, "only %u requests", at - 1);
    }
}

CASES_MAIN(NULL, NULL)
