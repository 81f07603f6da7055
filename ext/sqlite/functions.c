/* SPDX-License-Identifier: MIT */
/* functions.c: the SQL functions that depend on their arguments only: texts, times, time ranges,
 * hex, UUIDs, fields. docs/sqlite.md describes them. All are deterministic and innocuous. NULL
 * gives NULL; a value that is not an ID or a time gives an error. They make no ID. */
#include "functions.h"

#include "function.h"
#include "value.h"

#include <string.h>

/* The format that the function was registered for. */
static const sortid_format *format_of(sqlite3_context *context)
{
    const struct call *call = sqlite3_user_data(context);
    return call->format;
}

/* ---- Texts ----------------------------------------------------------------------------------- */

static void parse(sqlite3_context *context, int count, sqlite3_value **values)
{
    uint8_t id[SORTID_MAX_SIZE];
    (void)count;
    if (sortid_sqlite_take(id, context, values[0]))
        sortid_sqlite_result_key(context, format_of(context), id);
}

/* The value of the entry is an encoding. */
static void print(sqlite3_context *context, int count, sqlite3_value **values)
{
    const struct call *call = sqlite3_user_data(context);
    uint8_t id[SORTID_MAX_SIZE];
    (void)count;
    if (sortid_sqlite_take(id, context, values[0]))
        sortid_sqlite_result_text(context, call->format, (sortid_encoding)call->value, id);
}

/* Whether the other functions accept the value. The only error is SQLITE_NOMEM. */
static void valid(sqlite3_context *context, int count, sqlite3_value **values)
{
    uint8_t id[SORTID_MAX_SIZE];
    (void)count;
    struct reading reading = sortid_sqlite_read(id, format_of(context), values[0]);
    if (reading.outcome == OUTCOME_NO_MEMORY)
        sqlite3_result_error_nomem(context);
    else if (reading.outcome == OUTCOME_NULL)
        sqlite3_result_null(context);
    else
        sqlite3_result_int(context, reading.outcome == OUTCOME_READ);
}

#define URN_LENGTH 45 /* urn:uuid: and 36 characters */

/* Reads also 32 digits without hyphens. */
static sortid_status parse_bare_uuid(uint8_t *id, const sortid_format *format, const char *text,
                                     size_t length, size_t *position)
{
    bool is_hex = length == 32 && memchr(text, '-', length) == NULL;
    return sortid_format_parse(format, id, is_hex ? SORTID_ENCODING_HEX : SORTID_ENCODING_UUID,
                               text, length, position);
}

sortid_status sortid_sqlite_parse_uuid(uint8_t *id, const sortid_format *format, const char *text,
                                       size_t length, size_t *position)
{
    if (length == URN_LENGTH)
        return sortid_format_parse(format, id, SORTID_ENCODING_URN, text, length, position);
    bool has_braces = (length == 34 || length == 38) && text[0] == '{' && text[length - 1] == '}';
    if (!has_braces)
        return parse_bare_uuid(id, format, text, length, position);
    sortid_status status = parse_bare_uuid(id, format, text + 1, length - 2, position);
    *position += status != SORTID_OK;
    return status;
}

static sortid_status parse_lenient(uint8_t *id, const char *text, size_t length, size_t *position)
{
    sortid_ulid ulid;
    sortid_status status = sortid_ulid_parse_lenient(&ulid, text, length, position, NULL);
    if (status == SORTID_OK)
        memcpy(id, ulid.bytes, sizeof ulid.bytes);
    return status;
}

/* Reads a text that is not the canonical one: hex, a UUID or, of a ULID, Crockford's aliases. The
 * value of the entry is the encoding. */
static void parse_as(sqlite3_context *context, int count, sqlite3_value **values)
{
    const struct call *call = sqlite3_user_data(context);
    struct reading reading = {.outcome = OUTCOME_BAD};
    uint8_t id[SORTID_MAX_SIZE];
    struct text text;
    (void)count;
    if (!sortid_sqlite_take_text(&text, context, values[0], "TEXT"))
        return;
    if (call->value == SORTID_ENCODING_HEX)
        reading.status = sortid_format_parse(call->format, id, SORTID_ENCODING_HEX, text.bytes,
                                             text.length, &reading.position);
    else if (call->value == SORTID_ENCODING_UUID)
        reading.status =
            sortid_sqlite_parse_uuid(id, call->format, text.bytes, text.length, &reading.position);
    else
        reading.status = parse_lenient(id, text.bytes, text.length, &reading.position);
    if (reading.status == SORTID_OK)
        sortid_sqlite_result_key(context, call->format, id);
    else
        sortid_sqlite_refuse(context, values[0], &reading, "TEXT");
}

