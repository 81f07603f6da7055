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

const char *sortid_pg_state_problem(sortid_status status)
{
    switch (status) {
    case SORTID_STATE_DAMAGED:
        return "is damaged or cut short";
    case SORTID_STATE_UNRECOGNIZED:
        return "is not a state file";
    case SORTID_STATE_MISMATCH:
        return "is of another generator";
    case SORTID_STATE_UNUSABLE:
        return "was made by another version of sortid, or on a machine of another kind";
    case SORTID_FILE_REFUSED:
        return "is a symbolic link, not a regular file, or owned by another user";
    case SORTID_FILE_FAILED:
        return "cannot be read";
    default:
        return NULL;
    }
}

/* The name of a generator that needs no state file, without the parentheses. */
static const char *without_state(const char *what)
{
    size_t length = strlen(what) - strlen("_shared");
    return pnstrdup(what, length);
}

/* A state file that cannot be used. It is not the DBA's data: what is lost with it is the end of a
 * sequence. */
SORTID_PG_NEVER_RETURNS static void refuse_state(const char *what, const char *path,
                                                 const char *problem, int code)
{
    bool has_node = strcmp(what, "scru64") == 0;
    ereport(ERROR,
            (errcode(code), errmsg("%s(): state file \"%s\" %s", what, path, problem),
             errdetail("It contains only where the IDs of this generator continue; tables are not "
                       "affected."),
             has_node
                 ? errhint("Stop the server, set sortid.node_spec to MAX/SIZE with the greatest "
                           "scru64 of this node in your tables, remove the file, and start the "
                           "server. Without that setting IDs repeat if the clock was set back.")
                 : errhint("Stop the server, remove the file, and start the server. IDs then "
                           "begin " UINT64_FORMAT " ms later than the clock: above earlier ones "
                           "unless the clock was set back. Until then use %s().",
                           sortid_pg_max_clock_skew() + SORTID_PG_AHEAD_MS, without_state(what))));
}

void sortid_pg_refuse_to_generate(const char *what, const char *path, sortid_status status)
{
    int error = errno;
    const char *problem = path != NULL ? sortid_pg_state_problem(status) : NULL;
    int code = code_of(status);
    const char *why = sortid_status_text(status);
    if (problem != NULL && status != SORTID_FILE_FAILED) {
        refuse_state(what, path, problem, code);
    }
    errno = error;
    if (status == SORTID_FILE_FAILED) {
        ereport(ERROR,
                (errcode_for_file_access(),
                 errmsg("%s(): state file \"%s\" cannot be opened, made, locked or written: %m",
                        what, path),
                 errhint("The server must be able to make, read and write files in the folder "
                         "\"sortid\" of its data directory.")));
    }
    ereport(ERROR, (errcode(code), errmsg("%s(): %s", what, why),
                    path != NULL ? errdetail("State file: \"%s\".", path) : 0,
                    status == SORTID_NO_NODE_SPEC
                        ? errhint("Set sortid.node_spec, with a node id that no other server has.")
                        : 0));
}

void sortid_pg_warn_of_reset(const char *what)
{
    ereport(WARNING,
            (errmsg("%s(): the clock was set back; the next IDs of this session are below its "
                    "earlier ones",
                    what)));
}
