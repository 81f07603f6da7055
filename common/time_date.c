/* SPDX-License-Identifier: MIT */
/* time_date.c: reads dates with and without a time of day, as ISO 8601 and RFC 2822 write them. */
#include "time_forms.h"

/* ---- Parts ----------------------------------------------------------------------------------- */

/* Reads two digits, at most `last`. */
static const char *take_two(const char **at, unsigned *value, unsigned last, const char *problem)
{
    return time_take_digits(at, value, 2) == 2 && *value <= last ? NULL : problem;
}

/* Reads 4 digits, or a plus and 6 to 9 of them, or a minus and 4 to 9. */
static const char *take_year(const char **at, uint64_t *year, bool *is_negative)
{
    unsigned value;
    *is_negative = **at == '-' && time_is_digit((*at)[1]) && time_take(at, '-');
    bool has_plus = !*is_negative && time_take(at, '+');
    unsigned count = time_take_digits(at, &value, *is_negative || has_plus ? 9 : 4);
    bool has_more = time_is_digit(**at);
    *year = value;
    if (*is_negative)
        return count >= 4 && !has_more
                   ? NULL
                   : "a year before 0000 needs 4 to 9 digits, as in -0044-03-15";
    if (has_plus)
        return count >= 6 && !has_more
                   ? NULL
                   : "a year with a sign needs 6 to 9 digits, as in +010889-08-02";
    if (count < 4)
        return time_no_form;
    return has_more ? "a year has 4 digits; write one past 9999 as +010889-08-02, and "
                      "Unix seconds as @1795176000"
                    : NULL;
}

/* Reads hh:mm, hh:mm:ss, and hh:mm:ss.fff if `fraction`, and adds it to time->seconds. */
static const char *take_clock(const char **at, struct written_time *time, bool fraction)
{
    unsigned hour = 0, minute = 0, second = 0;
    const char *problem = take_two(at, &hour, 23, "hours are two digits, 00 to 23");
    if (problem == NULL && !time_take(at, ':'))
        problem = "write the time of day as 12:00, 12:00:00 or 12:00:00.123";
    if (problem == NULL)
        problem = take_two(at, &minute, 59, "minutes are two digits, 00 to 59");
    if (problem == NULL && time_take(at, ':')) {
        problem = take_two(at, &second, 59,
                           "seconds are two digits, 00 to 59 (Unix time has no leap second 60)");
        if (problem == NULL && fraction)
            problem = time_take_fraction(at, time);
    }
    time->seconds += hour * 3600 + minute * 60 + second;
    return problem;
}

/* Reads a sign with hh:mm, hhmm or hh, as seconds ahead of UTC. */
static const char *take_hours_ahead(const char **at, int *seconds)
{
    static const char shape[] = "write an offset as Z, +hh:mm, +hhmm or +hh, up to 23:59";
    unsigned hour, minute = 0;
    bool is_negative = **at == '-';
    ++*at;
    const char *problem = take_two(at, &hour, 23, shape);
    if (problem == NULL && (time_take(at, ':') || time_is_digit(**at)))
        problem = take_two(at, &minute, 59, shape);
    if (problem == NULL) {
        *seconds = (int)(hour * 3600 + minute * 60);
        *seconds = is_negative ? -*seconds : *seconds;
    }
    return problem;
}

/* Reads an offset, which must be all of the rest. */
static const char *read_offset(const char *at, struct written_time *time)
{
    static const char *const utc[] = {"z", "utc", "gmt", NULL};
    const char *problem = NULL;
    int ahead = 0;
    time->is_zoned = true;
    if (*at == '+' || *at == '-')
        problem = take_hours_ahead(&at, &ahead);
    else if (time_take_word(&at, utc) < 0)
        return "unexpected text after the time: only Z, UTC, GMT or an offset such as +01:00 may "
               "follow";
    time->seconds -= ahead;
    if (problem == NULL && *at != '\0')
        problem = "unexpected text at the end: write a time as 2026-11-20T12:00:00.123Z";
    return problem;
}

/* ---- ISO 8601 -------------------------------------------------------------------------------- */

/* What a date names. */
enum precision { A_YEAR, A_MONTH, A_DAY };

