/* SPDX-License-Identifier: MIT */
/* generator/paths.h: how one ID of a format is made, by a generator of any kind. A template: the
 * file of a format defines the macros below and includes it once. Counting on is compiled into one
 * function for each kind of generator; all other work is done by code that serves every format.
 *
 *   FORMAT(name)   the name of a function of the format: FORMAT(can_count) is ulid_can_count
 *   FORMAT_NUMBER  its permanent number
 *   FORMAT_OPS     its operations: sortid_generate_ops_ulid
 *   ID_SIZE        bytes of an ID
 *   DRAWS          whether an ID that counts on draws random bits */
#include "default.h"
#include "private.h"
#include "shared.h"

static const struct shared_path FORMAT(shared_path) = {
    ID_SIZE, ID_SIZE > 8, FORMAT(pack), FORMAT(unpack), FORMAT(can_count), FORMAT(next_fast)};

static OUT_OF_LINE sortid_status FORMAT(next_private)(struct generator *g, uint8_t *id,
                                                      sortid_event *event)
{
    return private_next(g, id, ID_SIZE, event, &g->sources, FORMAT(can_count), FORMAT(next_fast));
}

static OUT_OF_LINE sortid_status FORMAT(next_private_published)(struct generator *g, uint8_t *id,
                                                                sortid_event *event)
{
    if (private_next_published(g, id, ID_SIZE, event, DRAWS, FORMAT(can_count), FORMAT(next_fast)))
        return SORTID_OK;
    return FORMAT(next_private)(g, id, event);
}

static OUT_OF_LINE sortid_status FORMAT(next_shared)(struct generator *g, uint8_t *id,
                                                     sortid_event *event)
{
    return shared_next(SHARED_OF(g), id, event, &FORMAT(shared_path));
}

static OUT_OF_LINE sortid_status FORMAT(next_shared_published)(struct generator *g, uint8_t *id,
                                                               sortid_event *event)
{
    if (shared_next_published(SHARED_OF(g), id, event, DRAWS, &FORMAT(shared_path)))
        return SORTID_OK;
    return FORMAT(next_shared)(g, id, event);
}

/* Only tail calls, so that no path saves the registers of another. */
static INLINED sortid_status FORMAT(next)(struct generator *g, uint8_t *id, sortid_event *event)
{
    uint64_t kind = kind_of(g, FORMAT_NUMBER);
    if (kind == KIND_PRIVATE)
        return is_published(g, DRAWS) ? FORMAT(next_private_published)(g, id, event)
                                      : FORMAT(next_private)(g, id, event);
    if (kind != KIND_SHARED)
        return sortid_generator_refuse(g);
    return is_published(g, DRAWS) ? FORMAT(next_shared_published)(g, id, event)
                                  : FORMAT(next_shared)(g, id, event);
}

static OUT_OF_LINE sortid_status FORMAT(new_in_general)(uint8_t *id, sortid_event *event)
{
    return default_next(id, ID_SIZE, event, FORMAT_NUMBER, &FORMAT_OPS, FORMAT(can_count),
                        FORMAT(next_fast));
}

static INLINED sortid_status FORMAT(new_id)(uint8_t *id, sortid_event *event)
{
    if (default_next_inline(id, ID_SIZE, event, FORMAT_NUMBER, DRAWS, FORMAT(can_count),
                            FORMAT(next_fast)))
        return SORTID_OK;
    return FORMAT(new_in_general)(id, event);
}

#undef FORMAT
#undef FORMAT_NUMBER
#undef FORMAT_OPS
#undef ID_SIZE
#undef DRAWS
