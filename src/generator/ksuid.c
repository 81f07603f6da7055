/* SPDX-License-Identifier: MIT */
/* generator/ksuid.c: the public functions that make KSUIDs. paths.h has the code behind them,
 * generate/ksuid.h the rules of the format. */
#include "../generate/ksuid.h"
#include "typed.h"

#define FORMAT(name)  ksuid_##name
#define FORMAT_NUMBER FORMAT_KSUID
#define FORMAT_OPS    sortid_generate_ops_ksuid
#define ID_SIZE       SORTID_KSUID_SIZE
#define DRAWS         true
#include "paths.h"

sortid_status sortid_ksuid_generator_init(INIT_PARAMETERS(ksuid)) INIT_BODY(ksuid);
sortid_status sortid_ksuid_generator_next(NEXT_PARAMETERS(ksuid)) NEXT_BODY(ksuid);
sortid_status sortid_ksuid_generator_fill(NEXT_IDS_PARAMETERS(ksuid)) NEXT_IDS_BODY(ksuid);
sortid_status sortid_ksuid_generator_fill_text(NEXT_TEXTS_PARAMETERS(ksuid)) NEXT_TEXTS_BODY(ksuid);
sortid_status sortid_ksuid_new(NEW_PARAMETERS(ksuid)) NEW_BODY(ksuid);
sortid_status sortid_ksuid_new_text(NEW_TEXT_PARAMETERS(KSUID)) NEW_TEXT_BODY(ksuid);
sortid_status sortid_ksuid_fill(NEW_IDS_PARAMETERS(ksuid)) NEW_IDS_BODY(ksuid);
sortid_status sortid_ksuid_fill_text(NEW_TEXTS_PARAMETERS) NEW_TEXTS_BODY(ksuid);
sortid_status sortid_ksuid_new_at(AT_PARAMETERS(ksuid)) NEW_AT_BODY(ksuid);

GENERATOR_OPS(ksuid);
