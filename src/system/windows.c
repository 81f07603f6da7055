/* SPDX-License-Identifier: MIT */
/* system/windows.c: system/system.h on Windows 8 and later. Windows has no fork, so page and
 * handler do nothing. Random bytes come from the system's generator, by BCryptGenRandom. All calls
 * keep GetLastError() and errno.
 *
 * A TLS callback of the module wipes threads: the loader calls it when a thread ends, until the
 * module is unloaded, and it needs no slot. (The callback of an FLS slot is also called for fibers,
 * and outlives the module.) A module that is unloaded wipes only the thread that unloads it. */
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#ifndef _WIN32_WINNT
#define _WIN32_WINNT 0x0602 /* Windows 8: GetSystemTimePreciseAsFileTime */
#endif
#include "epoch.h"
#include "error.h"
#include "thread_local.h"
#include "system.h"

#if defined(_WIN32)

#include <windows.h>

#include <bcrypt.h>
#include <stdlib.h>

/* File times count 100 ns from 1601-01-01; 1970 is 134774 days later. */
#define TICKS_PER_US 10
#define UNIX_ZERO    (UINT64_C(134774) * 86400 * 1000000 * TICKS_PER_US)

sortid_status sortid_system_time(uint64_t *unix_us)
{
    FILETIME now;
    GetSystemTimePreciseAsFileTime(&now); /* cannot fail */
    uint64_t ticks = (uint64_t)now.dwHighDateTime << 32 | now.dwLowDateTime;
    if (ticks < UNIX_ZERO)
        return SORTID_CLOCK_OUT_OF_RANGE;
    *unix_us = (ticks - UNIX_ZERO) / TICKS_PER_US;
    return SORTID_OK;
}

/* Windows does not cancel threads. */
int sortid_system_disable_cancel(void)
{
    return 0;
}

void sortid_system_restore_cancel(int before)
{
    (void)before;
}

/* In two parts that do not overflow: the remainder is below the frequency, 10 MHz or that of a CPU,
 * < 2^34, and 10^9 < 2^30. */
uint64_t sortid_system_monotonic(void)
{
    LARGE_INTEGER frequency, now;
    if (!QueryPerformanceFrequency(&frequency) || !QueryPerformanceCounter(&now))
        return 0;
    uint64_t rate = (uint64_t)frequency.QuadPart, count = (uint64_t)now.QuadPart;
    return count / rate * 1000000000 + count % rate * 1000000000 / rate;
}

/* Windows does not say which clock source it uses. */
bool sortid_system_clocksource_is(const char *name)
{
    (void)name;
    return false;
}

sortid_status sortid_system_random(void *bytes, size_t size)
{
    DWORD saved = GetLastError();
    NTSTATUS result =
        BCryptGenRandom(NULL, bytes, (ULONG)size, BCRYPT_USE_SYSTEM_PREFERRED_RNG); // <= 256
    SetLastError(saved);
    return result == 0 ? SORTID_OK : failed_by(result, SORTID_RANDOM_FAILED);
}

/* Sleep counts ticks of up to 16 ms of the system's timer, including the current one, so it may end
 * early: it is called again until the time is over. */
sortid_status sortid_system_sleep(uint64_t microseconds)
{
    if (microseconds > 999999)
        microseconds = 999999;
    uint64_t begin = sortid_system_monotonic(), spent_us = 0;
    while (spent_us < microseconds) {
        Sleep((DWORD)((microseconds - spent_us + 999) / 1000)); /* 1 to 1000 ms */
        spent_us = (sortid_system_monotonic() - begin) / 1000;
    }
    return SORTID_OK;
}

/* All callers get the same word. */
void *sortid_system_wiped_page(bool *is_wiped)
{
    static epoch_word word;
    *is_wiped = true; /* Windows has no fork */
    return &word;
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

/* Programs do not have more privileges than their caller. */
const char *sortid_system_environment(const char *name)
{
    return getenv(name);
}

typedef struct thread_exit *exit_list;
THREAD_LOCAL(exit_list, thread_exits)

/* Signal handlers of Windows do not run on the thread that they interrupt. */
sortid_status sortid_system_at_thread_exit(struct thread_exit *node)
{
    exit_list *first = thread_exits();
    node->next = *first;
    *first = node;
    return SORTID_OK;
}

static void NTAPI end_thread(void *module, DWORD reason, void *reserved)
{
    (void)module;
    (void)reserved;
    if (reason != DLL_THREAD_DETACH && reason != DLL_PROCESS_DETACH)
        return;
    exit_list *list = thread_exits();
    struct thread_exit *first = *list;
    *list = NULL;
    run_thread_exits(first);
}

/* The linker sorts these sections by name into one array. Those of the C library, XLC and XLD, come
 * first: they run the destructors of C++, which may make IDs. */
#if defined(__GNUC__)
__attribute__((section(".CRT$XLY"), used)) static const PIMAGE_TLS_CALLBACK callback = end_thread;
#else
#pragma comment(linker, "/INCLUDE:_tls_used")
#pragma section(".CRT$XLY", read)
__declspec(allocate(".CRT$XLY")) const PIMAGE_TLS_CALLBACK sortid_system_callback = end_thread;
#endif

#endif
