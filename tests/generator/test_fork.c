/* SPDX-License-Identifier: MIT */
/* test_fork.c: forks of a process with a private generator: parent, children and grandchild share
 * no ID, with fork and with a raw clone, in any state of the generator and even in the middle of a
 * call; a scru64 generator refuses in a child until it gets a node. Families use the system's
 * sources; the fork inside a call or a fill has scripted ones, so that only the rule makes the IDs
 * differ. */
#include "../support/cases.h"
#include "../support/family.h"
#include "../support/forking.h"

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

/* scru64: refuses and changes nothing; then works with a node of its own. */
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

TEST_FORMATS(families)
{
    pid_t (*const forks[])(void) = {support_plain_fork, support_raw_clone};
    for (size_t i = 0; i < COUNT_OF(forks); i++) {
        if (forks[i] == support_raw_clone && !support_notices_raw_clone(format->name))
            continue;
        inherited own = {.format = format};
        EXPECT_OK(format->generator_init(&own.generator, SORTID_MODE_ABORT, 10000, NULL));
        support_family family = {.format = format,
                                 .fork_call = forks[i],
                                 .make = make,
                                 .prepare_child = format == SUPPORT_SCRU64 ? take_a_node : NULL,
                                 .context = &own};
        assert_true(support_family_succeeds(&family));
    }
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
    EXPECT_STATUS(sortid_scru64_generator_next(&generator, &id, NULL), SORTID_OK, "the parent's");
}

/* ---- A fork in the middle of a call ------------------------------------------------------ */

typedef struct outcome {
    sortid_status status;
    sortid_event event;
    uint8_t id[SUPPORT_MAX_SIZE];
} outcome;

/* One call during which the process may fork: the results of parent and child. */
static void fork_inside(const support_format *format, const support_forking *f,
                        sortid_generator *generator, outcome *parent, outcome *child)
{
    outcome *shared = support_share(sizeof *shared);
    fflush(NULL);
    parent->status = format->next(generator, parent->id, &parent->event);
    if (f->child == 0) {
        *shared = *parent;
        _exit(0);
    }
    EXPECT(f->child < 0 || support_ended_well(f->child), "the child");
    *child = *shared;
    munmap(shared, sizeof *shared);
}

/* A generator that has made one ID; then the clock is behind, and call number `fork_at` of a source
 * forks. The parent continues as if nothing happened; the child takes the next timestamp, or
 * (scru64) refuses. All draws are zeros: nothing else makes the IDs differ. False: there are fewer
 * calls. */
static bool differ(const support_format *format, pid_t (*fork_call)(void), uint64_t behind_us,
                   size_t fork_at)
{
    support_forking f = {.fork_call = fork_call, .child = -1};
    const sortid_sources sources = support_forking_sources(&f);
    sortid_generator generator;
    outcome parent = {0}, child = {0};
    uint8_t expected[SUPPORT_MAX_SIZE];
    uint64_t now = (FORKING_US / 1000 - format->timestamp_zero) / format->timestamp_unit;
    EXPECT_OK(format->generator_init(&generator, SORTID_MODE_WAIT, 10000, &sources));
    EXPECT_OK(format->next(&generator, expected, NULL));
    f.behind_us = behind_us;
    f.calls = 0;
    f.fork_at = fork_at;
    fork_inside(format, &f, &generator, &parent, &child);
    EXPECT_STATUS(parent.status, SORTID_OK, "parent");
    support_zeros_id(expected, format, now, 1);
    EXPECT_BYTES(parent.id, expected, format->size, "parent");
    assert_int_equal(parent.event, SORTID_EVENT_COUNTER_INCREMENTED);
    if (f.child < 0)
        return false;
    EXPECT_STATUS(child.status, format == SUPPORT_SCRU64 ? SORTID_FORKED : SORTID_OK, "child");
    if (format == SUPPORT_SCRU64)
        return true;
    support_zeros_id(expected, format, now + 1, 0);
    EXPECT_BYTES(child.id, expected, format->size, "child");
    assert_int_equal(child.event, SORTID_EVENT_TIMESTAMP_BORROWED);
    return true;
}

/* At each call of a source: the clock, and the draw of formats that draw for each ID; if the clock
 * is a minute behind also the sleep, and the clock again. */
static void fork_in_calls(const support_format *format, pid_t (*fork_call)(void))
{
    const size_t draws = format <= SUPPORT_SCRU160 ? 1 : 0;
    for (size_t behind = 0; behind < 2; behind++) {
        size_t fork_at = 1;
        while (differ(format, fork_call, behind * 60000000, fork_at))
            fork_at++;
        EXPECT(fork_at > 1 + draws + 2 * behind, "only %zu calls", fork_at - 1);
    }
}

TEST_FORMATS(fork_in_call)
{
    fork_in_calls(format, support_plain_fork);
    if (support_notices_raw_clone(format->name))
        fork_in_calls(format, support_raw_clone);
}

/* ---- A fork in the middle of a fill ------------------------------------------------------ */

/* Text in eighteen parts. */
static void fill_text(support_filled *out, const support_format *format, sortid_generator *g)
{
    static char text[SUPPORT_FILL * SUPPORT_MAX_TEXT];
    size_t done = 0, consumed = 0, length = 0, stride = format->text_length + 1;
    out->status =
        format->fill_text(g, text, SUPPORT_FILL * stride, &length, SUPPORT_FILL, '\n', NULL);
    out->made = length % stride == 0 ? length / stride : 0;
    if (format->parse_many(out->ids, out->made, &done, &consumed, text, length, '\n', NULL) !=
            SORTID_OK ||
        done < out->made)
        out->made = 0;
}

static void begin_private(sortid_generator *generator, const support_format *format,
                          const sortid_sources *sources)
{
    EXPECT_OK(format->generator_init(generator, SORTID_MODE_ABORT, 10000, sources));
}

/* Some IDs of each fill were made before the fork. It takes more IDs than one reading of the clock
 * serves, as bytes and as text. */
TEST_FORMATS(fork_in_fill)
{
    support_fill_call *const fills[] = {support_fill_bytes, fill_text};
    bool clones = support_notices_raw_clone(format->name), refuses = format == SUPPORT_SCRU64;
    for (size_t i = 0; i < COUNT_OF(fills); i++) {
        support_fork_in_fills(format, support_plain_fork, begin_private, fills[i], refuses);
        if (clones)
            support_fork_in_fills(format, support_raw_clone, begin_private, fills[i], refuses);
    }
}

CASES_MAIN(NULL, NULL)
