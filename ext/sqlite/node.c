/* SPDX-License-Identifier: MIT */
/* node.c: the code behind node.h: where node and file come from, the files that are open, and in
 * words what is wrong with them. A node or a file is never guessed; one that cannot be used is an
 * error, and the next call tries again. */
#include "node.h"

#include "folder.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Timestamps may be so far ahead of the clock as those of `sortid gen`: 2 ticks and one borrowed,
 * below a second. */
#define ALLOWANCE_MS 512

/* The longest wait for the clock, in us: a file that was found after a crash may be a second ahead,
 * and a tick lasts a quarter of one. A clock that was set back by more is an error: a statement
 * that waits holds a transaction. */
#define PATIENCE_US 5000000

/* So often a call that waits looks whether its statement was interrupted. */
#define LOOK_US 20000

struct node {
    struct node *next;
    sqlite3 *db;                  /* whose statements wait for it */
    sortid_scru64_node_spec spec; /* as it was opened */
    char *path;
    sortid_generator generator;
};

/* ---- Words -------------------------------------------------------------------------------------- */

static int refuse(char **message, char *words)
{
    *message = words;
    return words != NULL ? SQLITE_ERROR : SQLITE_NOMEM;
}

/* `error`: errno as it was. */
static int refuse_status(char **message, const char *path, sortid_status status, int error)
{
    if (status == SORTID_FILE_FAILED)
        return refuse(message, sqlite3_mprintf("scru64: state file %s: %s", path, strerror(error)));
    if ((status >= SORTID_STATE_UNRECOGNIZED && status <= SORTID_FILE_REFUSED) ||
        status == SORTID_FILE_LOCKED)
        return refuse(message, sqlite3_mprintf("scru64: state file %s: %s", path,
                                               sortid_status_text(status)));
    return refuse(message, sqlite3_mprintf("scru64: %s", sortid_status_text(status)));
}

/* SQLITE_OK, or why the statement at work must end: sqlite3_interrupt(), or want of memory. Any
 * statement inside it ends by that too; SQLite has a function to ask from 3.41 on. */
static int interruption(sqlite3 *db)
{
    int result = sqlite3_exec(db, "SELECT 1", NULL, NULL, NULL);
    return result == SQLITE_INTERRUPT || result == SQLITE_NOMEM ? result : SQLITE_OK;
}

/* What a node's generator said; a wait that was interrupted needs no words. */
static int refuse_node(char **message, const struct node *node, sortid_status status, int error)
{
    int result = status == SORTID_SLEEP_FAILED ? interruption(node->db) : SQLITE_OK;
    return result != SQLITE_OK ? result : refuse_status(message, node->path, status, error);
}

/* ---- Which node ----------------------------------------------------------------------------------- */

/* A variable that is set, and not to nothing. */
static const char *variable(const char *name)
{
    const char *value = sortid_sqlite_environment(name);
    return value != NULL && *value != '\0' ? value : NULL;
}

static int parse_spec(sortid_scru64_node_spec *node, const char *from, const char *text,
                      size_t length, char **message)
{
    size_t position;
    sortid_status status = sortid_scru64_node_spec_parse(node, text, length, &position);
    if (status == SORTID_OK)
        return SQLITE_OK;
    return refuse(message, sqlite3_mprintf("scru64: %s: %s, at byte %lld", from,
                                           sortid_status_text(status), (long long)position + 1));
}

/* The node of a file that was made before. */
static int node_of_file(sortid_scru64_node_spec *node, const char *path, char **message)
{
    sortid_state_report found;
    sortid_status status = sortid_state_examine(path, &found, sizeof found);
    if (status == SORTID_OK && found.node_id_size == 0)
        status = SORTID_STATE_MISMATCH;
    if (status != SORTID_OK)
        return refuse_status(message, path, status, errno);
    *node = (sortid_scru64_node_spec){.node_id = found.node_id, .node_id_size = found.node_id_size};
    return SQLITE_OK;
}

static int node_of_environment(sortid_scru64_node_spec *node, char **message)
{
    const char *text = variable("SCRU64_NODE_SPEC");
    const char *path = variable("SORTID_SCRU64_STATE");
    if (text != NULL)
        return parse_spec(node, "SCRU64_NODE_SPEC", text, strlen(text), message);
    if (path != NULL)
        return node_of_file(node, path, message);
    return refuse(message,
                  sqlite3_mprintf("scru64: no node: set SCRU64_NODE_SPEC to NODE/SIZE, such "
                                  "as 42/8, or call scru64('42/8')"));
}

