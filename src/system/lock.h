/* SPDX-License-Identifier: MIT */
/* system/lock.h: a lock in memory that processes may share, which outlives the death of
 * who holds it: the next one gets it, and must find what it guards whole at any moment.
 * Called by shared/; implemented in lock_posix.c and lock_windows.c. All calls keep errno. */
#ifndef SORTID_SYSTEM_LOCK_H
#define SORTID_SYSTEM_LOCK_H

#include <sortid/base.h>

struct lock {
    uint64_t opaque[12];
};

/* A number for what the lock is made of here: two programs may share one if they agree
 * in it (C library, width of its words). 0: this system has none. */
uint32_t sortid_system_lock_kind(void);

/* Makes the lock, before anyone takes it. SORTID_STATE_UNUSABLE where there is none;
 * SORTID_RANDOM_FAILED on Windows, where its name is drawn by chance. */
sortid_status sortid_system_lock_init(struct lock *lock);

/* Waits for it. SORTID_BUSY from a call inside a call whose own thread holds it;
 * SORTID_STATE_DAMAGED if the memory holds no lock; SORTID_STATE_UNUSABLE where Windows
 * will not give it to this user. */
sortid_status sortid_system_lock_take(struct lock *lock);

/* SORTID_WAIT, at once, while somebody holds it. */
sortid_status sortid_system_lock_try(struct lock *lock);

void sortid_system_lock_leave(struct lock *lock);

#endif
