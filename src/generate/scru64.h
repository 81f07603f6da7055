/* SPDX-License-Identifier: MIT */
/* generate/scru64.h: what the floors above ask of the SCRU64 machine beyond a
 * step: another node for it, and the node spec to go on from. */
#ifndef SORTID_GENERATE_SCRU64_H
#define SORTID_GENERATE_SCRU64_H

#include <sortid/scru64.h>

#include "machine.h"

/* Gives a prepared machine another node; the options stay, and IDs go on behind
 * both its last and the spec's. Untouched on failure: SORTID_OUT_OF_RANGE,
 * SORTID_RESERVED, SORTID_BAD_OPTION (the guard). */
sortid_status sortid_generate_scru64_set_node(struct machine *machine,
                                              const sortid_scru64_node_spec *spec);

void sortid_generate_scru64_node_spec(sortid_scru64_node_spec *out, const struct machine *machine);

#endif
