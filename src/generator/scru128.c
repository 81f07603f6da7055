/* SPDX-License-Identifier: MIT */
/* generator/scru128.c: the public functions that make SCRU128 IDs. paths.h has the code behind
 * them, generate/scru128.h the rules of the format. */
#include "../generate/scru128.h"
#include "typed.h"

#define FORMAT(name)  scru128_##name
#define FORMAT_NUMBER FORMAT_SCRU128
#define FORMAT_OPS    sortid_generate_ops_scru128
#define ID_SIZE       SORTID_SCRU128_SIZE
#define DRAWS         true
#include "paths.h"

sortid_status sortid_scru128_generator_init(INIT_PARAMETERS(scru128)) INIT_BODY(scru128);
sortid_status sortid_scru128_generator_next(NEXT_PARAMETERS(scru128)) NEXT_BODY(scru128);
sortid_status sortid_scru128_generator_fill(NEXT_IDS_PARAMETERS(scru128)) NEXT_IDS_BODY(scru128);
sortid_status sortid_scru128_generator_fill_text(NEXT_TEXTS_PARAMETERS(scru128))
    NEXT_TEXTS_BODY(scru128);
sortid_status sortid_scru128_new(NEW_PARAMETERS(scru128)) NEW_BODY(scru128);
sortid_status sortid_scru128_new_text(NEW_TEXT_PARAMETERS(SCRU128)) NEW_TEXT_BODY(scru128);
sortid_status sortid_scru128_fill(NEW_IDS_PARAMETERS(scru128)) NEW_IDS_BODY(scru128);
sortid_status sortid_scru128_fill_text(NEW_TEXTS_PARAMETERS) NEW_TEXTS_BODY(scru128);
sortid_status sortid_scru128_new_at(AT_PARAMETERS(scru128)) NEW_AT_BODY(scru128);

GENERATOR_OPS(scru128);
