/* SPDX-License-Identifier: MIT */
/* format/node_spec.h: the check of a node spec that a caller may have filled in by hand. */
#pragma once

#include <sortid/scru64_node.h>

#include "../text/bytes.h"

static inline bool node_spec_reserved_is_zero(const sortid_scru64_node_spec *spec)
{
    return are_zero(spec->reserved8, sizeof spec->reserved8) &&
           are_zero(spec->reserved, sizeof spec->reserved);
}

/* SORTID_OUT_OF_RANGE: size not 1 to 23, a node id that does not fit it, a last ID beyond the
 * format or of another node; SORTID_RESERVED: a last ID with a reserved timestamp;
 * SORTID_BAD_OPTION: a reserved word that is not 0. */
sortid_status sortid_format_check_node_spec(const sortid_scru64_node_spec *spec);
