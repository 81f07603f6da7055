/* SPDX-License-Identifier: MIT */
/* scru128v1.c: the SQL functions of the type scru128v1: those of bytes.h, and its fields. The
 * server calls them as sortid--0.9.sql declares them; no other file does. */
#include "sortid_pg.h"

#define FORMAT scru128v1
#include "bytes.h"

OF_SESSION(make, TYPE, 0)

FIELD_INT4(counter, 1)
FIELD_INT4(per_sec_random, 2)
FIELD_INT8(per_gen_random, 3)
