/* SPDX-License-Identifier: MIT */
/* text/refuse.h: how a parser refuses a text: a status, and the position in bytes if the caller
 * wants it. All parsers use it, so that a fault has the same status and position everywhere. */
#pragma once

#include <sortid/base.h>

static inline sortid_status refuse(size_t *position, size_t at, sortid_status status)
{
    if (position != NULL)
        *position = at;
    return status;
}

/* The position is the smaller of the given and the expected length. */
static inline sortid_status check_length(size_t length, size_t expected, size_t *position)
{
    if (length == expected)
        return SORTID_OK;
    return refuse(position, length < expected ? length : expected, SORTID_BAD_LENGTH);
}
