/* SPDX-License-Identifier: MIT */
/* test_getrandom.c: a kernel whose getrandom fails, returns too few bytes, is interrupted, or
 * waits: the default generators and the private ones of all formats return an error, or IDs of full
 * strength; they work again when the kernel does. A seccomp filter plays the kernel; each case runs
 * in a child process. tests/system/test_random.c tests the random source itself. */
#include "../support/cases.h"
#include "../support/family.h"
#include "../support/getrandom.h"

#include <errno.h>
#include <unistd.h>

/* The exit status of a child that cannot trap the call. */
#define CANNOT_TRAP 77

#define START_US UINT64_C(1700000000123456)

enum { most_ids = 4000 };

static const int errors[] = {EPERM, ENOSYS, EAGAIN, EIO, EFAULT};

/* ---- Calls ----------------------------------------------------------------------------- */

/* Makes the next ID of a format in one way. */
struct way {
    const char *name;
    sortid_status (*make)(void *id, sortid_event *event, struct way *way);
    const support_format *format;
    sortid_generator generator;
    uint64_t now_us;
};

static sortid_status make_default(void *id, sortid_event *event, struct way *way)
{
    return way->format->new_id(id, event);
}

static sortid_status make_text(void *id, sortid_event *event, struct way *way)
{
    char text[SUPPORT_MAX_TEXT];
    sortid_status status = way->format->new_text(text, event);
    if (status == SORTID_OK)
        status = way->format->parse(id, text, way->format->text_length, NULL);
    return status;
}

static sortid_status make_by_generator(void *id, sortid_event *event, struct way *way)
{
    return way->format->next(&way->generator, id, event);
}

static sortid_status make_by_fill(void *id, sortid_event *event, struct way *way)
{
    size_t made;
    sortid_event events;
    sortid_status status = way->format->fill(&way->generator, id, 1, &made, &events);
    if (status == SORTID_OK)
        *event = events;
    return status;
}

static const struct way ways[] = {{.name = "new", .make = make_default},
                                  {.name = "text", .make = make_text},
                                  {.name = "next", .make = make_by_generator},
                                  {.name = "fill", .make = make_by_fill}};

static bool is_default(const struct way *way)
{
    return way->make == make_default || way->make == make_text;
}

/* A clock that the test moves, so that it decides when a generator's second has passed. */
static sortid_status read_clock(void *context, uint64_t *unix_us)
{
    *unix_us = ((struct way *)context)->now_us;
    return SORTID_OK;
}

static bool prepare(struct way *way)
{
    sortid_sources sources;
    /* Once: is_refused() compares the padding too. */
    memset(&sources, 0, sizeof sources);
    sortid_sources_default(&sources);
    sources.clock.read = read_clock;
    sources.clock.context = way;
    sources.clock.resolution_us = 1;
    way->now_us = START_US;
    return way->format->generator_init(&way->generator, SORTID_MODE_RESET, 10000, &sources) ==
           SORTID_OK;
}

/* Expects a failed call: status, errno, outputs and generator as they were. */
static int is_refused(struct way *way)
{
    uint8_t id[SUPPORT_MAX_SIZE], untouched[SUPPORT_MAX_SIZE];
    sortid_event event = 99;
    sortid_generator before = way->generator;
    memset(untouched, 0xa5, sizeof untouched);
    memcpy(id, untouched, sizeof id);
    errno = EDOM;
    CHILD_CHECK(way->make(id, &event, way) == SORTID_RANDOM_FAILED);
    CHILD_CHECK(errno == EDOM && event == 99);
    CHILD_CHECK(way->make == make_by_fill || memcmp(id, untouched, sizeof id) == 0);
    CHILD_CHECK(memcmp(&before, &way->generator, sizeof before) == 0);
    return 0;
}

