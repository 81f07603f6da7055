/* SPDX-License-Identifier: MIT */
/* The SQL functions of the type scru128v1: those of bytes.h, and its fields. Called by the server
 * alone, as sortid--0.2.sql declares them; never by other files. */
#include "sortid_pg.h"

#define FORMAT scru128v1
#include "bytes.h"

FIELD_INT4(counter, 1)
FIELD_INT4(per_sec_random, 2)
FIELD_INT8(per_gen_random, 3)
