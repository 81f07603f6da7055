/* SPDX-License-Identifier: MIT */
/* generator/state_bound.c: see state_bound.h. */
#include "state_bound.h"
#include "../generate/scru64.h"
#include "../system/file.h"

_Static_assert(LAST_SCRU64 < STATE_CLOSED >> NODE_CTR_BITS,
               "an ID may have the bit of STATE_CLOSED");

/* The bound of the generator's machine. */
static sortid_status cover(void *context, uint64_t timestamp, uint32_t flags)
{
    const struct shared_state *state = context;
    (void)flags;
    return timestamp < atomic_load(&state->end) ? SORTID_OK : SORTID_BOUND_REACHED;
}

void sortid_generator_bound_start(struct machine *machine, struct shared_state *state)
{
    machine->format.scru64.bound = (sortid_bound){.cover = cover, .context = state};
}

/* Memory that is mapped from a file may be older than the last IDs after a crash of the system. */
sortid_status sortid_generator_bound_check_boot(struct shared_state *state)
{
    uint64_t id[2], found = 0, boot = 0;
    if (sortid_system_file_boot(id))
        boot = id[0] ^ (id[1] << 1 | 1);
    bool noted = atomic_compare_exchange_strong(&state->boot, &found, boot);
    return noted || found == boot ? SORTID_OK : SORTID_STATE_UNUSABLE;
}

/* The state after the last possible ID of a tick. */
static struct packed_state spent(const struct machine *machine, uint64_t tick)
{
    const struct state last = {.timestamp = tick,
                               .counter = (UINT64_C(1) << scru64_counter_bits(machine)) - 1};
    return scru64_pack(machine, &last);
}

sortid_status sortid_generator_bound_skip(struct shared_state *state, const struct machine *machine,
                                          struct stepping by, uint64_t begin)
{
    const struct packed_state least = spent(machine, begin - 1);
    struct packed_state now;
    bool done = false;
    sortid_status status = SORTID_OK;
    while (!done && status == SORTID_OK) {
        status = state_read(&now, state, by);
        if (status == SORTID_OK && is_closed(now))
            status = SORTID_RESERVATION_LOST;
        if (status != SORTID_OK || now.high >= least.high)
            return status;
        status = state_commit(&done, state, now, least, by);
    }
    return status;
}
