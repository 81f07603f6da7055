/* SPDX-License-Identifier: MIT */
/* windows/sys/time.h: see posix.h in its folder: what the tests find under this name when they
 * are built for Windows. */
#include_next <sys/time.h>

#include "../posix.h"
