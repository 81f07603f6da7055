/* SPDX-License-Identifier: MIT */
/* test_hold.c: a hold from acquire to release while all goes well with its requests: which id is
 * taken, where it begins, what is covered, raised, given back; clocks, quarantine, waiting,
 * foreign holds, lost ones, pauses. On the etcd of fake_etcd.h. */
#include "hold_rig.h"

#include <sys/wait.h>
#include <unistd.h>

/* ---- Taking --------------------------------------------------------------------------------- */

static void test_first_hold(void **state)
{
    (void)state;
    sortid_scru64_node_spec spec;
    sortid_scru64_fields fields;
    rig_begin("p=5/8");
    sortid_node_hold *hold = rig_acquire(NULL);
    sortid_node_hold_spec(&spec, hold);
    sortid_scru64_to_fields(&fields, &spec.last);
    assert_int_equal(spec.node_id, 5);
    assert_int_equal(spec.node_id_size, 8);
    assert_true(spec.has_last);
    assert_int_equal(fields.timestamp, RIG_TICK - 1);
    assert_int_equal(fields.node_ctr, 0x05ffff);
    struct id_record record = rig_record(5, 8);
    assert_int_equal(record.bound, RIG_TICK + RIG_HORIZON);
    assert_false(record.clean);
    assert_int_equal(record.quarantine_ms, 0);
    assert_string_equal(record.label, "test");
    assert_true(rig_is_held(5, 8));
    assert_int_equal(rig_cover(hold, RIG_TICK - 1), SORTID_BOUND_REACHED);
    assert_int_equal(rig_cover(hold, RIG_TICK), SORTID_OK);
    assert_int_equal(rig_cover(hold, RIG_TICK + RIG_HORIZON - 1), SORTID_OK);
    EXPECT_NODE(sortid_node_release(hold, &rig_error), SORTID_NODE_OK);
    record = rig_record(5, 8);
    assert_int_equal(record.bound, RIG_TICK + RIG_HORIZON);
    assert_true(record.clean);
    assert_false(rig_is_held(5, 8));
    rig_end();
}

/* A generator on a hold: IDs from the tick it begins in. */
static void test_generator(void **state)
{
    (void)state;
    sortid_scru64_generator generator;
    sortid_scru64_node_spec spec;
    sortid_options options;
    sortid_scru64_fields fields;
    sortid_scru64 id;
    support_world world;
    rig_begin("p=5/8");
    sortid_node_hold *hold = rig_acquire(NULL);
    sortid_node_hold_spec(&spec, hold);
    options = (sortid_options){.node = &spec, .bound = sortid_node_hold_bound(hold)};
    support_world_init(&world, (RIG_NOW - 3000) * 1000, 0); // a clock that is behind
    assert_int_equal(sortid_scru64_generator_init(&generator, &options, &world.sources), SORTID_OK);
    assert_int_equal(sortid_scru64_generator_next(&generator, &id, NULL), SORTID_OK);
    sortid_scru64_to_fields(&fields, &id);
    assert_int_equal(fields.timestamp, RIG_TICK);
    assert_int_equal(fields.node_ctr >> 16, 5);
    EXPECT_NODE(sortid_node_release(hold, &rig_error), SORTID_NODE_OK);
    assert_int_equal(rig_record(5, 8).bound, RIG_TICK + 1);
    rig_end();
}

static void test_clean_release_is_exact(void **state)
{
    (void)state;
    rig_begin("p=5/8");
    for (uint64_t ticks = 1; ticks < 5; ticks++) {
        sortid_node_hold *hold = rig_acquire(NULL);
        uint64_t start = rig_start(hold);
        for (uint64_t t = 0; t < ticks; t++)
            assert_int_equal(rig_cover(hold, start + t), SORTID_OK);
        assert_int_equal(rig_cover(hold, start), SORTID_OK); // one tick back takes nothing back
        EXPECT_NODE(sortid_node_release(hold, &rig_error), SORTID_NODE_OK);
        assert_int_equal(rig_record(5, 8).bound, start + ticks);
        sortid_node_hold *taker = rig_acquire(NULL);
        assert_int_equal(rig_start(taker), start + ticks);
        EXPECT_NODE(sortid_node_release(taker, &rig_error), SORTID_NODE_OK);
        assert_int_equal(rig_record(5, 8).bound, start + ticks); // it made nothing
    }
    rig_end();
}

