/* SPDX-License-Identifier: MIT */
/* test_reservation_shared.c: a reservation whose ticks are those of a shared state: it sets the
 * state's end when it is renewed, suspends its users when it is suspended, and closes it when it is
 * lost or ends. What is refused. Users in other processes: shared/test_fork_bound.c and
 * examples/node/preforking.c. */
#include "reservation_fixture.h"

static sortid_shared_state memory;
static sortid_generator generator;
static sortid_node_reservation *reservation;

static sortid_status attach(sortid_generator *out, const sortid_scru64_node_spec *node)
{
    const sortid_options options = {
        .flags = SORTID_OPTION_BOUND_IN_STATE, .guard_bits = 1, .node = *node};
    sortid_sources sources;
    sortid_sources_default(&sources);
    sources.clock = fixture_clock;
    memset(&memory, 0, sizeof memory);
    return sortid_generator_attach(out, sortid_scru64_format(), &memory, SORTID_SCOPE_PROCESSES,
                                   &options, &sources);
}

static void begin(void)
{
    sortid_scru64_node_spec node;
    fixture_begin("p=5/8");
    reservation = take(NULL);
    sortid_node_reservation_spec(reservation, &node);
    EXPECT_OK(attach(&generator, &node));
}

/* Makes an ID, in the tick of the clock. */
static uint64_t make(void)
{
    sortid_scru64 id;
    sortid_scru64_fields fields;
    EXPECT_OK(sortid_generator_next(&generator, id.bytes, NULL));
    sortid_scru64_to_fields(&fields, &id);
    assert_int_equal(fields.timestamp, now_tick());
    return fields.timestamp;
}

static void expect_none(sortid_status status)
{
    sortid_scru64 id;
    EXPECT_STATUS(sortid_generator_next(&generator, id.bytes, NULL), status, "no ID");
}

#define TEST_ATTACHED(name) TEST_AROUND(name, begin(), fixture_end())

static sortid_node_status share(void)
{
    return sortid_node_reservation_share(reservation, &generator, &error);
}

#define TEST_SHARED(name) TEST_AROUND(name, begin_shared(), fixture_end())

static void begin_shared(void)
{
    begin();
    fake.timeout_ms = 100;
    expect_none(SORTID_BOUND_REACHED);
    EXPECT_NODE(share(), OK);
}

/* ---- While it lasts -------------------------------------------------------------------------- */

TEST_SHARED(raised)
{
    uint64_t tick = 0;
    while (fake_now() < START_MS + 600000) {
        EXPECT_NODE(renew(reservation), OK);
        tick = make();
        fake_pass(5000);
    }
    EXPECT(fake.requests < 300, "%u requests", fake.requests);
    EXPECT_NODE(release(reservation), OK);
    expect_released(5, 8, tick + 1);
    expect_none(SORTID_RESERVATION_LOST);
}

TEST_SHARED(not_raised)
{
    set_away(true);
    fake_pass(HORIZON * SORTID_SCRU64_TICK_MS - 100);
    EXPECT_NODE(renew(reservation), UNREACHABLE);
    fake_pass(1000);
    expect_none(SORTID_BOUND_REACHED);
    set_away(false);
    EXPECT_NODE(renew(reservation), OK);
    (void)make();
    abandon(reservation);
    expect_none(SORTID_RESERVATION_LOST);
}

/* The clock jumps, as in a machine that was suspended: no new tick before a raise has succeeded. */
TEST_SHARED(suspended)
{
    EXPECT_NODE(renew(reservation), OK);
    (void)make();
    fake.clock_off_ms = fake.etcd_off_ms = 10000; // both clocks were right all the time
    set_away(true);
    EXPECT_NODE(renew(reservation), UNREACHABLE);
    fake_pass(1000);
    expect_none(SORTID_BOUND_REACHED);
    set_away(false);
    EXPECT_NODE(renew(reservation), OK);
    (void)make();
}

