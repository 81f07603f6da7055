/* SPDX-License-Identifier: MIT */
/* test_resumed.c: sortid_snapshot_resumed acts on each generator and random stream as a fork does
 * on the child's: a later timestamp with all counters drawn again, a new seed, no scru64 without
 * another node. Also in the middle of a call, and while other threads make IDs. Private and shared
 * generators have a clock that does not move, so that only the call can change the timestamp;
 * faults/test_snapshot copies real processes. */
#include "../support/cases.h"
#include "../support/family.h"
#include "system/stream.h"

#include <pthread.h>

#define FIXED_US UINT64_C(1700000000123456)

/* The clock reading with the number `resume_at`, from 1, makes the call. */
static unsigned readings, resume_at;

static sortid_status read_fixed(void *context, uint64_t *unix_us)
{
    (void)context;
    *unix_us = FIXED_US;
    if (++readings == resume_at)
        sortid_snapshot_resumed();
    return SORTID_OK;
}

static sortid_sources fixed_sources(void)
{
    sortid_sources sources;
    sortid_sources_default(&sources);
    sources.clock = (sortid_clock){read_fixed, NULL, 1};
    readings = 0;
    resume_at = 0;
    return sources;
}

/* ---- Default generators ------------------------------------------------------------------- */

enum { TIMES = 1000 };

TEST_BUT_SCRU64(default)
{
    uint8_t before[SUPPORT_MAX_SIZE], after[SUPPORT_MAX_SIZE];
    for (int i = 0; i < TIMES; i++) {
        EXPECT_OK(format->new_id(before, NULL));
        sortid_snapshot_resumed();
        EXPECT_OK(format->new_id(after, NULL));
        EXPECT(support_timestamp(format, after) > support_timestamp(format, before),
               "continues in its timestamp");
    }
}

TEST(default_scru64)
{
    sortid_scru64 before, id;
    uint32_t node = 0;
    for (uint32_t i = 1; i <= 3; i++) {
        const sortid_scru64_node_spec spec = {.node_id = i, .node_id_size = 8};
        EXPECT_STATUS(sortid_scru64_set_default(&(const sortid_options){.node = spec}), SORTID_OK,
                      "node %u", i);
        EXPECT_STATUS(sortid_scru64_new(&before, NULL), SORTID_OK, "node %u", i);
        sortid_snapshot_resumed();
        for (int call = 0; call < 3; call++)
            EXPECT_STATUS(sortid_scru64_new(&id, NULL), SORTID_FORKED, "node %u", i);
    }
    const sortid_scru64_node_spec spec = {.node_id = 4, .node_id_size = 8};
    EXPECT_OK(sortid_scru64_set_default(&(const sortid_options){.node = spec}));
    EXPECT_OK(sortid_scru64_new(&id, NULL));
    EXPECT(sortid_scru64_compare(&id, &before) > 0, "not greater than the last node's");
    EXPECT(sortid_scru64_split(&node, NULL, &id, 8) == SORTID_OK && node == 4, "node %u", node);
}

/* ---- Private and shared generators ----------------------------------------------------------- */

/* Of a private generator or of a shared one with scope threads. */
typedef sortid_status call_function(uint8_t *id, sortid_event *event, const support_format *format);

static sortid_generator own;
static sortid_generator shared;
static sortid_shared_state memory;

static sortid_status call_own(uint8_t *id, sortid_event *event, const support_format *format)
{
    return format->next(&own, id, event);
}

static sortid_status call_shared(uint8_t *id, sortid_event *event, const support_format *format)
{
    return format->next(&shared, id, event);
}

static void prepare(const support_format *format)
{
    sortid_sources sources = fixed_sources();
    EXPECT_OK(format->generator_init(&own, SORTID_MODE_ABORT, 10000, &sources));
    memset(&memory, 0, sizeof memory);
    EXPECT_OK(
        format->attach(&shared, &memory, SORTID_SCOPE_THREADS, SORTID_MODE_ABORT, 10000, &sources));
}

static void expect_event(call_function *call, sortid_event expected, const support_format *format)
{
    uint8_t id[SUPPORT_MAX_SIZE];
    sortid_event event = 0;
    EXPECT_OK(call(id, &event, format));
    EXPECT(event == expected, "event %u, not %u", event, expected);
}

TEST_BUT_SCRU64(borrows)
{
    call_function *const calls[] = {call_own, call_shared};
    prepare(format);
    for (size_t i = 0; i < COUNT_OF(calls); i++) {
        expect_event(calls[i], SORTID_EVENT_NEW_TIMESTAMP, format);
        for (int times = 0; times < 3; times++) {
            expect_event(calls[i], SORTID_EVENT_COUNTER_INCREMENTED, format);
            sortid_snapshot_resumed();
            expect_event(calls[i], SORTID_EVENT_TIMESTAMP_BORROWED, format);
        }
    }
}

/* The call between the clock reading and the commit: the ID is discarded. */
TEST_BUT_SCRU64(discard_inside)
{
    call_function *const calls[] = {call_own, call_shared};
    prepare(format);
    for (size_t i = 0; i < COUNT_OF(calls); i++) {
        expect_event(calls[i], SORTID_EVENT_NEW_TIMESTAMP, format);
        expect_event(calls[i], SORTID_EVENT_COUNTER_INCREMENTED, format);
        resume_at = readings + 1;
        expect_event(calls[i], SORTID_EVENT_TIMESTAMP_BORROWED, format);
    }
}

