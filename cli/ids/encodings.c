/* SPDX-License-Identifier: MIT */
/* encodings.c: the names of encodings, with what is special to one format. */
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
