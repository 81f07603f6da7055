/* SPDX-License-Identifier: MIT */
/* refuse.c: statuses of the library as errors of the server, with SQLSTATE, message, detail and
 * hint. All errors about IDs are raised here, so they are the same for all types. */
#include "sortid_pg.h"

Datum sortid_pg_refuse_text(Node *context, const char *type, const char *text, sortid_status status,
                            size_t position)
{
    (void)context; /* unused before 16 */
    if (status == SORTID_OUT_OF_RANGE) {
        ereturn(context, (Datum)0,
                (errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
                 errmsg("value \"%s\" is out of range for type %s", text, type)));
    }
    ereturn(context, (Datum)0,
            (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
             errmsg("invalid input syntax for type %s: \"%s\"", type, text),
             errdetail("At position %zu: %s.", position + 1, sortid_status_text(status))));
    return (Datum)0;
}

void sortid_pg_refuse_bytes(const char *type, size_t length, size_t expected)
{
    ereport(ERROR, (errcode(ERRCODE_INVALID_BINARY_REPRESENTATION),
                    errmsg("a value of type %s has %zu bytes, not %zu", type, expected, length)));
}

void sortid_pg_refuse_value(const char *type)
{
    ereport(ERROR, (errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
                    errmsg("value is out of range for type %s", type)));
}

static int code_of(sortid_status status)
{
    switch (status) {
    case SORTID_CLOCK_OUT_OF_RANGE:
        return ERRCODE_DATETIME_VALUE_OUT_OF_RANGE;
    case SORTID_OVERFLOW:
    case SORTID_EXHAUSTED:
        return ERRCODE_PROGRAM_LIMIT_EXCEEDED;
    case SORTID_STATE_DAMAGED:
    case SORTID_STATE_UNRECOGNIZED:
        return ERRCODE_DATA_CORRUPTED;
    case SORTID_NO_NODE_SPEC:
    case SORTID_BAD_NODE_SPEC:
    case SORTID_OUT_OF_RANGE:
    case SORTID_RESERVED:
    case SORTID_STATE_MISMATCH:
    case SORTID_STATE_UNUSABLE:
    case SORTID_FILE_REFUSED:
        return ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE;
    case SORTID_CLOCK_FAILED:
    case SORTID_CLOCK_STOPPED:
    case SORTID_RANDOM_FAILED:
    case SORTID_FORK_GUARD_FAILED:
    case SORTID_THREAD_GUARD_FAILED:
        return ERRCODE_SYSTEM_ERROR;
    case SORTID_FILE_LOCKED:
        return ERRCODE_OBJECT_IN_USE;
    default:
        return ERRCODE_INTERNAL_ERROR;
    }
}

/* What the user can do; NULL if there is nothing to say. */
static const char *hint_for(sortid_status status)
{
    switch (status) {
    case SORTID_NO_NODE_SPEC:
        return "Set sortid.node_spec, with a node id that no other server has.";
    case SORTID_STATE_UNUSABLE:
        return "If another version of the extension made the file, remove it while the server is "
               "stopped; see docs/postgresql.md for what is lost.";
    case SORTID_STATE_DAMAGED:
    case SORTID_STATE_UNRECOGNIZED:
    case SORTID_FILE_REFUSED:
        return "Remove the file while the server is stopped; see docs/postgresql.md for what is "
               "lost.";
    default:
        return NULL;
    }
}

void sortid_pg_refuse_to_generate(const char *what, const char *path, sortid_status status)
{
    int error = errno;
    const char *hint = hint_for(status);
    int code = code_of(status);
    const char *why = sortid_status_text(status);
    errno = error;
    if (status == SORTID_FILE_FAILED) {
        ereport(ERROR, (errcode_for_file_access(), errmsg("%s(): %s: %m", what, why),
                        path != NULL ? errdetail("State file: \"%s\".", path) : 0));
    }
    ereport(ERROR, (errcode(code), errmsg("%s(): %s", what, why),
                    path != NULL ? errdetail("State file: \"%s\".", path) : 0,
                    hint != NULL ? errhint("%s", hint) : 0));
}

void sortid_pg_warn_of_reset(const char *what)
{
    ereport(WARNING,
            (errmsg("%s(): the clock was set back; the next IDs of this session are below its "
                    "earlier ones",
                    what)));
}
