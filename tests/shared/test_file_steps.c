/* SPDX-License-Identifier: MIT */
/* test_file_steps.c: a signal handler between any two instructions of calls on a state file that
 * make no ID: it renews the bound inside a call that renews it, makes IDs inside
 * sortid_state_examine, and opens the file inside it, in the place of another process that does so
 * at that moment. The greater bound must be in force, and on disk before it is; examining must
 * report an ID that was made. x86-64 on Linux. */
#include "../support/steps.h"
#include "file.h"

#ifdef STEPS_EXIST

/* How many instructions later the handler acts than in the call before; with sanitizers an
 * instruction of the call becomes many. */
#define EVERY (HAS_SANITIZER_LOCKS ? 17 : 1)

/* The first instructions of an extending call, and of an examining call, are those that depend on
 * other processes; each single step takes some 10 us. Sums over many bytes follow. */
#define MOST_STEPS      (HAS_SANITIZER_LOCKS ? 3000 : 150)
#define MOST_LOOK_STEPS (HAS_SANITIZER_LOCKS ? 4000 : 250)

static sortid_generator generator;
static volatile size_t acted;

/* ---- The bound ------------------------------------------------------------------------------- */

static struct state_file *file;
static uint64_t inner_ms;
static sortid_status inner_status;

static void extend_inside(void)
{
    acted++;
    inner_status = sortid_generator_file_extend(file, inner_ms);
}

static void step_after_sync(void)
{
    syncs.after = NULL;
    begin_stepping();
}

/* Calls with a second call inside, each for a time so far ahead of the bound in force or before it:
 * among the first instructions of the outer call, or among those after its sync. */
static void extend_twice(long at, int ahead, int inner_ahead, bool synced)
{
    uint64_t before_ms = file_bound_in_force(file);
    uint64_t since_ms = before_ms + (uint64_t)(int64_t)ahead, most_ms;
    inner_ms = before_ms + (uint64_t)(int64_t)inner_ahead;
    most_ms = (since_ms > inner_ms ? since_ms : inner_ms) + 1001;
    acted = 0;
    inner_status = SORTID_OK;
    act = extend_inside;
    act_at = at;
    act_every = 0;
    syncs.after = synced ? step_after_sync : NULL;
    if (!synced)
        begin_stepping();
    sortid_status status = sortid_generator_file_extend(file, since_ms);
    end_stepping();
    syncs.after = NULL;
    EXPECT(status == SORTID_OK && inner_status == SORTID_OK, "at %ld: a call failed", at);
    if (acted == 0)
        return;
    uint64_t bound_ms = file_bound_in_force(file);
    EXPECT(bound_ms > since_ms && bound_ms > inner_ms && bound_ms >= before_ms,
           "at %ld, %d and %d ahead: a bound of %llu", at, ahead, inner_ahead,
           (unsigned long long)(bound_ms - before_ms));
    EXPECT(bound_ms <= most_ms || bound_ms == before_ms, "at %ld: a bound beyond both", at);
    EXPECT(bound_of(disk) >= bound_ms, "at %ld: in force before it is on disk", at);
}

static void extend_at_all(int ahead, int inner_ahead, bool synced)
{
    long at = 1 + (long)support_below(EVERY);
    do {
        extend_twice(at, ahead, inner_ahead, synced);
        at += EVERY;
    } while (acted > 0 && at < MOST_STEPS);
    EXPECT(at > 5, "only %ld instructions", at);
}

TEST(bound)
{
    static const int aheads[][2] = {{5, 1500}, {1500, 5}, {5, -400}, {-400, 5}, {-400, -400}};
    need_acts_anywhere();
    syncs.is_model = true;
    use_once(SUPPORT_ULID);
    open_file(&generator, SUPPORT_ULID, PLACE);
    file = &SHARED_OF(&generator)->file;
    read_content(path, disk, sizeof disk);
    for (size_t i = 0; i < COUNT_OF(aheads); i++) {
        extend_at_all(aheads[i][0], aheads[i][1], false);
        if (aheads[i][0] > 0)
            extend_at_all(aheads[i][0], aheads[i][1], true);
    }
    sortid_generator_close(&generator);
    syncs.is_model = false;
}

/* ---- Examining while IDs are made ------------------------------------------------------------ */

/* Called between the examination's first reads and its read of the state (shared.cmake). */

static bool steps_examine;

WRAP(sortid_generator_file_bound);
uint64_t __wrap_sortid_generator_file_bound(const struct state_file *examined)
{
    uint64_t bound_ms = __real_sortid_generator_file_bound(examined);
    if (steps_examine) {
        steps_examine = false;
        begin_stepping();
    }
    return bound_ms;
}

