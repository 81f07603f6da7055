/* SPDX-License-Identifier: MIT */
/* test_memory_bound.c: a shared state of scru64 with a bound, in one process: each transition (no
 * bound, begin, end, suspended, closed), by single IDs and fills, in both modes; what is refused;
 * and an owner that closes the state or raises its begin at any instruction of a user's call.
 * test_fork_bound.c has several processes. */
#include "bounded.h"
#define STEPS_IN_ONE_TEST
#include "../support/steps.h"
#include "format/format.h"

static _Alignas(64) sortid_shared_state memory;
static _Atomic uint64_t clock_us;
static sortid_sources sources;
static sortid_generator owner, user;

static void set_tick(uint64_t tick)
{
    atomic_store(&clock_us, tick * TICK_US);
}

static void attach(sortid_generator *generator, sortid_mode mode)
{
    EXPECT_OK(attach_bounded(generator, &memory, &bounded_node, mode, &sources));
}

static void begin(void)
{
    clear_state(&memory);
    sortid_sources_default(&sources);
    sources.clock = (sortid_clock){read_bounded_clock, &clock_us, 1};
    set_tick(NOW);
    attach(&owner, SORTID_MODE_ABORT);
    attach(&user, SORTID_MODE_ABORT);
}

static void set(uint64_t from, uint64_t end)
{
    EXPECT_OK(sortid_generator_set_bound(&owner, &bounded_node, from, end));
}

static void expect_tick(uint64_t tick)
{
    uint8_t id[8];
    EXPECT_STATUS(sortid_generator_next(&user, id, NULL), SORTID_OK, "tick %llu",
                  (unsigned long long)tick);
    assert_int_equal(tick_of_id(id), tick);
    assert_int_equal(id[5], 42);
}

/* Neither one ID nor a fill changes anything. */
static void expect_none(sortid_status status)
{
    uint8_t ids[4 * 8];
    size_t done = 77;
    sortid_event event = 77;
    const sortid_shared_state before = memory;
    EXPECT_STATUS(sortid_generator_next(&user, ids, &event), status, "one");
    assert_int_equal(event, 77);
    EXPECT_STATUS(sortid_generator_fill(&user, ids, 4, &done, &event), status, "fill");
    assert_int_equal(done, 0);
    assert_memory_equal(&before, &memory, offsetof(struct shared_state, lock));
}

static uint64_t close_state(void)
{
    uint64_t first_free = 77;
    EXPECT_OK(sortid_generator_close_bound(&owner, &first_free));
    return first_free;
}

/* ---- Transitions ----------------------------------------------------------------------------- */

TEST(end)
{
    begin();
    expect_none(SORTID_BOUND_REACHED);
    set(NOW, NOW + 2);
    expect_tick(NOW);
    set_tick(NOW + 1);
    expect_tick(NOW + 1);
    set_tick(NOW + 2);
    expect_none(SORTID_BOUND_REACHED);
    set(NOW, NOW + 3);
    expect_tick(NOW + 2);
    set_tick(NOW + 3);
    expect_none(SORTID_BOUND_REACHED);
}

TEST(begin)
{
    begin();
    set(NOW + 5, NOW + 9);
    expect_tick(NOW + 5); /* ahead of the clock, within the allowance */
    set(NOW + 2, NOW + 9);
    expect_tick(NOW + 5);
    set(NOW + 7, NOW + 9);
    expect_tick(NOW + 7);
    set(NOW + 9, NOW + 9);
    expect_none(SORTID_BOUND_REACHED);
}

TEST(suspended)
{
    begin();
    set(NOW, NOW + 9);
    expect_tick(NOW);
    set(NOW, 0);
    expect_tick(NOW);
    set_tick(NOW + 1);
    expect_none(SORTID_BOUND_REACHED);
    set(NOW, NOW + 9);
    expect_tick(NOW + 1);
}

