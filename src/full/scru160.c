/* SPDX-License-Identifier: MIT */
/* full/scru160.c: the public generator of scru160: its machine with sources. The
 * alternative counter usage wants a clock of true microseconds. */
#include "generator.h"
#include "../generate/plan_scru160.h"

sortid_status sortid_scru160_generator_init(sortid_scru160_generator *generator,
                                            const sortid_scru160_options *options,
                                            const sortid_sources *sources)
{
    sortid_scru160_machine machine;
    sortid_status status = sortid_scru160_machine_init(&machine, options);
    if (status != SORTID_OK)
        return status;
    bool microseconds = options != NULL && options->microseconds;
    return sortid_full_start(GENERATOR_OF(generator), MACHINE_OF(&machine), sources,
                             microseconds ? 1 : UINT32_MAX);
}

SORTID_FULL_GENERATE(scru160)
