/* SPDX-License-Identifier: MIT */
/* time.c: fuzz target: the first 8 bytes are a time in ms, the rest is a TIME of the command (up to
 * a NUL). The command must read what a grammar and another calendar read; a time that it prints must
 * be the calendar's and be read as the same time. */
#include "../fuzz.h"

#include "common/time_text.h"
#include "tests/support/calendar.h"

#include <regex.h>

/* The grammar: groups 1 year, 2 month, 3 day, 5 hour, 6 minute, 8 second, 10 fraction, 11
 * offset, 12 its sign, 13 its hours, 15 its minutes. */
#define GROUPS 16
static const char iso[] = "^([0-9]{4}|[+][0-9]{6,9}|-[0-9]{4,9})-([0-9]{2})-([0-9]{2})"
                          "([Tt]([0-9]{2}):([0-9]{2})(:([0-9]{2})([.,]([0-9]+))?)?(([+-])([0-9]{2})"
                          "(:?([0-9]{2}))?|[Zz])?)?$";

/* Groups 1 sign, 2 seconds, 4 fraction. */
static const char at_seconds[] = "^@(-?)([0-9]+)([.,]([0-9]+))?$";

/* A time as it is written. */
struct moment {
    bool is_negative; /* before 1970 */
    uint64_t seconds, ms;
    bool is_finer; /* has more digits than those of ms, and not only zeros */
    bool is_unix;  /* written with an "@" */
};

static const regex_t *grammar(const char *pattern)
{
    static regex_t compiled[2];
    static bool is_compiled[2];
    size_t which = pattern == iso;
    if (!is_compiled[which])
        MUST(regcomp(&compiled[which], pattern, REG_EXTENDED) == 0, "%s", pattern);
    is_compiled[which] = true;
    return &compiled[which];
}

/* The number of a group, 0 where it is not there; at most UINT32_MAX * 1000, which is more
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

/* Whether there is another digit than 0 behind those. */
static bool is_finer(const char *text, const regmatch_t *group)
{
    for (regoff_t i = group->rm_so + 3; group->rm_so >= 0 && i < group->rm_eo; i++)
        if (text[i] != '0')
            return true;
    return false;
}

static bool judge_seconds(struct moment *moment, const char *text)
{
    regmatch_t groups[GROUPS];
    if (regexec(grammar(at_seconds), text, GROUPS, groups, 0) != 0)
        return false;
    *moment = (struct moment){.is_negative = groups[1].rm_eo > groups[1].rm_so,
                              .seconds = number(text, &groups[2]),
                              .ms = milliseconds(text, &groups[4]),
                              .is_finer = is_finer(text, &groups[4]),
                              .is_unix = true};
    return true;
}

static bool judge_iso(struct moment *moment, const char *text)
{
    regmatch_t groups[GROUPS];
    if (regexec(grammar(iso), text, GROUPS, groups, 0) != 0)
        return false;
    uint64_t hour = number(text, &groups[5]), minute = number(text, &groups[6]);
    uint64_t second = number(text, &groups[8]);
    uint64_t ahead_hours = number(text, &groups[13]), ahead_minutes = number(text, &groups[15]);
    int64_t year = (int64_t)number(text, &groups[1]);
    unsigned month = (unsigned)number(text, &groups[2]), day = (unsigned)number(text, &groups[3]);
    int64_t ahead = (int64_t)(ahead_hours * 60 + ahead_minutes) * 60;
    if (groups[12].rm_so >= 0 && text[groups[12].rm_so] == '-')
        ahead = -ahead;
    if (!calendar_has(year, month, day) || hour > 23 || minute > 59 || second > 59 ||
        ahead_hours > 23 || ahead_minutes > 59)
        return false;
    int64_t seconds = calendar_days(year, month, day) * 86400 +
                      (int64_t)(hour * 3600 + minute * 60 + second) - ahead;
    bool is_negative = seconds < 0 || text[0] == '-'; /* a year has the days of its negative */
    *moment = (struct moment){.is_negative = is_negative,
                              .seconds = is_negative ? 0 : (uint64_t)seconds,
                              .ms = milliseconds(text, &groups[10]),
                              .is_finer = is_finer(text, &groups[10])};
    return true;
}

static bool judge(struct moment *moment, const char *text, uint64_t now_ms)
{
    if (strcmp(text, "now") != 0)
        return judge_seconds(moment, text) || judge_iso(moment, text);
    *moment = (struct moment){.seconds = now_ms / 1000, .ms = now_ms % 1000};
    return true;
}

typedef bool reader(uint64_t *unix_ms, const char *text, uint64_t now_ms, const char **problem);

static void expect_reading(reader *read, const char *text, uint64_t now_ms, bool is_time,
                           uint64_t wanted)
{
    const char *problem = NULL;
    uint64_t unix_ms = CANARY;
    MUST(read(&unix_ms, text, now_ms, &problem) == is_time, "\"%s\": %s", text,
         problem != NULL ? problem : "accepted");
    MUST((problem == NULL) == is_time, "\"%s\": words", text);
    MUST(unix_ms == (is_time ? wanted : CANARY), "\"%s\": %llu, not %llu", text,
         (unsigned long long)unix_ms, (unsigned long long)wanted);
}

/* Whether 64 bits have the ms, and which they are. */
static bool ms_of(uint64_t *unix_ms, const struct moment *moment, uint64_t more)
{
    uint64_t ms = moment->ms + more;
    if (moment->seconds > UINT64_MAX / 1000 || moment->seconds * 1000 > UINT64_MAX - ms)
        return false;
    *unix_ms = moment->seconds * 1000 + ms;
    return true;
}

static void read_time(const char *text, uint64_t now_ms)
{
    struct moment moment = {0};
    uint64_t wanted = 0;
    bool is_read = judge(&moment, text, now_ms);
    bool is_time = is_read && !moment.is_negative && ms_of(&wanted, &moment, 0);
    expect_reading(time_parse, text, now_ms, is_time, wanted);
    bool is_bound = is_read;
    wanted = 0;
    if (is_read && !moment.is_negative)
        is_bound = ms_of(&wanted, &moment, moment.is_finer) &&
                   !(moment.is_unix && moment.seconds >= 1000000000000);
    expect_reading(time_parse_bound, text, now_ms, is_bound, wanted);
}

static void print_time(uint64_t unix_ms)
{
    char text[TIME_TEXT_SIZE], wanted[CALENDAR_TEXT_SIZE];
    const char *problem;
    uint64_t back = 0;
    size_t length = time_print(text, unix_ms);
    MUST(calendar_print(wanted, unix_ms) == length, "%s, not %s", text, wanted);
    MUST(strcmp(text, wanted) == 0, "%s, not %s", text, wanted);
    MUST(time_parse(&back, text, 0, &problem) && back == unix_ms, "%s is not read back", text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input input = {data, size};
    uint64_t unix_ms = fuzz_number(&input);
    char *string = (char *)fuzz_room(input.left + 1);
    memcpy(string, input.at, input.left);
    string[input.left] = '\0';
    read_time(string, unix_ms);
    print_time(unix_ms);
    print_time(unix_ms % 253402300800000 + 86400000); // years of four digits, mostly
    free(string);
    return 0;
}
