/* SPDX-License-Identifier: MIT */
/* generate/ulid.c: the machine of ULID as a table, for code that works for every format. */
#include "ulid.h"

const struct machine_ops sortid_generate_ops_ulid = {
    OPS_OF_FORMAT(ulid),
    .last_id_size = 16,
    .rules = {.flags = SORTID_OPTION_STATELESS | SORTID_OPTION_BORROW | SORTID_OPTION_RANDOM_STEP,
              .default_mode = SORTID_MODE_RESET,
              .unit_us = 1000,
              .guard_bits = 1},
    .timeline = &ULID_TIMELINE,
};
