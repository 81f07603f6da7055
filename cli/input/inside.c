/* SPDX-License-Identifier: MIT */
/* inside.c: prepares a scanner for one decoder, and one for any kind, at their first use: a process
 * has one decoder. */
#include "invalid_id.h"
#include "scan.h"
#include "words.h"
#include "../options/times.h"

#include <stdio.h>
#include <string.h>

/* As sortid find has it. */
#define LIKELY_SINCE UINT64_C(946684800000)

static const struct scanner *scanner_of(const struct decoder *decoder)
{
    static struct scanner scanners[2];
    struct scanner *scanner = &scanners[decoder != NULL];
    if (scanner->count > 0)
        return scanner;
    if (decoder != NULL ? !scanner_init(scanner, decoder, 1) : !scanner_init_all(scanner, true))
        return NULL;
    scanner->any_time = decoder != NULL;
    if (decoder == NULL) {
        scanner->since_ms = LIKELY_SINCE;
        scanner->until_ms = plausible_until_ms();
    }
    return scanner;
}

bool describe_inside(char sentence[INSIDE_SIZE], size_t *position, const struct item *item,
                     const struct decoder *decoder)
{
    struct found_id id;
    struct scan scan;
    struct quote quote;
    const struct scanner *scanner = scanner_of(decoder);
    const char *end = item->text + item->length;
    if (scanner == NULL)
        return false;
    scan_begin(&scan, scanner, item->text, end);
    if (!scan_next(&id, &scan))
        return false;
    size_t before = (size_t)(id.text - item->text), after = before + id.length;
    bool is_before = before > 0;
    bool is_prefix = before > 1 && after == item->total && is_word_byte(*item->text) &&
                     strchr("_-:./#", id.text[-1]) != NULL;
    const struct found_reading *reading = &id.readings[0];
    *position = is_before ? 0 : after;
    snprintf(sentence, INSIDE_SIZE, "unexpected %s%s at column %zu, %s the %s %.*s",
             is_prefix ? "prefix " : "",
             quote_bytes(&quote, item->text + *position, is_before ? before : item->length - after,
                         is_before ? before : item->total - after),
             *position + 1, is_before ? "before" : "after", kind_info_of(reading->kind)->name,
             (int)id.length, id.text);
    return true;
}
