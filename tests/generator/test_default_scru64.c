/* SPDX-License-Identifier: MIT */
/* test_default_scru64.c: the scru64 default generator of the process: where its node comes from,
 * what a missing or bad SCRU64_NODE_SPEC gives, sortid_scru64_set_node, and forked children, which
 * it refuses until they get a node. Each case runs in a child process, because a process has one
 * such generator; the test process itself never uses it. test_default.c has threads that share
 * it. */
#include "../support/cases.h"
#include "../support/family.h"

#include <errno.h>
#include <unistd.h>

#define ENVIRONMENT "SCRU64_NODE_SPEC"

/* ---- The environment ------------------------------------------------------------------- */

/* Calls fail twice with `status` and do not touch their outputs. */
static bool is_refused(sortid_status status)
{
    sortid_scru64 id, untouched;
    char text[SORTID_SCRU64_TEXT_SIZE] = "untouched";
    sortid_event event = 99;
    memset(&untouched, 0xa5, sizeof untouched);
    id = untouched;
    for (int call = 0; call < 2; call++)
        if (sortid_scru64_new(&id, &event) != status ||
            sortid_scru64_new_text(text, &event) != status)
            return false;
    return event == 99 && memcmp(&id, &untouched, sizeof id) == 0 && strcmp(text, "untouched") == 0;
}

/* The node id of the next ID, for a known size; -1 if the call fails. */
static int64_t next_node(unsigned size)
{
    sortid_scru64 id;
    uint32_t node_id = 0;
    if (sortid_scru64_new(&id, NULL) != SORTID_OK ||
        sortid_scru64_split(&node_id, NULL, &id, size) != SORTID_OK)
        return -1;
    return node_id;
}

/* Without the variable: a status of its own; then a node set by a call is used. */
TEST_IN_CHILD(absent)
{
    CHILD_CHECK(unsetenv(ENVIRONMENT) == 0);
    CHILD_CHECK(is_refused(SORTID_NO_NODE_SPEC));
    CHILD_CHECK(support_set_node(9, 4, NULL) == SORTID_OK);
    CHILD_CHECK(next_node(4) == 9);
}

static int bad(void *argument)
{
    static const struct {
        const char *spec;
        sortid_status status;
    } cases[] = {
        {"", SORTID_BAD_NODE_SPEC},          {"42", SORTID_BAD_NODE_SPEC},
        {"+42/8", SORTID_BAD_NODE_SPEC},     {"42/8 ", SORTID_BAD_NODE_SPEC},
        {"0/24", SORTID_OUT_OF_RANGE},       {"256/8", SORTID_OUT_OF_RANGE},
        {"zzzzzzzzzzzz/8", SORTID_RESERVED}, {"000000000042/8", SORTID_RESERVED},
    };
    size_t i = *(size_t *)argument;
    if (i >= COUNT_OF(cases))
        return 99; // the end of the table
    CHILD_CHECK(setenv(ENVIRONMENT, cases[i].spec, 1) == 0);
    CHILD_CHECK(is_refused(cases[i].status));
    return 0;
}

/* Text, bytes, events and errno of the next IDs, in the order of the calls. A child that is forked
 * before the first use reads the environment itself. */
static int good(void *spec)
{
    sortid_scru64 first, second;
    char text[SORTID_SCRU64_TEXT_SIZE], again[SORTID_SCRU64_TEXT_SIZE];
    sortid_event event = 0;
    CHILD_CHECK(setenv(ENVIRONMENT, spec, 1) == 0);
    errno = EDOM;
    CHILD_CHECK(sortid_scru64_new(&first, &event) == SORTID_OK);
    CHILD_CHECK(event == SORTID_EVENT_NEW_TIMESTAMP || event == SORTID_EVENT_COUNTER_INCREMENTED);
    CHILD_CHECK(sortid_scru64_new_text(text, &event) == SORTID_OK);
    CHILD_CHECK(errno == EDOM);
    CHILD_CHECK(sortid_scru64_parse(&second, text, strlen(text), NULL) == SORTID_OK);
    assert_int_equal(sortid_scru64_print(again, &second), 12);
    CHILD_CHECK(strcmp(text, again) == 0);
    CHILD_CHECK(memcmp(&first, &second, sizeof first) < 0);
    CHILD_CHECK(next_node(8) == 42);
    CHILD_CHECK(sortid_scru64_new(&first, NULL) == SORTID_OK);
    CHILD_CHECK(sortid_scru64_new_text(text, NULL) == SORTID_OK);
    return 0;
}

