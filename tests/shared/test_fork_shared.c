/* SPDX-License-Identifier: MIT */
/* test_fork_shared.c: forks of a process with a shared generator. Scope threads: a child begins in
 * its own memory, in a later timestamp; scru64 refuses there. Scope processes, in shared memory:
 * parent and children continue. Families by fork and raw clone; a fork in each draw and each clock
 * reading of a fill. test_fork_steps.c forks at any instruction of a call. */
#include "../support/forking.h"
#include "state.h"

#include <sys/mman.h>
#include <unistd.h>

/* ---- Families ------------------------------------------------------------------------------ */

struct inherited {
    _Alignas(64) sortid_shared_state own; /* copied by a fork */
    sortid_shared_state *state;
    const support_format *format;
    sortid_generator generator;
};

static sortid_status make(void *id, void *context)
{
    struct inherited *i = context;
    return i->format->next(&i->generator, id, NULL);
}

/* Refuses and leaves everything unchanged, with a new generator on the state too; then works on its
 * own state with another node. */
static int take_a_node(int member, void *context)
{
    struct inherited *i = context;
    sortid_generator second;
    uint8_t id[8], untouched[8], ids[8 * 8];
    size_t made = 99;
    memset(id, 0xa5, sizeof id);
    memcpy(untouched, id, sizeof id);
    sortid_scru64_node_spec parents = {.node_id = member == 3 ? 1 : 42, .node_id_size = 8};
    const sortid_options of_parent = {.node = parents};
    CHILD_CHECK(sortid_generator_attach(&second, sortid_scru64_format(), i->state,
                                        SORTID_SCOPE_THREADS, &of_parent, NULL) == SORTID_OK);
    for (int call = 0; call < 3; call++) {
        CHILD_CHECK(make(id, i) == SORTID_FORKED);
        CHILD_CHECK(SUPPORT_SCRU64->next(&second, id, NULL) == SORTID_FORKED);
        CHILD_CHECK(SUPPORT_SCRU64->fill(&second, ids, 8, &made, NULL) == SORTID_FORKED);
    }
    CHILD_CHECK(made == 0 && memcmp(id, untouched, sizeof id) == 0);
    const sortid_scru64_node_spec spec = {.node_id = (uint32_t)member, .node_id_size = 8};
    const sortid_options options = {.node = spec};
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
                             .prepare_child =
                                 format == SUPPORT_SCRU64 && !shares ? take_a_node : NULL,
                             .shares_state = shares,
                             .context = &own};
    EXPECT(support_family_succeeds(&family), "scope %d", (int)scope);
    if (shares)
        munmap(own.state, sizeof *own.state);
}

TEST_FORMATS(families)
{
    family_with(format, SORTID_SCOPE_THREADS, support_plain_fork);
    family_with(format, SORTID_SCOPE_PROCESSES, support_plain_fork);
    if (!is_locked(format != SUPPORT_SCRU64)) /* a raw clone has no POSIX mutexes */
        family_with(format, SORTID_SCOPE_PROCESSES, support_raw_clone);
    if (support_notices_raw_clone(format->name))
        family_with(format, SORTID_SCOPE_THREADS, support_raw_clone);
}

/* ---- A fork during a fill -------------------------------------------------------------------- */

static sortid_shared_state *memory; /* of the generator */
static sortid_scope scope;

static void begin(sortid_generator *generator, const support_format *format,
                  const sortid_sources *sources)
{
    clear_state(memory);
    init_shared(generator, format, memory, scope, SORTID_MODE_ABORT, sources);
}

static void forks_of(const support_format *format, sortid_scope among, pid_t (*fork_call)(void))
{
    static sortid_shared_state own;
    bool shares = among == SORTID_SCOPE_PROCESSES;
    memory = shares ? support_share(sizeof *memory) : &own;
    scope = among;
    support_fork_in_fills(format, fork_call, begin, support_fill_bytes,
                          format == SUPPORT_SCRU64 && !shares);
    if (shares)
        munmap(memory, sizeof *memory);
}

TEST_FORMATS(forks_in_fills)
{
    forks_of(format, SORTID_SCOPE_THREADS, support_plain_fork);
    forks_of(format, SORTID_SCOPE_PROCESSES, support_plain_fork);
    if (!support_notices_raw_clone(format->name))
        return;
    forks_of(format, SORTID_SCOPE_THREADS, support_raw_clone);
    if (!is_locked(format != SUPPORT_SCRU64))
        forks_of(format, SORTID_SCOPE_PROCESSES, support_raw_clone);
}

/* ---- A fork during a single call ------------------------------------------------------------- */

/* Draws are zeros, so only the rule for forked children makes the child's ID differ. */
TEST_FORMATS(fork_in_call)
{
    static sortid_shared_state own;
    uint8_t *ids = support_share(2 * SUPPORT_MAX_SIZE), id[SUPPORT_MAX_SIZE];
    support_forking f = {.fork_call = support_plain_fork, .child = -1};
    const sortid_sources sources = support_forking_sources(&f);
    sortid_generator generator;
    memory = &own;
    scope = SORTID_SCOPE_THREADS;
    begin(&generator, format, &sources);
    EXPECT_OK(format->next(&generator, id, NULL));
    f.fork_at = f.calls + 1; /* in the clock reading */
    fflush(NULL);
    sortid_status status = format->next(&generator, id, NULL);
    if (f.child == 0) {
        memcpy(ids, id, format->size);
        _exit(status == (format == SUPPORT_SCRU64 ? SORTID_FORKED : SORTID_OK) ? 0 : 1);
    }
    EXPECT(support_ended_well(f.child), "child");
    EXPECT_OK(status);
    EXPECT(format == SUPPORT_SCRU64 ||
               support_timestamp(format, ids) == support_timestamp(format, id) + 1,
           "the child is not in the next timestamp");
    munmap(ids, 2 * SUPPORT_MAX_SIZE);
}

CASES_MAIN(NULL, NULL)
