/* SPDX-License-Identifier: MIT */
/* getrandom.h: the kernel's getrandom by a script: the calls of this process fail with an
 * error, give fewer bytes than were asked for, are interrupted, or wait, and then go to the
 * kernel after all. By a seccomp filter that traps the call, so it reaches what a C library
 * calls inside itself. Used in child processes of tests only: the trap has no way back, and
 * holds for their children too. Linux on x86-64 and AArch64. */
#ifndef SORTID_TESTS_GETRANDOM_H
#define SORTID_TESTS_GETRANDOM_H

#include <stdbool.h>
#include <stddef.h>

/* What the next calls do, and what came of it. Changed between calls, or in `before`. */
typedef struct support_getrandom {
    int error;            /* 0, or the errno of all calls but the first `passing` */
    size_t passing;       /* calls that succeed before that */
    size_t interruptions; /* calls that end with EINTR before any other thing */
    size_t most;          /* bytes of a call at most; 0: as many as asked for */
    bool gives_none;      /* calls succeed with 0 bytes */
    void (*before)(void); /* called in the trap, as a wait would be; may be NULL */
    size_t calls, bytes;  /* seen, and handed out */
} support_getrandom;
extern support_getrandom support_getrandom_script;

/* From now on this process's getrandom does what the script says; false, with the reason
 * printed, where no filter can be set or the C library's randomness does not ask the
 * kernel at each call. Calls with flags, which C libraries make for themselves at their
 * start, go through. */
bool support_trap_getrandom(void);

#endif
