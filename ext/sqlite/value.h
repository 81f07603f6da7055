/* SPDX-License-Identifier: MIT */
/* value.h: IDs and times as SQL values, and error messages. Called by the functions and the tables.
 * An ID is a key or a text. The key is a BLOB of the format's size, or an INTEGER for scru64, which
 * fits one. The text is the canonical one, in upper or lower case. */
#pragma once

#include "api.h"
#include "format_info.h"

/* Whether keys of the format are INTEGER. */
bool sortid_sqlite_is_integer(const sortid_format *format);

/* The result of reading a value. */
enum outcome {
    OUTCOME_READ,
    OUTCOME_NULL,
    OUTCOME_BAD, /* the type is right, but it is not an ID: see status and position */
    OUTCOME_WRONG_TYPE,
    OUTCOME_NO_MEMORY
};
struct reading {
    enum outcome outcome;
    sortid_status status;
    size_t position;
};

/* Reads an ID. Sets no SQL result. */
struct reading sortid_sqlite_read(uint8_t id[SORTID_MAX_SIZE], const sortid_format *format,
                                  sqlite3_value *value);

/* A text of SQLite, which does not end with a NUL. */
struct text {
    const char *bytes;
    size_t length;
};

/* Reads an ID for the running SQL function. If it returns false, it has set the function's result:
 * NULL for NULL, else an error. */
bool sortid_sqlite_take(uint8_t id[SORTID_MAX_SIZE], sqlite3_context *context,
                        sqlite3_value *value);

/* The same for an argument that must be TEXT, or what `wanted` says. */
bool sortid_sqlite_take_text(struct text *text, sqlite3_context *context, sqlite3_value *value,
                             const char *wanted);

/* Sets the function's result for a reading that failed. `wanted` names accepted types. */
void sortid_sqlite_refuse(sqlite3_context *context, sqlite3_value *value,
                          const struct reading *reading, const char *wanted);

/* The same for a time: INTEGER and REAL are Unix time in ms, TEXT is read by time.h, or
 * the present time ('now', in any case). Rounds down to a ms.
 * Refuses times before 1970, and numbers that look like seconds or microseconds. */
bool sortid_sqlite_take_time(uint64_t *unix_ms, sqlite3_context *context, sqlite3_value *value);

/* The same for a bound of a time range: rounds up to a ms, and times before 1970 are 0. An infinite
 * REAL is 0 or later than every time. */
bool sortid_sqlite_take_bound(uint64_t *unix_ms, sqlite3_context *context, sqlite3_value *value);

/* Sets the function's result to an error: its name and a message of sqlite3_mprintf. */
void sortid_sqlite_fail(sqlite3_context *context, const char *format, ...);

/* Sets the function's result to an error that says which times the format has. */
void sortid_sqlite_refuse_time(sqlite3_context *context, const sortid_format *format);

/* Set a result: an ID as key, an ID as text in an encoding it has, the time of an ID. */
void sortid_sqlite_result_key(sqlite3_context *context, const sortid_format *format,
                              const uint8_t *id);
void sortid_sqlite_result_text(sqlite3_context *context, const sortid_format *format,
                               sortid_encoding encoding, const uint8_t *id);
void sortid_sqlite_result_time(sqlite3_context *context, const sortid_format *format,
                               const uint8_t *id);

/* Sets the function's result to an error and frees the message, which comes from sqlite3_mprintf.
 * NULL: no memory. */
void sortid_sqlite_result_message(sqlite3_context *context, char *message);
