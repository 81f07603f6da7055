/* SPDX-License-Identifier: MIT */
/* judge_command.c: see judge_command.h. Digits are read and written by judge.c and the oracle. */
#include "judge_command.h"
#include "oracle.h"

#include <ctype.h>
#include <strings.h>

#define HEX           SORTID_ENCODING_HEX
#define UUID          SORTID_ENCODING_UUID
#define UUID_DIGITS   36
#define TYPEID        "0123456789abcdefghjkmnpqrstvwxyz"
#define TYPEID_DIGITS 26
#define BASE64        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
#define BASE64_DIGITS 22

static const struct encoding {
    const char *name;
    sortid_encoding digits;
    const char *before, *after; /* marks; NULL: none */
} encodings[] = {{"hex", HEX, NULL, NULL},
                 {"int", SORTID_ENCODING_INT, NULL, NULL},
                 {"bin", SORTID_ENCODING_BIN, NULL, NULL},
                 {"uuid", UUID, NULL, NULL},
                 {"typeid", UUID, NULL, NULL},
                 {"0x", HEX, "0x", ""},
                 {"bytea", HEX, "\\x", ""},
                 {"blob", HEX, "X'", "'"},
                 {"copy", HEX, "\\\\x", ""}, // a bytea as COPY writes it; not a name
                 {"braces", UUID, "{", "}"},
                 {"urn", UUID, "urn:uuid:", ""},
                 {"guid", HEX, NULL, NULL},
                 {"base64url", HEX, NULL, NULL}};

/* The others are texts. */
static struct encoding find_encoding(const char *name)
{
    for (size_t i = 0; i < COUNT_OF(encodings); i++)
        if (strcmp(encodings[i].name, name) == 0)
            return encodings[i];
    return (struct encoding){.name = name};
}

static bool is(const char *name, const char *other)
{
    return strcmp(name, other) == 0;
}

/* ---- Reading --------------------------------------------------------------------------------- */

/* The length of the marks before so many digits; 0: there are none. Their letters have any case. */
static size_t marks_before(sortid_encoding encoding, size_t digits, const char *text, size_t length)
{
    for (size_t i = 0; i < COUNT_OF(encodings); i++) {
        const struct encoding *row = &encodings[i];
        if (row->before == NULL || row->digits != encoding)
            continue;
        size_t before = strlen(row->before), after = strlen(row->after);
        if (length == before + digits + after && strncasecmp(text, row->before, before) == 0 &&
            memcmp(text + before + digits, row->after, after) == 0)
            return before;
    }
    return 0;
}

/* Digits alone, or with marks around them. */
static judgement read_marked(const support_format *format, sortid_encoding encoding,
                             const char *text, size_t length)
{
    const size_t digits = encoding == UUID ? UUID_DIGITS : 2 * format->size;
    const size_t before = marks_before(encoding, digits, text, length);
    judgement read = judge_parse(format, encoding, text + before, before > 0 ? digits : length);
    read.position += before;
    return read;
}

/* Reverses the bytes of each of the first three parts of a UUID, as .NET does. */
static void swap_guid(uint8_t *id)
{
    uint8_t given[8];
    memcpy(given, id, sizeof given);
    for (size_t i = 0; i < 8; i++)
        id[i] = given[i < 4 ? 3 - i : i < 6 ? 9 - i : 13 - i];
}

/* 128 bits in digits of 6, and 4 bits that are 0. */
static judgement read_base64(const char *text, size_t length)
{
    judgement read = {.status = SORTID_BAD_DIGIT};
    uint8_t bits[17] = {0};
    bool is_padded = length == BASE64_DIGITS + 2 && memcmp(text + BASE64_DIGITS, "==", 2) == 0;
    if (length != BASE64_DIGITS && !is_padded) {
        read.position = length < BASE64_DIGITS ? length : BASE64_DIGITS;
        return read;
    }
    for (; read.position < BASE64_DIGITS; read.position++) {
        int digit = oracle_digit(BASE64 "+/", text[read.position]);
        if (digit < 0)
            digit = oracle_digit(BASE64 "-_", text[read.position]);
        if (digit < 0 || (read.position == BASE64_DIGITS - 1 && digit % 16 != 0))
            return read;
        oracle_set_bits(bits, 6 * read.position, 6, (uint64_t)digit);
    }
    read.status = SORTID_OK;
    memcpy(read.id, bits, 16);
    return read;
}

