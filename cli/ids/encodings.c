/* SPDX-License-Identifier: MIT */
/* encodings.c: the table of encodings, and printing by bytes. Only text and int of a format, and
 * the text of another kind, are printed by the library. */
#include "encodings.h"
#include "format_info.h"
#include "kinds.h"
#include "../../common/text.h"

#define UUID_SIZE       16
#define UUID_TEXT       36
#define BASE64_DIGITS   22
#define BASE64_PADDED   24
#define PREFIX_MOST     63
#define LOWER           "abcdefghijklmnopqrstuvwxyz"
#define UPPER           "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define DIGITS          "0123456789"
#define IS_ONE_OF(c, s) ((c) != '\0' && strchr(s, (c)) != NULL)

/* SORTID_ENCODING_TEXT is 0. */
/* clang-format off */
static const struct encoding_name encodings[] = {
    {.name = "text", .hex_format = "scru160"},
    {.name = "hex", .encoding = SORTID_ENCODING_HEX},
    {.name = "int", .encoding = SORTID_ENCODING_INT},
    {.name = "bin", .encoding = SORTID_ENCODING_BIN},
    {.name = "uuid", .encoding = SORTID_ENCODING_UUID},
    {.name = "base32hex", .only_format = "scru160"},
    {.name = "typeid", .encoding = SORTID_ENCODING_UUID, .way = WAY_TYPEID},
    {.name = "lower", .way = WAY_LOWER, .about = "text in lower case"},
    {.name = "0x", .encoding = SORTID_ENCODING_HEX, .before = "0x"},
    {.name = "bytea", .encoding = SORTID_ENCODING_HEX, .before = "\\x", .about = "\\x... of PostgreSQL"},
    {.name = "blob", .encoding = SORTID_ENCODING_HEX, .before = "X'", .after = "'", .about = "X'...' of SQL"},
    {.name = "braces", .encoding = SORTID_ENCODING_UUID, .before = "{", .after = "}"},
    {.name = "urn", .encoding = SORTID_ENCODING_UUID, .before = "urn:uuid:"},
    {.name = "guid", .encoding = SORTID_ENCODING_HEX, .way = WAY_GUID, .about = "hex in the order of bytes of .NET"},
    {.name = "base64url", .encoding = SORTID_ENCODING_HEX, .way = WAY_BASE64URL},
    {.name = "time", .time = TIME_FORM_ISO, .about = "the time of the ID"},
    {.name = "unix", .time = TIME_FORM_UNIX, .about = "Unix seconds"},
    {.name = "ms", .time = TIME_FORM_MS, .about = "Unix milliseconds"},
};
/* clang-format on */
#define ENCODING_COUNT (sizeof encodings / sizeof *encodings)

const struct encoding_name *encoding_at(size_t index)
{
    return index < ENCODING_COUNT ? &encodings[index] : NULL;
}

const struct encoding_name *encoding_of_form(uint32_t form)
{
    const char *name = form == SORTID_FORM_BRACES ? "braces" : "urn";
    for (size_t i = 0; i < ENCODING_COUNT; i++)
        if (((uint32_t)encodings[i].encoding == form && encoding_is_plain(&encodings[i])) ||
            (form >= SORTID_FORM_BRACES && strcmp(encodings[i].name, name) == 0))
            return &encodings[i];
    return &encodings[0];
}

const struct encoding_name *encoding_of_way(enum encoding_way way)
{
    size_t i = 0;
    while (encodings[i].way != way)
        i++;
    return &encodings[i];
}

const struct encoding_name *encoding_as(const sortid_format *format)
{
    static struct encoding_name row = {.way = WAY_FORMAT};
    uint8_t ones[SORTID_MAX_SIZE];
    memset(ones, 0xff, sizeof ones);
    if (sortid_format_check(format, ones) != SORTID_OK)
        return NULL;
    row.name = kind_info_of(kind_of_format(format))->name;
    return &row;
}

bool encoding_is_plain(const struct encoding_name *row)
{
    return row->before == NULL && row->way == WAY_PLAIN && row->time == TIME_FORM_NONE;
}

