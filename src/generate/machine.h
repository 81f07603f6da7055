/* SPDX-License-Identifier: MIT */
/* generate/machine.h: what the state machines of all formats share: the state, the choice of the
 * timestamp from a clock value, draws, borrowing.
 *
 * A step is f(state, time, randomness) -> state, ID, event: a format's slow step works on a copy of
 * the state and writes the ID last; the caller commits. A machine reads no clock and makes no
 * system call.
 *
 * All functions are inline, so that the copy of the state stays in registers: otherwise a ULID took
 * 20 ns instead of 8 (AMD Zen 3, gcc 12 -O2, a clock that costs nothing). */
#pragma once

#include <sortid/generator.h>

#include "../text/bytes.h"
#include "../text/inline.h"

/* Public machines are arrays of opaque words, which these structs alias. */
#if defined(__GNUC__)
#define OPAQUE __attribute__((may_alias))
#else
#define OPAQUE
#endif

enum {
    STATE_STARTED = 1,    /* there was an ID */
    STATE_FORKED = 2,     /* this is a child's copy, and no ID has been made in the child */
    STATE_OTHER_NODE = 4, /* only the last timestamp is known: of another node, of a file's bound */
    STATE_GIVEN = 8,      /* scru64: from a node spec; no bound has covered the timestamp yet */
    STATE_STATELESS = 16  /* always of a stateless machine, whose IDs do not count on */
};

/* What a machine knows of the last ID. Times are in units of the format's timeline. */
struct OPAQUE state {
    uint64_t timestamp;
    uint64_t counter; /* scru128: counter_hi * 2^24 + counter_lo; ulid, ksuid: the low 64 bits */
    uint64_t layer;   /* scru128v1: per_sec_random; ulid: the high 16 bits; ksuid: 32 */
    uint64_t last_renewal; /* scru128, scru128v1: timestamp of the layer's renewal; scru160, uuidv7
                       * with the fraction: the greatest clock value, as in mode_by_clock */
    uint64_t since_us;     /* the first microsecond of the timestamp */
    uint32_t flags;        /* STATE_*: one word, because the next call loads all of them, and a
                            * load waits for a store to a part of its word (ulid: from 14.3 to
                            * 12.7 ns, AMD Zen 3) */
};

/* The same in two words, for shared generators: what the next ID depends on, without random fields.
 * Both are zero before the first ID. While a state is in use, the pair only increases, as one
 * number of 128 bits. */
struct packed_state {
    uint64_t high, low;
};

struct OPAQUE machine {
    struct state state;
    uint64_t allowance; /* in units of the timeline; uuidv7 with the fraction: in microseconds */
    uint32_t mode;      /* sortid_mode; 0: never prepared */
    uint16_t flags;     /* of the options */
    uint8_t guard_bits; /* of the options; scru160: at least 1 */
    union OPAQUE {
        struct {
            uint8_t counter_bits, extension_bits, node_bits;
            uint32_t node_id;
        } scru160;
        struct {
            uint32_t node_id;
            uint8_t node_id_size;
            int8_t guard_option; /* as in the options, -1 for the default */
            sortid_bound bound;  /* none if its function is NULL */
        } scru64;
    } format;
};

/* How a format counts time. A generator makes timestamps first to last. */
struct timeline {
    uint64_t unit_us; /* microseconds in a unit */
    uint64_t zero_us; /* Unix time of timestamp 0 */
    uint64_t first, last;
};

/* The step that makes an ID. */
struct step {
    struct state state; /* the next state, committed if all goes well */
    sortid_event event;
    bool fresh;    /* draw all counters and layers, as a new generator does */
    bool at_bound; /* the wait is for the bound, not only for the clock */
    /* Above 0: the caller must wait for the clock. SORTID_WAIT does not prove that, because a
     * source may return it, too. */
    uint64_t wait_us;
};

/* One slow step: writes `id` last and only on success. */
#define NEXT_SLOW_PARAMETERS                                                                       \
    uint8_t *id, struct step *step, const struct machine *machine, uint64_t unix_us,               \
        const sortid_random *random
typedef sortid_status next_slow_function(NEXT_SLOW_PARAMETERS);

/* The common case. can_count: whether the clock is in the timestamp of the last ID and its
 * counter has a next value without a carry. next_fast: the ID with that value, whose event is
 * SORTID_EVENT_COUNTER_INCREMENTED; it changes only *counter of the state. */
