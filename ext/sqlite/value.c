/* SPDX-License-Identifier: MIT */
/* value.c: see value.h. Every value gives a result or an error; none ends the process. Messages do
 * not repeat texts and bytes of the caller. */
#include "value.h"

#include "function.h"
#include "time.h"

#include <stdarg.h>
#include <string.h>

bool sortid_sqlite_is_integer(const sortid_format *format)
{
    return info_of(format).size <= sizeof(sqlite3_int64);
}

/* ---- Reading ------------------------------------------------------------------------------ */

static struct reading read_as(uint8_t *id, const sortid_format *format, sortid_encoding encoding,
                              const void *bytes, int length)
{
    struct reading reading = {.outcome = OUTCOME_READ};
    reading.status =
        sortid_format_parse(format, id, encoding, bytes, (size_t)length, &reading.position);
    if (reading.status != SORTID_OK)
        reading.outcome = OUTCOME_BAD;
    return reading;
}

static struct reading read_text(uint8_t *id, const sortid_format *format, sqlite3_value *value)
{
    const unsigned char *text =
        sqlite3_value_text(value); // before sqlite3_value_bytes: it may convert the value
    if (text == NULL)
        return (struct reading){.outcome = OUTCOME_NO_MEMORY};
    return read_as(id, format, SORTID_ENCODING_TEXT, text, sqlite3_value_bytes(value));
}

static struct reading read_blob(uint8_t *id, const sortid_format *format, sqlite3_value *value)
{
    const void *bytes = sqlite3_value_blob(value); // NULL if it is empty
    int length = sqlite3_value_bytes(value);
    if (bytes == NULL && length > 0)
        return (struct reading){.outcome = OUTCOME_NO_MEMORY};
    return read_as(id, format, SORTID_ENCODING_BIN, bytes == NULL ? "" : bytes, length);
}

/* A negative integer is above the last ID, because its bytes are compared without a sign. */
static struct reading read_integer(uint8_t *id, const sortid_format *format, sqlite3_value *value)
{
    uint64_t integer = (uint64_t)sqlite3_value_int64(value);
    uint8_t bytes[sizeof integer];
    for (size_t i = sizeof bytes; i-- > 0; integer >>= 8)
        bytes[i] = (uint8_t)(integer & 0xff);
    return read_as(id, format, SORTID_ENCODING_BIN, bytes, sizeof bytes);
}

struct reading sortid_sqlite_read(uint8_t id[SORTID_MAX_SIZE], const sortid_format *format,
                                  sqlite3_value *value)
{
    switch (sqlite3_value_type(value)) {
    case SQLITE_NULL:
        return (struct reading){.outcome = OUTCOME_NULL};
    case SQLITE_TEXT:
        return read_text(id, format, value);
    case SQLITE_BLOB:
        if (!sortid_sqlite_is_integer(format))
            return read_blob(id, format, value);
        break;
    case SQLITE_INTEGER:
        if (sortid_sqlite_is_integer(format))
            return read_integer(id, format, value);
        break;
    default: // REAL is never an ID: it has only 53 bits
        break;
    }
    return (struct reading){.outcome = OUTCOME_WRONG_TYPE};
}

/* ---- Errors --------------------------------------------------------------------------------- */

void sortid_sqlite_result_message(sqlite3_context *context, char *message)
{
    if (message == NULL) {
        sqlite3_result_error_nomem(context);
        return;
    }
    sqlite3_result_error(context, message, -1);
    sqlite3_free(message);
}

void sortid_sqlite_fail(sqlite3_context *context, const char *format, ...)
{
    const struct call *call = sqlite3_user_data(context);
    va_list list;
    va_start(list, format);
    char *text = sqlite3_vmprintf(format, list);
    va_end(list);
    char *message = text != NULL ? sqlite3_mprintf("%s: %s", call->name, text) : NULL;
    sqlite3_free(text);
    sortid_sqlite_result_message(context, message);
}

static const char *type_of(sqlite3_value *value)
{
    static const char *const names[] = {[SQLITE_INTEGER] = "INTEGER",
                                        [SQLITE_FLOAT] = "REAL",
                                        [SQLITE_TEXT] = "TEXT",
                                        [SQLITE_BLOB] = "BLOB",
                                        [SQLITE_NULL] = "NULL"};
    return names[sqlite3_value_type(value)];
}

/* Says why bytes are not an ID, and where, counted from 1 as the command's columns. */
static void refuse_bytes(sqlite3_context *context, sqlite3_value *value,
                         const struct reading *reading)
{
    if (sqlite3_value_type(value) == SQLITE_INTEGER)
        sortid_sqlite_fail(context, "%s", sortid_status_text(reading->status));
    else
        sortid_sqlite_fail(context, "%s, at byte %lld of a %s of %d",
                           sortid_status_text(reading->status), (long long)reading->position + 1,
                           type_of(value), sqlite3_value_bytes(value));
}

