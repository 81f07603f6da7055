/* SPDX-License-Identifier: MIT */
/* statistics.c: the counting behind statistics.h. An ID is looked at as words of 8 bytes
 * as they lie in memory. Ones are counted in lanes[word][k], whose byte b holds those of
 * bit k (from the least) of byte 8 * word + b: a shift, a mask and an addition count 8
 * bits at once, on machines of either byte order. A lane holds 255, then all are emptied
 * into `ones`. Fields that are counted at renewals only are masked out elsewhere. */
#include "statistics.h"

#include "when.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define LANE_MAX  255
#define EACH_BYTE UINT64_C(0x0101010101010101)

/* ---- Preparing --------------------------------------------------------------- */

static size_t field_count(const sortid_format *format)
{
    return format->field_count < STATISTICS_FIELDS ? format->field_count : STATISTICS_FIELDS;
}

static void mark_bits(uint64_t words[STATISTICS_WORDS], const sortid_field *field)
{
    uint8_t bytes[8 * STATISTICS_WORDS] = {0};
    for (unsigned bit = field->first_bit; bit < field->first_bit + field->bits; bit++)
        bytes[bit / 8] |= (uint8_t)(0x80 >> bit % 8);
    memcpy(words, bytes, sizeof bytes);
}

static bool is_renewed_kind(const sortid_field *field)
{
    return field->kind == SORTID_FIELD_COUNTER || field->kind == SORTID_FIELD_LAYER;
}

static void add_words(uint64_t to[STATISTICS_WORDS], const uint64_t words[STATISTICS_WORDS])
{
    for (size_t w = 0; w < STATISTICS_WORDS; w++)
        to[w] |= words[w];
}

void statistics_init(struct statistics *statistics, const sortid_format *format,
                     enum statistics_order order)
{
    memset(statistics, 0, sizeof *statistics);
    statistics->format = format;
    statistics->order = order;
    for (size_t i = 0; i < field_count(format); i++) {
        mark_bits(statistics->fields[i], &format->fields[i]);
        if (format->fields[i].kind == SORTID_FIELD_RANDOM)
            add_words(statistics->random, statistics->fields[i]);
    }
}

/* ---- Counting ---------------------------------------------------------------- */

void statistics_line(struct statistics *statistics)
{
    statistics->lines++;
}

void statistics_invalid(struct statistics *statistics)
{
    statistics->invalid++;
}

/* Adds the lanes to `ones`, a number for each bit from the first. */
static void add_lanes(uint64_t ones[8 * 8 * STATISTICS_WORDS], const struct statistics *statistics)
{
    for (size_t w = 0; w < STATISTICS_WORDS; w++)
        for (size_t k = 0; k < 8; k++) {
            uint8_t bytes[8];
            memcpy(bytes, &statistics->lanes[w][k], sizeof bytes);
            for (size_t b = 0; b < 8; b++)
                ones[8 * (8 * w + b) + 7 - k] += bytes[b];
        }
}

static void empty_lanes(struct statistics *statistics)
{
    add_lanes(statistics->ones, statistics);
    memset(statistics->lanes, 0, sizeof statistics->lanes);
    statistics->pending = 0;
}

/* Counts the ones of an ID in the bits of `mask`. */
static void count_ones(struct statistics *statistics, const uint64_t id[STATISTICS_WORDS],
                       const uint64_t mask[STATISTICS_WORDS])
{
    if (statistics->pending == LANE_MAX)
        empty_lanes(statistics);
    statistics->pending++;
    for (size_t w = 0; w < STATISTICS_WORDS; w++) {
        uint64_t word = id[w] & mask[w];
        if (word == 0)
            continue;
        for (unsigned k = 0; k < 8; k++)
            statistics->lanes[w][k] += word >> k & EACH_BYTE;
    }
}

static unsigned hex_digit(const uint8_t *id, unsigned index)
{
    return index % 2 == 0 ? id[index / 2] >> 4 : id[index / 2] & 15u;
}

/* Whether the field's value is the one before + `carry`, modulo its size. Fields begin
 * and end at hex digits; a random value differs in the first of them mostly. */
