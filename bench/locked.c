/* SPDX-License-Identifier: MIT */
/* locked.c: see locked.h. A file of its own, since the library's inner names are not those
 * of the bench. */
#include "locked.h"

#include "../src/shared/generator.h"

void locked_use(void *generator)
{
    ((struct shared *)generator)->method = METHOD_LOCK;
}