void sortid_sqlite_refuse(sqlite3_context *context, sqlite3_value *value,
                          const struct reading *reading, const char *wanted)
{
    switch (reading->outcome) {
    case OUTCOME_BAD:
        refuse_bytes(context, value, reading);
        break;
    case OUTCOME_WRONG_TYPE:
        sortid_sqlite_fail(context, "the argument must be %s, not %s", wanted, type_of(value));
        break;
    case OUTCOME_NO_MEMORY:
        sqlite3_result_error_nomem(context);
        break;
    default:
        sqlite3_result_null(context);
    }
}

bool sortid_sqlite_take(uint8_t id[SORTID_MAX_SIZE], sqlite3_context *context, sqlite3_value *value)
{
    const struct call *call = sqlite3_user_data(context);
    struct reading reading = sortid_sqlite_read(id, call->format, value);
    if (reading.outcome == OUTCOME_READ)
        return true;
    sortid_sqlite_refuse(context, value, &reading,
                         sortid_sqlite_is_integer(call->format) ? "INTEGER or TEXT"
                                                                : "BLOB or TEXT");
    return false;
}

bool sortid_sqlite_take_text(struct text *text, sqlite3_context *context, sqlite3_value *value,
                             const char *wanted)
{
    struct reading reading = {.outcome = OUTCOME_WRONG_TYPE};
    if (sqlite3_value_type(value) == SQLITE_TEXT) {
        text->bytes = (const char *)sqlite3_value_text(value);
        text->length = (size_t)sqlite3_value_bytes(value);
        if (text->bytes != NULL)
            return true;
        reading.outcome = OUTCOME_NO_MEMORY;
    } else if (sqlite3_value_type(value) == SQLITE_NULL) {
        reading.outcome = OUTCOME_NULL;
    }
    sortid_sqlite_refuse(context, value, &reading, wanted);
    return false;
}

/* ---- Times ---------------------------------------------------------------------------------- */

/* Numbers below the first or from the second up are hardly Unix ms. The first is 1973 in ms, 5138
 * in seconds; the second is 33658 in ms, 2001 in microseconds. */
#define FIRST_LIKELY_MS INT64_C(100000000000)
#define END_LIKELY_MS   INT64_C(1000000000000000)

/* The time of the clock that IDs are made by. */
static bool take_now(struct instant *instant, sqlite3_context *context)
{
    sortid_clock clock;
    uint64_t unix_us;
    sortid_clock_exact(&clock);
    sortid_status status = clock.read(clock.context, &unix_us);
    if (status != SORTID_OK) {
        sortid_sqlite_fail(context, "%s", sortid_status_text(status));
        return false;
    }
    *instant = (struct instant){(int64_t)(unix_us / 1000), unix_us % 1000 != 0};
    return true;
}

static bool take_time_text(struct instant *instant, sqlite3_context *context, sqlite3_value *value)
{
    const char *text = (const char *)sqlite3_value_text(value);
    size_t position;
    if (text == NULL) {
        sqlite3_result_error_nomem(context);
        return false;
    }
    if (sqlite3_value_bytes(value) == 3 && sqlite3_strnicmp(text, "now", 3) == 0)
        return take_now(instant, context);
    if (sortid_sqlite_time_parse(instant, text, (size_t)sqlite3_value_bytes(value), &position))
        return true;
    sortid_sqlite_fail(context,
                       "not a time, at byte %lld of a TEXT of %d: write it as "
                       "2026-11-20 12:00:00.123, with T, Z or +01:00 if needed, or a date only",
                       (long long)position + 1, sqlite3_value_bytes(value));
    return false;
}

/* Refuses a number that looks like another unit. */
static void refuse_number(sqlite3_context *context, sqlite3_value *value, const char *looks,
                          const char *right)
{
    char *number = sqlite3_value_type(value) == SQLITE_FLOAT
                       ? sqlite3_mprintf("%!.15g", sqlite3_value_double(value))
                       : sqlite3_mprintf("%lld", sqlite3_value_int64(value));
    if (number == NULL)
        sqlite3_result_error_nomem(context);
    else
        sortid_sqlite_fail(context, "%s looks like %s: write %s, or a text such as '2026-11-20'",
                           number, looks, right);
    sqlite3_free(number);
}

