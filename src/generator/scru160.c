/* SPDX-License-Identifier: MIT */
/* generator/scru160.c: the public functions that make SCRU160 IDs. paths.h has the code behind
 * them, generate/scru160.h the rules of the format. */
#include "../generate/scru160.h"
#include "typed.h"

#define FORMAT(name)  scru160_##name
#define FORMAT_NUMBER FORMAT_SCRU160
#define FORMAT_OPS    sortid_generate_ops_scru160
#define ID_SIZE       SORTID_SCRU160_SIZE
#define DRAWS         true
#include "paths.h"

sortid_status sortid_scru160_generator_init(INIT_PARAMETERS(scru160)) INIT_BODY(scru160);
sortid_status sortid_scru160_generator_next(NEXT_PARAMETERS(scru160)) NEXT_BODY(scru160);
sortid_status sortid_scru160_generator_fill(NEXT_IDS_PARAMETERS(scru160)) NEXT_IDS_BODY(scru160);
sortid_status sortid_scru160_generator_fill_text(NEXT_TEXTS_PARAMETERS(scru160))
    NEXT_TEXTS_BODY(scru160);
sortid_status sortid_scru160_new(NEW_PARAMETERS(scru160)) NEW_BODY(scru160);
sortid_status sortid_scru160_new_text(NEW_TEXT_PARAMETERS(SCRU160)) NEW_TEXT_BODY(scru160);
sortid_status sortid_scru160_fill(NEW_IDS_PARAMETERS(scru160)) NEW_IDS_BODY(scru160);
sortid_status sortid_scru160_fill_text(NEW_TEXTS_PARAMETERS) NEW_TEXTS_BODY(scru160);
sortid_status sortid_scru160_new_at(AT_PARAMETERS(scru160)) NEW_AT_BODY(scru160);

GENERATOR_OPS(scru160);
