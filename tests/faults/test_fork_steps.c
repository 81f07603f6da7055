/* SPDX-License-Identifier: MIT */
/* test_fork_steps.c: a signal handler between any two instructions of a call makes the same call,
 * or forks: by fork and by raw clone, with a child that makes the call in the handler, forks there
 * again, and returns into the interrupted call like its parent. Default and private generators, one
 * ID and a fill, with a clock that moves and one that does not. No ID may come twice. The one
 * exception is the ID of a call that two processes return from because the handler forked in its
 * last instructions (sortid/source.h); the test counts and bounds those. Only on x86-64 Linux,
 * where a program can step through itself; skipped elsewhere. tests/generator/test_steps.c has
 * draws and first calls. */
#include "../support/cases.h"
#include "../support/family.h"
#include "../support/steps.h"

#ifdef STEPS_EXIST

#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* ---- What is called ------------------------------------------------------------------- */

enum { most_filled = 4, later = 2 };

/* A way to make IDs: with the default generator, with a private one, or `filled` at once. */
struct way {
    const support_format *format;
    const char *name;
    bool is_default;
    size_t filled; /* 0: one by _generator_next or _new */
    sortid_generator generator;
};

/* What one process got from one call. */
struct call {
    sortid_status status;
    size_t made;
    uint8_t ids[most_filled * SUPPORT_MAX_SIZE];
};

static void call(struct call *out, struct way *way)
{
    out->made = 0;
    if (way->filled > 0) {
        out->status = way->format->fill(&way->generator, out->ids, way->filled, &out->made, NULL);
        return;
    }
    out->status = way->is_default ? way->format->new_id(out->ids, NULL)
                                  : way->format->next(&way->generator, out->ids, NULL);
    out->made = out->status == SORTID_OK;
}

/* Replaces the C library's function: the system's clock can be stopped, so that slow single steps
 * stay in one ms. */
static struct timespec stopped;

/* NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name): reserved names */
int clock_gettime(clockid_t clock, struct timespec *now)
{
    *now = stopped; /* this write is known to the memory sanitizer, that of the kernel is not */
    if (stopped.tv_sec == 0)
        return (int)syscall(SYS_clock_gettime, clock, now);
    return 0;
}

static void prepare(struct way *way)
{
    struct call first;
    if (!way->is_default)
        EXPECT_STATUS(way->format->generator_init(&way->generator, SORTID_MODE_RESET, 10000, NULL),
                      SORTID_OK, "%s: init", way->format->name);
    call(&first, way);
    EXPECT_STATUS(first.status, SORTID_OK, "%s: the first", way->format->name);
}

/* ---- Processes ------------------------------------------------------------------------ */

/* What a process got in the handler, from the interrupted call, and after it. */
struct outcome {
    struct call inside, outer, after[later];
};

/* An instruction at which the handler acted: what its child got, and the child's child. The parent
 * makes a call only if it does not fork. */
struct acted {
    struct outcome child, grandchild;
    struct call inside;
};

enum { most_acts = 100000 }; /* a fill under the address sanitizer, with a reseed in it: 50,000 */

static struct acted *acts;    /* in memory that all share */
static volatile size_t acted; /* of them */
static struct outcome own;    /* of this process */
static bool well;             /* whether its children ended well */
static struct way *way;
static pid_t (*fork_call)(void); /* NULL: the handler does not fork */
static struct outcome *goes_to;  /* where a child stores what it got; NULL: the test's process */

static int share(void **state)
{
    acts = support_share(most_acts * sizeof *acts);
    if (support_set_node(42, 8, NULL) != SORTID_OK)
        return -1;
    return catch_steps(state);
}

/* Forks and waits for the child's end; returns whether this is the child. */
static bool fork_into(struct outcome *place)
{
    pid_t child = fork_call();
    if (child == 0) {
        goes_to = place;
        own = (struct outcome){.inside = {.status = SORTID_BUSY}};
        steps_end = true;
        return true;
    }
    well = well && support_ended_well(child);
    return false;
}

static void act_inside(void)
{
    if (acted == most_acts)
        return;
    struct acted *a = &acts[acted++];
    if (fork_call == NULL)
        call(&a->inside, way);
    else if (fork_into(&a->child)) {
        (void)fork_into(&a->grandchild);
        call(&own.inside, way);
    }
}

