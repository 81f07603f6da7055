/* SPDX-License-Identifier: MIT */
/* generate/uuidv7.c: the machine of UUIDv7 as a table, for code that works for every format. */
#include "uuidv7.h"

const struct machine_ops sortid_generate_ops_uuidv7 = {
    OPS_OF_FORMAT(uuidv7),           .configure = uuidv7_configure,
    .timeline = &UUIDV7_TIMELINE,    .counter_fits = uuidv7_counter_fits,
    .parameters = uuidv7_parameters, .from_parameters = uuidv7_from_parameters,
};
