/* SPDX-License-Identifier: MIT */
/* generate/scru64.c: the machine of SCRU64 as a table, for code that works for every format. */
#include "scru64.h"

const struct machine_ops sortid_generate_ops_scru64 = {
    OPS_OF_FORMAT(scru64),
    .last_id_size = 8,
    .configure = sortid_generate_scru64_configure,
    .timeline = &SCRU64_TIMELINE,
    .parameters = scru64_parameters,
    .from_parameters = scru64_from_parameters,
};
