/* SPDX-License-Identifier: MIT */
/* json_layout.c: breaks lines of JSON. Members of an object have lines of their own; so have
 * objects in an array; other arrays, and objects within them, are in one line. */
#include "json_layout.h"
#include "../../common/output.h"
#include "../../common/system.h"

#define DEPTH_MAX 8

static struct {
    size_t depth;
    bool in_string, is_escaped;
    bool is_spread[DEPTH_MAX]; /* the elements at this depth have lines of their own */
} layout;

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

static void new_line(void)
{
    output_text("\n");
    for (size_t i = 0; i < layout.depth; i++)
        output_text("  ");
}

/* An object at the top, and an array of objects in it, are spread. */
static void open_brace(char byte, char next)
{
    bool is_spread = layout.depth == 0 || (layout.depth == 1 && byte == '[' && next == '{');
    layout.depth++;
    layout.is_spread[layout.depth % DEPTH_MAX] = is_spread;
    if (is_spread)
        new_line();
}

/* What comes before a brace or bracket that closes. */
static void close_brace(void)
{
    bool is_spread = layout.is_spread[layout.depth % DEPTH_MAX];
    layout.depth--;
    if (is_spread)
        new_line();
}

/* Writes a byte; `next` is the one after it. */
static void put(char byte, char next)
{
    bool in_string = layout.in_string;
    if (!in_string && (byte == '}' || byte == ']'))
        close_brace();
    output_bytes(&byte, 1);
    if (byte == '"' && !layout.is_escaped)
        layout.in_string = !in_string;
    layout.is_escaped = in_string && byte == '\\' && !layout.is_escaped;
    if (in_string)
        return;
    if (byte == '{' || byte == '[')
        open_brace(byte, next);
    else if (byte == ',' && layout.is_spread[layout.depth % DEPTH_MAX])
        new_line();
    else if (byte == ',' || byte == ':')
        output_text(" ");
}

void json_commit(size_t size)
{
    static char lines[OUTPUT_SIZE + 1];
    if (!json_is_for_people()) {
        output_commit(size);
        return;
    }
    memcpy(lines, output_reserve(0), size);
    lines[size] = '\0';
    for (size_t i = 0; i < size; i++)
        put(lines[i], lines[i + 1]);
}

void json_text(const char *part)
{
    size_t length = strlen(part);
    memcpy(output_reserve(length), part, length);
    json_commit(length);
}
