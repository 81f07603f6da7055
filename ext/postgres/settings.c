/* SPDX-License-Identifier: MIT */
/* The settings of the extension, made known to the server when it loads the module. They are the
 * server's: set in its files or by ALTER SYSTEM and a reload, by no session. */
#include "sortid_pg.h"

#include <utils/guc.h>
#include <utils/memutils.h>

extern PGDLLEXPORT void _PG_init(void);
#if PG_VERSION_NUM < 150000
#define MarkGUCPrefixReserved EmitWarningsOnPlaceholders
#endif

static char *node_spec;
static int max_clock_skew;

/* What the node spec was before the module was loaded, if the server has refused that; or NULL. */
static char *refused_spec;

/* Whether a value of sortid.node_spec can be one; "" is none. */
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

/* A good value ends the refusal of an earlier one. */
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
        "sortid.node_spec", "The node of scru64(): an id that no other server has, and its size.",
        "As SCRU64_NODE_SPEC in the server's environment, which counts where this is empty: 42/8.",
        &node_spec, "", PGC_SIGHUP, 0, check_node_spec, assign_node_spec, NULL);
    DefineCustomIntVariable(
        "sortid.max_clock_skew", "How far the clocks of a server and of its successor may differ.",
        "After a promotion shared generators begin so much later than the clock.", &max_clock_skew,
        1000, 0, 3600 * 1000, PGC_SIGHUP, GUC_UNIT_MS, NULL, NULL, NULL);
    MarkGUCPrefixReserved("sortid");
    if (before != NULL && *before != '\0' && *node_spec == '\0') {
        refused_spec = before; /* the server has warned, and goes on without */
    }
}

bool sortid_pg_node(sortid_scru64_node_spec *node, const char **text)
{
    size_t position = 0;
    sortid_status status;
    if (refused_spec != NULL) {
        ereport(ERROR,
                (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
                 errmsg("sortid.node_spec cannot be \"%s\"", refused_spec),
                 errdetail("It was so before the module was loaded, by a session, a role or a "
                           "database, or it is no node spec."),
                 errhint("Set it in postgresql.conf or by ALTER SYSTEM, as 42/8.")));
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
                 errmsg("the server's SCRU64_NODE_SPEC is no node spec: \"%s\"", *text),
                 errdetail("At position %zu: %s.", position + 1, sortid_status_text(status))));
    }
    return true;
}

uint64 sortid_pg_max_clock_skew(void)
{
    return (uint64)max_clock_skew;
}