enum { most_acts = 8 }; /* of one examination */
static const support_format *examined;
static uint8_t made[1 + most_acts][SUPPORT_MAX_SIZE];

static void make_inside(void)
{
    acted++;
    if (examined->next(&generator, made[acted], NULL) != SORTID_OK)
        memset(made[acted], 0, sizeof made[acted]);
    steps_end = acted == most_acts;
}

/* Examines while `inside` acts at some of the instructions: the last ID that is reported was
 * made. */
static void examine_at(long at, long every, void (*inside)(void))
{
    sortid_state_report report;
    bool found = false;
    acted = 0;
    act = inside;
    act_at = at;
    act_every = every;
    steps_examine = true;
    sortid_status status = sortid_state_examine(path, &report, sizeof report);
    end_stepping();
    EXPECT_STATUS(status, SORTID_OK, "at %ld", at);
    EXPECT(report.current && report.started && report.last_size == examined->size,
           "%s: at %ld: not current", examined->name, at);
    for (size_t i = 0; i <= acted; i++)
        found = found || memcmp(report.last, made[i], examined->size) == 0;
    EXPECT(found, "%s: at %ld, every %ld: an ID that was not made", examined->name, at, every);
}

/* Opens a new file with sources that last until the next call, and makes an ID: each ID is in a
 * timestamp of its own, with new random bits. */
static const sortid_sources *begin_examined(const support_format *format)
{
    static sortid_sources sources;
    examined = format;
    start_empty();
    world.clock.step_us = format->timestamp_unit * 1000;
    sources = world.sources;
    sortid_random_secure(&sources.random);
    open_with(&generator, format, &sources, PLACE);
    EXPECT_OK(format->next(&generator, made[0], NULL));
    return &sources;
}

/* For a format whose packed state is its last ID. */
static void examine_at_all(const support_format *format)
{
    begin_examined(format);
    acted = 0;
    long calls = 0;
    for (long at = 1; calls == 0 || (acted > 0 && at < MOST_LOOK_STEPS); at += EVERY, calls++) {
        memcpy(made[0], made[acted], sizeof made[0]);
        examine_at(at, 1 + (long)support_below(5), make_inside);
    }
    EXPECT(calls > 5, "only %ld calls", calls);
    sortid_generator_close(&generator);
}

/* ---- Examining a closed file that is opened meanwhile ---------------------------------------- */

static const sortid_sources *examine_sources;
static bool closes_inside;
static volatile bool made_inside;

static void open_inside(void)
{
    acted++;
    made_inside = examined->open(&generator, path, NULL, SORTID_MODE_ABORT, ALLOWANCE_MS,
                                 examine_sources) == SORTID_OK &&
                  examined->next(&generator, made[1], NULL) == SORTID_OK;
    if (closes_inside)
        sortid_generator_close(&generator);
    steps_end = true;
}

/* Another process opens the file at an instruction after the sum over the state, and makes an ID:
 * the check value does not match any more, and still the state is current. False: the call ended
 * earlier. */
static bool examine_while_opened(long at)
{
    examine_at(at, 0, open_inside);
    if (acted == 0)
        return false;
    EXPECT(made_inside, "%s: at %ld: no ID inside", examined->name, at);
    if (!closes_inside)
        sortid_generator_close(&generator);
    memcpy(made[0], made[1], sizeof made[0]);
    return true;
}

static void examine_opened(const support_format *format)
{
    examine_sources = begin_examined(format);
    sortid_generator_close(&generator);
    long calls = 0;
    for (long at = 1; at < MOST_LOOK_STEPS; at += EVERY, calls++) {
        closes_inside = calls % 2 == 0;
        if (!examine_while_opened(at))
            break;
    }
    EXPECT(calls > 5, "only %ld calls", calls);
}

TEST(examine_while_opened)
{
    need_acts_anywhere();
    syncs.is_model = true;
    examine_opened(SUPPORT_ULID);
    examine_opened(SUPPORT_SCRU64);
    syncs.is_model = false;
}

TEST(examine_while_ids)
{
    need_acts_anywhere();
    syncs.is_model = true;
    examine_at_all(SUPPORT_ULID);
    examine_at_all(SUPPORT_SCRU64);
    syncs.is_model = false;
}

/* ---- Main ------------------------------------------------------------------------------------ */

static int begin_all(void **state)
{
    return make_folder(state) | catch_steps(state);
}

CASES_MAIN(begin_all, remove_folder)

#endif
