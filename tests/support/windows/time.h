/* SPDX-License-Identifier: MIT */
/* windows/time.h: see posix.h in its folder: what the tests find under this name when they
 * are built for Windows. */
#include_next <time.h>

#include "posix.h"
