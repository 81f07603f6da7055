/* SPDX-License-Identifier: MIT */
/* generate/scru128v1.c: the machine of SCRU128 v1 as a table, for code that works for any format. */
#include "scru128v1.h"

const struct machine_ops sortid_generate_ops_scru128v1 = {
    OPS_OF_FORMAT(scru128v1),
    .rules = {.default_mode = SORTID_MODE_RESET, .unit_us = 1000},
    .timeline = &SCRU128V1_TIMELINE,
};
