/* SPDX-License-Identifier: MIT */
/* function.h: how an SQL function of a format is registered, and what it knows when SQLite calls
 * it. It knows no function by name. */
#pragma once

#include "api.h"
#include "format_info.h"

/* Fits "scru128v1_per_sec_random" and its NUL. */
#define NAME_SIZE 48

struct generators;

/* The user data of an SQL function. */
struct call {
    const sortid_format *format;
    uint32_t value;                /* of its entry */
    struct generators *generators; /* for functions that make IDs; NULL otherwise */
    char name[NAME_SIZE];          /* for error messages */
};

typedef void function(sqlite3_context *context, int count, sqlite3_value **values);

/* A function of a format: its SQL name is the format's name, "_" and the suffix. Without a format it
 * is one of TypeIDs. */
struct entry {
    const char *suffix; /* "": the format's name alone */
    int arguments;
    int flags; /* of sqlite3_create_function_v2, without SQLITE_UTF8 */
    function *function;
    uint32_t value; /* what tells functions with one body apart: an encoding, a field, flags */
};

/* The result depends on the arguments only, and there are no side effects. */
#define PURE (SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS)

/* Registers a function and returns an SQLite result code. If `generators` is not NULL, the function
 * keeps a reference to it until the connection closes. */
int sortid_sqlite_register(sqlite3 *db, const struct entry *entry, const sortid_format *format,
                           struct generators *generators);
