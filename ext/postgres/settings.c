/* SPDX-License-Identifier: MIT */
/* settings.c: the settings of the extension, defined when the server loads the module. They belong to the
 * server: they are set in its files or by ALTER SYSTEM and a reload, not by sessions. */
#include "sortid_pg.h"

#include <utils/guc.h>
#include <utils/memutils.h>

extern PGDLLEXPORT void _PG_init(void);
#if PG_VERSION_NUM < 150000
#define MarkGUCPrefixReserved EmitWarningsOnPlaceholders
#endif

static char *node_spec;
static int max_clock_skew;

/* The value that sortid.node_spec had before the module was loaded, if the server has refused it; or NULL. */
static char *refused_spec;

/* Whether a value of sortid.node_spec is valid; "" means that none is set. */
static bool check_node_spec(char **value, void **extra, GucSource source)
{
    sortid_scru64_node_spec read;
    size_t position = 0;
    sortid_status status;
    (void)extra;
    (void)source;
    if (*value == NULL || **value == '\0') {
        return true;
    }
    status = sortid_scru64_node_spec_parse(&read, *value, strlen(*value), &position);
    if (status != SORTID_OK) {
        GUC_check_errdetail("At position %zu: %s.", position + 1, sortid_status_text(status));
    }
    return status == SORTID_OK;
}

/* A valid value replaces a refused one. */
static void assign_node_spec(const char *value, void *extra)
{
    (void)extra;
    if (*value != '\0') {
        refused_spec = NULL;
    }
}

static char *value_of(const char *name)
{
    const char *value = GetConfigOption(name, true, false);
    return value != NULL ? MemoryContextStrdup(TopMemoryContext, value) : NULL;
}

void _PG_init(void)
{
    char *before = value_of("sortid.node_spec");
    DefineCustomStringVariable(
        "sortid.node_spec",
        "The node id of scru64(), which no other server has, and its size in bits.",
        "For example 42/8. If it is empty, SCRU64_NODE_SPEC of the server's environment is used.",
        &node_spec, "", PGC_SIGHUP, 0, check_node_spec, assign_node_spec, NULL);
    DefineCustomIntVariable(
        "sortid.max_clock_skew",
        "The greatest difference between the clocks of a server and its successor.",
        "After a promotion, shared generators begin later than the clock by this time.",
        &max_clock_skew, 1000, 0, 3600 * 1000, PGC_SIGHUP, GUC_UNIT_MS, NULL, NULL, NULL);
    MarkGUCPrefixReserved("sortid");
    if (before != NULL && *before != '\0' && *node_spec == '\0') {
        refused_spec = before; /* the server has issued a warning */
    }
}

bool sortid_pg_node(sortid_scru64_node_spec *node, const char **text)
{
    size_t position = 0;
    sortid_status status;
    if (refused_spec != NULL) {
        ereport(
            ERROR,
            (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
             errmsg("sortid.node_spec cannot be \"%s\"", refused_spec),
             errdetail("A session, a role or a database set it before the module was loaded, "
                       "or it is not a valid node spec."),
             errhint("Set it in postgresql.conf or by ALTER SYSTEM to NODE/SIZE, such as 42/8.")));
    }
    *text = node_spec;
    if (node_spec == NULL || node_spec[0] == '\0') {
        *text = getenv("SCRU64_NODE_SPEC");
    }
    if (*text == NULL) {
        return false;
    }
    status = sortid_scru64_node_spec_parse(node, *text, strlen(*text), &position);
    if (status != SORTID_OK) {
        ereport(ERROR,
                (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
                 errmsg("invalid SCRU64_NODE_SPEC in the server's environment: \"%s\"", *text),
                 errdetail("At position %zu: %s.", position + 1, sortid_status_text(status))));
    }
    return true;
}

uint64 sortid_pg_max_clock_skew(void)
{
    return (uint64)max_clock_skew;
}
