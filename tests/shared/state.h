/* SPDX-License-Identifier: MIT */
/* state.h: what the tests of shared generators share: memory for a state, its words, the
 * checksum of its head, IDs that must increase. Each of these programs is built twice
 * (shared.cmake): with the steps that this machine has, and as for one that has no atomic
 * steps. */
#ifndef SORTID_TESTS_STATE_H
#define SORTID_TESTS_STATE_H

#include "../support/family.h"
#include "shared/memory.h"

#define ALLOWANCE_MS UINT64_C(10000)

/* How steps are made in this program. */
#if defined(SORTID_NO_ATOMIC_STEPS)
#define IS_LOCKED true
#else
#define IS_LOCKED false
#endif

static inline bool is_locked(bool wide)
{
    return !HAS_STEP_OF_8 || (wide && !words_has_step_of_16());
}

/* The checksum of FNV-1a, 32 bits, over magic, version, scope and kind of lock; most
 * significant half of the magic first, bytes of each 32 bits from the least significant. */
static inline uint32_t check_of_head(const struct memory *head)
{
    const uint32_t parts[] = {(uint32_t)(head->magic >> 32), (uint32_t)head->magic, head->version,
                              head->scope, head->lock_kind};
    uint32_t check = 2166136261U;
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        for (int shift = 0; shift < 32; shift += 8)
            check = (check ^ (parts[i] >> shift & 0xff)) * 16777619U;
    return check;
}

static inline void init_state(sortid_shared_state *state, sortid_scope scope)
{
    EXPECT_STATUS(sortid_shared_state_init(state, scope), SORTID_OK, "state");
}

static inline void init_shared(support_shared *generator, const support_format *format,
                               sortid_shared_state *state, sortid_mode mode,
                               const sortid_sources *sources)
{
    EXPECT_STATUS(format->shared_init(generator, state, mode, ALLOWANCE_MS, sources), SORTID_OK,
                  "%s: init", format->name);
}

/* Makes the next ID, which must be above `last`; *last is that one then. Zeros: none yet. */
static inline void make_above(uint8_t *last, const support_format *format,
                              support_shared *generator, const char *place)
{
    uint8_t id[SUPPORT_MAX_SIZE];
    EXPECT_STATUS(format->shared_generate(id, NULL, generator), SORTID_OK, "%s: %s", place,
                  format->name);
    EXPECT(memcmp(last, id, format->size) < 0, "%s: %s: not above the last", place, format->name);
    memcpy(last, id, format->size);
}

static inline void expect_increasing(const uint8_t *ids, size_t count, const support_format *format,
                                     const char *place)
{
    for (size_t i = 1; i < count; i++)
        EXPECT(memcmp(ids + (i - 1) * format->size, ids + i * format->size, format->size) < 0,
               "%s: %s: ID %zu of %zu is not above", place, format->name, i, count);
}

#endif
