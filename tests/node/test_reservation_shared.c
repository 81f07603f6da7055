/* SPDX-License-Identifier: MIT */
/* test_reservation_shared.c: a reservation whose ticks are those of a shared state: it sets the state's end
 * when it is renewed, suspends its users when it is suspended, and closes it when it is lost or ends. What
 * is refused. Users in other processes: shared/test_fork_bound.c, and the preforking server of docs/api.md. */
#include "reservation_fixture.h"

static sortid_shared_state memory;
static sortid_generator generator;
static sortid_node_reservation *reservation;

static sortid_status read_clock(void *context, uint64_t *unix_us)
{
    (void)context;
    *unix_us = fake_now() * 1000;
    return SORTID_OK;
}

static sortid_status attach(sortid_generator *out, const sortid_scru64_node_spec *node)
{
    const sortid_options options = {.flags = SORTID_BOUND_IN_STATE, .guard_bits = 1, .node = node};
    sortid_sources sources;
    sortid_sources_default(&sources);
    sources.clock = (sortid_clock){read_clock, NULL, 1000};
    memset(&memory, 0, sizeof memory);
    return sortid_generator_attach(out, sortid_scru64_format(), &memory, SORTID_SCOPE_PROCESSES,
                                   &options, &sources);
}

static void begin(void)
{
    sortid_scru64_node_spec node;
    fixture_begin("p=5/8");
    reservation = fixture_acquire(NULL);
    sortid_node_reservation_spec(reservation, &node);
    EXPECT_STATUS(attach(&generator, &node), SORTID_OK, "attach");
}

static void share(sortid_node_status expected)
{
    EXPECT_NODE(sortid_node_reservation_share(reservation, &generator, &fixture_error), expected);
}

static void renew(sortid_node_status expected)
{
    EXPECT_NODE(sortid_node_renew(reservation, NULL, &fixture_error), expected);
}

/* Makes an ID, in the tick of the clock. */
static uint64_t make(void)
{
    sortid_scru64 id;
    sortid_scru64_fields fields;
    EXPECT_STATUS(sortid_generator_next(&generator, id.bytes, NULL), SORTID_OK, "an ID");
    sortid_scru64_to_fields(&fields, &id);
    assert_int_equal(fields.timestamp, fixture_now_tick());
    return fields.timestamp;
}

static void expect_none(sortid_status status)
{
    sortid_scru64 id;
    EXPECT_STATUS(sortid_generator_next(&generator, id.bytes, NULL), status, "no ID");
}

static enum fake_fate all_lost(const struct fake_request *request, void *context)
{
    (void)request, (void)context;
    return FAKE_NOT_SENT;
}

/* ---- While it lasts --------------------------------------------------------------------------------- */

static void test_raised(void **state)
{
    uint64_t tick = 0;
    (void)state;
    begin();
    expect_none(SORTID_BOUND_REACHED);
    share(SORTID_NODE_OK);
    while (fake_now() < FIXTURE_NOW + 600000) {
        renew(SORTID_NODE_OK);
        tick = make();
        fake_pass(5000);
    }
    EXPECT(fake.requests < 300, "%u requests", fake.requests);
    EXPECT_NODE(sortid_node_release(reservation, &fixture_error), SORTID_NODE_OK);
    assert_int_equal(fixture_record(5, 8).bound, tick + 1);
    expect_none(SORTID_RESERVATION_LOST);
    fixture_end();
}

static void test_not_raised(void **state)
{
    (void)state;
    begin();
    fake.timeout_ms = 100;
    share(SORTID_NODE_OK);
    fake.fate = all_lost;
    fake_pass(FIXTURE_HORIZON * SORTID_SCRU64_TICK_MS - 100);
    renew(SORTID_NODE_UNREACHABLE);
    fake_pass(1000);
    expect_none(SORTID_BOUND_REACHED);
    fake.fate = NULL;
    renew(SORTID_NODE_OK);
    (void)make();
    sortid_node_abandon(reservation);
    expect_none(SORTID_RESERVATION_LOST);
    fixture_end();
}

/* The clock jumps, as in a machine that was suspended: no new tick before a raise has succeeded. */
static void test_suspended(void **state)
{
    (void)state;
    begin();
    fake.timeout_ms = 100;
    share(SORTID_NODE_OK);
    renew(SORTID_NODE_OK);
    (void)make();
    fake.clock_off_ms = fake.etcd_off_ms = 10000; // both clocks were right all the time
    fake.fate = all_lost;
    renew(SORTID_NODE_UNREACHABLE);
    fake_pass(1000);
    expect_none(SORTID_BOUND_REACHED);
    fake.fate = NULL;
    renew(SORTID_NODE_OK);
    (void)make();
    sortid_node_abandon(reservation);
    fixture_end();
}

/* Somebody else releases the id: the next renewal finds that. */
static void lose(void)
{
    EXPECT_NODE(sortid_node_release_id(fixture_client, "r", 5, 8, &fixture_error), SORTID_NODE_OK);
    fake_pass(FIXTURE_LEASE_MS);
    renew(SORTID_NODE_LOST);
}

