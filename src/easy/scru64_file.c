/* SPDX-License-Identifier: MIT */
/* easy/scru64_file.c: see scru64_file.h. Nobody waits for whoever opens the file: a thread
 * that comes while another puts its generator in place makes its ID by one of its own on the
 * same file, and closes that again. */
#include "scru64_file.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>

/* OPEN; or OPENING and, in the high 32 bits, the fork epoch: a thread that a fork has left
 * behind is not waited for. */
enum { CLOSED = 0, OPENING = 1, OPEN = 2 };
static _Atomic uint64_t file_word;
static sortid_scru64_shared file_generator;

const char *sortid_easy_file_path(void)
{
    return getenv("SORTID_SCRU64_STATE");
}

/* One that is gone from the environment since the node was set is none that could be opened. */
static const char *path_or_none(void)
{
    const char *path = sortid_easy_file_path();
    return path != NULL ? path : "";
}

sortid_status sortid_easy_file_node(sortid_scru64_node_spec *node)
{
    sortid_file_report found;
    int saved = errno;
    sortid_status status = sortid_shared_examine(&found, path_or_none());
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

bool sortid_easy_file_is_open(void)
{
    return atomic_load_explicit(&file_word, memory_order_acquire) == OPEN;
}

/* Puts the generator in its place, unless another thread is at that or has done it. */
static bool put_in_place(const sortid_scru64_shared *own, uint32_t epoch)
{
    uint64_t opening = (uint64_t)epoch << 32 | OPENING;
    uint64_t seen = atomic_load(&file_word);
    if (seen == OPEN || seen == opening ||
        !atomic_compare_exchange_strong(&file_word, &seen, opening))
        return false;
    file_generator = *own;
    atomic_store_explicit(&file_word, OPEN, memory_order_release);
    return true;
}

sortid_status sortid_easy_file_make(sortid_scru64 *out, sortid_event *event,
                                    const sortid_scru64_node_spec *node, uint32_t epoch)
{
    sortid_scru64_shared own;
    if (sortid_easy_file_is_open())
        return sortid_scru64_shared_generate(out, event, &file_generator);
    sortid_status status = sortid_scru64_shared_open(&own, path_or_none(), NULL, node, NULL, NULL);
    if (status != SORTID_OK)
        return status;
    if (put_in_place(&own, epoch))
        return sortid_scru64_shared_generate(out, event, &file_generator);
    status = sortid_scru64_shared_generate(out, event, &own);
    sortid_scru64_shared_close(&own);
    return status;
}
