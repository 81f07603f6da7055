/* SPDX-License-Identifier: MIT */
/* faketime.c: a process whose system clock is set while it lives: forth, back within the
 * allowance and beyond it, to a far future and back, past the last timestamp of each format
 * and back, before 1970 and back. Run by faketime.sh under libfaketime, which reads the
 * offset of the clock from a file at each call; this program writes that file. The exact
 * clock must see a step at once, the counter clock within the calls that one reading
 * serves; no ID comes twice, and the order breaks only where an event says so.
 * Exit status 77 where the clock cannot be faked. */
#include "../support/family.h"

#include <time.h>
#include <unistd.h>

#define CANNOT_FAKE 77

/* Calls of the counter clock that one reading of the system's may serve, and one more. */
#define BOUND 4097

enum { most_ids = 400000 };

static const char *time_file;

/* ---- The clock -------------------------------------------------------------------------- */

/* Sets the system's clock to its real time and so many seconds; the bound begins here. */
static void set_clock(int64_t offset)
{
    char beside[4096];
    snprintf(beside, sizeof beside, "%s.new", time_file);
    FILE *file = fopen(beside, "w");
    EXPECT(file != NULL && fprintf(file, "%+lld\n", (long long)offset) > 0 && fclose(file) == 0,
           "%s cannot be written", beside);
    EXPECT(rename(beside, time_file) == 0, "%s cannot be replaced", time_file); /* never half */
}