TEST(bad)
{
    size_t i = 0;
    int result;
    while ((result = support_in_child(bad, &i)) == 0)
        i++;
    assert_int_equal(result, 99);
    assert_int_equal(i, 8);
}

TEST(good)
{
    char node[] = "42/8", hex[] = "0X2A/8", earlier[32];
    assert_int_equal(support_in_child(good, node), 0);
    assert_int_equal(support_in_child(good, hex), 0);
    uint8_t id[8];
    sortid_scru64 printed;
    support_scru64_id(id, UINT64_C(6640625000), 42 << 16 | 5); // in the past
    memcpy(&printed, id, sizeof printed);
    assert_int_equal(sortid_scru64_print(earlier, &printed), 12);
    strcat(earlier, "/8");
    assert_int_equal(support_in_child(good, earlier), 0);
}

/* An earlier ID of node 42/8, two ticks ahead of the clock. */
static bool read_earlier(sortid_scru64 *last)
{
    sortid_clock clock;
    uint64_t unix_us = 0;
    sortid_clock_exact(&clock);
    if (clock.read(clock.context, &unix_us) != SORTID_OK)
        return false;
    support_scru64_id(last->bytes, unix_us / 256000 + 2, 42 << 16 | 5);
    return true;
}

/* Whether the process's next ID is the one after `last`. */
static bool continues_after(const sortid_scru64 *last)
{
    sortid_scru64 id;
    return sortid_scru64_new(&id, NULL) == SORTID_OK &&
           sortid_scru64_to_int(&id) == sortid_scru64_to_int(last) + 1;
}

TEST_IN_CHILD(after_earlier_of_environment)
{
    char spec[32];
    sortid_scru64 last;
    CHILD_CHECK(read_earlier(&last));
    assert_int_equal(sortid_scru64_print(spec, &last), 12);
    strcat(spec, "/8");
    CHILD_CHECK(setenv(ENVIRONMENT, spec, 1) == 0);
    CHILD_CHECK(continues_after(&last));
}

TEST_IN_CHILD(after_earlier_of_call)
{
    sortid_scru64_node_spec spec = {.node_id = 42, .node_id_size = 8, .has_last = true};
    CHILD_CHECK(read_earlier(&spec.last));
    CHILD_CHECK(sortid_scru64_set_default(&(const sortid_options){.node = spec}) == SORTID_OK);
    CHILD_CHECK(continues_after(&spec.last));
}

/* ---- The bound ------------------------------------------------------------------------------- */

/* The first tick of 256 ms that the bound refuses in this test. */
static uint64_t bound_end = UINT64_MAX;

/* Covers the ticks before *context. */
static sortid_status cover_before(void *context, uint64_t timestamp, uint32_t flags)
{
    (void)flags;
    return timestamp < *(const uint64_t *)context ? SORTID_OK : SORTID_RESERVATION_LOST;
}

/* The options and the bound are copied: the caller may change them after the call. */
TEST_IN_CHILD(bound_is_asked)
{
    const sortid_scru64_node_spec spec = {.node_id = 5, .node_id_size = 4};
    sortid_bound bound = {.cover = cover_before, .context = &bound_end};
    sortid_options options = {.node = spec, .bound = bound, .flags = SORTID_OPTION_BORROW};
    CHILD_CHECK(unsetenv(ENVIRONMENT) == 0);
    CHILD_CHECK(sortid_scru64_set_default(&options) == SORTID_BAD_OPTION);
    options.flags = 0;
    CHILD_CHECK(sortid_scru64_set_default(&options) == SORTID_OK);
    memset(&bound, 0, sizeof bound);
    memset(&options, 0, sizeof options);
    CHILD_CHECK(next_node(4) == 5);
    bound_end = 1;
    sortid_scru64 id; // the tick that was covered continues, however long it lasts
    sortid_status status = SORTID_OK;
    while (status == SORTID_OK)
        status = sortid_scru64_new(&id, NULL);
    CHILD_CHECK(status == SORTID_RESERVATION_LOST);
    CHILD_CHECK(is_refused(SORTID_RESERVATION_LOST));
}

/* Also the tick of a last ID that was given: it was made elsewhere. */
TEST_IN_CHILD(bound_is_asked_for_last)
{
    uint64_t none = 0, unix_us = 0;
    sortid_scru64_node_spec spec = {.node_id = 42, .node_id_size = 8, .has_last = true};
    const sortid_bound bound = {.cover = cover_before, .context = &none};
    sortid_clock clock;
    sortid_clock_exact(&clock);
    CHILD_CHECK(clock.read(clock.context, &unix_us) == SORTID_OK);
    support_scru64_id(spec.last.bytes, unix_us / 256000, 42 << 16 | 5);
    CHILD_CHECK(sortid_scru64_set_default(&(const sortid_options){.node = spec, .bound = bound}) ==
                SORTID_OK);
    CHILD_CHECK(is_refused(SORTID_RESERVATION_LOST));
}

