/* SPDX-License-Identifier: MIT */
/* generator/scru128v1.c: the public functions that make IDs of the original SCRU128. paths.h has
 * the code behind them, generate/scru128v1.h the rules of the format. */
#include "../generate/scru128v1.h"
#include "typed.h"

#define FORMAT(name)  scru128v1_##name
#define FORMAT_NUMBER FORMAT_SCRU128V1
#define FORMAT_OPS    sortid_generate_ops_scru128v1
#define ID_SIZE       SORTID_SCRU128V1_SIZE
#define DRAWS         true
#include "paths.h"

sortid_status sortid_scru128v1_generator_init(INIT_PARAMETERS(scru128v1)) INIT_BODY(scru128v1);
sortid_status sortid_scru128v1_generator_next(NEXT_PARAMETERS(scru128v1)) NEXT_BODY(scru128v1);
sortid_status sortid_scru128v1_generator_fill(NEXT_IDS_PARAMETERS(scru128v1))
    NEXT_IDS_BODY(scru128v1);
sortid_status sortid_scru128v1_generator_fill_text(NEXT_TEXTS_PARAMETERS(scru128v1))
    NEXT_TEXTS_BODY(scru128v1);
sortid_status sortid_scru128v1_new(NEW_PARAMETERS(scru128v1)) NEW_BODY(scru128v1);
sortid_status sortid_scru128v1_new_text(NEW_TEXT_PARAMETERS(SCRU128V1)) NEW_TEXT_BODY(scru128v1);
sortid_status sortid_scru128v1_fill(NEW_IDS_PARAMETERS(scru128v1)) NEW_IDS_BODY(scru128v1);
sortid_status sortid_scru128v1_fill_text(NEW_TEXTS_PARAMETERS) NEW_TEXTS_BODY(scru128v1);
sortid_status sortid_scru128v1_new_at(AT_PARAMETERS(scru128v1)) NEW_AT_BODY(scru128v1);

GENERATOR_OPS(scru128v1);
