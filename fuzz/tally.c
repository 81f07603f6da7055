/* SPDX-License-Identifier: MIT */
/* tally.c: see tally.h. The keys and the rules are those of cli/statistics.h, where they are
 * said in words. */
#include "tally.h"

#include "tests/support/oracle.h"

#include <inttypes.h>

void tally_init(struct tally *tally, const support_format *format, const char *order)
{
    memset(tally, 0, sizeof *tally);
    tally->format = format;
    tally->row = line_format(format);
    tally->order = order;
}

static void add_sample(struct tally_field *sampled, const sortid_field *field, const uint8_t *id,
                       uint64_t timestamp)
{
    if (sampled->samples++ == 0)
        sampled->first = timestamp;
    sampled->last = timestamp;
    for (unsigned bit = 0; bit < field->bits; bit++)
        sampled->ones[bit] += oracle_bits(id, field->first_bit + bit, 1);
}

/* Whether a counter or a layer was drawn anew: neither kept nor counted on. */
static bool is_renewed(const sortid_field *field, const uint8_t *id, const uint8_t *before)
{
    uint64_t value = oracle_bits(id, field->first_bit, field->bits);
    uint64_t old = oracle_bits(before, field->first_bit, field->bits);
    uint64_t counted_on = (old + 1) & ((UINT64_C(1) << field->bits) - 1);
    return value != old && value != counted_on;
}

static void sample_fields(struct tally *tally, const uint8_t *id, uint64_t timestamp)
{
    bool is_new_time = tally->valid > 0 && timestamp != tally->last;
    for (size_t i = 0; i < tally->row->field_count; i++) {
        const sortid_field *field = &tally->row->fields[i];
        bool is_random = field->kind == SORTID_FIELD_RANDOM;
        if (is_random || (field->kind != SORTID_FIELD_TIMESTAMP && is_new_time &&
                          is_renewed(field, id, tally->before)))
            add_sample(&tally->fields[i], field, id, timestamp);
    }
}

/* Whether the ID stands right behind the one before, if there is one. */
static bool judge_order(struct tally *tally, const uint8_t *id, uint64_t timestamp)
{
    int order = memcmp(id, tally->before, tally->format->size);
    bool is_unordered = (strcmp(tally->order, "strict") == 0 && order < 0) ||
                        (strcmp(tally->order, "time") == 0 && timestamp < tally->last);
    if (tally->valid == 0)
        return true;
    tally->duplicates += order == 0;
    tally->unordered += order != 0 && is_unordered;
    return order != 0 && !is_unordered;
}

bool tally_add(struct tally *tally, const uint8_t *id)
{
    uint64_t timestamp = support_timestamp(tally->format, id);
    bool is_right = judge_order(tally, id, timestamp);
    sample_fields(tally, id, timestamp);
    tally->run = tally->valid > 0 && timestamp == tally->last ? tally->run + 1 : 1;
    if (tally->run > tally->longest_run)
        tally->longest_run = tally->run;
    if (tally->valid++ == 0)
        tally->first = timestamp;
    tally->last = timestamp;
    memcpy(tally->before, id, tally->format->size);
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

static void put_count(char **at, const char *key, uint64_t count)
{
    put(at, ",\"%s\":%" PRIu64, key, count);
}

/* A quotient, or null where `is_known` is false or there is nothing to divide by. */
static void put_quotient(char **at, const char *field, const char *key, bool is_known,
                         uint64_t dividend, uint64_t divisor)
{
    if (is_known && divisor > 0)
        put(at, ",\"%s%s\":%.6f", field, key, (double)dividend / (double)divisor);
    else
        put(at, ",\"%s%s\":null", field, key);
}

static void put_timestamp(char **at, const char *key, const struct tally *tally, uint64_t timestamp)
{
    if (tally->valid > 0)
        put(at, ",\"%s\":\"%" PRIu64 "\"", key, timestamp);
    else
        put(at, ",\"%s\":null", key);
}

static void put_field(char **at, const struct tally *tally, size_t index)
{
    const sortid_field *field = &tally->row->fields[index];
    const struct tally_field *sampled = &tally->fields[index];
    uint64_t lowest = UINT64_MAX, highest = 0;
    for (unsigned bit = 0; bit < field->bits; bit++) {
        lowest = sampled->ones[bit] < lowest ? sampled->ones[bit] : lowest;
        highest = sampled->ones[bit] > highest ? sampled->ones[bit] : highest;
    }
    if (field->kind != SORTID_FIELD_RANDOM) {
        put(at, ",\"%sRenewals\":%" PRIu64, field->name, sampled->samples);
        put_quotient(at, field->name, "MeanIntervalMs",
                     sampled->samples > 0 && sampled->last >= sampled->first,
                     (sampled->last - sampled->first) * tally->format->timestamp_unit,
                     sampled->samples - 1);
    }
    put_quotient(at, field->name, "LowestShare", true, lowest, sampled->samples);
    put_quotient(at, field->name, "HighestShare", true, highest, sampled->samples);
}

void tally_print(char text[TALLY_TEXT_SIZE], const struct tally *tally)
{
    char *at = text;
    put(&at, "{\"format\":\"%s\"", tally->format->name);
    put_count(&at, "lines", tally->lines);
    put_count(&at, "valid", tally->valid);
    put_count(&at, "invalid", tally->invalid);
    put_count(&at, "unordered", tally->unordered);
    put_count(&at, "duplicates", tally->duplicates);
    put_timestamp(&at, "firstTimestamp", tally, tally->first);
    put_timestamp(&at, "lastTimestamp", tally, tally->last);
    put_quotient(&at, "", "idsPerMs", tally->valid > 0 && tally->last >= tally->first, tally->valid,
                 (tally->last - tally->first + 1) * tally->format->timestamp_unit);
    put_count(&at, "idsPerTimestamp", tally->longest_run);
    for (size_t i = 1; i < tally->row->field_count; i++)
        put_field(&at, tally, i);
    put(&at, "}\n");
}
