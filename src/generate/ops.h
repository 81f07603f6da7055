/* SPDX-License-Identifier: MIT */
/* generate/ops.h: the operations of a format's machine as a table, through which code for every
 * format calls the machine. The table of a format is in generate/<format>.c. */
#pragma once

#include "../format/list.h"
#include "batch.h"

struct machine_ops {
    const sortid_format *format;
    size_t last_id_size; /* how many bytes of the packed state are the last ID: 0, 8 or 16 */
    struct option_rules rules;
    configure_function *configure; /* NULL: `rules` is all; see configure_machine */
    next_slow_function *next_slow;
    batch_function *batch;
    batch_room_function *batch_room;
    pack_function *pack;
    unpack_function *unpack;
    const struct timeline *timeline; /* of the options {0}; see timeline_of */

    /* optional: see the accessors below */
    const struct timeline *(*timeline_of)(const struct machine *machine);
    bool (*counter_fits)(const struct machine *machine, const struct state *state);
    uint64_t (*parameters)(const struct machine *machine);
    void (*from_parameters)(struct machine *machine, uint64_t parameters);
};

/* The operations that every format has, by their names: ulid_pack. */
#define OPS_OF_FORMAT(name)                                                                        \
    .format = &sortid_format_##name, .next_slow = name##_next_slow, .batch = name##_batch,         \
    .batch_room = name##_batch_room, .pack = name##_pack, .unpack = name##_unpack

/* The operations of each format, for calls of the format: a program links only those it uses. */
#define DECLARE_OPS(OBJECT, NUMBER_NAME, NUMBER, OPS, NAME)                                        \
    extern const struct machine_ops sortid_generate_ops_##NAME;
EACH_FORMAT(DECLARE_OPS)
#undef DECLARE_OPS

/* By format, and by its permanent number, for calls that take any format; NULL if no format has the
 * number. */
const struct machine_ops *sortid_generate_ops_of(const sortid_format *format);
const struct machine_ops *sortid_generate_ops_at(uint64_t number);

/* Checks all options of a format and starts the machine. */
static inline sortid_status configure_machine(const struct machine_ops *ops,
                                              struct machine *machine,
                                              const sortid_options *options)
{
    return ops->configure != NULL ? ops->configure(machine, options)
                                  : sortid_generate_configure(machine, options, &ops->rules);
}

/* Whether the packed state has both words: that of IDs of more than 8 bytes. */
static inline bool is_wide(const struct machine_ops *ops)
{
    return ops->format->size > 8;
}

/* The timeline of the machine: that of the format unless the options choose one. */
static inline const struct timeline *timeline_of(const struct machine_ops *ops,
                                                 const struct machine *machine)
{
    return ops->timeline_of != NULL ? ops->timeline_of(machine) : ops->timeline;
}

/* The coarsest clock that the machine can use: only a fraction of the ms needs microseconds. */
static inline uint32_t coarsest_us(const struct machine *machine)
{
    return has_fraction(machine) ? 1 : UINT32_MAX;
}

/* Whether the machine can have the counter of an unpacked state. NULL: always, because the packed
 * state has no bits for larger values. */
static inline bool counter_fits(const struct machine_ops *ops, const struct machine *machine,
                                const struct state *state)
{
    return ops->counter_fits == NULL || ops->counter_fits(machine, state);
}

/* What the meaning of a packed state depends on in addition to the format, in 48 bits, and the
 * machine that reads such a state. NULL: nothing. */
static inline uint64_t parameters_of(const struct machine_ops *ops, const struct machine *machine)
{
    return ops->parameters != NULL ? ops->parameters(machine) : 0;
}

static inline void apply_parameters(const struct machine_ops *ops, struct machine *machine,
                                    uint64_t parameters)
{
    if (ops->from_parameters != NULL)
        ops->from_parameters(machine, parameters);
}

/* Unpacks the packed state of an ID. False if no generator of the machine can have made it: the
 * high word is 0 (for ulid also once in 65,536 in the first ms of 1970), the timestamp or the
 * counter is out of range, or pack would write other bits (the node of scru64). A wrong random bit
 * cannot be found. */
static inline bool unpack_checked(struct state *state, struct packed_state packed,
                                  const struct machine *machine, const struct machine_ops *ops)
{
    const struct timeline *timeline = timeline_of(ops, machine);
    *state = (struct state){.flags = 0};
    ops->unpack(state, packed, machine);
    struct packed_state again = ops->pack(machine, state);
    return packed.high != 0 && state->timestamp >= timeline->first &&
           state->timestamp <= timeline->last && counter_fits(ops, machine, state) &&
           again.high == packed.high && again.low == packed.low;
}
