/* SPDX-License-Identifier: MIT */
/* format/table.c: the table of formats: find one, describe it and its fields. */
#include "list.h"
#include "../text/lookup.h"

#define OBJECT_OF(OBJECT, NUMBER_NAME, NUMBER, OPS, NAME) &OBJECT,
static const sortid_format *const FORMATS[] = {EACH_FORMAT(OBJECT_OF)};
#undef OBJECT_OF

#define BUILT_COUNT (sizeof FORMATS / sizeof *FORMATS)

const sortid_format *sortid_format_at(size_t index)
{
    return index < BUILT_COUNT ? FORMATS[index] : NULL;
}

const sortid_format *sortid_format_find(const char *name)
{
    for (size_t i = 0; i < BUILT_COUNT; i++)
        if (same_text(FORMATS[i]->name, name))
            return FORMATS[i];
    return NULL;
}

sortid_status sortid_format_describe(const sortid_format *format, sortid_format_info *info,
                                     size_t size)
{
    if (format == NULL)
        return SORTID_BAD_FORMAT;
    if (size < SIZE_UP_TO(sortid_format_info, zero_ms))
        return SORTID_BAD_ARGUMENT;
    const sortid_format_info known = {.name = format->name,
                                      .title = format->title,
                                      .number = format->number,
                                      .size = format->size,
                                      .text_length = format->text_length,
                                      .field_count = format->field_count,
                                      .encodings = format->encodings,
                                      .traits = format->traits,
                                      .timestamp_max = format->timestamp_max,
                                      .unit_ms = format->unit_ms,
                                      .zero_ms = format->zero_ms};
    copy_sized(info, size, &known, sizeof known);
    return SORTID_OK;
}

sortid_status sortid_format_field(const sortid_format *format, sortid_field_info *info, size_t size,
                                  size_t index)
{
    if (format == NULL)
        return SORTID_BAD_FORMAT;
    if (index >= format->field_count)
        return SORTID_OUT_OF_RANGE;
    if (size < SIZE_UP_TO(sortid_field_info, fixed_value))
        return SORTID_BAD_ARGUMENT;
    copy_sized(info, size, &format->fields[index], sizeof format->fields[index]);
    return SORTID_OK;
}