static bool is_sum(const sortid_field *field, const uint8_t *id, const uint8_t *before,
                   unsigned carry)
{
    unsigned first = field->first_bit / 4;
    for (unsigned i = first + field->bits / 4; i-- > first;) {
        unsigned sum = hex_digit(before, i) + carry;
        if ((sum & 15) != hex_digit(id, i))
            return false;
        carry = sum >> 4;
    }
    return true;
}

/* Notes which fields an ID with another timestamp renews, and adds their bits to `mask`. */
static void note_renewals(struct statistics *statistics, const uint8_t *id, uint64_t timestamp,
                          uint64_t mask[STATISTICS_WORDS])
{
    const uint8_t *before = statistics->last_id;
    for (size_t i = 0; i < field_count(statistics->format); i++) {
        const sortid_field *field = &statistics->format->fields[i];
        struct statistics_renewals *renewals = &statistics->renewals[i];
        if (!is_renewed_kind(field) || is_sum(field, id, before, 0) || is_sum(field, id, before, 1))
            continue;
        if (renewals->count++ == 0)
            renewals->first = timestamp;
        renewals->last = timestamp;
        add_words(mask, statistics->fields[i]);
    }
}

/* Judges an ID by the valid one before it. */
static enum statistics_verdict judge(struct statistics *statistics, const uint8_t *id,
                                     uint64_t timestamp)
{
    int order = memcmp(id, statistics->last_id, statistics->format->size);
    if (order == 0) {
        statistics->duplicates++;
        return VERDICT_DUPLICATE;
    }
    if ((statistics->order == ORDER_STRICT && order < 0) ||
        (statistics->order == ORDER_TIME && timestamp < statistics->last_timestamp)) {
        statistics->unordered++;
        return VERDICT_UNORDERED;
    }
    return VERDICT_FINE;
}

/* Notes the timestamp of the next valid ID. */
static void note_time(struct statistics *statistics, uint64_t timestamp)
{
    bool goes_on = statistics->valid > 0 && timestamp == statistics->last_timestamp;
    statistics->run = goes_on ? statistics->run + 1 : 1;
    if (statistics->run > statistics->longest_run)
        statistics->longest_run = statistics->run;
    if (statistics->valid == 0)
        statistics->first_timestamp = timestamp;
    statistics->last_timestamp = timestamp;
}

enum statistics_verdict statistics_add(struct statistics *statistics, const uint8_t *id)
{
    uint64_t timestamp = sortid_format_timestamp(statistics->format, id);
    enum statistics_verdict verdict = VERDICT_FINE;
    uint64_t words[STATISTICS_WORDS] = {0};
    uint64_t mask[STATISTICS_WORDS];
    memcpy(words, id, statistics->format->size);
    memcpy(mask, statistics->random, sizeof mask);
    if (statistics->valid > 0) {
        verdict = judge(statistics, id, timestamp);
        if (timestamp != statistics->last_timestamp)
            note_renewals(statistics, id, timestamp, mask);
    }
    count_ones(statistics, words, mask);
    note_time(statistics, timestamp);
    statistics->valid++;
    memcpy(statistics->last_id, words, sizeof words);
    return verdict;
}

bool statistics_failed(const struct statistics *statistics)
{
    return statistics->invalid > 0 || statistics->unordered > 0 || statistics->duplicates > 0;
}

/* ---- Figures ------------------------------------------------------------------ */

/* A number that may be missing for want of data. */
struct figure {
    bool known;
    double value;
};

static struct figure quotient(uint64_t dividend, uint64_t divisor)
{
    struct figure figure = {.known = divisor > 0};
    if (figure.known)
        figure.value = (double)dividend / (double)divisor;
    return figure;
}

static struct figure ids_per_ms(const struct statistics *statistics)
{
    uint64_t first = statistics->first_timestamp, last = statistics->last_timestamp;
    if (statistics->valid == 0 || last < first)
        return (struct figure){.known = false};
    return quotient(statistics->valid, (last - first + 1) * statistics->format->timestamp_unit_ms);
}

