/* SPDX-License-Identifier: MIT */
/* windows/unistd.h: see posix.h in this folder. The tests include it under this name when they are
 * built for Windows. */
#include_next <unistd.h>
#include <sys/time.h>

#include "posix.h"
