/* SPDX-License-Identifier: MIT */
/* time.c: converts between times of the server, in microseconds since 2000, and of IDs, in ms since
 * 1970. Called by the functions of the types. The session's time zone has no effect. */
#include "sortid_pg.h"

#include <utils/builtins.h>

#define MS_TO_2000 INT64CONST(946684800000) /* from 1970 to 2000 */
#define US_PER_MS  1000

/* Never out of range: times of formats end by the year 10889, the server's in 294276. */
TimestampTz sortid_pg_time(const sortid_format *format, const uint8_t *id)
{
    return sortid_pg_time_of_ms((int64)sortid_format_unix_ms(format, id));
}

TimestampTz sortid_pg_time_of_ms(int64 unix_ms)
{
    return (unix_ms - MS_TO_2000) * US_PER_MS;
}

int64 sortid_pg_ms_of_time(TimestampTz time)
{
    int64 ms = time / US_PER_MS;
    if (time % US_PER_MS < 0) {
        ms -= 1;
    }
    return ms + MS_TO_2000;
}

typedef sortid_status bound_at_time(const sortid_format *format, uint8_t *id, uint64_t unix_ms);

static const char *text_of_time(const sortid_format *format, const uint8_t *id)
{
    return DatumGetCString(
        DirectFunctionCall1(timestamptz_out, TimestampTzGetDatum(sortid_pg_time(format, id))));
}

void sortid_pg_refuse_time(const sortid_format *format, bool is_reserved)
{
    uint8_t first[SORTID_MAX_SIZE];
    uint8_t last[SORTID_MAX_SIZE];
    sortid_format_info info;
    sortid_pg_expect(sortid_format_describe(format, &info, sizeof(info)));
    sortid_pg_expect(sortid_format_min(format, first));
    sortid_pg_expect(sortid_format_max(format, last));
    ereport(ERROR,
            (errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
             errmsg("timestamp out of range for %s", info.name),
             is_reserved ? errdetail("The first and the last ms of the format are reserved.")
                         : errdetail("The times of %s are from %s to %s.", info.name,
                                     text_of_time(format, first), text_of_time(format, last))));
}

static void set_bound(uint8_t *id, bound_at_time *bound_at, const sortid_format *format,
                      TimestampTz time)
{
    int64 ms = TIMESTAMP_NOT_FINITE(time) ? -1 : sortid_pg_ms_of_time(time);
    if (ms < 0 || bound_at(format, id, (uint64)ms) != SORTID_OK) {
        sortid_pg_refuse_time(format, false);
    }
}

void sortid_pg_min_at(uint8_t *id, const sortid_format *format, TimestampTz time)
{
    set_bound(id, sortid_format_min_at, format, time);
}

void sortid_pg_max_at(uint8_t *id, const sortid_format *format, TimestampTz time)
{
    set_bound(id, sortid_format_max_at, format, time);
}

/* A bound of a time range in ms since 1970, rounded up. Times before 1970 are 0; infinity is later
 * than the times of all formats. */
static uint64 bound_of(TimestampTz time)
{
    int64 ms;
    if (TIMESTAMP_IS_NOBEGIN(time)) {
        return 0;
    }
    if (TIMESTAMP_IS_NOEND(time)) {
        return UINT64_MAX;
    }
    /* Division rounds towards 0, so it already rounds up times before 2000. */
    ms = time / US_PER_MS + (time % US_PER_MS > 0) + MS_TO_2000;
    return ms < 0 ? 0 : (uint64)ms;
}

bool sortid_pg_range(uint8_t *first, uint8_t *last, const sortid_format *format, TimestampTz since,
                     TimestampTz until)
{
    return sortid_format_range(format, first, last, bound_of(since), bound_of(until)) == SORTID_OK;
}

void sortid_pg_bounds(uint8_t *lower, uint8_t *upper, const sortid_format *format,
                      FunctionCallInfo fcinfo)
{
    if (!sortid_pg_range(lower, upper, format, PG_GETARG_TIMESTAMPTZ(0),
                         PG_GETARG_TIMESTAMPTZ(1))) {
        sortid_pg_expect(sortid_format_max(format, lower));
        sortid_pg_expect(sortid_format_min(format, upper));
    }
}
