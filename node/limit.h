/* SPDX-License-Identifier: MIT */
/* node/limit.h: which ticks a hold covers, as any thread may ask while another raises the limit,
 * and a third gives the id back. No lock, no clock, no call of the system; it knows no etcd.
 *
 * The last covered tick and whether the limit is closed are one word, so that who closes it
 * learns of each tick that was covered, and no tick is covered after. The other words only grow. */
#ifndef NODE_LIMIT_H
#define NODE_LIMIT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct limit {
    _Atomic uint64_t word;  /* last covered tick * 2 + closed */
    _Atomic uint64_t begin; /* no tick before it */
    _Atomic uint64_t due;   /* from this tick on it is time to raise; at most `end` */
    _Atomic uint64_t end;   /* no tick from here on */
    _Atomic bool lost;      /* it will not be raised again */
};

enum limit_answer {
    LIMIT_COVERED,
    LIMIT_DUE,    /* covered, and time to raise */
    LIMIT_BEFORE, /* `begin`, as after a restore of etcd: its time comes */
    LIMIT_REACHED,
    LIMIT_LOST /* reached, and lost; or closed */
};

void sortid_node_limit_start(struct limit *limit, uint64_t begin, uint64_t due, uint64_t end);

/* Raises the three, none of which goes down: from then on no tick before `begin` is covered. */
void sortid_node_limit_raise(struct limit *limit, uint64_t begin, uint64_t due, uint64_t end);
void sortid_node_limit_lose(struct limit *limit);

enum limit_answer sortid_node_limit_cover(struct limit *limit, uint64_t tick);

/* Covers nothing more; the first tick that was not covered, none before it begins. */
uint64_t sortid_node_limit_close(struct limit *limit);

/* That tick, of a limit that goes on. */
uint64_t sortid_node_limit_next(struct limit *limit);

uint64_t sortid_node_limit_end(struct limit *limit);

#endif