/* With 1 bit of counter a tick has two IDs, and a fill uses several ticks, up to the end. */
TEST(full_counters)
{
    const sortid_scru64_node_spec large = {.node_id = 42, .node_id_size = 23};
    uint8_t ids[16 * 8];
    size_t done = 0;
    begin();
    clear_state(&memory);
    EXPECT_OK(attach_bounded(&user, &memory, &large, SORTID_MODE_ABORT, &sources));
    EXPECT_OK(sortid_generator_set_bound(&user, &large, NOW, NOW + 3));
    EXPECT_STATUS(sortid_generator_fill(&user, ids, 16, &done, NULL), SORTID_BOUND_REACHED, "fill");
    assert_in_range(done, 3, 6);
    expect_increasing(ids, done, SUPPORT_SCRU64, "fill");
    assert_int_equal(tick_of_id(ids + (done - 1) * 8), NOW + 2);
}

/* A last ID of the spec, which the bound has covered for nobody. */
TEST(last_of_spec)
{
    sortid_scru64_node_spec spec = bounded_node;
    const sortid_scru64_fields last = {.timestamp = NOW + 1, .node_ctr = 42 << 16};
    begin();
    set(NOW, NOW + 2);
    assert_int_equal(sortid_scru64_from_fields(&spec.last, &last, NULL), SORTID_OK);
    spec.has_last = true;
    EXPECT_OK(attach_bounded(&user, &memory, &spec, SORTID_MODE_ABORT, &sources));
    expect_none(SORTID_BOUND_REACHED);
    set(NOW, NOW + 3);
    expect_tick(NOW + 2);
}

/* ---- Mode wait ------------------------------------------------------------------------------- */

static unsigned sleeps;
static sortid_status sleep_status;
static bool closes_meanwhile;

/* The owner raises the bound, or closes it, while the user sleeps. */
static sortid_status sleep_meanwhile(void *context, uint64_t microseconds)
{
    (void)context;
    assert_int_equal(microseconds, 10000);
    if (++sleeps == 3 && !closes_meanwhile)
        set(NOW, NOW + 1);
    if (sleeps == 3 && closes_meanwhile)
        (void)close_state();
    return sleep_status;
}

static void start_waiting(bool closing, sortid_status status)
{
    begin();
    sleeps = 0;
    sleep_status = status;
    closes_meanwhile = closing;
    sources.sleep = (sortid_sleep){sleep_meanwhile, NULL};
    attach(&user, SORTID_MODE_WAIT);
}

TEST(wait)
{
    uint8_t ids[2 * 8];
    size_t done;
    start_waiting(false, SORTID_OK);
    expect_tick(NOW);
    assert_int_equal(sleeps, 3);
    start_waiting(false, SORTID_OK);
    EXPECT_OK(sortid_generator_fill(&user, ids, 2, &done, NULL));
    assert_int_equal(done, 2);
    start_waiting(true, SORTID_OK);
    EXPECT_STATUS(sortid_generator_next(&user, ids, NULL), SORTID_RESERVATION_LOST, "closed");
    start_waiting(false, SORTID_SLEEP_FAILED);
    EXPECT_STATUS(sortid_generator_next(&user, ids, NULL), SORTID_SLEEP_FAILED, "ended");
    assert_int_equal(sleeps, 1);
}

/* ---- Closed ---------------------------------------------------------------------------------- */

TEST(closed)
{
    begin();
    set(NOW, NOW + 9);
    expect_tick(NOW);
    assert_int_equal(close_state(), NOW + 1);
    expect_none(SORTID_RESERVATION_LOST);
    set_tick(NOW + 1);
    expect_none(SORTID_RESERVATION_LOST);
    assert_int_equal(close_state(), NOW + 1);
    EXPECT_STATUS(sortid_generator_set_bound(&owner, &bounded_node, NOW + 3, NOW + 9),
                  SORTID_RESERVATION_LOST, "set");
    EXPECT_STATUS(attach_bounded(&user, &memory, &bounded_node, SORTID_MODE_ABORT, &sources),
                  SORTID_RESERVATION_LOST, "attach");
    assert_int_equal(close_state(), NOW + 1);
}

