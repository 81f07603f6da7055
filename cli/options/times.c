/* SPDX-License-Identifier: MIT */
/* times.c: reads times by common/time_parse.h. It reads no clock: the present time is an
 * argument. */
#include "times.h"
#include "../ids/bounds.h"
#include "../../common/date.h"
#include "../../common/report.h"
#include "../../common/time_parse.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Fewer digits are a slip of a time rather than an ID; fewer letters and digits than a part of one. */
#define SHORTEST_ID   15
#define SHORTEST_PART 4

uint64_t present_ms(void)
{
    sortid_clock clock;
    uint64_t now_us;
    sortid_clock_exact(&clock);
    sortid_status status = clock.read(clock.context, &now_us);
    if (status == SORTID_OK)
        return now_us / 1000;
    report(STATUS_SYSTEM, "%s", sortid_status_text(status));
    exit(report_status());
}

uint64_t plausible_until_ms(void)
{
    return present_ms() + UINT64_C(365) * DAY_MS;
}

static struct time_context context_of(const struct options *options, uint64_t now_ms)
{
    return (struct time_context){
        .now_ms = now_ms, .local_offset = options->zone == ZONE_LOCAL ? time_zone_offset : NULL};
}

static size_t count_snowflakes(const struct kinds *kinds)
{
    size_t count = 0;
    for (size_t i = 0; i < kinds->count; i++)
        count += strcmp(kind_info_of(kinds->all[i])->family, "snowflake") == 0;
    return count;
}

static void set_layout(struct options *options, int64_t epoch_ms)
{
    static struct layout layout;
    struct quote quote;
    const char *fault = layout_read(&layout, options->bits);
    if (fault != NULL)
        report_usage("--bits %s: %s", quote_string(&quote, options->bits), fault);
    if (count_snowflakes(&options->kinds) < options->kinds.count)
        report_usage("--bits applies to snowflakes, not to %s",
                     kind_info_of(options->kinds.all[0])->name);
    sortid_reading zero; // of the service that was named
    bool is_named = options->epoch == NULL && options->kinds.count == 1 &&
                    reading_of_text(&zero, "0", 1, options->kinds.all[0]);
    layout.epoch_ms = is_named ? zero.unix_ms : epoch_ms;
    layout_use(&layout);
    options->kinds.count = 0;
    kinds_add(&options->kinds, "snowflake");
    options->kind = options->kinds.all[0];
    options->format = NULL;
}

void options_set_reading(struct options *options)
{
    struct reading_rules rules = {.plausible_until_ms = (int64_t)plausible_until_ms(),
                                  .encoding = options->has_input ? options->input : NULL};
    if (options->lenient)
        rules.flags |= SORTID_RECOGNIZE_LENIENT;
    if (options->epoch != NULL && options->kinds.count > 0 &&
        count_snowflakes(&options->kinds) == 0)
        report_usage("--epoch applies to snowflakes, not to %s",
                     kind_info_of(options->kinds.all[0])->name);
    if (options->epoch != NULL) {
        rules.flags |= SORTID_RECOGNIZE_EPOCH;
        rules.epoch_ms = (int64_t)options_time(options, "--epoch", options->epoch, present_ms());
    }
    reading_rules_set(&rules);
    if (options->bits != NULL)
        set_layout(options, rules.epoch_ms);
}

const struct text_readings *options_read_id(const struct options *options, const char *text)
{
    static struct text_readings read;
    static const struct kinds any = {.count = 0};
    const size_t length = strlen(text);
    bool is_number = text[strspn(text, "0123456789")] == '\0';
    if (options->kinds.count > 0 && read_text_freely(&read, text, length, &options->kinds) &&
        (is_number ? length >= SHORTEST_ID && (read.all->why & SORTID_WHY_TIME) != 0
                   : read.all->confidence > SORTID_CONFIDENCE_LOW))
        return &read;
    if (!is_number && read_text_freely(&read, text, length, &any) &&
        read.all->confidence > SORTID_CONFIDENCE_LOW)
        return &read;
    return NULL;
}

