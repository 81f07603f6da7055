/* SPDX-License-Identifier: MIT */
/* system/lock.h: a lock in memory that processes may share. When its holder dies, the next process
 * gets it, so what it guards must be consistent at any moment. All calls keep errno. */
#pragma once

#include <sortid/base.h>

struct lock {
    uint64_t opaque[12];
};

/* The kind of lock (C library, width of its words), which programs that share a lock must have in
 * common. 0: this system has no locks. */
uint32_t sortid_system_lock_kind(void);

/* Makes the lock, before it is taken. SORTID_STATE_UNUSABLE if this system has no locks;
 * SORTID_RANDOM_FAILED on Windows, where its name is random. */
sortid_status sortid_system_lock_init(struct lock *lock);

/* Waits for the lock. SORTID_BUSY if the thread holds it, in a nested call; SORTID_STATE_DAMAGED if
 * the memory has no lock; SORTID_STATE_UNUSABLE if Windows refuses it to this user. */
sortid_status sortid_system_lock_take(struct lock *lock);

/* The same without waiting: SORTID_WAIT if another thread holds the lock. For tests. */
sortid_status sortid_system_lock_try(struct lock *lock);

void sortid_system_lock_leave(struct lock *lock);
