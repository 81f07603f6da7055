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

static support_filled *filled;

static void prepare(sortid_generator *generator, const support_format *format,
                    sortid_shared_state *memory, sortid_scope scope, support_forking *f)
{
    uint8_t id[SUPPORT_MAX_SIZE];
    const sortid_sources sources = support_forking_sources(f);
    clear_state(memory);
    init_shared(generator, format, memory, scope, SORTID_MODE_ABORT, &sources);
    EXPECT_OK(format->next(generator, id, NULL));
    f->calls = 0;
}

static bool forks_in(const support_format *format, sortid_shared_state *memory, sortid_scope scope,
                     pid_t (*fork_call)(void), size_t fork_at)
{
    support_forking f = {.fork_call = fork_call, .child = -1};
    sortid_generator generator;
    prepare(&generator, format, memory, scope, &f);
    return support_fork_in_fill(filled, format, &generator, &f, fork_at, support_fill_bytes,
                                format == SUPPORT_SCRU64 && scope == SORTID_SCOPE_THREADS);
}

/* Forks at the first call of a source, the second and so on, until a fill makes fewer calls. */
static void forks_of(const support_format *format, sortid_scope scope, pid_t (*fork_call)(void))
{
    static sortid_shared_state own;
    bool shares = scope == SORTID_SCOPE_PROCESSES;
    sortid_shared_state *memory = shares ? support_share(sizeof *memory) : &own;
    size_t fork_at = 1;
    while (forks_in(format, memory, scope, fork_call, fork_at))
        fork_at++;
    EXPECT(fork_at > 3, "only %zu calls of the sources", fork_at - 1);
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

TEST(forks_in_fills)
{
    size_t size = SUPPORT_FILLS * sizeof *filled;
    filled = support_share(size);
    support_each_format(all_forks_of);
    munmap(filled, size);
}

/* ---- A fork during a single call ------------------------------------------------------------- */

/* Draws are zeros, so only the rule for forked children makes the child's ID differ. */
TEST_FORMATS(fork_in_call)
{
    static sortid_shared_state memory;
    uint8_t *ids = support_share(2 * SUPPORT_MAX_SIZE), id[SUPPORT_MAX_SIZE];
    support_forking f = {.fork_call = support_plain_fork, .child = -1};
    sortid_generator generator;
    prepare(&generator, format, &memory, SORTID_SCOPE_THREADS, &f);
    f.fork_at = 1; /* in the clock reading */
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
