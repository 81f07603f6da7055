/* SPDX-License-Identifier: MIT */
/* windows/sys/resource.h: see posix.h in the parent folder. Tests built for Windows include it
 * under this name. */
#include "../posix.h"
