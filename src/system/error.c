/* SPDX-License-Identifier: MIT */
/* system/error.c: see error.h. */
#include "error.h"

THREAD_LOCAL_DEFINE(int, sortid_system_thread_error)

int sortid_system_error(void)
{
    return *sortid_system_thread_error();
}
