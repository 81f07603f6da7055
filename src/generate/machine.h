/* SPDX-License-Identifier: MIT */
/* generate/machine.h: what the state machines of all formats share: the state, the
 * way from a clock value to a timestamp, draws, borrowing.
 *
 * A step is f(state, time, randomness) -> state, id, event: a format's plan works
 * on a copy of the state and writes the ID last, whoever called it commits. No
 * machine reads a clock or calls a system. */
#ifndef SORTID_GENERATE_MACHINE_H
#define SORTID_GENERATE_MACHINE_H

#include <sortid/source.h>

#include "../text/bytes.h"

/* Public machines are arrays of opaque words; their use as these structs must
 * not look to the compiler like two objects. */
#if defined(__GNUC__)
#define OPAQUE __attribute__((may_alias))
#else
#define OPAQUE
#endif

/* What the last ID leaves behind, in the units of the format's timeline. */
struct OPAQUE state {
    uint64_t timestamp;
    uint64_t counter; /* scru128: counter_hi * 2^24 + counter_lo; ulid: the low 64 bits */
    uint64_t layer;   /* scru128v1: per_sec_random; ulid: the high 16 bits */
    uint64_t mark;    /* scru128, scru128v1: timestamp of the layer's renewal; scru160: the
                       * greatest clock value since the start */
    bool started;     /* there was an ID */
    bool forked;      /* this is a child's copy, and no ID has been made in the child */
};

struct OPAQUE machine {
    struct state state;
    uint64_t allowance; /* in the units of the timeline */
    uint32_t mode;      /* sortid_mode; 0: never prepared */
    union OPAQUE {
        struct {
            bool stateless;
        } scru128;
        struct {
            uint8_t counter_bits, extension_bits, node_bits, guard_bits;
            bool microseconds;
            uint32_t node_id;
        } scru160;
        struct {
            uint32_t node_id;
            uint8_t node_id_size;
            int8_t guard_option; /* as the options had it, -1 for the default */
        } scru64;
        struct {
            bool stateless, borrow, random_step, overflow_guard;
        } ulid;
    } format;
};

/* The struct in the words of a public machine. */
#define MACHINE_OF(words) ((struct machine *)(void *)(words)->opaque)

/* How a format counts time. A generator makes timestamps first to last. */
struct timeline {
    uint64_t unit_us; /* microseconds in a unit */
    uint64_t zero_us; /* Unix time of timestamp 0 */
    uint64_t first, last;
};

/* One ID in the making. */
struct step {
    struct state state; /* the next state, committed if all goes well */
    sortid_event event;
    bool fresh;       /* draw all counters and layers, as a new generator does */
    uint64_t wait_us; /* with SORTID_WAIT */
};

/* Plans one step: writes `id` last and only on success. */
typedef sortid_status plan_function(uint8_t *id, struct step *step, const struct machine *machine,
                                    uint64_t unix_us, const sortid_random *random);

plan_function sortid_generate_plan_scru128, sortid_generate_plan_scru128v1,
    sortid_generate_plan_scru160, sortid_generate_plan_scru64, sortid_generate_plan_ulid;

/* Checks the options that all formats have and starts the machine empty.
 * SORTID_BAD_OPTION. */
sortid_status sortid_generate_prepare(struct machine *machine, sortid_mode mode,
                                      uint64_t allowance_ms, const uint64_t zero[4],
                                      uint64_t unit_us);

/* The clock in units of the timeline; SORTID_CLOCK_OUT_OF_RANGE. */
sortid_status sortid_generate_clock(uint64_t *now, const struct timeline *timeline,
                                    uint64_t unix_us);

/* From the clock to the timestamp: new, the last one's, borrowed after a fork, or
 * reset; sets timestamp, event, fresh. SORTID_ROLLBACK, SORTID_WAIT,
 * SORTID_EXHAUSTED. `mode` as the machine's, or what stands in for it. */
sortid_status sortid_generate_course(struct step *step, const struct machine *machine,
                                     const struct timeline *timeline, uint64_t now,
                                     uint64_t unix_us, sortid_mode mode);

/* A full counter: takes the next timestamp; SORTID_EXHAUSTED after the last. */
sortid_status sortid_generate_borrow(struct step *step, const struct timeline *timeline);

/* `bits` random bits, 0 to 64, in whole bytes, surplus low bits dropped. */
sortid_status sortid_generate_draw(uint64_t *value, unsigned bits, uint64_t unix_us,
                                   const sortid_random *random);

/* Whether this ID begins a timestamp, so that counters are drawn. */
static inline bool begins_timestamp(const struct step *step)
{
    return (step->event & (SORTID_COUNTER_INCREMENTED | SORTID_COUNTER_CARRIED)) == 0;
}

static inline void commit(struct machine *machine, const struct step *step)
{
    machine->state = step->state;
    machine->state.started = true;
    machine->state.forked = false;
}

/* The public step of a machine: plan, commit, tell. */
sortid_status sortid_generate_step(uint8_t *id, sortid_event *event, uint64_t *wait_us,
                                   struct machine *machine, uint64_t unix_us,
                                   const sortid_random *random, plan_function *plan);

#endif
