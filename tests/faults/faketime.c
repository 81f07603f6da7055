/* SPDX-License-Identifier: MIT */
/* faketime.c: the system clock is set while a process runs: forward, back within the allowance and
 * beyond it, to a far future and back, past the last timestamp of each format and back, before 1970
 * and back. faketime.sh runs it under libfaketime, which reads the offset of the clock from a file
 * at each call; this program writes that file. With the exact clock the next call sees a step; with
 * the TSC clock one of the calls that a reading serves does. No ID comes twice, and the order
 * breaks only where an event reports it. Exit status 77 if the clock cannot be faked. */
#include "../support/cases.h"
#include "../support/family.h"

#include <time.h>
#include <unistd.h>

#define CANNOT_FAKE 77

/* How many calls one reading of the system's clock may serve with the TSC clock, plus one. */
#define BOUND 4097

enum { most_ids = 400000 };

static const char *time_file;

/* ---- The clock -------------------------------------------------------------------------- */

/* Sets the system's clock to real time plus an offset in seconds. */
static void set_clock(int64_t offset)
{
    char new_file[4096];
    snprintf(new_file, sizeof new_file, "%s.new", time_file);
    FILE *file = fopen(new_file, "w");
    EXPECT(file != NULL && fprintf(file, "%+lld\n", (long long)offset) > 0 && fclose(file) == 0,
           "%s cannot be written", new_file);
    EXPECT(rename(new_file, time_file) == 0, "%s cannot be replaced",
           time_file); /* never half written */
}

/* The time that other programs see. */
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

/* ---- Generators ---------------------------------------------------------------------------- */

enum clock_kind { easy_clock, exact_clock, counter_clock, clock_kinds };
static const char *const clock_names[] = {"default", "exact", "TSC"};

static struct run {
    const support_format *format;
    enum clock_kind clock;
    bool aborts; /* mode abort; otherwise reset */
    sortid_generator generator;
    sortid_event event; /* of the last ID */
    uint8_t ids[most_ids * SUPPORT_MAX_SIZE];
    size_t made;
    char what[80];
} run;

static void begin(struct run *l, const support_format *f, enum clock_kind clock)
{
    sortid_sources sources;
    *l = (struct run){.format = f, .clock = clock, .aborts = f == SUPPORT_SCRU64};
    snprintf(l->what, sizeof l->what, "%s, %s clock", f->name, clock_names[clock]);
    sortid_sources_default(&sources);
    if (clock == exact_clock)
        sortid_clock_exact(&sources.clock);
    EXPECT_STATUS(f->generator_init(&l->generator,
                                    l->aborts ? SORTID_MODE_ABORT : SORTID_MODE_RESET, 10000,
                                    &sources),
                  SORTID_OK, "%s: init", l->what);
}

/* Makes the next ID: above the last one unless the event reports otherwise; a failed call writes
 * nothing. */
static sortid_status make(struct run *l)
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
    EXPECT(l->made == 0 || event == SORTID_EVENT_RESET || memcmp(id - size, id, size) < 0,
           "%s: ID %zu is not above the one before", l->what, l->made);
    EXPECT(event != SORTID_EVENT_RESET || l->made == 0 || memcmp(id - size, id, size) > 0,
           "%s: a reset, and yet above the last ID", l->what);
    l->event = event;
    l->made++;
    return SORTID_OK;
}

static int64_t last_us(const struct run *l)
{
    return (int64_t)l->format->unix_ms(l->ids + (l->made - 1) * l->format->size) * 1000;
}

/* ---- Steps of the clock ---------------------------------------------------------------------- */

/* How many calls may pass before one sees a step. */
static unsigned bound(const struct run *l)
{
    return l->clock == exact_clock ? 1 : BOUND;
}

/* Calls until a call has this status and event, within the bound; the calls before it succeed. */
static void expect_seen(struct run *l, sortid_status status, sortid_event event, const char *step)
{
    sortid_status got = SORTID_OK;
    unsigned calls = 0;
    do {
        EXPECT(calls++ < bound(l), "%s, %s: not seen in %u calls", l->what, step, bound(l));
        got = make(l);
    } while (got == SORTID_OK && (status != SORTID_OK || l->event != event));
    EXPECT_STATUS(got, status, "%s, %s", l->what, step);
}

/* Makes IDs for some ms, in which the TSC clock learns the counter's rate. Each ID's time is
 * between the begin of its call, less a ms, and the end. */
static void make_for_some_ms(struct run *l, const char *step)
{
    int64_t unit_us = (int64_t)l->format->timestamp_unit * 1000, begin_us = system_us();
    for (int i = 0; i < 200 || system_us() - begin_us < 4000; i++) {
        int64_t before = system_us();
        EXPECT_STATUS(make(l), SORTID_OK, "%s, %s", l->what, step);
        EXPECT(last_us(l) > before - unit_us - 1000, "%s, %s: an ID is %lld us late", l->what, step,
               (long long)(before - last_us(l)));
    }
}