/* Any status of the bound is returned: that another generator uses it, the one by which a machine
 * asks to be called again, one of the caller's own; and a number that is none. */
static int bound_number;
static unsigned bound_calls;

static sortid_status cover_by_number(void *context, uint64_t timestamp, uint32_t flags)
{
    (void)timestamp, (void)context;
    if (++bound_calls > 100)
        return SORTID_RESERVATION_LOST;
    return flags == SORTID_COVER_SHARED ? (sortid_status)bound_number : SORTID_BAD_OPTION;
}

TEST_IN_CHILD(bound_of_numbers)
{
    static const int numbers[] = {SORTID_BOUND_IN_USE, SORTID_WAIT, SORTID_STATUS_USER_FIRST, -1};
    const sortid_bound bound = {.cover = cover_by_number};
    CHILD_CHECK(support_set_node(5, 4, &bound) == SORTID_OK);
    for (size_t i = 0; i < COUNT_OF(numbers); i++) {
        bound_number = numbers[i];
        CHILD_CHECK(
            is_refused(bound_number < 0 ? SORTID_SOURCE_FAILED : (sortid_status)bound_number));
    }
}

/* While one thread asks for a tick, others make IDs of it and of the next, which has the same
 * effect as calls within this call. So it begins again with a later tick. */
struct overtaken {
    bool inside;
    sortid_scru64 last; // that the others made
};

static sortid_status cover_late(void *context, uint64_t timestamp, uint32_t flags)
{
    struct overtaken *overtaken = context;
    sortid_status status = SORTID_OK;
    (void)timestamp, (void)flags;
    if (overtaken->inside)
        return SORTID_OK;
    overtaken->inside = true;
    for (unsigned i = 0; i < 4 && status == SORTID_OK; i++) // two for each tick at most
        status = sortid_scru64_new(&overtaken->last, NULL);
    return status == SORTID_OK ? SORTID_BOUND_IN_USE : status;
}

TEST_IN_CHILD(bound_is_overtaken)
{
    struct overtaken overtaken = {.inside = false};
    const sortid_bound bound = {.cover = cover_late, .context = &overtaken};
    sortid_scru64 id;
    CHILD_CHECK(support_set_node(5, 23, &bound) == SORTID_OK);
    CHILD_CHECK(sortid_scru64_new(&id, NULL) == SORTID_OK);
    CHILD_CHECK(overtaken.inside && sortid_scru64_compare(&id, &overtaken.last) > 0);
}

/* A forked child sets a node with another bound, and its child yet another one. */
/* cppcheck-suppress constParameter ; the type of support_in_child */
static int bound_of_child(void *argument)
{
    uint64_t *end = argument, none = 1;
    const sortid_bound bound = {.cover = cover_before, .context = end};
    CHILD_CHECK(support_set_node(7, 4, &bound) == SORTID_OK);
    if (*end > none) {
        CHILD_CHECK(next_node(4) == 7);
        return support_in_child(bound_of_child, &none);
    }
    CHILD_CHECK(is_refused(SORTID_RESERVATION_LOST));
    return 0;
}

TEST_IN_CHILD(bound_in_child)
{
    const sortid_bound bound = {.cover = cover_before, .context = &bound_end};
    CHILD_CHECK(support_set_node(5, 4, &bound) == SORTID_OK);
    CHILD_CHECK(support_in_child(bound_of_child, &bound_end) == 0);
}

/* Other processes with the file open would not ask the bound. */
TEST_IN_CHILD(bound_with_file)
{
    const sortid_bound bound = {.cover = cover_before, .context = &bound_end};
    CHILD_CHECK(setenv("SORTID_SCRU64_STATE", "/nowhere/state", 1) == 0);
    CHILD_CHECK(support_set_node(5, 4, &bound) == SORTID_BAD_OPTION);
    CHILD_CHECK(unsetenv("SORTID_SCRU64_STATE") == 0);
}

/* ---- set_default ---------------------------------------------------------------------------- */

TEST_IN_CHILD(set_once)
{
    CHILD_CHECK(setenv(ENVIRONMENT, "42/8", 1) == 0);
    CHILD_CHECK(support_set_node(256, 8, NULL) == SORTID_OUT_OF_RANGE);
    CHILD_CHECK(support_set_node(200, 8, NULL) == SORTID_OK);
    CHILD_CHECK(next_node(8) == 200); // instead of the environment's node
    CHILD_CHECK(support_set_node(200, 8, NULL) == SORTID_ALREADY_SET);
    CHILD_CHECK(next_node(8) == 200);
}

