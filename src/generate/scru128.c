/* SPDX-License-Identifier: MIT */
/* generate/scru128.c: the machine of SCRU128 as a table, for code that works for every format. */
#include "scru128.h"

const struct machine_ops sortid_generate_ops_scru128 = {
    OPS_OF_FORMAT(scru128),
    .rules = {.flags = SORTID_OPTION_STATELESS, .default_mode = SORTID_MODE_RESET, .unit_us = 1000},
    .timeline = &SCRU128_TIMELINE,
};