/* Ids never used first, by chance among the first gaps, then the one at rest for longest. */
static void test_order(void **state)
{
    (void)state;
    sortid_node_hold *holds[8];
    bool seen[8] = {false};
    unsigned in_order = 0;
    rig_begin("p=0x10-0x17/8");
    for (uint32_t i = 0; i < 8; i++) {
        holds[i] = rig_acquire(NULL);
        uint32_t id = rig_id(holds[i]) - 0x10;
        EXPECT(id < 8 && !seen[id], "id %u", (unsigned)id);
        seen[id] = true;
        in_order += id == i;
        if (i % 2 == 1) { // it is used now, and free: not taken while there are unused ones
            EXPECT_NODE(sortid_node_release(holds[i - 1], &rig_error), SORTID_NODE_OK);
            holds[i - 1] = NULL;
        }
    }
    EXPECT(in_order < 8, "gaps are taken in order");
    static const size_t rest[] = {3, 7, 1, 5};
    uint32_t expected[8];
    for (size_t i = 0; i < 4; i++) {
        expected[4 + i] = rig_id(holds[rest[i]]);
        EXPECT_NODE(sortid_node_release(holds[rest[i]], &rig_error), SORTID_NODE_OK);
    }
    for (size_t i = 0; i < 8; i++) {
        holds[i] = rig_acquire(NULL);
        if (i >= 4)
            assert_int_equal(rig_id(holds[i]), expected[i]);
    }
    for (size_t i = 0; i < 8; i++)
        EXPECT_NODE(sortid_node_release(holds[i], &rig_error), SORTID_NODE_OK);
    rig_end();
}

/* Pools of some thousand ids: gaps wherever they are, the whole pool, none twice. */
static void test_large_pool(void **state)
{
    (void)state;
    const uint32_t count = 700;
    bool *seen = calloc(count, sizeof *seen);
    rig_begin("p=1000-1699/13");
    for (uint32_t i = 0; i < count; i++) {
        sortid_node_hold *hold = rig_acquire(NULL);
        uint32_t id = rig_id(hold) - 1000;
        EXPECT(id < count && !seen[id], "id %u", (unsigned)id);
        seen[id] = true;
        sortid_node_abandon(hold);
        fake.true_ms++;
    }
    sortid_node_hold_options options;
    sortid_node_hold *hold;
    rig_options(&options);
    EXPECT_NODE(sortid_node_acquire(&hold, rig_client, &options, &rig_error), SORTID_NODE_NO_ID);
    assert_string_equal(rig_error.text, "pool p of realm r: 700 of 700 ids are held");
    fake_pass(60000 + 15000);
    hold = rig_acquire(NULL);
    EXPECT_NODE(sortid_node_release(hold, &rig_error), SORTID_NODE_OK);
    free(seen);
    rig_end();
}

/* The oldest are held: the free one is behind them. */
static void test_free_behind_old(void **state)
{
    (void)state;
    sortid_node_hold *holds[80];
    sortid_node_hold_options options;
    rig_begin("p=0-79/8");
    rig_options(&options);
    options.lease_s = 3600;
    for (size_t i = 0; i < 80; i++)
        holds[i] = rig_acquire(&options);
    uint32_t id = rig_id(holds[79]);
    EXPECT_NODE(sortid_node_release(holds[79], &rig_error), SORTID_NODE_OK);
    holds[79] = rig_acquire(NULL);
    assert_int_equal(rig_id(holds[79]), id);
    for (size_t i = 0; i < 80; i++)
        sortid_node_abandon(holds[i]);
    rig_end();
}

static void test_not_there(void **state)
{
    (void)state;
    sortid_node_hold_options options;
    sortid_node_hold *hold;
    rig_begin("p=5/8");
    rig_options(&options);
    options.pool = "q";
    EXPECT_NODE(sortid_node_acquire(&hold, rig_client, &options, &rig_error), SORTID_NODE_NO_REALM);
    assert_string_equal(rig_error.text, "realm r has no pool q");
    options.realm = "s";
    EXPECT_NODE(sortid_node_acquire(&hold, rig_client, &options, &rig_error), SORTID_NODE_NO_REALM);
    assert_string_equal(rig_error.text, "there is no realm s");
    fake_put("sortid/r/realm", "{}");
    rig_options(&options);
    EXPECT_NODE(sortid_node_acquire(&hold, rig_client, &options, &rig_error), SORTID_NODE_GARBAGE);
    assert_int_equal(fake.grants, 0);
    rig_end();
}