/* The encodings of a kind that is not a format: those of its bytes. */
static bool is_of_other_kind(const struct encoding_name *row, const sortid_kind_info *info)
{
    if (row->only_format != NULL || (row->way == WAY_LOWER && info->is_vague != 0))
        return false; // of some of these the case matters
    if (row->encoding == SORTID_ENCODING_INT)
        return info->size == UUID_SIZE || info->size == sizeof(uint64_t);
    return row->encoding != SORTID_ENCODING_UUID || info->size == UUID_SIZE;
}

bool encoding_is_of(const struct encoding_name *row, const sortid_kind *kind)
{
    const sortid_kind_info *info = kind_info_of(kind);
    sortid_format_info format;
    if (row->time != TIME_FORM_NONE)
        return true;
    if (row->only_format != NULL && strcmp(row->only_format, info->name) != 0)
        return false;
    if (way_has_bits(row->way) && info->size != UUID_SIZE)
        return false;
    if (row->way == WAY_TYPEID && strncmp(info->name, "uuid", 4) != 0 &&
        strcmp(info->name, "typeid") != 0)
        return false;
    if (row->way == WAY_FORMAT)
        return kind_info_of(sortid_kind_find(row->name))->size == info->size;
    if (sortid_format_describe(info->format, &format, sizeof format) != SORTID_OK)
        return is_of_other_kind(row, info);
    return (format.encodings >> row->encoding & 1) != 0 &&
           !(row->way == WAY_LOWER && (format.traits & SORTID_TRAIT_CASE_SENSITIVE) != 0);
}

const struct encoding_name *encoding_of(const sortid_kind *kind, size_t index)
{
    for (size_t i = 0; i < ENCODING_COUNT; i++)
        if (encodings[i].time == TIME_FORM_NONE && encoding_is_of(&encodings[i], kind) &&
            index-- == 0)
            return &encodings[i];
    return NULL;
}

/* ---- Printing -------------------------------------------------------------------------------- */

size_t hex_print(char *text, const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        text[2 * i] = "0123456789abcdef"[bytes[i] >> 4];
        text[2 * i + 1] = "0123456789abcdef"[bytes[i] & 15];
    }
    return 2 * size;
}

/* Reverses the bytes of each of the first three groups. */
static void swap_groups(uint8_t uuid[UUID_SIZE])
{
    static const uint8_t from[8] = {3, 2, 1, 0, 5, 4, 7, 6};
    uint8_t first[8];
    memcpy(first, uuid, sizeof first);
    for (size_t i = 0; i < sizeof first; i++)
        uuid[i] = first[from[i]];
}

static const char base64[] = UPPER LOWER DIGITS "-_";

static size_t print_base64(char *text, const uint8_t *id)
{
    unsigned bits = 0, count = 0;
    size_t length = 0;
    for (size_t i = 0; i < UUID_SIZE; i++) {
        bits = bits << 8 | id[i];
        for (count += 8; count >= 6; count -= 6)
            text[length++] = base64[bits >> (count - 6) & 63];
    }
    text[length++] = base64[bits << (6 - count) & 63];
    return length;
}

static size_t print_text(char *text, const sortid_kind *kind, const uint8_t *id)
{
    const sortid_kind_info *info = kind_info_of(kind);
    sortid_reading reading = {.kind = kind, .format = info->format, .size = info->size};
    size_t length;
    memcpy(reading.id, id, info->size);
    return sortid_reading_print(&reading, text, SORTID_READING_TEXT_SIZE, &length) == SORTID_OK
               ? length
               : 0;
}

/* As an integer or a UUID: any 128 bits are a ULID, so that its calls write them. */
static size_t print_bits(char *text, sortid_encoding encoding, const sortid_kind *kind,
                         const uint8_t *id)
{
    const sortid_kind_info *info = kind_info_of(kind);
    const sortid_format *format = info->format;
    if (format == NULL && info->size != UUID_SIZE)
        return print_text(text, kind, id); // a Snowflake
    return print_id(text, format != NULL ? format : sortid_ulid_format(), encoding, id);
}

