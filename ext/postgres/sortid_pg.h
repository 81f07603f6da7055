/* SPDX-License-Identifier: MIT */
/* sortid_pg.h: what the files of the extension share. Each includes it first, because it includes
 * postgres.h.
 *
 * ereport(ERROR) is a longjmp. It must not be called while a call of the library is on the stack,
 * because that would leave a generator in the middle of a step. */
#pragma once

#include <postgres.h>

#include <fmgr.h>
#include <lib/stringinfo.h>
#include <port/pg_bswap.h>
#include <utils/sortsupport.h>
#include <utils/timestamp.h>
#include <utils/tuplestore.h>
#if PG_VERSION_NUM >= 160000
#include <varatt.h>
#endif

#include <sortid.h>

/* Servers before 16 have no soft errors. */
#if PG_VERSION_NUM < 160000
#define ereturn(context, value, ...) ereport(ERROR, __VA_ARGS__)
#endif

/* Whether a role may call a function. Its users include catalog/pg_proc.h and utils/acl.h. */
#if PG_VERSION_NUM >= 160000
#define sortid_pg_may_execute(function, user, mode)                                                \
    object_aclcheck(ProcedureRelationId, function, user, mode)
#else
#define sortid_pg_may_execute pg_proc_aclcheck
#endif

/* Joins names for the templates: with FORMAT ulid, sortid_ulid, sortid_ulid_parse, ... */
#define PASTE_(a, b, c) a##b##c
#define PASTE(a, b, c)  PASTE_(a, b, c)

/* Begins an SQL function. The name may be a macro. */
#define SORTID_PG_FUNCTION(name)                                                                   \
    PG_FUNCTION_INFO_V1(name);                                                                     \
    Datum name(PG_FUNCTION_ARGS)

/* ---- refuse.c: statuses as errors of the server ---------------------------------------------- */

/* The server's own macro has another name from 18 on. */
#if defined(__GNUC__)
#define SORTID_PG_NEVER_RETURNS __attribute__((noreturn))
#else
#define SORTID_PG_NEVER_RETURNS
#endif

/* Reports a text that is not an ID: as a soft error if `context` asks for one, and then the result
 * is the value that the SQL function returns. `position` counts from 0. */
Datum sortid_pg_refuse_text(Node *context, const char *type, const char *text, sortid_status status,
                            size_t position);

/* Report a binary value (a bytea, a message): one of the wrong length, one that is not an ID. */
SORTID_PG_NEVER_RETURNS void sortid_pg_refuse_bytes(const char *type, size_t length,
                                                    size_t expected);
SORTID_PG_NEVER_RETURNS void sortid_pg_refuse_value(const char *type);

/* What is wrong with a state file: "is damaged"; NULL for statuses not about its content. */
const char *sortid_pg_state_problem(sortid_status status);

/* Reports a failure of a generator. `what` is the SQL function, `path` its state file or NULL. */
SORTID_PG_NEVER_RETURNS void sortid_pg_refuse_to_generate(const char *what, const char *path,
                                                          sortid_status status);

/* The result of a call that fails only for NULL instead of a format. */
static inline void sortid_pg_expect(sortid_status status)
{
    if (status != SORTID_OK)
        elog(ERROR, "%s", sortid_status_text(status));
}

/* Warns that the next IDs of the session are below its earlier ones. */
void sortid_pg_warn_of_reset(const char *what);

/* ---- time.c: timestamptz and IDs ------------------------------------------------------------- */

TimestampTz sortid_pg_time(const sortid_format *format, const uint8_t *id);

/* The time of a number of ms since 1970 that is in the server's range, and the ms that contains a
 * finite time. */
TimestampTz sortid_pg_time_of_ms(int64 unix_ms);
int64 sortid_pg_ms_of_time(TimestampTz time);

/* Reports a time that the format does not have, or one that it reserves. */
SORTID_PG_NEVER_RETURNS void sortid_pg_refuse_time(const sortid_format *format, bool is_reserved);

/* The smallest and the largest ID of the ms or tick that contains a time; error 22008 if the format
 * has no such time. */
void sortid_pg_min_at(uint8_t *id, const sortid_format *format, TimestampTz time);
void sortid_pg_max_at(uint8_t *id, const sortid_format *format, TimestampTz time);

/* The first and the last ID whose time is `since` or later and before `until`: see
 * sortid_format_range. Bounds are rounded up to a ms. False, and nothing written: none. */
bool sortid_pg_range(uint8_t *first, uint8_t *last, const sortid_format *format, TimestampTz since,
                     TimestampTz until);

/* The same for the arguments `since` and `until` of an SQL function; the largest and the smallest
 * ID if there is none. */
void sortid_pg_bounds(uint8_t *lower, uint8_t *upper, const sortid_format *format,
                      FunctionCallInfo fcinfo);

/* ---- prefix.c: the beginnings of texts ------------------------------------------------------- */

/* The first and the last ID whose text begins with `prefix`; error 22P02 or 22003 if none does. */
void sortid_pg_prefix(uint8_t *lower, uint8_t *upper, const sortid_format *format, text *prefix);

/* The result of a function that returns a row of two values. */
Datum sortid_pg_pair(FunctionCallInfo fcinfo, Datum first, Datum second);

/* ---- at.c: IDs for given times --------------------------------------------------------------- */

/* The caller sets the first two members; the rest begins as zeros. */
struct sortid_pg_at {
    const char *function; /* "ulid_at" */
    const sortid_format *(*format)(void);
    sortid_generator generator;
    uint64_t unix_us; /* what its clock shows */
    bool is_ready;
};

/* Makes an ID with the time `time`; error 22008 if the format has no such time. */
void sortid_pg_make_at(uint8_t *id, struct sortid_pg_at *at, TimestampTz time);

