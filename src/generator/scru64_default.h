/* SPDX-License-Identifier: MIT */
/* generator/scru64_default.h: the default generator of scru64, one for the process: threads would
 * share its node id. Used by scru64.c and default.c. */
#pragma once

#include "generator.h"

/* sortid_scru64_new and sortid_scru64_fill, by format. */
sortid_status sortid_generator_new_scru64(uint8_t *id, sortid_event *event);
sortid_status sortid_generator_new_fill_scru64(uint8_t *ids, size_t count, size_t *done,
                                               sortid_event *event);