/* Any 128 bits in an encoding other than text: they are read as a ULID. */
static judgement read_bits(const char *encoding, const char *text, size_t length)
{
    const struct encoding row = find_encoding(encoding);
    const bool is_guid = is(encoding, "guid");
    size_t prefix;
    if (is(encoding, "base64url"))
        return read_base64(text, length);
    if (is(encoding, "typeid"))
        return judge_typeid(&prefix, text, length);
    if (row.digits != HEX && row.digits != UUID)
        return judge_parse(SUPPORT_ULID, row.digits, text, length);
    judgement read = is_guid && length == UUID_DIGITS
                         ? judge_parse(SUPPORT_ULID, UUID, text, length)
                         : read_marked(SUPPORT_ULID, row.digits, text, length);
    if (is_guid && read.status == SORTID_OK)
        swap_guid(read.id);
    return read;
}

static judgement read_whole(const support_format *format, const char *encoding, bool lenient,
                            const char *text, size_t length)
{
    const struct encoding row = find_encoding(encoding);
    const bool is_typeid = is(encoding, "typeid");
    size_t byte;
    if (is_typeid || is(encoding, "guid") || is(encoding, "base64url")) {
        judgement read = read_bits(encoding, text, length);
        sortid_status status = support_check(format, read.id, &byte);
        if (read.status != SORTID_OK || status == SORTID_OK)
            return read;
        size_t position = is_typeid ? length - TYPEID_DIGITS + (8 * byte + 2) / 5 : 0;
        return (judgement){.status = status, .position = position};
    }
    if (lenient)
        return judge_lenient(text, length);
    if (format == SUPPORT_SCRU160 && is(encoding, "text") && length == 2 * format->size)
        return judge_parse(format, HEX, text, length);
    if (row.digits == HEX || row.digits == UUID)
        return read_marked(format, row.digits, text, length);
    return judge_parse(format, row.digits, text, length);
}

size_t judge_prefix(const char *text, size_t length)
{
    size_t end = length;
    while (end > 0 && text[end - 1] != '_')
        end--;
    if (end < 2 || end > 64 || !isalpha((unsigned char)*text) ||
        !isalnum((unsigned char)text[end - 2]))
        return 0;
    for (size_t i = 0; i < end; i++)
        if (!isalnum((unsigned char)text[i]) && (text[i] == '\0' || strchr("_-.", text[i]) == NULL))
            return 0;
    return end;
}

judgement judge_named(const support_format *format, const char *encoding, bool lenient,
                      const char *text, size_t length)
{
    judgement read = read_whole(format, encoding, lenient, text, length);
    const size_t prefix = judge_prefix(text, length);
    if (read.status == SORTID_OK || prefix == 0 || is(encoding, "bin"))
        return read;
    const judgement behind = read_whole(format, encoding, lenient, text + prefix, length - prefix);
    return behind.status == SORTID_OK ? behind : read;
}

/* ---- Readings of any kind -------------------------------------------------------------------- */

static bool is_asked(const judge_asked *asked, const char *kind)
{
    for (size_t i = 0; i < asked->count; i++)
        if (is(asked->kinds[i], kind))
            return true;
    return asked->count == 0;
}

/* The readings of the digits of a kind that was asked for; `is_sure`: without guesses. */
static size_t read_digits(judge_found *out, const judge_digits *digits, const judge_asked *asked,
                          bool is_sure)
{
    judgement fault;
    const judge_request request = {.kind = asked->count == 1 ? asked->kinds[0] : NULL,
                                   .lenient = asked->lenient,
                                   .plausible_until_ms = judge_plausible_until()};
    size_t kept = 0, count = judge_kinds(out, &fault, &request, digits->text, digits->length);
    for (size_t i = 0; i < count; i++)
        if (is_asked(asked, out[i].kind) &&
            !(is_sure && out[i].confidence == SORTID_CONFIDENCE_LOW))
            out[kept++] = out[i];
    return kept;
}

