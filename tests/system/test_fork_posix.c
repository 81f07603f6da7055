/* SPDX-License-Identifier: MIT */
/* test_fork_posix.c: forks on a system that cannot wipe pages: the linker puts madvise through the
 * function here, which fails on demand. The application has registered its own child handler before
 * the library's, so it runs first in a child, and makes IDs there. Parent and child must not make
 * equal values, whichever generator makes them. Each case runs in a child process, because the
 * first use of the library decides how it notices forks. */
#include "../support/cases.h"
#include "../support/family.h"
#include "../support/makers.h"

#include <errno.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

static bool wipes_no_page;

WRAP(madvise);
int __wrap_madvise(void *address, size_t size, int advice)
{
    if (!wipes_no_page)
        return __real_madvise(address, size, advice);
    errno = EINVAL;
    return -1;
}

/* ---- Parent and child --------------------------------------------------------------------- */

/* One call of each kind. */
struct calls {
    sortid_status status[KINDS];
    uint8_t values[KINDS][SUPPORT_MAX_SIZE];
};

/* In memory shared by parent and child: what the handler made that runs first, then what the child
 * made after the library's handler, then the parent. */
enum { IN_HANDLER, IN_CHILD, IN_PARENT };
static struct calls *made;
static bool makes_in_handler;

static void call_all(struct calls *calls)
{
    for (int kind = 0; kind < KINDS; kind++)
        calls->status[kind] = call_kind(calls->values[kind], kind);
}

static void make_in_handler(void)
{
    if (makes_in_handler)
        call_all(&made[IN_HANDLER]);
}

static int judge(int kind, bool by_handler)
{
    size_t size = size_of(kind);
    CHILD_CHECK(made[IN_PARENT].status[kind] == SORTID_OK);
    for (int who = by_handler ? IN_HANDLER : IN_CHILD; who < IN_PARENT; who++) {
        sortid_status expected = is_of_a_node(kind) ? SORTID_FORKED : SORTID_OK;
        if (made[who].status[kind] != expected) {
            fprintf(stderr, "kind %d, %s: %s\n", kind, who == IN_HANDLER ? "handler" : "child",
                    sortid_status_name(made[who].status[kind]));
            return 1;
        }
        /* Draws differ in all bytes; IDs may differ in the timestamp only. */
        if (expected == SORTID_OK &&
            memcmp(made[who].values[kind], made[IN_PARENT].values[kind], size) == 0) {
            fprintf(stderr, "kind %d: parent and %s made the same value\n", kind,
                    who == IN_HANDLER ? "handler" : "child");
            return 1;
        }
    }
    if (by_handler && !is_of_a_node(kind) && kind != DRAW)
        CHILD_CHECK(memcmp(made[IN_CHILD].values[kind], made[IN_HANDLER].values[kind], size) > 0);
    return 0;
}

static int part(pid_t (*fork_call)(void), bool by_handler)
{
    int fault = 0;
    call_all(&made[IN_PARENT]);
    makes_in_handler = by_handler;
    pid_t child = fork_call();
    if (child == 0) {
        call_all(&made[IN_CHILD]);
        _exit(0);
    }
    makes_in_handler = false;
    CHILD_CHECK(child > 0);
    call_all(&made[IN_PARENT]);
    CHILD_CHECK(support_ended_well(child));
    for (int kind = 0; kind < KINDS && fault == 0; kind++)
        fault = judge(kind, by_handler);
    return fault;
}

enum { FORKS = 50 };

static int fork_often(void *argument)
{
    pid_t (*const *fork_call)(void) = argument;
    made = support_share_or_null(3 * sizeof *made);
    CHILD_CHECK(made != NULL);
    CHILD_CHECK(pthread_atfork(NULL, NULL, make_in_handler) == 0);
    CHILD_CHECK(prepare_makers(NULL));
    for (int i = 0; i < FORKS; i++)
        if (part(*fork_call, *fork_call == support_plain_fork) != 0)
            return 1;
    return 0;
}

static void fork_so(pid_t (*fork_call)(void), bool page_is_wiped)
{
    wipes_no_page = !page_is_wiped;
    EXPECT(support_in_child(fork_often, &fork_call) == 0, "see above");
    wipes_no_page = false;
}

TEST(without_page)
{
    fork_so(support_plain_fork, false);
    fork_so(support_raw_clone, false);
}

/* The same with the method of this system. */
TEST(with_page)
{
    if (!support_notices_raw_clone("a child handler that runs first"))
        skip();
    fork_so(support_plain_fork, true);
    fork_so(support_raw_clone, true);
}

/* ---- Threads ------------------------------------------------------------------------------- */

enum { IDS = 20000 };
static sortid_ulid thread_ids[2][IDS];

static void *make_many(void *ids)
{
    sortid_ulid *made_ids = ids;
    for (size_t i = 0; i < IDS; i++)
        if (sortid_ulid_new(&made_ids[i], NULL) != SORTID_OK)
            return ids;
    return NULL;
}

/* Threads that read the epoch at once do not disturb each other. */
TEST_IN_CHILD(threads)
{
    pthread_t threads[2];
    wipes_no_page = true;
    for (size_t i = 0; i < 2; i++)
        CHILD_CHECK(pthread_create(&threads[i], NULL, make_many, thread_ids[i]) == 0);
    for (size_t i = 0; i < 2; i++) {
        void *fault = thread_ids;
        CHILD_CHECK(pthread_join(threads[i], &fault) == 0 && fault == NULL);
        for (size_t k = 1; k < IDS; k++)
            CHILD_CHECK(sortid_ulid_compare(&thread_ids[i][k - 1], &thread_ids[i][k]) < 0);
    }
    CHILD_CHECK(support_all_differ(thread_ids[0][0].bytes, 2 * IDS, sizeof(sortid_ulid)));
}

CASES_MAIN(NULL, NULL)
