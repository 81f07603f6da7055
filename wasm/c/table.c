/* SPDX-License-Identifier: MIT */
/* table.c: the table of formats, kinds and statuses as JSON in the text buffer. It is linked into
 * its own module, which the builds of the JavaScript files run once. */
#include "module.h"

#include <string.h>

static size_t at;

static void add(const char *text)
{
    while (*text != '\0')
        module_text[at++] = *text++;
}

static void add_string(const char *name, const char *value)
{
    add("\"");
    add(name);
    add("\":\"");
    add(value);
    add("\",");
}

static void add_digits(uint64_t value)
{
    if (value >= 10)
        add_digits(value / 10);
    module_text[at++] = (char)('0' + value % 10);
}

static void add_number(const char *name, uint64_t value)
{
    add("\"");
    add(name);
    add("\":");
    add_digits(value);
    add(",");
}

/* Ends an object or a list: replaces the last comma. */
static void end(const char *bracket)
{
    at--;
    add(bracket);
}

static void add_fields(const sortid_format *format, uint32_t count)
{
    add("\"layout\":[");
    for (uint32_t i = 0; i < count; i++) {
        sortid_field_info field;
        if (sortid_format_field(format, &field, sizeof field, i) != SORTID_OK)
            break;
        add("{");
        add_string("name", field.name);
        add_number("firstBit", field.first_bit);
        add_number("bits", field.bits);
        add_number("kind", field.kind);
        end("},");
    }
    end("]},");
}

static void add_format(const sortid_format *format)
{
    sortid_format_info info;
    if (sortid_format_describe(format, &info, sizeof info) != SORTID_OK)
        return;
    add("{");
    add_string("name", info.name);
    add_string("title", info.title);
    add_number("size", info.size);
    add_number("textLength", info.text_length);
    add_number("encodings", info.encodings);
    add_number("traits", info.traits);
    add_fields(format, info.field_count);
}

/* Status 0 and all up to the first number that is not a status. */
static void add_statuses(void)
{
    for (uint32_t i = 0; strcmp(sortid_status_name((sortid_status)i), "SORTID_?") != 0; i++) {
        add("{");
        add_string("code", sortid_status_name((sortid_status)i) + strlen("SORTID_"));
        add_string("reason", sortid_status_text((sortid_status)i));
        end("},");
    }
}

/* Writes the table; returns its length. */
EXPORT("table") size_t table(void)
{
    const sortid_format *format;
    const sortid_kind *kind;
    at = 0;
    add("{\"formats\":[");
    for (size_t i = 0; (format = sortid_format_at(i)) != NULL; i++)
        add_format(format);
    end("],\"kinds\":[");
    for (size_t i = 0; (kind = sortid_kind_at(i)) != NULL; i++) {
        sortid_kind_info info;
        if (sortid_kind_describe(kind, &info, sizeof info) != SORTID_OK)
            break;
        add("{");
        add_string("name", info.name);
        add_string("title", info.title);
        add_string("family", info.family);
        add_number("size", info.size);
        end("},");
    }
    end("],\"statuses\":[");
    add_statuses();
    end("],");
    add_string("version", sortid_version());
    end("}");
    return at;
}