/* The same, but of hex digits: not those that read them as a number or as another text. */
static size_t read_hex(judge_found *out, const judge_digits *digits, const judge_asked *asked,
                       bool is_sure)
{
    char hex[2 * SORTID_MAX_SIZE + 1];
    size_t kept = 0, count = read_digits(out, digits, asked, is_sure);
    for (size_t i = 0; i < count; i++)
        if (2 * out[i].size == digits->length &&
            oracle_print(hex, digits->length, SUPPORT_HEX_DIGITS, out[i].id, out[i].size) &&
            memcmp(hex, digits->text, digits->length) == 0)
            out[kept++] = out[i];
    return kept;
}

/* Also hex digits in marks, and base64 if that is not a guess. */
static size_t read_any(judge_found *out, judge_digits *digits, const judge_asked *asked,
                       const char *text, size_t length)
{
    static char hex[SUPPORT_MAX_TEXT];
    *digits = (judge_digits){text, length};
    size_t count = read_digits(out, digits, asked, false);
    for (size_t size = 40; size >= 8 && count == 0; size -= 2) {
        size_t before = marks_before(HEX, size, text, length);
        if (before == 0)
            continue;
        snprintf(hex, sizeof hex, "%.*s", (int)size, text + before);
        oracle_lower(hex);
        *digits = (judge_digits){hex, size};
        count = read_hex(out, digits, asked, false);
    }
    const judgement bits = read_base64(text, length);
    if (count > 0 || bits.status != SORTID_OK)
        return count;
    *digits = (judge_digits){hex, judge_print(hex, SUPPORT_ULID, HEX, bits.id)};
    return read_hex(out, digits, asked, asked->count == 0);
}

/* The bytes of an ID that is not 128 bits: of hex digits or a number. */
static bool read_bytes(judge_found *found, sortid_encoding encoding, const char *text,
                       size_t length)
{
    const size_t digits = 2 * found->size, before = marks_before(HEX, digits, text, length);
    const bool is_hex = encoding == HEX;
    const char *alphabet = is_hex ? SUPPORT_HEX_DIGITS : SUPPORT_DECIMAL_DIGITS;
    if (is_hex)
        text += before;
    if (is_hex && before > 0)
        length = digits;
    if (is_hex ? length != digits : length == 0 || length > 20 || (length > 1 && *text == '0'))
        return false;
    for (size_t i = 0; i < length; i++)
        if (oracle_digit(alphabet, text[i]) < 0)
            return false;
    return oracle_parse(found->id, found->size, alphabet, text, length);
}

/* Reads the text of an encoding as bytes, and these as the text of the only kind. */
static size_t read_encoded(judge_found *out, judge_digits *digits, const judge_asked *asked,
                           const char *text, size_t length)
{
    static char own[JUDGE_WRITTEN];
    const char *kind = asked->kinds[0];
    const struct encoding row = find_encoding(asked->encoding);
    judge_found found = {.kind = kind, .size = 16};
    *digits = (judge_digits){text, length};
    if (row.digits == SORTID_ENCODING_TEXT) {
        size_t count = read_digits(out, digits, asked, false);
        return count > 0 && (out->form == SORTID_FORM_HEX ||
                             (out->form == SORTID_FORM_INT && out->size == 16))
                   ? 0
                   : count;
    }
    if (is(kind, "xid") || is(kind, "objectid"))
        found.size = 12;
    else if (strncmp(kind, "snowflake", 9) == 0)
        found.size = 8;
    judgement read = {.status = SORTID_OK};
    if (found.size == 16)
        read = read_bits(asked->encoding, text, length);
    else if (!read_bytes(&found, row.digits, text, length))
        return 0;
    if (read.status != SORTID_OK)
        return 0;
    if (found.size == 16)
        memcpy(found.id, read.id, 16);
    *digits = (judge_digits){own, judge_write(own, &found, "text", NULL)};
    return read_digits(out, digits, asked, false);
}

static size_t read_asked(judge_found *out, judge_digits *digits, const judge_asked *asked,
                         const char *text, size_t length)
{
    return asked->encoding != NULL ? read_encoded(out, digits, asked, text, length)
                                   : read_any(out, digits, asked, text, length);
}

