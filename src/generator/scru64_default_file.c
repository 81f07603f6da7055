/* SPDX-License-Identifier: MIT */
/* generator/scru64_default_file.c: see scru64_default_file.h. No thread waits for the one that
 * opens the file: meanwhile another thread opens the same file with a generator for one ID. */
#include "scru64_default_file.h"
#include "../generate/scru64.h"
#include "../system/system.h"
#include "shared.h"

#include <errno.h>
#include <stdatomic.h>

/* OPEN; or OPENING and, in the high 32 bits, the process id, because a forked child lacks the
 * thread that was opening the generator. The fork epoch cannot replace the id: it also changes,
 * while threads run, when a snapshot is resumed. */
enum { CLOSED = 0, OPENING = 1, OPEN = 2 };
static _Atomic uint64_t file_word;
static sortid_scru64_generator file_generator;

const char *sortid_generator_default_file_path(void)
{
    return sortid_system_environment("SORTID_SCRU64_STATE");
}

/* If the variable was removed after the node was set, opening fails. */
static const char *path_or_none(void)
{
    const char *path = sortid_generator_default_file_path();
    return path != NULL ? path : "";
}

sortid_status sortid_generator_default_file_node(sortid_scru64_node_spec *node)
{
    sortid_state_report found;
    int saved = errno;
    sortid_status status = sortid_state_examine(path_or_none(), &found, sizeof found);
    if (status == SORTID_FILE_FAILED && errno == ENOENT) {
        errno = saved;
        return SORTID_NO_NODE_SPEC;
    }
    if (status == SORTID_OK && found.node_id_size == 0)
        status = SORTID_STATE_MISMATCH;
    if (status == SORTID_OK)
        *node =
            (sortid_scru64_node_spec){.node_id = found.node_id, .node_id_size = found.node_id_size};
    return status;
}

bool sortid_generator_default_file_is_open(void)
{
    return atomic_load_explicit(&file_word, memory_order_acquire) == OPEN;
}

/* Reserves the generator for this thread, unless another thread opens it or has opened it. */
static bool take_place(void)
{
    uint64_t opening = (uint64_t)sortid_system_process() << 32 | OPENING;
    uint64_t seen = atomic_load(&file_word);
    return seen != OPEN && seen != opening &&
           atomic_compare_exchange_strong(&file_word, &seen, opening);
}

static sortid_status open_generator(sortid_scru64_generator *generator,
                                    const sortid_scru64_node_spec *node)
{
    const sortid_options options = {.node = *node};
    return sortid_generator_open(&generator->base, sortid_scru64_format(), path_or_none(), NULL,
                                 &options, NULL);
}

static sortid_status next(sortid_scru64_generator *generator, sortid_scru64 *out,
                          sortid_event *event)
{
    static const struct shared_path path = {
        SORTID_SCRU64_SIZE, false, scru64_pack, scru64_unpack, scru64_can_count, scru64_next_fast};
    return shared_next(SHARED_OF(GENERATOR_OF(&generator->base)), out->bytes, event, &path);
}

/* With a generator for this ID only. */
static sortid_status next_once(sortid_scru64 *out, sortid_event *event,
                               const sortid_scru64_node_spec *node)
{
    sortid_scru64_generator once;
    sortid_status status = open_generator(&once, node);
    if (status != SORTID_OK)
        return status;
    status = next(&once, out, event);
    sortid_generator_close(&once.base);
    return status;
}

sortid_status sortid_generator_default_file_next(sortid_scru64 *out, sortid_event *event,
                                                 const sortid_scru64_node_spec *node)
{
    if (sortid_generator_default_file_is_open())
        return next(&file_generator, out, event);
    if (!take_place())
        return next_once(out, event, node);
    sortid_status status = open_generator(&file_generator, node);
    atomic_store_explicit(&file_word, status == SORTID_OK ? OPEN : CLOSED, memory_order_release);
    if (status != SORTID_OK)
        return status;
    return next(&file_generator, out, event);
}
