/* SPDX-License-Identifier: MIT */
/* robust.c: for programs that run under qemu's user emulation, which has no robust mutexes: they
 * get plain ones, which processes can share too. tests/CMakeLists.txt links it only for them; tests
 * in which an owner of the mutex dies are skipped. Weak: system/test_lock_posix.c defines another
 * one. */
#include <pthread.h>

int __wrap_pthread_mutexattr_setrobust(pthread_mutexattr_t *attributes, int robustness);
__attribute__((weak)) int __wrap_pthread_mutexattr_setrobust(pthread_mutexattr_t *attributes,
                                                             int robustness)
{
    (void)attributes, (void)robustness;
    return 0;
}
