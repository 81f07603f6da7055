/* SPDX-License-Identifier: MIT */
/* family.h: a family of processes that make IDs: a parent, two children from the same state, a
 * grandchild. All their IDs must differ, those of each process must increase, and a child's must
 * have a later timestamp than the last of its parent before the fork (or be above it, if they share
 * a state). Used by the fork tests of private and default generators; it makes no ID itself. */
#pragma once

#include "formats.h"

#include <sys/types.h>

/* Makes the next ID; `context` is the family's, inherited by each child. */
typedef sortid_status support_make(void *id, void *context);

/* Called in a child before its first ID; returns 0 for success. `member` is 1 or 2 for a child, 3
 * for the grandchild. NULL: nothing. */
typedef int support_prepare_child(int member, void *context);

typedef struct support_family {
    const support_format *format;
    pid_t (*fork_call)(void);
    support_make *make;
    support_prepare_child *prepare_child;
    bool shares_state; /* a child continues above its parent's IDs, not in a later timestamp */
    void *context;
} support_family;

/* fork, and the kernel's call without the handlers of the C library. */
pid_t support_plain_fork(void);
pid_t support_raw_clone(void);

/* Whether a raw clone can be noticed on this system. Not with SORTID_EMULATED=1: qemu-user accepts
 * MADV_WIPEONFORK and ignores it. Then false, and it prints that `what` is skipped for raw
 * clones. */
bool support_notices_raw_clone(const char *what);

/* Runs the family; false, with the reason on standard error, if its IDs are wrong. May be called in
 * a child process. */
bool support_family_succeeds(const support_family *family);

/* Whether `count` IDs of `size` bytes all differ; sorts them. */
bool support_all_differ(uint8_t *ids, size_t count, size_t size);