/* ---- Times ----------------------------------------------------------------------------------- */

static void iso_time(sqlite3_context *context, int count, sqlite3_value **values)
{
    uint8_t id[SORTID_MAX_SIZE];
    (void)count;
    if (sortid_sqlite_take(id, context, values[0]))
        sortid_sqlite_result_time(context, format_of(context), id);
}

static void unix_ms(sqlite3_context *context, int count, sqlite3_value **values)
{
    uint8_t id[SORTID_MAX_SIZE];
    (void)count;
    if (sortid_sqlite_take(id, context, values[0]))
        sqlite3_result_int64(context, (sqlite3_int64)sortid_format_unix_ms(format_of(context), id));
}

/* The first ID of a time or, if the value of the entry is 1, the last. */
static void bound(sqlite3_context *context, int count, sqlite3_value **values)
{
    const struct call *call = sqlite3_user_data(context);
    uint8_t id[SORTID_MAX_SIZE];
    uint64_t time_ms;
    (void)count;
    if (!sortid_sqlite_take_time(&time_ms, context, values[0]))
        return;
    sortid_status status = call->value == 0 ? sortid_format_min_at(call->format, id, time_ms)
                                            : sortid_format_max_at(call->format, id, time_ms);
    if (status == SORTID_OK)
        sortid_sqlite_result_key(context, call->format, id);
    else
        sortid_sqlite_refuse_time(context, call->format);
}

/* ---- Time ranges ----------------------------------------------------------------------------- */

/* The first and the last ID of a time range. False if there is none. */
static bool range_of(uint8_t *first, uint8_t *last, const sortid_format *format, uint64_t since_ms,
                     uint64_t until_ms)
{
    return sortid_format_range(format, first, last, since_ms, until_ms) == SORTID_OK;
}

static void within(sqlite3_context *context, int count, sqlite3_value **values)
{
    const sortid_format *format = format_of(context);
    size_t size = info_of(format).size;
    uint8_t id[SORTID_MAX_SIZE], first[SORTID_MAX_SIZE], last[SORTID_MAX_SIZE];
    uint64_t since_ms, until_ms;
    (void)count;
    if (!sortid_sqlite_take(id, context, values[0]) ||
        !sortid_sqlite_take_bound(&since_ms, context, values[1]) ||
        !sortid_sqlite_take_bound(&until_ms, context, values[2]))
        return;
    sqlite3_result_int(context, range_of(first, last, format, since_ms, until_ms) &&
                                    memcmp(first, id, size) <= 0 && memcmp(id, last, size) <= 0);
}

/* The first ID from a time on, or the last one between two times. If a time range contains an ID,
 * its first ID does not depend on where the range ends. */
static void within_end(sqlite3_context *context, int count, sqlite3_value **values)
{
    const sortid_format *format = format_of(context);
    uint8_t first[SORTID_MAX_SIZE], last[SORTID_MAX_SIZE];
    uint64_t since_ms, until_ms = UINT64_MAX;
    bool is_last = count == 2;
    if (!sortid_sqlite_take_bound(&since_ms, context, values[0]) ||
        (is_last && !sortid_sqlite_take_bound(&until_ms, context, values[1])))
        return;
    if (range_of(first, last, format, since_ms, until_ms))
        sortid_sqlite_result_key(context, format, is_last ? last : first);
    else
        sqlite3_result_null(context);
}

/* ---- Fields ---------------------------------------------------------------------------------- */

/* A field of up to 63 bits as an INTEGER, a wider one as a BLOB. */
static void result_field(sqlite3_context *context, const sortid_format *format, size_t index,
                         const uint8_t *id)
{
    uint8_t value[SORTID_MAX_SIZE];
    uint32_t bits = field_of(format, index).bits;
    size_t size = (bits + 7) / 8;
    uint64_t integer = 0;
    sortid_status status = sortid_format_field_value(format, value, size, id, index);
    (void)status; /* the field exists and its value fits */
    if (bits > 63) {
        sqlite3_result_blob(context, value, (int)size, SQLITE_TRANSIENT);
        return;
    }
    for (size_t i = 0; i < size; i++)
        integer = integer << 8 | value[i];
    sqlite3_result_int64(context, (sqlite3_int64)integer);
}

static void accessor(sqlite3_context *context, int count, sqlite3_value **values)
{
    const struct call *call = sqlite3_user_data(context);
    uint8_t id[SORTID_MAX_SIZE];
    (void)count;
    if (sortid_sqlite_take(id, context, values[0]))
        result_field(context, call->format, call->value, id);
}

