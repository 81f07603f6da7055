/* SPDX-License-Identifier: MIT */
/* value.c: the code behind value.h. Whatever a value is made of, the answer is a result or an
 * error; nothing here ends the process, and no message repeats a stranger's bytes. */
#include "value.h"

#include "time.h"

#include <stdarg.h>
#include <string.h>

bool sortid_sqlite_is_integer(const sortid_format *format)
{
    return format->size <= sizeof(sqlite3_int64);
}

/* ---- Reading ------------------------------------------------------------------------------ */

static struct reading read_as(uint8_t *id, const sortid_format *format, sortid_encoding encoding,
                              const void *bytes, int length)
{
    struct reading reading = {.outcome = OUTCOME_READ};
    reading.status =
        sortid_format_parse(id, format, encoding, bytes, (size_t)length, &reading.position);
    if (reading.status != SORTID_OK)
        reading.outcome = OUTCOME_BAD;
    return reading;
}

static struct reading read_text(uint8_t *id, const sortid_format *format, sqlite3_value *value)
{
    const unsigned char *text = sqlite3_value_text(value); // first: it decides on the length
    if (text == NULL)
        return (struct reading){.outcome = OUTCOME_NO_MEMORY};
    return read_as(id, format, SORTID_ENCODING_TEXT, text, sqlite3_value_bytes(value));
}

static struct reading read_blob(uint8_t *id, const sortid_format *format, sqlite3_value *value)
{
    const void *bytes = sqlite3_value_blob(value); // NULL for one of no bytes
    int length = sqlite3_value_bytes(value);
    if (bytes == NULL && length > 0)
        return (struct reading){.outcome = OUTCOME_NO_MEMORY};
    return read_as(id, format, SORTID_ENCODING_BIN, bytes == NULL ? "" : bytes, length);
}

/* Negative ones are beyond the last ID as bytes too. */
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
    default: // REAL is never an ID: it has no 63 bits
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
    char *words = sqlite3_vmprintf(format, list);
    va_end(list);
    char *message = words != NULL ? sqlite3_mprintf("%s: %s", call->name, words) : NULL;
    sqlite3_free(words);
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

/* Why bytes are no ID, and where, counted from 1 as the command counts columns. */
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
        sortid_sqlite_fail(context, "wanted %s, not %s", wanted, type_of(value));
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

/* ---- Times ---------------------------------------------------------------------------------- */

static bool take_time_text(uint64_t *unix_ms, sqlite3_context *context, sqlite3_value *value)
{
    const char *text = (const char *)sqlite3_value_text(value);
    size_t position;
    if (text == NULL) {
        sqlite3_result_error_nomem(context);
        return false;
    }
    enum time_fault fault =
        sortid_sqlite_time_parse(unix_ms, text, (size_t)sqlite3_value_bytes(value), &position);
    if (fault == TIME_BEFORE_1970)
        sortid_sqlite_fail(context, "the time is before 1970, where the times of IDs begin");
    else if (fault != TIME_READ)
        sortid_sqlite_fail(context,
                           "not a time, at byte %lld of a TEXT of %d: right is "
                           "2026-11-20 12:00:00.123, with T or Z or +01:00, or a date alone",
                           (long long)position + 1, sqlite3_value_bytes(value));
    return fault == TIME_READ;
}

static bool take_time_integer(uint64_t *unix_ms, sqlite3_context *context, sqlite3_value *value)
{
    sqlite3_int64 integer = sqlite3_value_int64(value);
    if (integer < 0) {
        sortid_sqlite_fail(context, "the time is before 1970, where the times of IDs begin");
        return false;
    }
    *unix_ms = (uint64_t)integer;
    return true;
}

bool sortid_sqlite_take_time(uint64_t *unix_ms, sqlite3_context *context, sqlite3_value *value)
{
    switch (sqlite3_value_type(value)) {
    case SQLITE_NULL:
        sqlite3_result_null(context);
        return false;
    case SQLITE_INTEGER:
        return take_time_integer(unix_ms, context, value);
    case SQLITE_TEXT:
        return take_time_text(unix_ms, context, value);
    default: // a REAL could be a Julian day, or seconds
        sortid_sqlite_fail(context, "wanted INTEGER, Unix time in ms, or TEXT, not %s",
                           type_of(value));
        return false;
    }
}

/* ---- Results ---------------------------------------------------------------------------------- */

void sortid_sqlite_result_key(sqlite3_context *context, const sortid_format *format,
                              const uint8_t *id)
{
    uint64_t integer = 0;
    if (!sortid_sqlite_is_integer(format)) {
        sqlite3_result_blob(context, id, (int)format->size, SQLITE_TRANSIENT);
        return;
    }
    for (size_t i = 0; i < format->size; i++)
        integer = integer << 8 | id[i];
    sqlite3_result_int64(context, (sqlite3_int64)integer); // < 36^12 < 2^63
}

void sortid_sqlite_result_text(sqlite3_context *context, const sortid_format *format,
                               sortid_encoding encoding, const uint8_t *id)
{
    char text[SORTID_MAX_TEXT_SIZE];
    size_t length = sortid_format_print(text, format, encoding, id);
    sqlite3_result_text(context, text, (int)length, SQLITE_TRANSIENT);
}

void sortid_sqlite_result_time(sqlite3_context *context, const sortid_format *format,
                               const uint8_t *id)
{
    char text[TIME_TEXT_SIZE];
    size_t length = sortid_sqlite_time_print(text, sortid_format_unix_ms(format, id));
    sqlite3_result_text(context, text, (int)length, SQLITE_TRANSIENT);
}
