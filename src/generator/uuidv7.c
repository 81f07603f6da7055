/* SPDX-License-Identifier: MIT */
/* generator/uuidv7.c: the public functions that make UUIDv7s. paths.h has the code behind them,
 * generate/uuidv7.h the rules of the format. */
#include "../generate/uuidv7.h"
#include "typed.h"

#define FORMAT(name)  uuidv7_##name
#define FORMAT_NUMBER FORMAT_UUIDV7
#define FORMAT_OPS    sortid_generate_ops_uuidv7
#define ID_SIZE       SORTID_UUIDV7_SIZE
#define DRAWS         true
#include "paths.h"

sortid_status sortid_uuidv7_generator_init(INIT_PARAMETERS(uuidv7)) INIT_BODY(uuidv7);
sortid_status sortid_uuidv7_generator_next(NEXT_PARAMETERS(uuidv7)) NEXT_BODY(uuidv7);
sortid_status sortid_uuidv7_generator_fill(NEXT_IDS_PARAMETERS(uuidv7)) NEXT_IDS_BODY(uuidv7);
sortid_status sortid_uuidv7_generator_fill_text(NEXT_TEXTS_PARAMETERS(uuidv7))
    NEXT_TEXTS_BODY(uuidv7);
sortid_status sortid_uuidv7_new(NEW_PARAMETERS(uuidv7)) NEW_BODY(uuidv7);
sortid_status sortid_uuidv7_new_text(NEW_TEXT_PARAMETERS(UUIDV7)) NEW_UNCHECKED_TEXT_BODY(uuidv7);
sortid_status sortid_uuidv7_fill(NEW_IDS_PARAMETERS(uuidv7)) NEW_IDS_BODY(uuidv7);
sortid_status sortid_uuidv7_fill_text(NEW_TEXTS_PARAMETERS) NEW_TEXTS_BODY(uuidv7);
sortid_status sortid_uuidv7_new_at(AT_PARAMETERS(uuidv7)) NEW_AT_BODY(uuidv7);

GENERATOR_OPS(uuidv7);
