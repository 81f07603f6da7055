/* SPDX-License-Identifier: MIT */
/* statistics.c: the code behind statistics.h. It includes the format descriptions and time_text.h. Most IDs are
 * plain: they have the timestamp of the ID before them and are greater than it. For those two words are
 * compared; only the others are judged and examined for renewals. Ones are counted by counting the values of
 * each byte: of random fields in all IDs, of counters and layers in the IDs that renew them. */
#include "statistics.h"
#include "format_info.h"
#include "../common/time_text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- Preparing --------------------------------------------------------------- */

static size_t field_count(const struct statistics *statistics)
{
    return statistics->info->field_count < STATISTICS_FIELDS ? statistics->info->field_count
                                                             : STATISTICS_FIELDS;
}

static void mark_bits(uint8_t mask[SORTID_MAX_SIZE], const sortid_field_info *field)
{
    for (unsigned bit = field->first_bit; bit < field->first_bit + field->bits; bit++)
        mask[bit / 8] |= (uint8_t)(0x80 >> bit % 8);
}

/* Whether the bits of a field say anything about a stream. */
static bool is_counted_kind(const sortid_field_info *field)
{
    return field->kind != SORTID_FIELD_TIMESTAMP && field->kind != SORTID_FIELD_FIXED;
}

static bool is_renewed_kind(const sortid_field_info *field)
{
    return field->kind == SORTID_FIELD_COUNTER || field->kind == SORTID_FIELD_LAYER;
}

static bool has_kind(const struct statistics *statistics, sortid_field_kind kind)
{
    for (size_t i = 0; i < field_count(statistics); i++)
        if (statistics->fields[i].kind == kind)
            return true;
    return false;
}

/* Other fields are counted at renewals only, the timestamp never. */
static void find_random_bytes(struct statistics *statistics)
{
    for (size_t i = 0; i < field_count(statistics); i++) {
        const sortid_field_info *field = &statistics->fields[i];
        if (field->kind != SORTID_FIELD_RANDOM)
            continue;
        if (statistics->end_random == 0)
            statistics->first_random = field->first_bit / 8;
        statistics->end_random = (field->first_bit + field->bits + 7) / 8;
    }
}

/* In each format with the counter rule random fields are below all others. So if an ID is greater than the one
 * before it, and a bit of another field differs, then timestamp, layers or counter have risen. */
static void mark_rising_bits(struct statistics *statistics)
{
    if (!statistics->counter_rule) {
        memset(statistics->rising, 0xff, sizeof statistics->rising);
        return;
    }
    for (size_t i = 0; i < field_count(statistics); i++)
        if (statistics->fields[i].kind != SORTID_FIELD_RANDOM)
            mark_bits(statistics->rising, &statistics->fields[i]);
}

void statistics_init(struct statistics *statistics, const sortid_format *format,
                     enum statistics_order order)
{
    memset(statistics, 0, sizeof *statistics);
    statistics->format = format;
    statistics->info = info_of(format);
    statistics->fields = field_of(format, 0);
    statistics->order = order;
    statistics->counter_rule = order == ORDER_STRICT &&
                               has_kind(statistics, SORTID_FIELD_COUNTER) &&
                               has_kind(statistics, SORTID_FIELD_LAYER);
    for (size_t i = 0; i < field_count(statistics); i++)
        mark_bits(statistics->masks[i], &statistics->fields[i]);
    mark_rising_bits(statistics);
    find_random_bytes(statistics);
}

/* ---- Counting ones -------------------------------------------------------------- */

/* Counts the values of the bytes of random fields in `count` IDs. Full adders over many IDs take 2.8 ns less
 * for a ulid, and nothing less for the other formats. */
static void count_random_bytes(struct statistics *statistics, const uint8_t *ids, size_t count)
{
    size_t size = statistics->info->size;
    size_t first = statistics->first_random, end = statistics->end_random;
    for (const uint8_t *id = ids; id < ids + count * size; id += size)
        for (size_t i = first; i < end; i++)
            statistics->random_bytes.count[i][id[i]]++;
}

