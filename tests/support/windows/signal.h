/* SPDX-License-Identifier: MIT */
/* windows/signal.h: see posix.h in this folder. Tests built for Windows include it under this
 * name. */
#include_next <signal.h>
#include <sys/time.h>

#include "posix.h"
