/* SPDX-License-Identifier: MIT */
/* format/list.h: the list of formats: the names of the objects that each format defines, and its
 * permanent number, which state files store. */
#pragma once

#include "format.h"

/* X(object, name of the number, number, calls of src/generator, its name in identifiers) */
#define EACH_FORMAT(X)                                                                             \
    X(sortid_format_scru128, FORMAT_SCRU128, 1, sortid_generator_ops_scru128, scru128)             \
    X(sortid_format_scru128v1, FORMAT_SCRU128V1, 2, sortid_generator_ops_scru128v1, scru128v1)     \
    X(sortid_format_scru160, FORMAT_SCRU160, 3, sortid_generator_ops_scru160, scru160)             \
    X(sortid_format_scru64, FORMAT_SCRU64, 4, sortid_generator_ops_scru64, scru64)                 \
    X(sortid_format_ulid, FORMAT_ULID, 5, sortid_generator_ops_ulid, ulid)                         \
    X(sortid_format_uuidv7, FORMAT_UUIDV7, 6, sortid_generator_ops_uuidv7, uuidv7)                 \
    X(sortid_format_ksuid, FORMAT_KSUID, 7, sortid_generator_ops_ksuid, ksuid)

#define DECLARE_FORMAT(OBJECT, NUMBER_NAME, NUMBER, OPS, NAME)                                     \
    extern const struct sortid_format OBJECT;
EACH_FORMAT(DECLARE_FORMAT)
#undef DECLARE_FORMAT

#define NAME_NUMBER(OBJECT, NUMBER_NAME, NUMBER, OPS, NAME) NUMBER_NAME = (NUMBER),
enum { EACH_FORMAT(NAME_NUMBER) };
#undef NAME_NUMBER

#define ADD_ONE(OBJECT, NUMBER_NAME, NUMBER, OPS, NAME) +1
enum { FORMAT_COUNT = 0 EACH_FORMAT(ADD_ONE) };
#undef ADD_ONE
