/* SPDX-License-Identifier: MIT */
/* gen_functions.c: the SQL functions that make IDs: ulid(), ulid_random(), ulid_at(time),
 * uuidv7_fraction(), scru64(node, file). SQLite calls them; a failure is an SQL error. Formats come
 * from the library's table: a new one needs no line here. */
#include "gen_functions.h"

#include "function.h"
#include "value.h"

/* Turns what a generator returned into the result of the function. */
static void set_result(sqlite3_context *context, int result, const uint8_t *id, char *message)
{
    const struct call *call = sqlite3_user_data(context);
    if (result == SQLITE_OK)
        sortid_sqlite_result_key(context, call->format, id);
    else if (result == SQLITE_NOMEM)
        sqlite3_result_error_nomem(context);
    else if (result == SQLITE_INTERRUPT)
        sqlite3_result_error_code(context, result);
    else
        sortid_sqlite_result_message(context, message);
}

/* The value of the entry is that of flags of options. */
static void next(sqlite3_context *context, int count, sqlite3_value **values)
{
    const struct call *call = sqlite3_user_data(context);
    uint8_t id[SORTID_MAX_SIZE];
    char *message = NULL;
    (void)count;
    (void)values;
    int result = sortid_sqlite_next(id, call->generators, call->format, call->value, &message);
    set_result(context, result, id, message);
}

/* An ID with a given time. */
static void at(sqlite3_context *context, int count, sqlite3_value **values)
{
    const struct call *call = sqlite3_user_data(context);
    uint8_t id[SORTID_MAX_SIZE], first[SORTID_MAX_SIZE], last[SORTID_MAX_SIZE];
    uint64_t time_ms;
    char *message = NULL;
    (void)count;
    if (!sortid_sqlite_take_time(&time_ms, context, values[0]))
        return;
    if (sortid_format_min_at(call->format, first, time_ms) != SORTID_OK ||
        sortid_format_max_at(call->format, last, time_ms) != SORTID_OK) {
        sortid_sqlite_refuse_time(context, call->format);
        return;
    }
    int result = sortid_sqlite_make_at(id, call->generators, call->format, first, last, &message);
    if (result == SQLITE_RANGE)
        sortid_sqlite_fail(context, "the first and the last ms of %s are reserved",
                           info_of(call->format).name);
    else
        set_result(context, result, id, message);
}

/* scru64(node) and scru64(node, file). */
static void next_of_node(sqlite3_context *context, int count, sqlite3_value **values)
{
    const struct call *call = sqlite3_user_data(context);
    uint8_t id[SORTID_MAX_SIZE];
    char *message = NULL;
    int result = sortid_sqlite_node_next(id, sortid_sqlite_nodes(call->generators), values[0],
                                         count > 1 ? values[1] : NULL, &message);
    set_result(context, result, id, message);
}

/* A schema may come from an untrusted source, so functions that name a node or a file are not
 * allowed in it. */
static const struct entry of_option[] = {
    {"", 0, SQLITE_INNOCUOUS, next, 0},
    {"random", 0, SQLITE_INNOCUOUS, next, SORTID_OPTION_STATELESS},
    {"fraction", 0, SQLITE_INNOCUOUS, next, SORTID_OPTION_FRACTION},
};
static const struct entry of_time = {"at", 1, SQLITE_INNOCUOUS, at, 0};
static const struct entry of_node[] = {
    {"", 1, SQLITE_DIRECTONLY, next_of_node, 0},
    {"", 2, SQLITE_DIRECTONLY, next_of_node, 0},
};

static int register_format(sqlite3 *db, struct generators *generators, const sortid_format *format)
{
    bool needs_node = (info_of(format).traits & SORTID_TRAIT_NEEDS_NODE) != 0;
    int result = SQLITE_OK;
    for (size_t i = 0; result == SQLITE_OK && i < sizeof of_option / sizeof *of_option; i++)
        if (of_option[i].value == 0 || sortid_sqlite_has_flag(format, of_option[i].value))
            result = sortid_sqlite_register(db, &of_option[i], format, generators);
    if (result == SQLITE_OK && !needs_node)
        result = sortid_sqlite_register(db, &of_time, format, generators);
    for (size_t i = 0; result == SQLITE_OK && needs_node && i < 2; i++)
        result = sortid_sqlite_register(db, &of_node[i], format, generators);
    return result;
}

int sortid_sqlite_gen_functions(sqlite3 *db, struct generators *generators)
{
    const sortid_format *format;
    int result = SQLITE_OK;
    for (size_t i = 0; (format = sortid_format_at(i)) != NULL && result == SQLITE_OK; i++)
        result = register_format(db, generators, format);
    return result;
}
