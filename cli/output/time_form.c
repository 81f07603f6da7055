/* SPDX-License-Identifier: MIT */
/* time_form.c: see time_form.h. */
#include "time_form.h"

#include <inttypes.h>

size_t time_form_print(char text[TIME_FORM_SIZE], enum time_form form, int64_t unix_ms,
                       bool is_local)
{
    uint64_t size = unix_ms < 0 ? 0 - (uint64_t)unix_ms : (uint64_t)unix_ms;
    struct text out = text_begin(text, TIME_FORM_SIZE);
    size_t length = 0;
    if (form == TIME_FORM_ISO && is_local)
        length = time_print_local(text, unix_ms);
    if (form == TIME_FORM_ISO)
        return length > 0 ? length : time_print_signed(text, unix_ms);
    if (unix_ms < 0)
        out = text_bytes(out, "-", 1);
    out = text_number(out, form == TIME_FORM_MS ? size : size / 1000);
    if (form == TIME_FORM_UNIX) {
        const char decimals[] = {'.', (char)('0' + size / 100 % 10), (char)('0' + size / 10 % 10),
                                 (char)('0' + size % 10)};
        out = text_bytes(out, decimals, sizeof decimals);
    }
    *out.at = '\0';
    return (size_t)(out.at - text);
}

struct text age_span(struct text text, uint64_t ms, bool is_exact)
{
    static const struct {
        uint64_t ms;
        const char *name;
    } units[] = {{31556952000, "y"}, {86400000, "d"}, {3600000, "h"}, {60000, "min"}, {1000, "s"}};
    enum { SECONDS = sizeof units / sizeof *units - 1 };
    size_t i = is_exact ? 1 : 0;
    while (i < SECONDS && ms < units[i].ms)
        i++;
    size_t end = is_exact ? SECONDS : i + 2;
    const char *between = "";
    for (; i < end && i <= SECONDS; ms %= units[i++].ms)
        if (is_exact || ms >= units[i].ms) {
            text = text_format(text, "%s%" PRIu64 " %s", between, ms / units[i].ms, units[i].name);
            between = " ";
        }
    if (is_exact)
        text =
            text_format(text, "%s%u.%03u s", between, (unsigned)(ms / 1000), (unsigned)(ms % 1000));
    return text;
}

size_t age_print(char text[AGE_SIZE], int64_t unix_ms, uint64_t now_ms)
{
    bool is_past = unix_ms < 0 || (uint64_t)unix_ms <= now_ms;
    uint64_t apart_ms = is_past ? now_ms - (uint64_t)unix_ms : (uint64_t)unix_ms - now_ms;
    if (apart_ms < 1000)
        return (size_t)snprintf(text, AGE_SIZE, "now");
    struct text out = text_begin(text, AGE_SIZE);
    out = age_span(text_string(out, is_past ? "" : "in "), apart_ms, false);
    return (size_t)(text_format(out, "%s", is_past ? " ago" : "").at - text);
}
