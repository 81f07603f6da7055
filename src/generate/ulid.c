/* SPDX-License-Identifier: MIT */
/* generate/ulid.c: the machine of ULID as a table, for code that works for every format. */
#include "ulid.h"

const struct machine_ops sortid_generate_ops_ulid = {
    OPS_OF_FORMAT(ulid),
    .last_id_size = 16,
    .configure = ulid_configure,
    .timeline = &ULID_TIMELINE,
};
