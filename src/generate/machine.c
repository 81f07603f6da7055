/* SPDX-License-Identifier: MIT */
/* generate/machine.c: checks the options that all formats share. */
#include "machine.h"
#include "../format/node_spec.h"

static const uint64_t DEFAULT_ALLOWANCE = SORTID_DEFAULT_ALLOWANCE_MS;

/* Whether the format has all options that are set, and reserved members are 0. */
static bool are_known(const sortid_options *o, const struct option_rules *rules)
{
    bool no_bits = o->extension_bits == 0 && o->node_bits == 0 && o->node_id == 0;
    bool guard_fits = o->guard_bits <= rules->guard_bits ||
                      (rules->guard_bits > 0 && o->guard_bits == SORTID_GUARD_NONE);
    bool no_node = o->node.node_id_size == 0 && o->bound.cover == NULL;
    bool zeros = o->reserved8 == 0 && are_zero(o->reserved, sizeof o->reserved) &&
                 are_zero(o->bound.reserved, sizeof o->bound.reserved) &&
                 node_spec_reserved_is_zero(&o->node);
    return zeros && (o->flags & ~rules->flags) == 0 && o->mode <= SORTID_MODE_WAIT && guard_fits &&
           (rules->node_bits || no_bits) && (rules->node_spec || no_node);
}

/* In units of the timeline. */
static uint64_t allowance_of(const sortid_options *o, uint64_t unit_us)
{
    uint64_t ms = o->allowance_ms == 0 ? DEFAULT_ALLOWANCE : o->allowance_ms;
    if (ms == SORTID_ALLOWANCE_NONE)
        return 0;
    return ms > UINT64_MAX / 1000 ? UINT64_MAX : ms * 1000 / unit_us;
}

sortid_status sortid_generate_failure(sortid_status status)
{
    static const uint32_t last = SORTID_CLOCK_STOPPED, first_of_user = SORTID_STATUS_USER_FIRST;
    uint32_t number = (uint32_t)status;
    bool is_known =
        number <= last || (number >= first_of_user && number <= SORTID_STATUS_USER_LAST);
    return is_known ? status : SORTID_SOURCE_FAILED;
}

void sortid_generate_start(struct machine *machine, const struct option_rules *rules)
{
    *machine = (struct machine){.mode = (uint32_t)rules->default_mode,
                                .allowance = DEFAULT_ALLOWANCE * 1000 / rules->unit_us};
}

/* A stateless ID counts nothing, so nothing can change how it counts. */
static bool is_contradiction(const sortid_options *o)
{
    const uint32_t stateless = SORTID_OPTION_STATELESS;
    bool has_guard = o->guard_bits != 0 && o->guard_bits != SORTID_GUARD_NONE;
    return (o->flags & stateless) != 0 && (o->flags != stateless || has_guard);
}

sortid_status sortid_generate_configure(struct machine *machine, const sortid_options *options,
                                        const struct option_rules *rules)
{
    if (!are_known(options, rules) || is_contradiction(options))
        return SORTID_BAD_OPTION;
    uint64_t unit_us = (options->flags & SORTID_OPTION_FRACTION) != 0 ? 1 : rules->unit_us;
    *machine =
        (struct machine){.mode = options->mode != 0 ? options->mode : (uint32_t)rules->default_mode,
                         .flags = (uint16_t)options->flags,
                         .guard_bits = options->guard_bits,
                         .allowance = allowance_of(options, unit_us)};
    if (is_stateless(machine))
        machine->state.flags = STATE_STATELESS;
    return SORTID_OK;
}
