/* SPDX-License-Identifier: MIT */
/* encodings.c: the names of encodings, with what is special to one format. */
#include "encodings.h"
#include "format_info.h"

#include <string.h>

static const struct encoding_name encodings[] = {
    {"text", SORTID_ENCODING_TEXT, NULL, "scru160", false, TIME_FORM_NONE},
    {"hex", SORTID_ENCODING_HEX, NULL, NULL, false, TIME_FORM_NONE},
    {"int", SORTID_ENCODING_INT, NULL, NULL, false, TIME_FORM_NONE},
    {"bin", SORTID_ENCODING_BIN, NULL, NULL, false, TIME_FORM_NONE},
    {"uuid", SORTID_ENCODING_UUID, NULL, NULL, false, TIME_FORM_NONE},
    {"base32hex", SORTID_ENCODING_TEXT, "scru160", NULL, false, TIME_FORM_NONE},
    {"typeid", SORTID_ENCODING_TEXT, "uuidv7", NULL, true, TIME_FORM_NONE},
};

static const struct encoding_name times[] = {
    {"time", SORTID_ENCODING_TEXT, NULL, NULL, false, TIME_FORM_ISO},
    {"unix", SORTID_ENCODING_TEXT, NULL, NULL, false, TIME_FORM_UNIX},
    {"ms", SORTID_ENCODING_TEXT, NULL, NULL, false, TIME_FORM_MS},
};

const struct encoding_name *encoding_at(size_t index)
{
    return index < sizeof encodings / sizeof *encodings ? &encodings[index] : NULL;
}

const struct encoding_name *encoding_time_at(size_t index)
{
    return index < sizeof times / sizeof *times ? &times[index] : NULL;
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
        if (encoding_is_of(row, format) && index-- == 0)
            return row;
    return NULL;
}
