/* SPDX-License-Identifier: MIT */
/* locked.c: implements locked.h. A separate file, because internal names of the library conflict with names of
 * the bench. */
#include "locked.h"

#include "../src/generator/shared.h"

sortid_status locked_use(sortid_generator *generator)
{
    struct shared_generator *shared = SHARED_OF(GENERATOR_OF(generator));
    shared->method = METHOD_LOCK;
    shared->counts_on = false;
    return sortid_system_lock_init(&shared->state->lock);
}
