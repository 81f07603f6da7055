/* SPDX-License-Identifier: MIT */
/* forbid.c: see forbid.h: a seccomp filter of one rule. Linked into every unit test, called in
 * child processes of tests of failing randomness, and into a library that is preloaded. It checks
 * the filter with a call, because a C library may take its randomness from another source. */
#include "forbid.h"

#include <errno.h>
#include <stddef.h>

#if defined(__linux__)

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/syscall.h>

bool support_forbid_getrandom(int error)
{
    struct sock_filter rules[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_getrandom, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ((unsigned)error & SECCOMP_RET_DATA)),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {.len = sizeof rules / sizeof rules[0], .filter = rules};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
        return false;
    unsigned char byte;
    return getrandom(&byte, 1, 0) == -1 && errno == error;
}

#else

bool support_forbid_getrandom(int error)
{
    (void)error;
    return false;
}

#endif
