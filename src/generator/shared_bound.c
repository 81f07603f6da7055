/* SPDX-License-Identifier: MIT */
/* generator/shared_bound.c: the calls by which the owner of a shared state of scru64 sets its
 * bound. */
#include "../format/node_spec.h"
#include "../generate/scru64.h"
#include "shared.h"

/* The generator if its state has a bound, else NULL and *status. */
static struct shared_generator *find_bounded(sortid_status *status, sortid_generator *generator)
{
    struct generator *g = GENERATOR_OF(generator);
    uint64_t kind = kind_of(g, FORMAT_SCRU64);
    if (kind != KIND_SHARED && kind != KIND_PRIVATE)
        *status = sortid_generator_refuse(g);
    else
        *status = kind == KIND_SHARED && SHARED_OF(g)->has_bound ? SORTID_OK : SORTID_BAD_OPTION;
    return *status == SORTID_OK ? SHARED_OF(g) : NULL;
}

sortid_status sortid_generator_set_bound(sortid_generator *generator,
                                         const sortid_scru64_node_spec *node, uint64_t begin,
                                         uint64_t end)
{
    sortid_status status;
    struct shared_generator *g = find_bounded(&status, generator);
    if (g == NULL)
        return status;
    const struct machine *machine = &g->base.machine;
    if (!node_spec_reserved_is_zero(node))
        return SORTID_BAD_OPTION;
    if (node->node_id != machine->format.scru64.node_id ||
        node->node_id_size != machine->format.scru64.node_id_size)
        return SORTID_STATE_MISMATCH;
    if (begin <= SCRU64_TIMELINE.first || begin > SCRU64_TIMELINE.last)
        return SORTID_OUT_OF_RANGE;
    status = sortid_generator_bound_skip(g->state, machine, stepping_of(g), begin);
    if (status == SORTID_OK)
        atomic_store(&g->state->end, end);
    return status;
}

sortid_status sortid_generator_close_bound(sortid_generator *generator, uint64_t *first_free)
{
    sortid_status status;
    struct packed_state now = {0, 0};
    struct shared_generator *g = find_bounded(&status, generator);
    bool done = false;
    while (!done && status == SORTID_OK) {
        status = state_read(&now, g->state, stepping_of(g));
        const struct packed_state closed = {now.high | STATE_CLOSED, now.low};
        done = now.high == closed.high;
        if (status == SORTID_OK && !done)
            status = state_commit(&done, g->state, now, closed, stepping_of(g));
    }
    if (status != SORTID_OK)
        return status;
    uint64_t last = now.high & ~STATE_CLOSED;
    *first_free = last != 0 ? (last >> NODE_CTR_BITS) + 1 : 0;
    return SORTID_OK;
}
