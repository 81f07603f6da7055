/* SPDX-License-Identifier: MIT */
/* time_advice.c: takes a text apart into numbers and words, and says what they are. It does not
 * check that such a date exists. */
#include "text.h"
#include "time_forms.h"
#include "time_parse.h"

/* ---- Spans: an hour ago, in 5 minutes, now - 5m ---------------------------------------------- */

struct span {
    char text[TIME_ADVICE_SIZE]; /* numbers and units */
    size_t used;
    char sign;       /* '\0': not given */
    bool has_number; /* its unit follows */
};

static bool add(struct span *span, const char *text, size_t length)
{
    if (length >= TIME_ADVICE_SIZE - span->used - 1) // one byte is for the sign
        return false;
    memcpy(span->text + span->used, text, length);
    span->used += length;
    return true;
}

static bool set_sign(struct span *span, char sign)
{
    bool is_clear = span->sign == '\0' || span->sign == sign;
    span->sign = sign;
    return is_clear;
}

/* Months and years stay what they are: time_parse.h says why they are not units. */
static bool take_unit(struct span *span, const char **at)
{
    static const char *const longer[] = {"month", "months", "year", "years", NULL};
    const char *unit = NULL;
    uint32_t ms;
    if (!span->has_number)
        return false;
    span->has_number = false;
    if (time_take_unit(at, &ms, &unit) != NULL) {
        int word = time_take_word(at, longer);
        unit = word >= 0 ? longer[word] : NULL;
    }
    return unit != NULL && add(span, unit, strlen(unit));
}

static bool take_word_of_span(struct span *span, const char **at)
{
    static const char *const numbers[] = {"a", "an", "one", "two", "three", NULL};
    static const char *const digits[] = {"1", "1", "1", "2", "3"};
    static const char *const words[] = {"ago", "in", "last", "past", "from", "now", "and", NULL};
    static const char signs[] = {'-', '+', '-', '-', '+', '\0', '\0'};
    int word = span->has_number ? -1 : time_take_word(at, numbers);
    if (word >= 0) {
        span->has_number = true;
        return add(span, digits[word], 1);
    }
    word = time_take_word(at, words);
    if (word < 0)
        return take_unit(span, at);
    return signs[word] == '\0' || set_sign(span, signs[word]);
}

static bool take_part_of_span(struct span *span, const char **at)
{
    size_t count = time_count_digits(*at);
    if (**at == '-' || **at == '+')
        return set_sign(span, *(*at)++);
    if (time_is_letter(**at))
        return take_word_of_span(span, at);
    if (count == 0 || span->has_number || !add(span, *at, count))
        return false;
    *at += count;
    span->has_number = true;
    return true;
}

/* A unit needs a number: the last hour may end now, or at the full hour. A span without a sign is
 * rather of the past. */
static bool advise_span(char advice[TIME_ADVICE_SIZE], const char *at)
{
    struct span span = {.used = 0};
    for (time_take_blanks(&at); *at != '\0'; time_take_blanks(&at))
        if (!take_part_of_span(&span, &at))
            return false;
    if (span.used == 0 || span.has_number)
        return false;
    snprintf(advice, TIME_ADVICE_SIZE, "%c%.*s", span.sign != '\0' ? span.sign : '-',
             (int)span.used, span.text);
    return true;
}

/* ---- Dates: 20/11/2026, Nov 20 2026, and times of day ---------------------------------------- */

#define ANY_WEEKDAY (-1)

struct parts {
    unsigned year, month; /* 0: not given; month by its name */
    unsigned numbers[2];  /* of one or two digits: day, month */
    size_t number_count;
    bool is_year_first;
    int weekday;                     /* Monday is 0 */
    bool has_clock, is_pm, has_half; /* the half of a day */
    unsigned hour;
    char minutes[20]; /* ":00", ":00:00" or ":00:00.123" */
    char offset[8];
};

/* Copies bytes of a set to a text of `size`; false if they do not fit. */
static bool copy(char *out, size_t size, const char **at, const char *bytes)
{
    size_t length = strspn(*at, bytes);
    if (length >= size)
        return false;
    memcpy(out, *at, length);
    out[length] = '\0';
    *at += length;
    return true;
}

static bool take_offset(struct parts *parts, const char **at)
{
    return copy(parts->offset, sizeof parts->offset, at, "+-:0123456789");
}

static bool take_number(struct parts *parts, const char **at)
{
    size_t count = time_count_digits(*at);
    unsigned value;
    time_take_digits(at, &value, 4);
    if (count <= 2 && **at == ':' && !parts->has_clock) {
        parts->has_clock = true;
        parts->hour = value;
        return copy(parts->minutes, sizeof parts->minutes, at, ":.0123456789") &&
               (!(**at == '+' || **at == '-') || take_offset(parts, at));
    }
    if (count == 4 && parts->year == 0) {
        parts->year = value;
        parts->is_year_first = parts->number_count == 0 && parts->month == 0;
        time_take(at, ':'); // web servers write 20/Nov/2026:12:00:00
        return value > 0;
    }
    if (count > 2 || parts->number_count == 2)
        return false;
    parts->numbers[parts->number_count++] = value;
    return true;
}

/* Sets the date to the day of now, or one after or before it. */
static bool set_day(struct parts *parts, int shift, const struct time_context *context)
{
    struct date date;
    int64_t local;
    if (parts->year > 0 || !time_local(&local, (int64_t)(context->now_ms / 1000), context))
        return false;
    date_of_days(&date, local / DAY_SECONDS + shift);
    parts->year = (unsigned)date.year;
    parts->month = date.month;
    parts->numbers[parts->number_count++] = date.day;
    return true;
}

