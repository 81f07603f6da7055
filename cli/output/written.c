/* SPDX-License-Identifier: MIT */
/* written.c: the library writes many IDs at once in its own encodings; all else is written one by
 * one. */
#include "written.h"
#include "time_form.h"
#include "../ids/format_info.h"

#include <string.h>

_Static_assert(WRITTEN_SIZE > TIME_FORM_SIZE, "a time is shorter than the longest ID");

size_t written_id(char out[WRITTEN_SIZE], const struct options *options,
                  const sortid_reading *reading)
{
    const struct encoding_name *row = options->output;
    const char *prefix = options->prefix;
    if (row->time != TIME_FORM_NONE)
        return reading->has_time != 0
                   ? time_form_print(out, row->time, reading->unix_ms, options->zone == ZONE_LOCAL)
                   : 0;
    if (prefix == NULL && (row->way == WAY_TYPEID || row->encoding == SORTID_ENCODING_TEXT))
        prefix = reading->prefix; // a TypeID keeps its own
    return encoding_print(out, row, reading->kind, prefix, reading->id);
}

/* The reading of an ID of a format. */
static sortid_reading reading_of(const sortid_kind *kind, const uint8_t *id)
{
    const sortid_kind_info *info = kind_info_of(kind);
    sortid_reading reading = {.kind = kind,
                              .format = info->format,
                              .size = info->size,
                              .has_time = 1,
                              .unix_ms = (int64_t)sortid_format_unix_ms(info->format, id)};
    memcpy(reading.id, id, info->size);
    return reading;
}

size_t written_ids(char *out, const struct options *options, const sortid_kind *kind,
                   const uint8_t *ids, size_t count, int separator)
{
    const struct encoding_name *row = options->output;
    const sortid_kind_info *info = kind_info_of(kind);
    size_t used = 0;
    if (row->encoding == SORTID_ENCODING_BIN)
        separator = SORTID_NO_SEPARATOR;
    if (encoding_is_plain(row) && (options->prefix == NULL || *options->prefix == '\0'))
        return print_ids(out, count * WRITTEN_SIZE, info->format, row->encoding, ids, count,
                         separator);
    for (size_t i = 0; i < count; i++) {
        const sortid_reading reading = reading_of(kind, ids + i * info->size);
        used += written_id(out + used, options, &reading);
        if (separator != SORTID_NO_SEPARATOR)
            out[used++] = (char)separator; // replaces the NUL
    }
    return used;
}
