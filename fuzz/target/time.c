/* SPDX-License-Identifier: MIT */
/* time.c: fuzz target: the first bytes are a time in ms and a time zone, the rest is a TIME or
 * PERIOD of the command (up to a NUL). The command must read what regular expressions and another
 * calendar read; a time that it prints must be the calendar's and be read as the same time. */
#include "../fuzz.h"

#include "common/time_parse.h"
#include "common/time_text.h"
#include "tests/support/calendar.h"

#include <ctype.h>
#include <regex.h>

/* ---- The grammar, in small letters ------------------------------------------------ */

#define CLOCK  "([0-9]{2}):([0-9]{2})(:([0-9]{2})([.,]([0-9]+))?)?"
#define OFFSET "(z|utc|gmt|([+-])([0-9]{2})(:?([0-9]{2}))?)"
#define UNIT   "(ms|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|wks?|weeks?)"

/* The groups of CLOCK and OFFSET, counted from the first of each. */
enum { HOUR = 0, MINUTE = 1, SECOND = 3, FRACTION = 5 };
enum { SIGN = 1, HOURS_AHEAD = 2, MINUTES_AHEAD = 4 };

#define GROUPS 24

enum form { A_DATE, A_MAIL, A_SHIFT, AN_AGO, A_PART, AN_AT, FORM_COUNT };

static const char *const patterns[FORM_COUNT] = {
    /* 1 year, 3 month, 5 day, 6 the rest, 8 CLOCK, 15 OFFSET */
    [A_DATE] = "^([0-9]{4}|[+][0-9]{6,9}|-[0-9]{4,9})(-([0-9]{2})(-([0-9]{2})"
               "((t| +)" CLOCK "( *" OFFSET ")?)?)?)?$",
    /* 2 day of the week, 3 day, 4 month, 5 year, 6 CLOCK, 12 OFFSET */
    [A_MAIL] = "^((mon|tue|wed|thu|fri|sat|sun), *)?([0-9]{1,2}) +(jan|feb|mar|apr|may|jun|jul|aug|"
               "sep|oct|nov|dec) +([0-9]{4}) +" CLOCK " +" OFFSET "$",
    /* 2 sign, 3 span */
    [A_SHIFT] = "^(now)?([+-])(([0-9]{1,9} *" UNIT ")+)$",
    /* 1 span */
    [AN_AGO] = "^(([0-9]{1,9} *" UNIT ")+) +ago$",
    /* 1 number, 2 unit */
    [A_PART] = "^([0-9]{1,9}) *([a-z]+)",
    /* 1 sign, 2 seconds, 4 fraction */
    [AN_AT] = "^@(-?)([0-9]+)([.,]([0-9]+))?$",
};

static bool matches(enum form form, const char *text, regmatch_t groups[GROUPS])
{
    static regex_t compiled[FORM_COUNT];
    static bool is_compiled[FORM_COUNT];
    if (!is_compiled[form])
        MUST(regcomp(&compiled[form], patterns[form], REG_EXTENDED) == 0, "%s", patterns[form]);
    is_compiled[form] = true;
    return regexec(&compiled[form], text, GROUPS, groups, 0) == 0;
}

/* The number of a group, 0 where it is not there; at most UINT64_MAX / 100, which is more
 * than any rule below allows. */
static uint64_t number(const char *text, const regmatch_t *group)
{
    uint64_t value = 0;
    for (regoff_t i = group->rm_so; i >= 0 && i < group->rm_eo; i++) {
        if (text[i] == '+' || text[i] == '-')
            continue;
        value = 10 * value + (uint64_t)(text[i] - '0');
        if (value > UINT64_MAX / 100)
            return UINT64_MAX / 100;
    }
    return value;
}

/* The first three digits of a fraction. */
static uint64_t milliseconds(const char *text, const regmatch_t *group)
{
    uint64_t ms = 0;
    for (regoff_t i = group->rm_so, k = 0; k < 3; i++, k++)
        ms = 10 * ms + (group->rm_so >= 0 && i < group->rm_eo ? (uint64_t)(text[i] - '0') : 0);
    return ms;
}

