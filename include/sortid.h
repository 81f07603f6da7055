/* SPDX-License-Identifier: MIT */
/* sortid.h: sortable unique identifiers: the whole library except sortid/node.h and
 * sortid/unstable.h.
 *
 *     char text[SORTID_ULID_TEXT_SIZE];
 *     sortid_status status = sortid_ulid_new_text(text, NULL);
 *
 * Every format has the same functions with the same arguments: learn one header of a format, and
 * the others match. Arguments come in this order: the object, outputs, inputs, diagnostics. */
#ifndef SORTID_H
#define SORTID_H

#include "sortid/base.h"
#include "sortid/source.h"
#include "sortid/state.h"
#include "sortid/format.h"
#include "sortid/generator.h"
#include "sortid/ksuid.h"
#include "sortid/scru128.h"
#include "sortid/scru128v1.h"
#include "sortid/scru160.h"
#include "sortid/scru64.h"
#include "sortid/scru64_node.h"
#include "sortid/typeid.h"
#include "sortid/ulid.h"
#include "sortid/uuidv7.h"
#include "sortid/recognize.h"

#endif