static size_t print_lower(char *text, const sortid_kind *kind, const uint8_t *id)
{
    size_t length = print_text(text, kind, id);
    for (size_t i = 0; i < length; i++)
        text[i] = IS_ONE_OF(text[i], UPPER) ? (char)(text[i] | 32) : text[i];
    return length;
}

static size_t print_way(char *text, const struct encoding_name *row, const sortid_kind *kind,
                        const uint8_t *id)
{
    uint8_t swapped[UUID_SIZE];
    size_t length;
    if (row->way == WAY_FORMAT)
        return print_text(text, sortid_kind_find(row->name), id);
    if (row->way == WAY_LOWER)
        return print_lower(text, kind, id);
    if (row->way == WAY_BASE64URL)
        return print_base64(text, id);
    if (row->way == WAY_TYPEID)
        return sortid_typeid_print(text, SORTID_TYPEID_TEXT_SIZE, &length, NULL, 0, id, NULL) ==
                       SORTID_OK
                   ? length
                   : 0;
    memcpy(swapped, id, sizeof swapped);
    swap_groups(swapped);
    return hex_print(text, swapped, sizeof swapped);
}

static size_t print_digits(char *text, const struct encoding_name *row, const sortid_kind *kind,
                           const uint8_t *id)
{
    if (row->way != WAY_PLAIN)
        return print_way(text, row, kind, id);
    switch ((unsigned)row->encoding) {
    case SORTID_ENCODING_HEX:
        return hex_print(text, id, kind_info_of(kind)->size);
    case SORTID_ENCODING_UUID:
    case SORTID_ENCODING_INT:
        return print_bits(text, row->encoding, kind, id);
    case SORTID_ENCODING_BIN:
        memcpy(text, id, kind_info_of(kind)->size);
        return kind_info_of(kind)->size;
    default:
        return print_text(text, kind, id);
    }
}

size_t encoding_print(char text[ENCODED_SIZE], const struct encoding_name *row,
                      const sortid_kind *kind, const char *prefix, const uint8_t *id)
{
    struct text out = text_begin(text, ENCODED_SIZE);
    if (!encoding_is_of(row, kind) || row->time != TIME_FORM_NONE)
        return 0;
    if (prefix != NULL && *prefix != '\0')
        out = text_string(text_string(out, prefix), "_");
    if (row->before != NULL)
        out = text_string(out, row->before);
    size_t digits = print_digits(out.at, row, kind, id);
    if (digits == 0)
        return 0;
    out.at += digits;
    if (row->after != NULL)
        out = text_string(out, row->after);
    if (row->encoding != SORTID_ENCODING_BIN)
        *out.at = '\0';
    return (size_t)(out.at - text);
}

/* ---- Reading --------------------------------------------------------------------------------- */

static bool has_bytes(const char *text, const char *bytes)
{
    for (; *bytes != '\0'; text++, bytes++)
        if (*text != *bytes && !(IS_ONE_OF(*text, UPPER LOWER) && (*text ^ 32) == *bytes))
            return false;
    return true;
}

const struct encoding_name *encoding_marks(size_t *before, const char *text, size_t length,
                                           sortid_encoding encoding, size_t digits)
{
    bool is_escaped = length > 2 && text[0] == '\\' && text[1] == '\\'; // as COPY writes a bytea
    for (size_t i = 0; i < ENCODING_COUNT; i++) {
        const struct encoding_name *row = &encodings[i];
        if (row->before == NULL || row->encoding != encoding)
            continue;
        bool skips = is_escaped && *row->before == '\\';
        size_t front = strlen(row->before) + skips;
        size_t back = row->after != NULL ? strlen(row->after) : 0;
        if (length == front + digits + back && has_bytes(text + skips, row->before) &&
            (back == 0 || memcmp(text + front + digits, row->after, back) == 0)) {
            *before = front;
            return row;
        }
    }
    return NULL;
}

static sortid_status read_guid(uint8_t uuid[UUID_SIZE], size_t *position, const char *text,
                               size_t length)
{
    size_t before = 0;
    if (encoding_marks(&before, text, length, SORTID_ENCODING_HEX, 2 * UUID_SIZE) != NULL)
        length = 2 * UUID_SIZE;
    sortid_status status =
        sortid_format_parse(sortid_ulid_format(), uuid,
                            length == UUID_TEXT ? SORTID_ENCODING_UUID : SORTID_ENCODING_HEX,
                            text + before, length, position); // any 128 bits are a ULID
    if (status == SORTID_OK)
        swap_groups(uuid);
    else
        *position += before;
    return status;
}

