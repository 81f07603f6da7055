/* SPDX-License-Identifier: MIT */
/* generator/generator.h: what all generators have in common: their storage, and the tag by which
 * they recognize themselves. It names no format. */
#pragma once

#include <sortid/generator.h>

#include "../generate/ops.h"
#include "../system/busy.h"
#include "../system/epoch.h"

/* A private generator is a struct generator; a shared one begins with it (shared.h). */
enum generator_kind { KIND_PRIVATE = 1, KIND_SHARED = 2, KIND_CLOSED = 3 };

struct OPAQUE generator {
    uint64_t tag;   /* tag_of this generator; written last: a signal handler finds all or nothing */
    uint32_t epoch; /* private: the fork epoch that the machine knows of */
    busy_flag busy; /* private */
    struct machine machine;
    sortid_sources sources;

    /* Read only if the tag is not the expected one. */
    const struct machine_ops *ops;
    uint64_t magic;
    const struct generator *self;
    uint32_t kind;
};

/* A reading of fork epoch and clock, from which an ID is made. */
struct clock_sample {
    uint32_t epoch;
    uint64_t unix_us;
};

/* How a format makes an ID with a generator, or with the default one: the functions in which
 * counting on is inline. All other work is done by machine_ops. */
struct generator_ops {
    sortid_status (*next)(struct generator *g, uint8_t *id, sortid_event *event);
    sortid_status (*new_id)(uint8_t *id, sortid_event *event);
    /* NULL: sortid_generator_fill_default, _text. */
    sortid_status (*new_fill)(uint8_t *ids, size_t count, size_t *done, sortid_event *event);
    sortid_status (*new_fill_text)(char *text, size_t capacity, size_t *written, size_t count,
                                   int separator, sortid_event *event);
};

#define TAG_CONSTANT        UINT64_C(0x9c6e5bd2f1a74a00) /* random; the low byte is for the kind */
#define GENERATOR_MAGIC     UINT64_C(0x736f727469644731) /* "sortidG1" */
#define GENERATOR_OF(words) ((struct generator *)(void *)(words)->opaque)

static INLINED uint64_t tag_of(const struct generator *g, uint32_t number, enum generator_kind kind)
{
    return (uint64_t)(uintptr_t)g ^ TAG_CONSTANT ^ (uint64_t)number << 56 ^ (uint64_t)kind;
}

/* The kind of a live generator of this format at the address where it was prepared, else another
 * number. A call computes it once, in two instructions. */
static INLINED uint64_t kind_of(const struct generator *g, uint32_t number)
{
    return g->tag ^ tag_of(g, number, (enum generator_kind)0);
}

static INLINED bool is_private(const struct generator *g, uint32_t number)
{
    return kind_of(g, number) == KIND_PRIVATE;
}

/* Why a generator is refused: SORTID_NOT_INITIALIZED, SORTID_MOVED, SORTID_CLOSED,
 * SORTID_WRONG_FORMAT. */
sortid_status sortid_generator_refuse(const struct generator *g);

/* SORTID_OK for any live generator, else the same statuses. */
sortid_status sortid_generator_check(const struct generator *g);

/* Copies a generator whose fields are complete to its place, and makes it live. */
void sortid_generator_start(struct generator *place, const struct generator *prepared, size_t size,
                            const struct machine_ops *ops, enum generator_kind kind);

/* The sources of a generator: the given ones, or the system's with a clock as fine as the format
 * needs. SORTID_BAD_OPTION for a source without a function, a clock without a resolution or a
 * coarser one. */
sortid_status sortid_generator_sources(sortid_sources *out, const sortid_sources *sources,
                                       uint32_t coarsest_us);

/* The waits of one call for the clock: its value, and what was asked of the sleep source since the
 * clock has that value. */
struct waits {
    uint64_t unix_us, asked_us;
};

/* Sleeps before the clock is read again. If it is waited for, and does not move:
 * SORTID_CLOCK_STOPPED after a second and ten times this wait. */
sortid_status sortid_generator_wait(struct waits *waits, uint64_t unix_us, uint64_t wait_us,
                                    bool for_clock, const sortid_sleep *sleep);

/* IDs of one clock reading: about 3 us at 0.7 ns each. */
#define BATCH_IDS 4096

/* Copies by words, as the ID was stored: one load of 16 bytes would wait for two stores. */
static INLINED void copy_id(uint8_t *out, const uint8_t *id, size_t size)
{
    for (; size >= 8; size -= 8, out += 8, id += 8)
        memcpy(out, id, 8);
    memcpy(out, id, size);
}
