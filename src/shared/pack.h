/* SPDX-License-Identifier: MIT */
/* shared/pack.h: the state of each format's machine in the words of a shared generator,
 * and back: what the next ID depends on, and no random field. As one number of 128 bits
 * the words of a later ID are above those of an earlier one (words.h needs no more than
 * that `high` never goes down). Included by the formats' files. */
#ifndef SORTID_SHARED_PACK_H
#define SORTID_SHARED_PACK_H

#include "../generate/plan_scru128.h"
#include "../generate/plan_scru128v1.h"
#include "../generate/plan_scru160.h"
#include "../generate/plan_scru64.h"
#include "../generate/plan_ulid.h"
#include "words.h"

/* The words of a machine's state, and a state from words that are not zero. */
typedef struct words pack_function(const struct machine *machine, const struct state *state);
typedef void unpack_function(struct state *state, struct words words,
                             const struct machine *machine);

/* The time since the last renewal, in 10 bits: all from the life of a layer on is one. */
static INLINED uint64_t pack_age(const struct state *state, uint64_t life)
{
    uint64_t age = state->timestamp - state->mark;
    return age < life ? age : life;
}

static INLINED void unpack_since(struct state *state, const struct timeline *timeline)
{
    state->since_us = since_us_of(timeline, state->timestamp);
    state->flags = STATE_STARTED;
}

/* timestamp 48 | counter 48 | 22 zero | age of counter_hi 10 */
static INLINED struct words pack_words_scru128(const struct machine *machine,
                                               const struct state *state)
{
    (void)machine;
    return (struct words){state->timestamp << 16 | state->counter >> 32,
                          state->counter << 32 | pack_age(state, SCRU128_RENEWAL_MS)};
}

static INLINED void unpack_words_scru128(struct state *state, struct words words,
                                         const struct machine *machine)
{
    (void)machine;
    state->timestamp = words.high >> 16;
    state->counter = (words.high & 0xffff) << 32 | words.low >> 32;
    state->mark = state->timestamp - (words.low & 0x3ff);
    unpack_since(state, &SCRU128_TIMELINE);
}

/* timestamp 44 | counter 28 | per_sec_random 24 | 22 zero | its age 10 */
static INLINED struct words pack_words_scru128v1(const struct machine *machine,
                                                 const struct state *state)
{
    (void)machine;
    return (struct words){state->timestamp << 20 | state->counter >> 8,
                          state->counter << 56 | state->layer << 32 |
                              pack_age(state, SCRU128V1_RENEWAL_MS)};
}

static INLINED void unpack_words_scru128v1(struct state *state, struct words words,
                                           const struct machine *machine)
{
    (void)machine;
    state->timestamp = words.high >> 20;
    state->counter = (words.high & 0xfffff) << 8 | words.low >> 56;
    state->layer = words.low >> 32 & 0xffffff;
    state->mark = state->timestamp - (words.low & 0x3ff);
    unpack_since(state, &SCRU128V1_TIMELINE);
}

/* timestamp, in ms or microseconds, 64 | 32 zero | counter with its extension 32. The
 * greatest clock value is of use to a reset alone, which no shared generator makes. */
static INLINED struct words pack_words_scru160(const struct machine *machine,
                                               const struct state *state)
{
    (void)machine;
    return (struct words){state->timestamp, state->counter};
}

static INLINED void unpack_words_scru160(struct state *state, struct words words,
                                         const struct machine *machine)
{
    state->timestamp = words.high;
    state->counter = words.low;
    state->mark = words.high;
    unpack_since(state, scru160_timeline_of(machine));
}

/* The last ID as an integer | 64 zero */
static INLINED struct words pack_words_scru64(const struct machine *machine,
                                              const struct state *state)
{
    return (struct words){
        state->timestamp << NODE_CTR_BITS | scru64_node_ctr(machine, state->counter), 0};
}

static INLINED void unpack_words_scru64(struct state *state, struct words words,
                                        const struct machine *machine)
{
    state->timestamp = words.high >> NODE_CTR_BITS;
    state->counter = words.high & ((UINT64_C(1) << scru64_counter_bits(machine)) - 1);
    unpack_since(state, &SCRU64_TIMELINE);
}

/* The last ID. */
static INLINED struct words pack_words_ulid(const struct machine *machine,
                                            const struct state *state)
{
    (void)machine;
    return (struct words){state->timestamp << 16 | state->layer, state->counter};
}

static INLINED void unpack_words_ulid(struct state *state, struct words words,
                                      const struct machine *machine)
{
    (void)machine;
    state->timestamp = words.high >> 16;
    state->layer = words.high & 0xffff;
    state->counter = words.low;
    unpack_since(state, &ULID_TIMELINE);
}

#endif
