/* SPDX-License-Identifier: MIT */
/* contract.c: see contract.h. An object is built by jansson in the order of the contract, and
 * jansson keeps that order, of what it reads too. */
#include "contract.h"

#include "support/calendar.h"
#include "support/oracle.h"

#define MOST_FAULTS 20

/* Whether the format has a field number `i`. */
static bool has_field(const support_format *format, size_t i)
{
    return i < SUPPORT_FIELDS && format->fields[i].name != NULL;
}

/* ---- Objects ----------------------------------------------------------------------- */

static void set_text(json_t *object, const char *key, const char *text)
{
    json_object_set_new(object, key, json_string(text));
}

static void set_number(json_t *object, const char *key, uint64_t number)
{
    char text[24];
    snprintf(text, sizeof text, "%llu", (unsigned long long)number);
    set_text(object, key, text);
}

/* Bytes from 0x80 up are the code points of their values: two bytes of UTF-8 each. */
static void set_input(json_t *object, const char *input, size_t length)
{
    char *text = malloc(2 * length + 1);
    size_t size = 0;
    for (size_t i = 0; text != NULL && i < length; i++) {
        unsigned char byte = (unsigned char)input[i];
        if (byte >= 0x80)
            text[size++] = (char)(0xc0 | byte >> 6);
        text[size++] = (char)(byte >= 0x80 ? 0x80 | (byte & 0x3f) : byte);
    }
    json_object_set_new(object, "input", json_stringn(text, size));
    free(text);
}

static void set_encoding(json_t *object, const char *key, const struct contract_reading *reading,
                         sortid_encoding encoding)
{
    char text[SUPPORT_MAX_TEXT];
    judge_print(text, reading->found->format, encoding, reading->found->id);
    set_text(object, key, text);
}

/* The fields in decimal. */
static void set_fields(json_t *object, const judge_found *found)
{
    for (size_t first = 0, i = 0; has_field(found->format, i); i++) {
        const support_field *field = &found->format->fields[i];
        char name[SUPPORT_MAX_TEXT], text[SUPPORT_MAX_TEXT];
        support_json_name(name, field);
        support_field_value(text, found->id, first, field->bits);
        set_text(object, name, text);
        first += field->bits;
    }
}

/* Some bits of an ID as hex digits; the first digit has what the others leave. */
static void print_bits(char text[SUPPORT_MAX_TEXT], const uint8_t *id, size_t first, size_t bits)
{
    for (size_t digits = (bits + 3) / 4; digits > 0; digits--) {
        size_t count = bits - 4 * (digits - 1);
        text += sprintf(text, "%x", (unsigned)oracle_bits(id, first, count));
        first += count;
        bits -= count;
    }
}

static void set_fields_hex(json_t *object, const judge_found *found)
{
    json_t *array = json_array();
    for (size_t first = 0, i = 0; has_field(found->format, i); i++) {
        char hex[SUPPORT_MAX_TEXT];
        print_bits(hex, found->id, first, found->format->fields[i].bits);
        json_array_append_new(array, json_string(hex));
        first += found->format->fields[i].bits;
    }
    json_object_set_new(object, "fieldsHex", array);
}

static void set_leniency(json_t *object, unsigned leniency)
{
    json_t *array = json_array();
    if (leniency == 0) {
        json_decref(array);
        return;
    }
    if ((leniency & SORTID_ULID_ALIAS) != 0)
        json_array_append_new(array, json_string("alias"));
    if ((leniency & SORTID_ULID_HYPHEN) != 0)
        json_array_append_new(array, json_string("hyphen"));
    json_object_set_new(object, "lenient", array);
}

static void set_evidence(json_t *object, const judge_found *found)
{
    static const char *const confidences[] = {NULL, "low", "medium", "high"};
    static const char *const reasons[] = {"prefix", "version", "alphabet", "time", "length"};
    json_t *why = json_array();
    set_text(object, "confidence", confidences[found->confidence]);
    for (size_t i = 0; i < COUNT_OF(reasons); i++)
        if ((found->why >> i & 1) != 0)
            json_array_append_new(why, json_string(reasons[i]));
    json_object_set_new(object, "why", why);
}

/* ---- Kinds that are no format ------------------------------------------------------- */

static void set_hex(json_t *object, const char *key, const judge_found *found, size_t first,
                    size_t bits)
{
    json_t *before = json_object_get(object, key);
    char text[2 * SUPPORT_MAX_TEXT];
    snprintf(text, SUPPORT_MAX_TEXT, "%s", before != NULL ? json_string_value(before) : "");
    print_bits(text + strlen(text), found->id, first, bits);
    set_text(object, key, text);
}

