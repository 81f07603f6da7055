/* SPDX-License-Identifier: MIT */
/* generate/scru160.c: the machine of SCRU160 as a table, for code that works for every format. */
#include "scru160.h"

const struct machine_ops sortid_generate_ops_scru160 = {
    OPS_OF_FORMAT(scru160),
    .configure = scru160_configure,
    .timeline = &SCRU160_TIMELINE_MS,
    .timeline_of = scru160_timeline_of,
    .counter_fits = scru160_counter_fits,
    .parameters = scru160_parameters,
    .from_parameters = scru160_from_parameters,
};
