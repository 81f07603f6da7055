/* SPDX-License-Identifier: MIT */
/* generate/machine.c: the policy that all formats share: clock range, rollback,
 * fork, borrowing. Called by the plans of the formats; pure. */
#include "machine.h"

sortid_status sortid_generate_prepare(struct machine *machine, sortid_mode mode,
                                      uint64_t allowance_ms, const uint64_t zero[4],
                                      uint64_t unit_us)
{
    bool known = mode == SORTID_MODE_ABORT || mode == SORTID_MODE_RESET || mode == SORTID_MODE_WAIT;
    if (!known || (zero[0] | zero[1] | zero[2] | zero[3]) != 0)
        return SORTID_BAD_OPTION;
    *machine = (struct machine){.mode = (uint32_t)mode};
    machine->allowance =
        allowance_ms > UINT64_MAX / 1000 ? UINT64_MAX : allowance_ms * 1000 / unit_us;
    return SORTID_OK;
}

sortid_status sortid_generate_clock(uint64_t *now, const struct timeline *timeline,
                                    uint64_t unix_us)
{
    if (unix_us < timeline->zero_us)
        return SORTID_CLOCK_OUT_OF_RANGE;
    *now = (unix_us - timeline->zero_us) / timeline->unit_us;
    bool known = *now >= timeline->first && *now <= timeline->last;
    return known ? SORTID_OK : SORTID_CLOCK_OUT_OF_RANGE;
}

/* Sets the timestamp of an ID that begins one. */
static sortid_status begin(struct step *step, uint64_t timestamp, sortid_event event, bool fresh)
{
    step->state.timestamp = timestamp;
    step->event = event;
    step->fresh = fresh;
    return SORTID_OK;
}

/* The clock is not past the last ID, and near enough to go on. */
static sortid_status go_on(struct step *step, const struct timeline *timeline)
{
    if (step->state.forked) { /* the last timestamp is the parent's: the next one */
        step->fresh = true;
        return sortid_generate_borrow(step, timeline);
    }
    step->event = SORTID_COUNTER_INCREMENTED;
    return SORTID_OK;
}

/* The clock is too far behind. Microseconds until it is near enough: from
 * unix_us to the first microsecond of timestamp last - allowance. */
static sortid_status roll_back(struct step *step, const struct machine *machine,
                               const struct timeline *timeline, uint64_t now, uint64_t unix_us,
                               sortid_mode mode)
{
    if (mode == SORTID_MODE_RESET)
        return begin(step, now, SORTID_RESET, true);
    if (mode == SORTID_MODE_ABORT)
        return SORTID_ROLLBACK;
    uint64_t near_enough = machine->state.timestamp - machine->allowance; /* > now */
    step->wait_us = near_enough * timeline->unit_us + timeline->zero_us - unix_us;
    return SORTID_WAIT;
}

sortid_status sortid_generate_course(struct step *step, const struct machine *machine,
                                     const struct timeline *timeline, uint64_t now,
                                     uint64_t unix_us, sortid_mode mode)
{
    uint64_t last = machine->state.timestamp;
    if (!machine->state.started)
        return begin(step, now, SORTID_NEW_TIMESTAMP, true);
    if (now > last)
        return begin(step, now, SORTID_NEW_TIMESTAMP, machine->state.forked);
    if (last - now <= machine->allowance)
        return go_on(step, timeline);
    return roll_back(step, machine, timeline, now, unix_us, mode);
}

sortid_status sortid_generate_borrow(struct step *step, const struct timeline *timeline)
{
    if (step->state.timestamp >= timeline->last)
        return SORTID_EXHAUSTED;
    return begin(step, step->state.timestamp + 1, SORTID_TIMESTAMP_BORROWED, step->fresh);
}

sortid_status sortid_generate_draw(uint64_t *value, unsigned bits, uint64_t unix_us,
                                   const sortid_random *random)
{
    uint8_t bytes[8];
    size_t size = (bits + 7) / 8;
    *value = 0;
    if (size == 0)
        return SORTID_OK;
    sortid_status status = random->fill(bytes, size, unix_us, random->context);
    if (status == SORTID_OK)
        *value = load_be(bytes, size) >> (8 * size - bits);
    return status;
}

sortid_status sortid_generate_step(uint8_t *id, sortid_event *event, uint64_t *wait_us,
                                   struct machine *machine, uint64_t unix_us,
                                   const sortid_random *random, plan_function *plan)
{
    if (machine->mode == 0)
        return SORTID_NOT_INITIALIZED;
    struct step step = {.state = machine->state};
    sortid_status status = plan(id, &step, machine, unix_us, random);
    if (status == SORTID_WAIT && wait_us != NULL)
        *wait_us = step.wait_us;
    if (status != SORTID_OK)
        return status;
    commit(machine, &step);
    if (event != NULL)
        *event = step.event;
    return SORTID_OK;
}