/* Fields: bits as hex digits or as a number; digits of the text, or their number in an alphabet. */
enum field_type { HEX, BITS, DIGITS, NUMBER };

static const struct other_field {
    const char *kind, *key;
    enum field_type type;
    size_t first, count; /* bits or digits; hex digits of the same key are joined */
    const char *alphabet;
} other_fields[] = {
    {"uuid-v1", "clock_seq", BITS, 66, 14, NULL},
    {"uuid-v1", "node", HEX, 80, 48, NULL},
    {"uuid-v2", "domain", BITS, 72, 8, NULL},
    {"uuid-v2", "local_id", BITS, 0, 32, NULL},
    {"uuid-v3", "md5", HEX, 0, 48, NULL},
    {"uuid-v3", "md5", HEX, 52, 12, NULL},
    {"uuid-v3", "md5", HEX, 66, 62, NULL},
    {"uuid-v4", "random", HEX, 0, 48, NULL},
    {"uuid-v4", "random", HEX, 52, 12, NULL},
    {"uuid-v4", "random", HEX, 66, 62, NULL},
    {"uuid-v5", "sha1", HEX, 0, 48, NULL},
    {"uuid-v5", "sha1", HEX, 52, 12, NULL},
    {"uuid-v5", "sha1", HEX, 66, 62, NULL},
    {"uuid-v6", "clock_seq", BITS, 66, 14, NULL},
    {"uuid-v6", "node", HEX, 80, 48, NULL},
    {"uuid-v8", "custom_a", HEX, 0, 48, NULL},
    {"uuid-v8", "custom_b", HEX, 52, 12, NULL},
    {"uuid-v8", "custom_c", HEX, 66, 62, NULL},
    {"snowflake-twitter", "datacenter", BITS, 42, 5, NULL},
    {"snowflake-twitter", "worker", BITS, 47, 5, NULL},
    {"snowflake-twitter", "sequence", BITS, 52, 12, NULL},
    {"snowflake-discord", "worker", BITS, 42, 5, NULL},
    {"snowflake-discord", "process", BITS, 47, 5, NULL},
    {"snowflake-discord", "increment", BITS, 52, 12, NULL},
    {"snowflake-mastodon", "sequence", BITS, 48, 16, NULL},
    {"snowflake-instagram", "shard", BITS, 41, 13, NULL},
    {"snowflake-instagram", "sequence", BITS, 54, 10, NULL},
    {"snowflake-sonyflake", "sequence", BITS, 40, 8, NULL},
    {"snowflake-sonyflake", "machine", BITS, 48, 16, NULL},
    {"xid", "machine", HEX, 32, 24, NULL},
    {"xid", "pid", BITS, 56, 16, NULL},
    {"xid", "counter", BITS, 72, 24, NULL},
    {"objectid", "random", HEX, 32, 40, NULL},
    {"objectid", "counter", BITS, 72, 24, NULL},
    {"cuid", "counter", NUMBER, 9, 4, "0123456789abcdefghijklmnopqrstuvwxyz"},
    {"cuid", "fingerprint", DIGITS, 13, 4, NULL},
    {"cuid", "random", DIGITS, 17, 8, NULL},
    {"pushid", "random", DIGITS, 8, 12, NULL},
    {"slack-ts", "counter", NUMBER, 11, 6, SUPPORT_DECIMAL_DIGITS},
    {"tid", "microseconds", NUMBER, 0, 11, "234567abcdefghijklmnopqrstuvwxyz"},
    {"tid", "clock_id", NUMBER, 11, 2, "234567abcdefghijklmnopqrstuvwxyz"},
};

static void set_other_fields(json_t *object, const struct contract_reading *reading)
{
    for (size_t i = 0; i < COUNT_OF(other_fields); i++) {
        const struct other_field *row = &other_fields[i];
        const char *digits = reading->digits.text + row->first;
        uint8_t number[8];
        if (strcmp(row->kind, reading->found->kind) != 0)
            continue;
        if (row->type == HEX)
            set_hex(object, row->key, reading->found, row->first, row->count);
        else if (row->type == BITS)
            set_number(object, row->key, oracle_bits(reading->found->id, row->first, row->count));
        else if (row->type == DIGITS)
            json_object_set_new(object, row->key, json_stringn(digits, row->count));
        else if (oracle_parse(number, sizeof number, row->alphabet, digits, row->count))
            set_number(object, row->key, oracle_bits(number, 0, 64));
    }
}

