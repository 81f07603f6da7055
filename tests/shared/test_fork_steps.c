/* SPDX-License-Identifier: MIT */
/* shared/test_fork_steps.c: signal handlers that interrupt a call of a shared generator at any
 * instruction. The handler makes IDs with the same generator, or it forks: then the child makes IDs
 * in the handler and, like its parent, returns into the interrupted call. Tested with one ID and
 * with a fill, with a clock that moves, with one that does not and with the published one, with
 * states of threads and of processes; on the published clock, whose calls count on by a path of
 * their own, also with a private generator; and with the default generators. No ID may come twice.
 * The one exception is the ID of a call that two processes return from because the handler forked
 * in its last instructions (sortid/source.h); the test bounds their number. If commits take a lock,
 * a call in the handler may get SORTID_BUSY, and a handler must not fork: the child would have to
 * finish its parent's commit. A private generator returns SORTID_BUSY. x86-64 on Linux. */
#include "../support/steps.h"
#include "state.h"
#include "generator/default.h"

#ifdef STEPS_EXIST

#include <limits.h>
#include <unistd.h>

enum { most_filled = 4, later = 2 };

/* What one process got from one call. */
struct call {
    sortid_status status;
    size_t made;
    uint8_t ids[most_filled * SUPPORT_MAX_SIZE];
};

/* What a process got in the handler, from the interrupted call, and after it. */
struct outcome {
    struct call inside, outer, after[later];
};

struct shared_part {
    _Alignas(64) sortid_shared_state state;
    struct outcome act; /* of the child; without a child, only `inside` is set */
};

static struct shared_part *part;
static _Alignas(64) sortid_shared_state own_state;
static const support_format *format;
static sortid_generator generator;
static size_t filled; /* 0: one ID */
static bool forks, well, refuses_nesting, by_default;
static volatile size_t acted;
static struct outcome own, *goes_to;

/* A clock that does not move, or that each reading advances by 1 ms. */
static uint64_t clock_us, clock_step_us;

static sortid_status read_clock(void *context, uint64_t *unix_us)
{
    (void)context;
    *unix_us = clock_us += clock_step_us;
    return SORTID_OK;
}

/* Gives different numbers in each process, as sortid/source.h demands. */
static sortid_status draw(void *context, void *bytes, size_t size, uint64_t unix_us)
{
    static uint64_t drawn;
    (void)unix_us, (void)context;
    uint64_t state = ++drawn ^ (uint64_t)getpid() << 32;
    for (size_t i = 0; i < size; i += 8) {
        uint64_t number = support_next_random(&state);
        memcpy((uint8_t *)bytes + i, &number, size - i < 8 ? size - i : 8);
    }
    return SORTID_OK;
}

static void make(struct call *out)
{
    out->made = 0;
    if (filled > 0) {
        out->status = format->fill(&generator, out->ids, filled, &out->made, NULL);
        return;
    }
    out->status =
        by_default ? format->new_id(out->ids, NULL) : format->next(&generator, out->ids, NULL);
    out->made = out->status == SORTID_OK;
}

/* ---- The handler ----------------------------------------------------------------------------- */

static void act_inside(void)
{
    struct outcome *place = &part->act;
    acted++;
    if (!forks) {
        make(&place->inside);
        return;
    }
    pid_t child = fork();
    if (child == 0) {
        goes_to = place;
        own = (struct outcome){.inside = {.status = SORTID_BUSY}};
        steps_end = true;
        make(&own.inside);
        return;
    }
    well = well && support_ended_well(child);
}

/* Makes one call, with the handler at instruction `at`. Returns how many instructions of the call
 * followed the handler. The handler acts only once, because a nested call makes the interrupted
 * call begin again. A child ends in here. */
static long interrupt(long at)
{
    acted = 0;
    well = true;
    goes_to = NULL;
    act = act_inside;
    act_at = at;
    act_every =
        forks ? LONG_MAX / 2 : 0; /* never again, but the parent counts to the end of the call */
    struct call outer = {.status = SORTID_BUSY};
    begin_stepping();
    make(&outer);
    end_stepping();
    own.outer = outer;
    for (int i = 0; i < later; i++)
        make(&own.after[i]);
    if (goes_to != NULL) {
        *goes_to = own;
        _exit(0);
    }
    return steps - at;
}

