/* SPDX-License-Identifier: MIT */
/* windows/sys/syscall.h: see posix.h in its folder: what the tests find under this name when they
 * are built for Windows. */
#include "../posix.h"