/* The IDs that had a 1 in a bit. */
static uint64_t count_ones(const struct statistics_bytes *bytes, unsigned bit)
{
    uint64_t ones = 0;
    for (unsigned value = 0; value < 256; value++)
        if ((value >> (7 - bit % 8) & 1) != 0)
            ones += bytes->count[bit / 8][value];
    return ones;
}

/* ---- Counting IDs ---------------------------------------------------------------- */

void statistics_lines(struct statistics *statistics, size_t count)
{
    statistics->lines += count;
}

void statistics_invalid(struct statistics *statistics)
{
    statistics->invalid++;
}

static unsigned hex_digit(const uint8_t *id, unsigned index)
{
    return index % 2 == 0 ? id[index / 2] >> 4 : id[index / 2] & 15u;
}

/* Whether the field's value is the one before + `carry`, modulo its size. Fields begin and end at hex digits; a
 * random value mostly differs in the first digit that is compared. */
static bool is_sum(const sortid_field_info *field, const uint8_t *id, const uint8_t *before,
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

/* Notes which fields an ID with another timestamp renews. */
static void note_renewals(struct statistics *statistics, const uint8_t *id, uint64_t timestamp)
{
    const uint8_t *before = statistics->last_id;
    uint8_t renewed[SORTID_MAX_SIZE] = {0}; // the fields that the ID renews; 0 elsewhere
    for (size_t i = 0; i < field_count(statistics); i++) {
        const sortid_field_info *field = &statistics->fields[i];
        struct statistics_renewals *renewals = &statistics->renewals[i];
        if (!is_renewed_kind(field) || is_sum(field, id, before, 0) || is_sum(field, id, before, 1))
            continue;
        if (renewals->count++ == 0)
            renewals->first = timestamp;
        renewals->last = timestamp;
        for (size_t b = 0; b < SORTID_MAX_SIZE; b++)
            renewed[b] |= id[b] & statistics->masks[i][b];
    }
    for (size_t b = 0; b < statistics->info->size; b++)
        statistics->renewed_bytes.count[b][renewed[b]]++;
}

/* Whether the counter rule applies and the IDs differ only in random fields. */
static bool breaks_counter_rule(const struct statistics *statistics, const uint8_t *id)
{
    for (size_t i = 0; i < statistics->info->size; i++)
        if (((id[i] ^ statistics->last_id[i]) & statistics->rising[i]) != 0)
            return false;
    return true;
}

/* Compares an ID with the valid one before it. */
static enum statistics_verdict judge(struct statistics *statistics, const uint8_t *id,
                                     uint64_t timestamp)
{
    int order = memcmp(id, statistics->last_id, statistics->info->size);
    if (order == 0) {
        statistics->duplicates++;
        return VERDICT_DUPLICATE;
    }
    if ((statistics->order == ORDER_STRICT && order < 0) ||
        (statistics->order == ORDER_TIME && timestamp < statistics->last_timestamp)) {
        statistics->unordered++;
        return VERDICT_UNORDERED;
    }
    if (breaks_counter_rule(statistics, id)) {
        statistics->counter_faults++;
        return VERDICT_COUNTER;
    }
    return VERDICT_FINE;
}

/* Counts the timestamp of the next `count` valid IDs; `id` is one of them. */
static void note_time(struct statistics *statistics, const uint8_t *id, uint64_t timestamp,
                      size_t count)
{
    bool same = statistics->valid > 0 && timestamp == statistics->last_timestamp;
    statistics->run = same ? statistics->run + count : count;
    if (statistics->run > statistics->longest_run)
        statistics->longest_run = statistics->run;
    if (statistics->valid == 0)
        statistics->first_timestamp = timestamp;
    statistics->last_timestamp = timestamp;
    statistics->valid += count;
    if (sortid_format_is_reserved(statistics->format, id))
        statistics->reserved += count;
}

/* Adds any ID; its random bytes are counted by the caller. */
static enum statistics_verdict add_one(struct statistics *statistics, const uint8_t *id)
{
    uint64_t timestamp = timestamp_of(statistics->format, id);
    enum statistics_verdict verdict = VERDICT_FINE;
    if (statistics->valid > 0) {
        verdict = judge(statistics, id, timestamp);
        if (timestamp != statistics->last_timestamp)
            note_renewals(statistics, id, timestamp);
    }
    note_time(statistics, id, timestamp, 1);
    memcpy(statistics->last_id, id, statistics->info->size);
    return verdict;
}

/* Written out, since compilers make one load and a byte swap of it. */
static inline uint64_t big_endian(const uint8_t *bytes)
{
    return (uint64_t)bytes[0] << 56 | (uint64_t)bytes[1] << 48 | (uint64_t)bytes[2] << 40 |
           (uint64_t)bytes[3] << 32 | (uint64_t)bytes[4] << 24 | (uint64_t)bytes[5] << 16 |
           (uint64_t)bytes[6] << 8 | (uint64_t)bytes[7];
}

/* Whether the first word in which consecutive IDs differ shows that the ID is fine: it has risen, unless the
 * order is not strict, and in a bit of `rising`. */
static inline bool is_fine_word(uint64_t a, uint64_t b, const uint8_t *rising, bool strict)
{
    return (a > b || !strict) && ((a ^ b) & big_endian(rising)) != 0;
}

/* Whether an ID is greater than the one before it, or, unless the order is strict, different, and has risen in a
 * bit that the counter rule requires. False may be wrong: the ID is then compared in full. */
static inline bool is_fine(const struct statistics *statistics, const uint8_t *id,
                           const uint8_t *before, size_t size, bool strict)
{
    const uint8_t *rising = statistics->rising;
    for (size_t at = 0; at < size - 8; at += 8) {
        uint64_t a = big_endian(id + at), b = big_endian(before + at);
        if (a != b)
            return is_fine_word(a, b, rising + at, strict);
    }
    uint64_t a = big_endian(id + size - 8), b = big_endian(before + size - 8);
    return a != b && is_fine_word(a, b, rising + size - 8, strict);
}

/* Adds the plain IDs up to the first other one; returns their number. */
static size_t add_plain(struct statistics *statistics, const uint8_t *ids, size_t count)
{
    size_t size = statistics->info->size, done = 0;
    bool strict = statistics->order == ORDER_STRICT;
    uint64_t mask = big_endian(statistics->masks[0]);
    const uint8_t *before = statistics->last_id;
    if (statistics->valid == 0)
        return 0;
    for (const uint8_t *id = ids; done < count; done++, before = id, id += size)
        if (((big_endian(id) ^ big_endian(before)) & mask) != 0 ||
            !is_fine(statistics, id, before, size, strict))
            break;
    if (done > 0) {
        note_time(statistics, before, statistics->last_timestamp, done);
        memcpy(statistics->last_id, before, size);
    }
    return done;
}

size_t statistics_add_many(struct statistics *statistics, enum statistics_verdict *verdict,
                           const uint8_t *ids, size_t count)
{
    size_t size = statistics->info->size, done = 0;
    *verdict = VERDICT_FINE;
    while (done < count && *verdict == VERDICT_FINE) {
        done += add_plain(statistics, ids + done * size, count - done);
        if (done < count)
            *verdict = add_one(statistics, ids + done++ * size);
    }
    count_random_bytes(statistics, ids, done);
    return done;
}

enum statistics_verdict statistics_add(struct statistics *statistics, const uint8_t *id)
{
    enum statistics_verdict verdict;
    statistics_add_many(statistics, &verdict, id, 1);
    return verdict;
}

bool statistics_failed(const struct statistics *statistics)
{
    return statistics->valid == 0 || statistics->invalid > 0 || statistics->unordered > 0 ||
           statistics->duplicates > 0 || statistics->counter_faults > 0;
}

/* ---- Figures ------------------------------------------------------------------ */

/* A number, unless there is no data. */
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
    return quotient(statistics->valid, (last - first + 1) * statistics->info->unit_ms);
}

