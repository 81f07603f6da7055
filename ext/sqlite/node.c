/* SPDX-License-Identifier: MIT */
/* node.c: see node.h: where node and file come from, which files are open, and the messages if they
 * cannot be used. A node or a file is never guessed. One that cannot be used is an error, and the
 * next call tries again. */
#include "node.h"

#include "folder.h"

#include <sortid.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Timestamps may be as far ahead of the clock as those of `sortid gen`: 2 ticks and a borrowed one,
 * which is less than a second. */
#define ALLOWANCE_MS 512

/* The longest wait for the clock, in us. After a crash a file may be a second ahead, and a tick
 * lasts a quarter of a second. If the clock was set back by more, the call fails: a waiting
 * statement keeps its transaction open. */
#define MAX_WAIT_US 5000000

/* How often a waiting call checks whether its statement was interrupted. */
#define POLL_US 20000

struct node {
    struct node *next;
    sqlite3 *db;                  /* the connection whose statements wait for it */
    sortid_scru64_node_spec spec; /* that it was opened with */
    char *path;
    sortid_generator generator;
};

/* ---- Errors ---------------------------------------------------------------------------------- */

static int refuse(char **message, char *text)
{
    *message = text;
    return text != NULL ? SQLITE_ERROR : SQLITE_NOMEM;
}

/* `error` is the errno of the call that failed. */
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

/* Returns SQLITE_INTERRUPT or SQLITE_NOMEM if the running statement must end, else SQLITE_OK. An
 * interrupt ends every statement of the connection, so a small one finds out.
 * sqlite3_is_interrupted() exists only from SQLite 3.41 on. */
static int interruption(sqlite3 *db)
{
    int result = sqlite3_exec(db, "SELECT 1", NULL, NULL, NULL);
    return result == SQLITE_INTERRUPT || result == SQLITE_NOMEM ? result : SQLITE_OK;
}

/* The error of a node's generator. An interrupted wait has no message. */
static int refuse_node(char **message, const struct node *node, sortid_status status, int error)
{
    int result = status == SORTID_SLEEP_FAILED ? interruption(node->db) : SQLITE_OK;
    return result != SQLITE_OK ? result : refuse_status(message, node->path, status, error);
}

/* ---- Which node ------------------------------------------------------------------------------ */

/* The value of a variable; NULL if it is empty, too. */
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

/* The node of an existing state file. */
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
    return refuse(
        message,
        sqlite3_mprintf("scru64: no node id: set SCRU64_NODE_SPEC to NODE/SIZE, such as 42/8, "
                        "or call scru64('42/8')"));
}

/* The text of a value, or SQLITE_ERROR if it is not TEXT; with SQLITE_NOMEM *text is NULL. */
static int text_of(const char **text, sqlite3_value *value, const char *what, char **message)
{
    if (sqlite3_value_type(value) != SQLITE_TEXT)
        return refuse(message, sqlite3_mprintf("scru64: %s must be TEXT", what));
    *text = (const char *)sqlite3_value_text(value);
    return *text != NULL ? SQLITE_OK : SQLITE_NOMEM;
}

static int find_spec(sortid_scru64_node_spec *node, sqlite3_value *spec, char **message)
{
    const char *text;
    if (spec == NULL)
        return node_of_environment(node, message);
    int result = text_of(&text, spec, "the node spec", message);
    if (result != SQLITE_OK)
        return result;
    return parse_spec(node, "bad node spec", text, (size_t)sqlite3_value_bytes(spec), message);
}

/* ---- Which file ------------------------------------------------------------------------------ */

/* Makes the folders above a file, beginning at the root. It changes `path` and restores it.
 * `parent` is a buffer of the same size. */
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

/* The command's state file of a node. Its folders may not exist yet. */
static int default_path(char **path, const sortid_scru64_node_spec *node, char **message)
{
    const char *home, *below;
    if (!sortid_sqlite_state_home(&home, &below))
        return refuse(message, sqlite3_mprintf("scru64: no folder for the state file: %s",
                                               sortid_sqlite_no_state_home));
    *path =
        sqlite3_mprintf("%s%s/sortid/scru64-%u-%x", home, below, node->node_id_size, node->node_id);
    return *path != NULL ? SQLITE_OK : SQLITE_NOMEM;
}

static int check_path(const char *path, int length, char **message)
{
    if (length == 0 || strlen(path) != (size_t)length)
        return refuse(message, sqlite3_mprintf(
                                   "scru64: the state file has no name or a name with NUL bytes"));
    if (strcmp(path, "none") == 0)
        return refuse(message, sqlite3_mprintf("scru64: a state file is required: without one, the "
                                               "connections of a process repeat each other's IDs"));
    return SQLITE_OK;
}

