/* SPDX-License-Identifier: MIT */
/* journal.h: memory that a holder (holder.c) shares with the test that started it (crew.c): what it
 * shall do, each ID as it is made, and where its reservations began. It stays if a holder is killed
 * at any instruction. Only the holder writes, except the orders before it starts. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    JOURNAL_FD = 3, /* where a holder finds it */
    JOURNAL_RESERVATIONS = 512,
    JOURNAL_STATUSES = 16,
    JOURNAL_IDS = 1 << 20 /* unwritten pages take no memory */
};

struct orders {
    char endpoints[512], realm[32], label[16];
    uint32_t horizon_ms, timeout_ms, wait_ms; /* 0: 3000, 1000, 300 */
    uint64_t life_ms;                         /* of a reservation; 0: no end */
    uint64_t pace_us;                         /* between IDs */
    bool waiting;                             /* mode wait */
    bool renewal_thread;                      /* the library's thread */
    bool abandon;                             /* ends reservations without a release */
};

struct journal_reservation {
    uint64_t start; /* tick */
    uint32_t node_id;
};

struct journal_id {
    uint64_t id;
    uint64_t reservation; /* its number */
};

struct journal {
    struct orders orders;
    _Atomic uint32_t reservations;             /* number of reservations */
    _Atomic uint32_t lost;                     /* how many of them were lost */
    _Atomic uint64_t stalls;                   /* times the bound was reached */
    _Atomic uint64_t failed[JOURNAL_STATUSES]; /* calls, by sortid_node_status */
    _Atomic uint64_t count;                    /* of IDs; each is stored before it is counted */
    struct journal_reservation reservation[JOURNAL_RESERVATIONS];
    struct journal_id ids[JOURNAL_IDS];
};
