/* SPDX-License-Identifier: MIT */
/* Times of the server, in microseconds since 2000, and of IDs, in ms since 1970. Called by the
 * functions of the types. Pure: the session's time zone has no part in it. */
#include "sortid_pg.h"

#define MS_TO_2000 INT64CONST(946684800000) /* from 1970 to 2000 */
#define US_PER_MS  1000

/* A format's times end in 10889 at the latest, the server's in 294276: none is out of range. */
TimestampTz sortid_pg_time(const sortid_format *format, const uint8_t *id)
{
    return ((int64)sortid_format_unix_ms(format, id) - MS_TO_2000) * US_PER_MS;
}

/* The ms since 1970 that holds a finite time. */
static int64 ms_of(TimestampTz time)
{
    int64 ms = time / US_PER_MS;
    if (time % US_PER_MS < 0) {
        ms -= 1;
    }
    return ms + MS_TO_2000;
}

/* Where a ms lies: below, within (0) or above the format's times. */
static int side_of(const sortid_format *format, int64 ms)
{
    uint64 zero = format->timestamp_zero_ms;
    /* <= 2^48 units of 1 ms, or 2^39 of 256: no overflow */
    uint64 end = zero + (format->timestamp_max + 1) * format->timestamp_unit_ms;
    if (ms < 0 || (uint64)ms < zero) {
        return -1;
    }
    return (uint64)ms >= end ? 1 : 0;
}

static int64 checked_ms_of(const sortid_format *format, TimestampTz time)
{
    if (TIMESTAMP_NOT_FINITE(time) || side_of(format, ms_of(time)) != 0) {
        ereport(ERROR, (errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
                        errmsg("timestamp out of range for type %s", format->name)));
    }
    return ms_of(time);
}

static void must(sortid_status status)
{
    if (status != SORTID_OK) {
        elog(ERROR, "sortid: %s", sortid_status_text(status));
    }
}

void sortid_pg_min_at(uint8_t *id, const sortid_format *format, TimestampTz time)
{
    must(sortid_format_min_at(id, format, (uint64)checked_ms_of(format, time)));
}

void sortid_pg_max_at(uint8_t *id, const sortid_format *format, TimestampTz time)
{
    must(sortid_format_max_at(id, format, (uint64)checked_ms_of(format, time)));
}

bool sortid_pg_first_within(uint8_t *id, const sortid_format *format, TimestampTz from)
{
    int side = TIMESTAMP_IS_NOBEGIN(from) ? -1
               : TIMESTAMP_IS_NOEND(from) ? 1
                                          : side_of(format, ms_of(from));
    if (side == 0) {
        must(sortid_format_min_at(id, format, (uint64)ms_of(from)));
    } else {
        sortid_format_min(id, format);
    }
    return side <= 0;
}

bool sortid_pg_last_within(uint8_t *id, const sortid_format *format, TimestampTz from,
                           TimestampTz until)
{
    int side;
    if (until <= from) {
        return false; /* so it is not the first of all times */
    }
    side = TIMESTAMP_IS_NOEND(until) ? 1 : side_of(format, ms_of(until - 1));
    if (side == 0) {
        must(sortid_format_max_at(id, format, (uint64)ms_of(until - 1)));
    } else {
        sortid_format_max(id, format);
    }
    return side >= 0;
}
