/* SPDX-License-Identifier: MIT */
/* recognize/table.c: the table of kinds: find one, describe it. */
#include "list.h"

#include "../text/lookup.h"

#define ADDRESS_OF(GROUP) &GROUP,
const struct kind_group *const sortid_kind_groups[GROUP_COUNT] = {EACH_GROUP(ADDRESS_OF)};
#undef ADDRESS_OF

const sortid_kind *sortid_kind_at(size_t index)
{
    if (index < sortid_kinds_format_count)
        return &sortid_kinds_format[index];
    index -= sortid_kinds_format_count;
    for (size_t i = 0; i < GROUP_COUNT; i++) {
        if (index < sortid_kind_groups[i]->count)
            return &sortid_kind_groups[i]->kinds[index];
        index -= sortid_kind_groups[i]->count;
    }
    return NULL;
}

static const char *name_of(const sortid_kind *kind)
{
    return kind->format != NULL ? kind->format->name : kind->name;
}

const sortid_kind *sortid_kind_find(const char *name)
{
    const sortid_kind *kind;
    for (size_t i = 0; (kind = sortid_kind_at(i)) != NULL; i++)
        if (same_text(name_of(kind), name))
            return kind;
    return NULL;
}

sortid_status sortid_kind_describe(const sortid_kind *kind, sortid_kind_info *info, size_t size)
{
    if (kind == NULL)
        return SORTID_BAD_FORMAT;
    if (size < SIZE_UP_TO(sortid_kind_info, field_count))
        return SORTID_BAD_ARGUMENT;
    const sortid_format *format = kind->format;
    sortid_kind_info known = {.name = name_of(kind),
                              .title = format != NULL ? format->title : kind->title,
                              .family = format != NULL ? format->name : kind->family,
                              .format = format,
                              .size = format != NULL ? format->size : kind->size,
                              .field_count =
                                  format != NULL ? format->field_count : kind->field_count,
                              .is_vague = kind->length != 0};
    copy_sized(info, size, &known, sizeof known);
    return SORTID_OK;
}

const char *sortid_kind_field_name(const sortid_kind *kind, size_t index)
{
    if (kind == NULL)
        return NULL;
    if (kind->format != NULL)
        return index < kind->format->field_count ? kind->format->fields[index].name : NULL;
    return index < kind->field_count ? kind->fields[index].name : NULL;
}
