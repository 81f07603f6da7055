/* SPDX-License-Identifier: MIT */
/* generator/state_page.h: the layout of a state file.
 *
 *     page 0   struct shared_state, then struct file_head
 *     page 1   struct bound_slot    the slots are written in turn; each is one word, which a crash
 *     page 2   struct bound_slot    cannot split: the bound and its check value */
#pragma once

#include "../system/file.h"
#include "state.h"

#define STATE_FILE_SIZE ((size_t)3 * FILE_PAGE)

/* bound_ms 50 bits | check value 14. The greater bound of the two slots counts. */
struct OPAQUE bound_slot {
    _Atomic uint64_t word;
};

struct OPAQUE file_head {
    /* Written once, when the file is created. */
    uint64_t identity;
    uint64_t check; /* of the identity */

    /* Written while gate and use are locked exclusively: what the state belongs to. */
    uint64_t owner[2];           /* a boot of the system, or a constant of trust.h */
    uint64_t place[2];           /* as in struct file: a copy of the file has another */
    _Atomic uint64_t rest_check; /* of the state at rest; NOT_AT_REST: in use, or its last user was
                                  * killed; a lost word is neither */

    _Alignas(64) struct bound_slot bound; /* in force; 0 ms: no ID was given out */
    _Atomic uint64_t claim;               /* the bound that a process is about to renew */
};

#define NOT_AT_REST UINT64_C(0x9d2c5680efc65a37) /* random */

struct OPAQUE page {
    struct shared_state state;
    _Alignas(64) struct file_head head;
};

_Static_assert(sizeof(struct page) <= FILE_PAGE, "the state outgrew its page");

/* An open state file. */
struct state_file {
    struct file file;
    struct file user; /* the same file, opened again for the lock of the use, not mapped */
    bool has_user;
    uint64_t boot[2]; /* the name of this boot, or a constant where the system has none */
    uint32_t epoch;   /* of the process that opened the file */
};

static inline struct page *page_of(const struct state_file *f)
{
    return (struct page *)(void *)f->file.map;
}

/* FNV-1a: finds damage, not forgery. One changed byte always changes the result. */
#define CHECK_OF_NOTHING UINT64_C(0xcbf29ce484222325)

static inline uint64_t check_with(uint64_t check, uint64_t word)
{
    for (int shift = 0; shift < 64; shift += 8)
        check = (check ^ (word >> shift & 0xff)) * UINT64_C(0x100000001b3);
    return check;
}

static inline uint64_t check_of(uint64_t word)
{
    return check_with(CHECK_OF_NOTHING, word);
}
