/* SPDX-License-Identifier: MIT */
/* generator/trust.h: whether the state in a file can be continued: by the boot of the system and
 * the file that it belongs to, and by the check value of a state at rest. */
#pragma once

#include "state_page.h"

/* Instead of a boot. No name of a boot is that small. */
static const uint64_t no_owner[2] = {0, 0};     /* being started, or that process was killed */
static const uint64_t unnamed_boot[2] = {0, 1}; /* the system does not name its boot */

static inline bool is_owner(const struct state_file *f, const uint64_t owner[2])
{
    return memcmp(page_of(f)->head.owner, owner, sizeof f->boot) == 0;
}

static inline bool names_boot(const struct state_file *f)
{
    return memcmp(f->boot, unnamed_boot, sizeof f->boot) != 0;
}

/* Whether this process knows that the state is of this boot. */
static inline bool is_of_this_boot(const struct state_file *f)
{
    return names_boot(f) && is_owner(f, f->boot);
}

/* A process that sees the owner also sees what was written before. */
static inline void set_owner(struct state_file *f, const uint64_t owner[2])
{
    atomic_thread_fence(memory_order_seq_cst);
    memcpy(page_of(f)->head.owner, owner, sizeof f->boot);
}

/* Whether the next opening trusts the state. */
bool sortid_generator_file_is_current(const struct state_file *file);

/* Whether this file is the copy of one with IDs. */
bool sortid_generator_file_is_copy(const struct state_file *file);

/* The check value of all words of the state, its lock too, and of the bounds: a slot may have one
 * that the disk has refused. Never NOT_AT_REST. */
uint64_t sortid_generator_file_check(const struct state_file *file);
