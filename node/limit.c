/* SPDX-License-Identifier: MIT */
/* node/limit.c: see limit.h. Called for each tick of a generator, and by whoever tends its hold. */
#include "limit.h"

void limit_start(struct limit *limit, uint64_t begin, uint64_t due, uint64_t end)
{
    atomic_init(&limit->word, (begin - 1) << 1);
    atomic_init(&limit->begin, begin);
    atomic_init(&limit->due, due);
    atomic_init(&limit->end, end);
    atomic_init(&limit->lost, false);
}

static void grow(_Atomic uint64_t *word, uint64_t value)
{
    if (atomic_load(word) < value) // one thread at a time raises
        atomic_store(word, value);
}

/* In this order: who sees the new end sees the new begin. */
void limit_raise(struct limit *limit, uint64_t begin, uint64_t due, uint64_t end)
{
    grow(&limit->begin, begin);
    grow(&limit->end, end);
    grow(&limit->due, due);
}

void limit_lose(struct limit *limit)
{
    atomic_store(&limit->lost, true);
}

/* Notes a tick below the end. */
static enum limit_answer note(struct limit *limit, uint64_t tick, enum limit_answer answer)
{
    uint64_t word = atomic_load(&limit->word);
    do {
        if ((word & 1) != 0)
            return LIMIT_LOST;
        if (tick <= word >> 1)
            return answer;
    } while (!atomic_compare_exchange_weak(&limit->word, &word, tick << 1));
    return answer;
}

enum limit_answer limit_cover(struct limit *limit, uint64_t tick)
{
    uint64_t due = atomic_load(&limit->due);
    uint64_t end = due;
    if (tick >= due)
        end = atomic_load(&limit->end);
    if (tick >= end) {
        bool closed = (atomic_load(&limit->word) & 1) != 0;
        return closed || atomic_load(&limit->lost) ? LIMIT_LOST : LIMIT_REACHED;
    }
    if (tick < atomic_load(&limit->begin)) // after the end, see limit_raise
        return LIMIT_BEFORE;
    return note(limit, tick, tick >= due ? LIMIT_DUE : LIMIT_COVERED);
}

static uint64_t next_of(struct limit *limit, uint64_t word)
{
    uint64_t next = (word >> 1) + 1, begin = atomic_load(&limit->begin);
    return next > begin ? next : begin;
}

uint64_t limit_close(struct limit *limit)
{
    return next_of(limit, atomic_fetch_or(&limit->word, 1));
}

uint64_t limit_next(struct limit *limit)
{
    return next_of(limit, atomic_load(&limit->word));
}

uint64_t limit_end(struct limit *limit)
{
    return atomic_load(&limit->end);
}