/* ---- Checks ---------------------------------------------------------------------------------- */

static uint8_t all_ids[2 * (2 + later) * most_filled * SUPPORT_MAX_SIZE];
static size_t all_made;

static void collect(const struct call *c)
{
    memcpy(all_ids + all_made * format->size, c->ids, c->made * format->size);
    all_made += c->made;
}

static void expect_above(const struct call *last, const struct call *next)
{
    EXPECT(last->made == 0 || next->made == 0 ||
               memcmp(last->ids + (last->made - 1) * format->size, next->ids, format->size) < 0,
           "%s: a later call's ID is not above", format->name);
}

/* Checks and collects the calls of one process. Returns whether its interrupted call gave the same
 * ID as its parent's. */
static bool judge(const struct outcome *o, bool refuses, const struct call *parents)
{
    sortid_status expected = refuses ? SORTID_FORKED : SORTID_OK;
    bool same = parents != NULL && o->outer.made > 0 &&
                memcmp(o->outer.ids, parents->ids, format->size) == 0;
    EXPECT(o->outer.status == SORTID_OK || o->outer.status == expected, "%s: outer: %s",
           format->name, sortid_status_name(o->outer.status));
    collect(&o->inside);
    if (!same)
        collect(&o->outer);
    for (int i = 0; i < later; i++) {
        EXPECT_STATUS(o->after[i].status, expected, "%s: after", format->name);
        expect_above(&o->inside, &o->after[i]);
        expect_above(i == 0 ? &o->outer : &o->after[i - 1], &o->after[i]);
        collect(&o->after[i]);
    }
    return same;
}

#if HAS_SANITIZER_LOCKS || !defined(__OPTIMIZE__)
enum { last_instructions = 1000, judges_halves = 0 };
#else
enum { last_instructions = 100, judges_halves = 1 };
#endif

/* Checks one call and the calls of the handler. Returns whether two processes got its ID. */
static bool judge_all(bool refuses, long at)
{
    const struct outcome *o = &part->act;
    bool may_be_busy = refuses_nesting || is_locked(format != SUPPORT_SCRU64), same = false;
    sortid_status inside = o->inside.status;
    all_made = 0;
    EXPECT(well, "%s: a child did not end well, at %ld", format->name, at);
    own.inside.made = 0;
    judge(&own, false, NULL);
    EXPECT(inside == SORTID_OK || (forks && refuses && inside == SORTID_FORKED) ||
               (may_be_busy && inside == SORTID_BUSY),
           "%s: inside, at %ld: %s", format->name, at, sortid_status_name(inside));
    if (forks) {
        same = judge(o, refuses, &own.outer);
    } else {
        expect_above(&o->inside, &own.after[0]);
        collect(&o->inside);
    }
    EXPECT(support_all_differ(all_ids, all_made, format->size), "%s: an ID twice, at %ld",
           format->name, at);
    return same;
}

/* ---- All calls ------------------------------------------------------------------------------- */

/* Makes call after call, each with the handler `every` instructions later, until a call has no
 * instruction that late. Two processes may get one ID only if the fork was at most
 * last_instructions + every instructions before the end of the call; in the default generator's own
 * path of counting on, which is not longer than that, if it was in the second half. This distance
 * is measured in each call, because calls differ in length: a fill of scru128v1 may have a loop
 * more. */
static void step_through(bool refuses, long every)
{
    long calls = 0;
    for (long at = 1 + (long)support_below((uint64_t)every);; at += every, calls++) {
        memset(&part->act, 0, sizeof part->act);
        long rest = interrupt(at);
        if (acted == 0)
            break;
        long half = (at + rest) / 2;
        bool in_half = by_default && judges_halves && half < last_instructions;
        long most = in_half ? half : last_instructions;
        EXPECT(!judge_all(refuses, at) || rest <= most + every,
               "%s: two processes got the ID of a call that was forked %ld instructions before its "
               "end, at %ld",
               format->name, rest, at);
    }
    EXPECT(calls > 1, "%s: the handler acted %ld times", format->name, calls);
}