/* Makes `count` IDs more, which must increase. */
static int makes(uint8_t *ids, size_t *made, size_t count, struct way *way)
{
    size_t size = way->format->size;
    for (size_t i = 0; i < count; i++, ++*made) {
        sortid_event event = 0;
        uint8_t *id = ids + *made * size;
        CHILD_CHECK(way->make(id, &event, way) == SORTID_OK);
        CHILD_CHECK(event != 0);
        CHILD_CHECK(*made == 0 || event == SORTID_EVENT_RESET || memcmp(id - size, id, size) < 0);
    }
    return 0;
}

/* ---- Cases, each in a child ---------------------------------------------------------------- */

typedef int case_function(struct way *way);

struct run {
    case_function *body;
    struct way way;
};

static int run_case(void *argument)
{
    struct run *run = argument;
    if (!support_trap_getrandom()) {
        fflush(stdout); // the reason
        return CANNOT_TRAP;
    }
    CHILD_CHECK(support_set_node(42, 8, NULL) == SORTID_OK);
    CHILD_CHECK(is_default(&run->way) || prepare(&run->way));
    int result = run->body(&run->way);
    if (result != 0)
        fprintf(stderr, "%s %s\n", run->way.format->name, run->way.name);
    fflush(stdout);
    return result;
}

static void each_way(case_function *body)
{
    for (size_t i = 0; i < SUPPORT_FORMATS * COUNT_OF(ways); i++) {
        struct run run = {body, ways[i % COUNT_OF(ways)]};
        run.way.format = &support_formats[i / COUNT_OF(ways)];
        int result = support_in_child(run_case, &run);
        if (result == CANNOT_TRAP)
            skip();
        EXPECT(result == 0, "%s %s", run.way.format->name, run.way.name);
    }
}