/* Whether a digit after those is not 0. */
static bool is_finer(const char *text, const regmatch_t *group)
{
    for (regoff_t i = group->rm_so + 3; group->rm_so >= 0 && i < group->rm_eo; i++)
        if (text[i] != '0')
            return true;
    return false;
}

/* ---- The zone ------------------------------------------------------------------------ */

/* A zone that changes its offset once, or UTC. */
static struct {
    bool is_local;
    int64_t change;    /* Unix seconds */
    int before, after; /* seconds ahead of UTC */
} zone;

static bool local_offset(int64_t unix_seconds, int *ahead)
{
    *ahead = unix_seconds < zone.change ? zone.before : zone.after;
    return true;
}

/* Turns local seconds into Unix seconds, if exactly one time has them; those of a day into its
 * first time. */
static bool to_unix(int64_t *seconds, bool is_day)
{
    int64_t first = *seconds - zone.before, second = *seconds - zone.after;
    bool is_first = first < zone.change, is_second = second >= zone.change;
    if (!zone.is_local)
        return true;
    *seconds = is_first ? first : is_second ? second : zone.change;
    return is_day || is_first != is_second;
}

/* ---- The judge ----------------------------------------------------------------------- */

/* A time as it is written. */
struct moment {
    bool is_before_all; /* a year before 0000 */
    bool is_at;         /* written with an "@" */
    bool is_zoned;      /* `seconds` are Unix seconds; else those of the zone's clock */
    bool is_period;
    int64_t seconds;
    int64_t end; /* of the period */
    uint64_t ms;
    bool is_finer; /* has more digits than those of ms, and not only zeros */
};

/* Reads a time of day and an offset from their first groups. */
static bool judge_clock(struct moment *moment, const char *text, const regmatch_t *clock,
                        const regmatch_t *offset)
{
    uint64_t hour = number(text, &clock[HOUR]), minute = number(text, &clock[MINUTE]);
    uint64_t second = number(text, &clock[SECOND]);
    uint64_t ahead_hours = number(text, &offset[HOURS_AHEAD]);
    uint64_t ahead_minutes = number(text, &offset[MINUTES_AHEAD]);
    int64_t ahead = (int64_t)(ahead_hours * 60 + ahead_minutes) * 60;
    bool is_behind = offset[SIGN].rm_so >= 0 && text[offset[SIGN].rm_so] == '-';
    moment->seconds += (int64_t)(hour * 3600 + minute * 60 + second) - (is_behind ? -ahead : ahead);
    moment->ms = milliseconds(text, &clock[FRACTION]);
    moment->is_finer = is_finer(text, &clock[FRACTION]);
    moment->is_zoned = offset->rm_so >= 0;
    return hour < 24 && minute < 60 && second < 60 && ahead_hours < 24 && ahead_minutes < 60;
}

static bool judge_date(struct moment *moment, const char *text)
{
    regmatch_t groups[GROUPS];
    if (!matches(A_DATE, text, groups))
        return false;
    bool has_month = groups[3].rm_so >= 0, has_day = groups[5].rm_so >= 0;
    int64_t year = (int64_t)number(text, &groups[1]);
    unsigned month = has_month ? (unsigned)number(text, &groups[3]) : 1;
    unsigned day = has_day ? (unsigned)number(text, &groups[5]) : 1;
    if (!calendar_has(year, month, day) || (text[0] == '-' && !has_month && groups[1].rm_eo < 7))
        return false;
    moment->is_before_all = text[0] == '-'; /* a year has the days of its negative */
    moment->seconds = calendar_days(year, month, day) * 86400;
    moment->is_period = groups[6].rm_so < 0;
    if (has_day)
        moment->end = moment->seconds + 86400;
    else if (has_month && month < 12)
        moment->end = calendar_days(year, month + 1, 1) * 86400;
    else
        moment->end = calendar_days(year + 1, 1, 1) * 86400;
    return moment->is_period || judge_clock(moment, text, &groups[8], &groups[15]);
}

