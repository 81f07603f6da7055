/* SPDX-License-Identifier: MIT */
/* locks.h: for tests that need a lock of source/lock.h, which states are made with. */
#ifndef SORTID_TESTS_LOCKS_H
#define SORTID_TESTS_LOCKS_H

#include "../support/support.h"

#include "source/lock.h"

/* glibc on some machines makes no robust mutex where the kernel is qemu's. */
static inline void need_locks(void)
{
    struct lock lock;
    sortid_status status = sortid_source_lock_init(&lock);
    if (status == SORTID_STATE_UNUSABLE && *support_emulated() != '\0') {
        printf("SKIPPED: the emulator has no robust mutexes%s\n", support_emulated());
        skip();
    }
    EXPECT_STATUS(status, SORTID_OK, "a lock");
}

#endif
