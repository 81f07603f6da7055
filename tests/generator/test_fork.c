/* SPDX-License-Identifier: MIT */
/* test_fork.c: forks of a process with a private generator: parent, children and grandchild share
 * no ID, with fork and with a raw clone, in any state of the generator and even in the middle of a
 * call; a scru64 generator refuses in a child until it gets a node. Most tests use the system's
 * sources; the fork inside a call has scripted ones, so that only the rule makes the IDs differ. */
#include "../support/cases.h"
#include "../support/family.h"

#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

typedef struct inherited {
    const support_format *format;
    sortid_generator generator;
} inherited;

static sortid_status make(void *id, void *context)
{
    inherited *i = context;
    return i->format->next(&i->generator, id, NULL);
}

/* ---- Families ------------------------------------------------------------------------ */

TEST_BUT_SCRU64(families)
{
    pid_t (*const forks[])(void) = {support_plain_fork, support_raw_clone};
    for (size_t i = 0; i < COUNT_OF(forks); i++) {
        if (forks[i] == support_raw_clone && !support_notices_raw_clone(format->name))
            continue;
        inherited own = {.format = format};
        EXPECT_STATUS(format->generator_init(&own.generator, SORTID_MODE_ABORT, 10000, NULL),
                      SORTID_OK, "%s: init", format->name);
        support_family family = {
            .format = format, .fork_call = forks[i], .make = make, .context = &own};
        assert_true(support_family_succeeds(&family));
    }
}

/* ---- scru64 --------------------------------------------------------------------------- */

/* Refuses and changes nothing; then works with a node of its own. */
static int take_a_node(int member, void *context)
{
    inherited *i = context;
    sortid_scru64_generator *generator = (void *)&i->generator;
    sortid_scru64 id, untouched;
    sortid_event event = 99;
    memset(&untouched, 0xa5, sizeof untouched);
    id = untouched;
    sortid_scru64_node_spec selected = {.node_id = 99};
    for (int call = 0; call < 3; call++) {
        CHILD_CHECK(sortid_generator_node(&generator->base, &selected) == SORTID_FORKED);
        CHILD_CHECK(sortid_scru64_generator_next(generator, &id, &event) == SORTID_FORKED);
    }
    CHILD_CHECK(event == 99 && selected.node_id == 99 && memcmp(&id, &untouched, sizeof id) == 0);
    const sortid_scru64_node_spec spec = {.node_id = (uint32_t)member, .node_id_size = 8};
    CHILD_CHECK(sortid_generator_set_node(&generator->base, &spec) == SORTID_OK);
    return 0;
}

static void scru64_family(pid_t (*fork_call)(void))
{
    inherited own = {.format = SUPPORT_SCRU64};
    EXPECT_OK(SUPPORT_SCRU64->generator_init(&own.generator, SORTID_MODE_ABORT, 10000, NULL));
    support_family family = {.format = SUPPORT_SCRU64,
                             .fork_call = fork_call,
                             .make = make,
                             .prepare_child = take_a_node,
                             .context = &own};
    assert_true(support_family_succeeds(&family));
}

TEST(scru64)
{
    scru64_family(support_plain_fork);
    if (support_notices_raw_clone("scru64"))
        scru64_family(support_raw_clone);
}

/* Prepared but never used: the node id is still the parent's. */
static int refuse_unused(void *generator)
{
    sortid_scru64 id;
    CHILD_CHECK(sortid_scru64_generator_next(generator, &id, NULL) == SORTID_FORKED);
    return 0;
}

TEST(scru64_unused)
{
    sortid_scru64_generator generator = {{{0}}};
    const sortid_scru64_node_spec spec = {.node_id = 1, .node_id_size = 8};
    const sortid_options options = {.node = spec};
    EXPECT_OK(sortid_scru64_generator_init(&generator, &options, NULL));
    assert_int_equal(support_in_child(refuse_unused, &generator), 0);
    sortid_scru64 id;
    EXPECT_OK(sortid_scru64_generator_next(&generator, &id, NULL));
}

/* ---- A fork in the middle of a call ------------------------------------------------------ */

#define NOW UINT64_C(1700000000000)

/* The sources of one call; the selected one forks, once. */
typedef struct forking {
    pid_t (*fork_call)(void);
    bool in_clock, in_random, in_sleep;
    uint64_t clock_us;
    pid_t child;
    bool is_child;
} forking;

static void fork_now(forking *f)
{
    f->in_clock = f->in_random = f->in_sleep = false;
    f->child = f->fork_call();
    f->is_child = f->child == 0;
}