static void test_bad_options(void **state)
{
    (void)state;
    sortid_node_hold_options good, o;
    sortid_node_hold *hold = NULL;
    rig_begin("p=5/8");
    rig_options(&good);
#define REFUSED(change)                                                                            \
    do {                                                                                           \
        o = good;                                                                                  \
        change;                                                                                    \
        EXPECT_NODE(sortid_node_acquire(&hold, rig_client, &o, &rig_error),                        \
                    SORTID_NODE_BAD_OPTION);                                                       \
        EXPECT(rig_error.text[0] != '\0', PLACE ": no sentence");                                  \
    } while (0)
    REFUSED(o.realm = NULL);
    REFUSED(o.realm = "a/b");
    REFUSED(o.pool = NULL);
    REFUSED(o.pool = ".p");
    REFUSED(o.horizon_ms = 999);
    REFUSED(o.horizon_ms = 86400001);
    REFUSED(o.lease_s = 1);
    REFUSED(o.lease_s = 3601);
    REFUSED(o.max_skew_ms = 999);
    REFUSED((o.foreign = true, o.quarantine_ms = 0));
    REFUSED((o.foreign = true, o.quarantine_ms = UINT64_MAX));
    REFUSED(o.zero[3] = 1);
#undef REFUSED
    assert_int_equal(fake.requests, 2); // of the realm's init
    assert_null(hold);
    rig_end();
}

/* ---- Raising -------------------------------------------------------------------------------- */

/* Tends when it is told to, for ten minutes: the lease lives, the bound stays more than a third of
 * the horizon ahead, with few requests. */
static void test_tend_in_time(void **state)
{
    (void)state;
    rig_begin("p=5/8");
    sortid_node_hold *hold = rig_acquire(NULL);
    unsigned before = fake.requests;
    while (fake_now() < RIG_NOW + 600000) {
        uint64_t next = 0;
        EXPECT_NODE(sortid_node_tend(hold, &next, &rig_error), SORTID_NODE_OK);
        EXPECT(next > 0 && next <= 5000, "next in %u ms", (unsigned)next);
        fake_pass(next);
        assert_true(rig_is_held(5, 8));
        assert_int_equal(rig_cover(hold, rig_now_tick() + 100), SORTID_OK);
    }
    EXPECT(fake.requests - before < 170, "%u requests", fake.requests - before);
    EXPECT_NODE(sortid_node_release(hold, &rig_error), SORTID_NODE_OK);
    rig_end();
}

/* Each ID of a counter of one bit borrows: the generator runs ahead of the clock up to its
 * allowance, and the bound with it. */
static void test_ahead_of_clock(void **state)
{
    (void)state;
    sortid_node_hold_options options;
    rig_begin("p=5/8");
    rig_options(&options);
    options.horizon_ms = 1000; // 4 ticks
    sortid_node_hold *hold = rig_acquire(&options);
    for (uint64_t t = 0; t < 39 + 4; t++) // 39 ticks are 10 s; four are the horizon
        EXPECT(rig_cover(hold, RIG_TICK + t) == SORTID_OK, "tick %u", (unsigned)t);
    unsigned before = fake.requests;
    for (uint64_t t = 43; t < 100; t++) // beyond, nothing is asked of etcd
        assert_int_equal(rig_cover(hold, RIG_TICK + t), SORTID_BOUND_REACHED);
    assert_int_equal(fake.requests, before);
    sortid_node_abandon(hold);
    rig_end();
}

/* Without a thread, a tick at the bound tends: the lease has run out, and the id is taken anew. */
static void test_pause_and_resume(void **state)
{
    (void)state;
    rig_begin("p=5/8");
    sortid_node_hold *hold = rig_acquire(NULL);
    fake_pass(3600000);
    assert_false(rig_is_held(5, 8));
    assert_int_equal(rig_cover(hold, RIG_TICK + RIG_HORIZON - 1), SORTID_OK);
    assert_int_equal(rig_cover(hold, rig_now_tick()), SORTID_OK);
    assert_true(rig_is_held(5, 8));
    assert_int_equal(rig_record(5, 8).bound, rig_now_tick() + RIG_HORIZON);
    EXPECT_NODE(sortid_node_release(hold, &rig_error), SORTID_NODE_OK);
    assert_int_equal(rig_record(5, 8).bound, rig_now_tick() + 1);
    assert_int_equal(fake_count("sortid/r/holder/"), 0);
    rig_end();
}

/* Paused for longer than lease and bound; the taker begins at the bound, and the paused one makes
 * IDs up to it, whatever it tries. */