static void step_forward(struct run *l, int64_t offset, const char *step)
{
    set_clock(offset);
    expect_seen(l, SORTID_OK, SORTID_EVENT_NEW_TIMESTAMP, step);
    while (last_us(l) < system_us() - 1000000) /* IDs of the old ms before the step was seen */
        expect_seen(l, SORTID_OK, SORTID_EVENT_NEW_TIMESTAMP, step);
    make_for_some_ms(l, step);
}

/* Within the allowance: the last timestamp continues, or later ones are borrowed. */
static void step_back(struct run *l, int64_t offset, const char *step)
{
    int64_t before = last_us(l);
    set_clock(offset);
    for (unsigned i = 0; i < BOUND + 100; i++) {
        EXPECT_STATUS(make(l), SORTID_OK, "%s, %s", l->what, step);
        EXPECT(l->event != SORTID_EVENT_RESET, "%s, %s: a reset", l->what, step);
    }
    EXPECT(last_us(l) >= before, "%s, %s: earlier", l->what, step);
}

/* Beyond the allowance: a reset, or refusals until the clock is back. */
static void step_far_back(struct run *l, int64_t offset, int64_t back, const char *step)
{
    set_clock(offset);
    if (l->aborts) {
        expect_seen(l, SORTID_ROLLBACK, 0, step);
        EXPECT_STATUS(make(l), SORTID_ROLLBACK, "%s, %s, again", l->what, step);
        set_clock(back);
        for (unsigned calls = 0; make(l) != SORTID_OK; calls++)
            EXPECT(calls < bound(l), "%s, %s: and back", l->what, step);
    } else {
        expect_seen(l, SORTID_OK, SORTID_EVENT_RESET, step);
        make_for_some_ms(l, step);
    }
}

/* To a time that the format cannot hold, and back. */
static void step_out(struct run *l, int64_t offset, int64_t back, const char *step)
{
    set_clock(offset);
    expect_seen(l, SORTID_CLOCK_OUT_OF_RANGE, 0, step);
    EXPECT_STATUS(make(l), SORTID_CLOCK_OUT_OF_RANGE, "%s, %s, again", l->what, step);
    set_clock(back);
    for (unsigned calls = 0; make(l) != SORTID_OK; calls++)
        EXPECT(calls < bound(l), "%s, %s: and back", l->what, step);
}

/* ---- Runs ------------------------------------------------------------------------------------ */

#define HOUR INT64_C(3600)
#define YEAR INT64_C(31557600)

static void run_with(const support_format *f, enum clock_kind clock)
{
    struct run *l = &run;
    uint8_t last[SUPPORT_MAX_SIZE];
    assert_int_equal(sortid_format_max(f->format(), last), SORTID_OK);
    int64_t end = (int64_t)(f->unix_ms(last) / 1000) - real_seconds + HOUR;
    set_clock(0);
    begin(l, f, clock);
    /* The default generators continue from the last run of this format. */
    if (clock == easy_clock && make(l) != SORTID_OK)
        fail_msg("%s: the first", l->what);
    make_for_some_ms(l, "at first");
    step_forward(l, HOUR, "an hour forward");
    step_back(l, HOUR - 4, "4 s back");
    step_forward(l, HOUR + 60, "a minute forward");
    step_far_back(l, 0, HOUR + 61, "an hour back");
    step_out(l, -90 * YEAR, HOUR + 62, "before 1970");
    step_out(l, end, HOUR + 63, "past the end");
    step_forward(l, 100 * YEAR, "a century forward");
    step_far_back(l, HOUR + 64, 100 * YEAR + 1, "a century back");
    if (!l->aborts)
        EXPECT(support_all_differ(l->ids, l->made, f->size), "%s: an ID twice", l->what);
}

TEST(lives)
{
    for (size_t f = 0; f < SUPPORT_FORMATS; f++)
        for (enum clock_kind clock = easy_clock; clock < clock_kinds; clock++)
            run_with(&support_formats[f], clock);
}

/* Prints whether a reading of the TSC clock serves many calls, as it does where the kernel itself
 * trusts the counter: so the log says what was tested. */
TEST(counter)
{
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
    print_message("%s\n",
                  same > 0 ? "the TSC clock is used" : "the TSC clock is not used on this machine");
}

int main(void)
{
    time_file = getenv("FAKETIME_TIMESTAMP_FILE");
    if (time_file == NULL || !is_faked()) {
        puts("SKIPPED: the clock of this process is not faked");
        return CANNOT_FAKE;
    }
    support_begin();
    if (support_set_node(41, 8, NULL) != SORTID_OK)
        return EXIT_FAILURE;
    return cases_run(NULL, NULL);
}