typedef bool can_count_function(const struct machine *machine, uint64_t unix_us);
#define NEXT_FAST_PARAMETERS                                                                       \
    uint8_t *id, uint64_t *counter, const struct machine *machine, uint64_t unix_us,               \
        const sortid_random *random
typedef sortid_status next_fast_function(NEXT_FAST_PARAMETERS);

/* The options that a format accepts. */
struct option_rules {
    uint32_t flags;           /* those of sortid_options.flags */
    sortid_mode default_mode; /* if the mode is 0 */
    uint64_t unit_us;         /* the unit of the allowance without SORTID_OPTION_FRACTION */
    uint8_t guard_bits;       /* the most; 0: none */
    bool node_bits;           /* extension_bits, node_bits, node_id */
    bool node_spec;           /* node, bound */
};

/* Checks mode, flags and allowance, and that the format has all options that are set; starts the
 * machine empty. SORTID_BAD_OPTION: nothing is written. */
sortid_status sortid_generate_configure(struct machine *machine, const sortid_options *options,
                                        const struct option_rules *rules);

/* What a call returns for a failure: a status of the library or of the caller's own sources as it
 * is, any other number of a source as SORTID_SOURCE_FAILED. Called only on failure. */
sortid_status sortid_generate_failure(sortid_status status);

/* Starts the machine of the options {0}. */
void sortid_generate_start(struct machine *machine, const struct option_rules *rules);

/* Checks all options of a format (SORTID_BAD_OPTION or its statuses) and starts the machine. */
typedef sortid_status configure_function(struct machine *machine, const sortid_options *options);

/* Whether an ID does not depend on the previous one. */
static inline bool is_stateless(const struct machine *machine)
{
    return (machine->flags & SORTID_OPTION_STATELESS) != 0;
}

/* Whether IDs have the fraction of the ms. */
static inline bool has_fraction(const struct machine *machine)
{
    return (machine->flags & SORTID_OPTION_FRACTION) != 0;
}

/* The packed form of a state, and a state from words that are not zero. */
#define PACK_PARAMETERS const struct machine *machine, const struct state *state
#define UNPACK_PARAMETERS                                                                          \
    struct state *state, struct packed_state packed, const struct machine *machine
typedef struct packed_state pack_function(PACK_PARAMETERS);
typedef void unpack_function(UNPACK_PARAMETERS);

/* The time since the last renewal, in 10 bits: ages from `life` on are equivalent. */
static INLINED uint64_t pack_age(const struct state *state, uint64_t life)
{
    uint64_t age = state->timestamp - state->last_renewal;
    return age < life ? age : life;
}

/* The clock in units of the timeline; SORTID_CLOCK_OUT_OF_RANGE. Inline for a constant divisor. */
static inline sortid_status clock_of(uint64_t *now, const struct timeline *timeline,
                                     uint64_t unix_us)
{
    if (unix_us < timeline->zero_us)
        return SORTID_CLOCK_OUT_OF_RANGE;
    *now = (unix_us - timeline->zero_us) / timeline->unit_us;
    bool known = *now >= timeline->first && *now <= timeline->last;
    return known ? SORTID_OK : SORTID_CLOCK_OUT_OF_RANGE;
}

/* Draws `bits` random bits (0 to 32) in whole bytes; drops surplus low bits. */
static INLINED sortid_status draw_bits(uint64_t *value, unsigned bits, uint64_t unix_us,
                                       const sortid_random *random)
{
    uint8_t bytes[4];
    size_t size = (bits + 7) / 8;
    *value = 0;
    if (size == 0)
        return SORTID_OK;
    if (size > sizeof bytes) /* never: the compiler cannot see that for scru160 */
        return SORTID_BAD_OPTION;
    sortid_status status = random->fill(random->context, bytes, size, unix_us);
    if (status == SORTID_OK)
        *value = load_be(bytes, size) >> (8 * size - bits);
    return status;
}

/* Whether this ID begins a timestamp, so that counters are drawn. */
static inline bool begins_timestamp(const struct step *step)
{
    return (step->event & (SORTID_EVENT_COUNTER_INCREMENTED | SORTID_EVENT_COUNTER_CARRIED)) == 0;
}

static inline struct step first_step(const struct machine *machine)
{
    return (struct step){machine->state, SORTID_EVENT_NEW_TIMESTAMP, false, false, 0};
}