TEST(closed_unused)
{
    begin();
    assert_int_equal(close_state(), 0);
    expect_none(SORTID_RESERVATION_LOST);
    begin();
    set(NOW + 4, NOW + 9);
    assert_int_equal(close_state(), NOW + 4);
}

/* ---- Refused --------------------------------------------------------------------------------- */

static void expect_set(sortid_generator *generator, const sortid_scru64_node_spec *node,
                       uint64_t from, sortid_status status)
{
    const sortid_shared_state before = memory;
    EXPECT_STATUS(sortid_generator_set_bound(generator, node, from, NOW + 9), status, "set");
    assert_memory_equal(&before, &memory, offsetof(struct shared_state, lock));
}

TEST(refused_bounds)
{
    const sortid_scru64_node_spec other = {.node_id = 43, .node_id_size = 8},
                                  wider = {.node_id = 42, .node_id_size = 9};
    uint64_t first_free = 77;
    begin();
    expect_set(&owner, &other, NOW, SORTID_STATE_MISMATCH);
    expect_set(&owner, &wider, NOW, SORTID_STATE_MISMATCH);
    expect_set(&owner, &bounded_node, 0, SORTID_OUT_OF_RANGE);
    expect_set(&owner, &bounded_node, 1, SORTID_OUT_OF_RANGE);
    expect_set(&owner, &bounded_node, LAST_SCRU64, SORTID_OUT_OF_RANGE);
    sortid_generator_close(&user);
    expect_set(&user, &bounded_node, NOW, SORTID_CLOSED);
    assert_int_equal(sortid_generator_close_bound(&user, &first_free), SORTID_CLOSED);
    memset(&user, 0, sizeof user);
    expect_set(&user, &bounded_node, NOW, SORTID_NOT_INITIALIZED);
    assert_int_equal(sortid_generator_init(&user, &sortid_format_ulid, NULL, NULL), SORTID_OK);
    expect_set(&user, &bounded_node, NOW, SORTID_WRONG_FORMAT);
    const sortid_options options = {.node = bounded_node};
    assert_int_equal(sortid_generator_init(&user, &sortid_format_scru64, &options, NULL),
                     SORTID_OK);
    expect_set(&user, &bounded_node, NOW, SORTID_BAD_OPTION);
    assert_int_equal(sortid_generator_close_bound(&user, &first_free), SORTID_BAD_OPTION);
    assert_int_equal(first_free, 77);
}

/* Attaches a user to the memory. */
static void expect_user(sortid_status status, const sortid_format *format, sortid_scope scope,
                        const sortid_options *options)
{
    EXPECT_GIVES(sortid_generator_attach(&user, format, &memory, scope, options, NULL), status);
}

TEST(refused_generators)
{
    const sortid_format *scru64 = &sortid_format_scru64;
    const sortid_options plain = {.node = bounded_node},
                         flagged = {.node = bounded_node, .flags = SORTID_OPTION_BOUND_IN_STATE},
                         no_node = {.flags = SORTID_OPTION_BOUND_IN_STATE};
    sortid_machine machine;
    begin();
    expect_user(SORTID_STATE_MISMATCH, scru64, SORTID_SCOPE_PROCESSES, &plain);
    clear_state(&memory);
    expect_user(SORTID_BAD_OPTION, scru64, SORTID_SCOPE_THREADS, &flagged);
    expect_user(SORTID_BAD_OPTION, &sortid_format_ulid, SORTID_SCOPE_PROCESSES, &no_node);
    EXPECT_GIVES(sortid_generator_init(&user, scru64, &flagged, NULL), SORTID_BAD_OPTION);
    EXPECT_GIVES(sortid_machine_init(&machine, scru64, &flagged), SORTID_BAD_OPTION);
    EXPECT_GIVES(sortid_generator_open(&user, scru64, "/nowhere/state", NULL, &flagged, NULL),
                 SORTID_BAD_OPTION);
    expect_user(SORTID_OK, scru64, SORTID_SCOPE_PROCESSES, &plain);
    EXPECT_GIVES(attach_bounded(&user, &memory, &bounded_node, SORTID_MODE_ABORT, NULL),
                 SORTID_STATE_MISMATCH);
}

