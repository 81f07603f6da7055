/* SPDX-License-Identifier: MIT */
/* getrandom.h: a scripted getrandom: the calls of this process fail with an error, give fewer
 * bytes than requested, are interrupted, or wait, and then go to the kernel. A seccomp filter
 * traps the call, so calls inside a C library are scripted too. Used in child processes of
 * tests only: the trap cannot be removed, and their children inherit it. Linux on x86-64 and AArch64. */
#ifndef SORTID_TESTS_GETRANDOM_H
#define SORTID_TESTS_GETRANDOM_H

#include <stdbool.h>
#include <stddef.h>

/* What the next calls do, and what they did. Changed between calls, or in `before`. */
typedef struct support_getrandom {
    int error;            /* 0, or the errno of all calls but the first `passing` */
    size_t passing;       /* calls that succeed before that */
    size_t interruptions; /* calls that end with EINTR before any other thing */
    size_t most;          /* bytes of a call at most; 0: as many as asked for */
    bool gives_none;      /* calls succeed with 0 bytes */
    void (*before)(void); /* called in the trap, to act as a wait; may be NULL */
    size_t calls, bytes;  /* seen, and handed out */
} support_getrandom;
extern support_getrandom support_getrandom_script;

/* From now on this process's getrandom follows the script; false, with the reason
 * printed, where no filter can be set or the C library's randomness does not ask the
 * kernel at each call. Calls with flags, which C libraries make for themselves at their
 * start, go through. */
bool support_trap_getrandom(void);

#endif