/* Somebody else releases the id: the next renewal finds that. */
static void lose(void)
{
    EXPECT_NODE(release_id(5, 8), OK);
    fake_pass(LEASE_MS);
    EXPECT_NODE(renew(reservation), LOST);
}

TEST_SHARED(lost)
{
    (void)make();
    lose();
    expect_none(SORTID_RESERVATION_LOST);
    EXPECT_NODE(release(reservation), LOST);
}

/* ---- One user of the ticks ------------------------------------------------------------------- */

/* Ticks that the reservation's own bound gave are not the state's, and it gives no other. */
TEST_ATTACHED(own_bound)
{
    sortid_scru64 id;
    sortid_scru64_fields fields;
    uint64_t given = now_tick() + 3;
    EXPECT_OK(ask(reservation, given));
    EXPECT_NODE(share(), OK);
    EXPECT_STATUS(ask(reservation, given + 1), SORTID_BOUND_IN_USE, "after");
    EXPECT_OK(sortid_generator_next(&generator, id.bytes, NULL));
    sortid_scru64_to_fields(&fields, &id);
    assert_int_equal(fields.timestamp, given + 1);
}

/* A state that was never used: the whole reservation is free. */
TEST_SHARED(unused)
{
    uint64_t first = start_of(reservation);
    EXPECT_NODE(release(reservation), OK);
    assert_int_equal(bound_of(5, 8), first);
}

/* A generator that is closed too early: nobody knows what users make, so all is taken for used. */
TEST_SHARED(closed_generator)
{
    (void)make();
    uint64_t bound = bound_of(5, 8);
    sortid_generator_close(&generator);
    EXPECT_NODE(renew(reservation), SYSTEM);
    EXPECT_NODE(release(reservation), OK);
    assert_int_equal(bound_of(5, 8), bound);
}

/* ---- Refused --------------------------------------------------------------------------------- */

static int share_in_child(void *argument)
{
    (void)argument;
    sortid_node_status status = sortid_node_reservation_share(reservation, &generator, NULL);
    return status == SORTID_NODE_SYSTEM ? 0 : 1;
}

TEST_ATTACHED(refused)
{
    const sortid_scru64_node_spec other = {.node_id = 6, .node_id_size = 8};
    uint64_t first_free;
    sortid_scru64_node_spec node;
    sortid_node_reservation_spec(reservation, &node);
    EXPECT_OK(attach(&generator, &other));
    EXPECT_NODE(share(), BAD_OPTION);
    EXPECT_OK(attach(&generator, &node));
    assert_int_equal(sortid_generator_close_bound(&generator, &first_free), SORTID_OK);
    EXPECT_NODE(share(), BAD_OPTION);
    const sortid_options own = {.node = node};
    assert_int_equal(sortid_generator_init(&generator, sortid_scru64_format(), &own, NULL),
                     SORTID_OK);
    EXPECT_NODE(share(), BAD_OPTION);
    EXPECT_OK(ask(reservation, now_tick()));
    EXPECT_OK(attach(&generator, &node));
    assert_int_equal(support_in_child(share_in_child, NULL), 0);
    EXPECT_NODE(share(), OK);
    EXPECT_NODE(share(), BAD_OPTION);
    abandon(reservation);
    EXPECT_NODE(share(), LOST);
}

/* Lost, and not ended yet: the state stays as it was. */
TEST_ATTACHED(lost_before)
{
    lose();
    EXPECT_NODE(share(), LOST);
    expect_none(SORTID_BOUND_REACHED);
    EXPECT_NODE(release(reservation), LOST);
}

TEST_ATTACHED(external)
{
    abandon(reservation);
    fake_pass(100000);
    reservation = take(WITH(.external = true, .quarantine_ms = 1000));
    EXPECT_NODE(share(), BAD_OPTION);
}

CASES_MAIN(NULL, NULL)