static unsigned base64_digit(char c)
{
    if (c == '+' || c == '/')
        return c == '+' ? 62 : 63;
    return IS_ONE_OF(c, base64) ? (unsigned)(strchr(base64, c) - base64) : 64;
}

static sortid_status read_base64(uint8_t id[UUID_SIZE], size_t *position, const char *text,
                                 size_t length)
{
    unsigned bits = 0, count = 0;
    size_t size = 0;
    bool is_padded = length == BASE64_PADDED && memcmp(text + BASE64_DIGITS, "==", 2) == 0;
    *position = length < BASE64_DIGITS ? length : BASE64_DIGITS;
    if (length != BASE64_DIGITS && !is_padded)
        return SORTID_BAD_LENGTH;
    for (size_t i = 0; i < BASE64_DIGITS; i++) {
        unsigned digit = base64_digit(text[i]);
        *position = i;
        if (digit > 63 || (i == BASE64_DIGITS - 1 && (digit & 15) != 0))
            return SORTID_BAD_DIGIT;
        bits = bits << 6 | digit;
        count += 6;
        if (count >= 8)
            id[size++] = (uint8_t)(bits >> (count -= 8));
    }
    return SORTID_OK;
}

sortid_status bits_read(uint8_t id[UUID_SIZE], size_t *position, enum encoding_way way,
                        const char *text, size_t length)
{
    return way == WAY_GUID ? read_guid(id, position, text, length)
                           : read_base64(id, position, text, length);
}

/* Of the 26 digits of a TypeID, those that have the first bit of the version and of the variant. */
#define TYPEID_DIGITS 26
#define VERSION_DIGIT 10
#define VARIANT_DIGIT 13

sortid_status typeid_decode(uint8_t *id, size_t *position, const char *text, size_t length)
{
    uint8_t uuid[SORTID_UUIDV7_SIZE];
    size_t prefix;
    sortid_status status = sortid_typeid_parse(uuid, &prefix, text, length, position);
    if (status != SORTID_OK)
        return status;
    status = sortid_format_check(sortid_uuidv7_format(), uuid);
    if (status == SORTID_OK)
        memcpy(id, uuid, sizeof uuid);
    else if (position != NULL)
        *position =
            length - TYPEID_DIGITS + (status == SORTID_BAD_VERSION ? VERSION_DIGIT : VARIANT_DIGIT);
    return status;
}

/* ---- Prefixes -------------------------------------------------------------------------------- */

/* A prefix begins with a letter, ends with a letter or digit, and has these and signs between. */
static bool is_prefix(const char *text, size_t length)
{
    if (length == 0 || length > PREFIX_MOST || !IS_ONE_OF(*text, LOWER UPPER) ||
        !IS_ONE_OF(text[length - 1], LOWER UPPER DIGITS))
        return false;
    for (size_t i = 0; i < length; i++)
        if (!IS_ONE_OF(text[i], LOWER UPPER DIGITS "_-."))
            return false;
    return true;
}

const char *prefix_fault(const char *prefix, const struct encoding_name *row)
{
    char text[SORTID_TYPEID_TEXT_SIZE];
    static const uint8_t uuid[UUID_SIZE];
    size_t written, length = strlen(prefix);
    if (length > PREFIX_MOST)
        return "must have at most 63 letters";
    if (row->way != WAY_TYPEID)
        return is_prefix(prefix, length) ? NULL
                                         : "must begin with a letter, end with a letter or digit, "
                                           "and have only these, _, - and . between";
    return sortid_typeid_print(text, sizeof text, &written, prefix, length, uuid, NULL) == SORTID_OK
               ? NULL
               : "must have only the letters a to z, and underscores between them";
}

size_t prefix_length(const char *text, size_t length)
{
    while (length > 0 && text[length - 1] != '_')
        length--;
    return length > 0 && is_prefix(text, length - 1) ? length : 0;
}
