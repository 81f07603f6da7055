/* SPDX-License-Identifier: MIT */
/* test_scru64_steps.c: a signal handler between any two instructions in which the scru64 default
 * generator gets its node or its state file: the handler sets a node too, makes an ID, or forks a
 * child that sets one. Each call gets an ID, BUSY, or the status that the node is set; never are
 * two nodes in use at once. Each act is in a process of its own. x86-64 on Linux.
 * faults/test_fork_steps.c interrupts the calls that make an ID. */
#include "../support/cases.h"
#include "../support/folder.h"
#include "../support/steps.h"

#ifdef STEPS_EXIST

#include "../support/family.h"
#include "../support/formats.h"

#include <sys/wait.h>

#define NODE  "SCRU64_NODE_SPEC"
#define STATE "SORTID_SCRU64_STATE"

/* How many instructions later the handler acts than in the process before; each takes some 5 ms.
 * With sanitizers an instruction of a call becomes many. */
#define EVERY (HAS_SANITIZER_LOCKS ? 23 : 3)

enum { all_done = 99 }; /* the child's call ended before the act */

static const sortid_scru64_node_spec outer_spec = {.node_id = 42, .node_id_size = 8};
static const sortid_scru64_node_spec inner_spec = {.node_id = 43, .node_id_size = 8};
static volatile sortid_status inner_status;
static sortid_scru64 inner_id;
static volatile bool acted;

/* Runs `body` with a later and later act, until the call ends before it. */
static void at_each(int (*body)(void *at), long most)
{
    long at = 1 + (long)support_below(EVERY), calls = 0;
    int result = 0;
    for (; at < most && result == 0; at += EVERY, calls++)
        result = support_in_child(body, &at);
    EXPECT(result == all_done || (result == 0 && at >= most), "at %ld: %d", at, result);
    EXPECT(calls > 10, "only %ld acts", calls);
}

static void step_until(long at)
{
    acted = false;
    act_at = at;
    act_every = 0;
    begin_stepping();
}

/* ---- Two calls set the node of a forked child ------------------------------------------------ */

static void set_inside(void)
{
    acted = true;
    inner_status = sortid_scru64_set_default(&(const sortid_options){.node = inner_spec});
}

static void make_inside(void)
{
    acted = true;
    inner_status = sortid_scru64_new(&inner_id, NULL);
}

/* In a child whose parent has a node, so the child must set a new one. The result is that of the
 * process. */
static int (*forked_body)(long at);

static int in_forked_child(void *at)
{
    sortid_scru64 id;
    int status;
    CHILD_CHECK(unsetenv(STATE) == 0 && setenv(NODE, "7/8", 1) == 0);
    CHILD_CHECK(sortid_scru64_new(&id, NULL) == SORTID_OK);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0)
        _exit(forked_body(*(long *)at));
    CHILD_CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status));
    return WEXITSTATUS(status);
}

/* One of the two nodes is in use, and that call succeeded. */
static int set_twice(long at)
{
    sortid_scru64 id;
    inner_status = SORTID_OK;
    act = set_inside;
    step_until(at);
    sortid_status status = sortid_scru64_set_default(&(const sortid_options){.node = outer_spec});
    end_stepping();
    if (!acted)
        return all_done;
    CHILD_CHECK((status == SORTID_OK) != (inner_status == SORTID_OK));
    CHILD_CHECK(status == SORTID_OK || status == SORTID_BUSY || status == SORTID_ALREADY_SET);
    CHILD_CHECK(inner_status == SORTID_OK || inner_status == SORTID_BUSY ||
                inner_status == SORTID_ALREADY_SET);
    CHILD_CHECK(sortid_scru64_new(&id, NULL) == SORTID_OK);
    CHILD_CHECK(support_has_node(&id, status == SORTID_OK ? 42 : 43, 8));
    return 0;
}

/* An ID that is made inside has the new node, or is refused. */
static int set_and_make(long at)
{
    sortid_scru64 id;
    act = make_inside;
    step_until(at);
    sortid_status status = sortid_scru64_set_default(&(const sortid_options){.node = outer_spec});
    end_stepping();
    if (!acted)
        return all_done;
    CHILD_CHECK(status == SORTID_OK && sortid_scru64_new(&id, NULL) == SORTID_OK);
    CHILD_CHECK(inner_status == SORTID_OK || inner_status == SORTID_BUSY ||
                inner_status == SORTID_FORKED);
    CHILD_CHECK(support_has_node(&id, 42, 8));
    CHILD_CHECK(inner_status != SORTID_OK ||
                (support_has_node(&inner_id, 42, 8) && sortid_scru64_compare(&id, &inner_id) > 0));
    return 0;
}

