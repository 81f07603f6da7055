/* SPDX-License-Identifier: MIT */
/* generator.c: the code behind generator.h, and the functions of SQL that make IDs: ulid(),
 * ulid_random(), scru64(node, file). It takes formats from sortid_format_at(): a new one needs no
 * line here. A failure is an error of SQL; an order that breaks, which the clock can do to all but
 * scru64, is reported by sqlite3_log(). */
#include "generator.h"

#include "node.h"
#include "value.h"

#include <string.h>

/* A private generator. It stays where it was allocated: a generator must not be moved. */
struct private_generator {
    struct private_generator *next;
    const sortid_format *format;
    bool random;
    sortid_generator generator;
};

/* All of it is under the connection's mutex. */
struct generators {
    unsigned references;
    struct private_generator *first; /* made when they are first used */
    struct nodes nodes;
};

/* Formats whose generators need a node id have those of `nodes` instead. */
static bool needs_node(const sortid_format *format)
{
    return (info_of(format).traits & SORTID_NEEDS_NODE) != 0;
}

static sortid_options options_of(bool random)
{
    return (sortid_options){.flags = random ? SORTID_STATELESS : 0};
}

/* Whether the format has IDs of random bits alone. */
static bool has_random(const sortid_format *format)
{
    sortid_machine machine;
    sortid_options options = options_of(true);
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

/* ---- Making -------------------------------------------------------------------------------------- */

static int refuse(char **message, const sortid_format *format, sortid_status status)
{
    *message = sqlite3_mprintf("%s: %s", info_of(format).name, sortid_status_text(status));
    return SQLITE_ERROR;
}

static struct private_generator *find_private(const struct generators *generators,
                                              const sortid_format *format, bool random)
{
    struct private_generator *found = generators->first;
    while (found != NULL && (found->format != format || found->random != random))
        found = found->next;
    return found;
}

/* Adds a private generator. A result as of sortid_sqlite_make. */
static int add_private(struct private_generator **added, struct generators *generators,
                       const sortid_format *format, bool random, char **message)
{
    sortid_options options = options_of(random);
    struct private_generator *made = sqlite3_malloc64(sizeof *made);
    if (made == NULL)
        return SQLITE_NOMEM;
    *made =
        (struct private_generator){.next = generators->first, .format = format, .random = random};
    sortid_status status = sortid_generator_init(&made->generator, format, &options, NULL);
    if (status != SORTID_OK) {
        sqlite3_free(made);
        return refuse(message, format, status);
    }
    *added = generators->first = made;
    return SQLITE_OK;
}

/* An ID by a private generator. */
static int make_private(uint8_t *id, struct generators *generators, const sortid_format *format,
                        bool random, char **message)
{
    sortid_event event;
    struct private_generator *found = find_private(generators, format, random);
    int result =
        found == NULL ? add_private(&found, generators, format, random, message) : SQLITE_OK;
    if (result != SQLITE_OK)
        return result;
    sortid_status status = sortid_generator_next(&found->generator, id, &event);
    if (status != SORTID_OK)
        return refuse(message, format, status);
    if ((event & SORTID_RESET) != 0)
        sqlite3_log(SQLITE_WARNING,
                    "sortid: %s: the clock was set back: IDs of this connection begin again below "
                    "its last one",
                    info_of(format).name);
    return SQLITE_OK;
}

static int make(uint8_t *id, struct generators *generators, const sortid_format *format,
                bool random, char **message)
{
    if (needs_node(format))
        return sortid_sqlite_node_make(id, &generators->nodes, NULL, NULL, message);
    return make_private(id, generators, format, random, message);
}

int sortid_sqlite_make(uint8_t id[SORTID_MAX_SIZE], struct generators *generators,
                       const sortid_format *format, char **message)
{
    return make(id, generators, format, false, message);
}

/* ---- The functions of SQL --------------------------------------------------------------------------- */

static void give(sqlite3_context *context, int result, const uint8_t *id, char *message)
{
    const struct call *call = sqlite3_user_data(context);
    if (result == SQLITE_OK)
        sortid_sqlite_result_key(context, call->format, id);
    else if (result == SQLITE_NOMEM)
        sqlite3_result_error_nomem(context);
    else if (result == SQLITE_INTERRUPT)
        sqlite3_result_error_code(context, result);
    else
        sortid_sqlite_result_message(context, message);
}

static void make_by(sqlite3_context *context, bool random)
{
    const struct call *call = sqlite3_user_data(context);
    uint8_t id[SORTID_MAX_SIZE];
    char *message = NULL;
    int result = make(id, call->generators, call->format, random, &message);
    give(context, result, id, message);
}

static void next(sqlite3_context *context, int count, sqlite3_value **values)
{
    (void)count;
    (void)values;
    make_by(context, false);
}

static void random_one(sqlite3_context *context, int count, sqlite3_value **values)
{
    (void)count;
    (void)values;
    make_by(context, true);
}

/* scru64(node) and scru64(node, file). */
static void next_of_node(sqlite3_context *context, int count, sqlite3_value **values)
{
    const struct call *call = sqlite3_user_data(context);
    uint8_t id[SORTID_MAX_SIZE];
    char *message = NULL;
    int result = sortid_sqlite_node_make(id, &call->generators->nodes, values[0],
                                         count > 1 ? values[1] : NULL, &message);
    give(context, result, id, message);
}

/* What names a node or a file may not stand in a schema, which may be a stranger's. */
static const struct entry next_entry = {"", 0, SQLITE_INNOCUOUS, next};
static const struct entry random_entry = {"random", 0, SQLITE_INNOCUOUS, random_one};
static const struct entry node_entries[] = {
    {"", 1, SQLITE_DIRECTONLY, next_of_node},
    {"", 2, SQLITE_DIRECTONLY, next_of_node},
};

static int register_format(sqlite3 *db, struct generators *generators, const sortid_format *format)
{
    bool has_nodes = needs_node(format);
    int result = sortid_sqlite_register(db, &next_entry, format, 0, generators);
    if (result == SQLITE_OK && has_random(format))
        result = sortid_sqlite_register(db, &random_entry, format, 0, generators);
    for (size_t i = 0; result == SQLITE_OK && has_nodes && i < 2; i++)
        result = sortid_sqlite_register(db, &node_entries[i], format, 0, generators);
    return result;
}

int sortid_sqlite_generator_functions(sqlite3 *db, struct generators *generators)
{
    const sortid_format *format;
    int result = SQLITE_OK;
    for (size_t i = 0; (format = sortid_format_at(i)) != NULL && result == SQLITE_OK; i++)
        result = register_format(db, generators, format);
    return result;
}
