/* SPDX-License-Identifier: MIT */
/* windows/unistd.h: see posix.h in its folder: what the tests find under this name when they
 * are built for Windows. */
#include_next <unistd.h>
#include <sys/time.h>

#include "posix.h"
