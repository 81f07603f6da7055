/* SPDX-License-Identifier: MIT */
/* test_file_steps.c: a signal handler between any two instructions of what is done with a state
 * file beside making IDs: one sets the bound inside a call that sets it, or makes IDs inside a
 * look into the file, in the place of another process that does so at that moment. The greater
 * bound must hold, on the disk before it is in force, and a look must tell an ID that was made.
 * x86-64 under Linux. */
#include "../support/steps.h"
#include "file.h"

#ifdef STEPS_EXIST

/* How many instructions an act comes later than in the call before; sanitizers take many for one
 * of the call's. */
#define EVERY (HAS_SANITIZER_LOCKS ? 17 : 1)

/* The first of a call's, and of a look's, in which others matter: some 10 us for each step. Then
 * come sums over many bytes. */
#define MOST_STEPS      (HAS_SANITIZER_LOCKS ? 3000 : 150)
#define MOST_LOOK_STEPS (HAS_SANITIZER_LOCKS ? 4000 : 250)

static support_world world;
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

/* One call with another inside it, both `ahead` of the bound in force or behind it: among its first
 * instructions, or those that follow on the sync. */
static void extend_twice(long at, int ahead, int inner_ahead, bool synced)
{
    uint64_t before_ms = atomic_load(&page_of(file)->head.bound_ms);
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
    EXPECT(status == SORTID_OK && inner_status == SORTID_OK, "at %ld: a status", at);
    if (acted == 0)
        return;
    uint64_t bound_ms = atomic_load(&page_of(file)->head.bound_ms);
    EXPECT(bound_ms > since_ms && bound_ms > inner_ms && bound_ms >= before_ms,
           "at %ld, %d and %d ahead: a bound of %llu", at, ahead, inner_ahead,
           (unsigned long long)(bound_ms - before_ms));
    EXPECT(bound_ms <= most_ms || bound_ms == before_ms, "at %ld: beyond what was wanted", at);
    EXPECT(bound_of(disk) >= bound_ms, "at %ld: in force before it is on disk", at);
}

static void extend_at_all(int ahead, int inner_ahead, bool synced)
{
    long at = 1 + (long)support_below(EVERY);
    do {
        extend_twice(at, ahead, inner_ahead, synced);
        at += EVERY;
    } while (acted > 0 && at < MOST_STEPS);
    EXPECT(at > 5, "%ld instructions", at);
}

