/* SPDX-License-Identifier: MIT */
/* format/node_spec.h: the check of a node spec that a caller may have filled in by hand. */
#pragma once

#include <sortid/scru64.h>

/* SORTID_OUT_OF_RANGE: size not 1 to 23, a node id that does not fit it, a last ID beyond the
 * format or of another node; SORTID_RESERVED: a last ID with a reserved timestamp. */
sortid_status sortid_format_check_node_spec(const sortid_scru64_node_spec *spec);
