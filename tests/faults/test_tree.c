/* SPDX-License-Identifier: MIT */
/* test_tree.c: a million IDs of each format from a tree of processes, none twice. Processes fork by
 * fork and by raw clone in turn; each makes IDs with the default generators and with the generator
 * that it inherited, before and after it forks. All IDs are in shared memory; the root sorts and
 * compares them. scru64 refuses in each child until it gets a node of its private_node. With the
 * system's clock and randomness only. */
#include "../support/cases.h"
#include "../support/family.h"

#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

/* A process of level n has a child on each level above n: 2^7 processes in all. */
enum { levels = 7, processes = 1 << levels };

/* IDs of a process: in turn from the default generator and its private one, in `rounds` with forks
 * in between. */
enum { per_process = 8192, rounds = levels + 1, per_bout = per_process / rounds };
_Static_assert(processes *per_process >= 1000000, "a million");
_Static_assert(per_process % rounds == 0, "whole rounds");

/* A process's view of the tree; what the last two members point to is shared. */
struct tree {
    const support_format *format;
    sortid_generator generator;
    bool clones;    /* whether some forks are raw clones */
    uint32_t place; /* of this process, 0 to processes - 1 */
    uint8_t *ids;   /* of all processes, one after another */
    uint32_t *made; /* number of IDs of each process */
};

/* Children exit; they do not fail a test by longjmp. */
static int say(const struct tree *t, const char *what, sortid_status status)
{
    fprintf(stderr, "%s, process %u: %s: %s\n", t->format->name, t->place, what,
            sortid_status_name(status));
    return 1;
}

/* ---- A process ------------------------------------------------------------------------ */

/* Makes a round of IDs; those of one generator increase. */
static int make_round(struct tree *t)
{
    uint8_t last[2][SUPPORT_MAX_SIZE] = {{0}};
    size_t size = t->format->size;
    for (uint32_t i = 0; i < per_bout; i++) {
        uint8_t *id = t->ids + ((size_t)t->place * per_process + t->made[t->place]) * size;
        sortid_event event = 0;
        sortid_status status =
            i % 2 == 0 ? t->format->new_id(id, &event) : t->format->next(&t->generator, id, &event);
        if (status != SORTID_OK)
            return say(t, i % 2 == 0 ? "default" : "private", status);
        if (event != SORTID_EVENT_RESET && memcmp(last[i % 2], id, size) >= 0)
            return say(t, "not increasing", SORTID_OK);
        memcpy(last[i % 2], id, size);
        t->made[t->place]++;
    }
    return 0;
}

/* scru64 in a child: both generators refuse; then each gets a node that no other process has. */
static int change_nodes(struct tree *t)
{
    sortid_scru64 id;
    if (t->format != SUPPORT_SCRU64)
        return 0;
    sortid_scru64_generator *generator = (void *)&t->generator;
    const sortid_scru64_node_spec private_node = {.node_id = 2 * t->place + 1, .node_id_size = 9};
    sortid_status refusals[] = {sortid_scru64_new(&id, NULL),
                                sortid_scru64_generator_next(generator, &id, NULL)};
    sortid_status status = SORTID_OK;
    for (int i = 0; i < 2; i++)
        if (refusals[i] != SORTID_FORKED)
            return say(t, "scru64 in a child without a node", refusals[i]);
    status = support_set_node(2 * t->place, 9, NULL);
    if (status == SORTID_OK)
        status = sortid_generator_set_node(&generator->base, &private_node);
    return status == SORTID_OK ? 0 : say(t, "a node of its private_node", status);
}

/* Grows the levels from `level` on: on each a round, then a child; then a last round. A child runs
 * while its parent makes the next round, so that few processes run at a time. */
static int grow(struct tree *t, unsigned level)
{
    pid_t child = 0;
    for (unsigned bout = 0; bout < rounds; bout++) {
        if (make_round(t) != 0 || (child > 0 && !support_ended_well(child)))
            return 1;
        child = 0;
        if (bout < level || bout == levels)
            continue;
        bool clone = t->clones && (bout + t->place) % 2 == 1;
        child = clone ? support_raw_clone() : support_plain_fork();
        if (child == 0) {
            t->place |= 1U << bout;
            _exit(change_nodes(t) != 0 || grow(t, bout + 1) != 0);
        }
        if (child < 0)
            return say(t, "no child", SORTID_OK);
    }
    return 0;
}

/* ---- The root --------------------------------------------------------------------------- */

static void begin(struct tree *t, const support_format *format)
{
    const sortid_options options = {
        .node = format == SUPPORT_SCRU64
                    ? (sortid_scru64_node_spec){.node_id = 1, .node_id_size = 9}
                    : SUPPORT_NO_NODE};
    *t = (struct tree){.format = format};
    t->clones = support_notices_raw_clone(format->name);
    t->ids = support_share((size_t)processes * per_process * format->size);
    t->made = support_share(processes * sizeof *t->made);
    EXPECT_OK(sortid_generator_init(&t->generator, format->format(), &options, NULL));
    if (format == SUPPORT_SCRU64)
        EXPECT_OK(support_set_node(0, 9, NULL));
}

TEST_FORMATS(tree)
{
    struct tree t;
    begin(&t, format);
    fflush(NULL);
    assert_int_equal(grow(&t, 0), 0);
    for (uint32_t i = 0; i < processes; i++)
        EXPECT(t.made[i] == per_process, "process %u made %u IDs", i, t.made[i]);
    bool differ = support_all_differ(t.ids, (size_t)processes * per_process, format->size);
    munmap(t.ids, (size_t)processes * per_process * format->size);
    munmap(t.made, processes * sizeof *t.made);
    EXPECT(differ, "an ID came twice");
}

CASES_MAIN(NULL, NULL)
