/* SPDX-License-Identifier: MIT */
/* generator.c: see generator.h. Formats come from the library's table: a new one needs no line
 * here. If a clock that was set back breaks the order of a connection's IDs, sqlite3_log() reports
 * it; this cannot happen to scru64, which uses a state file. */
#include "generator.h"

#include <string.h>

/* A private generator. It must not be moved, so each has an allocation of its own. */
struct private_generator {
    struct private_generator *next;
    const sortid_format *format;
    uint32_t flags; /* of its options */
    bool for_time;  /* its clock is unix_us, so that IDs have any time that the caller gives */
    uint64_t unix_us;
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
    return (info_of(format).traits & SORTID_TRAIT_NEEDS_NODE) != 0;
}

bool sortid_sqlite_has_flag(const sortid_format *format, uint32_t flag)
{
    sortid_machine machine;
    const sortid_options options = {.flags = flag};
    return sortid_machine_init(&machine, format, &options) == SORTID_OK;
}

/* ---- Lifetime -------------------------------------------------------------------------------- */

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

/* ---- Making IDs ------------------------------------------------------------------------------ */

static int refuse(char **message, const sortid_format *format, sortid_status status)
{
    *message = sqlite3_mprintf("%s: %s", info_of(format).name, sortid_status_text(status));
    return SQLITE_ERROR;
}

static struct private_generator *find_private(const struct generators *generators,
                                              const sortid_format *format, uint32_t flags,
                                              bool for_time)
{
    struct private_generator *found = generators->first;
    while (found != NULL &&
           (found->format != format || found->flags != flags || found->for_time != for_time))
        found = found->next;
    return found;
}

/* ---- Given times ---------------------------------------------------------------------------- */

static sortid_status read_given(void *context, uint64_t *unix_us)
{
    *unix_us = *(const uint64_t *)context;
    return SORTID_OK;
}

/* The random source seeds itself by the time, so it gets the real one. */
static sortid_status fill_now(void *context, void *bytes, size_t size, uint64_t unix_us)
{
    sortid_sources system;
    uint64_t now_us = 0;
    (void)context;
    (void)unix_us;
    sortid_sources_default(&system);
    sortid_status status = system.clock.read(system.clock.context, &now_us);
    return status == SORTID_OK ? system.random.fill(system.random.context, bytes, size, now_us)
                               : status;
}

/* Prepares the generator, also one that has been used. */
static sortid_status begin(struct private_generator *made)
{
    sortid_options options = {.flags = made->flags};
    sortid_sources sources;
    if (!made->for_time)
        return sortid_generator_init(&made->generator, made->format, &options, NULL);
    sortid_sources_default(&sources);
    sources.clock = (sortid_clock){read_given, &made->unix_us, 1000};
    sources.random = (sortid_random){fill_now, NULL};
    options.allowance_ms = SORTID_ALLOWANCE_NONE;
    options.extension_bits = 16; // only scru160 can have a longer counter
    sortid_status status =
        sortid_generator_init(&made->generator, made->format, &options, &sources);
    if (status != SORTID_BAD_OPTION)
        return status;
    options.extension_bits = 0;
    return sortid_generator_init(&made->generator, made->format, &options, &sources);
}

/* ---- Private generators ---------------------------------------------------------------------- */

/* Finds a private generator or adds it. Returns what sortid_sqlite_next does. */
static int take_private(struct private_generator **taken, struct generators *generators,
                        const sortid_format *format, uint32_t flags, bool for_time, char **message)
{
    *taken = find_private(generators, format, flags, for_time);
    if (*taken != NULL)
        return SQLITE_OK;
    struct private_generator *new = sqlite3_malloc64(sizeof *new);
    if (new == NULL)
        return SQLITE_NOMEM;
    *new = (struct private_generator){
        .next = generators->first, .format = format, .flags = flags, .for_time = for_time};
    sortid_status status = begin(new);
    if (status != SORTID_OK) {
        sqlite3_free(new);
        return refuse(message, format, status);
    }
    *taken = generators->first = new;
    return SQLITE_OK;
}

static int next_private(uint8_t *id, struct generators *generators, const sortid_format *format,
                        uint32_t flags, char **message)
{
    sortid_event event;
    struct private_generator *found;
    int result = take_private(&found, generators, format, flags, false, message);
    if (result != SQLITE_OK)
        return result;
    sortid_status status = sortid_generator_next(&found->generator, id, &event);
    if (status != SORTID_OK)
        return refuse(message, format, status);
    if ((event & SORTID_EVENT_RESET) != 0)
        sqlite3_log(
            SQLITE_WARNING,
            "sortid: %s: the clock was set back: the next IDs of this connection are below its "
            "last one",
            info_of(format).name);
    return SQLITE_OK;
}

int sortid_sqlite_make_at(uint8_t id[SORTID_MAX_SIZE], struct generators *generators,
                          const sortid_format *format, const uint8_t *first, const uint8_t *last,
                          char **message)
{
    struct private_generator *found;
    int result = take_private(&found, generators, format, 0, true, message);
    if (result != SQLITE_OK)
        return result;
    found->unix_us = sortid_format_unix_ms(format, first) * 1000;
    sortid_status status = sortid_generator_next(&found->generator, id, NULL);
    // A full counter continues in the next ms, which is not the given time.
    while (status == SORTID_OK && memcmp(id, last, info_of(format).size) > 0) {
        status = begin(found);
        if (status == SORTID_OK)
            status = sortid_generator_next(&found->generator, id, NULL);
    }
    if (status == SORTID_CLOCK_OUT_OF_RANGE)
        return SQLITE_RANGE;
    return status == SORTID_OK ? SQLITE_OK : refuse(message, format, status);
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
