/* SPDX-License-Identifier: MIT */
/* robust.c: for programs that run under qemu's user emulation, whose kernel half has no robust
 * mutexes: they get plain ones, shared by processes all the same. Linked in by
 * tests/CMakeLists.txt there and nowhere else; tests in which a holder of the mutex dies skip. Weak:
 * system/test_lock_posix.c has its own. */
#include <pthread.h>

int __wrap_pthread_mutexattr_setrobust(pthread_mutexattr_t *attributes, int robustness);
__attribute__((weak)) int __wrap_pthread_mutexattr_setrobust(pthread_mutexattr_t *attributes,
                                                             int robustness)
{
    (void)attributes, (void)robustness;
    return 0;
}