/* The text of a value; *text NULL and SQLITE_NOMEM, or SQLITE_ERROR where it is none. */
static int text_of(const char **text, sqlite3_value *value, const char *what, char **message)
{
    if (sqlite3_value_type(value) != SQLITE_TEXT)
        return refuse(message, sqlite3_mprintf("scru64: %s is TEXT", what));
    *text = (const char *)sqlite3_value_text(value);
    return *text != NULL ? SQLITE_OK : SQLITE_NOMEM;
}

static int find_spec(sortid_scru64_node_spec *node, sqlite3_value *spec, char **message)
{
    const char *text;
    if (spec == NULL)
        return node_of_environment(node, message);
    int result = text_of(&text, spec, "a node spec", message);
    if (result != SQLITE_OK)
        return result;
    return parse_spec(node, "node spec", text, (size_t)sqlite3_value_bytes(spec), message);
}

/* ---- Which file ----------------------------------------------------------------------------------- */

/* Makes the folders above a file, from the root on; `path` is written to and is then as it was. */
static bool make_folders(char *path, char *parent)
{
    bool done = true;
    *parent = '\0';
    for (char *slash = strchr(path + 1, '/'); slash != NULL && done;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        done = sortid_sqlite_make_folder(path, parent);
        memcpy(parent, path, (size_t)(slash - path) + 1);
        *slash = '/';
    }
    return done;
}

/* The command's file of a node; its folders need not be there. */
static int place_of(char **path, const sortid_scru64_node_spec *node, char **message)
{
    const char *home, *below;
    if (!sortid_sqlite_state_home(&home, &below))
        return refuse(message, sqlite3_mprintf("scru64: no place for the state file: %s",
                                               sortid_sqlite_no_state_home));
    *path =
        sqlite3_mprintf("%s%s/sortid/scru64-%u-%x", home, below, node->node_id_size, node->node_id);
    return *path != NULL ? SQLITE_OK : SQLITE_NOMEM;
}

static int check_path(const char *path, int length, char **message)
{
    if (length == 0 || strlen(path) != (size_t)length)
        return refuse(message, sqlite3_mprintf("scru64: not the name of a file"));
    if (strcmp(path, "none") == 0)
        return refuse(message, sqlite3_mprintf("scru64: a state file is needed: without one the "
                                               "connections of a process repeat each other's IDs"));
    return SQLITE_OK;
}

/* The file of the call, for sqlite3_free(); *is_place: one whose folders may have to be made. */
static int find_path(char **path, bool *is_place, const sortid_scru64_node_spec *node,
                     sqlite3_value *value, char **message)
{
    const char *text = variable("SORTID_SCRU64_STATE");
    int result = SQLITE_OK;
    *is_place = value == NULL && text == NULL;
    if (*is_place)
        return place_of(path, node, message);
    if (value != NULL) {
        result = text_of(&text, value, "a state file", message);
        if (result == SQLITE_OK)
            result = check_path(text, sqlite3_value_bytes(value), message);
    }
    if (result != SQLITE_OK)
        return result;
    *path = sqlite3_mprintf("%s", text);
    return *path != NULL ? SQLITE_OK : SQLITE_NOMEM;
}

/* ---- Opening --------------------------------------------------------------------------------------- */

/* A sleep source for the node `context`: it ends early, and the generator asks it again. */
static sortid_status nap(void *context, uint64_t microseconds)
{
    const struct node *node = context;
    sortid_sleep system;
    if (microseconds > PATIENCE_US)
        return SORTID_ROLLBACK;
    if (interruption(node->db) != SQLITE_OK)
        return SORTID_SLEEP_FAILED;
    sortid_sleep_system(&system);
    return system.sleep(system.context, microseconds < LOOK_US ? microseconds : LOOK_US);
}

static sortid_status open_generator(struct node *node)
{
    sortid_sources sources;
    sortid_options options = {
        .mode = SORTID_MODE_WAIT, .allowance_ms = ALLOWANCE_MS, .node = &node->spec};
    sortid_sources_default(&sources);
    const sortid_file_options file = {.wait_ms = SORTID_FILE_WAIT_UNLIMITED}; /* nap can end it */
    sources.sleep = (sortid_sleep){nap, node};
    return sortid_generator_open(&node->generator, sortid_scru64_format(), node->path, &file,
                                 &options, &sources);
}

