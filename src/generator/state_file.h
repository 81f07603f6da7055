/* SPDX-License-Identifier: MIT */
/* generator/state_file.h: a shared state in a file: who may use it, the durable bound, the check value of
 * a state at rest. While the system runs, the mapped pages are the truth, because they survive
 * processes. After a crash of the system IDs continue after the durable bound, a time that no ID reaches
 * before a later bound is on disk. Making IDs takes no lock of this file. Used by shared.* and
 * examine.c. Layout of the file:
 *
 *     page 0   struct shared_state, then struct file_head
 *     page 1   struct bound_slot    the slots are written in turn; each is one word, which a crash
 *     page 2   struct bound_slot    cannot split: the bound and its check value
 *
 * Two locks belong to the file; they are names, not bytes. The gate is held by one process while it opens
 * or closes the file. The use is shared by all that have the file open, or held alone.
 *
 * The life of a state:
 *
 *     created              owner none
 *     first opener         if the state is stale: a state after the bound; rest_check 0, owner this boot
 *     in use               rest_check 0; openers join, users close
 *     last user closes     holds gate and use alone: rest_check over the state
 *     last user is killed  rest_check stays 0: the state is trusted as it is
 *
 * A state is trusted if it belongs to this boot of the system and this file, and matches rest_check
 * unless that is 0. Any other state is stale. */
#ifndef SORTID_GENERATOR_STATE_FILE_H
#define SORTID_GENERATOR_STATE_FILE_H

#include "../system/epoch.h"
#include "../system/file.h"
#include "state.h"

#define BOUND_AHEAD_MS 1000 /* a bound is this far after the timestamp that it is set for */
#define BOUND_RENEW_MS 500  /* it is renewed when less than this is left */

struct OPAQUE file_head {
    /* Written once, when the file is created. */
    uint64_t identity;
    uint64_t check; /* of the identity */

    /* Written with gate and use held alone: what the state belongs to. */
    uint64_t owner[2];           /* a boot of the system, or a constant of state_file.c */
    uint64_t place[2];           /* as in struct file: a copy of the file has another */
    _Atomic uint64_t rest_check; /* of the state at rest; 0: in use, or its last user was killed */

    _Alignas(64) _Atomic uint64_t bound_ms; /* the bound in force; 0: no ID was given out */
    _Atomic uint64_t claim;                 /* the bound that some process is about to renew */
};

/* bound_ms 50 bits | check value 14. The greater bound of the two slots counts. */
struct OPAQUE bound_slot {
    _Atomic uint64_t word;
};

struct OPAQUE page {
    struct shared_state state;
    _Alignas(64) struct file_head head;
};

struct state_file {
    struct file file;
    struct file user; /* the same file, opened again and not mapped: it has the lock of the use */
    bool has_user;
    uint64_t boot[2]; /* the name of this boot, or a constant where the system has none */
    uint32_t epoch;   /* of the process that opened the file */
};

static inline struct page *page_of(const struct state_file *f)
{
    return (struct page *)(void *)f->file.map;
}

/* What a state is opened as. */
struct opening {
    const char *path;
    const sortid_file_options *options;
    uint64_t identity; /* with the method */
};

/* Opens the file, or creates it. *stale: this process holds gate and use alone, and the state must not
 * be trusted; step to a state after the bound, then call _begin, commit the state, ensure that the bound
 * covers it, call _settle; or give up. SORTID_WAIT: others hold a lock, try again later.
 * SORTID_FILE_FAILED, SORTID_FILE_REFUSED, SORTID_STATE_*. */
sortid_status sortid_generator_file_open(struct state_file *file, bool *stale,
                                         const struct opening *opening);
sortid_status sortid_generator_file_begin(struct state_file *file);
sortid_status sortid_generator_file_settle(struct state_file *file);

/* Ends an opening that failed. Unlocks explicitly, because a child that another thread has forked
 * meanwhile has the locks too. */
void sortid_generator_file_give_up(struct state_file *file);

/* Opens the file to read it; others may use it meanwhile. */
sortid_status sortid_generator_file_open_to_read(struct state_file *file, const char *path);

/* Whether the next opening trusts the state. */
bool sortid_generator_file_is_current(const struct state_file *file);

/* Whether IDs were given out by another file, of which this one is a copy. */
bool sortid_generator_file_is_copy(const struct state_file *file);

/* The bound that is on disk: the first ms since 1970 that no ID has reached. */
uint64_t sortid_generator_file_bound(const struct state_file *file);

/* Ensures that the durable bound is after a timestamp of this ms, and waits for the disk if it is not.
 * If less than half of the bound is left, renews it, unless another process is doing that. */
sortid_status sortid_generator_file_extend(struct state_file *file, uint64_t since_ms);

/* The same for the first ID of a state: the bound is on disk when this returns, but not in force.
 * _confirm puts it in force after the ID is committed. So a bound in force means that there was an ID,
 * wherever a process is killed. */
sortid_status sortid_generator_file_extend_first(struct state_file *file, uint64_t since_ms);
void sortid_generator_file_confirm(struct state_file *file, uint64_t since_ms);

static inline sortid_status file_ensure_durable(struct state_file *file, uint64_t since_us)
{
    uint64_t since_ms = since_us / 1000;
    uint64_t bound = atomic_load_explicit(&page_of(file)->head.bound_ms, memory_order_acquire);
    bool fine = since_ms < bound && bound - since_ms >= BOUND_RENEW_MS;
    return fine ? SORTID_OK : sortid_generator_file_extend(file, since_ms);
}

/* Whether a bound is in force. Read it before the packed state: if it is, a state of zeros is damage. */
static inline bool file_has_bound(const struct state_file *file)
{
    return atomic_load(&page_of(file)->head.bound_ms) > 0;
}

/* Whether the state, which was read before, is below the bound. If no bound is in force, the process
 * that made the first ID was killed before sortid_generator_file_confirm. */
static inline bool file_covers(const struct state_file *file, const struct state *state)
{
    uint64_t in_force = atomic_load(&page_of(file)->head.bound_ms);
    uint64_t bound_ms = in_force > 0 ? in_force : sortid_generator_file_bound(file);
    return state->since_us / 1000 < bound_ms;
}

/* Whether the parts of a file with a current state agree, except the packed state. Others may use the
 * file meanwhile. */
bool sortid_generator_file_agrees(const struct state_file *file);

/* Closes the file. The last user stores the check value; where the system does not name its boot, it
 * also brings the state to the disk, to be trusted once. A forked child that still uses the file prevents
 * both. In a child of the process that opened the file, the parent's use continues. */
void sortid_generator_file_close(struct state_file *file);

#endif
