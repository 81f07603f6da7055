/* SPDX-License-Identifier: MIT */
/* time_forms.h: the readers of the forms of a time, and what they share. Readers named take_...
 * move *at past what they read. Those that return a text return NULL, or what is wrong. */
#pragma once

#include "date.h"
#include "time_context.h"

#include <string.h>

/* A time as it is written: Unix seconds, or seconds from the start of a day that has an offset or
 * is UTC or local. */
struct written_time {
    int64_t seconds; /* below 2^61, either way */
    unsigned ms;
    bool is_finer;      /* the time is later than these ms, by less than one */
    bool is_zoned;      /* `seconds` are Unix seconds */
    bool is_before_all; /* a year before 0000: before 1970 in any zone */
    bool is_period;     /* a day, a month or a year, without a time of day */
    int64_t next;       /* the start of the day after the period, as `seconds` */
};

extern const char time_almost_now[]; /* it is a slip of `now` */
extern const char time_too_late[];

/* ---- time_forms.c: bytes, digits, words, zones ----------------------------------------------- */

static inline bool time_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool time_is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* How many of the next bytes are digits, or letters. */
static inline size_t time_count_digits(const char *at)
{
    return strspn(at, "0123456789");
}

static inline size_t time_count_letters(const char *at)
{
    return strspn(at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
}

/* Reads one byte if it is this one. */
bool time_take(const char **at, char c);

/* Reads blanks; whether there was one. */
bool time_take_blanks(const char **at);

/* Reads up to `most` (<= 9) digits; returns how many there were. */
unsigned time_take_digits(const char **at, unsigned *value, unsigned most);

/* Reads a word, all of the letters that follow, in any case: its index in `words`, NULL after the
 * last; -1 if it is another, and then reads nothing. */
int time_take_word(const char **at, const char *const *words);

/* The English names of months and days of the week, from January and Monday on, and NULL. */
extern const char *const time_months[], *const time_weekdays[];

/* Reads one of these names, or its first letters, `most` at most but at least three, in any case:
 * its index; -1 if it is another word, and then reads nothing. */
int time_take_name(const char **at, const char *const *names, size_t most);

/* Reads the fraction of a second, if there is one. */
const char *time_take_fraction(const char **at, struct written_time *time);

/* The local time of Unix seconds, as seconds since 1970 of a clock that shows it; false if the zone
 * is not known. */
bool time_local(int64_t *local, int64_t unix_seconds, const struct time_context *context);

/* ---- time_date.c ----------------------------------------------------------------------------- */

/* The day of the week of a day, in days from 1970-01-01; Monday is 0. */
int time_weekday(int64_t days);

/* YEAR, MONTH or DATE, with a time of day or without one. */
const char *time_read_date(struct written_time *time, const char *at);

/* MAIL, and whether a text that begins with a digit is one by its month's name. */
const char *time_read_mail(struct written_time *time, const char *at);
bool time_is_mail(const char *at);

/* ---- time_relative.c ------------------------------------------------------------------------- */

/* Reads a UNIT as ms, and its shortest name (NULL: not wanted). */
const char *time_take_unit(const char **at, uint32_t *ms, const char **shortest);

/* Reads a SPAN as ms, below 2^60. */
const char *time_take_span(const char **at, uint64_t *ms);

/* now, now SHIFT, today, yesterday, tomorrow. */
const char *time_read_word(struct written_time *time, const char *at,
                           const struct time_context *context);

/* SHIFT. */
const char *time_read_shift(struct written_time *time, const char *at, uint64_t now_ms);

/* SPAN ago. */
const char *time_read_ago(struct written_time *time, const char *at, uint64_t now_ms);
