/* SPDX-License-Identifier: MIT */
/* The settings of the extension, made known to the server when it loads the module. They are the
 * server's: set in its files or by ALTER SYSTEM and a reload, by no session. */
#include "sortid_pg.h"

#include <utils/guc.h>

extern PGDLLEXPORT void _PG_init(void);
#if PG_VERSION_NUM < 150000
#define MarkGUCPrefixReserved EmitWarningsOnPlaceholders
#endif

static char *node_spec;
static int max_clock_skew;

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

void _PG_init(void)
{
    DefineCustomStringVariable(
        "sortid.node_spec", "The node of scru64(): an id that no other server has, and its size.",
        "As SCRU64_NODE_SPEC in the server's environment, which counts where this is empty: 42/8.",
        &node_spec, "", PGC_SIGHUP, 0, check_node_spec, NULL, NULL);
    DefineCustomIntVariable(
        "sortid.max_clock_skew", "How far the clocks of a server and of its successor may differ.",
        "After a promotion shared generators begin so much later than the clock.", &max_clock_skew,
        1000, 0, 3600 * 1000, PGC_SIGHUP, GUC_UNIT_MS, NULL, NULL, NULL);
    MarkGUCPrefixReserved("sortid");
}

bool sortid_pg_node(sortid_scru64_node_spec *node, const char **text)
{
    size_t position = 0;
    sortid_status status;
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
