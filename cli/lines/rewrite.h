/* SPDX-License-Identifier: MIT */
/* rewrite.h: copies text byte for byte, except that IDs have their time after them, or are replaced
 * by another encoding or their time. Lines are written as soon as they are read. */
#pragma once

#include "../options/options.h"

/* Replaces the IDs of the files, or those in the field of --field, by what -e names. A record whose
 * field has no ID, and an ID that cannot be written so, are copied and reported (status 1). */
void rewrite_ids(const struct options *options);
