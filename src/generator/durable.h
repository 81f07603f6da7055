/* SPDX-License-Identifier: MIT */
/* generator/durable.h: the durable bound of a state file: a time that IDs reach only after a later
 * bound is on disk. After a crash of the system, IDs continue after it. */
#pragma once

#include "state_page.h"

#define BOUND_AHEAD_MS 1000 /* a bound is this far after the timestamp that it is set for */
#define BOUND_RENEW_MS 500  /* it is renewed when less than this is left */

#define BOUND_BITS 50
#define LAST_BOUND ((UINT64_C(1) << BOUND_BITS) - 1)

static inline uint64_t bound_in(uint64_t word)
{
    return word & LAST_BOUND;
}

static inline uint64_t file_bound_in_force(const struct state_file *file)
{
    return bound_in(atomic_load_explicit(&page_of(file)->head.bound.word, memory_order_acquire));
}

/* The bound on disk, in ms since 1970. IDs have not reached it. */
uint64_t sortid_generator_file_bound(const struct state_file *file);

/* Ensures that the durable bound is after this ms, and waits for the disk if it is not. If less
 * than half of the bound is left, renews it, unless another process does. */
sortid_status sortid_generator_file_extend(struct state_file *file, uint64_t since_ms);

/* The same for the first ID of a state: afterwards the bound is on disk, but not in force. _confirm
 * puts it in force after the ID is committed. So a bound in force proves that there was an ID,
 * wherever a process is killed. */
sortid_status sortid_generator_file_extend_first(struct state_file *file, uint64_t since_ms);
void sortid_generator_file_confirm(struct state_file *file, uint64_t since_ms);

static inline sortid_status file_ensure_durable(struct state_file *file, uint64_t since_us)
{
    uint64_t since_ms = since_us / 1000;
    uint64_t bound = file_bound_in_force(file);
    bool fine = since_ms < bound && bound - since_ms >= BOUND_RENEW_MS;
    return fine ? SORTID_OK : sortid_generator_file_extend(file, since_ms);
}

/* Whether a bound is in force. Read before the packed state: then a state of zeros is damage. */
static inline bool file_has_bound(const struct state_file *file)
{
    return file_bound_in_force(file) > 0;
}

/* Whether the state, which was read before, is below the bound. If no bound is in force, the
 * process that made the first ID was killed before sortid_generator_file_confirm. */
static inline bool file_covers(const struct state_file *file, const struct state *state)
{
    uint64_t in_force = file_bound_in_force(file);
    uint64_t bound_ms = in_force > 0 ? in_force : sortid_generator_file_bound(file);
    return state->since_us / 1000 < bound_ms;
}

/* The two slots of a new file, and the bound in force. */
void sortid_generator_slots_init(struct state_file *file);

/* The greater bound of the whole slots; false if neither is whole. */
bool sortid_generator_slots_read(uint64_t *bound_ms, const struct state_file *file);

/* Whether a slot and the bound in force are whole, and IDs below the bound in force are below that
 * of the slots. */
bool sortid_generator_bound_is_possible(const struct state_file *file);

/* A damaged slot gets this bound, that of the other one, on disk. Puts it in force. */
sortid_status sortid_generator_slots_restore(struct state_file *file, uint64_t bound_ms);

/* Whether the parts of a file with a current state agree, apart from the packed state. */
bool sortid_generator_file_agrees(const struct state_file *file);
