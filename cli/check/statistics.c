/* SPDX-License-Identifier: MIT */
/* statistics.c: counts IDs. Most are plain: they have the timestamp of the ID before them and are
 * greater than it. For those two words are compared; only the others are judged and examined for
 * renewals. Ones are counted of random fields in all IDs, of counters and layers in the IDs that
 * renew them. */
#include "statistics.h"
#include "../ids/format_info.h"

#include <string.h>

const char *const statistics_keys[STATISTICS_COUNTS] = {
    "lines", "valid", "invalid", "unordered", "duplicates", "counterFaults", "reserved"};

static void mark_bits(uint8_t mask[SORTID_MAX_SIZE], const sortid_field_info *field)
{
    for (unsigned bit = field->first_bit; bit < field->first_bit + field->bits; bit++)
        mask[bit / 8] |= (uint8_t)(0x80 >> bit % 8);
}

bool statistics_counts(const sortid_field_info *field)
{
    return field->kind != SORTID_FIELD_TIMESTAMP && field->kind != SORTID_FIELD_FIXED;
}

bool statistics_renews(const sortid_field_info *field)
{
    return field->kind == SORTID_FIELD_COUNTER || field->kind == SORTID_FIELD_LAYER;
}

bool statistics_has_kind(const struct statistics *statistics, sortid_field_kind kind)
{
    for (size_t i = 0; i < statistics->info->field_count; i++)
        if ((sortid_field_kind)statistics->fields[i].kind == kind)
            return true;
    return false;
}

/* Other fields are counted at renewals only, the timestamp never. */
static void find_random_bytes(struct statistics *statistics)
{
    for (size_t i = 0; i < statistics->info->field_count; i++) {
        const sortid_field_info *field = &statistics->fields[i];
        if (field->kind != SORTID_FIELD_RANDOM)
            continue;
        if (statistics->end_random == 0)
            statistics->first_random = field->first_bit / 8;
        statistics->end_random = (field->first_bit + field->bits + 7) / 8;
    }
}

/* In each format with the counter rule random fields are below all others. So if an ID is greater
 * than the one before it, and a bit of another field differs, then timestamp, layers or counter
 * have risen. */
static void mark_rising_bits(struct statistics *statistics)
{
    if (!statistics->counter_rule) {
        memset(statistics->rising, 0xff, sizeof statistics->rising);
        return;
    }
    for (size_t i = 0; i < statistics->info->field_count; i++)
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
                               statistics_has_kind(statistics, SORTID_FIELD_COUNTER) &&
                               statistics_has_kind(statistics, SORTID_FIELD_LAYER);
    for (size_t i = 0; i < statistics->info->field_count; i++)
        mark_bits(statistics->masks[i], &statistics->fields[i]);
    mark_rising_bits(statistics);
    find_random_bytes(statistics);
}

static unsigned hex_digit(const uint8_t *id, unsigned index)
{
    return index % 2 == 0 ? id[index / 2] >> 4 : id[index / 2] & 15u;
}

/* Whether the field's value is the one before + `carry`, modulo its size. Fields begin and end at
 * hex digits; a random value mostly differs in the first digit that is compared. */
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

static void note_renewals(struct statistics *statistics, const uint8_t *id, uint64_t timestamp)
{
    const uint8_t *before = statistics->last_id;
    uint8_t renewed[SORTID_MAX_SIZE] = {0}; // the fields that the ID renews; 0 elsewhere
    for (size_t i = 0; i < statistics->info->field_count; i++) {
        const sortid_field_info *field = &statistics->fields[i];
        struct statistics_renewals *renewals = &statistics->renewals[i];
        if (!statistics_renews(field) || is_sum(field, id, before, 0) ||
            is_sum(field, id, before, 1))
            continue;
        if (renewals->count++ == 0)
            renewals->first = timestamp;
        renewals->last = timestamp;
        for (size_t b = 0; b < SORTID_MAX_SIZE; b++)
            renewed[b] |= id[b] & statistics->masks[i][b];
    }
    byte_counts_add(&statistics->renewed_bytes, renewed, 1, sizeof renewed, 0,
                    statistics->info->size);
}

/* Whether the counter rule applies and the IDs differ only in random fields. */
static bool breaks_counter_rule(const struct statistics *statistics, const uint8_t *id)
{
    for (size_t i = 0; i < statistics->info->size; i++)
        if (((id[i] ^ statistics->last_id[i]) & statistics->rising[i]) != 0)
            return false;
    return true;
}

static enum statistics_verdict judge(const struct statistics *statistics, const uint8_t *id,
                                     uint64_t timestamp)
{
    int order = memcmp(id, statistics->last_id, statistics->info->size);
    if (order == 0)
        return VERDICT_DUPLICATE;
    if ((statistics->order == ORDER_STRICT && order < 0) ||
        (statistics->order == ORDER_TIME && timestamp < statistics->timestamp))
        return VERDICT_UNORDERED;
    return breaks_counter_rule(statistics, id) ? VERDICT_COUNTER : VERDICT_FINE;
}

