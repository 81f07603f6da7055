/* SPDX-License-Identifier: MIT */
/* windows/time.h: see posix.h in this folder. The tests include it under this name when they are
 * built for Windows. */
#include_next <time.h>

#include "posix.h"
