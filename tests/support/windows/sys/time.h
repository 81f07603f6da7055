/* SPDX-License-Identifier: MIT */
/* windows/sys/time.h: see posix.h in the parent folder. Tests built for Windows include it under
 * this name. */
#include_next <sys/time.h>

#include "../posix.h"
