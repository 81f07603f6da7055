/* SPDX-License-Identifier: MIT */
/* generate/machine.c: checks the options that all formats share. */
#include "machine.h"

static const uint64_t DEFAULT_ALLOWANCE = SORTID_DEFAULT_ALLOWANCE_MS;

/* Whether the format has all options that are set, and reserved members are 0. */
static bool are_known(const sortid_options *o, const struct option_rules *rules)
{
    uint64_t reserved = o->reserved8;
    for (size_t i = 0; i < sizeof o->reserved / sizeof *o->reserved; i++)
        reserved |= o->reserved[i];
    bool no_bits = o->extension_bits == 0 && o->node_bits == 0 && o->node_id == 0;
    return reserved == 0 && (o->flags & ~rules->flags) == 0 && o->mode <= SORTID_MODE_WAIT &&
           (rules->guard || o->guard_bits == 0) && (rules->node_bits || no_bits) &&
           (rules->node_spec || (o->node == NULL && o->bound == NULL));
}

/* In units of the timeline. */
static uint64_t allowance_of(const sortid_options *o, uint64_t unit_us)
{
    uint64_t ms = o->allowance_ms == 0 ? DEFAULT_ALLOWANCE : o->allowance_ms;
    if (ms == SORTID_ALLOWANCE_NONE)
        return 0;
    return ms > UINT64_MAX / 1000 ? UINT64_MAX : ms * 1000 / unit_us;
}

void sortid_generate_start(struct machine *machine, const struct option_rules *rules)
{
    *machine = (struct machine){.mode = (uint32_t)rules->default_mode,
                                .allowance = DEFAULT_ALLOWANCE * 1000 / rules->unit_us};
}

sortid_status sortid_generate_configure(struct machine *machine, const sortid_options *options,
                                        const struct option_rules *rules)
{
    if (!are_known(options, rules))
        return SORTID_BAD_OPTION;
    *machine =
        (struct machine){.mode = options->mode != 0 ? options->mode : (uint32_t)rules->default_mode,
                         .flags = (uint16_t)options->flags,
                         .guard_bits = options->guard_bits,
                         .allowance = allowance_of(options, rules->unit_us)};
    if (is_stateless(machine))
        machine->state.flags = STATE_STATELESS;
    return SORTID_OK;
}