static bool boot_has_name = true;
static uint64_t boot_name[2] = {1, 2};

WRAP(sortid_system_file_boot);
bool __wrap_sortid_system_file_boot(uint64_t id[2])
{
    memcpy(id, boot_name, sizeof boot_name);
    return boot_has_name;
}

/* As in memory that is mapped from a file, after a reboot. */
TEST(other_boot)
{
    begin();
    set(NOW, NOW + 9);
    boot_name[0]++;
    EXPECT_STATUS(attach_bounded(&user, &memory, &bounded_node, SORTID_MODE_ABORT, &sources),
                  SORTID_STATE_UNUSABLE, "attach");
    boot_name[0]--;
    attach(&user, SORTID_MODE_ABORT);
    expect_tick(NOW);
}

/* A system that does not name its boot cannot know that the state is of this one. */
TEST(unnamed_boot)
{
    begin();
    set(NOW, NOW + 9);
    boot_has_name = false;
    EXPECT_STATUS(attach_bounded(&user, &memory, &bounded_node, SORTID_MODE_ABORT, &sources),
                  SORTID_STATE_UNUSABLE, "attach");
    begin();
    set(NOW, NOW + 9);
    attach(&user, SORTID_MODE_ABORT);
    expect_tick(NOW);
    boot_has_name = true;
}

/* ---- At any instruction ---------------------------------------------------------------------- */

#ifdef STEPS_EXIST

static sortid_status acted;
static bool closes, has_acted;
static uint64_t closed_at;

static void act_as_owner(void)
{
    has_acted = true;
    acted = closes ? sortid_generator_close_bound(&owner, &closed_at)
                   : sortid_generator_set_bound(&owner, &bounded_node, NOW + 3, NOW + 4);
}

/* One call of a user that begins a tick or counts on; the owner acts at this instruction. */
static void step_at(long at, bool counts_on)
{
    uint8_t id[8], later[8];
    begin();
    set(NOW, NOW + 2);
    if (counts_on)
        expect_tick(NOW);
    has_acted = false;
    act = act_as_owner;
    act_at = at;
    act_every = 0;
    begin_stepping();
    sortid_status status = sortid_generator_next(&user, id, NULL);
    end_stepping();
    if (!has_acted)
        return;
    if (acted == SORTID_BUSY) { /* the user's call has the lock */
        assert_true(is_locked(false));
        EXPECT_STATUS(status, SORTID_OK, "at %ld", at);
        return;
    }
    EXPECT_STATUS(acted, SORTID_OK, "owner, at %ld", at);
    sortid_status after = sortid_generator_next(&user, later, NULL);
    if (closes) {
        EXPECT_STATUS(after, SORTID_RESERVATION_LOST, "after, at %ld", at);
        EXPECT(status == SORTID_OK ? tick_of_id(id) < closed_at : status == SORTID_RESERVATION_LOST,
               "at %ld: %s, closed at %llu", at, sortid_status_name(status),
               (unsigned long long)closed_at);
    } else {
        EXPECT_STATUS(after, SORTID_OK, "after, at %ld", at);
        EXPECT_STATUS(status, SORTID_OK, "at %ld", at);
        assert_int_equal(tick_of_id(later), NOW + 3);
        EXPECT(tick_of_id(id) == NOW || tick_of_id(id) == NOW + 3, "at %ld: a tick before begin",
               at);
    }
}

TEST(steps)
{
    need_acts_anywhere();
    for (unsigned kind = 0; kind < 4; kind++) {
        const long every = is_locked(false) || HAS_SANITIZER_LOCKS ? 41 : 7;
        long at = (long)support_below((uint64_t)every) + 1;
        closes = kind / 2 == 0;
        for (has_acted = true; has_acted; at += every)
            step_at(at, kind % 2 != 0);
        EXPECT(at > 3 * every, "the owner acted up to instruction %ld", at);
    }
}

#else

TEST(steps)
{
    skip_steps(NULL);
}

#endif

CASES_MAIN(catch_steps, NULL)
