/* SPDX-License-Identifier: MIT */
/* figures.c: see figures.h. docs/sortid.1 describes the keys, cli/check/statistics.h the rules. */
#include "figures.h"

#include "oracle.h"

#include <inttypes.h>

void figures_init(struct figures *figures, const support_format *format, const char *order)
{
    memset(figures, 0, sizeof *figures);
    figures->format = format;
    figures->order = order;
    while (sortid_format_field(format->format(), &figures->fields[figures->field_count],
                               sizeof *figures->fields, figures->field_count) == SORTID_OK)
        EXPECT(++figures->field_count < FIGURES_FIELDS, "%s: too many fields", format->name);
}

static bool is_any_order(const struct figures *figures)
{
    return strcmp(figures->order, "none") == 0;
}

static void add_sample(struct figures_field *sampled, const sortid_field_info *field,
                       const uint8_t *id, uint64_t timestamp)
{
    if (sampled->samples++ == 0)
        sampled->first = timestamp;
    sampled->last = timestamp;
    for (unsigned bit = 0; bit < field->bits; bit++)
        sampled->ones[bit] += oracle_bits(id, field->first_bit + bit, 1);
}

/* Whether a counter or a layer was drawn again: it was neither kept nor incremented. */
static bool is_renewed(const sortid_field_info *field, const uint8_t *id, const uint8_t *before)
{
    uint64_t value = oracle_bits(id, field->first_bit, field->bits);
    uint64_t old = oracle_bits(before, field->first_bit, field->bits);
    uint64_t counted_on = (old + 1) & ((UINT64_C(1) << field->bits) - 1);
    return value != old && value != counted_on;
}

static void sample_fields(struct figures *figures, const uint8_t *id, uint64_t timestamp)
{
    bool is_new_time = figures->valid > 0 && timestamp != figures->timestamp;
    for (size_t i = 0; i < figures->field_count; i++) {
        const sortid_field_info *field = &figures->fields[i];
        bool is_random = field->kind == SORTID_FIELD_RANDOM;
        if (is_random || (field->kind != SORTID_FIELD_TIMESTAMP && is_new_time &&
                          is_renewed(field, id, figures->before)))
            add_sample(&figures->sampled[i], field, id, timestamp);
    }
}

/* Whether the format has fields of a kind. */
static bool has_kind(const struct figures *figures, sortid_field_kind kind)
{
    for (size_t i = 0; i < figures->field_count; i++)
        if ((sortid_field_kind)figures->fields[i].kind == kind)
            return true;
    return false;
}

/* Whether timestamp, layers and counters equal those of the ID before, in a format that has layers
 * and counters. */
static bool is_counter_unchanged(const struct figures *figures, const uint8_t *id)
{
    for (size_t i = 0; i < figures->field_count; i++) {
        const sortid_field_info *field = &figures->fields[i];
        if (field->kind != SORTID_FIELD_RANDOM &&
            oracle_bits(id, field->first_bit, field->bits) !=
                oracle_bits(figures->before, field->first_bit, field->bits))
            return false;
    }
    return has_kind(figures, SORTID_FIELD_COUNTER) && has_kind(figures, SORTID_FIELD_LAYER);
}

/* Whether the ID is in order after the one before, if there is one. */
static bool judge_order(struct figures *figures, const uint8_t *id, uint64_t timestamp)
{
    int order = memcmp(id, figures->before, figures->format->size);
    bool is_unordered = (strcmp(figures->order, "strict") == 0 && order < 0) ||
                        (strcmp(figures->order, "time") == 0 && timestamp < figures->timestamp);
    if (figures->valid == 0)
        return true;
    figures->duplicates += order == 0;
    figures->unordered += order != 0 && is_unordered;
    bool is_fault =
        strcmp(figures->order, "strict") == 0 && order > 0 && is_counter_unchanged(figures, id);
    figures->counter_faults += is_fault;
    return order != 0 && !is_unordered && !is_fault;
}

