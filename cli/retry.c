/* SPDX-License-Identifier: MIT */
/* retry.c: waits by poll() for streams that do not block. Called by input.c, output.c
 * and report.c. Non-blocking is a property of the open file, which programs share with
 * those beside and after them: a terminal or pipe may be left so by any of them. It is
 * not switched off here, since those others would be met by that. */
#define _POSIX_C_SOURCE 200809L
#include "retry.h"

#include <errno.h>
#include <poll.h>

/* A stream that broke is ready too: the next try says how. */
static bool wait_until(int descriptor, short ready)
{
    struct pollfd stream = {.fd = descriptor, .events = ready};
    return poll(&stream, 1, -1) >= 0 || errno == EINTR;
}

static bool retry(int descriptor, short ready)
{
    if (errno == EINTR)
        return true;
    return (errno == EAGAIN || errno == EWOULDBLOCK) && wait_until(descriptor, ready);
}

bool retry_read(int descriptor)
{
    return retry(descriptor, POLLIN);
}

bool retry_write(int descriptor)
{
    return retry(descriptor, POLLOUT);
}
