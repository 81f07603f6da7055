/* SPDX-License-Identifier: MIT */
/* time_parse.c: finds the form of a time by its first bytes, and turns what its reader found into
 * Unix ms. */
#include "time_parse.h"
#include "time_forms.h"

/* Unix seconds from here on, the year 33658, are beyond every format. As milliseconds they are
 * the days since 2001-09-09. */
#define LIKELY_MS_SECONDS INT64_C(1000000000000)

/* ---- Numbers --------------------------------------------------------------------------------- */

/* Reads what follows the "@". */
static const char *read_unix(struct written_time *time, const char *at)
{
    unsigned digit;
    bool is_negative = time_take(&at, '-');
    time->is_zoned = true;
    if (!time_is_digit(*at))
        return "no number after @: write Unix seconds as @1795176000 or @1795176000.123";
    while (is_negative && time_take_digits(&at, &digit, 1) == 1)
        time->seconds = -1; // only the sign matters, also of -0.5
    while (time_take_digits(&at, &digit, 1) == 1) {
        time->seconds = time->seconds * 10 + digit; // < 10 * 2^55 + 10 < 2^59
        if (time->seconds > (int64_t)(UINT64_MAX / 1000))
            return time_too_late;
    }
    const char *problem = time_take_fraction(&at, time);
    if (problem != NULL)
        return problem;
    return *at == '\0' ? NULL
                       : "unexpected text after the number: write Unix seconds as @1795176000.123";
}

/* Reads a number of `count` digits without a sign in front: a year, or the present time in Unix
 * seconds or ms. Other lengths could be anything. */
static const char *read_bare(struct written_time *time, const char *at, size_t count)
{
    char seconds[] = "1234567890.123";
    if (count == 4)
        return time_read_date(time, at);
    if (count == 8)
        return "write a date with hyphens, as in 2026-11-20, and Unix seconds as @20261120";
    if (count != 10 && count != 13)
        return "a number is a year of 4 digits, Unix seconds of 10 or milliseconds of 13; write "
               "other Unix seconds as @123 or @123.456";
    memcpy(seconds, at, 10);
    if (count == 13)
        memcpy(seconds + 11, at + 10, 3);
    seconds[count == 13 ? 14 : 10] = '\0';
    return read_unix(time, seconds);
}

/* ---- Forms ----------------------------------------------------------------------------------- */

/* Whether a unit follows the number, which may have decimals. No blank follows a year. */
static bool is_span(const char *at)
{
    at += time_count_digits(at);
    if (*at == '.' || *at == ',')
        at += 1 + time_count_digits(at + 1);
    return time_is_letter(*at) || *at == ' ';
}

static const char *read_number(struct written_time *time, const char *at, uint64_t now_ms)
{
    size_t count = time_count_digits(at);
    char after = at[count];
    if (after == '\0')
        return read_bare(time, at, count);
    if (count == 8 && (after == 'T' || after == 't'))
        return "write a date and a time with hyphens and colons: 2026-11-20T12:00:00Z";
    if (count <= 2 && time_is_mail(at))
        return time_read_mail(time, at);
    if (count == 10 && after == '.' && at[count + 1 + time_count_digits(at + count + 1)] == '\0')
        return "write Unix seconds with decimals after @, as in @1795176000.123";
    if (is_span(at))
        return time_read_ago(time, at, now_ms);
    return time_read_date(time, at);
}

/* Reads a time that begins with a sign: a year, which a hyphen follows, or a shift. */
static const char *read_signed(struct written_time *time, const char *at, uint64_t now_ms)
{
    size_t count = time_count_digits(at + 1);
    if (count == 0 || at[1 + count] == '-' || (at[1 + count] == '\0' && count >= 6))
        return time_read_date(time, at);
    return time_read_shift(time, at, now_ms);
}

static const char *read_form(struct written_time *time, const char *text,
                             const struct time_context *context)
{
    *time = (struct written_time){0};
    if (*text == '@')
        return read_unix(time, text + 1);
    if (*text == '+' || *text == '-')
        return read_signed(time, text, context->now_ms);
    if (time_is_digit(*text))
        return read_number(time, text, context->now_ms);
    size_t letters = time_count_letters(text);
    if (letters > 0 && text[letters] == ',') // the name of a day
        return time_read_mail(time, text);
    return time_read_word(time, text, context);
}

/* ---- Zones ----------------------------------------------------------------------------------- */

/* The first time at which local clocks are past `wanted`, a time that they skip. */
static int64_t find_skip(int64_t wanted, const struct time_context *context)
{
    int64_t before = wanted - DAY_SECONDS, after = wanted + DAY_SECONDS, local;
    while (after - before > 1) {
        int64_t middle = before + (after - before) / 2;
        bool is_before = time_local(&local, middle, context) && local < wanted;
        before = is_before ? middle : before;
        after = is_before ? after : middle;
    }
    return after;
}

