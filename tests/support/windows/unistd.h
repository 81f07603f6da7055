/* SPDX-License-Identifier: MIT */
/* windows/unistd.h: see posix.h in this folder. Tests built for Windows include it under this
 * name. */
#include_next <unistd.h>
#include <sys/time.h>

#include "posix.h"
