/* SPDX-License-Identifier: MIT */
/* range.c: `sortid range`, the smallest and the largest ID of a time span, for
 * database queries and sorted files. Called by main.c. It never cuts a span to
 * what the format can hold: a time outside is wrong usage. */
#include "options.h"
#include "output.h"
#include "pace.h"
#include "report.h"
#include "span.h"

static void print_id(const sortid_format *format, const uint8_t *id)
{
    char *out = output_room(SORTID_MAX_TEXT_SIZE);
    size_t length = sortid_format_print(out, format, SORTID_ENCODING_TEXT, id);
    out[length++] = '\n'; // in the place of the NUL
    output_used(length);
}

void run_range(struct options *options)
{
    options_take_format(options);
    if (options->argument_count == 0)
        report_usage("range", "SINCE is needed: a time such as 2026-11-20 or @1795132800");
    options_limit_arguments(options, 2);

    uint64_t now_ms = pace_now_ms();
    uint64_t since = options_time(options, "SINCE", options->arguments[0], now_ms);
    uint64_t last = since; // the last ms of the span
    if (options->argument_count == 2) {
        uint64_t until = options_time(options, "UNTIL", options->arguments[1], now_ms);
        if (until <= since)
            report_usage("range", "UNTIL must be after SINCE");
        last = until - 1;
    }
    uint8_t smallest[SORTID_MAX_SIZE], largest[SORTID_MAX_SIZE];
    if (sortid_format_min_at(smallest, options->format, since) != SORTID_OK)
        span_refuse(options, "SINCE", "");
    if (sortid_format_max_at(largest, options->format, last) != SORTID_OK)
        span_refuse(options, "UNTIL", "");
    print_id(options->format, smallest);
    print_id(options->format, largest);
}