static struct figure mean_interval(const struct statistics *statistics, size_t field)
{
    const struct statistics_renewals *renewals = &statistics->renewals[field];
    if (renewals->count == 0 || renewals->last < renewals->first)
        return (struct figure){.known = false};
    return quotient((renewals->last - renewals->first) * statistics->info->unit_ms,
                    renewals->count - 1);
}

/* The shares of ones in the bits of a field with the fewest and the most ones. */
struct shares {
    struct figure lowest, highest;
};

static struct shares shares_of(const struct statistics *statistics, size_t index)
{
    const sortid_field_info *field = &statistics->fields[index];
    bool renewed = is_renewed_kind(field);
    const struct statistics_bytes *bytes =
        renewed ? &statistics->renewed_bytes : &statistics->random_bytes;
    uint64_t samples = renewed ? statistics->renewals[index].count : statistics->valid;
    uint64_t lowest = samples, highest = 0;
    for (unsigned bit = field->first_bit; bit < field->first_bit + field->bits; bit++) {
        uint64_t ones = count_ones(bytes, bit);
        lowest = ones < lowest ? ones : lowest;
        highest = ones > highest ? ones : highest;
    }
    return (struct shares){quotient(lowest, samples), quotient(highest, samples)};
}

/* ---- Printing ----------------------------------------------------------------- */