/* A generator to step through. */
enum kind { with_threads, with_processes, alone };

static void start(enum kind kind, const sortid_sources *sources)
{
    sortid_shared_state *state = kind == with_threads ? &own_state : &part->state;
    struct call first;
    clear_state(state);
    if (kind == alone)
        EXPECT_STATUS(format->generator_init(&generator, SORTID_MODE_ABORT, ALLOWANCE_MS, sources),
                      SORTID_OK, "%s: init", format->name);
    else
        init_shared(&generator, format, state,
                    kind == with_threads ? SORTID_SCOPE_THREADS : SORTID_SCOPE_PROCESSES,
                    SORTID_MODE_ABORT, sources);
    make(&first);
    EXPECT_STATUS(first.status, SORTID_OK, "%s: the first", format->name);
}

static bool child_refuses(enum kind kind)
{
    return forks && format == SUPPORT_SCRU64 && kind != with_processes;
}

static void step_with(enum kind kind, uint64_t step_us, size_t fill, long every)
{
    sortid_sources sources;
    sortid_sources_default(&sources);
    sources.clock = (sortid_clock){read_clock, NULL, 1};
    sources.random = (sortid_random){draw, NULL};
    clock_us = UINT64_C(1700000000000000);
    clock_step_us = step_us;
    filled = fill;
    refuses_nesting = false;
    start(kind, &sources);
    step_through(child_refuses(kind), every);
}

/* The published clock with the secure random source, which refuses a draw within a draw, as a
 * private generator refuses a call within a call. */
static void step_published(enum kind kind, long every)
{
    static sortid_published clock;
    sortid_sources sources;
    sortid_sources_default(&sources);
    sortid_published_init(&clock);
    sortid_published_set(&clock, UINT64_C(1700000000000000));
    sortid_clock_published(&sources.clock, &clock, 1);
    filled = 0;
    refuses_nesting = true;
    start(kind, &sources);
    step_through(child_refuses(kind), every);
}

/* Makes the cached reading of the thread's TSC clock last until it is void, or voids it. Otherwise
 * it would end while the CPU steps, and no call would count on by the path that the test is for. */
static void hold_clock(bool hold)
{
    struct tsc_clock *clock = &find_thread_state()->clock;
    clock->first = 0;
    clock->span = hold ? UINT64_MAX : 0;
    clock->uses_left = UINT32_MAX;
}

/* The default generator, which counts on by a path of its own too. That of scru64 is tested in
 * faults/test_fork_steps.c. */
static void step_default(long every)
{
    struct call first;
    if (format == SUPPORT_SCRU64)
        return;
    filled = 0;
    refuses_nesting = true;
    by_default = true;
    make(&first);
    EXPECT_STATUS(first.status, SORTID_OK, "%s: the first by default", format->name);
    hold_clock(true);
    step_through(false, every);
    hold_clock(false);
    by_default = false;
}

static void step_format(long every)
{
    for (size_t j = 0; j < 8; j++)
        step_with(j % 2 == 0 ? with_threads : with_processes, j / 2 % 2 == 0 ? 0 : 1000,
                  j / 4 == 0 ? 0 : most_filled, every);
    for (enum kind kind = with_threads; kind <= alone; kind++)
        step_published(kind, every / 4);
}

static void step_all(bool forking, long every)
{
    forks = forking;
    for (size_t i = 0; i < SUPPORT_FORMATS; i++) {
        format = &support_formats[i];
        if (!forking || !is_locked(format != SUPPORT_SCRU64))
            step_format(every);
        else
            step_published(alone, every / 4);
        step_default(every / 8);
    }
}

TEST(calls)
{
    need_acts_anywhere();
    step_all(false, HAS_SANITIZER_LOCKS ? 101 : 31);
}

TEST(forks)
{
    need_acts_anywhere();
    step_all(true, HAS_SANITIZER_LOCKS ? 101 : 37);
}

static int share(void **state)
{
    part = support_share_or_null(sizeof *part);
    return part == NULL ? -1 : catch_steps(state);
}

CASES_MAIN(share, NULL)

#endif
