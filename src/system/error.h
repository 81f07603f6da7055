/* SPDX-License-Identifier: MIT */
/* system/error.h: the operating system's number of a failed call, kept for sortid_system_error.
 * errno is not enough: calls restore it, and a DLL may use another C library. */
#pragma once

#include "thread_local.h"

#include <sortid/base.h>

THREAD_LOCAL_EXTERN(int, sortid_system_thread_error)

/* The status, for a call of the system that failed with this number. */
static inline sortid_status failed_by(int number, sortid_status status)
{
    *sortid_system_thread_error() = number;
    return status;
}