/* As any other program sees it. */
static int64_t system_us(void)
{
    struct timespec now;
    assert_int_equal(clock_gettime(CLOCK_REALTIME, &now), 0);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static int64_t real_seconds;

static bool is_faked(void)
{
    set_clock(0);
    real_seconds = system_us() / 1000000;
    set_clock(1000000);
    return system_us() / 1000000 - real_seconds >= 1000000;
}

/* ---- A way to make IDs --------------------------------------------------------------------- */

enum clock_kind { easy_clock, exact_clock, counter_clock, clock_kinds };
static const char *const clock_names[] = {"easy", "exact", "counter"};

static struct life {
    const support_format *format;
    enum clock_kind clock;
    bool aborts; /* mode abort, else reset */
    sortid_generator generator;
    sortid_event event; /* of the last ID */
    uint8_t ids[most_ids * SUPPORT_MAX_SIZE];
    size_t made;
    char what[80];
} life;

static void begin(struct life *l, const support_format *f, enum clock_kind clock)
{
    sortid_sources sources;
    *l = (struct life){.format = f, .clock = clock, .aborts = f == SUPPORT_SCRU64};
    snprintf(l->what, sizeof l->what, "%s, %s clock", f->name, clock_names[clock]);
    sortid_sources_default(&sources);
    if (clock == exact_clock)
        sortid_clock_exact(&sources.clock);
    EXPECT_STATUS(f->generator_init(&l->generator,
                                    l->aborts ? SORTID_MODE_ABORT : SORTID_MODE_RESET, 10000,
                                    &sources),
                  SORTID_OK, "%s: init", l->what);
}

/* The next ID; in order unless the event tells, and nothing written on failure. */
static sortid_status make(struct life *l)
{
    size_t size = l->format->size;
    uint8_t *id = l->ids + l->made * size;
    sortid_event event = 99;
    EXPECT(l->made < most_ids, "%s: too many IDs", l->what);
    sortid_status status = l->clock == easy_clock ? l->format->new_id(id, &event)
                                                  : l->format->next(&l->generator, id, &event);
    if (status != SORTID_OK) {
        EXPECT(event == 99, "%s: an event, and %s", l->what, sortid_status_name(status));
        return status;
    }
    EXPECT(l->made == 0 || event == SORTID_RESET || memcmp(id - size, id, size) < 0,
           "%s: ID %zu is not above the one before", l->what, l->made);
    EXPECT(event != SORTID_RESET || l->made == 0 || memcmp(id - size, id, size) > 0,
           "%s: a reset that is none", l->what);
    l->event = event;
    l->made++;
    return SORTID_OK;
}

static int64_t last_us(const struct life *l)
{
    return (int64_t)l->format->unix_ms(l->ids + (l->made - 1) * l->format->size) * 1000;
}

/* ---- Steps of the clock ---------------------------------------------------------------------- */

/* The calls after which a step must have been seen. */
static unsigned bound(const struct life *l)
{
    return l->clock == exact_clock ? 1 : BOUND;
}

/* Calls until one has this status (and event): within the bound; before it all is well. */
static void expect_seen(struct life *l, sortid_status status, sortid_event event, const char *step)
{
    sortid_status got = SORTID_OK;
    unsigned calls = 0;
    do {
        EXPECT(calls++ < bound(l), "%s, %s: not seen in %u calls", l->what, step, bound(l));
        got = make(l);
    } while (got == SORTID_OK && (status != SORTID_OK || l->event != event));
    EXPECT_STATUS(got, status, "%s, %s", l->what, step);
}

/* A life of some ms goes by, in which the counter clock learns the counter's rate. IDs are
 * in time: no later than a call's end, no earlier than its begin less a ms. */
static void live(struct life *l, const char *step)
{
    int64_t unit_us = (int64_t)l->format->timestamp_unit * 1000, begin_us = system_us();
    for (int i = 0; i < 200 || system_us() - begin_us < 4000; i++) {
        int64_t before = system_us();
        EXPECT_STATUS(make(l), SORTID_OK, "%s, %s", l->what, step);
        EXPECT(last_us(l) > before - unit_us - 1000, "%s, %s: an ID is %lld us late", l->what, step,
               (long long)(before - last_us(l)));
    }
}

static void step_forth(struct life *l, int64_t offset, const char *step)
{
    set_clock(offset);
    expect_seen(l, SORTID_OK, SORTID_NEW_TIMESTAMP, step);
    while (last_us(l) < system_us() - 1000000) /* the old ms ended before the step was seen */
        expect_seen(l, SORTID_OK, SORTID_NEW_TIMESTAMP, step);
    live(l, step);
}

/* Within the allowance: on with the timestamp of the last, or borrowed ones. */
static void step_back(struct life *l, int64_t offset, const char *step)
{
    int64_t before = last_us(l);
    set_clock(offset);
    for (unsigned i = 0; i < BOUND + 100; i++) {
        EXPECT_STATUS(make(l), SORTID_OK, "%s, %s", l->what, step);
        EXPECT(l->event != SORTID_RESET, "%s, %s: a reset", l->what, step);
    }
    EXPECT(last_us(l) >= before, "%s, %s: earlier", l->what, step);
}

/* Beyond it: a reset, or refusals until the clock is back. */
static void step_far_back(struct life *l, int64_t offset, int64_t back, const char *step)
{
    set_clock(offset);
    if (l->aborts) {
        expect_seen(l, SORTID_ROLLBACK, 0, step);
        EXPECT_STATUS(make(l), SORTID_ROLLBACK, "%s, %s, again", l->what, step);
        set_clock(back);
        for (unsigned calls = 0; make(l) != SORTID_OK; calls++)
            EXPECT(calls < bound(l), "%s, %s: and back", l->what, step);
    } else {
        expect_seen(l, SORTID_OK, SORTID_RESET, step);
        live(l, step);
    }
}

/* To a time at which there are no IDs, and back. */
static void step_out(struct life *l, int64_t offset, int64_t back, const char *step)
{
    set_clock(offset);
    expect_seen(l, SORTID_CLOCK_OUT_OF_RANGE, 0, step);
    EXPECT_STATUS(make(l), SORTID_CLOCK_OUT_OF_RANGE, "%s, %s, again", l->what, step);
    set_clock(back);
    for (unsigned calls = 0; make(l) != SORTID_OK; calls++)
        EXPECT(calls < bound(l), "%s, %s: and back", l->what, step);
}

/* ---- Lives -------------------------------------------------------------------------------------- */

#define HOUR INT64_C(3600)
#define YEAR INT64_C(31557600)

static void live_through(const support_format *f, enum clock_kind clock)
{
    struct life *l = &life;
    uint8_t last[SUPPORT_MAX_SIZE];
    sortid_format_max(f->format(), last);
    int64_t end = (int64_t)(f->unix_ms(last) / 1000) - real_seconds + HOUR;
    set_clock(0);
    begin(l, f, clock);
    /* The easy generators live on from the last life of this format. */
    if (clock == easy_clock && make(l) != SORTID_OK)
        fail_msg("%s: the first", l->what);
    live(l, "the first ms");
    step_forth(l, HOUR, "an hour forth");
    step_back(l, HOUR - 4, "4 s back");
    step_forth(l, HOUR + 60, "a minute forth");
    step_far_back(l, 0, HOUR + 61, "an hour back");
    step_out(l, -90 * YEAR, HOUR + 62, "before 1970");
    step_out(l, end, HOUR + 63, "past the end");
    step_forth(l, 100 * YEAR, "a century forth");
    step_far_back(l, HOUR + 64, 100 * YEAR + 1, "a century back");
    if (!l->aborts)
        EXPECT(support_all_differ(l->ids, l->made, f->size), "%s: an ID twice", l->what);
}

static void test_lives(void **state)
{
    (void)state;
    for (size_t f = 0; f < SUPPORT_FORMATS; f++)
        for (enum clock_kind clock = easy_clock; clock < clock_kinds; clock++)
            live_through(&support_formats[f], clock);
}

/* Whether the counter clock has a reading that serves many calls, as it has where the
 * kernel itself trusts the counter: said, so that it is known what was tested. */
static void test_counter(void **state)
{
    (void)state;
    sortid_clock clock;
    uint64_t now = 0, last = 0;
    unsigned same = 0;
    sortid_clock_tsc(&clock);
    set_clock(0);
    int64_t begin_us = system_us();
    for (unsigned i = 0; i < 2000 || system_us() - begin_us < 10000; i++) {
        EXPECT_STATUS(clock.read(clock.context, &now), SORTID_OK, "reading %u", i);
        same += now == last;
        last = now;
    }
    print_message("%s\n", same > 0 ? "the counter serves readings of the clock"
                                   : "the counter is not used on this machine");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lives),
        cmocka_unit_test(test_counter),
    };
    const sortid_scru64_node_spec spec = {.node_id = 41, .node_id_size = 8};
    time_file = getenv("FAKETIME_TIMESTAMP_FILE");
    if (time_file == NULL || !is_faked()) {
        puts("SKIPPED: the clock of this process is not faked");
        return CANNOT_FAKE;
    }
    support_begin();
    if (sortid_scru64_set_default(&(const sortid_options){.node = &spec}) != SORTID_OK)
        return EXIT_FAILURE;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
