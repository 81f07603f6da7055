/* SPDX-License-Identifier: MIT */
/* test_fork_shared.c: fork with a shared generator in the hand. Of threads: a child begins in
 * memory of its own, in a later timestamp, and scru64 refuses there. Of processes, in memory
 * that is shared: all go on. Families by fork and raw clone; a fork in each draw and each look
 * at the clock of a fill. A fork at any instruction of a call is in test_fork_steps.c of
 * tests/shared. */
#include "../support/forking.h"
#include "state.h"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- Families ------------------------------------------------------------------------------ */

struct inherited {
    _Alignas(64) sortid_shared_state own; /* which a fork copies */
    sortid_shared_state *state;
    const support_format *format;
    sortid_generator generator;
};

static sortid_status make(void *id, void *context)
{
    struct inherited *i = context;
    return i->format->next(&i->generator, id, NULL);
}

/* Refuses, with everything untouched, by a new generator on the state too; then works on a
 * state of its own with another node. */
static int take_a_node(int member, void *context)
{
    struct inherited *i = context;
    sortid_generator second;
    uint8_t id[8], untouched[8], ids[8 * 8];
    size_t made = 99;
    memset(id, 0xa5, sizeof id);
    memcpy(untouched, id, sizeof id);
    sortid_scru64_node_spec parents = {.node_id = member == 3 ? 1 : 42, .node_id_size = 8};
    const sortid_options of_parent = {.node = &parents};
    CHILD_CHECK(sortid_generator_attach(&second, sortid_scru64_format(), i->state,
                                        SORTID_SCOPE_THREADS, &of_parent, NULL) == SORTID_OK);
    for (int call = 0; call < 3; call++) {
        CHILD_CHECK(make(id, i) == SORTID_FORKED);
        CHILD_CHECK(SUPPORT_SCRU64->next(&second, id, NULL) == SORTID_FORKED);
        CHILD_CHECK(SUPPORT_SCRU64->fill(&second, ids, 8, &made, NULL) == SORTID_FORKED);
    }
    CHILD_CHECK(made == 0 && memcmp(id, untouched, sizeof id) == 0);
    const sortid_scru64_node_spec spec = {.node_id = (uint32_t)member, .node_id_size = 8};
    const sortid_options options = {.node = &spec};
    clear_state(i->state);
    CHILD_CHECK(sortid_generator_attach(&i->generator, sortid_scru64_format(), i->state,
                                        SORTID_SCOPE_THREADS, &options, NULL) == SORTID_OK);
    return 0;
}

static void family_with(const support_format *format, sortid_scope scope, pid_t (*fork_call)(void))
{
    static struct inherited own;
    bool shares = scope == SORTID_SCOPE_PROCESSES;
    own.format = format;
    own.state = shares ? support_share(sizeof *own.state) : &own.own;
    clear_state(own.state);
    init_shared(&own.generator, format, own.state, scope, SORTID_MODE_ABORT, NULL);
    support_family family = {.format = format,
                             .fork_call = fork_call,
                             .make = make,
                             .moved_out = format == SUPPORT_SCRU64 && !shares ? take_a_node : NULL,
                             .goes_on = shares,
                             .context = &own};
    EXPECT(support_family_is_well(&family), "%s: scope %d", format->name, (int)scope);
    if (shares)
        munmap(own.state, sizeof *own.state);
}

static void families_of(const support_format *format)
{
    family_with(format, SORTID_SCOPE_THREADS, support_plain_fork);
    family_with(format, SORTID_SCOPE_PROCESSES, support_plain_fork);
    if (!is_locked(format != SUPPORT_SCRU64)) /* POSIX has no mutexes for a raw clone */
        family_with(format, SORTID_SCOPE_PROCESSES, support_raw_clone);
    if (support_notices_raw_clone(format->name))
        family_with(format, SORTID_SCOPE_THREADS, support_raw_clone);
}

static void test_families(void **state)
{
    (void)state;
    support_each_format(families_of);
}

/* ---- A fork in the middle of a fill ------------------------------------------------------------ */

enum { count = 9000, all_outcomes = 4 };

struct outcome {
    sortid_status status;
    size_t made;
    uint8_t ids[count * SUPPORT_MAX_SIZE];
};

/* The parent's, the child's; then those of a second fill of each. */
static struct outcome *outcomes;

static void fill(struct outcome *o, const support_format *format, sortid_generator *g)
{
    o->status = format->fill(g, o->ids, count, &o->made, NULL);
}

static void expect_whole(const support_format *format, const struct outcome *o, bool refuses,
                         size_t fork_at)
{
    EXPECT_STATUS(o->status, refuses ? SORTID_FORKED : SORTID_OK, "%s: fork at %zu", format->name,
                  fork_at);
    EXPECT(o->made == (refuses ? 0 : count), "%s: made %zu, fork at %zu", format->name, o->made,
           fork_at);
    expect_increasing(o->ids, o->made, format, PLACE);
}

