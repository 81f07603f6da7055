/* SPDX-License-Identifier: MIT */
/* generator/close.c: ends a generator of any kind. */
#include "../system/system.h"
#include "shared.h"
#include "state_file.h"

/* Releases the state file. A thread that is canceled meanwhile would keep its locks. */
static void leave_shared(struct shared_generator *g)
{
    int cancels = sortid_system_disable_cancel();
    if (g->has_file)
        sortid_generator_file_close(&g->file);
    sortid_system_restore_cancel(cancels);
}

void sortid_generator_close(sortid_generator *generator)
{
    struct generator *g = GENERATOR_OF(generator);
    if (sortid_generator_check(g) != SORTID_OK)
        return;
    bool is_shared = !PRIVATE_ONLY && g->kind == KIND_SHARED;
    *(volatile uint64_t *)&g->tag = 0;
    atomic_signal_fence(memory_order_seq_cst);
    g->kind = KIND_CLOSED;
    if (is_shared)
        leave_shared(SHARED_OF(g));
}