/* Makes one call, with the handler at instruction `first` and each `every`-th after it. A child
 * does not return. */
static void interrupt(long first, long every)
{
    memset(acts, 0, acted * sizeof *acts);
    acted = 0;
    well = true;
    goes_to = NULL;
    act = act_inside;
    act_at = first;
    act_every = every;
    struct call outer = {.status = SORTID_BUSY};
    begin_stepping();
    call(&outer, way);
    end_stepping();
    own.outer = outer;
    for (int i = 0; i < later; i++)
        call(&own.after[i], way);
    if (goes_to != NULL) {
        *goes_to = own;
        _exit(well ? 0 : 1);
    }
}

/* ---- Checks ------------------------------------------------------------------------------ */

static uint8_t all_ids[(size_t)most_acts * 2 * (2 + later) * most_filled * SUPPORT_MAX_SIZE];
static size_t all_made;

static void collect(const struct call *c)
{
    size_t size = way->format->size;
    memcpy(all_ids + all_made * size, c->ids, c->made * size);
    all_made += c->made;
}

/* Later calls give later IDs. */
static void expect_above(const struct call *last, const struct call *next, size_t at)
{
    size_t size = way->format->size;
    EXPECT(last->made == 0 || memcmp(last->ids + (last->made - 1) * size, next->ids, size) < 0,
           "%s %s, act %zu: a later call's ID is not above", way->format->name, way->name, at);
}

/* The interrupted call and those after it succeed; the one in the handler may be busy. scru64 in a
 * child fails, except a call that its parent had finished except its last instructions. */
static void expect_calls(const struct outcome *o, bool refuses, size_t at)
{
    const char *name = way->format->name;
    sortid_status expected = refuses ? SORTID_FORKED : SORTID_OK;
    EXPECT(o->inside.status == SORTID_BUSY || o->inside.status == expected, "%s, inside %zu: %s",
           name, at, sortid_status_name(o->inside.status));
    EXPECT(o->outer.status == SORTID_OK || o->outer.status == expected, "%s, call %zu: %s", name,
           at, sortid_status_name(o->outer.status));
    for (int i = 0; i < later; i++) {
        EXPECT_STATUS(o->after[i].status, expected, "%s, after %zu", name, at);
        if (refuses)
            continue;
        expect_above(i == 0 ? &o->outer : &o->after[i - 1], &o->after[i], at);
        expect_above(&o->inside, &o->after[i], at);
    }
}

/* Collects a child's IDs; returns whether it has that of its parent's interrupted call. */
static bool collect_child(const struct outcome *o)
{
    bool holds = o->outer.made > 0 && memcmp(o->outer.ids, own.outer.ids, way->format->size) == 0;
    collect(&o->inside);
    if (!holds)
        collect(&o->outer);
    for (int i = 0; i < later; i++)
        collect(&o->after[i]);
    return holds;
}

/* The scru64 default generator is one word, so a call inside another one never has to wait. */
static bool is_never_busy(void)
{
    return way->is_default && way->format == SUPPORT_SCRU64;
}

/* Judges an act; returns whether two processes have the ID of the interrupted call. */
static bool judge(const struct acted *a, size_t at)
{
    bool refuses = way->format == SUPPORT_SCRU64;
    if (fork_call == NULL) {
        EXPECT(a->inside.status == SORTID_OK ||
                   (a->inside.status == SORTID_BUSY && !is_never_busy()),
               "%s, inside %zu: %s", way->format->name, at, sortid_status_name(a->inside.status));
        expect_above(&a->inside, &own.after[0], at);
        collect(&a->inside);
        return false;
    }
    EXPECT(!is_never_busy() || (a->child.inside.status == SORTID_FORKED &&
                                a->grandchild.inside.status == SORTID_FORKED),
           "inside %zu: not refused", at);
    expect_calls(&a->child, refuses, at);
    expect_calls(&a->grandchild, refuses, at);
    bool shared = collect_child(&a->child);
    return collect_child(&a->grandchild) || shared;
}

/* ---- All instructions ------------------------------------------------------------------------ */

/* The instructions after a call's last read of the epoch: it copies an ID or counts a fill, and
 * returns. The scru64 default generator has 25 at most, and ten follow in this test. Sanitizers and
 * debug builds add more. */