/* A test of each `way`, with CHILD_CHECK; it returns 0. */
#define TEST_WAYS(name)                                                                            \
    static int name##_by(struct way *way);                                                         \
    TEST(name)                                                                                     \
    {                                                                                              \
        each_way(name##_by);                                                                       \
    }                                                                                              \
    static int name##_by(struct way *way)

/* The first calls are refused, for each error and at each try; later calls succeed. */
TEST_WAYS(first)
{
    static uint8_t ids[most_ids * SUPPORT_MAX_SIZE];
    size_t made = 0;
    for (size_t i = 0; i < COUNT_OF(errors); i++) {
        support_getrandom_script = (support_getrandom){.error = errors[i]};
        for (int call = 0; call < 3; call++)
            CHILD_CHECK(is_refused(way) == 0);
        CHILD_CHECK(support_getrandom_script.calls == 3);
    }
#ifdef __GLIBC__ /* other C libraries repeat the call for ever */
    support_getrandom_script = (support_getrandom){.gives_none = true};
    CHILD_CHECK(is_refused(way) == 0);
#endif
    support_getrandom_script = (support_getrandom){0};
    CHILD_CHECK(makes(ids, &made, most_ids, way) == 0);
    CHILD_CHECK(support_getrandom_script.bytes >= 32);
    CHILD_CHECK(support_all_differ(ids, made, way->format->size));
    return 0;
}

/* Interrupted calls, and one byte at a time: a seed is complete or missing. */
TEST_WAYS(short_and_interrupted)
{
    static uint8_t ids[most_ids * SUPPORT_MAX_SIZE];
    size_t made = 0;
    support_getrandom_script = (support_getrandom){.interruptions = 1000, .most = 1};
    CHILD_CHECK(makes(ids, &made, 1, way) == 0);
    CHILD_CHECK(support_getrandom_script.bytes == 32);
    CHILD_CHECK(support_getrandom_script.calls == 1000 + 32);
    /* A part of a seed, and then an error: no ID from 31 bytes. */
    way->now_us += 2000000;
    if (!is_default(way)) {
        support_getrandom_script =
            (support_getrandom){.error = EIO, .passing = 31, .interruptions = 5, .most = 1};
        CHILD_CHECK(is_refused(way) == 0);
        CHILD_CHECK(support_getrandom_script.calls == 5 + 31 + 1);
    }
    support_getrandom_script = (support_getrandom){.most = 7};
    CHILD_CHECK(makes(ids, &made, most_ids - 1, way) == 0);
    CHILD_CHECK(support_all_differ(ids, made, way->format->size));
    return 0;
}

/* Fails when a second has passed and a new seed is due; the IDs after the failure continue those
 * before it. */
TEST_WAYS(later)
{
    static uint8_t ids[most_ids * SUPPORT_MAX_SIZE];
    size_t made = 0;
    if (is_default(way)) /* the test does not control its clock */
        return 0;
    CHILD_CHECK(makes(ids, &made, 1000, way) == 0);
    for (size_t i = 0; i < COUNT_OF(errors); i++) {
        support_getrandom_script = (support_getrandom){.error = errors[i]};
        way->now_us += 999;
        CHILD_CHECK(makes(ids, &made, 100, way) == 0); /* the last seed is still valid */
        way->now_us += 1000000;
        CHILD_CHECK(is_refused(way) == 0);
        CHILD_CHECK(is_refused(way) == 0);
        support_getrandom_script.error = 0;
        CHILD_CHECK(makes(ids, &made, 100, way) == 0);
    }
    CHILD_CHECK(support_all_differ(ids, made, way->format->size));
    return 0;
}

/* A forked child needs its own seed: without one it makes no ID, although its parent's stream has
 * bytes left; the parent continues. */
TEST_WAYS(in_child)
{
    static uint8_t ids[most_ids * SUPPORT_MAX_SIZE];
    size_t made = 0;
    if (way->format == SUPPORT_SCRU64) /* refuses in any child */
        return 0;
    CHILD_CHECK(makes(ids, &made, 100, way) == 0);
    pid_t child = fork();
    if (child == 0) {
        uint8_t id[SUPPORT_MAX_SIZE];
        sortid_event event;
        support_getrandom_script = (support_getrandom){.error = EPERM};
        int refused = way->make(id, &event, way) != SORTID_RANDOM_FAILED; /* notices the fork */
        refused += is_refused(way) + is_refused(way);
        support_getrandom_script.error = 0;
        _exit(refused != 0 || makes(ids, &made, 100, way) != 0);
    }
    CHILD_CHECK(support_ended_well(child));
    CHILD_CHECK(makes(ids, &made, 100, way) == 0);
    return 0;
}

/* ---- A kernel that is not ready -------------------------------------------------------------- */

/* getrandom waits until the machine has gathered randomness. The call must wait with it and not
 * return an ID: the handler of the trap sees that nothing is made while it waits. */
static struct waiting {
    struct way *way;
    const uint8_t *id;
    bool seen_untouched;
    sortid_status nested;
} waiting;

static void check_while_waiting(void)
{
    static bool inside;
    uint8_t id[SUPPORT_MAX_SIZE], untouched[SUPPORT_MAX_SIZE];
    sortid_event event;
    memset(untouched, 0xa5, sizeof untouched);
    waiting.seen_untouched = memcmp(waiting.id, untouched, sizeof untouched) == 0;
    if (!inside) {
        inside = true;
        waiting.nested = waiting.way->make(id, &event, waiting.way);
        inside = false;
    }
}

TEST_WAYS(waiting)
{
    uint8_t id[SUPPORT_MAX_SIZE];
    sortid_event event = 0;
    memset(id, 0xa5, sizeof id);
    waiting = (struct waiting){.way = way, .id = id, .nested = SORTID_OK};
    support_getrandom_script = (support_getrandom){.before = check_while_waiting};
    CHILD_CHECK(way->make(id, &event, way) == SORTID_OK);
    CHILD_CHECK(support_getrandom_script.calls == 1 && support_getrandom_script.bytes == 32);
    CHILD_CHECK(way->make == make_by_fill || waiting.seen_untouched);
    CHILD_CHECK(waiting.nested == SORTID_BUSY);
    return 0;
}

CASES_MAIN(NULL, NULL)