/* A fill begins again, above all IDs before. */
TEST_BUT_SCRU64(fill_inside)
{
    enum { count = 100 };
    uint8_t before[SUPPORT_MAX_SIZE], ids[count * SUPPORT_MAX_SIZE];
    prepare(format);
    for (int i = 0; i < 2; i++) {
        size_t made = 0;
        EXPECT_OK(i == 0 ? call_own(before, NULL, format) : call_shared(before, NULL, format));
        resume_at = readings + 1;
        sortid_status status = format->fill(i == 0 ? &own : &shared, ids, count, &made, NULL);
        EXPECT_OK(status);
        assert_int_equal(made, count);
        EXPECT(support_timestamp(format, ids) > support_timestamp(format, before),
               "continues in its timestamp");
    }
}

TEST(scru64)
{
    uint8_t id[SUPPORT_MAX_SIZE];
    const sortid_scru64_node_spec spec = {.node_id = 43, .node_id_size = 8};
    prepare(SUPPORT_SCRU64);
    expect_event(call_own, SORTID_EVENT_NEW_TIMESTAMP, SUPPORT_SCRU64);
    expect_event(call_shared, SORTID_EVENT_NEW_TIMESTAMP, SUPPORT_SCRU64);
    sortid_snapshot_resumed();
    EXPECT_STATUS(call_own(id, NULL, SUPPORT_SCRU64), SORTID_FORKED, "own");
    EXPECT_STATUS(call_shared(id, NULL, SUPPORT_SCRU64), SORTID_FORKED, "shared");
    EXPECT_OK(sortid_generator_set_node(&own, &spec));
    expect_event(call_own, SORTID_EVENT_TIMESTAMP_BORROWED, SUPPORT_SCRU64);
}

/* ---- Random streams -------------------------------------------------------------------------- */

TEST(stream)
{
    static struct stream stream;
    uint8_t bytes[100];
    EXPECT_OK(sortid_system_stream_fill(&stream, bytes, 100, 1));
    size_t left = stream.left;
    EXPECT_OK(sortid_system_stream_fill(&stream, bytes, 100, 1));
    assert_int_equal(stream.left, left - 100);
    uint32_t epoch = stream.epoch;
    sortid_snapshot_resumed();
    EXPECT_OK(sortid_system_stream_fill(&stream, bytes, 100, 1));
    assert_int_equal(stream.left, left); /* with a new seed */
    assert_int_not_equal(stream.epoch, epoch);
}

/* ---- Other threads --------------------------------------------------------------------------- */

enum { MAKERS = 2, IDS = 20000, KINDS = 3 };

static uint8_t thread_ids[KINDS][MAKERS][IDS][sizeof(sortid_ulid)];
static atomic_int running_threads, rounds_made;

/* Makes IDs with the default generator, a private one, and one that the threads share. */
static void *make_many(void *argument)
{
    size_t maker = *(const size_t *)argument;
    sortid_ulid_generator mine;
    void *fault = argument;
    if (sortid_ulid_generator_init(&mine, NULL, NULL) == SORTID_OK)
        fault = NULL;
    for (size_t i = 0; i < IDS && fault == NULL; i++, atomic_fetch_add(&rounds_made, 1))
        if (SUPPORT_ULID->new_id(thread_ids[0][maker][i], NULL) != SORTID_OK ||
            SUPPORT_ULID->next(&mine, thread_ids[1][maker][i], NULL) != SORTID_OK ||
            SUPPORT_ULID->next(&shared, thread_ids[2][maker][i], NULL) != SORTID_OK)
            fault = argument;
    atomic_fetch_sub(&running_threads, 1);
    return fault;
}

/* Each call moves a generator on by a ms. One call in ten rounds of all threads keeps each thread's
 * generators within their allowance of 10 s; the shared generator has a longer one. */
static void resume_often(void)
{
    for (int calls = 0; atomic_load(&running_threads) > 0;)
        if (atomic_load(&rounds_made) / 10 > calls) {
            sortid_snapshot_resumed();
            calls++;
        }
}

TEST(threads)
{
    pthread_t threads[MAKERS];
    size_t numbers[MAKERS];
    memset(&memory, 0, sizeof memory);
    EXPECT_OK(SUPPORT_ULID->attach(&shared, &memory, SORTID_SCOPE_THREADS, SORTID_MODE_ABORT,
                                   100000000, NULL));
    atomic_store(&running_threads, MAKERS);
    for (size_t i = 0; i < MAKERS; i++) {
        numbers[i] = i;
        assert_int_equal(pthread_create(&threads[i], NULL, make_many, &numbers[i]), 0);
    }
    resume_often();
    for (size_t i = 0; i < MAKERS; i++) {
        void *fault = NULL;
        assert_int_equal(pthread_join(threads[i], &fault), 0);
        EXPECT(fault == NULL, "thread %zu: a call failed", i);
    }
    for (size_t kind = 0; kind < KINDS; kind++) {
        for (size_t i = 0; i < MAKERS; i++)
            for (size_t k = 1; k < IDS; k++)
                EXPECT(memcmp(thread_ids[kind][i][k - 1], thread_ids[kind][i][k],
                              sizeof(sortid_ulid)) < 0,
                       "kind %zu: not increasing", kind);
        EXPECT(
            support_all_differ(thread_ids[kind][0][0], (size_t)MAKERS * IDS, sizeof(sortid_ulid)),
            "kind %zu: an ID twice", kind);
    }
}

CASES_MAIN(NULL, NULL)