static void test_lost(void **state)
{
    (void)state;
    begin();
    share(SORTID_NODE_OK);
    (void)make();
    lose();
    expect_none(SORTID_RESERVATION_LOST);
    EXPECT_NODE(sortid_node_release(reservation, &fixture_error), SORTID_NODE_LOST);
    fixture_end();
}

/* ---- One user of the ticks ------------------------------------------------------------------------ */

/* Ticks that the reservation's own bound gave are not the state's, and it gives no other. */
static void test_own_bound(void **state)
{
    sortid_scru64 id;
    sortid_scru64_fields fields;
    (void)state;
    begin();
    uint64_t given = fixture_now_tick() + 3;
    EXPECT_STATUS(fixture_ask(reservation, given), SORTID_OK, "before");
    share(SORTID_NODE_OK);
    EXPECT_STATUS(fixture_ask(reservation, given + 1), SORTID_BOUND_IN_USE, "after");
    EXPECT_STATUS(sortid_generator_next(&generator, id.bytes, NULL), SORTID_OK, "an ID");
    sortid_scru64_to_fields(&fields, &id);
    assert_int_equal(fields.timestamp, given + 1);
    sortid_node_abandon(reservation);
    fixture_end();
}

/* A state that was never used: the whole reservation is free. */
static void test_unused(void **state)
{
    (void)state;
    begin();
    share(SORTID_NODE_OK);
    uint64_t first = fixture_start(reservation);
    EXPECT_NODE(sortid_node_release(reservation, &fixture_error), SORTID_NODE_OK);
    assert_int_equal(fixture_record(5, 8).bound, first);
    fixture_end();
}

/* A generator that is closed too early: nobody knows what users make, so all is taken for used. */
static void test_closed_generator(void **state)
{
    (void)state;
    begin();
    share(SORTID_NODE_OK);
    (void)make();
    uint64_t bound = fixture_record(5, 8).bound;
    sortid_generator_close(&generator);
    renew(SORTID_NODE_SYSTEM);
    EXPECT_NODE(sortid_node_release(reservation, &fixture_error), SORTID_NODE_OK);
    assert_int_equal(fixture_record(5, 8).bound, bound);
    fixture_end();
}

/* ---- Refused ---------------------------------------------------------------------------------------- */

static int share_in_child(void *argument)
{
    (void)argument;
    sortid_node_status status = sortid_node_reservation_share(reservation, &generator, NULL);
    return status == SORTID_NODE_SYSTEM ? 0 : 1;
}

static void test_refused(void **state)
{
    const sortid_scru64_node_spec other = {.node_id = 6, .node_id_size = 8};
    uint64_t first_free;
    (void)state;
    begin();
    sortid_scru64_node_spec node;
    sortid_node_reservation_spec(reservation, &node);
    EXPECT_STATUS(attach(&generator, &other), SORTID_OK, "attach");
    share(SORTID_NODE_BAD_OPTION);
    EXPECT_STATUS(attach(&generator, &node), SORTID_OK, "attach");
    assert_int_equal(sortid_generator_close_bound(&generator, &first_free), SORTID_OK);
    share(SORTID_NODE_BAD_OPTION);
    const sortid_options own = {.node = &node};
    assert_int_equal(sortid_generator_init(&generator, sortid_scru64_format(), &own, NULL),
                     SORTID_OK);
    share(SORTID_NODE_BAD_OPTION);
    EXPECT_STATUS(fixture_ask(reservation, fixture_now_tick()), SORTID_OK, "still given");
    EXPECT_STATUS(attach(&generator, &node), SORTID_OK, "attach");
    assert_int_equal(support_in_child(share_in_child, NULL), 0);
    share(SORTID_NODE_OK);
    share(SORTID_NODE_BAD_OPTION);
    sortid_node_abandon(reservation);
    share(SORTID_NODE_LOST);
    fixture_end();
}

/* Lost, and not ended yet: the state stays as it was. */
static void test_lost_before(void **state)
{
    (void)state;
    begin();
    lose();
    share(SORTID_NODE_LOST);
    expect_none(SORTID_BOUND_REACHED);
    EXPECT_NODE(sortid_node_release(reservation, &fixture_error), SORTID_NODE_LOST);
    fixture_end();
}

static void test_external(void **state)
{
    sortid_node_reservation_options options;
    (void)state;
    begin();
    sortid_node_abandon(reservation);
    fixture_end();
    fixture_begin("p=5/8");
    fixture_options(&options);
    options.external = true;
    options.quarantine_ms = 1000;
    reservation = fixture_acquire(&options);
    share(SORTID_NODE_BAD_OPTION);
    sortid_node_abandon(reservation);
    fixture_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_raised),           cmocka_unit_test(test_not_raised),
        cmocka_unit_test(test_suspended),        cmocka_unit_test(test_lost),
        cmocka_unit_test(test_own_bound),        cmocka_unit_test(test_unused),
        cmocka_unit_test(test_closed_generator), cmocka_unit_test(test_refused),
        cmocka_unit_test(test_lost_before),      cmocka_unit_test(test_external),
    };
    support_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
