/* SPDX-License-Identifier: MIT */
/* family.h: a family of processes that make IDs: a parent, two children from the
 * same state, a grandchild. All their IDs must differ, each process's own must
 * increase, and a child's must have a later timestamp than its parent's last
 * before the fork (or be above it, if they share a state). Used by the fork tests of
 * private and default generators; it makes no ID itself. */
#ifndef SORTID_TESTS_FAMILY_H
#define SORTID_TESTS_FAMILY_H

#include "formats.h"

#include <sys/types.h>

/* Makes the next ID; `context` is the family's, inherited by each child. */
typedef sortid_status support_make(void *id, void *context);

/* What a child does before its first ID; 0 if all is well. `member` is 1 or 2
 * for a child, 3 for the grandchild. NULL: nothing. */
typedef int support_moved_out(int member, void *context);

typedef struct support_family {
    const support_format *format;
    pid_t (*fork_call)(void);
    support_make *make;
    support_moved_out *moved_out;
    bool goes_on; /* they share a state: a child continues above its parent's IDs, not in a later
                   * timestamp */
    void *context;
} support_family;

/* fork, and the kernel's call without the C library's handlers around it. */
pid_t support_plain_fork(void);
pid_t support_raw_clone(void);

/* Whether a raw clone can be noticed here. With SORTID_EMULATED=1 it cannot: qemu-user
 * accepts MADV_WIPEONFORK and ignores it. Then false, and a printed line that `what` is
 * skipped for raw clones. */
bool support_notices_raw_clone(const char *what);

/* Runs the family; false, with the reason on standard error, if something is
 * wrong with its IDs. May be called in a child process. */
bool support_family_is_well(const support_family *family);

/* Whether `count` IDs of `size` bytes are all different; sorts them. */
bool support_all_differ(uint8_t *ids, size_t count, size_t size);

#endif
