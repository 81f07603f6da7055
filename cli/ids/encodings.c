/* SPDX-License-Identifier: MIT */
/* encodings.c: the names of encodings, with what is special to one format, and TypeIDs many at once
 * by the library's calls for one. */
#include "encodings.h"
#include "format_info.h"

#include <string.h>

/* SORTID_ENCODING_TEXT is 0. */
static const struct encoding_name encodings[] = {
    {.name = "text", .hex_format = "scru160"},
    {.name = "hex", .encoding = SORTID_ENCODING_HEX},
    {.name = "int", .encoding = SORTID_ENCODING_INT},
    {.name = "bin", .encoding = SORTID_ENCODING_BIN},
    {.name = "uuid", .encoding = SORTID_ENCODING_UUID},
    {.name = "base32hex", .only_format = "scru160"},
    {.name = "typeid", .only_format = "uuidv7", .is_typeid = true},
    {.name = "time", .time = TIME_FORM_ISO, .about = "the time of the ID"},
    {.name = "unix", .time = TIME_FORM_UNIX, .about = "Unix seconds"},
    {.name = "ms", .time = TIME_FORM_MS, .about = "Unix milliseconds"},
};

const struct encoding_name *encoding_at(size_t index)
{
    return index < sizeof encodings / sizeof *encodings ? &encodings[index] : NULL;
}

const char *encoding_of_form(uint32_t form)
{
    for (size_t i = 0; i < sizeof encodings / sizeof *encodings; i++)
        if ((uint32_t)encodings[i].encoding == form)
            return encodings[i].name;
    return NULL;
}

bool encoding_is_of(const struct encoding_name *row, const sortid_format *format)
{
    if (row->time != TIME_FORM_NONE)
        return true;
    if (row->only_format != NULL && strcmp(row->only_format, info_of(format)->name) != 0)
        return false;
    return (info_of(format)->encodings >> row->encoding & 1) != 0;
}

const struct encoding_name *encoding_of(const sortid_format *format, size_t index)
{
    const struct encoding_name *row;
    for (size_t i = 0; (row = encoding_at(i)) != NULL; i++)
        if (row->time == TIME_FORM_NONE && encoding_is_of(row, format) && index-- == 0)
            return row;
    return NULL;
}

size_t encoding_mark(const char *text, size_t length, sortid_encoding encoding, size_t digits)
{
    static const struct {
        sortid_encoding encoding;
        const char *before, *after;
    } marks[] = {{SORTID_ENCODING_HEX, "0x", ""},        {SORTID_ENCODING_HEX, "0X", ""},
                 {SORTID_ENCODING_HEX, "\\x", ""},       {SORTID_ENCODING_HEX, "\\\\x", ""},
                 {SORTID_ENCODING_HEX, "X'", "'"},       {SORTID_ENCODING_HEX, "x'", "'"},
                 {SORTID_ENCODING_UUID, "{", "}"},       {SORTID_ENCODING_UUID, "urn:uuid:", ""},
                 {SORTID_ENCODING_UUID, "URN:UUID:", ""}};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        size_t before = strlen(marks[i].before), after = strlen(marks[i].after);
        if (encoding == marks[i].encoding && length == before + digits + after &&
            memcmp(text, marks[i].before, before) == 0 &&
            memcmp(text + before + digits, marks[i].after, after) == 0)
            return before;
    }
    return 0;
}

/* Of the 26 digits, those that have the first bit of the version and of the variant. */
#define DIGITS        26
#define VERSION_DIGIT 10
#define VARIANT_DIGIT 13

size_t typeid_print_ids(char *text, const char *prefix, const uint8_t *ids, size_t count,
                        int separator)
{
    size_t used = 0, written;
    size_t prefix_length = prefix != NULL ? strlen(prefix) : 0;
    for (size_t i = 0; i < count; i++) {
        if (sortid_typeid_print(text + used, SORTID_TYPEID_TEXT_SIZE, &written, prefix,
                                prefix_length, ids + i * SORTID_UUIDV7_SIZE, NULL) != SORTID_OK)
            continue; // never: the prefix is valid
        used += written;
        text[used++] = (char)separator;
    }
    return used;
}

sortid_status typeid_decode(uint8_t *id, size_t *position, const char *text, size_t length)
{
    uint8_t uuid[SORTID_UUIDV7_SIZE];
    size_t prefix_length;
    sortid_status status = sortid_typeid_parse(uuid, &prefix_length, text, length, position);
    if (status != SORTID_OK)
        return status;
    status = sortid_format_check(sortid_uuidv7_format(), uuid);
    if (status == SORTID_OK)
        memcpy(id, uuid, sizeof uuid);
    else if (position != NULL)
        *position =
            length - DIGITS + (status == SORTID_BAD_VERSION ? VERSION_DIGIT : VARIANT_DIGIT);
    return status;
}

const char *typeid_prefix_fault(const char *prefix)
{
    char text[SORTID_TYPEID_TEXT_SIZE];
    static const uint8_t uuid[16];
    size_t written;
    switch (sortid_typeid_print(text, sizeof text, &written, prefix, strlen(prefix), uuid, NULL)) {
    case SORTID_OK:
        return NULL;
    case SORTID_BAD_LENGTH:
        return "must have at most 63 letters";
    default:
        return "must have only the letters a to z, and underscores between them";
    }
}
