/* SPDX-License-Identifier: MIT */
/* typeid.c: the SQL functions for TypeIDs, whose 128 bits are a BLOB, as the key of a uuidv7.
 * NULL gives NULL. They make no ID. */
#include "functions.h"

#include "function.h"
#include "value.h"

#include <string.h>

/* Reads a UUID: a BLOB of 16 bytes, or a text. */
static bool take_uuid(uint8_t uuid[SORTID_MAX_SIZE], sqlite3_context *context, sqlite3_value *value)
{
    struct text text;
    if (sqlite3_value_type(value) == SQLITE_BLOB) {
        struct reading reading = sortid_sqlite_read(uuid, sortid_ulid_format(), value);
        if (reading.outcome == OUTCOME_READ)
            return true;
        sortid_sqlite_refuse(context, value, &reading, "BLOB or TEXT");
        return false;
    }
    struct reading reading = {.outcome = OUTCOME_BAD};
    if (!sortid_sqlite_take_text(&text, context, value, "BLOB or TEXT"))
        return false;
    reading.status = sortid_sqlite_parse_uuid(uuid, sortid_ulid_format(), text.bytes, text.length,
                                              &reading.position);
    if (reading.status != SORTID_OK)
        sortid_sqlite_refuse(context, value, &reading, "BLOB or TEXT");
    return reading.status == SORTID_OK;
}

static void encode(sqlite3_context *context, int count, sqlite3_value **values)
{
    uint8_t uuid[SORTID_MAX_SIZE];
    char id[SORTID_TYPEID_TEXT_SIZE];
    size_t length;
    struct text prefix;
    (void)count;
    if (!sortid_sqlite_take_text(&prefix, context, values[0], "TEXT") ||
        !take_uuid(uuid, context, values[1]))
        return;
    if (sortid_typeid_print(id, sizeof id, &length, prefix.bytes, prefix.length, uuid, NULL) ==
        SORTID_OK)
        sqlite3_result_text(context, id, (int)length, SQLITE_TRANSIENT);
    else
        sortid_sqlite_fail(context, "a prefix has at most 63 of the letters a to z and "
                                    "underscores, and begins and ends with a letter");
}

/* The TypeID in the first of `count` arguments. The second one is its prefix. */
static sortid_status parse(uint8_t uuid[16], bool *has_wanted_prefix, const struct text text[2],
                           int count, size_t *position)
{
    size_t length;
    sortid_status status =
        sortid_typeid_parse(uuid, &length, text[0].bytes, text[0].length, position);
    *has_wanted_prefix = count < 2 || (status == SORTID_OK && text[1].length == length &&
                                       memcmp(text[0].bytes, text[1].bytes, length) == 0);
    return status;
}

static bool take_texts(struct text text[2], sqlite3_context *context, int count,
                       sqlite3_value **values)
{
    return sortid_sqlite_take_text(&text[0], context, values[0], "TEXT") &&
           (count < 2 || sortid_sqlite_take_text(&text[1], context, values[1], "TEXT"));
}

static void decode(sqlite3_context *context, int count, sqlite3_value **values)
{
    uint8_t uuid[16];
    struct text text[2];
    bool has_wanted_prefix;
    struct reading reading = {.outcome = OUTCOME_BAD};
    if (!take_texts(text, context, count, values))
        return;
    reading.status = parse(uuid, &has_wanted_prefix, text, count, &reading.position);
    if (reading.status != SORTID_OK)
        sortid_sqlite_refuse(context, values[0], &reading, "TEXT");
    else if (!has_wanted_prefix)
        sortid_sqlite_fail(context, "the TypeID has another prefix");
    else
        sqlite3_result_blob(context, uuid, sizeof uuid, SQLITE_TRANSIENT);
}

static void valid(sqlite3_context *context, int count, sqlite3_value **values)
{
    uint8_t uuid[16];
    struct text text[2];
    bool has_wanted_prefix;
    for (int i = 0; i < count; i++)
        if (sqlite3_value_type(values[i]) != SQLITE_TEXT &&
            sqlite3_value_type(values[i]) != SQLITE_NULL) {
            sqlite3_result_int(context, 0);
            return;
        }
    if (take_texts(text, context, count, values))
        sqlite3_result_int(context,
                           parse(uuid, &has_wanted_prefix, text, count, NULL) == SORTID_OK &&
                               has_wanted_prefix);
}

int sortid_sqlite_typeid(sqlite3 *db)
{
    static const struct entry entries[] = {
        {"encode", 2, PURE, encode, 0}, {"decode", 1, PURE, decode, 0},
        {"decode", 2, PURE, decode, 0}, {"valid", 1, PURE, valid, 0},
        {"valid", 2, PURE, valid, 0},
    };
    int result = SQLITE_OK;
    for (size_t i = 0; i < sizeof entries / sizeof *entries && result == SQLITE_OK; i++)
        result = sortid_sqlite_register(db, &entries[i], NULL, NULL);
    return result;
}
