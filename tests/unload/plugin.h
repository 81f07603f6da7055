/* SPDX-License-Identifier: MIT */
/* unload/plugin.h: the function of the plug-in. */
#pragma once

#include <sortid/ulid.h>

/* Makes an ID by the plug-in's copy of the library, and gives the address of a function of it. */
typedef sortid_status plugin_function(sortid_ulid *id, const char *(**version)(void));