static void test_pause_and_lose(void **state)
{
    (void)state;
    sortid_node_times times;
    uint64_t next;
    rig_begin("p=5/8");
    sortid_node_hold *hold = rig_acquire(NULL);
    uint64_t bound = RIG_TICK + RIG_HORIZON;
    fake_pass(51000); // the lease is over; the bound is 9 s ahead, within the allowance
    sortid_node_hold *taker = rig_acquire(NULL);
    assert_int_equal(rig_start(taker), bound);
    assert_int_equal(rig_cover(hold, bound - 1), SORTID_OK);
    assert_int_equal(rig_cover(hold, bound), SORTID_HOLD_LOST);
    assert_int_equal(rig_cover(hold, bound + 1000), SORTID_HOLD_LOST);
    assert_int_equal(rig_cover(hold, bound - 1), SORTID_OK);
    EXPECT_NODE(sortid_node_tend(hold, &next, &rig_error), SORTID_NODE_LOST);
    sortid_node_hold_times(&times, hold);
    assert_true(times.lost);
    EXPECT_NODE(sortid_node_release(hold, &rig_error), SORTID_NODE_LOST);
    assert_true(rig_is_held(5, 8));
    assert_int_equal(rig_cover(taker, bound), SORTID_OK);
    EXPECT_NODE(sortid_node_release(taker, &rig_error), SORTID_NODE_OK);
    assert_int_equal(rig_record(5, 8).bound, bound + 1);
    rig_end();
}

/* Taken and given back meanwhile: nobody holds it, but it is not the one's that was paused. */
static void test_lost_and_free(void **state)
{
    (void)state;
    rig_begin("p=5/8");
    sortid_node_hold *hold = rig_acquire(NULL);
    fake_pass(51000);
    EXPECT_NODE(sortid_node_release(rig_acquire(NULL), &rig_error), SORTID_NODE_OK);
    assert_int_equal(rig_cover(hold, RIG_TICK + RIG_HORIZON), SORTID_HOLD_LOST);
    EXPECT_NODE(sortid_node_release(hold, &rig_error), SORTID_NODE_LOST);
    assert_int_equal(rig_record(5, 8).bound, RIG_TICK + RIG_HORIZON);
    rig_end();
}

static void test_abandon(void **state)
{
    (void)state;
    sortid_node_hold_options options;
    sortid_node_hold *hold;
    rig_begin("p=5/8");
    sortid_node_abandon(NULL);
    sortid_node_abandon(rig_acquire(NULL));
    rig_options(&options);
    EXPECT_NODE(sortid_node_acquire(&hold, rig_client, &options, &rig_error), SORTID_NODE_NO_ID);
    assert_string_equal(rig_error.text, "pool p of realm r: 1 of 1 ids are held");
    fake_pass(15000); // the lease is over; the bound, 45 s ahead, must come within 10 s
    EXPECT_NODE(sortid_node_acquire(&hold, rig_client, &options, &rig_error), SORTID_NODE_NO_ID);
    assert_string_equal(rig_error.text,
                        "pool p of realm r: 0 of 1 ids are held, the next is free in 36 s");
    fake_pass(36000);
    hold = rig_acquire(NULL);
    assert_int_equal(rig_start(hold), RIG_TICK + RIG_HORIZON);
    sortid_node_abandon(hold);
    rig_end();
}

/* ---- Clocks --------------------------------------------------------------------------------- */

static void test_skew_at_acquire(void **state)
{
    (void)state;
    sortid_node_hold_options options;
    sortid_node_hold *hold;
    rig_begin("p=0-99/8");
    rig_options(&options);
    static const struct {
        int64_t off_ms;
        bool good;
    } cases[] = {{0, true},      {5000, true},     {5999, true},      {6000, false}, {-5000, true},
                 {-5001, false}, {3600000, false}, {-3600000, false}, {-4999, true}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        fake.clock_off_ms = cases[i].off_ms;
        sortid_node_status status = sortid_node_acquire(&hold, rig_client, &options, &rig_error);
        EXPECT(status == (cases[i].good ? SORTID_NODE_OK : SORTID_NODE_SKEW), "%d ms: %d",
               (int)cases[i].off_ms, (int)status);
        if (cases[i].good)
            sortid_node_abandon(hold);
    }
    fake.clock_off_ms = 3600000;
    EXPECT_NODE(sortid_node_acquire(&hold, rig_client, &options, &rig_error), SORTID_NODE_SKEW);
    assert_string_equal(rig_error.text,
                        "this clock is 3599.0 s ahead of that of etcd; at most 5.0 s are allowed");
    fake.clock_off_ms = 0;
    fake.no_date = true;
    EXPECT_NODE(sortid_node_acquire(&hold, rig_client, &options, &rig_error), SORTID_NODE_GARBAGE);
    rig_end();
}

