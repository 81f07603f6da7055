/* SPDX-License-Identifier: MIT */
/* generator/close.c: ends a generator of any kind. */
#include "shared.h"

void sortid_generator_close(sortid_generator *generator)
{
    struct generator *g = GENERATOR_OF(generator);
    if (sortid_generator_check(g) != SORTID_OK)
        return;
    bool is_shared = g->kind == KIND_SHARED;
    *(volatile uint64_t *)&g->tag = 0;
    atomic_signal_fence(memory_order_seq_cst);
    g->kind = KIND_CLOSED;
    if (is_shared)
        SHARED_OF(g)->calls->close(SHARED_OF(g));
}
