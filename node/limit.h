/* SPDX-License-Identifier: MIT */
/* node/limit.h: which ticks a reservation covers. Any thread may ask while another raises the limit
 * and a third closes it. No lock, no clock, no system call; it knows no etcd.
 *
 * One limit serves several reservations, one after another, and its memory is never freed: each has a
 * generation. One word has the generation, the last allowed tick and whether the limit is closed.
 * So whoever closes it learns each tick that was allowed, no tick is allowed after that, and a
 * question of an earlier generation changes nothing. */
#ifndef NODE_LIMIT_H
#define NODE_LIMIT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define LIMIT_TICK_BITS       39 /* scru64's last tick is below 2^39 */
#define LIMIT_GENERATION_BITS 24 /* one bit is left for "closed" */
#define LIMIT_LAST_TICK       ((UINT64_C(1) << LIMIT_TICK_BITS) - 1)

/* In one generation the words only grow. */
struct limit {
    _Atomic uint64_t word;  /* generation, last allowed tick, closed: see limit.c */
    _Atomic uint64_t begin; /* no tick before it */
    _Atomic uint64_t due;   /* from this tick on it is time to raise; at most `end` */
    _Atomic uint64_t end;   /* no tick from here on */
    _Atomic bool lost;      /* it will not be raised again */
};

enum limit_answer {
    LIMIT_ALLOWED,
    LIMIT_DUE,    /* allowed, and time to raise */
    LIMIT_BEFORE, /* `begin`, as after a restore of etcd: its time comes */
    LIMIT_REACHED,
    LIMIT_LOST /* reached, and lost; or closed; or of an earlier generation */
};

/* Opens a closed limit, or one of zero bytes, for a generation that it never had. Nobody knows
 * that generation yet. */
void sortid_node_limit_start(struct limit *limit, uint32_t generation, uint64_t begin, uint64_t due,
                             uint64_t end);

/* ---- For anybody, at any time ------------------------------------------------------------- */

enum limit_answer sortid_node_limit_ask(struct limit *limit, uint32_t generation, uint64_t tick);

/* Closes it: nothing more is allowed. *first_free: the first tick that was not allowed, none
 * before `begin`. False, and nothing is changed, if it is closed or of another generation. */
bool sortid_node_limit_close(uint64_t *first_free, struct limit *limit, uint32_t generation);

/* Whether this is its generation, not closed yet. */
bool sortid_node_limit_is_open(struct limit *limit, uint32_t generation);

/* ---- For its reservation, which knows that the generation is its own ------------------------------- */

/* Raises the three, none of which goes down: from then on no tick before `begin` is allowed. */
void sortid_node_limit_raise(struct limit *limit, uint64_t begin, uint64_t due, uint64_t end);
void sortid_node_limit_lose(struct limit *limit);

/* The first tick that was not allowed, none before `begin`. */
uint64_t sortid_node_limit_next(struct limit *limit);

uint64_t sortid_node_limit_end(struct limit *limit);

#endif