TEST_IN_CHILD(set_after_environment)
{
    CHILD_CHECK(setenv(ENVIRONMENT, "42/8", 1) == 0);
    CHILD_CHECK(next_node(8) == 42);
    CHILD_CHECK(support_set_node(200, 8, NULL) == SORTID_ALREADY_SET);
    CHILD_CHECK(setenv(ENVIRONMENT, "43/8", 1) == 0); // read once only
    CHILD_CHECK(next_node(8) == 42);
}

/* A forked child's node with a future ID: the child continues after that. */
TEST_IN_CHILD(set_ahead)
{
    sortid_scru64_node_spec spec = {.node_id = 200, .node_id_size = 8, .has_last = true};
    sortid_scru64 id;
    CHILD_CHECK(setenv(ENVIRONMENT, "42/8", 1) == 0);
    CHILD_CHECK(sortid_scru64_new(&id, NULL) == SORTID_OK);
    uint64_t tick = sortid_scru64_to_int(&id) >> 24;
    CHILD_CHECK(sortid_scru64_from_int(&spec.last, (tick + 30) << 24 | 200 << 16) == SORTID_OK);
    pid_t child = fork();
    if (child == 0)
        _exit(sortid_scru64_set_default(&(const sortid_options){.node = spec}) != SORTID_OK ||
              sortid_scru64_new(&id, NULL) != SORTID_OK ||
              sortid_scru64_compare(&id, &spec.last) <= 0 ||
              sortid_scru64_to_int(&id) >> 24 > tick + 31);
    CHILD_CHECK(support_ended_well(child));
}

/* ---- Forks ---------------------------------------------------------------------------------- */

static sortid_status make(void *id, void *context)
{
    (void)context;
    return SUPPORT_SCRU64->new_id(id, NULL);
}

/* The inherited environment does not give a new node; a call does. */
static int take_a_node(int member, void *context)
{
    (void)context;
    CHILD_CHECK(is_refused(SORTID_FORKED));
    CHILD_CHECK(setenv(ENVIRONMENT, "77/8", 1) == 0);
    CHILD_CHECK(is_refused(SORTID_FORKED));
    CHILD_CHECK(support_set_node((uint32_t)member, 8, NULL) == SORTID_OK);
    CHILD_CHECK(next_node(8) == member);
    CHILD_CHECK(support_set_node((uint32_t)member, 8, NULL) == SORTID_ALREADY_SET);
    return 0;
}

static int fork_families(void *fork_call)
{
    CHILD_CHECK(setenv(ENVIRONMENT, "42/8", 1) == 0);
    const support_family family = {.format = SUPPORT_SCRU64,
                                   .fork_call = *(pid_t(**)(void))fork_call,
                                   .make = make,
                                   .prepare_child = take_a_node};
    CHILD_CHECK(support_family_succeeds(&family));
    return 0;
}

TEST(forks)
{
    pid_t (*fork_call)(void) = support_plain_fork;
    assert_int_equal(support_in_child(fork_families, &fork_call), 0);
    fork_call = support_raw_clone;
    if (support_notices_raw_clone("a family"))
        assert_int_equal(support_in_child(fork_families, &fork_call), 0);
}

/* A child that wrongly gets its parent's node and first ID still continues after the last ID that
 * it knows. */
TEST_IN_CHILD(pass_first_id_on)
{
    sortid_scru64_node_spec spec = {.node_id = 42, .node_id_size = 8, .has_last = true};
    setenv("SCRU64_NODE_SPEC", "42/8", 1);
    CHILD_CHECK(sortid_scru64_new(&spec.last, NULL) == SORTID_OK);
    sortid_scru64 first = spec.last, last;
    for (int i = 0; i < 3; i++)
        CHILD_CHECK(sortid_scru64_new(&last, NULL) == SORTID_OK);
    /* The child gets the parent's first ID and compares with its last one. */
    pid_t child = fork();
    if (child == 0) {
        spec.last = first;
        CHILD_CHECK(sortid_scru64_set_default(&(const sortid_options){.node = spec}) == SORTID_OK);
        sortid_scru64 id;
        CHILD_CHECK(sortid_scru64_new(&id, NULL) == SORTID_OK);
        _exit(sortid_scru64_compare(&id, &last) > 0 ? 0 : 1);
    }
    CHILD_CHECK(support_ended_well(child));
}

CASES_MAIN(NULL, NULL)
