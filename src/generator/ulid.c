/* SPDX-License-Identifier: MIT */
/* generator/ulid.c: the public functions that make ULIDs. paths.h has the code behind them,
 * generate/ulid.h the rules of the format. */
#include "../generate/ulid.h"
#include "typed.h"

#define FORMAT(name)  ulid_##name
#define FORMAT_NUMBER FORMAT_ULID
#define FORMAT_OPS    sortid_generate_ops_ulid
#define ID_SIZE       SORTID_ULID_SIZE
#define DRAWS         false
#include "paths.h"

sortid_status sortid_ulid_generator_init(INIT_PARAMETERS(ulid)) INIT_BODY(ulid);
sortid_status sortid_ulid_generator_next(NEXT_PARAMETERS(ulid)) NEXT_BODY(ulid);
sortid_status sortid_ulid_generator_fill(NEXT_IDS_PARAMETERS(ulid)) NEXT_IDS_BODY(ulid);
sortid_status sortid_ulid_generator_fill_text(NEXT_TEXTS_PARAMETERS(ulid)) NEXT_TEXTS_BODY(ulid);
sortid_status sortid_ulid_new(NEW_PARAMETERS(ulid)) NEW_BODY(ulid);
sortid_status sortid_ulid_new_text(NEW_TEXT_PARAMETERS(ULID)) NEW_TEXT_BODY(ulid);
sortid_status sortid_ulid_fill(NEW_IDS_PARAMETERS(ulid)) NEW_IDS_BODY(ulid);
sortid_status sortid_ulid_fill_text(NEW_TEXTS_PARAMETERS) NEW_TEXTS_BODY(ulid);
sortid_status sortid_ulid_new_at(AT_PARAMETERS(ulid)) NEW_AT_BODY(ulid);

GENERATOR_OPS(ulid);