static struct figure mean_interval(const struct statistics *statistics, size_t field)
{
    const struct statistics_renewals *renewals = &statistics->renewals[field];
    if (renewals->count == 0 || renewals->last < renewals->first)
        return (struct figure){.known = false};
    return quotient((renewals->last - renewals->first) * statistics->format->timestamp_unit_ms,
                    renewals->count - 1);
}

/* The share of ones in the bit of a field that has the least, and the most. */
struct shares {
    struct figure lowest, highest;
};

static struct shares shares_of(const struct statistics *statistics, size_t index)
{
    const sortid_field *field = &statistics->format->fields[index];
    uint64_t samples =
        is_renewed_kind(field) ? statistics->renewals[index].count : statistics->valid;
    uint64_t ones[8 * 8 * STATISTICS_WORDS];
    memcpy(ones, statistics->ones, sizeof ones);
    add_lanes(ones, statistics);
    uint64_t lowest = ones[field->first_bit], highest = lowest;
    for (unsigned bit = field->first_bit; bit < field->first_bit + field->bits; bit++) {
        lowest = ones[bit] < lowest ? ones[bit] : lowest;
        highest = ones[bit] > highest ? ones[bit] : highest;
    }
    return (struct shares){quotient(lowest, samples), quotient(highest, samples)};
}

/* ---- Printing ----------------------------------------------------------------- */

#if defined(__GNUC__)
#define PRINTF_LIKE __attribute__((format(printf, 2, 3)))
#else
#define PRINTF_LIKE
#endif

/* What has been printed; the size in the header leaves room for the longest. */
struct page {
    char *text;
    size_t length;
};

static void PRINTF_LIKE put(struct page *page, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(page->text + page->length, STATISTICS_TEXT_SIZE - page->length, format,
                           arguments);
    va_end(arguments);
    page->length += (size_t)length;
}

/* A row: what it is, what is expected ("" if nothing is), and what was found. */
static void put_row(struct page *page, const char *what, const char *expected, const char *found)
{
    put(page, "%-38s  %8s  %27s\n", what, expected, found);
}

static void put_count(struct page *page, const char *what, const char *expected, uint64_t count)
{
    char found[24];
    snprintf(found, sizeof found, "%" PRIu64, count);
    put_row(page, what, expected, found);
}

static void put_figure(struct page *page, const char *what, const char *expected,
                       struct figure figure)
{
    char found[32] = "-";
    if (figure.known)
        snprintf(found, sizeof found, "%.3f", figure.value);
    put_row(page, what, expected, found);
}

static void put_time(struct page *page, const char *what, const struct statistics *statistics,
                     uint64_t timestamp)
{
    const sortid_format *format = statistics->format;
    char text[WHEN_TEXT_SIZE] = "-";
    if (statistics->valid > 0)
        when_print(text, timestamp * format->timestamp_unit_ms + format->timestamp_zero_ms);
    put_row(page, what, "", text);
}

static void put_stream(struct page *page, const struct statistics *statistics)
{
    put_row(page, "", "expected", "found");
    put_row(page, "format", "", statistics->format->name);
    put_count(page, "lines", "", statistics->lines);
    put_count(page, "valid IDs", "", statistics->valid);
    put_count(page, "invalid IDs", "0", statistics->invalid);
    if (statistics->order == ORDER_NONE)
        put_row(page, "unordered IDs", "", "not looked at");
    else
        put_count(page, "unordered IDs", "0", statistics->unordered);
    put_count(page, "duplicates of the ID before", "0", statistics->duplicates);
    put_time(page, "first time", statistics, statistics->first_timestamp);
    put_time(page, "last time", statistics, statistics->last_timestamp);
    put_figure(page, "IDs per ms, mean", "", ids_per_ms(statistics));
    put_count(page, "IDs in one timestamp, most", "", statistics->longest_run);
}

/* Whether the bits of a field are expected to be even: a counter's may be held at 0
 * by a guard or hold a node id; where there is no counter, as in ulid, the random
 * field may count, and its upper bits stay within a timestamp. */
static bool expects_even(const sortid_format *format, const sortid_field *field)
{
    bool has_counter = false;
    for (size_t i = 0; i < field_count(format); i++)
        has_counter = has_counter || format->fields[i].kind == SORTID_FIELD_COUNTER;
    return has_counter && field->kind != SORTID_FIELD_COUNTER;
}