static bool prepare_place(struct node *node, char **message)
{
    char *parent = sqlite3_malloc64(strlen(node->path) + 1);
    bool done = parent != NULL && make_folders(node->path, parent);
    int error = errno;
    if (parent != NULL && !done)
        *message =
            sqlite3_mprintf("scru64: folder of the state file %s: %s", node->path, strerror(error));
    sqlite3_free(parent);
    return done;
}

/* Opens node->path; on failure the node is the caller's to free. */
static int open_node(struct node *node, bool is_place, char **message)
{
    if (is_place && !prepare_place(node, message))
        return *message != NULL ? SQLITE_ERROR : SQLITE_NOMEM;
    sortid_status status = open_generator(node);
    int error = errno;
    return status == SORTID_OK ? SQLITE_OK : refuse_node(message, node, status, error);
}

static void free_node(struct node *node)
{
    sqlite3_free(node->path);
    sqlite3_free(node);
}

/* Adds a node on the file, and takes the path over, also on failure. */
static int add_node(struct node **added, struct nodes *nodes, const sortid_scru64_node_spec *spec,
                    char *path, bool is_place, char **message)
{
    struct node *node = sqlite3_malloc64(sizeof *node);
    if (node == NULL) {
        sqlite3_free(path);
        return SQLITE_NOMEM;
    }
    *node = (struct node){.next = nodes->first, .db = nodes->db, .spec = *spec, .path = path};
    int result = open_node(node, is_place, message);
    if (result != SQLITE_OK) {
        free_node(node);
        return result;
    }
    *added = nodes->first = node;
    return SQLITE_OK;
}

void sortid_sqlite_nodes_close(struct nodes *nodes)
{
    while (nodes->first != NULL) {
        struct node *node = nodes->first;
        nodes->first = node->next;
        sortid_generator_close(&node->generator);
        free_node(node);
    }
    nodes->of_environment = NULL;
}

/* ---- Finding, making ------------------------------------------------------------------------------- */

/* Whether an open node goes on behind the spec's earlier ID, if that has one. */
static bool is_behind(const struct node *node, const sortid_scru64_node_spec *spec)
{
    return !spec->has_last ||
           (node->spec.has_last && sortid_scru64_compare(&spec->last, &node->spec.last) <= 0);
}

static struct node *find_node(const struct nodes *nodes, const sortid_scru64_node_spec *spec,
                              const char *path)
{
    struct node *node = nodes->first;
    while (node != NULL &&
           (node->spec.node_id != spec->node_id || node->spec.node_id_size != spec->node_id_size ||
            strcmp(node->path, path) != 0))
        node = node->next;
    return node;
}

/* Closes a node in whose place another one came. */
static void replace_node(struct nodes *nodes, struct node *old, struct node *added)
{
    struct node **link = &nodes->first;
    while (*link != old)
        link = &(*link)->next;
    *link = old->next;
    if (nodes->of_environment == old)
        nodes->of_environment = added;
    sortid_generator_close(&old->generator);
    free_node(old);
}

/* The node of a call. For a later earlier ID it is opened anew, which lifts the file to that. */
static int node_of_call(struct node **found, struct nodes *nodes, sqlite3_value *spec,
                        sqlite3_value *path_value, char **message)
{
    sortid_scru64_node_spec node = {.has_last = false};
    char *path = NULL;
    bool is_place;
    int result = find_spec(&node, spec, message);
    if (result == SQLITE_OK)
        result = find_path(&path, &is_place, &node, path_value, message);
    if (result != SQLITE_OK)
        return result;
    struct node *old = find_node(nodes, &node, path);
    if (old != NULL && is_behind(old, &node)) {
        sqlite3_free(path);
        *found = old;
        return SQLITE_OK;
    }
    result = add_node(found, nodes, &node, path, is_place, message);
    if (result == SQLITE_OK && old != NULL)
        replace_node(nodes, old, *found);
    return result;
}

int sortid_sqlite_node_make(uint8_t *id, struct nodes *nodes, sqlite3_value *spec,
                            sqlite3_value *path, char **message)
{
    struct node *node = spec == NULL ? nodes->of_environment : NULL;
    if (node == NULL) {
        int result = node_of_call(&node, nodes, spec, path, message);
        if (result != SQLITE_OK)
            return result;
    }
    if (spec == NULL)
        nodes->of_environment = node;
    sortid_status status = sortid_generator_next(&node->generator, id, NULL);
    int error = errno;
    return status == SORTID_OK ? SQLITE_OK : refuse_node(message, node, status, error);
}