/* Why a text that is not an ID is not a time either, if it is rather a number or the start of an ID;
 * else NULL. A span ends with its unit, in lower case. */
static const char *problem_of_part(const char *text)
{
    static const char digits[] = "0123456789", upper[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    sortid_reading reading;
    size_t length = strlen(text), number = strspn(text, digits);
    if (number == length && length >= SHORTEST_ID &&
        reading_of_text(&reading, text, length, NULL) && reading.confidence > SORTID_CONFIDENCE_LOW)
        return "a number may be an ID of several kinds: 'sortid inspect' shows their times, so "
               "give a time";
    for (const char *at = text; *at != '\0'; at++)
        if (!isalnum((unsigned char)*at))
            return NULL;
    if (number > 0 && number < length && length >= SHORTEST_PART &&
        (*text == '0' || strpbrk(text, upper) != NULL || strpbrk(text + number, digits) != NULL))
        return "not a time, and not a whole ID, which would have one";
    return NULL;
}

/* The time of an ID, which may be written instead. Where several kinds are as likely as the first,
 * all must have this time. */
static bool parse_id(uint64_t *unix_ms, const struct options *options, const char *text,
                     const char **problem)
{
    const struct text_readings *read = options_read_id(options, text);
    static char no_time[80];
    if (read == NULL) {
        const char *of_part = problem_of_part(text);
        *problem = of_part != NULL ? of_part : *problem;
        return false;
    }
    const sortid_reading *first = &read->all[0], *second = &read->all[1];
    if (first->has_time == 0 || first->unix_ms < 0) {
        snprintf(no_time, sizeof no_time, "IDs of the kind %s have no time",
                 kind_info_of(first->kind)->name);
        *problem = no_time;
    } else if (read->count > 1 && second->confidence == first->confidence &&
               second->has_time != 0 && second->unix_ms != first->unix_ms) {
        *problem = "the ID may be of several kinds with different times: 'sortid inspect' shows "
                   "them, so give a time";
    } else {
        *unix_ms = (uint64_t)first->unix_ms;
        return true;
    }
    return false;
}

typedef bool parse_function(uint64_t *unix_ms, const char *text, const struct time_context *context,
                            const char **problem);

static bool parse_period(uint64_t *since_ms, const char *text, const struct time_context *context,
                         const char **problem)
{
    uint64_t until_ms;
    return time_parse_period(since_ms, &until_ms, text, context, problem);
}

/* Refuses a text, with what was probably meant if that is clear, else with the problem. */
_Noreturn static void refuse_time(const char *what, const char *text,
                                  const struct time_context *context, parse_function *parse,
                                  const char *problem)
{
    char advice[TIME_ADVICE_MAX][TIME_ADVICE_SIZE], meant[2 * TIME_ADVICE_SIZE + 8] = "";
    const char *of_advice;
    struct quote quote;
    uint64_t unix_ms;
    size_t count = time_advise(advice, text, context);
    for (size_t i = 0; i < count; i++)
        if (parse(&unix_ms, advice[i], context, &of_advice))
            snprintf(meant + strlen(meant), sizeof meant - strlen(meant), "%s%s",
                     *meant != '\0' ? " or " : "", advice[i]);
        else if (problem == time_no_form)
            problem = of_advice;
    quote_string(&quote, text);
    if (*meant == '\0')
        report_usage("%s %s: %s", what, quote.text, problem);
    report_usage("%s %s: did you mean %s? %s", what, quote.text, meant,
                 parse == parse_period
                     ? "A period is a year, a month or a day: 2026, 2026-11, 2026-11-20, yesterday"
                     : "A time is now, -1h, 2 days ago, yesterday, 2026-11-20, "
                       "2026-11-20T12:00:00.123Z or @1795176000.123");
}

static uint64_t read_time(const struct options *options, const char *what, const char *text,
                          uint64_t now_ms, parse_function *parse)
{
    struct time_context context = context_of(options, now_ms);
    const char *problem;
    uint64_t unix_ms;
    if (!parse(&unix_ms, text, &context, &problem) &&
        (parse == parse_period || !parse_id(&unix_ms, options, text, &problem)))
        refuse_time(what, text, &context, parse, problem);
    return unix_ms;
}

uint64_t options_time(const struct options *options, const char *what, const char *text,
                      uint64_t now_ms)
{
    return read_time(options, what, text, now_ms, time_parse);
}

bool options_is_time(const struct options *options, const char *text, uint64_t now_ms)
{
    struct time_context context = context_of(options, now_ms);
    const char *problem;
    uint64_t unix_ms;
    return time_parse_bound(&unix_ms, text, &context, &problem) ||
           parse_id(&unix_ms, options, text, &problem);
}

/* Reads --in. */
static void read_period(struct time_span *span, const struct options *options, uint64_t now_ms)
{
    struct time_context context = context_of(options, now_ms);
    const char *problem;
    uint64_t span_ms;
    if (time_parse_period(&span->since_ms, &span->until_ms, options->period, &context, &problem))
        return;
    if (options_read_id(options, options->period) != NULL ||
        time_parse_span(&span_ms, options->period))
        problem = "not a period but a time: give --since and --until";
    refuse_time("--in", options->period, &context, parse_period, problem);
}

/* Refuses a span whose end is not after its start. */
_Noreturn static void refuse_empty(const struct options *options, const struct time_span *span,
                                   const char *const names[2], uint64_t now_ms)
{
    struct time_context context = context_of(options, now_ms);
    const uint64_t two_days_ms = UINT64_C(2) * DAY_MS;
    uint64_t since_ms, until_ms;
    const char *problem;
    if (span->since_ms == span->until_ms &&
        time_parse_period(&since_ms, &until_ms, options->since, &context, &problem))
        report_usage("%s must be at least a millisecond after %s: for that %s, give --in %s",
                     names[1], names[0],
                     until_ms - since_ms < two_days_ms        ? "day"
                     : until_ms - since_ms < 20 * two_days_ms ? "month"
                                                              : "year",
                     options->since);
    report_usage("%s must be at least a millisecond after %s%s", names[1], names[0],
                 span->until_ms < span->since_ms ? ": give the earlier time first" : "");
}

struct time_span options_span(const struct options *options, const char *const names[2],
                              uint64_t now_ms)
{
    struct time_span span = {.until_ms = UINT64_MAX};
    if (options->period != NULL)
        read_period(&span, options, now_ms);
    if (options->since != NULL)
        span.since_ms = read_time(options, names[0], options->since, now_ms, time_parse_bound);
    if (options->until != NULL)
        span.until_ms = read_time(options, names[1], options->until, now_ms, time_parse_bound);
    if (span.until_ms <= span.since_ms && span.since_ms > 0) // 0 may be two times before 1970
        refuse_empty(options, &span, names, now_ms);
    return span;
}

void time_range_of(struct time_range *range, const sortid_kind *kind)
{
    uint8_t first[SORTID_MAX_SIZE], last[SORTID_MAX_SIZE];
    int64_t first_ms, last_ms;
    if (bounds_of_span(first, last, kind, INT64_MIN, INT64_MAX) != BOUNDS_FOUND ||
        !bounds_time(&first_ms, kind, first) || !bounds_time(&last_ms, kind, last))
        abort(); /* not a kind that has times */
    time_print_signed(range->first, first_ms);
    time_print_signed(range->last, last_ms);
}

_Noreturn void time_range_refuse(const struct options *options, const char *what, const char *ends)
{
    struct time_range range;
    time_range_of(&range, options->kind);
    report_usage("%s: %s has times from %s to %s%s", what, kind_info_of(options->kind)->name,
                 range.first, range.last, ends);
}

_Noreturn void time_range_refuse_time(const struct options *options, const char *what,
                                      const char *text, const char *ends)
{
    struct quote quote;
    char whole[sizeof quote + 40];
    snprintf(whole, sizeof whole, "%s %s is out of range", what, quote_string(&quote, text));
    time_range_refuse(options, whole, ends);
}