/* The rows of one field; a layer is renewed once a second. */
static void put_field(struct page *page, const struct statistics *statistics, size_t index)
{
    char what[64];
    const sortid_field *field = &statistics->format->fields[index];
    const char *even = expects_even(statistics->format, field) ? "~0.500" : "";
    struct shares shares = shares_of(statistics, index);
    if (is_renewed_kind(field)) {
        snprintf(what, sizeof what, "%s, renewals", field->name);
        put_count(page, what, "", statistics->renewals[index].count);
        snprintf(what, sizeof what, "%s, mean interval in ms", field->name);
        put_figure(page, what, field->kind == SORTID_FIELD_LAYER ? "~1000" : "",
                   mean_interval(statistics, index));
    }
    snprintf(what, sizeof what, "%s, lowest share of ones", field->name);
    put_figure(page, what, even, shares.lowest);
    snprintf(what, sizeof what, "%s, highest share of ones", field->name);
    put_figure(page, what, even, shares.highest);
}

size_t statistics_print(char out[STATISTICS_TEXT_SIZE], const struct statistics *statistics)
{
    struct page page = {.text = out};
    put_stream(&page, statistics);
    for (size_t i = 0; i < field_count(statistics->format); i++)
        if (statistics->format->fields[i].kind != SORTID_FIELD_TIMESTAMP)
            put_field(&page, statistics, i);
    return page.length;
}

/* ---- Printing JSON ------------------------------------------------------------- */

static void put_json_count(struct page *page, const char *key, uint64_t count)
{
    put(page, ",\"%s\":%" PRIu64, key, count);
}

static void put_json_timestamp(struct page *page, const char *key,
                               const struct statistics *statistics, uint64_t timestamp)
{
    if (statistics->valid > 0)
        put(page, ",\"%s\":\"%" PRIu64 "\"", key, timestamp);
    else
        put(page, ",\"%s\":null", key);
}

/* The key is a field's name, or "", and what follows it. */
static void put_json_figure(struct page *page, const char *field, const char *key,
                            struct figure figure)
{
    if (figure.known)
        put(page, ",\"%s%s\":%.6f", field, key, figure.value);
    else
        put(page, ",\"%s%s\":null", field, key);
}

static void put_json_stream(struct page *page, const struct statistics *statistics)
{
    put(page, "{\"format\":\"%s\"", statistics->format->name);
    put_json_count(page, "lines", statistics->lines);
    put_json_count(page, "valid", statistics->valid);
    put_json_count(page, "invalid", statistics->invalid);
    put_json_count(page, "unordered", statistics->unordered);
    put_json_count(page, "duplicates", statistics->duplicates);
    put_json_timestamp(page, "firstTimestamp", statistics, statistics->first_timestamp);
    put_json_timestamp(page, "lastTimestamp", statistics, statistics->last_timestamp);
    put_json_figure(page, "", "idsPerMs", ids_per_ms(statistics));
    put_json_count(page, "idsPerTimestamp", statistics->longest_run);
}

static void put_json_field(struct page *page, const struct statistics *statistics, size_t index)
{
    const sortid_field *field = &statistics->format->fields[index];
    struct shares shares = shares_of(statistics, index);
    if (is_renewed_kind(field)) {
        put(page, ",\"%sRenewals\":%" PRIu64, field->name, statistics->renewals[index].count);
        put_json_figure(page, field->name, "MeanIntervalMs", mean_interval(statistics, index));
    }
    put_json_figure(page, field->name, "LowestShare", shares.lowest);
    put_json_figure(page, field->name, "HighestShare", shares.highest);
}

size_t statistics_print_json(char out[STATISTICS_TEXT_SIZE], const struct statistics *statistics)
{
    struct page page = {.text = out};
    put_json_stream(&page, statistics);
    for (size_t i = 0; i < field_count(statistics->format); i++)
        if (statistics->format->fields[i].kind != SORTID_FIELD_TIMESTAMP)
            put_json_field(&page, statistics, i);
    put(&page, "}\n");
    return page.length;
}