/* Turns local seconds into Unix seconds. Offsets change at most once in a day, so that the offsets
 * of a day before and after include the one that holds, and a local time occurs twice if both give
 * it. A day begins at its first instant: at the first of two midnights, or where clocks skip
 * midnight. */
static const char *resolve_local(int64_t *seconds, bool is_day, const struct time_context *context)
{
    int64_t wanted = *seconds, early, late;
    int earlier, later;
    if (!context->local_offset(wanted - DAY_SECONDS, &earlier) ||
        !context->local_offset(wanted + DAY_SECONDS, &later) ||
        !time_local(&early, wanted - earlier, context) ||
        !time_local(&late, wanted - later, context))
        return "the local time of that year is not known: give an offset such as +01:00, or --utc";
    if (early == wanted && late == wanted && earlier != later && !is_day)
        return "this local time occurs twice, since clocks go back then: give its offset, such as "
               "+01:00";
    if (early == wanted || late == wanted)
        *seconds = wanted - (early == wanted ? earlier : later);
    else if (is_day)
        *seconds = find_skip(wanted, context);
    else
        return "this local time does not exist, since clocks go forward then: give an offset such "
               "as +01:00, or --utc";
    return NULL;
}

/* Turns the seconds of a written time, and of the end of a period, into Unix seconds. */
static const char *resolve(struct written_time *time, const struct time_context *context)
{
    if (time->is_zoned || time->is_before_all || context->local_offset == NULL)
        return NULL;
    const char *problem = resolve_local(&time->seconds, time->is_period, context);
    if (problem != NULL || !time->is_period)
        return problem;
    problem = resolve_local(&time->next, true, context);
    if (problem == NULL && time->next == time->seconds)
        problem = "this day does not exist in local time, since clocks skip it: give another, or "
                  "--utc";
    return problem;
}

/* Reads a time with Unix seconds; before 1970 they are negative. */
static const char *read_time(struct written_time *time, const char *text,
                             const struct time_context *context)
{
    const char *problem = read_form(time, text, context);
    if (problem == NULL)
        problem = resolve(time, context);
    return problem;
}

/* ---- Results --------------------------------------------------------------------------------- */

/* Commits a time, if 64 bits have it, `up` to the next ms or down. */
static const char *finish(uint64_t *unix_ms, const struct written_time *time, bool up)
{
    unsigned ms = time->ms + (up && time->is_finer); // at most 1000
    if (time->seconds < 0)
        return "before 1970-01-01T00:00:00Z, the earliest time of any ID";
    if ((uint64_t)time->seconds > (UINT64_MAX - ms) / 1000)
        return time_too_late;
    *unix_ms = (uint64_t)time->seconds * 1000 + ms;
    return NULL;
}

/* Returns whether there is no problem, else sets it. */
static bool answer(const char **problem, const char *found)
{
    if (found != NULL)
        *problem = found;
    return found == NULL;
}

bool time_parse(uint64_t *unix_ms, const char *text, const struct time_context *context,
                const char **problem)
{
    struct written_time time;
    const char *found = read_time(&time, text, context);
    if (found == NULL)
        found = finish(unix_ms, &time, false);
    return answer(problem, found);
}

bool time_parse_bound(uint64_t *unix_ms, const char *text, const struct time_context *context,
                      const char **problem)
{
    struct written_time time;
    const char *found = read_time(&time, text, context);
    if (found == NULL && *text == '@' && time.seconds >= LIKELY_MS_SECONDS)
        found = "looks like milliseconds: write Unix seconds as @1795176000.123";
    if (found == NULL && time.seconds < 0)
        *unix_ms = 0;
    else if (found == NULL)
        found = finish(unix_ms, &time, true);
    return answer(problem, found);
}

bool time_parse_span(uint64_t *ms, const char *text)
{
    uint64_t span;
    if (!time_is_digit(*text) || time_take_span(&text, &span) != NULL || *text != '\0')
        return false;
    *ms = span;
    return true;
}

bool time_parse_period(uint64_t *since_ms, uint64_t *until_ms, const char *text,
                       const struct time_context *context, const char **problem)
{
    struct written_time time, end = {0};
    uint64_t since = 0;
    const char *found = read_form(&time, text, context);
    if (found == time_no_form || found == time_almost_now || (found == NULL && !time.is_period))
        found = "not a period: give a year, a month or a day, such as 2026, 2026-11, 2026-11-20 or "
                "yesterday";
    if (found == NULL)
        found = resolve(&time, context);
    end.seconds = time.next;
    if (found == NULL)
        found = finish(&since, &time, false);
    if (found == NULL)
        found = finish(until_ms, &end, false);
    if (found == NULL)
        *since_ms = since;
    return answer(problem, found);
}
