/* SPDX-License-Identifier: MIT */
/* node/limit.c: see limit.h. Called for each tick of a generator, and by the reservation.
 *
 * The word: generation 23 bits | last allowed tick 39 | shared 1 | closed 1. A question reads the
 * other fields first and the word last. If the word is open and of its generation, so were the
 * other fields, because a new generation writes them while the word is closed. All accesses are
 * sequentially consistent. */
#include "limit.h"

#define CLOSED    UINT64_C(1)
#define SHARED    UINT64_C(2)
#define FLAG_BITS 2

static uint64_t word_of(uint32_t generation, uint64_t tick)
{
    uint64_t fits = tick < LIMIT_LAST_TICK ? tick : LIMIT_LAST_TICK;
    return (uint64_t)generation << (LIMIT_TICK_BITS + FLAG_BITS) | fits << FLAG_BITS;
}

static uint32_t generation_of(uint64_t word)
{
    return (uint32_t)(word >> (LIMIT_TICK_BITS + FLAG_BITS));
}

static uint64_t tick_of(uint64_t word)
{
    return word >> FLAG_BITS & LIMIT_LAST_TICK;
}

static bool is_open(uint64_t word, uint32_t generation)
{
    return generation_of(word) == generation && (word & CLOSED) == 0;
}

void sortid_node_limit_start(struct limit *limit, uint32_t generation, uint64_t begin, uint64_t due,
                             uint64_t end)
{
    atomic_store(&limit->word, word_of(generation, 0) | CLOSED);
    atomic_store(&limit->begin, begin);
    atomic_store(&limit->due, due);
    atomic_store(&limit->end, end);
    atomic_store(&limit->lost, false);
    atomic_store(&limit->suspended, false);
    atomic_store(&limit->word, word_of(generation, begin - 1));
}

static void grow(_Atomic uint64_t *word, uint64_t value)
{
    if (atomic_load(word) < value) // one thread at a time raises
        atomic_store(word, value);
}

/* In this order: a thread that sees the new end sees the new begin. */
void sortid_node_limit_raise(struct limit *limit, uint64_t begin, uint64_t due, uint64_t end)
{
    grow(&limit->begin, begin);
    grow(&limit->end, end);
    grow(&limit->due, due);
}

void sortid_node_limit_lose(struct limit *limit)
{
    atomic_store(&limit->lost, true);
}

void sortid_node_limit_suspend(struct limit *limit, bool suspended)
{
    atomic_store(&limit->suspended, suspended);
}

bool sortid_node_limit_is_open(struct limit *limit, uint32_t generation)
{
    return is_open(atomic_load(&limit->word), generation);
}

/* Whether the tick is the last one, which the caller shares with those that got it. */
static bool is_shared(uint64_t word, uint64_t tick, bool shared)
{
    return shared && (word & SHARED) != 0 && tick == tick_of(word);
}

/* Gives a tick below the end. */
static enum limit_answer give(struct limit *limit, uint32_t generation, uint64_t tick, bool shared,
                              enum limit_answer answer)
{
    const uint64_t given = word_of(generation, tick) | (shared ? SHARED : 0);
    uint64_t word = atomic_load(&limit->word);
    do {
        if (!is_open(word, generation))
            return LIMIT_LOST;
        if (tick <= tick_of(word))
            return is_shared(word, tick, shared) ? answer : LIMIT_IN_USE;
    } while (!atomic_compare_exchange_weak(&limit->word, &word, given));
    return answer;
}

/* The answer for a limit that is lost or suspended: a tick that began before may continue. */
static enum limit_answer ask_stopped(struct limit *limit, uint32_t generation, uint64_t tick,
                                     bool shared)
{
    uint64_t word = atomic_load(&limit->word);
    if (!is_open(word, generation))
        return LIMIT_LOST;
    if (is_shared(word, tick, shared) && tick >= atomic_load(&limit->begin))
        return LIMIT_ALLOWED;
    return atomic_load(&limit->lost) ? LIMIT_LOST : LIMIT_REACHED;
}

enum limit_answer sortid_node_limit_ask(struct limit *limit, uint32_t generation, uint64_t tick,
                                        bool shared)
{
    if (atomic_load(&limit->lost) || atomic_load(&limit->suspended))
        return ask_stopped(limit, generation, tick, shared);
    uint64_t due = atomic_load(&limit->due);
    uint64_t end = due;
    if (tick >= due)
        end = atomic_load(&limit->end);
    if (tick >= end || tick > LIMIT_LAST_TICK) {
        bool lost = atomic_load(&limit->lost);
        return lost || !sortid_node_limit_is_open(limit, generation) ? LIMIT_LOST : LIMIT_REACHED;
    }
    if (tick < atomic_load(&limit->begin)) // after the end, see sortid_node_limit_raise
        return sortid_node_limit_is_open(limit, generation) ? LIMIT_BEFORE : LIMIT_LOST;
    return give(limit, generation, tick, shared, tick >= due ? LIMIT_DUE : LIMIT_ALLOWED);
}

static uint64_t next_of(struct limit *limit, uint64_t word)
{
    uint64_t next = tick_of(word) + 1, begin = atomic_load(&limit->begin);
    return next > begin ? next : begin;
}

bool sortid_node_limit_take_all(uint64_t *first, struct limit *limit, uint32_t generation)
{
    const uint64_t taken = word_of(generation, LIMIT_LAST_TICK);
    uint64_t word = atomic_load(&limit->word);
    do {
        if (!is_open(word, generation) || word == taken)
            return false;
    } while (!atomic_compare_exchange_weak(&limit->word, &word, taken));
    *first = next_of(limit, word);
    return true;
}

bool sortid_node_limit_close(uint64_t *first_free, struct limit *limit, uint32_t generation)
{
    uint64_t word = atomic_load(&limit->word);
    do {
        if (!is_open(word, generation))
            return false;
    } while (!atomic_compare_exchange_weak(&limit->word, &word, word | CLOSED));
    *first_free = next_of(limit, word);
    return true;
}

uint64_t sortid_node_limit_next(struct limit *limit)
{
    return next_of(limit, atomic_load(&limit->word));
}

uint64_t sortid_node_limit_end(struct limit *limit)
{
    return atomic_load(&limit->end);
}
