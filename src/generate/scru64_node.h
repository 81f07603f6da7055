/* SPDX-License-Identifier: MIT */
/* generate/scru64_node.h: the calls of the SCRU64 machine other than a step: options, another
 * node, and the node spec to continue from. */
#ifndef SORTID_GENERATE_SCRU64_NODE_H
#define SORTID_GENERATE_SCRU64_NODE_H

#include <sortid/scru64.h>

#include "machine.h"

/* The configure function of scru64. SORTID_NO_NODE_SPEC, SORTID_OUT_OF_RANGE, SORTID_RESERVED. */
configure_function sortid_generate_scru64_configure;

/* The same for options that set only this node and this bound (NULL: none), but faster. Returns
 * the statuses of the node spec; on failure the machine must not be used. */
sortid_status sortid_generate_scru64_start(struct machine *machine,
                                           const sortid_scru64_node_spec *node,
                                           const sortid_bound *bound);

/* Gives a prepared machine another node. The options stay, and IDs continue after both the
 * machine's last ID and the spec's. On failure the machine is unchanged: SORTID_OUT_OF_RANGE,
 * SORTID_RESERVED, SORTID_BAD_OPTION (the guard). */
sortid_status sortid_generate_scru64_set_node(struct machine *machine,
                                              const sortid_scru64_node_spec *spec);

void sortid_generate_scru64_node_spec(sortid_scru64_node_spec *out, const struct machine *machine);

#endif
