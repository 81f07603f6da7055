/* SPDX-License-Identifier: MIT */
/* generator/scru64.c: the public functions that make SCRU64 IDs with a generator. paths.h has the
 * code behind them, generate/scru64.h the rules of the format. */
#include "../generate/scru64.h"
#include "../generate/scru64_node.h"
#include "typed.h"

#define FORMAT(name)  scru64_##name
#define FORMAT_NUMBER FORMAT_SCRU64
#define FORMAT_OPS    sortid_generate_ops_scru64
#define ID_SIZE       SORTID_SCRU64_SIZE
#define DRAWS         false
#include "paths.h"

sortid_status sortid_scru64_generator_init(INIT_PARAMETERS(scru64)) INIT_BODY(scru64);
sortid_status sortid_scru64_generator_next(NEXT_PARAMETERS(scru64)) NEXT_BODY(scru64);
sortid_status sortid_scru64_generator_fill(NEXT_IDS_PARAMETERS(scru64)) NEXT_IDS_BODY(scru64);
sortid_status sortid_scru64_generator_fill_text(NEXT_TEXTS_PARAMETERS(scru64))
    NEXT_TEXTS_BODY(scru64);

sortid_status sortid_generator_set_node(sortid_generator *generator,
                                        const sortid_scru64_node_spec *node)
{
    struct generator *g = GENERATOR_OF(generator);
    uint32_t epoch;
    if (!is_private(g, FORMAT_SCRU64))
        return sortid_generator_refuse(g);
    if (!busy_enter(&g->busy))
        return SORTID_BUSY;
    sortid_status status = notice_fork(g, &epoch);
    if (status == SORTID_OK)
        status = sortid_generate_scru64_set_node(&g->machine, node);
    busy_leave(&g->busy);
    return status;
}

sortid_status sortid_generator_node(const sortid_generator *generator, sortid_scru64_node_spec *out)
{
    const struct generator *g = (const struct generator *)(const void *)generator->opaque;
    if (!is_private(g, FORMAT_SCRU64))
        return sortid_generator_refuse(g);
    if (g->busy)
        return SORTID_BUSY;
    if ((g->machine.state.flags & STATE_FORKED) != 0 || !epoch_is(g->epoch))
        return SORTID_FORKED;
    sortid_generate_scru64_node_spec(out, &g->machine);
    return SORTID_OK;
}

const struct generator_ops sortid_generator_ops_scru64 = {
    .next = scru64_next,
    .new_id = sortid_generator_new_scru64,
    .new_fill = sortid_generator_new_fill_scru64,
    .new_fill_text = sortid_scru64_fill_text,
};
