/* SPDX-License-Identifier: MIT */
/* show.c: see show.h. Prints into the buffer of standard output. */
#include "show.h"

#include "../../common/output.h"
#include "../../common/time_text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

void show(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int length = vsnprintf(output_reserve(SHOW_SIZE), SHOW_SIZE, format, list);
    va_end(list);
    output_commit(length < SHOW_SIZE ? (size_t)length : SHOW_SIZE - 1);
}

const char *show_pool(const sortid_node_pool *pool)
{
    static char text[SORTID_NODE_NAME_SIZE + 40];
    snprintf(text, sizeof text, "%s=0x%" PRIx32 "-0x%" PRIx32 "/%" PRIu32, pool->name, pool->first,
             pool->last, pool->size);
    return text;
}

void show_pool_json(const sortid_node_pool *pool)
{
    show("{\"name\":\"%s\",\"first\":\"%" PRIu32 "\",\"last\":\"%" PRIu32
         "\",\"nodeSize\":%" PRIu32,
         pool->name, pool->first, pool->last, pool->size);
}

void show_pools_json(const sortid_node_pool *pools, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        show("%s", i > 0 ? "," : "[");
        show_pool_json(&pools[i]);
        show("}");
    }
    show("%s", count > 0 ? "]" : "[]");
}

void show_string(const char *text)
{
    show("\"");
    for (; *text != '\0'; text++) {
        unsigned char byte = (unsigned char)*text;
        if (byte < 0x20 || byte > 0x7e)
            show("\\u%04x", byte);
        else
            show("%s%c", byte == '"' || byte == '\\' ? "\\" : "", byte);
    }
    show("\"");
}

const char *show_span(uint64_t ms)
{
    static char text[32];
    uint64_t seconds = ms / 1000 + (ms % 1000 != 0);
    if (seconds < 120)
        snprintf(text, sizeof text, "%" PRIu64 " s", seconds);
    else
        snprintf(text, sizeof text, "%" PRIu64 " min", (seconds + 59) / 60);
    return text;
}

const char *show_fence(const sortid_node_realm *realm)
{
    static char text[SHOW_SIZE];
    snprintf(text, sizeof text,
             "stop the old store for good, then run sortid node init %s --raise-bounds auto; no id "
             "is free for %s then",
             realm->name,
             show_span(SORTID_NODE_DEFAULT_CLOCK_ERROR_MS + realm->max_ahead_ms +
                       realm->max_quarantine_ms));
    return text;
}

void show_floor(const char *before, const sortid_node_realm *realm)
{
    if (realm->floor > 0)
        show("%s reservations start no earlier than %s", before,
             show_time(show_tick_ms(realm->floor)));
    if (realm->is_restored)
        show("; restored, not fenced: %s", show_fence(realm));
    show("\n");
}

void show_realm_json(const sortid_node_realm *realm)
{
    show(",\"maxAheadMs\":%" PRIu64 ",\"maxQuarantineMs\":%" PRIu64 ",\"restored\":%s",
         realm->max_ahead_ms, realm->max_quarantine_ms, realm->is_restored ? "true" : "false");
    show_time_json(",\"floorIso\":", show_tick_ms(realm->floor));
}

const char *show_time(uint64_t unix_ms)
{
    static char texts[2][TIME_TEXT_SIZE];
    static unsigned turn;
    char *text = texts[turn++ % 2];
    time_print(text, unix_ms);
    return text;
}

void show_time_json(const char *before, uint64_t unix_ms)
{
    const char *quote = unix_ms != 0 ? "\"" : "";
    show("%s%s%s%s", before, quote, unix_ms != 0 ? show_time(unix_ms) : "null", quote);
}

/* A record that another program wrote may have any number: one after the last tick becomes the
 * last. */
uint64_t show_tick_ms(uint64_t tick)
{
    const uint64_t last = SORTID_SCRU64_MAX_INT >> 24;
    return (tick < last ? tick : last) * SORTID_SCRU64_TICK_MS;
}
