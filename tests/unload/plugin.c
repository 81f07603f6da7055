/* SPDX-License-Identifier: MIT */
/* unload/plugin.c: a plug-in that makes IDs, linked with the static and with the shared library. */
#include "plugin.h"

#include <sortid.h>

plugin_function plugin_make;

sortid_status plugin_make(sortid_ulid *id, const char *(**version)(void))
{
    *version = sortid_version;
    return sortid_ulid_new(id, NULL);
}
