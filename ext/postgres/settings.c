/* SPDX-License-Identifier: MIT */
/* settings.c: the settings of the extension, defined when the server loads the module. They belong
 * to the server: they are set in its files or by ALTER SYSTEM and a reload, not by sessions. And
 * sortid_reload(), which waits for a reload. */
#include "sortid_pg.h"

#include <catalog/pg_proc.h>
#include <miscadmin.h>
#include <postmaster/interrupt.h>
#include <utils/acl.h>
#include <utils/fmgroids.h>
#include <utils/guc.h>
#include <utils/memutils.h>

extern PGDLLEXPORT void _PG_init(void);
#if PG_VERSION_NUM < 150000
#define MarkGUCPrefixReserved EmitWarningsOnPlaceholders
#endif

static char *node_spec;
static int max_clock_skew;
static int guard_bits; /* DEFAULT_GUARD or the number */

/* The module may be loaded by a parallel index build or a parallel worker. There a server that
 * knows this flag accepts values of its files only for settings that have the flag. */
#ifndef GUC_ALLOW_IN_PARALLEL
#define GUC_ALLOW_IN_PARALLEL 0
#endif

#define DEFAULT_GUARD  (-1)
#define MAX_GUARD_BITS 23 /* the bits of a counter, if the node id has one bit */

/* The value of sortid.node_spec before the module was loaded, if the server has refused it. */
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
        &node_spec, "", PGC_SIGHUP, GUC_ALLOW_IN_PARALLEL, check_node_spec, assign_node_spec, NULL);
    DefineCustomIntVariable(
        "sortid.max_clock_skew",
        "The greatest difference between the clocks of a server and its successor.",
        "After a promotion, shared generators begin later than the clock by this time.",
        &max_clock_skew, 1000, 0, 3600 * 1000, PGC_SIGHUP, GUC_UNIT_MS | GUC_ALLOW_IN_PARALLEL,
        NULL, NULL, NULL);
    DefineCustomIntVariable(
        "sortid.scru64_guard_bits", "How many leading bits of a new counter of scru64() are 0.",
        "More bits leave room for more IDs in a tick of 256 ms; fewer make the next ID harder to "
        "guess. -1 is the default of the format: 1 for node ids of 20 bits and more, else 0.",
        &guard_bits, DEFAULT_GUARD, DEFAULT_GUARD, MAX_GUARD_BITS, PGC_SIGHUP,
        GUC_ALLOW_IN_PARALLEL, NULL, NULL, NULL);
    MarkGUCPrefixReserved("sortid");
    if (before != NULL && *before != '\0' && *node_spec == '\0') {
        refused_spec = before; /* the server has issued a warning */
    }
}

bool sortid_pg_node(sortid_scru64_node_spec *node, const char **text, int level)
{
    size_t position = 0;
    sortid_status status;
    if (refused_spec != NULL) {
        ereport(
            level,
            (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
             errmsg("sortid.node_spec cannot be \"%s\"", refused_spec),
             errdetail("A session, a role or a database set it before the module was loaded, "
                       "or it is not a valid node spec."),
             errhint("Set it in postgresql.conf or by ALTER SYSTEM to NODE/SIZE, such as 42/8.")));
        return false;
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
        ereport(level,
                (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
                 errmsg("invalid SCRU64_NODE_SPEC in the server's environment: \"%s\"", *text),
                 errdetail("At position %zu: %s.", position + 1, sortid_status_text(status))));
    }
    return status == SORTID_OK;
}

uint64 sortid_pg_max_clock_skew(void)
{
    return (uint64)max_clock_skew;
}

uint8 sortid_pg_guard_bits(const sortid_scru64_node_spec *node)
{
    int counter_bits = 24 - (int)node->node_id_size;
    if (guard_bits > counter_bits) {
        ereport(ERROR, (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
                        errmsg("sortid.scru64_guard_bits is %d, but the counter of a node id of "
                               "%d bits has %d bits",
                               guard_bits, node->node_id_size, counter_bits),
                        errhint("Set it to %d or less.", counter_bits)));
    }
    return guard_bits == DEFAULT_GUARD ? 0
           : guard_bits == 0           ? SORTID_GUARD_NONE
                                       : (uint8)guard_bits;
}

/* ---- Waiting for a reload -------------------------------------------------------------------- */

/* Reloads the server's settings like pg_reload_conf(), whose right it needs, and waits until this
 * session has been told to read them, which it does before its next command. The server has read
 * them then, so sessions that begin later have them, too. */
SORTID_PG_FUNCTION(sortid_pg_sql_reload)
{
    if (sortid_pg_may_execute(F_PG_RELOAD_CONF, GetUserId(), ACL_EXECUTE) != ACLCHECK_OK) {
        aclcheck_error(ACLCHECK_NO_PRIV, OBJECT_FUNCTION, "pg_reload_conf");
    }
    if (!DatumGetBool(OidFunctionCall0(F_PG_RELOAD_CONF))) {
        PG_RETURN_BOOL(false); /* with a warning */
    }
    sortid_pg_name_waits();
    while (!ConfigReloadPending) {
        (void)sortid_pg_wait(SORTID_PG_RELOAD, -1);
        CHECK_FOR_INTERRUPTS();
    }
    PG_RETURN_BOOL(true);
}