#if HAS_SANITIZER_LOCKS || !defined(__OPTIMIZE__)
#define LAST_INSTRUCTIONS 1000
#define LAST_OF_SCRU64    500
#define SPARSE            10 /* and make a fork slow: so much fewer of them */
#else
#define LAST_INSTRUCTIONS 100
#define LAST_OF_SCRU64    35
#define SPARSE            1
#endif

/* Judges a call and its acts; returns how many acts were in its last instructions. */
static long judge_all(void)
{
    long shared = 0;
    bool was_shared = false;
    all_made = 0;
    own.inside = (struct call){.status = SORTID_BUSY};
    expect_calls(&own, false, acted);
    collect(&own.outer);
    for (int i = 0; i < later; i++)
        collect(&own.after[i]);
    for (size_t i = 0; i < acted; i++) {
        bool is_shared = judge(&acts[i], i);
        EXPECT(is_shared || !was_shared,
               "%s %s: two processes have its ID, forked before its last instructions",
               way->format->name, way->name);
        was_shared = is_shared;
        shared += is_shared;
    }
    EXPECT(well, "%s %s: a child did not end well", way->format->name, way->name);
    EXPECT(support_all_differ(all_ids, all_made, way->format->size), "%s %s: an ID twice",
           way->format->name, way->name);
    return shared;
}

/* Expects few acts in the last instructions, and some acts at all. */
static void expect_few(long shared, long every, size_t all)
{
    const long most = is_never_busy() ? LAST_OF_SCRU64 : LAST_INSTRUCTIONS;
    EXPECT(all > 5 && all < most_acts, "%s %s: acts %zu", way->format->name, way->name, all);
    EXPECT(shared * every <= most + every, "%s %s: the last %ld instructions", way->format->name,
           way->name, shared * every);
    print_message("%s %s: %zu acts, %ld of them in the last instructions\n", way->format->name,
                  way->name, all, shared);
}

/* Acts at each `every`-th instruction of one call, from a random one on. */
static void step_through(struct way *w, long every)
{
    way = w;
    interrupt(1 + (long)support_below((uint64_t)every), every);
    expect_few(judge_all(), every, acted);
}

/* One act in each of many calls: scru64's default generator begins again after each nested call
 * that succeeded, and would not end otherwise. */
static void step_singly(struct way *w, long every)
{
    long shared = 0, at = 1 + (long)support_below((uint64_t)every);
    size_t all = 0;
    way = w;
    for (interrupt(at, 0); acted > 0; interrupt(at, 0)) {
        shared += judge_all();
        at += every;
        all++;
    }
    expect_few(shared, every, all);
}

static void step(struct way *w, long every)
{
    prepare(w);
    if (w->is_default && w->format == SUPPORT_SCRU64)
        step_singly(w, 3 * SPARSE);
    else
        step_through(w, every);
}

static void step_ways(pid_t (*how)(void), long every)
{
    fork_call = how;
    for (size_t i = 0; i < SUPPORT_FORMATS; i++) {
        const support_format *f = &support_formats[i];
        step(&(struct way){.format = f, .name = "new", .is_default = true}, every);
        step(&(struct way){.format = f, .name = "next"}, every);
        step(&(struct way){.format = f, .name = "fill", .filled = most_filled}, every);
    }
}

/* When the clock does not move, calls count on: few instructions, the most frequent ones. */
static void step_at_one_time(pid_t (*how)(void), long every)
{
    EXPECT(clock_gettime(CLOCK_REALTIME, &stopped) == 0, "no clock");
    step_ways(how, every);
    stopped = (struct timespec){0};
}

/* The handler makes calls at all instructions and forks at some of them. With the memory sanitizer
 * there are too many instructions. */
#if SUPPORT_HAS(memory_sanitizer)
#define EACH_CALL 3
#else
#define EACH_CALL 1
#endif

TEST(calls)
{
    need_acts_anywhere();
    step_ways(NULL, EACH_CALL);
    step_at_one_time(NULL, EACH_CALL);
}

TEST(forks)
{
    need_acts_anywhere();
    step_ways(support_plain_fork, 13 * SPARSE);
    step_at_one_time(support_plain_fork, 3 * SPARSE);
}

TEST(clones)
{
    need_acts_anywhere();
    if (!support_notices_raw_clone("a clone inside"))
        skip();
    step_ways(support_raw_clone, 13 * SPARSE);
    step_at_one_time(support_raw_clone, 3 * SPARSE);
}

CASES_MAIN(share, NULL)

#endif
