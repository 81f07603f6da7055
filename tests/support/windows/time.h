/* SPDX-License-Identifier: MIT */
/* windows/time.h: see posix.h in this folder. Tests built for Windows include it under this
 * name. */
#include_next <time.h>

#include "posix.h"
