/* SPDX-License-Identifier: MIT */
/* value.h: IDs and times as SQL values, and errors in words. Called by the functions and the
 * tables. An ID is a key or a text: the key is a BLOB of the format's size, or an INTEGER where
 * the format fits one (scru64); the text is the format's own, in any case. */
#ifndef SORTID_EXT_SQLITE_VALUE_H
#define SORTID_EXT_SQLITE_VALUE_H

#include "ext.h"

/* Whether keys of the format are INTEGER. */
bool sortid_sqlite_is_integer(const sortid_format *format);

/* What came of a value that was read. */
enum outcome {
    OUTCOME_READ,
    OUTCOME_NULL,
    OUTCOME_BAD, /* of a type that may be one: status and position say why not */
    OUTCOME_WRONG_TYPE,
    OUTCOME_NO_MEMORY
};
struct reading {
    enum outcome outcome;
    sortid_status status;
    size_t position;
};

/* Reads an ID, or says why not; nothing is reported. */
struct reading sortid_sqlite_read(uint8_t id[SORTID_MAX_SIZE], const sortid_format *format,
                                  sqlite3_value *value);

/* The same for a function of one result: false after the result was set, to NULL for NULL, to an
 * error for all else. */
bool sortid_sqlite_take(uint8_t id[SORTID_MAX_SIZE], sqlite3_context *context,
                        sqlite3_value *value);

/* What a reading that failed makes of the function's result. */
void sortid_sqlite_refuse(sqlite3_context *context, sqlite3_value *value,
                          const struct reading *reading, const char *wanted);

/* Reads a time, as sortid_sqlite_take: INTEGER and REAL are Unix time in ms, TEXT is one of time.h.
 * Refuses numbers that look like seconds or microseconds. What is finer than a ms is dropped, and
 * times before 1970 are refused. */
bool sortid_sqlite_take_time(uint64_t *unix_ms, sqlite3_context *context, sqlite3_value *value);

/* The same for a bound of a span: what is finer than a ms is rounded up, and times before 1970 are 0.
 * Infinite REALs are 0 and later than every time. */
bool sortid_sqlite_take_bound(uint64_t *unix_ms, sqlite3_context *context, sqlite3_value *value);

/* Ends a function by an error, printf-like in the manner of sqlite3_mprintf, which begins with its
 * name. */
void sortid_sqlite_fail(sqlite3_context *context, const char *format, ...);

/* Sets a result: an ID as key, as text in an encoding that the format has, a time. */
void sortid_sqlite_result_key(sqlite3_context *context, const sortid_format *format,
                              const uint8_t *id);
void sortid_sqlite_result_text(sqlite3_context *context, const sortid_format *format,
                               sortid_encoding encoding, const uint8_t *id);
void sortid_sqlite_result_time(sqlite3_context *context, const sortid_format *format,
                               const uint8_t *id);

/* A message made by sqlite3_mprintf as the function's error, and freed; NULL: no memory. */
void sortid_sqlite_result_message(sqlite3_context *context, char *message);

#endif
