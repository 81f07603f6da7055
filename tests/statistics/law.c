/* SPDX-License-Identifier: MIT */
/* law.c: see law.h. */
#include "law.h"

#include <math.h>
#include <string.h>

uint64_t law_bits(const uint8_t *id, unsigned first, unsigned count)
{
    uint64_t word = 0;
    for (unsigned i = 0; i < 8; i++)
        word = word << 8 | id[first / 8 + i];
    return count == 0 ? 0 : word << first % 8 >> (64 - count);
}

/* A counter of up to 96 bits. */
struct wide {
    uint64_t high, low;
};

static struct wide counter_of(const struct law *law, const uint8_t *id)
{
    if (law->counter_bits <= 57)
        return (struct wide){0, law_bits(id, law->counter_bit, law->counter_bits)};
    unsigned above = law->counter_bits - 64;
    return (struct wide){law_bits(id, law->counter_bit, above),
                         law_bits(id, law->counter_bit + above, 64)};
}

static bool counts_up(const struct law *law, const uint8_t *id, const uint8_t *before)
{
    struct wide now = counter_of(law, id), was = counter_of(law, before);
    return now.low == was.low + 1 && now.high == was.high + (now.low == 0);
}

static uint64_t layer_of(const struct law *law, const uint8_t *id)
{
    return law_bits(id, law->layer_bit, law->layer_bits);
}

/* Whether the counter bits above the random ones are right: zero if there is no layer. */
static bool start_fits(const struct law *law, const uint8_t *id)
{
    bool holds_layer = law->layer_bits > 0 && law->layer_bit == law->counter_bit;
    unsigned above = law->counter_bits - law->start_bits;
    return holds_layer || law_bits(id, law->counter_bit, above) == 0;
}

static void count_renewal(struct watch *watch, unsigned field, bool repeated)
{
    watch->renewals[field]++;
    watch->repeats[field] += repeated;
}

/* Takes the first value of a counter, the low bits of an ID. */
static void take_start(struct watch *watch, const uint8_t *id)
{
    const struct law *law = watch->law;
    unsigned first = law->counter_bit + law->counter_bits - law->start_bits;
    struct tally *tally = watch->tallies[LAW_STARTS];
    bool wide = law->start_bits > 57;
    uint64_t value = wide ? 0 : law_bits(id, first, law->start_bits);
    count_renewal(watch, LAW_STARTS,
                  !wide && value == law_bits(watch->last, first, law->start_bits));
    if (tally == NULL)
        return;
    if (wide)
        tally_add(tally, id + first / 8, 0, 1); /* whole bytes */
    else
        tally_add_value(tally, value);
}

static void take_layer(struct watch *watch, const uint8_t *id, uint64_t timestamp)
{
    uint64_t value = layer_of(watch->law, id), gap = timestamp - watch->mark;
    count_renewal(watch, LAW_LAYERS, value == layer_of(watch->law, watch->last));
    if (watch->shortest == 0 || gap < watch->shortest)
        watch->shortest = gap;
    if (gap > watch->longest)
        watch->longest = gap;
    watch->mark = timestamp;
    if (watch->tallies[LAW_LAYERS] != NULL)
        tally_add_value(watch->tallies[LAW_LAYERS], value);
}

/* Whether an ID obeys the rule, given the one before it. */
static bool obeys(struct watch *watch, const uint8_t *id)
{
    const struct law *law = watch->law;
    uint64_t now = law_bits(id, 0, law->timestamp_bits);
    uint64_t was = law_bits(watch->last, 0, law->timestamp_bits);
    bool layer_stays = layer_of(law, id) == layer_of(law, watch->last);
    bool layer_counts = law->layer_bits > 0 && law->layer_bit == law->counter_bit;
    if (now < was)
        return false;
    if (now == was)
        return counts_up(law, id, watch->last) && (layer_counts || layer_stays);
    take_start(watch, id);
    if (law->layer_bits > 0 && now - watch->mark >= law->layer_life)
        take_layer(watch, id, now);
    else if (!layer_stays)
        return false;
    return start_fits(law, id);
}

bool watch_next(struct watch *watch, const uint8_t *id, size_t size)
{
    bool fine = true;
    if (watch->seen++ == 0)
        watch->mark = law_bits(id, 0, watch->law->timestamp_bits);
    else
        fine = obeys(watch, id);
    memcpy(watch->last, id, size);
    return fine;
}

/* A value of b bits repeats with probability 2^-b. The bound is the mean plus six deviations plus
 * six: the probability of more is below 1e-8 for any mean. */
static bool few_repeats(uint64_t repeats, uint64_t renewals, unsigned bits)
{
    double mean = ldexp((double)renewals, -(int)bits);
    return (double)repeats <= mean + 6 * sqrt(mean) + 6;
}

bool watch_repeats_by_chance(const struct watch *watch)
{
    const struct law *law = watch->law;
    return few_repeats(watch->repeats[LAW_STARTS], watch->renewals[LAW_STARTS], law->start_bits) &&
           few_repeats(watch->repeats[LAW_LAYERS], watch->renewals[LAW_LAYERS], law->layer_bits);
}
