/* SPDX-License-Identifier: MIT */
/* system/lock_windows.c: system/lock.h by a mutex of the Windows kernel, which passes it on when
 * its holder ends. Processes find it by its name, 128 random bits in the lock's memory. The mutex
 * exists only while a process has it open, from take to leave. Its access list is the system's
 * default: one user and the system. */
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#ifndef _WIN32_WINNT
#define _WIN32_WINNT 0x0602 /* Windows 8, as in windows.c */
#endif
#include "lock.h"
#include "system.h"

#if defined(_WIN32)

#include <windows.h>

#include <string.h>

/* The words of the lock. Its holder writes handle and owner; a dead one leaves them there. */
enum {
    NAME = 0, /* two; zeros: no lock */
    HANDLE_OF_OWNER = 2,
    OWNER = 3, /* two */
};

uint32_t sortid_system_lock_kind(void)
{
    return 3 << 16;
}

sortid_status sortid_system_lock_init(struct lock *lock)
{
    memset(lock, 0, sizeof *lock);
    return sortid_system_random(&lock->opaque[NAME], 2 * sizeof lock->opaque[NAME]);
}

/* The name in all sessions of the system. */
static void write_name(char name[64], const struct lock *lock)
{
    static const char before[] = "Global\\sortid-";
    memcpy(name, before, sizeof before);
    char *digit = name + sizeof before - 1;
    for (int word = NAME; word < NAME + 2; word++)
        for (int shift = 60; shift >= 0; shift -= 4)
            *digit++ = "0123456789abcdef"[lock->opaque[word] >> shift & 15];
    *digit = '\0';
}

/* A unique name of this thread: ids are reused, but not at the same time. */
static void write_self(uint64_t self[2])
{
    FILETIME begin, end, kernel, user;
    self[0] = GetCurrentThreadId();
    self[1] = 0;
    if (GetThreadTimes(GetCurrentThread(), &begin, &end, &kernel, &user))
        self[1] = (uint64_t)begin.dwHighDateTime << 32 | begin.dwLowDateTime;
}

/* Waits for the mutex and stores this thread as its owner. Windows also gives it to its holder. */
static sortid_status wait_for(HANDLE mutex, DWORD milliseconds, struct lock *lock)
{
    uint64_t self[2];
    DWORD result = WaitForSingleObject(mutex, milliseconds);
    if (result == WAIT_TIMEOUT)
        return SORTID_WAIT;
    if (result != WAIT_OBJECT_0 && result != WAIT_ABANDONED)
        return SORTID_STATE_UNUSABLE;
    write_self(self);
    if (memcmp(&lock->opaque[OWNER], self, sizeof self) == 0) {
        ReleaseMutex(mutex);
        return SORTID_BUSY;
    }
    memcpy(&lock->opaque[OWNER], self, sizeof self);
    lock->opaque[HANDLE_OF_OWNER] = (uintptr_t)mutex;
    return SORTID_OK;
}

static sortid_status take_within(DWORD milliseconds, struct lock *lock)
{
    char name[64];
    if ((lock->opaque[NAME] | lock->opaque[NAME + 1]) == 0)
        return SORTID_STATE_DAMAGED;
    DWORD saved = GetLastError();
    sortid_status status = SORTID_STATE_UNUSABLE;
    write_name(name, lock);
    HANDLE mutex = CreateMutexExA(NULL, name, 0, SYNCHRONIZE | MUTEX_MODIFY_STATE);
    if (mutex != NULL) {
        status = wait_for(mutex, milliseconds, lock);
        if (status != SORTID_OK)
            CloseHandle(mutex);
    }
    SetLastError(saved);
    return status;
}

sortid_status sortid_system_lock_take(struct lock *lock)
{
    return take_within(INFINITE, lock);
}

sortid_status sortid_system_lock_try(struct lock *lock)
{
    return take_within(0, lock);
}

void sortid_system_lock_leave(struct lock *lock)
{
    HANDLE mutex =
        (HANDLE)(uintptr_t)lock->opaque[HANDLE_OF_OWNER]; // NOLINT(performance-no-int-to-ptr)
    DWORD saved = GetLastError();
    memset(&lock->opaque[HANDLE_OF_OWNER], 0, 3 * sizeof lock->opaque[0]);
    ReleaseMutex(mutex);
    CloseHandle(mutex);
    SetLastError(saved);
}

#endif
