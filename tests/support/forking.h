/* SPDX-License-Identifier: MIT */
/* forking.h: a clock that does not move and draws of zeros; one call of the two forks. For tests of a
 * fork in the middle of a fill. `child` says which process this is. */
#ifndef SORTID_TESTS_FORKING_H
#define SORTID_TESTS_FORKING_H

#include "support.h"

#include <sys/types.h>

/* What the clock says, in us. */
#define FORKING_US UINT64_C(1700000000123456)

typedef struct support_forking {
    pid_t (*fork_call)(void);
    size_t calls, fork_at; /* call number fork_at, from 1, forks; 0: none */
    pid_t child;           /* -1: no fork yet; 0: this is the child */
} support_forking;

/* The system's sources with clock and draws of `forking`, which must not move. */
sortid_sources support_forking_sources(support_forking *forking);

#endif
