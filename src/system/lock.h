/* SPDX-License-Identifier: MIT */
/* system/lock.h: a lock in memory that processes may share. It survives the death of its holder: the next
 * process gets it, so what it guards must be whole at any moment. Called by generator/; implemented in
 * lock_posix.c and lock_windows.c. All calls keep errno. */
#pragma once

#include <sortid/base.h>

struct lock {
    uint64_t opaque[12];
};

/* The kind of the lock here (C library, width of its words): two programs can share a lock of the same
 * kind. 0: this system has none. */
uint32_t sortid_system_lock_kind(void);

/* Makes the lock, before anyone takes it. SORTID_STATE_UNUSABLE if this system has none;
 * SORTID_RANDOM_FAILED on Windows, where its name is random. */
sortid_status sortid_system_lock_init(struct lock *lock);

/* Waits for the lock. SORTID_BUSY in a call inside a call, if the thread has the lock;
 * SORTID_STATE_DAMAGED if the memory has no lock; SORTID_STATE_UNUSABLE if Windows refuses it to this
 * user. */
sortid_status sortid_system_lock_take(struct lock *lock);

/* The same without a wait: SORTID_WAIT if another thread has the lock. For tests. */
sortid_status sortid_system_lock_try(struct lock *lock);

void sortid_system_lock_leave(struct lock *lock);
