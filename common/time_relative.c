/* SPDX-License-Identifier: MIT */
/* time_relative.c: reads times that depend on now: now, today, -1h, 2 days ago. */
#include "similar.h"
#include "time_forms.h"

/* ---- Spans ----------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    uint32_t ms;
} units[] = {
    {"ms", 1},          {"s", 1000},         {"sec", 1000},        {"secs", 1000},
    {"second", 1000},   {"seconds", 1000},   {"m", 60000},         {"min", 60000},
    {"mins", 60000},    {"minute", 60000},   {"minutes", 60000},   {"h", 3600000},
    {"hr", 3600000},    {"hrs", 3600000},    {"hour", 3600000},    {"hours", 3600000},
    {"d", DAY_MS},      {"day", DAY_MS},     {"days", DAY_MS},     {"w", 7 * DAY_MS},
    {"wk", 7 * DAY_MS}, {"wks", 7 * DAY_MS}, {"week", 7 * DAY_MS}, {"weeks", 7 * DAY_MS},
};
#define UNIT_COUNT (sizeof units / sizeof *units)

const char *time_take_unit(const char **at, uint32_t *ms, const char **shortest)
{
    size_t first = 0; // of those that are as long
    if (**at == 'M' && !time_is_letter((*at)[1]))
        return "M may mean minutes or months: write m or min for minutes, as in -90m; months "
               "differ in length, so give a date for them";
    for (size_t i = 0; i < UNIT_COUNT; i++) {
        const char *const unit[] = {units[i].name, NULL};
        first = units[i].ms == units[first].ms ? first : i;
        if (time_take_word(at, unit) < 0)
            continue;
        *ms = units[i].ms;
        if (shortest != NULL)
            *shortest = units[first].name;
        return NULL;
    }
    return "a time span needs a unit: ms, s, m (minutes), h, d (24 hours) or w, as in -90m; months "
           "and years differ in length, so give a date for them";
}

/* The sum stays below 2^60: a part is refused if it would reach that. */
const char *time_take_span(const char **at, uint64_t *ms)
{
    *ms = 0;
    do {
        unsigned number;
        uint32_t unit = 0;
        if (time_take_digits(at, &number, 9) == 0 || time_is_digit(**at))
            return "a time span is a number of 1 to 9 digits and a unit, as in -1h or -90m";
        if (**at == '.' || **at == ',')
            return "a time span has no decimals: write -90m, not -1.5h";
        time_take_blanks(at);
        const char *problem = time_take_unit(at, &unit, NULL);
        if (problem != NULL)
            return problem;
        *ms += (uint64_t)number * unit; // < 2^30 * 2^30
        if (*ms >= UINT64_C(1) << 60)
            return time_too_late;
    } while (time_is_digit(**at));
    return NULL;
}

static void set_shifted(struct written_time *time, uint64_t now_ms, uint64_t ms, bool is_before)
{
    int64_t seconds = (int64_t)(ms / 1000);
    int rest = (int)(now_ms % 1000) + (is_before ? -(int)(ms % 1000) : (int)(ms % 1000));
    time->is_zoned = true;
    time->seconds = (int64_t)(now_ms / 1000) + (is_before ? -seconds : seconds);
    if (rest < 0 || rest >= 1000) {
        time->seconds += rest < 0 ? -1 : 1;
        rest += rest < 0 ? 1000 : -1000;
    }
    time->ms = (unsigned)rest;
}

const char *time_read_shift(struct written_time *time, const char *at, uint64_t now_ms)
{
    uint64_t ms;
    bool is_before = *at++ == '-';
    const char *problem = time_take_span(&at, &ms);
    if (problem != NULL)
        return problem;
    if (*at != '\0')
        return "unexpected text after the time span: write it as -1h or -1h30m";
    set_shifted(time, now_ms, ms, is_before);
    return NULL;
}

const char *time_read_ago(struct written_time *time, const char *at, uint64_t now_ms)
{
    static const char *const ago[] = {"ago", NULL};
    uint64_t ms;
    const char *problem = time_take_span(&at, &ms);
    if (problem != NULL)
        return problem;
    time_take_blanks(&at);
    if (time_take_word(&at, ago) < 0 || *at != '\0')
        return "a time span needs a direction: write -1h or 1h ago for the past, +1h for the "
               "future";
    set_shifted(time, now_ms, ms, true);
    return NULL;
}

/* ---- Words ----------------------------------------------------------------------------------- */

static const char *read_now(struct written_time *time, const char *at, uint64_t now_ms)
{
    if (*at == '+' || *at == '-')
        return time_read_shift(time, at, now_ms);
    set_shifted(time, now_ms, 0, false);
    return *at == '\0' ? NULL : "after now only a time span may follow, as in now-15m or now+1h";
}

/* The start of the day that is `shift` days after the day of now. */
static const char *read_day(struct written_time *time, const struct time_context *context,
                            int shift)
{
    int64_t local;
    if (!time_local(&local, (int64_t)(context->now_ms / 1000), context))
        return "the local time is not known: give a date and an offset, or --utc";
    if (local < 0) // an hour of 1970 and a zone behind UTC
        local = 0;
    time->seconds = (local / DAY_SECONDS + shift) * DAY_SECONDS;
    time->next = time->seconds + DAY_SECONDS;
    time->is_period = true;
    return NULL;
}

static const char *const words[] = {"yesterday", "today", "tomorrow", "now", NULL};
enum { NOW = 3 };

/* The problem of a word that is none of these. "monday" is near to "today", but nobody means
 * that. */
static const char *problem_of(const char *word)
{
    static const char *const questions[] = {"did you mean yesterday?", "did you mean today?",
                                            "did you mean tomorrow?", time_almost_now};
    const char *nearest = NULL, *problem = time_no_form;
    for (size_t i = 0; words[i] != NULL && !same_word(word, "monday"); i++) {
        const char *before = nearest;
        nearest = similar_word(word, words[i], nearest);
        problem = nearest != before ? questions[i] : problem;
    }
    return problem;
}

const char *time_read_word(struct written_time *time, const char *at,
                           const struct time_context *context)
{
    const char *text = at;
    int word = time_take_word(&at, words);
    if (word == NOW)
        return read_now(time, at, context->now_ms);
    if (word < 0 || *at != '\0')
        return problem_of(text);
    return read_day(time, context, word - 1);
}
