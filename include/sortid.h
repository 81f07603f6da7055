/* SPDX-License-Identifier: MIT */
/* sortid.h: sortable unique identifiers, all of the library.
 *
 *     sortid_scru128 id;
 *     if (sortid_scru128_make(&id, NULL) != SORTID_OK) ...
 *
 * Each format has the same verbs with the same order of parameters, outputs
 * first: who knows one header below knows all. */
#ifndef SORTID_H
#define SORTID_H

#include "sortid/base.h"
#include "sortid/source.h"
#include "sortid/shared.h"
#include "sortid/format.h"
#include "sortid/scru128.h"
#include "sortid/scru128v1.h"
#include "sortid/scru160.h"
#include "sortid/scru64.h"
#include "sortid/ulid.h"

#endif
