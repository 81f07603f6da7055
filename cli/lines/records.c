/* SPDX-License-Identifier: MIT */
/* records.c: the ends of records are found by the C library's search for bytes. Outside of quotes
 * the byte before a quote tells whether it opens: the bytes there are all plain. */
#include "records.h"

#include <string.h>

static bool is_start_of_field(char delimiter, const char *begin, const char *at)
{
    return at == begin || at[-1] == delimiter;
}

/* The first quote from `at` on that opens; NULL: none. */
static const char *opening_quote(char delimiter, const char *begin, const char *at, const char *end)
{
    while ((at = memchr(at, '"', (size_t)(end - at))) != NULL &&
           !is_start_of_field(delimiter, begin, at))
        at++;
    return at;
}

/* Passes the bytes in quotes; returns where it stopped. A quote at the end may be the first of
 * two. */
static const char *pass_quoted(struct records *records, const char *at, const char *end)
{
    while ((at = memchr(at, '"', (size_t)(end - at))) != NULL && at + 1 < end) {
        at++;
        if (*at != '"') {
            records->in_quotes = false;
            return at;
        }
        at++;
    }
    return at != NULL ? at : end;
}

const char *records_end(struct records *records, const char *begin, const char *end)
{
    const char *at = begin + records->passed;
    const char *line_end = NULL, *limit = at; // that line end, or the end
    for (;;) {
        if (records->in_quotes) {
            at = pass_quoted(records, at, end);
            if ((size_t)(at - begin) - records->quote > RECORDS_QUOTED_MOST)
                records->in_quotes = true; // closed too late
        }
        if (records->in_quotes)
            break;
        if (at >= limit) {
            line_end = memchr(at, records->line_end, (size_t)(end - at));
            limit = line_end != NULL ? line_end : end;
        }
        const char *quote = opening_quote(records->delimiter, begin, at, limit);
        if (quote == NULL) {
            at = limit;
            break;
        }
        records->quote = (size_t)(quote - begin);
        records->in_quotes = true;
        at = quote + 1;
    }
    bool is_whole = !records->in_quotes && line_end != NULL;
    records->passed = is_whole ? 0 : (size_t)(at - begin);
    return is_whole ? line_end : NULL;
}

uint64_t record_field(struct record_place *place, char delimiter, const char *begin, const char *to)
{
    for (; place->at < to; place->at++) {
        char byte = *place->at;
        if (byte == '"' && place->state != FIELD_PLAIN)
            place->state = place->state == FIELD_QUOTED ? FIELD_CLOSED : FIELD_QUOTED;
        else if (byte == '"' && is_start_of_field(delimiter, begin, place->at))
            place->state = FIELD_QUOTED;
        else if (place->state != FIELD_QUOTED) {
            place->delimiters += byte == delimiter;
            place->state = FIELD_PLAIN;
        }
    }
    return place->delimiters + 1;
}