/* What bits in one place do not tell: the ticks of versions 1 and 6, and what the others are. */
static void set_uuid_fields(json_t *object, const judge_found *found)
{
    static const char *const variants[] = {"ncs", "ncs", "ncs",       "ncs",
                                           "rfc", "rfc", "microsoft", "future"};
    const uint8_t *id = found->id;
    if (strcmp(found->kind, "uuid-v1") == 0)
        set_number(object, "ticks",
                   oracle_bits(id, 52, 12) << 48 | oracle_bits(id, 32, 16) << 32 |
                       oracle_bits(id, 0, 32));
    if (strcmp(found->kind, "uuid-v6") == 0)
        set_number(object, "ticks", oracle_bits(id, 0, 48) << 12 | oracle_bits(id, 52, 12));
    if (strcmp(found->kind, "uuid-other") == 0) {
        set_text(object, "variant", variants[oracle_bits(id, 64, 3)]);
        if (oracle_bits(id, 64, 2) == 2)
            set_number(object, "version", oracle_bits(id, 48, 4));
    }
}

/* The canonical text: what was read, with its letters in lower case if the case does not matter; a
 * UUID in its own form. */
static void set_canonical(json_t *object, const struct contract_reading *reading)
{
    const judge_found *found = reading->found;
    char text[2 * SUPPORT_MAX_TEXT];
    if (strncmp(found->kind, "uuid", 4) == 0) {
        judge_print(text, SUPPORT_ULID, SORTID_ENCODING_UUID, found->id);
    } else {
        snprintf(text, sizeof text, "%.*s", (int)reading->digits.length, reading->digits.text);
        if (strcmp(found->kind, "nanoid") != 0 && strcmp(found->kind, "pushid") != 0)
            oracle_lower(text);
    }
    set_text(object, "canonical", text);
}

static json_t *inspect_other(const struct contract_reading *reading)
{
    const judge_found *found = reading->found;
    json_t *object = json_object();
    char time[CALENDAR_TEXT_SIZE], text[SUPPORT_MAX_TEXT];
    set_text(object, "format", found->kind);
    set_input(object, reading->input, reading->length);
    set_canonical(object, reading);
    if (found->has_time) {
        calendar_print_signed(time, found->unix_ms);
        set_text(object, "timestampIso", time);
    }
    if (strcmp(found->kind, "typeid") == 0) {
        set_text(object, "prefix", found->prefix);
        judge_print(text, SUPPORT_ULID, SORTID_ENCODING_UUID, found->id);
        set_text(object, "uuid", text);
    }
    set_uuid_fields(object, found);
    set_other_fields(object, reading);
    set_hex(object, "hex", found, 0, 8 * found->size);
    return object;
}

/* ---- All ----------------------------------------------------------------------------- */

static json_t *inspect_format(const struct contract_reading *reading)
{
    const judge_found *found = reading->found;
    json_t *object = json_object();
    char time[CALENDAR_TEXT_SIZE];
    set_text(object, "format", found->format->name);
    set_input(object, reading->input, reading->length);
    set_encoding(object, "canonical", reading, SORTID_ENCODING_TEXT);
    calendar_print_signed(time, found->unix_ms);
    set_text(object, "timestampIso", time);
    set_fields(object, found);
    if (reading->node_size > 0 && found->format == SUPPORT_SCRU64) {
        set_number(object, "nodeId", oracle_bits(found->id, 40, reading->node_size));
        set_number(object, "counter",
                   oracle_bits(found->id, 40 + reading->node_size, 24 - reading->node_size));
    }
    set_fields_hex(object, found);
    set_encoding(object, "hex", reading, SORTID_ENCODING_HEX);
    set_encoding(object, "int", reading, SORTID_ENCODING_INT);
    if (found->format->has_uuid)
        set_encoding(object, "uuid", reading, SORTID_ENCODING_UUID);
    return object;
}

json_t *contract_inspect(const struct contract_reading *reading)
{
    json_t *object =
        reading->found->format != NULL ? inspect_format(reading) : inspect_other(reading);
    set_evidence(object, reading->found);
    set_leniency(object, reading->found->leniency);
    if (reading->ambiguous)
        json_object_set_new(object, "ambiguous", json_true());
    return object;
}

