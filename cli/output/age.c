/* SPDX-License-Identifier: MIT */
/* age.c: see age.h. */
#include "age.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>

static const struct unit {
    uint64_t seconds;
    const char *name;
} units[] = {{31556952, "year"}, {86400, "day"}, {3600, "hour"}, {60, "minute"}, {1, "second"}};
#define UNIT_COUNT (sizeof units / sizeof *units)

static size_t add_unit(char text[AGE_SIZE], size_t used, uint64_t count, const char *name)
{
    int length = snprintf(text + used, AGE_SIZE - used, "%s%" PRIu64 " %s%s", used > 0 ? " " : "",
                          count, name, count == 1 ? "" : "s");
    return used + (size_t)length;
}

/* Writes the two largest units that follow one another; the second is left out if it is 0. */
static size_t add_span(char text[AGE_SIZE], size_t used, uint64_t seconds)
{
    size_t i = 0;
    while (i < UNIT_COUNT - 1 && seconds < units[i].seconds)
        i++;
    used = add_unit(text, used, seconds / units[i].seconds, units[i].name);
    uint64_t rest = seconds % units[i].seconds;
    if (i + 1 < UNIT_COUNT && rest >= units[i + 1].seconds)
        used = add_unit(text, used, rest / units[i + 1].seconds, units[i + 1].name);
    return used;
}

size_t age_print(char text[AGE_SIZE], int64_t unix_ms, uint64_t now_ms)
{
    bool is_past = unix_ms < 0 || (uint64_t)unix_ms <= now_ms;
    uint64_t apart_ms = is_past ? now_ms - (uint64_t)unix_ms : (uint64_t)unix_ms - now_ms;
    if (apart_ms < 1000)
        return (size_t)snprintf(text, AGE_SIZE, "now");
    size_t used = is_past ? 0 : (size_t)snprintf(text, AGE_SIZE, "in");
    used = add_span(text, used, apart_ms / 1000);
    if (is_past)
        used += (size_t)snprintf(text + used, AGE_SIZE - used, " ago");
    return used;
}
