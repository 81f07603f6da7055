/* SPDX-License-Identifier: MIT */
/* windows/sys/random.h: see posix.h in its folder: what the tests find under this name when they
 * are built for Windows. */
#include "../posix.h"