/* The place of a group of three letters in a list of such, from 0. */
static unsigned place(const char *list, const char *text, const regmatch_t *group)
{
    char name[4] = {text[group->rm_so], text[group->rm_so + 1], text[group->rm_so + 2], '\0'};
    return (unsigned)(strstr(list, name) - list) / 3;
}

static bool judge_mail(struct moment *moment, const char *text)
{
    regmatch_t groups[GROUPS];
    if (!matches(A_MAIL, text, groups) || groups[6 + FRACTION].rm_so >= 0)
        return false;
    int64_t year = (int64_t)number(text, &groups[5]);
    unsigned month = 1 + place("janfebmaraprmayjunjulaugsepoctnovdec", text, &groups[4]);
    unsigned day = (unsigned)number(text, &groups[3]);
    if (!calendar_has(year, month, day))
        return false;
    int64_t days = calendar_days(year, month, day);
    int64_t weekday = ((days + 4) % 7 + 7) % 7; /* 1970-01-01 was a Thursday */
    if (groups[2].rm_so >= 0 && place("sunmontuewedthufrisat", text, &groups[2]) != weekday)
        return false;
    moment->seconds = days * 86400;
    return judge_clock(moment, text, &groups[6], &groups[12]);
}

static uint64_t unit_ms(const char *unit)
{
    if (unit[0] == 'm' && unit[1] == 's')
        return 1;
    switch (unit[0]) {
    case 's':
        return 1000;
    case 'm':
        return 60000;
    case 'h':
        return 3600000;
    case 'd':
        return 86400000;
    default:
        return 604800000;
    }
}

/* Adds a span, which matches its pattern, to now; false if it is too long. */
static bool add_span(struct moment *moment, const char *span, uint64_t now_ms, int sign)
{
    regmatch_t groups[GROUPS];
    uint64_t ms = 0;
    while (isdigit((unsigned char)*span) && matches(A_PART, span, groups)) {
        ms += number(span, &groups[1]) * unit_ms(span + groups[2].rm_so);
        if (ms >> 60 != 0)
            return false;
        span += groups[0].rm_eo;
    }
    int64_t rest = (int64_t)(now_ms % 1000) + sign * (int64_t)(ms % 1000);
    moment->ms = (uint64_t)(rest + 1000) % 1000;
    moment->seconds =
        (int64_t)(now_ms / 1000) + sign * (int64_t)(ms / 1000) + (rest < 0 ? -1 : rest / 1000);
    moment->is_zoned = true;
    return true;
}

static bool judge_shift(struct moment *moment, const char *text, uint64_t now_ms)
{
    regmatch_t groups[GROUPS];
    if (matches(AN_AGO, text, groups))
        return add_span(moment, text, now_ms, -1);
    if (!matches(A_SHIFT, text, groups))
        return false;
    return add_span(moment, text + groups[3].rm_so, now_ms, text[groups[2].rm_so] == '-' ? -1 : 1);
}

static bool judge_at(struct moment *moment, const char *text)
{
    regmatch_t groups[GROUPS];
    if (!matches(AN_AT, text, groups))
        return false;
    uint64_t seconds = number(text, &groups[2]);
    moment->is_at = moment->is_zoned = true;
    moment->seconds = groups[1].rm_eo > groups[1].rm_so ? -1 : (int64_t)seconds;
    moment->ms = milliseconds(text, &groups[4]);
    moment->is_finer = is_finer(text, &groups[4]);
    return moment->seconds < 0 || seconds <= UINT64_MAX / 1000;
}

