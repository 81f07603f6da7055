/* SPDX-License-Identifier: MIT */
/* test_default.c: the default generator of each format: valid, with the current time, and
 * increasing, as bytes and as text, from many threads at once, in a tree of forked processes, and
 * from a signal handler that interrupts a call. test_default_scru64.c tests what is special about
 * scru64, which has one default generator per process. */
#include "../support/cases.h"
#include "../support/family.h"
#include "../support/oracle.h"
#include "../support/workers.h"

#include <errno.h>
#include <signal.h>
#include <sys/time.h>
#include <time.h>

static uint64_t system_ms(void)
{
    struct timespec now;
    assert_int_equal(clock_gettime(CLOCK_REALTIME, &now), 0);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* ---- One call ------------------------------------------------------------------------ */

/* The canonical text of a valid ID, made between two readings of the system's clock. */
TEST_BUT_SCRU64(one_call)
{
    uint8_t first[SUPPORT_MAX_SIZE], second[SUPPORT_MAX_SIZE];
    char text[SUPPORT_MAX_TEXT], again[SUPPORT_MAX_TEXT];
    sortid_event event = 0;
    uint64_t before = system_ms();
    errno = EDOM;
    EXPECT_OK(format->new_id(first, &event));
    EXPECT(event != 0, "no event");
    event = 0;
    memset(text, '#', sizeof text);
    EXPECT_OK(format->new_text(text, &event));
    EXPECT(event != 0, "no event");
    assert_int_equal(errno, EDOM);
    assert_int_equal(strlen(text), format->text_length);
    assert_int_equal(text[format->text_length + 1], '#');
    EXPECT_STATUS(format->parse(second, text, strlen(text), NULL), SORTID_OK, "%s", text);
    format->print(again, second);
    assert_string_equal(text, again);
    EXPECT(memcmp(first, second, format->size) < 0, "%s is not above", text);
    uint64_t after = system_ms();
    const uint64_t unit = format->timestamp_unit;
    EXPECT(format->unix_ms(first) + unit > before && format->unix_ms(second) <= after + unit,
           "made out of time");
    EXPECT_OK(format->new_id(first, NULL));
    EXPECT_OK(format->new_text(text, NULL));
}

/* ---- Threads ---------------------------------------------------------------------------- */

enum { threads = 4, per_thread = 100000 };

typedef struct thread_job {
    const support_format *format;
    uint8_t *ids; // per_thread of them
} thread_job;

static void *fail_thread(thread_job *job, const char *why)
{
    fprintf(stderr, "%s: %s\n", job->format->name, why);
    return job;
}

/* Each thread's IDs increase unless an event reports that the order breaks. */
static void *make_many(void *argument)
{
    thread_job *job = argument;
    const support_format *format = job->format;
    for (size_t i = 0; i < per_thread; i++) {
        sortid_event event = 0;
        uint8_t *id = job->ids + i * format->size;
        if (format->new_id(id, &event) != SORTID_OK)
            return fail_thread(job, "a call failed");
        if (i > 0 && event != SORTID_EVENT_RESET &&
            memcmp(id - format->size, id, format->size) >= 0)
            return fail_thread(job, "not increasing");
    }
    return NULL;
}

/* 400,000 IDs; of scru64, with a node of 8 bits, more than the counter has in a tick. */
TEST_FORMATS(threads)
{
    if (format == SUPPORT_SCRU64)
        EXPECT_OK(support_set_node(42, 8, NULL));
    thread_job jobs[threads];
    uint8_t *all = malloc((size_t)threads * per_thread * format->size);
    assert_non_null(all);
    for (size_t i = 0; i < threads; i++)
        jobs[i] = (thread_job){.format = format, .ids = all + i * per_thread * format->size};
    in_threads(make_many, jobs, sizeof *jobs, threads);
    bool differ = support_all_differ(all, (size_t)threads * per_thread, format->size);
    free(all);
    EXPECT(differ, "an ID came twice");
}

/* Threads that come and go: a new thread does not continue the state of an earlier one. */
static void *make_one(void *job)
{
    const support_format *format = ((thread_job *)job)->format;
    return format->new_id(((thread_job *)job)->ids, NULL) == SORTID_OK ? NULL : job;
}

TEST_BUT_SCRU64(short_threads)
{
    enum { short_threads = 300 };
    uint8_t all[short_threads * SUPPORT_MAX_SIZE];
    for (size_t i = 0; i < short_threads; i++) {
        thread_job job = {.format = format, .ids = all + i * format->size};
        in_threads(make_one, &job, 0, 1);
    }
    EXPECT(support_all_differ(all, short_threads, format->size), "an ID came twice");
}

/* ---- Forks -------------------------------------------------------------------------------- */

static sortid_status make(void *id, void *context)
{
    const support_format *format = context;
    return format->new_id(id, NULL);
}

TEST_BUT_SCRU64(forks)
{
    support_format own = *format;
    support_family family = {
        .format = format, .fork_call = support_plain_fork, .make = make, .context = &own};
    assert_true(support_family_succeeds(&family));
    if (!support_notices_raw_clone(format->name))
        return;
    family.fork_call = support_raw_clone;
    assert_true(support_family_succeeds(&family));
}

/* ---- Given times -------------------------------------------------------------------------- */

#define NEW_AT(f)                                                                                  \
    static sortid_status f##_new_at(void *id, uint64_t unix_ms)                                    \
    {                                                                                              \
        return sortid_##f##_new_at(id, unix_ms);                                                   \
    }
NEW_AT(scru128)
NEW_AT(scru128v1)
NEW_AT(scru160)
NEW_AT(ulid)
NEW_AT(uuidv7)
NEW_AT(ksuid)

/* In the order of support_formats. */
static sortid_status (*const new_at[])(void *id, uint64_t unix_ms) = {
    scru128_new_at, scru128v1_new_at, scru160_new_at, NULL,
    ulid_new_at,    uuidv7_new_at,    ksuid_new_at};

/* An ID of the timestamp, made by format or by type; or a status, and nothing is written. */
static void expect_at(const support_format *format, uint64_t unix_ms, sortid_status status)
{
    for (int typed = 0; typed < 2; typed++) {
        uint8_t id[SUPPORT_MAX_SIZE], untouched[SUPPORT_MAX_SIZE];
        memset(id, 0xa5, sizeof id);
        memcpy(untouched, id, sizeof id);
        EXPECT_STATUS(typed ? new_at[format - support_formats](id, unix_ms)
                            : sortid_new_at(format->format(), id, unix_ms),
                      status, "%llu", (unsigned long long)unix_ms);
        EXPECT_BYTES(id + format->size, untouched, sizeof id - format->size, "%s", format->name);
        if (status != SORTID_OK) {
            EXPECT_BYTES(id, untouched, sizeof id, "%s", format->name);
            continue;
        }
        EXPECT_OK(sortid_format_check(format->format(), id));
        assert_int_equal(support_timestamp(format, id),
                         (unix_ms - format->timestamp_zero) / format->timestamp_unit);
    }
}

TEST_BUT_SCRU64(given_times)
{
    const uint64_t zero = format->timestamp_zero, unit = format->timestamp_unit,
                   first = zero + (format->reserves_ends ? unit : 0),
                   end = zero + (format->timestamp_max + 1) * unit,
                   last = end - 1 - (format->reserves_ends ? unit : 0);
    expect_at(format, first, SORTID_OK);
    expect_at(format, first + unit - 1, SORTID_OK);
    expect_at(format, last, SORTID_OK);
    expect_at(format, UINT64_C(1700000000000), SORTID_OK);
    expect_at(format, first - 1, SORTID_OUT_OF_RANGE); /* UINT64_MAX: from 1970 on */
    expect_at(format, last + 1, SORTID_OUT_OF_RANGE);
    expect_at(format, UINT64_MAX, SORTID_OUT_OF_RANGE);
}

/* All bits but timestamp and fixed ones are drawn: each is 0 and 1 in some of the IDs. */
TEST_BUT_SCRU64(given_time_random_bits)
{
    uint8_t ones[SUPPORT_MAX_SIZE] = {0}, zeros[SUPPORT_MAX_SIZE] = {0}, id[SUPPORT_MAX_SIZE];
    for (int i = 0; i < 200; i++) {
        EXPECT_OK(sortid_new_at(format->format(), id, UINT64_C(1700000000000)));
        for (size_t byte = 0; byte < format->size; byte++) {
            ones[byte] |= id[byte];
            zeros[byte] |= (uint8_t)~id[byte];
        }
    }
    for (size_t bit = format->timestamp_bits; bit < 8 * format->size; bit++)
        EXPECT((oracle_bits(ones, bit, 1) & oracle_bits(zeros, bit, 1)) !=
                   oracle_bits(format->fixed_mask, bit, 1),
               "bit %zu", bit);
}

/* The thread's generator counts on, whatever the time. */
TEST_BUT_SCRU64(given_time_keeps_order)
{
    static const uint64_t times[] = {UINT64_C(1700000000000), UINT64_C(4000000000000)};
    uint8_t before[SUPPORT_MAX_SIZE], after[SUPPORT_MAX_SIZE], other[SUPPORT_MAX_SIZE];
    sortid_event event;
    for (size_t i = 0; i < COUNT_OF(times); i++) {
        EXPECT_OK(format->new_id(before, NULL));
        EXPECT_OK(sortid_new_at(format->format(), other, times[i]));
        EXPECT_OK(format->new_id(after, &event));
        EXPECT(memcmp(before, after, format->size) < 0 && (event & SORTID_EVENT_RESET) == 0 &&
                   support_timestamp(format, after) - support_timestamp(format, before) < 60000,
               "order");
    }
}

/* A child of a fork does not draw what its parent draws. */
static int make_at(void *argument)
{
    CHILD_CHECK(sortid_new_at(sortid_scru160_format(), argument, 1000) == SORTID_OK);
    return 0;
}

TEST(given_time_in_child)
{
    uint8_t *ids = support_share(40);
    assert_int_equal(make_at(ids), 0);
    assert_int_equal(support_in_child(make_at, ids), 0);
    assert_int_equal(make_at(ids + 20), 0);
    EXPECT(memcmp(ids, ids + 20, 20) != 0, "the same ID");
    assert_int_equal(munmap(ids, 40), 0);
}

TEST(given_time_without_node)
{
    uint8_t id[8];
    EXPECT_STATUS(sortid_new_at(sortid_scru64_format(), id, UINT64_C(1700000000000)),
                  SORTID_BAD_FORMAT, "scru64");
    EXPECT_STATUS(sortid_new_at(NULL, id, UINT64_C(1700000000000)), SORTID_BAD_FORMAT, "NULL");
}

/* ---- A signal handler ------------------------------------------------------------------------ */

enum { most_interrupts = 2000 };

static const support_format *interrupted; // the format whose call is interrupted
static uint8_t handler_ids[most_interrupts][SUPPORT_MAX_SIZE];
static volatile sig_atomic_t handler_made, handler_busy, handler_faults;

static void call_in_handler(int number)
{
    (void)number;
    int kept = errno;
    if (handler_made < most_interrupts) {
        sortid_status status = interrupted->new_id(handler_ids[handler_made], NULL);
        if (status == SORTID_OK)
            handler_made++;
        else if (status == SORTID_BUSY)
            handler_busy++;
        else
            handler_faults++;
    }
    errno = kept;
}

static void set_timer(suseconds_t microseconds)
{
    struct itimerval timer = {.it_interval = {.tv_usec = microseconds},
                              .it_value = {.tv_usec = microseconds}};
    assert_int_equal(setitimer(ITIMER_REAL, &timer, NULL), 0);
}

/* A timer interrupts calls for a while: each nested call makes an ID or gets BUSY, the interrupted
 * call succeeds, and no ID comes twice. Valgrind (SORTID_VALGRIND=1) delivers most signals between
 * calls. */
static void interrupted_calls_of(const support_format *format)
{
    enum { most = 2000000 };
    uint8_t *ids = malloc((size_t)(most + most_interrupts) * format->size);
    assert_non_null(ids);
    interrupted = format;
    handler_made = handler_busy = handler_faults = 0;
    size_t count = 0;
    sortid_status status = SORTID_OK;
    set_timer(50);
    while (status == SORTID_OK && count < most && handler_made + handler_busy < 200)
        status = format->new_id(ids + count++ * format->size, NULL);
    set_timer(0);
    EXPECT_OK(status);
    assert_int_equal(handler_faults, 0);
    if (handler_busy == 0 && getenv("SORTID_VALGRIND") != NULL)
        print_message("SKIPPED: %s: no call was interrupted under valgrind\n", format->name);
    else
        EXPECT(handler_busy > 0, "no call was interrupted");
    for (int i = 0; i < handler_made; i++)
        memcpy(ids + count++ * format->size, handler_ids[i], format->size);
    bool differ = support_all_differ(ids, count, format->size);
    free(ids);
    EXPECT(differ, "an ID came twice");
}

TEST(signals)
{
    struct sigaction action = {.sa_handler = call_in_handler}, old;
    assert_int_equal(sigaction(SIGALRM, &action, &old), 0);
    support_each_but_scru64(interrupted_calls_of);
    assert_int_equal(sigaction(SIGALRM, &old, NULL), 0);
}

CASES_MAIN(NULL, NULL)
