/* SPDX-License-Identifier: MIT */
/* generator.c: the code behind generator.h, the one place where the extension names the formats'
 * generators, and the functions of SQL that make IDs: ulid(), ulid_random(), scru64(node, file).
 * A new format is one DEFINE_MAKER and one row. What goes wrong is an error of SQL; an order that
 * breaks, which the clock can do to all but scru64, is told by sqlite3_log(). */
#include "generator.h"

#include "node.h"
#include "value.h"

#include <string.h>

#define FORMAT_COUNT 5

union storage {
    sortid_scru128_generator scru128;
    sortid_scru128v1_generator scru128v1;
    sortid_scru160_generator scru160;
    sortid_ulid_generator ulid;
};

struct slot {
    bool is_ready;
    union storage storage;
};

/* Those of scru64 are in `nodes`. */
struct generators {
    unsigned references; /* under the connection's mutex, as all of it */
    struct slot in_order[FORMAT_COUNT];
    struct slot at_random[FORMAT_COUNT];
    struct nodes nodes;
};

struct maker {
    const char *format;
    sortid_status (*prepare)(union storage *storage, bool random);
    sortid_status (*make)(uint8_t *id, sortid_event *event, union storage *storage);
    bool has_random;
    bool has_nodes; /* none of the above, but nodes */
};

/* An ID is its bytes and nothing else. `extra` sets the option that not every format has. */
#define DEFINE_MAKER(name, extra)                                                                  \
    static sortid_status prepare_##name(union storage *storage, bool random)                       \
    {                                                                                              \
        sortid_##name##_options options;                                                           \
        sortid_##name##_options_default(&options);                                                 \
        (void)random;                                                                              \
        extra;                                                                                     \
        return sortid_##name##_generator_init(&storage->name, &options, NULL);                     \
    }                                                                                              \
    static sortid_status make_##name(uint8_t *id, sortid_event *event, union storage *storage)     \
    {                                                                                              \
        return sortid_##name##_generate((sortid_##name *)id, event, &storage->name);               \
    }

DEFINE_MAKER(scru128, options.stateless = random)
DEFINE_MAKER(scru128v1, (void)0)
DEFINE_MAKER(scru160, (void)0)
DEFINE_MAKER(ulid, options.stateless = random)

static const struct maker makers[FORMAT_COUNT] = {
    {"scru128", prepare_scru128, make_scru128, true, false},
    {"scru128v1", prepare_scru128v1, make_scru128v1, false, false},
    {"scru160", prepare_scru160, make_scru160, false, false},
    {"scru64", NULL, NULL, false, true},
    {"ulid", prepare_ulid, make_ulid, true, false},
};

const struct maker *sortid_sqlite_maker(const sortid_format *format)
{
    for (size_t i = 0; i < FORMAT_COUNT; i++)
        if (strcmp(makers[i].format, format->name) == 0)
            return &makers[i];
    return NULL;
}

/* ---- Their life -------------------------------------------------------------------------------- */

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

void sortid_sqlite_release(struct generators *generators)
{
    if (--generators->references > 0)
        return;
    sortid_sqlite_nodes_close(&generators->nodes);
    sqlite3_free(generators);
}

/* ---- Making -------------------------------------------------------------------------------------- */

/* An ID by a generator of its own. */
static sortid_status make_alone(uint8_t *id, struct slot *slot, const struct maker *maker,
                                bool random)
{
    sortid_event event;
    sortid_status status = SORTID_OK;
    if (!slot->is_ready)
        status = maker->prepare(&slot->storage, random);
    slot->is_ready = status == SORTID_OK;
    if (status == SORTID_OK)
        status = maker->make(id, &event, &slot->storage);
    if (status == SORTID_OK && (event & SORTID_RESET) != 0)
        sqlite3_log(SQLITE_WARNING,
                    "sortid: %s: the clock was set back: IDs of this connection begin again below "
                    "its last one",
                    maker->format);
    return status;
}

static int make(uint8_t *id, struct generators *generators, const struct maker *maker, bool random,
                char **message)
{
    size_t index = (size_t)(maker - makers);
    if (maker->has_nodes)
        return sortid_sqlite_node_make(id, &generators->nodes, NULL, NULL, message);
    struct slot *slots = random ? generators->at_random : generators->in_order;
    sortid_status status = make_alone(id, &slots[index], maker, random);
    if (status == SORTID_OK)
        return SQLITE_OK;
    *message = sqlite3_mprintf("%s: %s", maker->format, sortid_status_text(status));
    return SQLITE_ERROR;
}

int sortid_sqlite_make(uint8_t id[SORTID_MAX_SIZE], struct generators *generators,
                       const sortid_format *format, char **message)
{
    return make(id, generators, sortid_sqlite_maker(format), false, message);
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
    int result = make(id, call->generators, sortid_sqlite_maker(call->format), random, &message);
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

static int register_maker(sqlite3 *db, struct generators *generators, const sortid_format *format)
{
    const struct maker *maker = sortid_sqlite_maker(format);
    int result = sortid_sqlite_register(db, &next_entry, format, 0, generators);
    if (result == SQLITE_OK && maker->has_random)
        result = sortid_sqlite_register(db, &random_entry, format, 0, generators);
    for (size_t i = 0; result == SQLITE_OK && maker->has_nodes && i < 2; i++)
        result = sortid_sqlite_register(db, &node_entries[i], format, 0, generators);
    return result;
}

int sortid_sqlite_makers(sqlite3 *db, struct generators *generators)
{
    const sortid_format *format;
    int result = SQLITE_OK;
    for (size_t i = 0; (format = sortid_format_at(i)) != NULL && result == SQLITE_OK; i++)
        result = register_maker(db, generators, format);
    return result;
}
