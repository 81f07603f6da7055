/* SPDX-License-Identifier: MIT */
/* windows/sys/syscall.h: see posix.h in the parent folder. Tests built for Windows include it under
 * this name. */
#include "../posix.h"