static void expect_all_differ(const support_format *format, size_t fork_at)
{
    static uint8_t ids[(size_t)all_outcomes * count * SUPPORT_MAX_SIZE];
    size_t made = 0;
    for (int i = 0; i < all_outcomes; i++) {
        memcpy(ids + made * format->size, outcomes[i].ids, outcomes[i].made * format->size);
        made += outcomes[i].made;
    }
    EXPECT(support_all_differ(ids, made, format->size), "%s: an ID twice, fork at %zu",
           format->name, fork_at);
}

static void prepare(sortid_generator *generator, const support_format *format,
                    sortid_shared_state *memory, sortid_scope scope, support_forking *f)
{
    uint8_t id[SUPPORT_MAX_SIZE];
    const sortid_sources sources = support_forking_sources(f);
    clear_state(memory);
    init_shared(generator, format, memory, scope, SORTID_MODE_ABORT, &sources);
    EXPECT_STATUS(format->next(generator, id, NULL), SORTID_OK, "%s", format->name);
    f->calls = 0;
}

/* One fill with a fork in it; false if it makes fewer than `fork_at` calls. */
static bool forks_in(const support_format *format, sortid_shared_state *memory, sortid_scope scope,
                     pid_t (*fork_call)(void), size_t fork_at)
{
    static struct outcome own, second;
    support_forking f = {.fork_call = fork_call, .child = -1};
    sortid_generator generator;
    int status = -1;
    bool refuses = format == SUPPORT_SCRU64 && scope == SORTID_SCOPE_THREADS;
    prepare(&generator, format, memory, scope, &f);
    f.fork_at = fork_at;
    memset(&own, 0, sizeof own);
    fflush(NULL);
    fill(&own, format, &generator);
    /* cppcheck-suppress redundantAssignment ; the sources have read it meanwhile */
    f.fork_at = 0;
    fill(&second, format, &generator);
    outcomes[f.child == 0] = own;
    outcomes[2 + (f.child == 0)] = second;
    if (f.child == 0)
        _exit(0);
    if (f.child < 0)
        return false;
    EXPECT(waitpid(f.child, &status, 0) == f.child && status == 0, "%s: wait status %d",
           format->name, status);
    for (size_t i = 0; i < all_outcomes; i++)
        expect_whole(format, &outcomes[i], i % 2 == 1 && refuses, fork_at);
    expect_all_differ(format, fork_at);
    return true;
}

/* At each call of a source until there is none so late. */
static void forks_of(const support_format *format, sortid_scope scope, pid_t (*fork_call)(void))
{
    static sortid_shared_state own;
    bool shares = scope == SORTID_SCOPE_PROCESSES;
    sortid_shared_state *memory = shares ? support_share(sizeof *memory) : &own;
    size_t fork_at = 1;
    while (forks_in(format, memory, scope, fork_call, fork_at))
        fork_at++;
    EXPECT(fork_at > 3, "%s: %zu calls of its sources", format->name, fork_at - 1);
    if (shares)
        munmap(memory, sizeof *memory);
}

static void all_forks_of(const support_format *format)
{
    forks_of(format, SORTID_SCOPE_THREADS, support_plain_fork);
    forks_of(format, SORTID_SCOPE_PROCESSES, support_plain_fork);
    if (!support_notices_raw_clone(format->name))
        return;
    forks_of(format, SORTID_SCOPE_THREADS, support_raw_clone);
    if (!is_locked(format != SUPPORT_SCRU64))
        forks_of(format, SORTID_SCOPE_PROCESSES, support_raw_clone);
}

static void test_forks_in_fills(void **state)
{
    (void)state;
    size_t size = all_outcomes * sizeof *outcomes;
    outcomes = support_share(size);
    support_each_format(all_forks_of);
    munmap(outcomes, size);
}

/* ---- A fork in the middle of a single call ------------------------------------------------------ */

/* Draws of zeros: only the rule parts the child's ID from the parent's. */
static void single_of(const support_format *format)
{
    static sortid_shared_state memory;
    uint8_t *ids = support_share(2 * SUPPORT_MAX_SIZE), id[SUPPORT_MAX_SIZE];
    support_forking f = {.fork_call = support_plain_fork, .child = -1};
    sortid_generator generator;
    int ended = -1;
    prepare(&generator, format, &memory, SORTID_SCOPE_THREADS, &f);
    f.fork_at = 1; /* in the look at the clock */
    fflush(NULL);
    sortid_status status = format->next(&generator, id, NULL);
    if (f.child == 0) {
        memcpy(ids, id, format->size);
        _exit(status == (format == SUPPORT_SCRU64 ? SORTID_FORKED : SORTID_OK) ? 0 : 1);
    }
    EXPECT(f.child > 0 && waitpid(f.child, &ended, 0) == f.child && ended == 0, "%s: child",
           format->name);
    EXPECT_STATUS(status, SORTID_OK, "%s: parent", format->name);
    EXPECT(format == SUPPORT_SCRU64 ||
               support_timestamp(format, ids) == support_timestamp(format, id) + 1,
           "%s: the child is not in the next timestamp", format->name);
    munmap(ids, 2 * SUPPORT_MAX_SIZE);
}

static void test_fork_in_call(void **state)
{
    (void)state;
    support_each_format(single_of);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_families),
        cmocka_unit_test(test_forks_in_fills),
        cmocka_unit_test(test_fork_in_call),
    };
    support_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
