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

static void print(sqlite3_context *context, int count, sqlite3_value **values)
{
    uint8_t id[SORTID_MAX_SIZE];
    (void)count;
    if (sortid_sqlite_take(id, context, values[0]))
        sortid_sqlite_result_text(context, format_of(context), SORTID_ENCODING_TEXT, id);
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

/* A parser of texts other than the format's own; its SQL function takes TEXT only. */
typedef sortid_status text_parser(uint8_t *id, const sortid_format *format, const char *text,
                                  size_t length, size_t *position);

static void parse_by(text_parser *parser, sqlite3_context *context, sqlite3_value *value)
{
    uint8_t id[SORTID_MAX_SIZE];
    struct reading reading = {.outcome = OUTCOME_WRONG_TYPE};
    if (sqlite3_value_type(value) == SQLITE_NULL) {
        reading.outcome = OUTCOME_NULL;
    } else if (sqlite3_value_type(value) == SQLITE_TEXT) {
        const char *text = (const char *)sqlite3_value_text(value);
        reading.outcome = text == NULL ? OUTCOME_NO_MEMORY : OUTCOME_BAD;
        if (text != NULL)
            reading.status = parser(id, format_of(context), text,
                                    (size_t)sqlite3_value_bytes(value), &reading.position);
    }
    if (reading.outcome == OUTCOME_BAD && reading.status == SORTID_OK)
        sortid_sqlite_result_key(context, format_of(context), id);
    else
        sortid_sqlite_refuse(context, value, &reading, "TEXT");
}

static sortid_status parse_lenient_text(uint8_t *id, const sortid_format *format, const char *text,
                                        size_t length, size_t *position)
{
    sortid_ulid ulid;
    (void)format;
    sortid_status status = sortid_ulid_parse_lenient(&ulid, text, length, position, NULL);
    if (status == SORTID_OK)
        memcpy(id, ulid.bytes, sizeof(sortid_ulid));
    return status;
}

static sortid_status parse_hex_text(uint8_t *id, const sortid_format *format, const char *text,
                                    size_t length, size_t *position)
{
    return sortid_format_parse(format, id, SORTID_ENCODING_HEX, text, length, position);
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

static void parse_lenient(sqlite3_context *context, int count, sqlite3_value **values)
{
    (void)count;
    parse_by(parse_lenient_text, context, values[0]);
}

static void from_hex(sqlite3_context *context, int count, sqlite3_value **values)
{
    (void)count;
    parse_by(parse_hex_text, context, values[0]);
}

static void from_uuid(sqlite3_context *context, int count, sqlite3_value **values)
{
    (void)count;
    parse_by(sortid_sqlite_parse_uuid, context, values[0]);
}

static void hex(sqlite3_context *context, int count, sqlite3_value **values)
{
    uint8_t id[SORTID_MAX_SIZE];
    (void)count;
    if (sortid_sqlite_take(id, context, values[0]))
        sortid_sqlite_result_text(context, format_of(context), SORTID_ENCODING_HEX, id);
}

static void uuid(sqlite3_context *context, int count, sqlite3_value **values)
{
    uint8_t id[SORTID_MAX_SIZE];
    (void)count;
    if (sortid_sqlite_take(id, context, values[0]))
        sortid_sqlite_result_text(context, format_of(context), SORTID_ENCODING_UUID, id);
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

typedef sortid_status bound_at_time(const sortid_format *format, uint8_t *id, uint64_t unix_ms);

static void bound(bound_at_time *bound_at, sqlite3_context *context, sqlite3_value *value)
{
    const sortid_format *format = format_of(context);
    uint8_t id[SORTID_MAX_SIZE];
    uint64_t time_ms;
    if (!sortid_sqlite_take_time(&time_ms, context, value))
        return;
    if (bound_at(format, id, time_ms) == SORTID_OK)
        sortid_sqlite_result_key(context, format, id);
    else
        sortid_sqlite_refuse_time(context, format);
}

static void min(sqlite3_context *context, int count, sqlite3_value **values)
{
    (void)count;
    bound(sortid_format_min_at, context, values[0]);
}

static void max(sqlite3_context *context, int count, sqlite3_value **values)
{
    (void)count;
    bound(sortid_format_max_at, context, values[0]);
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

/* If a time range contains an ID, its first ID does not depend on where the range ends. */
static void within_first(sqlite3_context *context, int count, sqlite3_value **values)
{
    const sortid_format *format = format_of(context);
    uint8_t first[SORTID_MAX_SIZE], last[SORTID_MAX_SIZE];
    uint64_t since_ms;
    (void)count;
    if (!sortid_sqlite_take_bound(&since_ms, context, values[0]))
        return;
    if (range_of(first, last, format, since_ms, UINT64_MAX))
        sortid_sqlite_result_key(context, format, first);
    else
        sqlite3_result_null(context);
}

static void within_last(sqlite3_context *context, int count, sqlite3_value **values)
{
    const sortid_format *format = format_of(context);
    uint8_t first[SORTID_MAX_SIZE], last[SORTID_MAX_SIZE];
    uint64_t since_ms, until_ms;
    (void)count;
    if (!sortid_sqlite_take_bound(&since_ms, context, values[0]) ||
        !sortid_sqlite_take_bound(&until_ms, context, values[1]))
        return;
    if (range_of(first, last, format, since_ms, until_ms))
        sortid_sqlite_result_key(context, format, last);
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
        result_field(context, call->format, call->field, id);
}

/* Reads the arguments of scru64_node_id(id, size) and scru64_counter(id, size). False if it has set
 * the result. */
static bool take_split(uint32_t *node_id, uint32_t *counter, sqlite3_context *context,
                       sqlite3_value **values)
{
    uint8_t bytes[SORTID_MAX_SIZE];
    sortid_scru64 id;
    if (!sortid_sqlite_take(bytes, context, values[0]))
        return false;
    if (sqlite3_value_type(values[1]) == SQLITE_NULL) {
        sqlite3_result_null(context);
        return false;
    }
    memcpy(id.bytes, bytes, sizeof id.bytes);
    sqlite3_int64 size = sqlite3_value_int64(values[1]);
    if (sqlite3_value_type(values[1]) == SQLITE_INTEGER && size > 0 && size < 24 &&
        sortid_scru64_split(node_id, counter, &id, (unsigned)size) == SORTID_OK)
        return true;
    sortid_sqlite_fail(context, "the size of a node id must be an INTEGER from 1 to 23");
    return false;
}

static void node_id(sqlite3_context *context, int count, sqlite3_value **values)
{
    uint32_t node, counter;
    (void)count;
    if (take_split(&node, &counter, context, values))
        sqlite3_result_int64(context, node);
}

static void node_counter(sqlite3_context *context, int count, sqlite3_value **values)
{
    uint32_t node, counter;
    (void)count;
    if (take_split(&node, &counter, context, values))
        sqlite3_result_int64(context, counter);
}

/* ---- Registration ---------------------------------------------------------------------------- */

static const struct entry all_formats[] = {
    {"parse", 1, PURE, parse},
    {"print", 1, PURE, print},
    {"valid", 1, PURE, valid},
    {"time", 1, PURE, iso_time},
    {"ms", 1, PURE, unix_ms},
    {"min", 1, PURE, min},
    {"max", 1, PURE, max},
    {"hex", 1, PURE, hex},
    {"from_hex", 1, PURE, from_hex},
    {"within", 3, PURE, within},
    {"within_first", 1, PURE, within_first},
    {"within_last", 2, PURE, within_last},
};
static const struct entry uuid_formats[] = {
    {"uuid", 1, PURE, uuid},
    {"from_uuid", 1, PURE, from_uuid},
};
static const struct entry ulid_only[] = {{"parse_lenient", 1, PURE, parse_lenient}};
static const struct entry scru64_only[] = {
    {"node_id", 2, PURE, node_id},
    {"counter", 2, PURE, node_counter},
};

static int register_entries(sqlite3 *db, const struct entry *entries, size_t count,
                            const sortid_format *format)
{
    int result = SQLITE_OK;
    for (size_t i = 0; i < count && result == SQLITE_OK; i++)
        result = sortid_sqlite_register(db, &entries[i], format, 0, NULL);
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
        struct entry entry = {name, 1, PURE, accessor};
        name_of_field(name, field_of(format, i).name);
        result = sortid_sqlite_register(db, &entry, format, i, NULL);
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
