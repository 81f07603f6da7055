/* SPDX-License-Identifier: MIT */
/* json_layout.c: breaks lines of JSON. Members of an object have lines of their own; so have
 * objects in an array; other arrays, and objects within them, are in one line. */
#include "json_layout.h"
#include "../../common/output.h"
#include "../../common/system.h"

#include <string.h>

#define DEPTH_MAX 8

/* The most bytes that a byte becomes: a newline, two spaces for each of two levels, itself. */
#define GROWTH 6

struct layout {
    struct text out;
    size_t depth;
    bool in_string, is_escaped;
    bool is_spread[DEPTH_MAX]; /* the elements at this depth have lines of their own */
};

struct text json_member(struct text out, const char *key, const char *value)
{
    out = text_string(text_string(text_string(out, ",\""), key), "\":");
    if (value == NULL)
        return text_string(out, "null");
    return text_string(text_string(text_string(out, "\""), value), "\"");
}

struct text json_count(struct text out, const char *key, bool is_known, uint64_t count)
{
    if (!is_known)
        return json_member(out, key, NULL);
    return text_number(text_string(text_string(text_string(out, ",\""), key), "\":"), count);
}

bool json_is_for_people(void)
{
    static bool is_known, is_terminal;
    if (!is_known)
        is_terminal = system_is_terminal(STANDARD_OUTPUT);
    is_known = true;
    return is_terminal;
}

static void new_line(struct layout *layout)
{
    layout->out = text_string(layout->out, "\n");
    layout->out = text_repeated(layout->out, ' ', 2 * layout->depth);
}

/* An object at the top, and an array of objects in it, are spread. */
static void open_brace(struct layout *layout, char byte, char next)
{
    bool is_top = layout->depth == 0;
    bool is_list = layout->depth == 1 && byte == '[' && next == '{';
    layout->depth++;
    layout->is_spread[layout->depth % DEPTH_MAX] = is_top || is_list;
    if (is_top || is_list)
        new_line(layout);
}

static void close_brace(struct layout *layout, char byte)
{
    bool is_spread = layout->is_spread[layout->depth % DEPTH_MAX];
    layout->depth--;
    if (is_spread)
        new_line(layout);
    layout->out = text_bytes(layout->out, &byte, 1);
}

static void put_in_string(struct layout *layout, char byte)
{
    layout->out = text_bytes(layout->out, &byte, 1);
    if (byte == '"' && !layout->is_escaped)
        layout->in_string = false;
    layout->is_escaped = byte == '\\' && !layout->is_escaped;
}

static void put_between(struct layout *layout, char byte, char next)
{
    if (byte == '}' || byte == ']') {
        close_brace(layout, byte);
        return;
    }
    layout->out = text_bytes(layout->out, &byte, 1);
    if (byte == '{' || byte == '[')
        open_brace(layout, byte, next);
    else if (byte == ',' && layout->is_spread[layout->depth % DEPTH_MAX])
        new_line(layout);
    else if (byte == ',' || byte == ':')
        layout->out = text_string(layout->out, " ");
    else if (byte == '"')
        layout->in_string = true;
}

/* Writes a part of the lines; `after` is the byte after it. */
static void write_spread(struct layout *layout, const char *lines, size_t size, char after)
{
    char *out = output_reserve(GROWTH * size);
    layout->out = text_begin(out, GROWTH * size);
    for (size_t i = 0; i < size; i++) {
        char next = after;
        if (i + 1 < size)
            next = lines[i + 1];
        if (layout->in_string)
            put_in_string(layout, lines[i]);
        else
            put_between(layout, lines[i], next);
    }
    output_commit((size_t)(layout->out.at - out));
}

void json_commit(size_t size)
{
    static char lines[OUTPUT_SIZE + 1]; // with a byte after the last line
    static struct layout layout;
    const size_t part_size = OUTPUT_SIZE / GROWTH;
    if (!json_is_for_people()) {
        output_commit(size);
        return;
    }
    memcpy(lines, output_reserve(0), size);
    for (size_t done = 0; done < size;) {
        size_t part = size - done < part_size ? size - done : part_size;
        write_spread(&layout, lines + done, part, lines[done + part]);
        done += part;
    }
}

void json_text(const char *part)
{
    size_t length = strlen(part);
    memcpy(output_reserve(length), part, length);
    json_commit(length);
}