bool figures_add(struct figures *figures, const uint8_t *id)
{
    uint64_t timestamp = support_timestamp(figures->format, id);
    bool is_right = judge_order(figures, id, timestamp);
    bool is_end = timestamp == 0 || timestamp == figures->format->timestamp_max;
    figures->reserved += figures->format->reserves_ends && is_end;
    sample_fields(figures, id, timestamp);
    figures->run = figures->valid > 0 && timestamp == figures->timestamp ? figures->run + 1 : 1;
    if (figures->run > figures->longest_run)
        figures->longest_run = figures->run;
    if (figures->valid == 0 || (is_any_order(figures) && timestamp < figures->first))
        figures->first = timestamp;
    if (figures->valid == 0 || !is_any_order(figures) || timestamp > figures->last)
        figures->last = timestamp;
    figures->valid++;
    figures->timestamp = timestamp;
    memcpy(figures->before, id, figures->format->size);
    return is_right;
}

/* ---- The object --------------------------------------------------------------------- */

__attribute__((format(printf, 2, 3))) static void put(char **at, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    *at += vsprintf(*at, format, list);
    va_end(list);
}

static void put_count(char **at, const char *key, bool is_known, uint64_t count)
{
    if (is_known)
        put(at, ",\"%s\":%" PRIu64, key, count);
    else
        put(at, ",\"%s\":null", key);
}

/* A quotient, or null if `is_known` is false or the divisor is 0. */
static void put_quotient(char **at, const char *key, bool is_known, uint64_t dividend,
                         uint64_t divisor)
{
    if (is_known && divisor > 0)
        put(at, ",\"%s\":%.6f", key, (double)dividend / (double)divisor);
    else
        put(at, ",\"%s\":null", key);
}

static void put_timestamp(char **at, const char *key, const struct figures *figures,
                          uint64_t timestamp)
{
    if (figures->valid > 0)
        put(at, ",\"%s\":\"%" PRIu64 "\"", key, timestamp);
    else
        put(at, ",\"%s\":null", key);
}

static void put_field(char **at, const struct figures *figures, size_t index)
{
    const sortid_field_info *field = &figures->fields[index];
    const struct figures_field *sampled = &figures->sampled[index];
    uint64_t lowest = UINT64_MAX, highest = 0;
    for (unsigned bit = 0; bit < field->bits; bit++) {
        lowest = sampled->ones[bit] < lowest ? sampled->ones[bit] : lowest;
        highest = sampled->ones[bit] > highest ? sampled->ones[bit] : highest;
    }
    put(at, "{\"name\":\"%s\"", field->name);
    bool is_renewed_field = field->kind != SORTID_FIELD_RANDOM;
    bool is_known = !is_renewed_field || !is_any_order(figures);
    if (is_renewed_field) {
        put_count(at, "renewals", is_known, sampled->samples);
        put_quotient(at, "meanIntervalMs",
                     is_known && sampled->samples > 0 && sampled->last >= sampled->first,
                     (sampled->last - sampled->first) * figures->format->timestamp_unit,
                     sampled->samples - 1);
    }
    put_quotient(at, "lowestShareOfOnes", is_known, lowest, sampled->samples);
    put_quotient(at, "highestShareOfOnes", is_known, highest, sampled->samples);
    put(at, "}");
}

void figures_print(char text[FIGURES_TEXT_SIZE], const struct figures *figures)
{
    char *at = text;
    bool is_ordered = !is_any_order(figures);
    put(&at, "{\"format\":\"%s\"", figures->format->name);
    put_count(&at, "lines", true, figures->lines);
    put_count(&at, "valid", true, figures->valid);
    put_count(&at, "invalid", true, figures->invalid);
    put_count(&at, "unordered", is_ordered, figures->unordered);
    put_count(&at, "duplicates", is_ordered || figures->duplicates > 0, figures->duplicates);
    put_count(&at, "counterFaults", is_ordered, figures->counter_faults);
    put_count(&at, "reserved", true, figures->reserved);
    put_timestamp(&at, "firstTimestamp", figures, figures->first);
    put_timestamp(&at, "lastTimestamp", figures, figures->last);
    put_quotient(&at, "idsPerMs", figures->valid > 0 && figures->last >= figures->first,
                 figures->valid,
                 (figures->last - figures->first + 1) * figures->format->timestamp_unit);
    put_count(&at, "idsPerTimestamp", is_ordered, figures->longest_run);
    put(&at, ",\"fields\":[");
    const char *before = "";
    for (size_t i = 1; i < figures->field_count; i++) {
        if (figures->fields[i].kind == SORTID_FIELD_FIXED)
            continue;
        put(&at, "%s", before);
        put_field(&at, figures, i);
        before = ",";
    }
    put(&at, "]}\n");
}
