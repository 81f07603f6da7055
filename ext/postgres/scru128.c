/* SPDX-License-Identifier: MIT */
/* scru128.c: the SQL functions of the type scru128: those of bytes.h, and its fields. The server
 * calls them as sortid--0.9.sql declares them; no other file does. */
#include "sortid_pg.h"

#define FORMAT scru128
#include "bytes.h"

OF_SESSION(make, TYPE, 0)

STATELESS

FIELD_INT4(counter_hi, 1)
FIELD_INT4(counter_lo, 2)
FIELD_INT8(entropy, 3)