static void test_bound(void **state)
{
    static const int aheads[][2] = {{5, 1500}, {1500, 5}, {5, -400}, {-400, 5}, {-400, -400}};
    (void)state;
    need_acts_anywhere();
    syncs.is_model = true;
    live_once(SUPPORT_ULID, &world);
    open_file(&generator, SUPPORT_ULID, &world.sources, PLACE);
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

/* ---- A look ------------------------------------------------------------------------------------- */

/* The linker puts this between a look and what it reads before the state (shared.cmake). */
uint64_t __real_sortid_generator_file_bound(const struct state_file *looked);
uint64_t __wrap_sortid_generator_file_bound(const struct state_file *looked);

static bool steps_look;

uint64_t __wrap_sortid_generator_file_bound(const struct state_file *looked)
{
    uint64_t bound_ms = __real_sortid_generator_file_bound(looked);
    if (steps_look) {
        steps_look = false;
        begin_stepping();
    }
    return bound_ms;
}

enum { most_acts = 8 }; /* of one look */
static const support_format *looked_at;
static uint8_t made[1 + most_acts][SUPPORT_MAX_SIZE];

static void make_inside(void)
{
    acted++;
    if (looked_at->next(&generator, made[acted], NULL) != SORTID_OK)
        memset(made[acted], 0, sizeof made[acted]);
    steps_end = acted == most_acts;
}

/* The last ID, as a look tells it while IDs are made at some of its instructions. */
static void look_amid(long at, long every)
{
    sortid_state_report report;
    bool found = false;
    memcpy(made[0], made[acted], sizeof made[0]);
    acted = 0;
    act = make_inside;
    act_at = at;
    act_every = every;
    steps_look = true;
    sortid_status status = sortid_state_examine(path, &report, sizeof report);
    end_stepping();
    EXPECT_STATUS(status, SORTID_OK, "at %ld", at);
    EXPECT(report.current && report.started && report.last_size == looked_at->size, "at %ld", at);
    for (size_t i = 0; i <= acted; i++)
        found = found || memcmp(report.last, made[i], looked_at->size) == 0;
    EXPECT(found, "%s: at %ld, every %ld: an ID that was not made", looked_at->name, at, every);
}

/* Of a format whose state is its last ID, each in a timestamp of its own and drawn anew. */
static void look_at_all(const support_format *format)
{
    looked_at = format;
    count_files(true);
    support_world_init(&world, now_us, 0);
    world.clock.step_us = format->timestamp_unit * 1000;
    sortid_sources sources = world.sources;
    sortid_random_secure(&sources.random);
    open_file(&generator, format, &sources, PLACE);
    EXPECT_STATUS(format->next(&generator, made[0], NULL), SORTID_OK, "the first");
    acted = 0;
    long looks = 0;
    for (long at = 1; looks == 0 || (acted > 0 && at < MOST_LOOK_STEPS); at += EVERY, looks++)
        look_amid(at, 1 + (long)support_below(5));
    EXPECT(looks > 5, "%ld looks", looks);
    sortid_generator_close(&generator);
}

/* ---- A look at a closed file ----------------------------------------------------------------------- */

static const sortid_sources *look_sources;
static bool closes_inside;
static volatile bool made_inside;

static void open_inside(void)
{
    acted++;
    made_inside = looked_at->open(&generator, path, NULL, SORTID_MODE_ABORT, ALLOWANCE_MS,
                                  look_sources) == SORTID_OK &&
                  looked_at->next(&generator, made[1], NULL) == SORTID_OK;
    if (closes_inside)
        sortid_generator_close(&generator);
    steps_end = true;
}

/* Another process opens the file at some instruction after the state was summed up, and makes an ID: the
 * check value does not fit any more, and yet the state is current. False: the look ended before. */
static bool look_while_opened(long at)
{
    sortid_state_report report;
    acted = 0;
    act = open_inside;
    act_at = at;
    act_every = 0;
    steps_look = true;
    sortid_status status = sortid_state_examine(path, &report, sizeof report);
    end_stepping();
    EXPECT_STATUS(status, SORTID_OK, "at %ld", at);
    EXPECT(report.current && report.started, "%s: at %ld: not current", looked_at->name, at);
    EXPECT(memcmp(report.last, made[0], looked_at->size) == 0 ||
               (acted > 0 && memcmp(report.last, made[1], looked_at->size) == 0),
           "%s: at %ld: an ID that was not made", looked_at->name, at);
    if (acted == 0)
        return false;
    EXPECT(made_inside, "%s: at %ld: no ID inside", looked_at->name, at);
    if (!closes_inside)
        sortid_generator_close(&generator);
    memcpy(made[0], made[1], sizeof made[0]);
    return true;
}

static void look_at_opened(const support_format *format)
{
    looked_at = format;
    count_files(true);
    support_world_init(&world, now_us, 0);
    world.clock.step_us = format->timestamp_unit * 1000;
    sortid_sources sources = world.sources;
    sortid_random_secure(&sources.random);
    look_sources = &sources;
    open_file(&generator, format, &sources, PLACE);
    EXPECT_STATUS(format->next(&generator, made[0], NULL), SORTID_OK, "the first");
    sortid_generator_close(&generator);
    long looks = 0;
    for (long at = 1; at < MOST_LOOK_STEPS; at += EVERY, looks++) {
        closes_inside = looks % 2 == 0;
        if (!look_while_opened(at))
            break;
    }
    EXPECT(looks > 5, "%ld looks", looks);
}

static void test_look_at_closed(void **state)
{
    (void)state;
    need_acts_anywhere();
    syncs.is_model = true;
    look_at_opened(SUPPORT_ULID);
    look_at_opened(SUPPORT_SCRU64);
    syncs.is_model = false;
}

static void test_look(void **state)
{
    (void)state;
    need_acts_anywhere();
    syncs.is_model = true;
    look_at_all(SUPPORT_ULID);
    look_at_all(SUPPORT_SCRU64);
    syncs.is_model = false;
}

/* ---- All of them ---------------------------------------------------------------------------------- */

static int begin_all(void **state)
{
    return make_folder(state) | catch_steps(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bound),
        cmocka_unit_test(test_look),
        cmocka_unit_test(test_look_at_closed),
    };
    support_begin();
    return cmocka_run_group_tests(tests, begin_all, remove_folder);
}

#else

int main(void)
{
    return run_without_steps();
}

#endif
