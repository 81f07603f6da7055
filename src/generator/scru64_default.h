/* SPDX-License-Identifier: MIT */
/* generator/scru64_default.h: the default generator of scru64, by format. */
#pragma once

#include "generator.h"

sortid_status sortid_generator_new_scru64(uint8_t *id, sortid_event *event);
sortid_status sortid_generator_new_fill_scru64(uint8_t *ids, size_t count, size_t *done,
                                               sortid_event *event);
