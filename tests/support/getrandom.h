/* SPDX-License-Identifier: MIT */
/* getrandom.h: a scripted getrandom: the calls of this process fail with an error, give fewer bytes
 * than requested, are interrupted, or wait, and then go to the kernel. A seccomp filter traps the
 * call, so calls inside a C library are scripted too. Used in child processes of tests only: the
 * trap cannot be removed, and their children inherit it. Linux on x86-64 and AArch64. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* The next calls' behavior, and what they did. Changed between calls, or in `before`. */
typedef struct support_getrandom {
    int error;            /* 0, or the errno of all calls after the first `passing` */
    size_t passing;       /* calls that succeed before that */
    size_t interruptions; /* calls that end with EINTR at first */
    size_t most;          /* the most bytes of a call; 0: all requested bytes */
    bool gives_none;      /* calls succeed with 0 bytes */
    void (*before)(void); /* called in the trap, to simulate a wait; may be NULL */
    size_t calls, bytes;  /* trapped, and given out */
} support_getrandom;
extern support_getrandom support_getrandom_script;

/* From now on this process's getrandom follows the script. False, with the reason printed, if no
 * filter can be set or if the C library's randomness does not call the kernel each time. Calls with
 * flags, which C libraries make for themselves at start, pass. */
bool support_trap_getrandom(void);
