/* SPDX-License-Identifier: MIT */
/* generate/ksuid.c: the machine of KSUID as a table, for code that works for every format. */
#include "ksuid.h"

const struct machine_ops sortid_generate_ops_ksuid = {
    OPS_OF_FORMAT(ksuid),
    .rules = {.flags = SORTID_OPTION_STATELESS,
              .default_mode = SORTID_MODE_RESET,
              .unit_us = 1000000,
              .guard_bits = 1},
    .timeline = &KSUID_TIMELINE,
};