json_t *contract_format(const support_format *format)
{
    static const char *const kinds[] = {[SORTID_FIELD_TIMESTAMP] = "timestamp",
                                        [SORTID_FIELD_COUNTER] = "counter",
                                        [SORTID_FIELD_LAYER] = "layer",
                                        [SORTID_FIELD_RANDOM] = "random",
                                        [SORTID_FIELD_FIXED] = "fixed"};
    static const char *const names[] = {"text",      "hex",    "int",   "bin",  "uuid",
                                        "base32hex", "typeid", "lower", "0x",   "bytea",
                                        "blob",      "braces", "urn",   "guid", "base64url"};
    json_t *object = json_object(), *fields = json_array(), *encodings = json_array();
    char time[CALENDAR_TEXT_SIZE];
    calendar_print(time, format->timestamp_zero);
    set_text(object, "name", format->name);
    set_text(object, "title", format->title);
    json_object_set_new(object, "size", json_integer((json_int_t)format->size));
    json_object_set_new(object, "textLength", json_integer((json_int_t)format->text_length));
    set_text(object, "firstTime", time);
    set_text(object, "lastTime", format->last_time);
    json_object_set_new(object, "timeStepMs", json_integer((json_int_t)format->timestamp_unit));
    json_object_set_new(object, "reservesEnds", json_boolean(format->reserves_ends));
    for (size_t i = 0; has_field(format, i); i++) {
        const support_field *field = &format->fields[i];
        char name[SUPPORT_MAX_TEXT];
        support_json_name(name, field);
        json_array_append_new(fields,
                              json_pack("{s:s, s:I, s:s}", "name", name, "bits",
                                        (json_int_t)field->bits, "kind", kinds[field->kind]));
    }
    json_object_set_new(object, "fields", fields);
    judge_found found = {.kind = format->name, .format = format, .size = format->size};
    char text[JUDGE_WRITTEN];
    support_set_fixed(found.id, format);
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (judge_write(text, &found, names[i], NULL) > 0)
            json_array_append_new(encodings, json_string(names[i]));
    json_object_set_new(object, "encodings", encodings);
    return object;
}

/* ---- Reading and comparing ------------------------------------------------------------ */

json_t *contract_read(const char *line, size_t length, json_error_t *error)
{
    return json_loadb(line, length, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, error);
}

bool contract_same(json_t *object, json_t *wanted, char message[CONTRACT_MESSAGE])
{
    void *at = json_object_iter(object), *to = json_object_iter(wanted);
    for (; at != NULL && to != NULL;
         at = json_object_iter_next(object, at), to = json_object_iter_next(wanted, to)) {
        const char *key = json_object_iter_key(at), *wanted_key = json_object_iter_key(to);
        if (strcmp(key, wanted_key) != 0) {
            snprintf(message, CONTRACT_MESSAGE, "member %s, not %s", key, wanted_key);
            return false;
        }
        if (json_equal(json_object_iter_value(at), json_object_iter_value(to)) == 0) {
            char *value = json_dumps(json_object_iter_value(at), JSON_ENCODE_ANY);
            char *right = json_dumps(json_object_iter_value(to), JSON_ENCODE_ANY);
            snprintf(message, CONTRACT_MESSAGE, "%s is %s, not %s", key, value, right);
            free(value);
            free(right);
            return false;
        }
    }
    snprintf(message, CONTRACT_MESSAGE, "%s",
             at != NULL ? "a member too many" : "a member is missing");
    return at == NULL && to == NULL;
}

/* A member's type: a count, a count or null (in any order), a decimal string or null, any string, an
 * array, a number that may be a fraction or null. */
enum type { COUNT, KNOWN, DECIMAL, TEXT, LIST, FIGURE };

static bool is_type(const json_t *value, enum type type)
{
    const char *digits = json_string_value(value);
    switch (type) {
    case KNOWN:
        if (json_is_null(value))
            return true;
        // fall through
    case COUNT:
        return json_is_integer(value) && json_integer_value(value) >= 0;
    case DECIMAL:
        return json_is_null(value) || (digits != NULL && *digits != '\0' &&
                                       strspn(digits, "0123456789") == strlen(digits));
    case TEXT:
        return json_is_string(value);
    case LIST:
        return json_is_array(value);
    default:
        return json_is_null(value) || (json_is_number(value) && json_number_value(value) >= 0);
    }
}

/* A member and its type; a list of them ends with key NULL. */
struct member {
    const char *key;
    enum type type;
};

/* Whether an object has these members, in this order, and no others. */
static bool has_members(json_t *object, const struct member *members, char *message)
{
    void *at = json_object_iter(object);
    for (; members->key != NULL; members++, at = json_object_iter_next(object, at)) {
        if (at == NULL || strcmp(json_object_iter_key(at), members->key) != 0 ||
            !is_type(json_object_iter_value(at), members->type)) {
            snprintf(message, CONTRACT_MESSAGE, "%s is not the next member, or of another type",
                     members->key);
            return false;
        }
    }
    if (at != NULL)
        snprintf(message, CONTRACT_MESSAGE, "%s is a member too many", json_object_iter_key(at));
    return at == NULL;
}