/* The handler forks: the child sets its node there and returns into the interrupted call, which
 * must not replace it by the parent's. */
static pid_t forked;

static void fork_and_set(void)
{
    acted = true;
    fflush(NULL);
    forked = fork();
    if (forked == 0)
        inner_status = sortid_scru64_set_default(&(const sortid_options){.node = inner_spec});
}

static int set_and_fork(long at)
{
    sortid_scru64 id;
    act = fork_and_set;
    inner_status = SORTID_OK;
    forked = -1;
    step_until(at);
    sortid_status set = sortid_scru64_set_default(&(const sortid_options){.node = outer_spec});
    end_stepping();
    if (!acted)
        return all_done;
    if (forked == 0) { /* a call that had ended at the fork was the parent's */
        CHILD_CHECK(inner_status == SORTID_OK);
        CHILD_CHECK(sortid_scru64_new(&id, NULL) == SORTID_OK && support_has_node(&id, 43, 8));
        _exit(0);
    }
    CHILD_CHECK(set == SORTID_OK && sortid_scru64_new(&id, NULL) == SORTID_OK);
    CHILD_CHECK(support_has_node(&id, 42, 8));
    CHILD_CHECK(support_ended_well(forked));
    return 0;
}

TEST_WITHOUT_FILE(set_node)
{
    static int (*const bodies[])(long at) = {set_twice, set_and_make, set_and_fork};
    need_acts_anywhere();
    for (size_t i = 0; i < COUNT_OF(bodies); i++) {
        forked_body = bodies[i];
        at_each(in_forked_child, HAS_SANITIZER_LOCKS ? 8000 : 1200);
    }
}

/* ---- Two calls open the state file ----------------------------------------------------------- */

/* Replaces the call by which the default generator opens its file (wrapped.cmake): the instructions
 * after it are stepped through. */
sortid_status __real_sortid_generator_open(sortid_generator *generator, const sortid_format *format,
                                           const char *name, const sortid_file_options *file,
                                           const sortid_options *options,
                                           const sortid_sources *sources);
sortid_status __wrap_sortid_generator_open(sortid_generator *generator, const sortid_format *format,
                                           const char *name, const sortid_file_options *file,
                                           const sortid_options *options,
                                           const sortid_sources *sources);
static long step_at; /* in the first opening; 0: no steps */

sortid_status __wrap_sortid_generator_open(sortid_generator *generator, const sortid_format *format,
                                           const char *name, const sortid_file_options *file,
                                           const sortid_options *options,
                                           const sortid_sources *sources)
{
    sortid_status status =
        __real_sortid_generator_open(generator, format, name, file, options, sources);
    long at = step_at;
    step_at = 0;
    if (at > 0)
        step_until(at);
    return status;
}

/* Of two opened generators the one that is not used is closed. The file is new for each child: none
 * closes it, and a system without a name for its boot then moves its time ahead. */
static int open_twice(void *at)
{
    sortid_scru64 ids[2], last;
    CHILD_CHECK(no_file(NULL) == 0);
    int before = count_descriptors();
    CHILD_CHECK(setenv(STATE, path, 1) == 0 && setenv(NODE, "42/8", 1) == 0);
    act = make_inside;
    step_at = *(long *)at;
    CHILD_CHECK(sortid_scru64_new(&ids[0], NULL) == SORTID_OK);
    end_stepping();
    if (!acted)
        return all_done;
    CHILD_CHECK(inner_status == SORTID_OK && sortid_scru64_new(&ids[1], NULL) == SORTID_OK);
    CHILD_CHECK(support_has_node(&ids[0], 42, 8) && support_has_node(&inner_id, 42, 8));
    CHILD_CHECK(sortid_scru64_compare(&ids[0], &inner_id) != 0);
    CHILD_CHECK(count_descriptors() == before + 2); /* an open file has two */
    last = sortid_scru64_compare(&ids[0], &inner_id) > 0 ? ids[0] : inner_id;
    CHILD_CHECK(sortid_scru64_compare(&ids[1], &last) > 0);
    return 0;
}

TEST(open)
{
    need_acts_anywhere();
    at_each(open_twice, HAS_SANITIZER_LOCKS ? 4000 : 300);
}

/* ---- Main ------------------------------------------------------------------------------------ */

static int begin_all(void **state)
{
    return make_folder(state) | catch_steps(state);
}

CASES_MAIN(begin_all, remove_file_and_folder)

#endif
