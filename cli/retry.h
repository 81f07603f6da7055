/* SPDX-License-Identifier: MIT */
/* retry.h: whether a read or write that failed may be tried again. Called by all that
 * reads a stream or writes to one, right after the call, while errno is its own. It
 * never tries itself and never waits for a descriptor that blocks. */
#ifndef CLI_RETRY_H
#define CLI_RETRY_H

#include <stdbool.h>

/* True after a signal that came between, at once; and, where another program has left the
 * stream non-blocking, as soon as it is ready. False: errno says what stands in the way. */
bool retry_read(int descriptor);
bool retry_write(int descriptor);

#endif
