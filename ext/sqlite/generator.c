/* SPDX-License-Identifier: MIT */
/* generator.c: see generator.h. Formats come from the library's table: a new one needs no line here. If a
 * clock that was set back breaks the order of a connection's IDs, sqlite3_log() reports it; this cannot
 * happen to scru64, which uses a state file. */
#include "generator.h"

#include <string.h>

/* A private generator. It must not be moved, so each has an allocation of its own. */
struct private_generator {
    struct private_generator *next;
    const sortid_format *format;
    uint32_t flags; /* of its options */
    sortid_generator generator;
};

/* The connection's mutex protects all of it. */
struct generators {
    unsigned references;
    struct private_generator *first; /* each is added at its first use */
    struct nodes nodes;
};

/* Formats that need a node id use the generators of `nodes` instead. */
static bool needs_node(const sortid_format *format)
{
    return (info_of(format).traits & SORTID_NEEDS_NODE) != 0;
}

bool sortid_sqlite_has_flag(const sortid_format *format, uint32_t flag)
{
    sortid_machine machine;
    const sortid_options options = {.flags = flag};
    return sortid_machine_init(&machine, format, &options) == SORTID_OK;
}

/* ---- Lifetime ---------------------------------------------------------------------------------- */

struct generators *sortid_sqlite_generators(sqlite3 *db)
{
    struct generators *generators = sqlite3_malloc64(sizeof *generators);
    if (generators != NULL) {
        memset(generators, 0, sizeof *generators);
        generators->references = 1;
        generators->nodes.db = db;
    }
    return generators;
}

void sortid_sqlite_retain(struct generators *generators)
{
    generators->references++;
}

static void free_private(struct private_generator *first)
{
    while (first != NULL) {
        struct private_generator *rest = first->next;
        sortid_generator_close(&first->generator);
        sqlite3_free(first);
        first = rest;
    }
}

void sortid_sqlite_release(struct generators *generators)
{
    if (--generators->references > 0)
        return;
    sortid_sqlite_nodes_close(&generators->nodes);
    free_private(generators->first);
    sqlite3_free(generators);
}

/* ---- Making IDs ----------------------------------------------------------------------------------- */

static int refuse(char **message, const sortid_format *format, sortid_status status)
{
    *message = sqlite3_mprintf("%s: %s", info_of(format).name, sortid_status_text(status));
    return SQLITE_ERROR;
}

static struct private_generator *find_private(const struct generators *generators,
                                              const sortid_format *format, uint32_t flags)
{
    struct private_generator *found = generators->first;
    while (found != NULL && (found->format != format || found->flags != flags))
        found = found->next;
    return found;
}

/* Adds a private generator. Returns what sortid_sqlite_next does. */
static int add_private(struct private_generator **added, struct generators *generators,
                       const sortid_format *format, uint32_t flags, char **message)
{
    const sortid_options options = {.flags = flags};
    struct private_generator *new = sqlite3_malloc64(sizeof *new);
    if (new == NULL)
        return SQLITE_NOMEM;
    *new = (struct private_generator){.next = generators->first, .format = format, .flags = flags};
    sortid_status status = sortid_generator_init(&new->generator, format, &options, NULL);
    if (status != SORTID_OK) {
        sqlite3_free(new);
        return refuse(message, format, status);
    }
    *added = generators->first = new;
    return SQLITE_OK;
}

static int next_private(uint8_t *id, struct generators *generators, const sortid_format *format,
                        uint32_t flags, char **message)
{
    sortid_event event;
    struct private_generator *found = find_private(generators, format, flags);
    int result =
        found == NULL ? add_private(&found, generators, format, flags, message) : SQLITE_OK;
    if (result != SQLITE_OK)
        return result;
    sortid_status status = sortid_generator_next(&found->generator, id, &event);
    if (status != SORTID_OK)
        return refuse(message, format, status);
    if ((event & SORTID_RESET) != 0)
        sqlite3_log(
            SQLITE_WARNING,
            "sortid: %s: the clock was set back: the next IDs of this connection are below its "
            "last one",
            info_of(format).name);
    return SQLITE_OK;
}

int sortid_sqlite_next(uint8_t id[SORTID_MAX_SIZE], struct generators *generators,
                       const sortid_format *format, uint32_t flags, char **message)
{
    if (needs_node(format))
        return sortid_sqlite_node_next(id, &generators->nodes, NULL, NULL, message);
    return next_private(id, generators, format, flags, message);
}

struct nodes *sortid_sqlite_nodes(struct generators *generators)
{
    return &generators->nodes;
}
