/* SPDX-License-Identifier: MIT */
/* What the files of the extension share. Each includes it first, as it brings postgres.h.
 *
 * The server's word for an exception is ereport(ERROR), a longjmp: it is called with no call of
 * the library on the stack, so that no generator is left in the middle of a step. */
#ifndef SORTID_PG_H
#define SORTID_PG_H

#include <postgres.h>

#include <fmgr.h>
#include <lib/stringinfo.h>
#include <port/pg_bswap.h>
#include <utils/sortsupport.h>
#include <utils/timestamp.h>
#if PG_VERSION_NUM >= 160000
#include <varatt.h>
#endif

#include <sortid.h>

/* Before 16 no error is soft. */
#if PG_VERSION_NUM < 160000
#define ereturn(context, value, ...) ereport(ERROR, __VA_ARGS__)
#endif

/* ulid in the place of FORMAT: sortid_ulid, sortid_ulid_parse, ... */
#define PASTE_(a, b, c) a##b##c
#define PASTE(a, b, c)  PASTE_(a, b, c)

/* Begins an SQL function, whose name may be a macro. */
#define SORTID_PG_FUNCTION(name)                                                                   \
    PG_FUNCTION_INFO_V1(name);                                                                     \
    Datum name(PG_FUNCTION_ARGS)

/* ---- refuse.c: statuses as errors of the server ---------------------------------------------- */

/* The server's own word for it changed with 18. */
#if defined(__GNUC__)
#define SORTID_PG_NEVER_RETURNS __attribute__((noreturn))
#else
#define SORTID_PG_NEVER_RETURNS
#endif

/* A text that is no ID: softly where the caller wants that, and then the value to return. */
Datum sortid_pg_refuse_text(Node *context, const char *type, const char *text, sortid_status status,
                            size_t position);

/* A binary value (a bytea, a message) of `length` bytes that is no ID. */
SORTID_PG_NEVER_RETURNS void sortid_pg_refuse_bytes(const char *type, size_t length,
                                                    size_t expected);
SORTID_PG_NEVER_RETURNS void sortid_pg_refuse_value(const char *type);

/* A generator's failure; `what` is the SQL function. */
SORTID_PG_NEVER_RETURNS void sortid_pg_refuse_to_generate(const char *what, sortid_status status);

/* Says that the order of a generator's IDs breaks before this one. */
void sortid_pg_warn_of_reset(const char *what);

/* ---- time.c: timestamptz and IDs ------------------------------------------------------------- */

TimestampTz sortid_pg_time(const sortid_format *format, const uint8_t *id);

/* The smallest and largest ID of a time's ms or tick; 22008 if the format has none. */
void sortid_pg_min_at(uint8_t *id, const sortid_format *format, TimestampTz time);
void sortid_pg_max_at(uint8_t *id, const sortid_format *format, TimestampTz time);

/* The first and the last ID whose time is `since` or later and before `until`, by
 * sortid_format_range: bounds are rounded up, and times beyond the format's are clipped. False, with
 * nothing written, if there is none. */
bool sortid_pg_span(uint8_t *first, uint8_t *last, const sortid_format *format, TimestampTz since,
                    TimestampTz until);

/* ---- within.c: TYPE_within(id, since, until) for the planner --------------------------------- */

Node *sortid_pg_plan_within(Node *request, const char *type);

/* ---- Comparing, for bytes.h and sort.c -------------------------------------------------------- */

/* Eight bytes of an ID as a number. */
static inline uint64 sortid_pg_load(const char *bytes)
{
    uint64 word;
    memcpy(&word, bytes, sizeof(word));
    return pg_ntoh64(word);
}

/* As memcmp, of 16 or 20 bytes. */
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

/* ---- sortid.c: parts of IDs ------------------------------------------------------------------ */

/* Field number `field`, of at most 63 bits, and one of whole bytes. */
int64 sortid_pg_field(const sortid_format *format, size_t field, const uint8_t *id);
bytea *sortid_pg_field_bytes(const sortid_format *format, size_t field, const uint8_t *id);

bytea *sortid_pg_bytea(const void *bytes, size_t size);

/* ---- settings.c ------------------------------------------------------------------------------ */

/* sortid.node_spec, or the server's SCRU64_NODE_SPEC; false if neither is set. 55000 if the
 * variable is bad. `text` gets what was read. */
bool sortid_pg_node(sortid_scru64_node_spec *node, const char **text);

/* sortid.max_clock_skew, in ms. */
uint64 sortid_pg_max_clock_skew(void);

/* ---- state.c: generators that all backends share --------------------------------------------- */

/* A shared generator of this backend. The caller sets the first three, the rest begins as zeros. */
struct sortid_pg_shared {
    const char *function; /* "ulid_shared" */
    const sortid_format *(*format)(void);
    const sortid_scru64_node_spec *node; /* for a format that needs one, else NULL */
    sortid_generator generator;
    bool is_open;
    bool is_registered; /* to be closed when the backend ends */
};

/* How far IDs may be ahead of the clock, in ms; then a generator waits. */
#define SORTID_PG_AHEAD_MS 1000

/* Lets go of its file, if it has one. */
void sortid_pg_shared_close(struct sortid_pg_shared *shared);

/* The next ID, on the file sortid/NAME-... of the data directory. Refuses during recovery; waits
 * where it must, and can be cancelled then. */
void sortid_pg_shared_generate(uint8_t *id, struct sortid_pg_shared *shared, const char *name);

#endif
