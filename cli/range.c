/* SPDX-License-Identifier: MIT */
/* range.c: `sortid range`: prints the smallest and the largest ID of a time range, for database queries and
 * sorted files. Called by main.c; includes the command's modules and common/. The library says which IDs a
 * range has; a range without IDs is wrong usage, and never gives IDs of other times. */
#include "clock.h"
#include "format_info.h"
#include "options.h"
#include "time_range.h"
#include "../common/output.h"
#include "../common/report.h"

#include <inttypes.h>
#include <stdio.h>

static void write_id(const sortid_format *format, const uint8_t *id)
{
    char *out = output_reserve(SORTID_MAX_TEXT_SIZE);
    size_t length = print_id(out, format, SORTID_ENCODING_TEXT, id);
    out[length++] = '\n'; // replaces the NUL
    output_commit(length);
}

/* The IDs of the timestamp that contains SINCE. */
static void find_timestamp(uint8_t *first, uint8_t *last, const struct options *options)
{
    uint64_t ms = options_time(options, "SINCE", options->arguments[0], clock_now_ms());
    if (sortid_format_min_at(options->format, first, ms) != SORTID_OK ||
        sortid_format_max_at(options->format, last, ms) != SORTID_OK)
        time_range_refuse(options, "SINCE is out of range", "");
}

/* The IDs from SINCE, included, to UNTIL, excluded. */
static void find_range(uint8_t *first, uint8_t *last, const struct options *options)
{
    uint64_t now_ms = clock_now_ms();
    uint64_t since = options_bound(options, "SINCE", options->arguments[0], now_ms);
    uint64_t until = options_bound(options, "UNTIL", options->arguments[1], now_ms);
    char apart[40];
    if (sortid_format_range(options->format, first, last, since, until) == SORTID_OK)
        return;
    if (until <= since && since > 0) // 0 may be two times before 1970
        report_usage("range", "UNTIL must be at least a millisecond after SINCE");
    snprintf(apart, sizeof apart, ", %" PRIu64 " ms apart", info_of(options->format)->unit_ms);
    time_range_refuse(options, "no ID has a time from SINCE up to UNTIL", apart);
}

void run_range(struct options *options)
{
    uint8_t first[SORTID_MAX_SIZE], last[SORTID_MAX_SIZE];
    options_take_format(options);
    if (options->argument_count == 0)
        report_usage("range", "SINCE is missing: give a time such as 2026-11-20 or @1795132800");
    options_limit_arguments(options, 2);
    if (options->argument_count == 1)
        find_timestamp(first, last, options);
    else
        find_range(first, last, options);
    write_id(options->format, first);
    write_id(options->format, last);
}