/* Ten digits are seconds, thirteen are ms. */
static bool judge_digits(struct moment *moment, const char *text)
{
    size_t length = strspn(text, "0123456789");
    regmatch_t all = {.rm_so = 0, .rm_eo = (regoff_t)length};
    if (text[length] != '\0' || (length != 10 && length != 13))
        return false;
    uint64_t ms = number(text, &all) * (length == 10 ? 1000 : 1);
    *moment = (struct moment){.seconds = (int64_t)(ms / 1000), .ms = ms % 1000, .is_zoned = true};
    return true;
}

static bool judge_word(struct moment *moment, const char *text, uint64_t now_ms)
{
    static const char *const days[] = {"yesterday", "today", "tomorrow"};
    int ahead = 0;
    if (strcmp(text, "now") == 0)
        return add_span(moment, "", now_ms, 1);
    if (zone.is_local)
        local_offset((int64_t)(now_ms / 1000), &ahead);
    int64_t local = (int64_t)(now_ms / 1000) + ahead;
    for (int i = 0; i < 3; i++)
        if (strcmp(text, days[i]) == 0) {
            moment->seconds = ((local < 0 ? 0 : local) / 86400 + i - 1) * 86400;
            moment->end = moment->seconds + 86400;
            moment->is_period = true;
            return true;
        }
    return false;
}

/* Reads any form; `text` is in small letters. */
static bool judge(struct moment *moment, const char *text, uint64_t now_ms)
{
    *moment = (struct moment){0};
    return judge_word(moment, text, now_ms) || judge_at(moment, text) ||
           judge_digits(moment, text) || judge_shift(moment, text, now_ms) ||
           judge_mail(moment, text) || judge_date(moment, text);
}

/* ---- The comparison ------------------------------------------------------------------- */

static void expect(const char *text, bool is_read, bool wanted, const char *problem,
                   uint64_t unix_ms, uint64_t wanted_ms)
{
    MUST(is_read == wanted, "\"%s\": %s", text, problem != NULL ? problem : "accepted");
    MUST((problem == NULL) == wanted, "\"%s\": words", text);
    MUST(unix_ms == (wanted ? wanted_ms : CANARY), "\"%s\": %llu, not %llu", text,
         (unsigned long long)unix_ms, (unsigned long long)wanted_ms);
}

/* Whether 64 bits have the ms, and which they are. */
static bool ms_of(uint64_t *unix_ms, int64_t seconds, uint64_t ms)
{
    if (seconds < 0 || (uint64_t)seconds > UINT64_MAX / 1000 ||
        (uint64_t)seconds * 1000 > UINT64_MAX - ms)
        return false;
    *unix_ms = (uint64_t)seconds * 1000 + ms;
    return true;
}

static void read_time(const char *text, const struct moment *moment, bool is_read,
                      const struct time_context *context)
{
    const char *problem = NULL;
    uint64_t unix_ms = CANARY, wanted = 0;
    bool is_before = moment->is_before_all || moment->seconds < 0;
    bool is_time = is_read && !is_before && ms_of(&wanted, moment->seconds, moment->ms);
    bool found = time_parse(&unix_ms, text, context, &problem);
    expect(text, found, is_time, problem, unix_ms, wanted);
    problem = NULL;
    unix_ms = CANARY;
    wanted = 0;
    bool is_bound = is_read && !(moment->is_at && moment->seconds >= 1000000000000);
    if (is_bound && !is_before)
        is_bound = ms_of(&wanted, moment->seconds, moment->ms + moment->is_finer);
    found = time_parse_bound(&unix_ms, text, context, &problem);
    expect(text, found, is_bound, problem, unix_ms, wanted);
}

static void read_period(const char *text, const struct moment *moment, bool is_read, int64_t end,
                        const struct time_context *context)
{
    const char *problem = NULL;
    uint64_t since = CANARY, until = CANARY, wanted_since = 0, wanted_until = 0;
    bool is_period = is_read && moment->is_period && !moment->is_before_all &&
                     ms_of(&wanted_since, moment->seconds, 0) && ms_of(&wanted_until, end, 0);
    bool found = time_parse_period(&since, &until, text, context, &problem);
    expect(text, found, is_period, problem, since, wanted_since);
    MUST(until == (is_period ? wanted_until : CANARY), "\"%s\": until %llu", text,
         (unsigned long long)until);
}

