/* SPDX-License-Identifier: MIT */
/* test_fork_fill.c: a process forks during a long fill, at each draw and each reading of the clock,
 * by fork and by raw clone: all IDs of parent and child differ when it returns, though some were
 * made before the fork. As bytes and as text, with more IDs than one reading of the clock serves;
 * draws are zeros, so that only the rule for children makes the IDs differ. */
#include "../support/cases.h"
#include "../support/family.h"
#include "../support/forking.h"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static support_filled *shared;

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

static bool forks_in(const support_format *format, pid_t (*fork_call)(void), size_t fork_at,
                     support_fill_call *fill)
{
    uint8_t id[SUPPORT_MAX_SIZE];
    support_forking f = {.fork_call = fork_call, .child = -1};
    const sortid_sources sources = support_forking_sources(&f);
    sortid_generator generator;
    EXPECT_OK(format->generator_init(&generator, SORTID_MODE_ABORT, 10000, &sources));
    EXPECT_OK(format->next(&generator, id, NULL));
    return support_fork_in_fill(shared, format, &generator, &f, fork_at, fill,
                                format == SUPPORT_SCRU64);
}

/* Forks at the first call of a source, the second and so on, until a fill makes fewer calls. */
static void forks_of(const support_format *format, pid_t (*fork_call)(void),
                     support_fill_call *fill)
{
    size_t fork_at = 1;
    while (forks_in(format, fork_call, fork_at, fill))
        fork_at++;
    EXPECT(fork_at > 3, "only %zu calls of the sources", fork_at - 1);
}

static void all_forks_of(const support_format *format)
{
    forks_of(format, support_plain_fork, support_fill_bytes);
    forks_of(format, support_plain_fork, fill_text);
    if (!support_notices_raw_clone(format->name))
        return;
    forks_of(format, support_raw_clone, support_fill_bytes);
    forks_of(format, support_raw_clone, fill_text);
}

TEST(forks)
{
    size_t size = SUPPORT_FILLS * sizeof *shared;
    shared = support_share(size);
    support_each_format(all_forks_of);
    munmap(shared, size);
}

CASES_MAIN(NULL, NULL)
