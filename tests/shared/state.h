/* SPDX-License-Identifier: MIT */
/* state.h: shared by the tests of shared generators: the state in its storage, its head, attaching
 * to it, a check that IDs increase. Each of these programs is built twice (shared.cmake): with the
 * commits that this machine has, and as for a machine without atomic commits. */
#pragma once

#include "../support/cases.h"
#include "../support/family.h"
#include "generator/state.h"

#define ALLOWANCE_MS UINT64_C(10000)

/* How commits are made in this program. */
#if defined(SORTID_NO_ATOMIC_STEPS)
#define IS_LOCKED true
#else
#define IS_LOCKED false
#endif

static inline bool is_locked(bool wide)
{
    return !HAS_STEP_OF_8 || (wide && !packed_has_step_of_16());
}

/* The state begins in its storage at the first multiple of 64 bytes. */
static inline struct shared_state *state_in(sortid_shared_state *storage)
{
    uint8_t *bytes = (uint8_t *)storage;
    return (struct shared_state *)(void *)(bytes + (64 - (uintptr_t)bytes % 64) % 64);
}

/* The head of a state, as in state files and in other processes: magic 0x7353 | version 8 bits |
 * scope 4 | phase 4 (1: being set up, 2: ready) | kind of lock 32. */
#define HEAD_MAGIC      UINT64_C(0x7353)
#define HEAD_VERSION    3
#define HEAD_SETTING_UP 1
#define HEAD_READY      2

static inline uint64_t head_word(uint64_t version, uint64_t scope, uint64_t phase,
                                 uint32_t lock_kind)
{
    return HEAD_MAGIC << 48 | version << 40 | scope << 36 | phase << 32 | lock_kind;
}

/* The head that a generator of this format writes when it sets up zeros. */
static inline uint64_t expected_head(bool wide, sortid_scope scope)
{
    uint32_t kind = is_locked(wide) ? sortid_system_lock_kind() : 0;
    return head_word(HEAD_VERSION, (uint64_t)scope, HEAD_READY, kind);
}

/* The status for a state whose head is damaged in these bits, which are of one field. SORTID_OK:
 * the kind of a lock that is not used. */
static inline sortid_status status_of_head(uint64_t changed, bool wide)
{
    if (changed >> 48 != 0)
        return SORTID_STATE_UNRECOGNIZED;
    if (changed >> 40 != 0)
        return SORTID_STATE_UNUSABLE;
    if (changed >> 32 != 0)
        return SORTID_STATE_DAMAGED;
    return is_locked(wide) ? SORTID_STATE_UNUSABLE : SORTID_OK;
}

/* Clears the state to zeros, which the next generator sets up. */
static inline void clear_state(sortid_shared_state *state)
{
    memset(state, 0, sizeof *state);
}

static inline void init_shared(sortid_generator *generator, const support_format *format,
                               sortid_shared_state *state, sortid_scope scope, sortid_mode mode,
                               const sortid_sources *sources)
{
    EXPECT_OK(format->attach(generator, state, scope, mode, ALLOWANCE_MS, sources));
}

/* Makes the next ID, which must be above *last, and stores it in *last. Zeros: no ID yet. */
static inline void make_above(uint8_t *last, const support_format *format,
                              sortid_generator *generator, const char *place)
{
    uint8_t id[SUPPORT_MAX_SIZE];
    EXPECT_STATUS(format->next(generator, id, NULL), SORTID_OK, "%s: %s", place, format->name);
    EXPECT(memcmp(last, id, format->size) < 0, "%s: %s: not above the last ID", place,
           format->name);
    memcpy(last, id, format->size);
}

static inline void expect_increasing(const uint8_t *ids, size_t count, const support_format *format,
                                     const char *place)
{
    for (size_t i = 1; i < count; i++)
        EXPECT(memcmp(ids + (i - 1) * format->size, ids + i * format->size, format->size) < 0,
               "%s: %s: ID %zu of %zu is not above the one before", place, format->name, i, count);
}
