/* SPDX-License-Identifier: MIT */
/* range.c: asks the table for the first and the last ID of a format. Called by
 * formats.c, gen.c and range.c. It compares no times: the library refuses them,
 * and this tells why. */
#include "time_range.h"
#include "format_info.h"
#include "../common/report.h"

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
    report_usage(options->command->name, "%s: the times of %s go from %s to %s%s", what,
                 info_of(options->format)->name, range.first, range.last, ends);
}
