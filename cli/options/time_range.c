/* SPDX-License-Identifier: MIT */
/* time_range.c: prints the times of the first and the last ID of a format, the code behind time_range.h. It
 * includes the format descriptions and report.h. It compares no times: the library refuses them, and this
 * reports why. */
#include "time_range.h"
#include "../ids/format_info.h"
#include "../../common/report.h"

#include <stdio.h>

void time_range_of(struct time_range *range, const sortid_format *format)
{
    uint8_t id[SORTID_MAX_SIZE];
    sortid_format_min(format, id);
    time_print(range->first, sortid_format_unix_ms(format, id));
    sortid_format_max(format, id);
    time_print(range->last, sortid_format_unix_ms(format, id));
}

_Noreturn void time_range_refuse(const struct options *options, const char *what, const char *ends)
{
    struct time_range range;
    time_range_of(&range, options->format);
    report_usage(options->command->name, "%s: %s has times from %s to %s%s", what,
                 info_of(options->format)->name, range.first, range.last, ends);
}

_Noreturn void time_range_refuse_time(const struct options *options, const char *what,
                                      const char *text, const char *ends)
{
    struct quote quote;
    char whole[sizeof quote + 40];
    snprintf(whole, sizeof whole, "%s %s is out of range", what, quote_string(&quote, text));
    time_range_refuse(options, whole, ends);
}