#if defined(__GNUC__)
#define PRINTF_LIKE __attribute__((format(printf, 2, 3)))
#else
#define PRINTF_LIKE
#endif

/* The print so far; the size in the header is enough for the longest. */
struct page {
    char *text;
    size_t length;
};

static void PRINTF_LIKE add(struct page *page, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(page->text + page->length, STATISTICS_TEXT_SIZE - page->length, format,
                           arguments);
    va_end(arguments);
    page->length += (size_t)length;
}

/* A row: the name, the expected value ("": none), the value found. */
static void add_row(struct page *page, const char *what, const char *expected, const char *found)
{
    add(page, "%-38s  %8s  %27s\n", what, expected, found);
}

static void add_count(struct page *page, const char *what, const char *expected, uint64_t count)
{
    char found[24];
    snprintf(found, sizeof found, "%" PRIu64, count);
    add_row(page, what, expected, found);
}

static void add_figure(struct page *page, const char *what, const char *expected,
                       struct figure figure)
{
    char found[32] = "-";
    if (figure.known)
        snprintf(found, sizeof found, "%.3f", figure.value);
    add_row(page, what, expected, found);
}

/* Of a valid ID. */
static void add_time(struct page *page, const char *what, const struct statistics *statistics,
                     uint64_t timestamp)
{
    char text[TIME_TEXT_SIZE];
    time_print(text, timestamp * statistics->info->unit_ms + statistics->info->zero_ms);
    add_row(page, what, "", text);
}

static void add_lines(struct page *page, const struct statistics *statistics)
{
    add_row(page, "", "expected", "found");
    add_row(page, "format", "", statistics->info->name);
    add_count(page, "lines", "", statistics->lines);
    add_count(page, "valid IDs", "", statistics->valid);
    add_count(page, "invalid IDs", "0", statistics->invalid);
}

/* A number of faults, unless they are not checked. */
static void add_faults(struct page *page, const char *what, bool checked, uint64_t count)
{
    if (checked)
        add_count(page, what, "0", count);
    else
        add_row(page, what, "", "not checked");
}

static void add_stream(struct page *page, const struct statistics *statistics)
{
    add_faults(page, "unordered IDs", statistics->order != ORDER_NONE, statistics->unordered);
    add_faults(page, "IDs whose counter did not rise", statistics->counter_rule,
               statistics->counter_faults);
    add_count(page, "duplicates of the ID before", "0", statistics->duplicates);
    add_count(page, "IDs of a reserved timestamp", "0", statistics->reserved);
    add_time(page, "first time", statistics, statistics->first_timestamp);
    add_time(page, "last time", statistics, statistics->last_timestamp);
    add_figure(page, "IDs per ms, mean", "", ids_per_ms(statistics));
    add_count(page, "IDs in one timestamp, most", "", statistics->longest_run);
}

/* Whether half of the bits of a field should be ones. Not so for a counter, which may have guard bits of 0 or a
 * node id; nor where there is no counter, as in ulid: there the random field may count, and its upper bits
 * stay the same within a timestamp. */
static bool expects_even(const struct statistics *statistics, const sortid_field_info *field)
{
    return has_kind(statistics, SORTID_FIELD_COUNTER) && field->kind != SORTID_FIELD_COUNTER;
}

