/* SPDX-License-Identifier: MIT */
/* law.h: when the fields of a format are renewed, as its document says, and a check of that rule:
 * an ID is compared with the one before it. Renewed values are the samples of two tallies: the
 * first values of the counter, and the values of the layer. The rules are written here and not read
 * from the library. */
#pragma once

#include "tally.h"

/* Positions are in bits from the most significant. A layer that is part of the counter (scru128:
 * counter_hi) takes its carry. */
struct law {
    unsigned timestamp_bits;
    unsigned counter_bit, counter_bits; /* counts up by 1 within a timestamp, at most 96 */
    unsigned start_bits; /* random low bits of it at a new timestamp; the others are zero, or
                          * those of the layer */
    unsigned layer_bit, layer_bits; /* 0 bits: no layer */
    uint64_t layer_life;            /* renewed this many timestamps after its last renewal */
};

enum { LAW_STARTS, LAW_LAYERS, LAW_FIELDS };

struct watch {
    const struct law *law;
    struct tally *tallies[LAW_FIELDS]; /* NULL: not counted */
    uint64_t seen, renewals[LAW_FIELDS], repeats[LAW_FIELDS];
    uint64_t shortest, longest; /* timestamps between renewals of the layer */
    uint64_t mark;              /* timestamp of its last renewal */
    uint8_t last[32];           /* the ID before, and room to read words from */
};

/* Checks the next ID, of `size` bytes with 8 more readable bytes after them; false if it breaks the
 * rule. The first ID sets the state. */
bool watch_next(struct watch *watch, const uint8_t *id, size_t size);

/* Whether renewals repeated the previous value no more often than by chance. */
bool watch_repeats_by_chance(const struct watch *watch);

/* `count` bits, at most 57 or all of a word, from bit `first`; 8 bytes must be readable. */
uint64_t law_bits(const uint8_t *id, unsigned first, unsigned count);