/* The file of the call, to be freed by sqlite3_free(). *is_default: its folders may be missing. */
static int find_path(char **path, bool *is_default, const sortid_scru64_node_spec *node,
                     sqlite3_value *value, char **message)
{
    const char *text = variable("SORTID_SCRU64_STATE");
    int result = SQLITE_OK;
    *is_default = value == NULL && text == NULL;
    if (*is_default)
        return default_path(path, node, message);
    if (value != NULL) {
        result = text_of(&text, value, "the state file", message);
        if (result == SQLITE_OK)
            result = check_path(text, sqlite3_value_bytes(value), message);
    }
    if (result != SQLITE_OK)
        return result;
    *path = sqlite3_mprintf("%s", text);
    return *path != NULL ? SQLITE_OK : SQLITE_NOMEM;
}

/* ---- Opening --------------------------------------------------------------------------------- */

/* The sleep source of the node `context`. It returns early; then the generator reads the clock and
 * calls it again. */
static sortid_status sleep_briefly(void *context, uint64_t microseconds)
{
    const struct node *node = context;
    sortid_sleep system;
    if (microseconds > MAX_WAIT_US)
        return SORTID_ROLLBACK;
    if (interruption(node->db) != SQLITE_OK)
        return SORTID_SLEEP_FAILED;
    sortid_sleep_system(&system);
    return system.sleep(system.context, microseconds < POLL_US ? microseconds : POLL_US);
}

static sortid_status open_generator(struct node *node)
{
    sortid_sources sources;
    sortid_options options = {
        .mode = SORTID_MODE_WAIT, .allowance_ms = ALLOWANCE_MS, .node = node->spec};
    sortid_sources_default(&sources);
    const sortid_file_options file = {.wait_ms =
                                          SORTID_FILE_WAIT_UNLIMITED}; /* interrupts end it */
    sources.sleep = (sortid_sleep){sleep_briefly, node};
    return sortid_generator_open(&node->generator, sortid_scru64_format(), node->path, &file,
                                 &options, &sources);
}

static bool make_default_folders(struct node *node, char **message)
{
    char *parent = sqlite3_malloc64(strlen(node->path) + 1);
    bool done = parent != NULL && make_folders(node->path, parent);
    int error = errno;
    if (parent != NULL && !done)
        *message = sqlite3_mprintf("scru64: cannot make the folders of the state file %s: %s",
                                   node->path, strerror(error));
    sqlite3_free(parent);
    return done;
}

/* Opens node->path. On failure the caller frees the node. */
static int open_node(struct node *node, bool is_default, char **message)
{
    if (is_default && !make_default_folders(node, message))
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

/* Opens a file for a node and adds it to the list. It owns `path` from here on, on failure too. */
static int add_node(struct node **added, struct nodes *nodes, const sortid_scru64_node_spec *spec,
                    char *path, bool is_default, char **message)
{
    struct node *node = sqlite3_malloc64(sizeof *node);
    if (node == NULL) {
        sqlite3_free(path);
        return SQLITE_NOMEM;
    }
    *node = (struct node){.next = nodes->first, .db = nodes->db, .spec = *spec, .path = path};
    int result = open_node(node, is_default, message);
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

/* ---- Finding a node -------------------------------------------------------------------------- */

/* Whether the IDs of an open node are above the earlier ID of the spec, if the spec has one. */
static bool is_above(const struct node *node, const sortid_scru64_node_spec *spec)
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

/* Closes a node that another one replaces. */
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

/* The node of a call. If the spec has an earlier ID that is above the one that the node was opened
 * with, the file is opened again with it, so that later IDs are above it. */
static int node_of_call(struct node **found, struct nodes *nodes, sqlite3_value *spec,
                        sqlite3_value *path_value, char **message)
{
    sortid_scru64_node_spec node = {.has_last = false};
    char *path = NULL;
    bool is_default;
    int result = find_spec(&node, spec, message);
    if (result == SQLITE_OK)
        result = find_path(&path, &is_default, &node, path_value, message);
    if (result != SQLITE_OK)
        return result;
    struct node *old = find_node(nodes, &node, path);
    if (old != NULL && is_above(old, &node)) {
        sqlite3_free(path);
        *found = old;
        return SQLITE_OK;
    }
    result = add_node(found, nodes, &node, path, is_default, message);
    if (result == SQLITE_OK && old != NULL)
        replace_node(nodes, old, *found);
    return result;
}

int sortid_sqlite_node_next(uint8_t *id, struct nodes *nodes, sqlite3_value *spec,
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