/* Reads the month and the day, as far as they are given. */
static const char *take_month_and_day(const char **at, struct date *date, enum precision *precision)
{
    static const char shape[] = "write a date as year, month and day: 2026-11-20";
    *date = (struct date){.year = date->year, .month = 1, .day = 1};
    *precision = A_YEAR;
    if (**at == '\0')
        return NULL;
    if (!time_take(at, '-') || time_take_digits(at, &date->month, 2) < 2)
        return shape;
    if (date->month < 1 || date->month > 12)
        return "no such month: months are 01 to 12";
    *precision = A_MONTH;
    if (**at == '\0')
        return NULL;
    if (!time_take(at, '-') || time_take_digits(at, &date->day, 2) < 2)
        return shape;
    *precision = A_DAY;
    return date_exists(date) ? NULL : "no such day in that month and year";
}

/* The day after the period of a date. */
static int64_t day_after(const struct date *date, enum precision precision)
{
    struct date next = {.year = date->year + 1, .month = 1, .day = 1};
    if (precision == A_DAY)
        return date_to_days(date) + 1;
    if (precision == A_MONTH && date->month < 12)
        next = (struct date){.year = date->year, .month = date->month + 1, .day = 1};
    return date_to_days(&next);
}

/* Reads what follows a date: a time of day, and an offset or none. */
static const char *read_time_of_day(const char *at, struct written_time *time)
{
    if (!time_take(&at, 'T') && !time_take(&at, 't') && !time_take_blanks(&at))
        return "unexpected text at the end: write a time as 2026-11-20T12:00:00.123Z";
    const char *problem = take_clock(&at, time, true);
    if (problem != NULL || *at == '\0')
        return problem;
    time_take_blanks(&at);
    return read_offset(at, time);
}

const char *time_read_date(struct written_time *time, const char *at)
{
    struct date date;
    enum precision precision;
    const char *problem = take_year(&at, &date.year, &time->is_before_all);
    if (problem == NULL)
        problem = take_month_and_day(&at, &date, &precision);
    if (problem != NULL)
        return problem;
    time->seconds = date_to_days(&date) * DAY_SECONDS; // |days| < 2^39, so all sums are below 2^56
    time->next = day_after(&date, precision) * DAY_SECONDS;
    time->is_period = *at == '\0';
    if (!time->is_period)
        problem = read_time_of_day(at, time);
    if (time->is_before_all) // checked as the positive year; any time before 1970 will do
        time->seconds = -1;
    return problem;
}

/* ---- RFC 2822 -------------------------------------------------------------------------------- */

bool time_is_mail(const char *at)
{
    unsigned day;
    time_take_digits(&at, &day, 2);
    return time_take_blanks(&at) && time_take_name(&at, time_months, 3) >= 0;
}

/* Reads the name of a day and a comma, if there is one; -1: none. Monday is 0. */
static const char *take_day_name(const char **at, int *weekday)
{
    *weekday = -1;
    if (!time_is_letter(**at))
        return NULL;
    *weekday = time_take_name(at, time_weekdays, 3);
    if (*weekday < 0 || !time_take(at, ','))
        return "days of the week are Mon, Tue, Wed, Thu, Fri, Sat and Sun";
    time_take_blanks(at);
    return NULL;
}

static const char *take_mail_date(const char **at, struct date *date)
{
    static const char shape[] = "write a date with a month's name as 20 Nov 2026 12:00:00 +0000";
    unsigned year;
    if (time_take_digits(at, &date->day, 2) == 0 || !time_take_blanks(at))
        return shape;
    date->month = (unsigned)(time_take_name(at, time_months, 3) + 1);
    if (date->month == 0 || !time_take_blanks(at) || time_take_digits(at, &year, 4) < 4 ||
        !time_take_blanks(at))
        return shape;
    date->year = year;
    return date_exists(date) ? NULL : "no such day in that month and year";
}

int time_weekday(int64_t days)
{
    return (int)((days + 7 * 719530 + 3) % 7); // 1970-01-01 was a Thursday
}

const char *time_read_mail(struct written_time *time, const char *at)
{
    struct date date = {0};
    int weekday = -1;
    const char *problem = take_day_name(&at, &weekday);
    if (problem == NULL)
        problem = take_mail_date(&at, &date);
    if (problem != NULL)
        return problem;
    int64_t days = date_to_days(&date);
    if (weekday >= 0 && time_weekday(days) != weekday)
        return "the day of the week is not that of the date";
    time->seconds = days * DAY_SECONDS;
    problem = take_clock(&at, time, false);
    if (problem == NULL && !time_take_blanks(&at))
        problem = "a date with a month's name needs an offset: 20 Nov 2026 12:00:00 +0000";
    return problem == NULL ? read_offset(at, time) : problem;
}