/* A clock that goes wrong later raises no bound, but the lease goes on. */
static void test_skew_while_held(void **state)
{
    (void)state;
    uint64_t next;
    rig_begin("p=5/8");
    sortid_node_hold *hold = rig_acquire(NULL);
    uint64_t bound = rig_record(5, 8).bound;
    fake_pass(5000);
    fake.clock_off_ms = 7200000;
    EXPECT_NODE(sortid_node_tend(hold, &next, &rig_error), SORTID_NODE_SKEW);
    EXPECT(next > 0 && next < 5000, "next in %u ms", (unsigned)next);
    assert_int_equal(rig_record(5, 8).bound, bound);
    assert_int_equal(rig_cover(hold, bound), SORTID_BOUND_REACHED);
    fake_pass(12000);
    assert_true(rig_is_held(5, 8));
    EXPECT_NODE(sortid_node_tend(hold, &next, &rig_error), SORTID_NODE_SKEW);
    fake_pass(12000);
    assert_true(rig_is_held(5, 8));
    fake.clock_off_ms = 0;
    fake_pass(3600000);
    fake.clock_off_ms = -3600000; // nor does it take anew
    EXPECT_NODE(sortid_node_tend(hold, &next, &rig_error), SORTID_NODE_SKEW);
    assert_int_equal(rig_record(5, 8).bound, bound);
    assert_false(rig_is_held(5, 8));
    fake.clock_off_ms = 0;
    EXPECT_NODE(sortid_node_tend(hold, &next, &rig_error), SORTID_NODE_OK);
    assert_int_equal(rig_record(5, 8).bound, rig_now_tick() + RIG_HORIZON);
    sortid_node_abandon(hold);
    rig_end();
}

/* A floor, as after a restore: nobody begins before it; who holds goes on to his bound, then not
 * before the floor. */
static void test_floor(void **state)
{
    (void)state;
    uint64_t next, bound = RIG_TICK + RIG_HORIZON, floor = RIG_TICK + 1000;
    sortid_node_hold_options options;
    sortid_node_hold *hold, *other;
    rig_begin("p=5-6/8");
    hold = rig_acquire(NULL);
    EXPECT_NODE(sortid_node_raise_bounds(rig_client, "r", floor * 256 + 255, &rig_error),
                SORTID_NODE_OK);
    EXPECT_NODE(sortid_node_raise_bounds(rig_client, "r", RIG_NOW, &rig_error), SORTID_NODE_OK);
    rig_options(&options);
    EXPECT_NODE(sortid_node_acquire(&other, rig_client, &options, &rig_error), SORTID_NODE_NO_ID);
    assert_string_equal(rig_error.text,
                        "pool p of realm r: 1 of 2 ids are held, the next is free in 247 s");
    fake_pass(35000);
    EXPECT_NODE(sortid_node_tend(hold, &next, &rig_error), SORTID_NODE_OK);
    assert_int_equal(rig_record(rig_id(hold), 8).bound, floor + RIG_HORIZON);
    assert_int_equal(rig_cover(hold, bound), SORTID_BOUND_REACHED);
    assert_int_equal(rig_cover(hold, floor - 1), SORTID_BOUND_REACHED);
    assert_int_equal(rig_cover(hold, floor), SORTID_OK);
    fake_pass(247000 - 35000);
    other = rig_acquire(NULL);
    assert_int_equal(rig_start(other), floor);
    EXPECT_NODE(sortid_node_release(other, &rig_error), SORTID_NODE_OK);
    EXPECT_NODE(sortid_node_release(hold, &rig_error), SORTID_NODE_OK);
    EXPECT_NODE(sortid_node_raise_bounds(rig_client, "r", UINT64_MAX, &rig_error),
                SORTID_NODE_BAD_OPTION);
    EXPECT_NODE(sortid_node_raise_bounds(rig_client, "s", RIG_NOW, &rig_error),
                SORTID_NODE_NO_REALM);
    rig_end();
}

/* ---- Waiting -------------------------------------------------------------------------------- */

static void test_wait(void **state)
{
    (void)state;
    sortid_node_hold_options options;
    sortid_node_hold *hold;
    rig_begin("p=5/8");
    sortid_node_abandon(rig_acquire(NULL));
    rig_options(&options);
    options.wait_ms = 30000;
    EXPECT_NODE(sortid_node_acquire(&hold, rig_client, &options, &rig_error), SORTID_NODE_NO_ID);
    EXPECT(fake_now() == RIG_NOW + 30000, "%u ms", (unsigned)(fake_now() - RIG_NOW));
    EXPECT(fake.requests < 150, "%u requests", fake.requests);
    options.wait_ms = 3600000;
    EXPECT_NODE(sortid_node_acquire(&hold, rig_client, &options, &rig_error), SORTID_NODE_OK);
    uint64_t waited = fake_now() - RIG_NOW;
    EXPECT(waited >= 50160 - 256 && waited <= 50300, "%u ms", (unsigned)waited);
    assert_int_equal(rig_start(hold), RIG_TICK + RIG_HORIZON);
    sortid_node_abandon(hold);
    rig_end();
}