static bool take_word_of_date(struct parts *parts, const char **at,
                              const struct time_context *context)
{
    static const char *const days[] = {"yesterday", "today", "tomorrow", NULL};
    static const char *const halves[] = {"am", "pm", NULL};
    static const char *const utc[] = {"z", "utc", "gmt", NULL};
    static const char *const others[] = {"t", "at", "of", "st", "nd", "rd", "th", NULL};
    int word = time_take_name(at, time_months, SIZE_MAX);
    if (word >= 0 && parts->month == 0)
        return (parts->month = (unsigned)word + 1) > 0;
    word = time_take_name(at, time_weekdays, SIZE_MAX);
    if (word >= 0)
        return (parts->weekday = word) >= 0;
    word = time_take_word(at, days);
    if (word >= 0)
        return parts->number_count == 0 && set_day(parts, word - 1, context);
    word = time_take_word(at, halves);
    if (word >= 0) {
        parts->has_half = true;
        parts->is_pm = word == 1;
        return parts->has_clock && parts->hour >= 1 && parts->hour <= 12;
    }
    if (time_take_word(at, utc) >= 0)
        return memcpy(parts->offset, "Z", 2) != NULL;
    return time_take_word(at, others) >= 0;
}

/* Reads a part; `before` is the byte before it. */
static bool take_part_of_date(struct parts *parts, const char **at, char before,
                              const struct time_context *context)
{
    if (time_is_digit(**at))
        return take_number(parts, at);
    if (time_is_letter(**at))
        return take_word_of_date(parts, at, context);
    if ((**at == '+' || **at == '-') && before == ' ' && parts->has_clock)
        return take_offset(parts, at);
    return strchr(" /.,-", *(*at)++) != NULL;
}

/* Writes a date and what else was given; false if the day of the week is another. `month` and `day`
 * are 0 if they are not given. */
static bool write_date(char advice[TIME_ADVICE_SIZE], const struct parts *parts, unsigned month,
                       unsigned day)
{
    const struct date date = {.year = parts->year, .month = month, .day = day};
    unsigned hour = parts->has_half ? parts->hour % 12 + (parts->is_pm ? 12 : 0) : parts->hour;
    struct text text = text_format(text_begin(advice, TIME_ADVICE_SIZE), "%04u", parts->year);
    if (month > 0)
        text = text_format(text, "-%02u", month);
    if (day > 0)
        text = text_format(text, "-%02u", day);
    if (parts->has_clock)
        text = text_format(text, "T%02u%s", hour, parts->minutes);
    text_format(text, "%s", parts->offset);
    if (parts->weekday == ANY_WEEKDAY)
        return true;
    return month >= 1 && month <= 12 && date_exists(&date) &&
           time_weekday(date_to_days(&date)) == parts->weekday;
}

/* Writes the date of two numbers and a year: both orders of day and month, if both can be. */
static size_t write_numbers(char advice[TIME_ADVICE_MAX][TIME_ADVICE_SIZE],
                            const struct parts *parts)
{
    unsigned first = parts->numbers[0], second = parts->numbers[1];
    size_t count = 0;
    if (parts->is_year_first)
        return write_date(advice[0], parts, first, second);
    if (first <= 12)
        count += write_date(advice[count], parts, first, second);
    if (second <= 12 && second != first)
        count += write_date(advice[count], parts, second, first);
    return count;
}

static size_t advise_date(char advice[TIME_ADVICE_MAX][TIME_ADVICE_SIZE], const char *at,
                          const struct time_context *context)
{
    struct parts parts = {.weekday = ANY_WEEKDAY};
    for (char before = ' '; *at != '\0'; before = at[-1])
        if (!take_part_of_date(&parts, &at, before, context))
            return 0;
    if (parts.year == 0 && (!parts.has_clock || parts.number_count > 0 || parts.month > 0 ||
                            !set_day(&parts, 0, context)))
        return 0;
    if (parts.month == 0 && parts.number_count == 2)
        return write_numbers(advice, &parts);
    if (parts.month == 0)
        return write_date(advice[0], &parts, parts.numbers[0], 0);
    return parts.number_count < 2 && write_date(advice[0], &parts, parts.month, parts.numbers[0]);
}

/* ---- Numbers --------------------------------------------------------------------------------- */

/* Unix seconds with decimals, microseconds and nanoseconds of this time. */
static bool advise_unix(char advice[TIME_ADVICE_SIZE], const char *text)
{
    size_t count = time_count_digits(text);
    bool has_point =
        text[count] == '.' && text[count + 1 + time_count_digits(text + count + 1)] == '\0';
    if (count == 10 && has_point)
        snprintf(advice, TIME_ADVICE_SIZE, "@%s", text);
    else if (text[count] == '\0' && (count == 16 || count == 19))
        snprintf(advice, TIME_ADVICE_SIZE, "@%.10s.%s", text, text + 10);
    else
        return false;
    return strlen(text) + 1 < TIME_ADVICE_SIZE;
}

size_t time_advise(char advice[TIME_ADVICE_MAX][TIME_ADVICE_SIZE], const char *text,
                   const struct time_context *context)
{
    if (advise_unix(advice[0], text) || advise_span(advice[0], text))
        return 1;
    return *text == '-' || *text == '+' ? 0 : advise_date(advice, text, context);
}