/* Whether a member is this string. */
static bool is_text(json_t *object, const char *key, const char *text, char *message)
{
    bool is_same = strcmp(json_string_value(json_object_get(object, key)), text) == 0;
    if (!is_same)
        snprintf(message, CONTRACT_MESSAGE, "%s is not %s", key, text);
    return is_same;
}

static bool is_field(json_t *object, const support_field *field, char *message)
{
    static const struct member random[] = {
        {"name", TEXT}, {"lowestShareOfOnes", FIGURE}, {"highestShareOfOnes", FIGURE}, {NULL, 0}};
    static const struct member others[] = {{"name", TEXT},
                                           {"renewals", KNOWN},
                                           {"meanIntervalMs", FIGURE},
                                           {"lowestShareOfOnes", FIGURE},
                                           {"highestShareOfOnes", FIGURE},
                                           {NULL, 0}};
    char name[SUPPORT_MAX_TEXT];
    support_json_name(name, field);
    return has_members(object, field->kind == SORTID_FIELD_RANDOM ? random : others, message) &&
           is_text(object, "name", name, message);
}

/* Whether `fields` has an object for each field after the timestamp that is not fixed. */
static bool are_fields(const json_t *fields, const support_format *format, char *message)
{
    size_t count = 0;
    for (size_t i = 1; has_field(format, i); i++)
        if (format->fields[i].kind != SORTID_FIELD_FIXED &&
            !is_field(json_array_get(fields, count++), &format->fields[i], message))
            return false;
    snprintf(message, CONTRACT_MESSAGE, "fields is not an array of %zu", count);
    return json_array_size(fields) == count;
}

/* One of the faults that check reports. */
static bool is_fault(json_t *object, char *message)
{
    static const char *const names[] = {"invalid", "unordered", "duplicate", "counter"};
    static const struct member invalid[] = {{"file", TEXT},  {"line", COUNT}, {"column", COUNT},
                                            {"fault", TEXT}, {"text", TEXT},  {NULL, 0}};
    static const struct member others[] = {{"file", TEXT},  {"line", COUNT}, {"column", COUNT},
                                           {"fault", TEXT}, {"text", TEXT},  {"before", TEXT},
                                           {NULL, 0}};
    const char *name = json_string_value(json_object_get(object, "fault"));
    size_t which = 0;
    while (which < COUNT_OF(names) && (name == NULL || strcmp(name, names[which]) != 0))
        which++;
    snprintf(message, CONTRACT_MESSAGE, "a fault has no such name");
    return which < COUNT_OF(names) && has_members(object, which == 0 ? invalid : others, message);
}

/* Whether `faults` has the first 20 of those that were counted. */
static bool are_faults(const json_t *object, char *message)
{
    static const char *const counts[] = {"invalid", "unordered", "duplicates", "counterFaults"};
    const json_t *faults = json_object_get(object, "faults");
    json_int_t count = 0;
    for (size_t i = 0; i < COUNT_OF(counts); i++)
        count += json_integer_value(json_object_get(object, counts[i]));
    count = count < MOST_FAULTS ? count : MOST_FAULTS;
    snprintf(message, CONTRACT_MESSAGE, "faults is not an array of %lld", (long long)count);
    bool is_right = json_array_size(faults) == (size_t)count;
    for (size_t i = 0; is_right && i < (size_t)count; i++)
        is_right = is_fault(json_array_get(faults, i), message);
    return is_right;
}

bool contract_is_check(json_t *object, const support_format *format, char message[CONTRACT_MESSAGE])
{
    static const struct member members[] = {
        {"format", TEXT},           {"lines", COUNT},     {"valid", COUNT},
        {"invalid", COUNT},         {"unordered", KNOWN}, {"duplicates", KNOWN},
        {"counterFaults", KNOWN},   {"reserved", COUNT},  {"firstTimestamp", DECIMAL},
        {"lastTimestamp", DECIMAL}, {"idsPerMs", FIGURE}, {"idsPerTimestamp", KNOWN},
        {"fields", LIST},           {"faults", LIST},     {NULL, 0}};
    return has_members(object, members, message) &&
           is_text(object, "format", format->name, message) &&
           are_fields(json_object_get(object, "fields"), format, message) &&
           are_faults(object, message);
}