/* Counts the timestamp of the next `count` valid IDs; `id` is one of them. */
static void note_time(struct statistics *statistics, const uint8_t *id, uint64_t timestamp,
                      size_t count)
{
    uint64_t *counts = statistics->counts;
    bool is_first = counts[COUNT_VALID] == 0, any_order = statistics->order == ORDER_NONE;
    bool same = !is_first && timestamp == statistics->timestamp;
    statistics->run = same ? statistics->run + count : count;
    if (statistics->run > statistics->longest_run)
        statistics->longest_run = statistics->run;
    if (is_first || (any_order && timestamp < statistics->first_timestamp))
        statistics->first_timestamp = timestamp;
    if (is_first || !any_order || timestamp > statistics->last_timestamp)
        statistics->last_timestamp = timestamp;
    statistics->timestamp = timestamp;
    counts[COUNT_VALID] += count;
    if (sortid_format_is_reserved(statistics->format, id))
        counts[COUNT_RESERVED] += count;
}

/* Adds any ID; its random bytes are counted by the caller. */
static enum statistics_verdict add_one(struct statistics *statistics, const uint8_t *id)
{
    uint64_t timestamp = timestamp_of(statistics->format, id);
    enum statistics_verdict verdict = VERDICT_FINE;
    if (statistics->counts[COUNT_VALID] > 0) {
        verdict = judge(statistics, id, timestamp);
        if (verdict != VERDICT_FINE)
            statistics->counts[COUNT_UNORDERED + verdict - VERDICT_UNORDERED]++;
        if (timestamp != statistics->timestamp)
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

/* Whether the first word in which consecutive IDs differ shows that the ID is fine: it has risen,
 * unless the order is not strict, and in a bit of `rising`. */
static inline bool is_fine_word(uint64_t a, uint64_t b, const uint8_t *rising, bool strict)
{
    return (a > b || !strict) && ((a ^ b) & big_endian(rising)) != 0;
}

/* Whether an ID is greater than the one before it, or, unless the order is strict, different, and
 * has risen in a bit that the counter rule requires. False may be wrong: the ID is then compared in
 * full. */
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
    if (statistics->counts[COUNT_VALID] == 0)
        return 0;
    for (const uint8_t *id = ids; done < count; done++, before = id, id += size)
        if (((big_endian(id) ^ big_endian(before)) & mask) != 0 ||
            !is_fine(statistics, id, before, size, strict))
            break;
    if (done > 0) {
        note_time(statistics, before, statistics->timestamp, done);
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
    byte_counts_add(&statistics->random_bytes, ids, done, size, statistics->first_random,
                    statistics->end_random);
    return done;
}

enum statistics_verdict statistics_add(struct statistics *statistics, const uint8_t *id)
{
    enum statistics_verdict verdict;
    statistics_add_many(statistics, &verdict, id, 1);
    return verdict;
}

bool statistics_knows(const struct statistics *statistics, enum statistics_count what,
                      uint64_t count)
{
    return statistics->order != ORDER_NONE || count > 0 || what < COUNT_UNORDERED ||
           what > COUNT_COUNTER_FAULTS;
}

uint64_t statistics_faults(const uint64_t counts[STATISTICS_COUNTS])
{
    uint64_t faults = 0;
    for (size_t i = COUNT_INVALID; i <= COUNT_COUNTER_FAULTS; i++)
        faults += counts[i];
    return faults;
}

bool statistics_failed(const struct statistics *statistics)
{
    return statistics->counts[COUNT_VALID] == 0 || statistics_faults(statistics->counts) > 0;
}

static double quotient(uint64_t dividend, uint64_t divisor)
{
    return divisor > 0 ? (double)dividend / (double)divisor : -1;
}

double statistics_ids_per_ms(const struct statistics *statistics)
{
    uint64_t first = statistics->first_timestamp, last = statistics->last_timestamp;
    if (statistics->counts[COUNT_VALID] == 0 || last < first)
        return -1;
    return quotient(statistics->counts[COUNT_VALID],
                    (last - first + 1) * statistics->info->unit_ms);
}

double statistics_mean_interval(const struct statistics *statistics, size_t field)
{
    const struct statistics_renewals *renewals = &statistics->renewals[field];
    if (renewals->count == 0 || renewals->last < renewals->first || statistics->order == ORDER_NONE)
        return -1;
    return quotient((renewals->last - renewals->first) * statistics->info->unit_ms,
                    renewals->count - 1);
}

double statistics_share(const struct statistics *statistics, size_t field, unsigned bit)
{
    bool renewed = statistics_renews(&statistics->fields[field]);
    const struct byte_counts *bytes =
        renewed ? &statistics->renewed_bytes : &statistics->random_bytes;
    if (renewed && statistics->order == ORDER_NONE)
        return -1;
    return quotient(byte_counts_ones(bytes, bit),
                    renewed ? statistics->renewals[field].count : statistics->counts[COUNT_VALID]);
}