/* ---- Foreign holds -------------------------------------------------------------------------- */

static void test_quarantine(void **state)
{
    (void)state;
    sortid_node_hold_options options;
    sortid_node_hold *hold;
    rig_begin("p=5/8");
    rig_options(&options);
    options.foreign = true;
    options.quarantine_ms = 600000;
    sortid_node_abandon(rig_acquire(&options));
    struct id_record record = rig_record(5, 8);
    assert_int_equal(record.quarantine_ms, 600000);
    uint64_t over = record.bound * 256 + 600000;
    rig_options(&options);
    fake_pass(over - RIG_NOW - 1);
    EXPECT_NODE(sortid_node_acquire(&hold, rig_client, &options, &rig_error), SORTID_NODE_NO_ID);
    assert_string_equal(rig_error.text,
                        "pool p of realm r: 0 of 1 ids are held, the next is free in 1 s");
    fake_pass(1);
    hold = rig_acquire(NULL);
    assert_int_equal(rig_record(5, 8).quarantine_ms, 0); // it is no foreign one's any more
    EXPECT_NODE(sortid_node_release(hold, &rig_error), SORTID_NODE_OK);
    rig_end();
}

/* What ends cleanly is free when allowance and skew are over, of which a taker's allowance covers
 * the first. */
static void test_foreign_release(void **state)
{
    (void)state;
    sortid_node_hold_options options;
    sortid_node_hold *hold;
    sortid_node_times times;
    uint64_t next;
    rig_begin("p=5/8");
    rig_options(&options);
    options.foreign = true;
    fake.least_ttl_s = 20; // etcd raises it, and that counts
    hold = rig_acquire(&options);
    sortid_node_hold_times(&times, hold);
    assert_int_equal(times.ask_ms - times.now_ms, 10000);
    assert_int_equal(times.kill_ms - times.now_ms, 15000);
    assert_false(times.lost);
    fake_pass(9000);
    EXPECT_NODE(sortid_node_tend(hold, &next, &rig_error), SORTID_NODE_OK);
    sortid_node_hold_times(&times, hold);
    assert_int_equal(times.kill_ms - times.now_ms, 15000);
    uint64_t raised = rig_record(5, 8).bound;
    EXPECT_NODE(sortid_node_release(hold, &rig_error), SORTID_NODE_OK);
    uint64_t bound = rig_record(5, 8).bound;
    EXPECT(bound * 256 > fake_now() + 15000 && bound * 256 < fake_now() + 16000, "a bound of %llu",
           (unsigned long long)bound);
    EXPECT(bound < raised, "not lowered");
    assert_true(rig_record(5, 8).clean);
    fake_pass(bound * 256 - 9984 - fake_now() - 1);
    rig_options(&options);
    EXPECT_NODE(sortid_node_acquire(&hold, rig_client, &options, &rig_error), SORTID_NODE_NO_ID);
    fake_pass(1);
    hold = rig_acquire(NULL);
    assert_int_equal(rig_start(hold), bound);
    sortid_node_abandon(hold);
    rig_end();
}

/* While the lease is renewed and the bound is not, the bound's own time comes: allowance and skew
 * before it. A step of the clock moves it by nothing. */
static void test_foreign_bound_time(void **state)
{
    (void)state;
    sortid_node_hold_options options;
    sortid_node_times times;
    uint64_t next;
    rig_begin("p=5/8");
    rig_options(&options);
    options.foreign = true;
    options.lease_s = 60;
    sortid_node_hold *hold = rig_acquire(&options);
    uint64_t bound = rig_record(5, 8).bound; // stretched to 2 * (10 + 5 + 60) s
    assert_int_equal(bound, RIG_TICK + (150000 + 255) / 256);
    fake.clock_off_ms = 100000000; // no bound is raised from here on
    while (fake_now() < RIG_NOW + 120000) {
        fake_pass(1000);
        EXPECT_NODE(sortid_node_tend(hold, &next, &rig_error),
                    fake_now() - RIG_NOW < 1000 ? SORTID_NODE_OK : SORTID_NODE_SKEW);
    }
    sortid_node_hold_times(&times, hold);
    assert_int_equal(times.kill_ms - times.now_ms, bound * 256 - 15000 - fake_now());
    assert_int_equal(times.kill_ms - times.ask_ms, 15000); // a quarter of the lease to end in
    sortid_node_abandon(hold);
    rig_end();
}

/* ---- Somebody else's end -------------------------------------------------------------------- */

