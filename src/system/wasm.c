/* SPDX-License-Identifier: MIT */
/* system/wasm.c: system/system.h for WebAssembly. The host, a page or Node, provides time and
 * randomness. There is one thread, no fork and no environment. The TSC clock is the host's in
 * ms. */
#include "system.h"

#include <sortid/source.h>

#if defined(__wasm__)

#define IMPORT(name) __attribute__((import_module("sortid"), import_name(name)))

/* The Unix time in ms, with a fraction if `fine`; NaN if the host fails. */
IMPORT("time") double host_time(bool fine);

/* Fills `size` bytes with bits that cannot be guessed; false if the host fails. */
IMPORT("random") bool host_random(void *bytes, size_t size);

#define MAX_MS 9007199254740991.0 /* 2^53 - 1; times 1000 it fits 64 bits */

static sortid_status read_host(uint64_t *unix_us, bool fine)
{
    double ms = host_time(fine);
    if (ms != ms)
        return SORTID_CLOCK_FAILED;
    if (ms < 0 || ms > MAX_MS)
        return SORTID_CLOCK_OUT_OF_RANGE;
    uint64_t whole = (uint64_t)ms;
    *unix_us = whole * 1000 + (uint64_t)((ms - (double)whole) * 1000);
    return SORTID_OK;
}

sortid_status sortid_system_time(uint64_t *unix_us)
{
    return read_host(unix_us, true);
}

static sortid_status read_ms(void *context, uint64_t *unix_us)
{
    (void)context;
    return read_host(unix_us, false);
}

void sortid_clock_tsc(sortid_clock *out)
{
    *out = (sortid_clock){read_ms, NULL, 1000};
}

sortid_status sortid_system_random(void *bytes, size_t size)
{
    return host_random(bytes, size) ? SORTID_OK : SORTID_RANDOM_FAILED;
}

/* A page cannot sleep in a call, so this reads the clock until the time has passed. */
sortid_status sortid_system_sleep(uint64_t microseconds)
{
    uint64_t begun, now;
    sortid_status status = read_host(&begun, false);
    do
        status = status == SORTID_OK ? read_host(&now, false) : status;
    while (status == SORTID_OK && now >= begun && now - begun < microseconds);
    return status;
}

/* The word changes only by sortid_snapshot_resumed. */
void *sortid_system_wiped_page(bool *is_wiped)
{
    static _Atomic uint32_t word;
    *is_wiped = true;
    return (void *)&word;
}

void sortid_system_free_page(void *page)
{
    (void)page;
}

uint32_t sortid_system_process(void)
{
    return 0;
}

sortid_status sortid_system_at_fork(void (*in_child)(void))
{
    (void)in_child;
    return SORTID_OK;
}

/* The thread ends with its memory. */
sortid_status sortid_system_at_thread_exit(struct thread_exit *node)
{
    (void)node;
    return SORTID_OK;
}

#endif