/* What is advised is a text without blanks that a shell takes as it is. */
static void read_advice(const char *text, const struct time_context *context)
{
    char advice[TIME_ADVICE_MAX][TIME_ADVICE_SIZE];
    size_t count = time_advise(advice, text, context);
    MUST(count <= TIME_ADVICE_MAX, "\"%s\": %zu", text, count);
    for (size_t i = 0; i < count; i++) {
        const char *end = memchr(advice[i], '\0', TIME_ADVICE_SIZE);
        MUST(end != NULL && end > advice[i], "\"%s\": %.64s", text, advice[i]);
        for (const char *at = advice[i]; at < end; at++)
            MUST(*at != '\0' && (isalnum((unsigned char)*at) || strchr("@+-:.", *at) != NULL),
                 "\"%s\": %s", text, advice[i]);
    }
}

/* Whether a text has M as a unit, which may be minutes or months. */
static bool has_unit_m(const char *text)
{
    for (const char *at = strchr(text, 'M'); at != NULL; at = strchr(at + 1, 'M')) {
        const char *before = at;
        while (before > text && before[-1] == ' ')
            before--;
        if (before > text && isdigit((unsigned char)before[-1]) && !isalpha((unsigned char)at[1]))
            return true;
    }
    return false;
}

static void read_text(const char *text, uint64_t now_ms)
{
    struct time_context context = {.now_ms = now_ms,
                                   .local_offset = zone.is_local ? local_offset : NULL};
    struct moment moment;
    char *small = strdup(text);
    for (char *at = small; *at != '\0'; at++)
        *at = (char)(*at >= 'A' && *at <= 'Z' ? *at + 32 : *at);
    bool is_read = judge(&moment, small, now_ms) && !has_unit_m(text);
    int64_t end = moment.end;
    to_unix(&end, true);
    if (is_read && !moment.is_zoned && !moment.is_before_all)
        is_read = to_unix(&moment.seconds, moment.is_period) &&
                  !(moment.is_period && moment.seconds == end); /* a day that does not exist */
    read_time(text, &moment, is_read, &context);
    read_period(text, &moment, is_read, end, &context);
    read_advice(text, &context);
    free(small);
}

static void print_time(uint64_t unix_ms)
{
    struct time_context context = {.now_ms = 0};
    char text[TIME_TEXT_SIZE], wanted[CALENDAR_TEXT_SIZE];
    const char *problem;
    uint64_t back = 0;
    size_t length = time_print(text, unix_ms);
    MUST(calendar_print(wanted, unix_ms) == length, "%s, not %s", text, wanted);
    MUST(strcmp(text, wanted) == 0, "%s, not %s", text, wanted);
    MUST(time_parse(&back, text, &context, &problem) && back == unix_ms, "%s is not read back",
         text);
}

/* Three bytes: local or not, and the offsets in quarters of an hour, up to 15 hours; the zone
 * changes at a time of the years up to 2106. */
static void set_zone(struct fuzz_input *input, uint64_t time)
{
    zone.is_local = fuzz_below(input, 2) == 1;
    zone.before = ((int)fuzz_below(input, 121) - 60) * 900;
    zone.after = ((int)fuzz_below(input, 121) - 60) * 900;
    zone.change = (int64_t)(time / 1000 % (UINT64_C(1) << 32));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input input = {data, size};
    uint64_t unix_ms = fuzz_number(&input);
    set_zone(&input, unix_ms);
    char *string = (char *)fuzz_room(input.left + 1);
    memcpy(string, input.at, input.left);
    string[input.left] = '\0';
    read_text(string, unix_ms);
    print_time(unix_ms);
    print_time(unix_ms % 253402300800000 + 86400000); // mostly years of four digits
    free(string);
    return 0;
}
