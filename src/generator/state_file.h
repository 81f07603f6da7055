/* SPDX-License-Identifier: MIT */
/* generator/state_file.h: a shared state in a file: who may use it, and the durable bound, a time that
 * no ID reaches before the next bound is on disk. While the system runs, what is mapped is the
 * truth: it outlives processes. After a crash of the system IDs go on behind the bound. Nothing
 * here is locked while IDs are made. Used by generator.h; layout of the file:
 *
 *     page 0   struct shared_state, then struct file_head
 *     page 1   struct bound_slot    written in turn; each is one word, which no crash cuts in
 *     page 2   struct bound_slot    two, with a check beside the bound
 *
 * Two parts of the file are locked, by name, not by content: the gate, while somebody opens or
 * leaves; the use, with others for as long as the file is open, or alone. */
#ifndef SORTID_GENERATOR_STATE_FILE_H
#define SORTID_GENERATOR_STATE_FILE_H

#include "../system/epoch.h"
#include "../system/file.h"
#include "state.h"

#define BOUND_AHEAD_MS 1000 /* of the timestamp that a bound is set for */
#define BOUND_RENEW_MS 500  /* of it left: it is set anew */

struct OPAQUE file_head {
    /* Written once, when the file is made. */
    uint64_t identity;
    uint64_t check; /* of the identity */

    /* Written by who has the file alone: whose the state is. */
    uint64_t owner[2]; /* a boot of the system, or a mark (file.c) */
    uint64_t place[2]; /* as in struct file: a copy of the file is another */

    _Alignas(64) _Atomic uint64_t bound_ms; /* on disk. 0: no ID was given out */
    _Atomic uint64_t claim;                 /* the bound that somebody is about to renew */
};

struct OPAQUE bound_slot {
    _Atomic uint64_t word; /* bound_ms 50 bits | check 14; the greater of the two holds */
};

struct OPAQUE page {
    struct shared_state state;
    _Alignas(64) struct file_head head;
};

struct state_file {
    struct file file;
    struct file user; /* the same, without a mapping: see leave in file.c */
    bool may_leave;   /* there is a user */
    uint64_t boot[2]; /* this one; a mark where the system has no name for it */
    uint32_t epoch;   /* of the process that opened it */
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
    bool at_once;      /* others in the gate: SORTID_WAIT. Else they are waited for */
};

/* Opens the file, and makes it first if there is none. *stale: nobody else has the file or can
 * open it, and its state is not to be trusted: plan one behind the bound, begin, put it in
 * force, have the bound cover it, settle; or close. Statuses: SORTID_FILE_FAILED,
 * SORTID_FILE_REFUSED, SORTID_STATE_*. */
sortid_status sortid_generator_file_open(struct state_file *file, bool *stale,
                                         const struct opening *opening);
sortid_status sortid_generator_file_begin(struct state_file *file);
sortid_status sortid_generator_file_settle(struct state_file *file);

/* Ends an opening that came to nothing. Its locks too, which a child may have that another thread
 * has forked meanwhile. */
void sortid_generator_file_give_up(struct state_file *file);

/* Opens the file to look into it, beside whoever uses it. */
sortid_status sortid_generator_file_look(struct state_file *file, const char *path);

/* Whether the state in the file is in force, for whoever opens it next. */
bool sortid_generator_file_is_in_force(const struct state_file *file);

/* Whether IDs were given out by another file, of which this one is a copy. */
bool sortid_generator_file_is_copy(const struct state_file *file);

/* The bound that is on disk: the first ms, since 1970, that no ID has reached. */
uint64_t sortid_generator_file_bound(const struct state_file *file);

/* Sets a bound that covers a timestamp of this ms, and waits for the disk, where the one there is
 * does not; where it is half used, if nobody else is at it. */
sortid_status sortid_generator_file_extend(struct state_file *file, uint64_t since_ms);

/* The same for the first ID of a state that has none: the bound is on disk when this returns, but not
 * in force. The second call puts it in force once the ID is in the packed state. So a bound in force
 * means that there was an ID, wherever a process is killed. */
sortid_status sortid_generator_file_cover_first(struct state_file *file, uint64_t since_ms);
void sortid_generator_file_confirm(struct state_file *file, uint64_t since_ms);

static inline sortid_status file_cover(struct state_file *file, uint64_t since_us)
{
    uint64_t since_ms = since_us / 1000;
    uint64_t bound = atomic_load_explicit(&page_of(file)->head.bound_ms, memory_order_acquire);
    bool fine = since_ms < bound && bound - since_ms >= BOUND_RENEW_MS;
    return fine ? SORTID_OK : sortid_generator_file_extend(file, since_ms);
}

/* Whether a bound is in force. Read before the packed state: then one of zeros is damage. */
static inline bool file_has_bound(const struct state_file *file)
{
    return atomic_load(&page_of(file)->head.bound_ms) > 0;
}

/* Whether the state, which was read before, lies below the bound. If no bound is in force, the process
 * that made the first ID was killed before sortid_generator_file_confirm. */
static inline bool file_covers(const struct state_file *file, const struct state *state)
{
    uint64_t in_force = atomic_load(&page_of(file)->head.bound_ms);
    uint64_t bound_ms = in_force > 0 ? in_force : sortid_generator_file_bound(file);
    return state->since_us / 1000 < bound_ms;
}

/* Whether the parts of a file whose state is in force agree, but for the packed state. For a file that
 * others may use meanwhile. */
bool sortid_generator_file_agrees_in_force(const struct state_file *file);

/* Ends the use of the file. Where the system has no name for its boot, the last one out leaves
 * a state that may be trusted, unless a forked child goes on with it. In a child of who opened
 * it, the parent's use goes on. */
void sortid_generator_file_close(struct state_file *file);

#endif
