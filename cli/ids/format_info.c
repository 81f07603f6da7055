/* SPDX-License-Identifier: MIT */
/* format_info.c: reads descriptions at the first use and keeps them: the library's handles are
 * static, and the command has one thread. */
#include "format_info.h"
#include "../../common/similar.h"

#include <stdlib.h>

/* More than the library has formats, and more than any format has fields. */
#define MAX_FORMATS 32
#define MAX_FIELDS  8

static struct known {
    const sortid_format *format;
    sortid_format_info info;
    sortid_field_info fields[MAX_FIELDS];
} known[MAX_FORMATS];

static void read_format(struct known *out, const sortid_format *format)
{
    if (sortid_format_describe(format, &out->info, sizeof out->info) != SORTID_OK)
        abort(); /* not a format */
    for (size_t i = 0; i < out->info.field_count; i++)
        if (i == MAX_FIELDS ||
            sortid_format_field(format, &out->fields[i], sizeof out->fields[i], i) != SORTID_OK)
            abort(); /* a format of a later library, with more fields than any had */
    out->format = format;
}

static const struct known *find_known(const sortid_format *format)
{
    static const struct known *last = known; /* most calls are for the format of the call before */
    if (last->format == format)
        return last;
    for (size_t i = 0; i < MAX_FORMATS; i++) {
        if (known[i].format == NULL)
            read_format(&known[i], format);
        if (known[i].format == format)
            return last = &known[i];
    }
    abort(); /* as above, with more formats */
}

const sortid_format_info *info_of(const sortid_format *format)
{
    return &find_known(format)->info;
}

bool needs_node(const sortid_format *format)
{
    return (info_of(format)->traits & SORTID_TRAIT_NEEDS_NODE) != 0;
}

const sortid_field_info *field_of(const sortid_format *format, size_t index)
{
    return &find_known(format)->fields[index];
}

bool text_is_uuid(const sortid_format *format)
{
    return info_of(format)->text_length == 36;
}

uint64_t timestamp_of(const sortid_format *format, const uint8_t *id)
{
    const sortid_format_info *info = info_of(format);
    uint64_t since_zero_ms = sortid_format_unix_ms(format, id) - info->zero_ms;
    return info->unit_ms == 1 ? since_zero_ms : since_zero_ms / info->unit_ms;
}

size_t print_id(char text[SORTID_MAX_TEXT_SIZE], const sortid_format *format,
                sortid_encoding encoding, const uint8_t *id)
{
    size_t written;
    sortid_status status =
        sortid_format_print(format, text, SORTID_MAX_TEXT_SIZE, &written, encoding, id);
    return status == SORTID_OK ? written : 0;
}

size_t print_ids(char *text, size_t capacity, const sortid_format *format, sortid_encoding encoding,
                 const uint8_t *ids, size_t count, int separator)
{
    size_t written;
    sortid_status status =
        sortid_format_print_many(format, text, capacity, &written, encoding, ids, count, separator);
    return status == SORTID_OK ? written : 0;
}

const char *format_name(const char *word)
{
    const sortid_format *format;
    for (size_t i = 0; (format = sortid_format_at(i)) != NULL; i++)
        if (same_word(info_of(format)->name, word))
            return info_of(format)->name;
    return NULL;
}
