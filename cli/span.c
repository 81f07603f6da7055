/* SPDX-License-Identifier: MIT */
/* span.c: asks the table for the first and the last ID of a format. Called by
 * formats.c, gen.c and range.c. It compares no times: the library refuses them,
 * and this tells why. */
#include "span.h"
#include "format_info.h"
#include "report.h"

void span_of(struct span *span, const sortid_format *format)
{
    uint8_t id[SORTID_MAX_SIZE];
    sortid_format_min(format, id);
    when_print(span->first, sortid_format_unix_ms(format, id));
    sortid_format_max(format, id);
    when_print(span->last, sortid_format_unix_ms(format, id));
}

_Noreturn void span_refuse(const struct options *options, const char *what, const char *ends)
{
    struct span span;
    span_of(&span, options->format);
    report_usage(options->command->name, "%s: the times of %s go from %s to %s%s", what,
                 info_of(options->format)->name, span.first, span.last, ends);
}