/* The rows of one field; a layer is renewed once a second. */
static void add_field(struct page *page, const struct statistics *statistics, size_t index)
{
    char what[64];
    const sortid_field_info *field = &statistics->fields[index];
    const char *even = expects_even(statistics, field) ? "~0.500" : "";
    struct shares shares = shares_of(statistics, index);
    if (is_renewed_kind(field)) {
        snprintf(what, sizeof what, "%s, renewals", field->name);
        add_count(page, what, "", statistics->renewals[index].count);
        snprintf(what, sizeof what, "%s, mean interval in ms", field->name);
        add_figure(page, what, field->kind == SORTID_FIELD_LAYER ? "~1000" : "",
                   mean_interval(statistics, index));
    }
    snprintf(what, sizeof what, "%s, lowest share of ones", field->name);
    add_figure(page, what, even, shares.lowest);
    snprintf(what, sizeof what, "%s, highest share of ones", field->name);
    add_figure(page, what, even, shares.highest);
}

size_t statistics_print(char out[STATISTICS_TEXT_SIZE], const struct statistics *statistics)
{
    struct page page = {.text = out};
    add_lines(&page, statistics);
    if (statistics->valid == 0)
        return page.length;
    add_stream(&page, statistics);
    for (size_t i = 0; i < field_count(statistics); i++)
        if (is_counted_kind(&statistics->fields[i]))
            add_field(&page, statistics, i);
    return page.length;
}

/* ---- Printing JSON ------------------------------------------------------------- */

static void add_json_count(struct page *page, const char *key, uint64_t count)
{
    add(page, ",\"%s\":%" PRIu64, key, count);
}

static void add_json_timestamp(struct page *page, const char *key,
                               const struct statistics *statistics, uint64_t timestamp)
{
    if (statistics->valid > 0)
        add(page, ",\"%s\":\"%" PRIu64 "\"", key, timestamp);
    else
        add(page, ",\"%s\":null", key);
}

static void add_json_figure(struct page *page, const char *key, struct figure figure)
{
    if (figure.known)
        add(page, ",\"%s\":%.6f", key, figure.value);
    else
        add(page, ",\"%s\":null", key);
}

static void add_json_stream(struct page *page, const struct statistics *statistics)
{
    add(page, "{\"format\":\"%s\"", statistics->info->name);
    add_json_count(page, "lines", statistics->lines);
    add_json_count(page, "valid", statistics->valid);
    add_json_count(page, "invalid", statistics->invalid);
    add_json_count(page, "unordered", statistics->unordered);
    add_json_count(page, "duplicates", statistics->duplicates);
    add_json_count(page, "counterFaults", statistics->counter_faults);
    add_json_count(page, "reserved", statistics->reserved);
    add_json_timestamp(page, "firstTimestamp", statistics, statistics->first_timestamp);
    add_json_timestamp(page, "lastTimestamp", statistics, statistics->last_timestamp);
    add_json_figure(page, "idsPerMs", ids_per_ms(statistics));
    add_json_count(page, "idsPerTimestamp", statistics->longest_run);
}

static void add_json_field(struct page *page, const struct statistics *statistics, size_t index)
{
    const sortid_field_info *field = &statistics->fields[index];
    struct shares shares = shares_of(statistics, index);
    add(page, "{\"name\":\"%s\"", field->name);
    if (is_renewed_kind(field)) {
        add_json_count(page, "renewals", statistics->renewals[index].count);
        add_json_figure(page, "meanIntervalMs", mean_interval(statistics, index));
    }
    add_json_figure(page, "lowestShareOfOnes", shares.lowest);
    add_json_figure(page, "highestShareOfOnes", shares.highest);
    add(page, "}");
}

size_t statistics_print_json(char out[STATISTICS_TEXT_SIZE], const struct statistics *statistics)
{
    struct page page = {.text = out};
    add_json_stream(&page, statistics);
    add(&page, ",\"fields\":[");
    const char *before = "";
    for (size_t i = 0; i < field_count(statistics); i++) {
        if (!is_counted_kind(&statistics->fields[i]))
            continue;
        add(&page, "%s", before);
        add_json_field(&page, statistics, i);
        before = ",";
    }
    add(&page, "]}\n");
    return page.length;
}
