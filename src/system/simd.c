/* SPDX-License-Identifier: MIT */
/* system/simd.c: sets the implementation of simd/, by name or by the environment. */
#include "system.h"
#include "../simd/simd.h"

#include <sortid/unstable.h>

#include <string.h>

/* NULL: no implementation with this name runs here. */
static const struct simd *find(const char *name)
{
    for (size_t i = 0; sortid_simd_all[i] != NULL; i++)
        if (strcmp(sortid_simd_all[i]->name, name) == 0 && sortid_simd_runs(i))
            return sortid_simd_all[i];
    return NULL;
}

sortid_status sortid_simd_use(const char *name)
{
    if (name == NULL)
        name = sortid_system_environment("SORTID_SIMD");
    const struct simd *chosen = name != NULL ? find(name) : sortid_simd_all[sortid_simd_best()];
    if (chosen == NULL)
        return SORTID_BAD_OPTION;
    sortid_simd_set(chosen);
    return SORTID_OK;
}