static void test_release_id(void **state)
{
    (void)state;
    uint64_t next, bound = RIG_TICK + RIG_HORIZON;
    rig_begin("p=5/8");
    EXPECT_NODE(sortid_node_release_id(rig_client, "r", 5, 8, &rig_error), SORTID_NODE_NOT_HELD);
    EXPECT_NODE(sortid_node_release_id(rig_client, "r", 256, 8, &rig_error),
                SORTID_NODE_BAD_OPTION);
    sortid_node_hold *hold = rig_acquire(NULL);
    EXPECT_NODE(sortid_node_release_id(rig_client, "r", 5, 8, &rig_error), SORTID_NODE_OK);
    assert_false(rig_is_held(5, 8));
    assert_int_equal(rig_record(5, 8).bound, bound);
    assert_false(rig_record(5, 8).clean);
    assert_int_equal(rig_cover(hold, bound - 1), SORTID_OK);
    fake_pass(5000); // it learns of it when it renews, and takes it not anew
    EXPECT_NODE(sortid_node_tend(hold, &next, &rig_error), SORTID_NODE_LOST);
    assert_int_equal(rig_cover(hold, bound), SORTID_HOLD_LOST);
    assert_false(rig_is_held(5, 8));
    fake_pass(46000);
    sortid_node_hold *taker = rig_acquire(NULL);
    assert_int_equal(rig_start(taker), bound);
    sortid_node_abandon(taker);
    EXPECT_NODE(sortid_node_release(hold, &rig_error), SORTID_NODE_LOST);
    rig_end();
}

static void test_examine(void **state)
{
    (void)state;
    sortid_node_report report;
    sortid_node_realm *realms;
    size_t count;
    sortid_node_pool more;
    rig_begin("p=5/8");
    EXPECT_NODE(sortid_node_pool_parse(&more, "hot=0/4", &rig_error), SORTID_NODE_OK);
    static const char *const names[] = {"r", "r-2", "r.1", "R", "r2"};
    for (size_t i = 0; i < COUNT_OF(names); i++)
        EXPECT_NODE(sortid_node_init(rig_client, names[i], &more, 1, &rig_error),
                    i == 0 ? SORTID_NODE_REALM_DIFFERS : SORTID_NODE_OK);
    more.first = more.last = 15;
    EXPECT_NODE(sortid_node_init(rig_client, "r", &more, 1, &rig_error), SORTID_NODE_OK);
    fake_put("sortid/", "x");
    fake_put("sortid/~/y", "x");
    fake_put("sortid/r/zzz", "x");
    fake_put("sortid/q/holder/08/000000", "x");
    fake_put("sortid0", "x");
    fake_put("sortid/r\x01x", "x");
    fake_put("sortid/r~\xc3\xa9", "x");
    fake_put("sortid/r~\xff\xff", "x");
    fake_put("sortid/\x01\x02", "x");
    fake_put("sortid/\xc3\xa9/realm", "x");
    EXPECT_NODE(sortid_node_list(&realms, &count, rig_client, &rig_error), SORTID_NODE_OK);
    assert_int_equal(count, 5);
    static const char *const sorted[] = {"R", "r-2", "r.1", "r", "r2"}; // as keys are
    for (size_t i = 0; i < count; i++) {
        assert_string_equal(realms[i].name, sorted[i]);
        assert_int_equal(realms[i].pool_count, i == 3 ? 2 : 1);
    }
    sortid_node_list_free(realms, count);
    sortid_node_hold_options options;
    rig_options(&options);
    options.pool = "hot";
    options.label = "left \xc3\xa9";
    EXPECT_NODE(sortid_node_release(rig_acquire(&options), &rig_error), SORTID_NODE_OK);
    sortid_node_hold *hold = rig_acquire(NULL);
    fake_pass(4000);
    EXPECT_NODE(sortid_node_examine(&report, rig_client, "r", &rig_error), SORTID_NODE_OK);
    assert_int_equal(report.etcd_unix_ms, RIG_NOW + 4000);
    assert_int_equal(report.realm.pool_count, 2);
    assert_int_equal(report.id_count, 2);
    assert_int_equal(report.ids[0].node_id, 5);
    assert_true(report.ids[0].held);
    assert_false(report.ids[0].clean);
    assert_int_equal(report.ids[0].bound, RIG_TICK + RIG_HORIZON);
    assert_int_equal(report.ids[0].held_since_ms, RIG_NOW);
    assert_int_equal(report.ids[0].lease_left_s, 11);
    assert_string_equal(report.ids[0].label, "test");
    assert_int_equal(report.ids[1].node_id_size, 4);
    assert_int_equal(report.ids[1].lease_left_s, -1);
    assert_true(report.ids[1].clean);
    assert_false(report.ids[1].held);
    assert_string_equal(report.ids[1].label, "left ??");
    sortid_node_report_free(&report);
    EXPECT_NODE(sortid_node_examine(&report, rig_client, "s", &rig_error), SORTID_NODE_NO_REALM);
    fake_put("sortid/r/id/08/000007", "x");
    EXPECT_NODE(sortid_node_examine(&report, rig_client, "r", &rig_error), SORTID_NODE_GARBAGE);
    sortid_node_abandon(hold);
    rig_end();
}