size_t judge_readings(judge_found out[JUDGE_FOUND_MAX], judge_digits *digits,
                      const judge_asked *asked, const char *text, size_t length)
{
    size_t count = read_asked(out, digits, asked, text, length);
    const size_t prefix = judge_prefix(text, length);
    if (count > 0 || prefix == 0)
        return count;
    count = read_asked(out, digits, asked, text + prefix, length - prefix);
    bool is_sure = asked->count > 0 || (count > 0 && out->confidence > SORTID_CONFIDENCE_LOW);
    return is_sure ? count : 0;
}

/* ---- Writing --------------------------------------------------------------------------------- */

static bool has_encoding(const judge_found *found, const struct encoding *row)
{
    const bool is_format = found->format != NULL, is_uuid = strncmp(found->kind, "uuid", 4) == 0;
    if (is(row->name, "base32hex"))
        return is(found->kind, "scru160");
    if (is(row->name, "typeid"))
        return is_uuid || is(found->kind, "typeid");
    if (is(row->name, "lower"))
        return !is(found->kind, "ksuid");
    if (row->digits == UUID || is(row->name, "guid") || is(row->name, "base64url"))
        return found->size == 16;
    return row->digits != SORTID_ENCODING_INT || is_format || found->size == 16 || found->size == 8;
}

/* Digits of some bits each, from the first bit on. */
static void print_bits(char *text, const uint8_t *id, size_t count, size_t bits, const char *digits)
{
    for (size_t i = 0; i < count; i++)
        text[i] = digits[oracle_bits(id, bits * i, bits)];
    text[count] = '\0';
}

static void write_text(char *text, const judge_found *found)
{
    if (found->format != NULL)
        judge_print(text, found->format, SORTID_ENCODING_TEXT, found->id);
    else if (is(found->kind, "typeid"))
        oracle_print(text, TYPEID_DIGITS, TYPEID, found->id, found->size);
    else if (is(found->kind, "xid")) // 96 bits in digits of 5, and 4 bits that are 0
        print_bits(text, found->id, 20, 5, "0123456789abcdefghijklmnopqrstuv");
    else if (is(found->kind, "objectid"))
        oracle_print(text, 24, SUPPORT_HEX_DIGITS, found->id, found->size);
    else if (strncmp(found->kind, "snowflake", 9) == 0)
        oracle_decimal(text, found->id, found->size);
    else if (strncmp(found->kind, "uuid", 4) == 0)
        judge_print(text, SUPPORT_ULID, UUID, found->id);
    else
        *text = '\0';
}

static void write_digits(char *text, const judge_found *found, const struct encoding *row)
{
    uint8_t id[SORTID_MAX_SIZE + 1] = {0};
    memcpy(id, found->id, found->size);
    if (is(row->name, "guid"))
        swap_guid(id);
    if (is(row->name, "base64url"))
        print_bits(text, id, BASE64_DIGITS, 6, BASE64 "-_");
    else if (is(row->name, "typeid"))
        oracle_print(text, TYPEID_DIGITS, TYPEID, id, found->size);
    else if (row->digits == HEX)
        oracle_print(text, 2 * found->size, SUPPORT_HEX_DIGITS, id, found->size);
    else if (row->digits == UUID)
        judge_print(text, SUPPORT_ULID, UUID, id);
    else if (row->digits == SORTID_ENCODING_INT)
        oracle_decimal(text, id, found->size);
    else
        write_text(text, found);
    if (is(row->name, "lower"))
        oracle_lower(text);
}

size_t judge_write(char text[JUDGE_WRITTEN], const judge_found *found, const char *encoding,
                   const char *prefix)
{
    const struct encoding row = find_encoding(encoding);
    char digits[SUPPORT_MAX_TEXT];
    if (!has_encoding(found, &row))
        return 0;
    if (row.digits == SORTID_ENCODING_BIN) {
        memcpy(text, found->id, found->size);
        return found->size;
    }
    if (prefix == NULL && (is(encoding, "typeid") || row.digits == SORTID_ENCODING_TEXT))
        prefix = found->prefix; // a TypeID keeps its own
    write_digits(digits, found, &row);
    if (*digits == '\0')
        return 0;
    bool has_prefix = prefix != NULL && *prefix != '\0';
    return (size_t)sprintf(text, "%s%s%s%s%s", has_prefix ? prefix : "", has_prefix ? "_" : "",
                           row.before != NULL ? row.before : "", digits,
                           row.after != NULL ? row.after : "");
}
