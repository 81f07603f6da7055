/* SPDX-License-Identifier: MIT */
/* generate/batch.h: what the batches of all formats share. A batch makes the IDs that follow one
 * slow step while the clock does not move: one timestamp, a counter that goes up, random bytes
 * drawn in bulk. It gives the same IDs as slow steps would, from the same random bytes in the same
 * order, and ends where a slow step is needed. */
#pragma once

#include "../simd/simd.h"
#include "machine.h"

/* Makes up to `count` IDs at `ids`, after the ID before `ids`, whose state and event are in `step`,
 * and adds their events. *made is set on failure too: the state is after so many IDs. */
#define BATCH_PARAMETERS                                                                           \
    uint8_t *ids, size_t *made, size_t count, struct step *step, const struct machine *machine,    \
        uint64_t unix_us, const sortid_random *random
typedef sortid_status batch_function(BATCH_PARAMETERS);

/* How many of `count` IDs may follow the one in `step` in a batch. */
#define BATCH_ROOM_PARAMETERS                                                                      \
    const struct step *step, const struct machine *machine, uint64_t unix_us, size_t count
typedef size_t batch_room_function(BATCH_ROOM_PARAMETERS);

/* How many of `count` IDs may follow: at most `left`, the rest of the counter; 0 if a borrowed
 * timestamp is further ahead of the clock than the allowance. */
static inline size_t batch_room(const struct step *step, const struct machine *machine,
                                const struct timeline *timeline, uint64_t unix_us, uint64_t left,
                                size_t count)
{
    uint64_t now = (unix_us - timeline->zero_us) / timeline->unit_us; /* the step used it */
    uint64_t timestamp = step->state.timestamp;
    if (timestamp > now && timestamp - now > machine->allowance)
        return 0;
    return left < count ? (size_t)left : count;
}

/* Advances the state by `count` IDs, which the counter must have left. */
static inline void count_on(struct state *state, uint64_t count)
{
    state->counter += count;
    state->layer += state->counter < count; /* ulid, ksuid: the other counters end below 2^64 */
}

/* Writes `count` IDs at `ids` from random bytes, after the ID before `ids`. */
#define WRITE_PARAMETERS uint8_t *ids, size_t count, const uint8_t *drawn, void *context
typedef void write_function(WRITE_PARAMETERS);

/* The largest draw, on the stack: 96 blocks of ChaCha20, a multiple of SIMD groups. */
#define DRAW_BYTES 6144

/* How a format makes IDs from random bytes. */
struct draws {
    size_t size; /* bytes of an ID */
    size_t draw; /* random bytes for one ID */
    write_function *write;
    void *context;
};

/* Makes `count` IDs, with one draw for many. */
static INLINED sortid_status batch_of_draws(uint8_t *ids, size_t *made, size_t count,
                                            uint64_t unix_us, const sortid_random *random,
                                            const struct draws *by)
{
    uint8_t drawn[DRAW_BYTES];
    const size_t most = sizeof drawn / by->draw;
    for (*made = 0; *made < count;) {
        size_t part = count - *made < most ? count - *made : most;
        sortid_status status = random->fill(random->context, drawn, by->draw * part, unix_us);
        if (status != SORTID_OK)
            return status;
        by->write(ids + by->size * *made, part, drawn, by->context);
        *made += part;
    }
    return SORTID_OK;
}

/* Writes `count` IDs, each greater by `step` than the previous one; `tails` as in simd.h. */
static inline void write_counted(uint8_t *ids, size_t count, uint64_t step, const uint8_t *tails)
{
    uint64_t high = load_be64(ids - 16), low = load_be64(ids - 8);
    if (tails != NULL)
        low &= ~(uint64_t)UINT32_MAX; /* the tail of the last ID */
    while (count > 0) {
        low += step;
        high += low < step;                        /* carried: what is left is below a step */
        uint64_t more = (UINT64_MAX - low) / step; /* after the one at low */
        size_t part = more < count - 1 ? (size_t)more + 1 : count;
        bulk()->count16(ids, part, high, low, step, tails);
        low += (part - 1) * step;
        ids += 16 * part;
        tails = tails != NULL ? tails + 4 * part : NULL;
        count -= part;
    }
}

static inline void write_with_tails(WRITE_PARAMETERS)
{
    write_counted(ids, count, *(const uint64_t *)context, drawn);
}

/* Makes IDs each greater by `step` than the previous one, with 4 random bytes at the end. */
static INLINED sortid_status batch_with_tails(uint8_t *ids, size_t *made, size_t count,
                                              uint64_t step, uint64_t unix_us,
                                              const sortid_random *random)
{
    const struct draws by = {16, 4, write_with_tails, &step};
    return batch_of_draws(ids, made, count, unix_us, random, &by);
}
