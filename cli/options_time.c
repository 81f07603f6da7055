/* SPDX-License-Identifier: MIT */
/* options_time.c: the times of options, part of the code behind options.h. It includes common/. It reads no clock: now
 * is an argument. The zone of a time without offset is that of --utc and --local. */
#include "options.h"
#include "../common/report.h"
#include "../common/time_parse.h"
#include "../common/time_zone.h"

static struct time_context context_of(const struct options *options, uint64_t now_ms)
{
    return (struct time_context){
        .now_ms = now_ms, .local_offset = options->zone == ZONE_LOCAL ? time_zone_offset : NULL};
}

_Noreturn static void refuse_time(const struct options *options, const char *what, const char *text,
                                  const char *problem)
{
    struct quote quote;
    report_usage(options->command->name, "%s %s: %s", what, quote_string(&quote, text), problem);
}

typedef bool parse_function(uint64_t *unix_ms, const char *text, const struct time_context *context,
                            const char **problem);

static uint64_t read_time(const struct options *options, const char *what, const char *text,
                          uint64_t now_ms, parse_function *parse)
{
    struct time_context context = context_of(options, now_ms);
    const char *problem;
    uint64_t unix_ms;
    if (!parse(&unix_ms, text, &context, &problem))
        refuse_time(options, what, text, problem);
    return unix_ms;
}

uint64_t options_time(const struct options *options, const char *what, const char *text,
                      uint64_t now_ms)
{
    return read_time(options, what, text, now_ms, time_parse);
}

uint64_t options_bound(const struct options *options, const char *what, const char *text,
                       uint64_t now_ms)
{
    return read_time(options, what, text, now_ms, time_parse_bound);
}

void options_period(const struct options *options, uint64_t *since_ms, uint64_t *until_ms,
                    uint64_t now_ms)
{
    struct time_context context = context_of(options, now_ms);
    const char *problem;
    if (!time_parse_period(since_ms, until_ms, options->period, &context, &problem))
        refuse_time(options, "--in", options->period, problem);
}
