/* SPDX-License-Identifier: MIT */
/* format_info.h: short forms of the library's calls that describe a format and print an ID. Used by
 * most files here. Descriptions are values, not pointers into a cache, so that connections in
 * several threads share nothing. Any thread. */
#pragma once

#include <sortid.h>

static inline sortid_format_info info_of(const sortid_format *format)
{
    sortid_format_info info = {.name = ""};
    sortid_status status = sortid_format_describe(format, &info, sizeof info);
    (void)status; /* it fails only for NULL */
    return info;
}

/* `index` is below the format's field_count. */
static inline sortid_field_info field_of(const sortid_format *format, size_t index)
{
    sortid_field_info field = {.name = ""};
    sortid_status status = sortid_format_field(format, &field, sizeof field, index);
    (void)status; /* it fails only for an index past the last field */
    return field;
}

static inline bool has_encoding(const sortid_format *format, sortid_encoding encoding)
{
    return (info_of(format).encodings >> encoding & 1) != 0;
}

/* Writes an ID and a NUL. Returns the length; 0, and nothing written, if the format lacks the
 * encoding or the bytes are not an ID. */
static inline size_t print_id(char text[SORTID_MAX_TEXT_SIZE], const sortid_format *format,
                              sortid_encoding encoding, const uint8_t *id)
{
    size_t written;
    sortid_status status =
        sortid_format_print(format, text, SORTID_MAX_TEXT_SIZE, &written, encoding, id);
    return status == SORTID_OK ? written : 0;
}
