/* SPDX-License-Identifier: MIT */
/* generator/table.c: the typed calls of each format, from format/list.h. */
#include "generator.h"

#define DECLARE_OPS(OBJECT, NUMBER_NAME, NUMBER, OPS, MACHINE)                                     \
    extern const struct generator_ops OPS;
EACH_FORMAT(DECLARE_OPS)
#undef DECLARE_OPS

#define OPS_AT_NUMBER(OBJECT, NUMBER_NAME, NUMBER, OPS, MACHINE) [NUMBER] = &(OPS),
static const struct generator_ops *const TABLE[] = {EACH_FORMAT(OPS_AT_NUMBER)};
#undef OPS_AT_NUMBER

const struct generator_ops *sortid_generator_ops_of(const sortid_format *format)
{
    return TABLE[format->number];
}
