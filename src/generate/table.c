/* SPDX-License-Identifier: MIT */
/* generate/table.c: the operations of each format's machine. A new format gets a header and a line
 * here. Used by the code that works for every format. */
#include "ksuid.h"
#include "scru128.h"
#include "scru128v1.h"
#include "scru160.h"
#include "scru64.h"
#include "ulid.h"
#include "uuidv7.h"

static const struct machine_ops *const OPS[] = {
    [FORMAT_SCRU128] = &SCRU128_OPS, [FORMAT_SCRU128V1] = &SCRU128V1_OPS,
    [FORMAT_SCRU160] = &SCRU160_OPS, [FORMAT_SCRU64] = &SCRU64_OPS,
    [FORMAT_ULID] = &ULID_OPS,       [FORMAT_UUIDV7] = &UUIDV7_OPS,
    [FORMAT_KSUID] = &KSUID_OPS,
};

const struct machine_ops *sortid_generate_ops_at(uint64_t number)
{
    return number < sizeof OPS / sizeof *OPS ? OPS[number] : NULL;
}

const struct machine_ops *sortid_generate_ops_of(const sortid_format *format)
{
    return OPS[format->number];
}