/* scru64_node_id(id, size) and, if the value of the entry is 1, scru64_counter(id, size). */
static void part_of_scru64(sqlite3_context *context, int count, sqlite3_value **values)
{
    const struct call *call = sqlite3_user_data(context);
    uint8_t bytes[SORTID_MAX_SIZE];
    uint32_t node_id, counter;
    sortid_scru64 id;
    (void)count;
    if (!sortid_sqlite_take(bytes, context, values[0]))
        return;
    memcpy(id.bytes, bytes, sizeof id.bytes);
    sqlite3_int64 size = sqlite3_value_int64(values[1]);
    if (sqlite3_value_type(values[1]) == SQLITE_NULL)
        sqlite3_result_null(context);
    else if (sqlite3_value_type(values[1]) == SQLITE_INTEGER && size > 0 && size < 24 &&
             sortid_scru64_split(&node_id, &counter, &id, (unsigned)size) == SORTID_OK)
        sqlite3_result_int64(context, call->value == 0 ? node_id : counter);
    else
        sortid_sqlite_fail(context, "the size of a node id must be an INTEGER from 1 to 23");
}

/* ---- Registration ---------------------------------------------------------------------------- */

static const struct entry all_formats[] = {
    {"parse", 1, PURE, parse, 0},
    {"print", 1, PURE, print, SORTID_ENCODING_TEXT},
    {"valid", 1, PURE, valid, 0},
    {"time", 1, PURE, iso_time, 0},
    {"ms", 1, PURE, unix_ms, 0},
    {"min", 1, PURE, bound, 0},
    {"max", 1, PURE, bound, 1},
    {"hex", 1, PURE, print, SORTID_ENCODING_HEX},
    {"from_hex", 1, PURE, parse_as, SORTID_ENCODING_HEX},
    {"within", 3, PURE, within, 0},
    {"within_first", 1, PURE, within_end, 0},
    {"within_last", 2, PURE, within_end, 0},
};
static const struct entry uuid_formats[] = {
    {"uuid", 1, PURE, print, SORTID_ENCODING_UUID},
    {"from_uuid", 1, PURE, parse_as, SORTID_ENCODING_UUID},
};
static const struct entry ulid_only[] = {
    {"parse_lenient", 1, PURE, parse_as, SORTID_ENCODING_TEXT}};
static const struct entry scru64_only[] = {
    {"node_id", 2, PURE, part_of_scru64, 0},
    {"counter", 2, PURE, part_of_scru64, 1},
};

static int register_entries(sqlite3 *db, const struct entry *entries, size_t count,
                            const sortid_format *format)
{
    int result = SQLITE_OK;
    for (size_t i = 0; i < count && result == SQLITE_OK; i++)
        result = sortid_sqlite_register(db, &entries[i], format, NULL);
    return result;
}

#define REGISTER(db, entries, format)                                                              \
    register_entries(db, entries, sizeof(entries) / sizeof *(entries), format)

/* Turns "perSecRandom" into per_sec_random: names in SQL have no case. No name is cut. */
static void name_of_field(char name[NAME_SIZE], const char *field)
{
    char *at = name;
    for (; *field != '\0' && at < name + NAME_SIZE - 2; field++) {
        bool is_upper = *field >= 'A' && *field <= 'Z';
        if (is_upper)
            *at++ = '_';
        *at++ = (char)(is_upper ? *field - 'A' + 'a' : *field);
    }
    *at = '\0';
}

static int register_fields(sqlite3 *db, const sortid_format *format)
{
    int result = SQLITE_OK;
    size_t count = info_of(format).field_count;
    for (size_t i = 0; i < count && result == SQLITE_OK; i++) {
        char name[NAME_SIZE];
        struct entry entry = {name, 1, PURE, accessor, (uint32_t)i};
        name_of_field(name, field_of(format, i).name);
        result = sortid_sqlite_register(db, &entry, format, NULL);
    }
    return result;
}

static int register_format(sqlite3 *db, const sortid_format *format)
{
    int result = REGISTER(db, all_formats, format);
    if (result == SQLITE_OK)
        result = register_fields(db, format);
    if (result == SQLITE_OK && has_encoding(format, SORTID_ENCODING_UUID))
        result = REGISTER(db, uuid_formats, format);
    if (result == SQLITE_OK && format == sortid_ulid_format())
        result = REGISTER(db, ulid_only, format);
    if (result == SQLITE_OK && format == sortid_scru64_format())
        result = REGISTER(db, scru64_only, format);
    return result;
}

int sortid_sqlite_functions(sqlite3 *db)
{
    const sortid_format *format;
    int result = SQLITE_OK;
    for (size_t i = 0; (format = sortid_format_at(i)) != NULL && result == SQLITE_OK; i++)
        result = register_format(db, format);
    return result;
}