/* ---- within.c: TYPE_within(id, since, until) for the planner --------------------------------- */

/* Answers a request to the support function of TYPE_within; NULL if it has no answer. `is_lossy`:
 * values between the bounds are checked again. */
Node *sortid_pg_plan_within(Node *request, const char *type, bool is_lossy);

/* ---- Comparing IDs: bytes.h, sort.c ---------------------------------------------------------- */

/* Eight bytes as a big-endian number. */
static inline uint64 sortid_pg_load(const char *bytes)
{
    uint64 word;
    memcpy(&word, bytes, sizeof(word));
    return pg_ntoh64(word);
}

/* Like memcmp of 16 or 20 bytes. */
static inline int sortid_pg_compare(Datum a, Datum b, size_t size)
{
    const char *x = DatumGetPointer(a);
    const char *y = DatumGetPointer(b);
    uint64 p = sortid_pg_load(x);
    uint64 q = sortid_pg_load(y);
    if (p == q) {
        p = sortid_pg_load(x + 8);
        q = sortid_pg_load(y + 8);
    }
    if (p == q && size == 20) {
        return memcmp(x + 16, y + 16, 4);
    }
    return p < q ? -1 : p > q;
}

/* ---- sort.c ---------------------------------------------------------------------------------- */

/* Prepares a sort of IDs of `size` bytes: 16 or 20. */
void sortid_pg_sort(SortSupport sort, size_t size);

/* ---- sortid.c: what functions return --------------------------------------------------------- */

/* The value of field number `field`: of up to 63 bits, and of whole bytes. */
int64 sortid_pg_field(const sortid_format *format, size_t field, const uint8_t *id);
bytea *sortid_pg_field_bytes(const sortid_format *format, size_t field, const uint8_t *id);

bytea *sortid_pg_bytea(const void *bytes, size_t size);

/* Begins the result of a function that returns rows; *row is their type. */
Tuplestorestate *sortid_pg_begin_set(FunctionCallInfo fcinfo, TupleDesc *row);

/* ---- settings.c ------------------------------------------------------------------------------ */

/* Reads sortid.node_spec, or else SCRU64_NODE_SPEC of the server's environment; *text is the value.
 * False if neither is set. A value that is not valid is reported at `level`; ERROR is 55000. */
bool sortid_pg_node(sortid_scru64_node_spec *node, const char **text, int level);

/* sortid.scru64_guard_bits as an option of a generator; error 55000 if the counter has fewer
 * bits. */
uint8 sortid_pg_guard_bits(const sortid_scru64_node_spec *node);

/* sortid.max_clock_skew, in ms. */
uint64 sortid_pg_max_clock_skew(void);

/* ---- wait.c ---------------------------------------------------------------------------------- */

enum sortid_pg_wait {
    SORTID_PG_CLOCK, /* until the clock passes the time of an ID */
    SORTID_PG_FILE,  /* for another session that opens or closes a state file */
    SORTID_PG_RELOAD,
    SORTID_PG_WAITS
};

/* Makes the server's names of the waits; an error if it has no room for them. */
void sortid_pg_name_waits(void);

/* Waits until the latch is set, for `ms` at most; -1: without limit. Interrupts are left to the
 * caller. False at once, and never an error, if the waits have no names yet. */
bool sortid_pg_wait(enum sortid_pg_wait what, long ms);

/* ---- session.c: generators of a session ------------------------------------------------------ */

/* The caller sets the first three members; the rest begins as zeros. */
struct sortid_pg_session {
    const char *function; /* "ulid_session" */
    const sortid_format *(*format)(void);
    uint32 flags; /* of the options */
    sortid_generator generator;
    bool is_ready;
};

/* Makes the next ID. If the clock was set back by more than 10 s, the order begins again with a
 * warning. */
void sortid_pg_session_generate(uint8_t *id, struct sortid_pg_session *session);

/* Where IDs of a format without SORTID_OPTION_FRACTION get the fraction of the ms: in the first of
 * their random bits. zero_ms is a multiple of unit_ms. */
struct sortid_pg_fraction {
    size_t size;
    uint64 zero_ms; /* of the format: see sortid_format_info */
    uint64 unit_ms;
    unsigned timestamp_bits;
    unsigned fraction_bits; /* as many as unit_ms in 1/4096 ms needs */
};

/* The same with the fraction; the session is of UUIDv7 with SORTID_OPTION_FRACTION. */
void sortid_pg_session_generate_at_fraction(uint8_t *id, struct sortid_pg_session *session,
                                            const struct sortid_pg_fraction *fraction);

/* ---- state.c: generators that all sessions share --------------------------------------------- */

/* A shared generator as this backend sees it. The caller sets the first four members; the rest
 * begins as zeros. */
struct sortid_pg_shared {
    const char *function; /* "ulid_shared" */
    const sortid_format *(*format)(void);
    const sortid_scru64_node_spec *node; /* for a format that needs one, else NULL */
    uint8 guard_bits;                    /* of the options */
    sortid_generator generator;
    char path[MAXPGPATH]; /* of its file, relative to the data directory */
    bool is_open;
    bool is_registered; /* it is closed when the backend ends */
};

/* How far IDs may be ahead of the clock, in ms, before a generator waits. */
#define SORTID_PG_AHEAD_MS 1000

/* Closes its file, if it is open. */
void sortid_pg_shared_close(struct sortid_pg_shared *shared);

/* Makes the next ID, with a state file in the data directory. An error during recovery. It may wait
 * for the clock; the wait can be canceled. */
void sortid_pg_shared_generate(uint8_t *id, struct sortid_pg_shared *shared);