static sortid_status read_clock(void *context, uint64_t *unix_us)
{
    forking *f = context;
    *unix_us = f->clock_us;
    if (f->in_clock)
        fork_now(f);
    return SORTID_OK;
}

static sortid_status fill_zeros(void *context, void *bytes, size_t size, uint64_t unix_us)
{
    (void)unix_us;
    forking *f = context;
    memset(bytes, 0, size);
    if (f->in_random)
        fork_now(f);
    return SORTID_OK;
}

static sortid_status sleep_over(void *context, uint64_t microseconds)
{
    forking *f = context;
    f->clock_us += microseconds;
    if (f->in_sleep)
        fork_now(f);
    return SORTID_OK;
}

typedef struct outcome {
    sortid_status status;
    sortid_event event;
    uint8_t id[SUPPORT_MAX_SIZE];
} outcome;

/* One call during which the process forks: the results of parent and child. */
static void fork_inside(const support_format *format, forking *f, sortid_generator *generator,
                        outcome *parent, outcome *child)
{
    outcome *shared = support_share(sizeof *shared);
    fflush(NULL);
    parent->status = format->next(generator, parent->id, &parent->event);
    if (f->is_child) {
        *shared = *parent;
        _exit(0);
    }
    EXPECT(f->child > 0, "%s: no fork happened", format->name);
    EXPECT(support_ended_well(f->child), "%s: the child", format->name);
    *child = *shared;
    munmap(shared, sizeof *shared);
}

/* A generator that has made one ID at NOW, with sources that have not forked yet; if the sleep
 * forks, the clock is a minute behind from now on. */
static void begin(const support_format *format, forking *f, sortid_generator *generator)
{
    sortid_sources sources = {
        .clock = {read_clock, f, 1}, .random = {fill_zeros, f}, .sleep = {sleep_over, f}};
    forking selected = *f;
    uint8_t id[SUPPORT_MAX_SIZE];
    f->in_clock = f->in_random = f->in_sleep = false;
    f->clock_us = NOW * 1000;
    EXPECT_STATUS(format->generator_init(generator, SORTID_MODE_WAIT, 10000, &sources), SORTID_OK,
                  "%s: init", format->name);
    EXPECT_STATUS(format->next(generator, id, NULL), SORTID_OK, "%s", format->name);
    *f = selected;
    f->clock_us = (f->in_sleep ? NOW - 60000 : NOW) * 1000;
}

/* The parent continues as if nothing happened; the child takes the next timestamp, or (scru64)
 * refuses. All draws are zeros: nothing else makes the IDs differ. */
static void expect_different(const support_format *format, forking *f)
{
    sortid_generator generator;
    outcome parent = {0}, child = {0};
    uint8_t expected[SUPPORT_MAX_SIZE];
    uint64_t now = (NOW - format->timestamp_zero) / format->timestamp_unit;
    begin(format, f, &generator);
    fork_inside(format, f, &generator, &parent, &child);
    EXPECT_STATUS(parent.status, SORTID_OK, "%s: parent", format->name);
    support_zeros_id(expected, format, now, 1);
    EXPECT_BYTES(parent.id, expected, format->size, "%s: parent", format->name);
    assert_int_equal(parent.event, SORTID_EVENT_COUNTER_INCREMENTED);
    EXPECT_STATUS(child.status, format == SUPPORT_SCRU64 ? SORTID_FORKED : SORTID_OK, "%s: child",
                  format->name);
    if (format == SUPPORT_SCRU64)
        return;
    support_zeros_id(expected, format, now + 1, 0);
    EXPECT_BYTES(child.id, expected, format->size, "%s: child", format->name);
    assert_int_equal(child.event, SORTID_EVENT_TIMESTAMP_BORROWED);
}

/* The first `formats` of the table, with both kinds of fork. */
static void all_differ(size_t formats, const forking *selected, const char *what)
{
    bool clones = support_notices_raw_clone(what);
    for (size_t i = 0; i < formats; i++) {
        forking f = *selected;
        f.fork_call = support_plain_fork;
        expect_different(&support_formats[i], &f);
        f = *selected;
        f.fork_call = support_raw_clone;
        if (clones)
            expect_different(&support_formats[i], &f);
    }
}

TEST(fork_in_clock)
{
    all_differ(SUPPORT_FORMATS, &(forking){.in_clock = true}, "in the clock");
}

TEST(fork_in_sleep)
{
    all_differ(SUPPORT_FORMATS, &(forking){.in_sleep = true}, "in the sleep");
}

/* The formats that draw for each ID. */
TEST(fork_in_random)
{
    all_differ(3, &(forking){.in_random = true}, "in a draw");
}

CASES_MAIN(NULL, NULL)
