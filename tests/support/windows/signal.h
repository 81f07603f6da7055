/* SPDX-License-Identifier: MIT */
/* windows/signal.h: see posix.h in its folder: what the tests find under this name when they
 * are built for Windows. */
#include_next <signal.h>
#include <sys/time.h>

#include "posix.h"
