/* SPDX-License-Identifier: MIT */
/* windows/stdlib.h: see posix.h in this folder. Tests built for Windows include it under this
 * name. */
#include_next <stdlib.h>
#include <sys/time.h>

#include "posix.h"
