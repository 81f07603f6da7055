/* SPDX-License-Identifier: MIT */
/* generator/table.c: the operations of each format. A new format gets a line here. */
#include "generator.h"

extern const struct generator_ops sortid_generator_ops_scru128, sortid_generator_ops_scru128v1,
    sortid_generator_ops_scru160, sortid_generator_ops_scru64, sortid_generator_ops_ulid;

static const struct generator_ops *const OPS[] = {
    [FORMAT_SCRU128] = &sortid_generator_ops_scru128,
    [FORMAT_SCRU128V1] = &sortid_generator_ops_scru128v1,
    [FORMAT_SCRU160] = &sortid_generator_ops_scru160,
    [FORMAT_SCRU64] = &sortid_generator_ops_scru64,
    [FORMAT_ULID] = &sortid_generator_ops_ulid,
};

const struct generator_ops *sortid_generator_ops_at(uint64_t number)
{
    return number < sizeof OPS / sizeof *OPS ? OPS[number] : NULL;
}

const struct generator_ops *sortid_generator_ops_of(const sortid_format *format)
{
    return OPS[format->number];
}
