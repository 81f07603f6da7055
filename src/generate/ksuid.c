/* SPDX-License-Identifier: MIT */
/* generate/ksuid.c: the machine of KSUID as a table, for code that works for every format. */
#include "ksuid.h"

const struct machine_ops sortid_generate_ops_ksuid = {
    OPS_OF_FORMAT(ksuid),
    .configure = ksuid_configure,
    .timeline = &KSUID_TIMELINE,
};
