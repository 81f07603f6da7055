/* SPDX-License-Identifier: MIT */
/* test_fork_fill.c: a process that forks in the middle of a long fill, in each draw and
 * each look at the clock in turn, by fork and by raw clone: what parent and child hold when
 * it returns is all different, though a part of it was made before there were two. As bytes
 * and as text, of more IDs than one reading of the clock serves; draws of zeros, so that
 * only the rule parts the two. tests/generator/test_fill.c has the fills that are shorter. */
#include "../support/family.h"
#include "../support/forking.h"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* More than two stretches of 4,096 IDs, and eighteen parts of text. */
enum { count = 9000, most_text = SUPPORT_MAX_TEXT };

/* What a process holds after the fill, in memory that both see. */
struct outcome {
    sortid_status status;
    size_t made;
    sortid_event events;
    uint8_t ids[count * SUPPORT_MAX_SIZE];
};

/* The parent's, the child's; then those of a second fill of each, in which the child would
 * come to what its parent has made if it only went on counting. */
enum { all_outcomes = 4 };
static struct outcome *outcomes;

static void fill_bytes(struct outcome *o, const support_format *format, sortid_generator *g)
{
    o->status = format->fill(g, o->ids, count, &o->made, &o->events);
}

static void fill_text(struct outcome *o, const support_format *format, sortid_generator *g)
{
    static char text[count * most_text];
    size_t done = 0, consumed = 0, length = 0, stride = format->text_length + 1;
    o->status = format->fill_text(g, text, count * stride, &length, count, '\n', &o->events);
    o->made = length % stride == 0 ? length / stride : 0;
    if (format->parse_many(o->ids, o->made, &done, &consumed, text, length, '\n', NULL) !=
            SORTID_OK ||
        done < o->made)
        o->made = 0;
}

typedef void fill_function(struct outcome *o, const support_format *format, sortid_generator *g);

/* Whether the child holds a whole fill of its own, or (scru64) nothing. */
static void expect_child(const support_format *format, const struct outcome *o, size_t fork_at)
{
    bool refuses = format == SUPPORT_SCRU64;
    EXPECT_STATUS(o->status, refuses ? SORTID_FORKED : SORTID_OK, "%s: child, fork at %zu",
                  format->name, fork_at);
    EXPECT(o->made == (refuses ? 0 : count), "%s: the child made %zu, fork at %zu", format->name,
           o->made, fork_at);
    for (size_t i = 1; i < o->made; i++)
        EXPECT(memcmp(o->ids + (i - 1) * format->size, o->ids + i * format->size, format->size) < 0,
               "%s: the child's ID %zu is not above, fork at %zu", format->name, i, fork_at);
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

static void prepare(sortid_generator *generator, const support_format *format, support_forking *f)
{
    uint8_t id[SUPPORT_MAX_SIZE];
    const sortid_sources sources = support_forking_sources(f);
    EXPECT_STATUS(format->generator_init(generator, SORTID_MODE_ABORT, 10000, &sources), SORTID_OK,
                  "%s: init", format->name);
    EXPECT_STATUS(format->next(generator, id, NULL), SORTID_OK, "%s: a first", format->name);
}

/* One fill with a fork in it; false if it makes fewer than `fork_at` calls. */
static bool forks_in(const support_format *format, pid_t (*fork_call)(void), size_t fork_at,
                     fill_function *fill)
{
    static struct outcome own, second;
    support_forking f = {.fork_call = fork_call, .child = -1};
    sortid_generator generator;
    int status = -1;
    prepare(&generator, format, &f);
    f.calls = 0;
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
    EXPECT(own.status == SORTID_OK && own.made == count, "%s: the parent, fork at %zu",
           format->name, fork_at);
    expect_child(format, &outcomes[1], fork_at);
    expect_child(format, &outcomes[3], fork_at);
    expect_all_differ(format, fork_at);
    return true;
}

/* At each call of a source until there is none so late. */
static void forks_of(const support_format *format, pid_t (*fork_call)(void), fill_function *fill)
{
    size_t fork_at = 1;
    while (forks_in(format, fork_call, fork_at, fill))
        fork_at++;
    EXPECT(fork_at > 3, "%s: %zu calls of its sources", format->name, fork_at - 1);
}

static void all_forks_of(const support_format *format)
{
    forks_of(format, support_plain_fork, fill_bytes);
    forks_of(format, support_plain_fork, fill_text);
    if (!support_notices_raw_clone(format->name))
        return;
    forks_of(format, support_raw_clone, fill_bytes);
    forks_of(format, support_raw_clone, fill_text);
}

static void test_forks(void **state)
{
    (void)state;
    size_t size = all_outcomes * sizeof *outcomes;
    outcomes = support_share(size);
    support_each_format(all_forks_of);
    munmap(outcomes, size);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_forks)};
    support_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
