/* SPDX-License-Identifier: MIT */
/* forbid.h: forbids the calling process a system call, to test the library when the kernel refuses
 * it. It cannot be undone, so it is used only in child processes of tests and in programs under
 * faults/preload_random.c. */
#pragma once

#include <stdbool.h>

/* From now on the kernel's getrandom fails with `error`, an errno, in this process and its
 * children; false if this system cannot forbid the call. */
bool support_forbid_getrandom(int error);