/* More ids than a page has. */
static void test_examine_many(void **state)
{
    (void)state;
    sortid_node_report report;
    rig_begin("p=0-8191/13");
    for (uint32_t i = 0; i < 2500; i++) {
        char key[KEY_SIZE];
        sortid_node_realm_id_key(key, "r", KEY_ID, i, 13);
        fake_put(key,
                 "{\"bound\":7,\"clean\":true,\"quarantineMs\":0,\"token\":\"\",\"label\":\"\"}");
    }
    EXPECT_NODE(sortid_node_examine(&report, rig_client, "r", &rig_error), SORTID_NODE_OK);
    assert_int_equal(report.id_count, 2500);
    for (uint32_t i = 0; i < 2500; i++)
        assert_int_equal(report.ids[i].node_id, i);
    sortid_node_report_free(&report);
    rig_end();
}

/* ---- Forks ---------------------------------------------------------------------------------- */

struct family {
    sortid_node_hold *hold;
};

static int in_child(void *argument)
{
    struct family *family = argument;
    uint64_t next;
    sortid_node_hold *hold = NULL;
    sortid_node_hold_options options;
    sortid_node_error error;
    unsigned before = fake.requests;
    sortid_node_hold_options_default(&options);
    options.realm = "r";
    options.pool = "p";
    CHILD_CHECK(rig_cover(family->hold, RIG_TICK) == SORTID_FORKED);
    CHILD_CHECK(rig_cover(family->hold, RIG_TICK + 100000) == SORTID_FORKED);
    CHILD_CHECK(sortid_node_tend(family->hold, &next, &error) == SORTID_NODE_SYSTEM);
    CHILD_CHECK(sortid_node_acquire(&hold, rig_client, &options, &error) == SORTID_NODE_SYSTEM);
    CHILD_CHECK(sortid_node_release(family->hold, &error) == SORTID_NODE_SYSTEM);
    CHILD_CHECK(sortid_node_raise_bounds(rig_client, "r", 0, &error) == SORTID_NODE_SYSTEM);
    CHILD_CHECK(sortid_node_release_id(rig_client, "r", 5, 8, &error) == SORTID_NODE_SYSTEM);
    sortid_node_abandon(family->hold);
    sortid_node_close(rig_client);
    CHILD_CHECK(fake.requests == before);
    CHILD_CHECK(strstr(error.text, "child") != NULL);
    return 0;
}

static void test_fork(void **state)
{
    (void)state;
    sortid_node_hold_options options;
    for (unsigned i = 0; i < 2; i++) { // without a thread and with one
        rig_begin("p=5/8");
        rig_options(&options);
        options.keep_alive = i == 1;
        struct family family = {.hold = rig_acquire(&options)};
        assert_int_equal(support_in_child(in_child, &family), 0);
        assert_int_equal(rig_cover(family.hold, RIG_TICK), SORTID_OK);
        EXPECT_NODE(sortid_node_release(family.hold, &rig_error), SORTID_NODE_OK);
        assert_int_equal(rig_record(5, 8).bound, RIG_TICK + 1);
        rig_end();
    }
}

int main(void)
{
    support_begin();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_first_hold),
        cmocka_unit_test(test_generator),
        cmocka_unit_test(test_clean_release_is_exact),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_large_pool),
        cmocka_unit_test(test_free_behind_old),
        cmocka_unit_test(test_not_there),
        cmocka_unit_test(test_bad_options),
        cmocka_unit_test(test_tend_in_time),
        cmocka_unit_test(test_ahead_of_clock),
        cmocka_unit_test(test_pause_and_resume),
        cmocka_unit_test(test_pause_and_lose),
        cmocka_unit_test(test_lost_and_free),
        cmocka_unit_test(test_abandon),
        cmocka_unit_test(test_skew_at_acquire),
        cmocka_unit_test(test_skew_while_held),
        cmocka_unit_test(test_floor),
        cmocka_unit_test(test_wait),
        cmocka_unit_test(test_quarantine),
        cmocka_unit_test(test_foreign_release),
        cmocka_unit_test(test_foreign_bound_time),
        cmocka_unit_test(test_release_id),
        cmocka_unit_test(test_examine),
        cmocka_unit_test(test_examine_many),
        cmocka_unit_test(test_fork),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