static inline uint64_t since_us_of(const struct timeline *timeline, uint64_t timestamp)
{
    return timestamp * timeline->unit_us + timeline->zero_us;
}

/* Sets what depends on the timestamp of an unpacked state. */
static INLINED void finish_unpacking(struct state *state, const struct timeline *timeline)
{
    state->since_us = since_us_of(timeline, state->timestamp);
    state->flags = STATE_STARTED;
}

/* Whether the clock is in the timestamp of the last ID and this process made that ID. Always
 * false for a stateless machine, which keeps no timestamp. */
static inline bool clock_is_in_timestamp(const struct machine *machine,
                                         const struct timeline *timeline, uint64_t unix_us)
{
    return machine->state.flags == STATE_STARTED &&
           unix_us - machine->state.since_us < timeline->unit_us;
}

/* Sets the timestamp of an ID that begins a timestamp. */
static inline sortid_status begin_at(struct step *step, const struct timeline *timeline,
                                     uint64_t timestamp, sortid_event event, bool fresh)
{
    step->state.timestamp = timestamp;
    step->state.since_us = since_us_of(timeline, timestamp);
    step->event = event;
    step->fresh = fresh;
    return SORTID_OK;
}

/* A full counter: takes the next timestamp; SORTID_EXHAUSTED after the last. */
static inline sortid_status borrow(struct step *step, const struct timeline *timeline)
{
    if (step->state.timestamp >= timeline->last)
        return SORTID_EXHAUSTED;
    return begin_at(step, timeline, step->state.timestamp + 1, SORTID_EVENT_TIMESTAMP_BORROWED,
                    step->fresh);
}

/* Handles a clock that is too far behind, by mode: for `wait_us` it still will be. */
static inline sortid_status roll_back(struct step *step, const struct timeline *timeline,
                                      uint64_t now, uint64_t wait_us, sortid_mode mode)
{
    if (mode == SORTID_MODE_RESET)
        return begin_at(step, timeline, now, SORTID_EVENT_RESET, true);
    if (mode == SORTID_MODE_ABORT)
        return SORTID_ROLLBACK;
    step->wait_us = wait_us;
    return SORTID_WAIT;
}

/* The mode of a format in which borrowing alone never leads to a reset: only a clock that went back
 * by more than the allowance from its greatest value so far may reset. Clock values are in the unit
 * of the allowance. */
static inline sortid_mode mode_by_clock(const struct machine *machine, uint64_t now)
{
    uint64_t highest = machine->state.last_renewal;
    bool clock_went_back = highest > now && highest - now > machine->allowance;
    if (machine->mode == SORTID_MODE_RESET && !clock_went_back)
        return SORTID_MODE_ABORT;
    return (sortid_mode)machine->mode;
}

/* Notes the clock value of an ID. */
static inline void note_clock(struct step *step, uint64_t now)
{
    if (step->event == SORTID_EVENT_RESET || now > step->state.last_renewal)
        step->state.last_renewal = now;
}

/* Chooses the timestamp: a new one, the last one, a borrowed one if the last is the parent's or
 * another node's, or by `mode`. Sets timestamp, event, fresh. */
static inline sortid_status choose_timestamp(struct step *step, const struct machine *machine,
                                             const struct timeline *timeline, uint64_t now,
                                             uint64_t unix_us, sortid_mode mode)
{
    uint64_t last = machine->state.timestamp;
    bool taken = (machine->state.flags & (STATE_FORKED | STATE_OTHER_NODE)) != 0;
    if ((machine->state.flags & STATE_STARTED) == 0)
        return begin_at(step, timeline, now, SORTID_EVENT_NEW_TIMESTAMP, true);
    if (now > last)
        return begin_at(step, timeline, now, SORTID_EVENT_NEW_TIMESTAMP, taken);
    if (last - now > machine->allowance)
        return roll_back(step, timeline, now,
                         since_us_of(timeline, last - machine->allowance) - unix_us, mode);
    step->fresh = taken;
    if (taken)
        return borrow(step, timeline);
    step->event = SORTID_EVENT_COUNTER_INCREMENTED;
    return SORTID_OK;
}

static inline void commit(struct machine *machine, const struct step *step)
{
    machine->state = step->state;
    machine->state.flags = STATE_STARTED | (step->state.flags & STATE_STATELESS);
}
