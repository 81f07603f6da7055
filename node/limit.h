/* SPDX-License-Identifier: MIT */
/* node/limit.h: which ticks a reservation may use. Any thread may ask while another raises the
 * limit and a third closes it. It uses no lock, clock or system call, and does not know stores.
 *
 * A limit serves one reservation after another, each with a generation, and its memory is never
 * freed. One word has the generation, the last allowed tick, whether it was given to generators
 * that share their IDs, and whether the limit is closed. So each tick is given once, closing
 * returns the last tick that was ever allowed, no tick is allowed later, and a question of an
 * earlier generation changes nothing. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define LIMIT_TICK_BITS       39 /* scru64's last tick is below 2^39 */
#define LIMIT_GENERATION_BITS 23 /* two bits are left for "shared" and "closed" */
#define LIMIT_LAST_TICK       ((UINT64_C(1) << LIMIT_TICK_BITS) - 1)

/* In one generation the words only grow. */
struct limit {
    _Atomic uint64_t word;  /* generation, last allowed tick, shared, closed: see limit.c */
    _Atomic uint64_t begin; /* no tick before it */
    _Atomic uint64_t due;   /* from this tick on a raise is due; at most `end` */
    _Atomic uint64_t end;   /* no tick from here on */
    _Atomic bool lost;      /* it will not be raised again, and no new tick begins */
    _Atomic bool suspended; /* no new tick begins before it is raised */
};

enum limit_answer {
    LIMIT_ALLOWED,
    LIMIT_DUE,     /* allowed, and a raise is due */
    LIMIT_BEFORE,  /* before `begin`, after a restore of the store: wait for it */
    LIMIT_REACHED, /* or suspended */
    LIMIT_IN_USE,  /* given before, or a later tick was, or all were */
    LIMIT_LOST     /* lost or closed, or of an earlier generation */
};

/* Opens a closed limit, or one of zero bytes, for a generation that no other thread knows yet. */
void sortid_node_limit_start(struct limit *limit, uint32_t generation, uint64_t begin, uint64_t due,
                             uint64_t end);

/* ---- From any thread, at any time ------------------------------------------------------------ */

/* Gives a tick to the caller, once. Callers with `shared` are one generator to the others: each of
 * them may have the last tick that one of them got. */
enum limit_answer sortid_node_limit_ask(struct limit *limit, uint32_t generation, uint64_t tick,
                                        bool shared);

/* Gives all ticks from *first on to the caller: the last one that was allowed before, + 1, but at
 * least `begin`. False, and nothing is changed, if they were given before, or it is closed or of
 * another generation. */
bool sortid_node_limit_take_all(uint64_t *first, struct limit *limit, uint32_t generation);

/* Closes it: no tick is allowed later. *first_free: the first tick that was not allowed, at least
 * `begin`. False, and nothing is changed, if it is closed or of another generation. */
bool sortid_node_limit_close(uint64_t *first_free, struct limit *limit, uint32_t generation);

/* Whether it is open and of this generation. */
bool sortid_node_limit_is_open(struct limit *limit, uint32_t generation);

/* ---- From its reservation, while that is the current generation ------------------------------ */

/* Raises the three; none is ever lowered. From then on no tick before `begin` is allowed. */
void sortid_node_limit_raise(struct limit *limit, uint64_t begin, uint64_t due, uint64_t end);
void sortid_node_limit_lose(struct limit *limit);
void sortid_node_limit_suspend(struct limit *limit, bool suspended);

/* The first tick that was not allowed, at least `begin`. */
uint64_t sortid_node_limit_next(struct limit *limit);

uint64_t sortid_node_limit_end(struct limit *limit);