static bool accept_ms(int64_t ms, sqlite3_context *context, sqlite3_value *value)
{
    if (ms > -FIRST_LIKELY_MS && ms < FIRST_LIKELY_MS)
        refuse_number(context, value,
                      sqlite3_value_type(value) == SQLITE_FLOAT ? "seconds or a Julian day"
                                                                : "seconds",
                      "unixepoch(...) * 1000");
    else if (ms <= -END_LIKELY_MS || ms >= END_LIKELY_MS)
        refuse_number(context, value, "microseconds", "microseconds / 1000");
    else
        return true;
    return false;
}

/* A REAL in ms. It is never NaN: SQLite turns NaN into NULL. */
static bool take_time_real(struct instant *instant, sqlite3_context *context, sqlite3_value *value)
{
    double real = sqlite3_value_double(value);
    bool is_infinite = real - real != 0;
    if (real >= (double)INT64_MAX || real < (double)INT64_MIN) {
        instant->ms = real > 0 ? INT64_MAX : INT64_MIN;
        instant->is_finer = false;
    } else {
        instant->ms = (int64_t)real; // toward 0
        instant->ms -= (double)instant->ms > real;
        instant->is_finer = (double)instant->ms != real;
    }
    return is_infinite || accept_ms(instant->ms, context, value);
}

static bool take_instant(struct instant *instant, sqlite3_context *context, sqlite3_value *value)
{
    switch (sqlite3_value_type(value)) {
    case SQLITE_NULL:
        sqlite3_result_null(context);
        return false;
    case SQLITE_INTEGER:
        *instant = (struct instant){sqlite3_value_int64(value), false};
        return accept_ms(instant->ms, context, value);
    case SQLITE_FLOAT:
        return take_time_real(instant, context, value);
    case SQLITE_TEXT:
        return take_time_text(instant, context, value);
    default:
        sortid_sqlite_fail(context,
                           "the time must be INTEGER or REAL (Unix time in ms) or TEXT, not %s",
                           type_of(value));
        return false;
    }
}

bool sortid_sqlite_take_time(uint64_t *unix_ms, sqlite3_context *context, sqlite3_value *value)
{
    struct instant instant;
    if (!take_instant(&instant, context, value))
        return false;
    if (instant.ms < 0) {
        sortid_sqlite_fail(context, "the time is before 1970; IDs have no such times");
        return false;
    }
    *unix_ms = (uint64_t)instant.ms;
    return true;
}

bool sortid_sqlite_take_bound(uint64_t *unix_ms, sqlite3_context *context, sqlite3_value *value)
{
    struct instant instant;
    if (!take_instant(&instant, context, value))
        return false;
    *unix_ms = instant.ms < 0 ? 0 : (uint64_t)instant.ms + instant.is_finer;
    return true;
}

void sortid_sqlite_refuse_time(sqlite3_context *context, const sortid_format *format)
{
    char first[TIME_TEXT_SIZE], last[TIME_TEXT_SIZE];
    uint8_t min[SORTID_MAX_SIZE], max[SORTID_MAX_SIZE];
    if (sortid_format_min(format, min) != SORTID_OK || sortid_format_max(format, max) != SORTID_OK)
        return; /* not a format */
    sortid_sqlite_time_print(first, (int64_t)sortid_format_unix_ms(format, min));
    sortid_sqlite_time_print(last, (int64_t)sortid_format_unix_ms(format, max));
    sortid_sqlite_fail(context, "the time is out of range: times of %s are from %s to %s",
                       info_of(format).name, first, last);
}

/* ---- Results --------------------------------------------------------------------------------- */

void sortid_sqlite_result_key(sqlite3_context *context, const sortid_format *format,
                              const uint8_t *id)
{
    size_t size = info_of(format).size;
    uint64_t integer = 0;
    if (size > sizeof integer) {
        sqlite3_result_blob(context, id, (int)size, SQLITE_TRANSIENT);
        return;
    }
    for (size_t i = 0; i < size; i++)
        integer = integer << 8 | id[i];
    sqlite3_result_int64(context, (sqlite3_int64)integer); // < 36^12 < 2^63
}

void sortid_sqlite_result_text(sqlite3_context *context, const sortid_format *format,
                               sortid_encoding encoding, const uint8_t *id)
{
    char text[SORTID_MAX_TEXT_SIZE];
    size_t length = print_id(text, format, encoding, id);
    sqlite3_result_text(context, text, (int)length, SQLITE_TRANSIENT);
}

void sortid_sqlite_result_time(sqlite3_context *context, const sortid_format *format,
                               const uint8_t *id)
{
    char text[TIME_TEXT_SIZE];
    size_t length = sortid_sqlite_time_print(text, (int64_t)sortid_format_unix_ms(format, id));
    sqlite3_result_text(context, text, (int)length, SQLITE_TRANSIENT);
}
