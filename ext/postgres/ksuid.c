/* SPDX-License-Identifier: MIT */
/* ksuid.c: the SQL functions of the type ksuid: those of bytes.h, and its field. The case of its
 * texts matters. The server calls them as sortid--0.9.sql declares them; no other file does. */
#include "sortid_pg.h"

#define FORMAT ksuid
#include "bytes.h"

MAKE_AT_FRACTION(UINT64CONST(1400000000000), 1000, 32, 22)

STATELESS

FIELD_BYTES(payload, 1)
