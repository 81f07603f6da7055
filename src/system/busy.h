/* SPDX-License-Identifier: MIT */
/* system/busy.h: a flag that keeps a signal handler out of the call that it interrupted. One thread
 * uses it. The fences keep the guarded work between enter and leave. */
#pragma once

#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>

typedef volatile sig_atomic_t busy_flag;

/* False if the flag is set: the caller is a signal handler within the guarded work. */
static inline bool busy_enter(busy_flag *flag)
{
    if (*flag)
        return false;
    *flag = 1;
    atomic_signal_fence(memory_order_seq_cst);
    return true;
}

static inline void busy_leave(busy_flag *flag)
{
    atomic_signal_fence(memory_order_seq_cst);
    *flag = 0;
}
