/* SPDX-License-Identifier: MIT */
/* generate/table.c: finds the operations of a format's machine. */
#include "ops.h"

#define OPS_AT_NUMBER(OBJECT, NUMBER_NAME, NUMBER, OPS, NAME)                                      \
    [NUMBER] = &sortid_generate_ops_##NAME,
static const struct machine_ops *const OPS[] = {EACH_FORMAT(OPS_AT_NUMBER)};
#undef OPS_AT_NUMBER

const struct machine_ops *sortid_generate_ops_at(uint64_t number)
{
    return number < sizeof OPS / sizeof *OPS ? OPS[number] : NULL;
}

const struct machine_ops *sortid_generate_ops_of(const sortid_format *format)
{
    return format != NULL ? OPS[format->number] : NULL;
}
