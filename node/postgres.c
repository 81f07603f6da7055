/* SPDX-License-Identifier: MIT */
/* node/postgres.c: see store.h. The calls of a store, as statements on the functions of
 * postgres_schema.c; rounds.h tries each at the servers. From the bottom up.
 *
 * A statement either commits, or the server reports an error and nothing was done. If neither is
 * known, because the connection ended or the time was over, or if the server gave up its wait for a
 * standby, then what was written may be visible here and missing on every standby. So the next call
 * first commits an empty transaction: once that one is on the standbys, all before it are. */
#include "fail.h"
#include "platform.h"
#include "postgres_link.h"
#include "rounds.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER_SIZE 24 /* "-9223372036854775808" and NUL */

/* ---- Requests ----------------------------------------------------------------------------- */

static json_t *write_compare(const void *item)
{
    const struct store_compare *c = item;
    static const char *const names[] = {
        [STORE_CREATED_AT] = "created", [STORE_CHANGED_AT] = "changed", [STORE_VALUE] = "value"};
    if (c->what == STORE_VALUE)
        return json_pack("{s:s, s:s, s:s}", "key", c->key, "what", names[c->what], "value",
                         c->value);
    return json_pack("{s:s, s:s, s:I}", "key", c->key, "what", names[c->what], "revision",
                     (json_int_t)c->revision);
}

/* What the functions look for; NULL: left out. */
static json_t *flag(bool value)
{
    return value ? json_true() : NULL;
}

static json_t *write_operation(const void *item)
{
    const struct store_operation *o = item;
    static const char *const names[] = {[STORE_DELETE] = "delete", [STORE_RANGE] = "range"};
    if (o->kind == STORE_PUT)
        return json_pack("{s:s, s:s, s:s, s:I}", "do", "put", "key", o->key, "value", o->value,
                         "lease", (json_int_t)o->lease);
    return json_pack("{s:s, s:s, s:s*, s:o*, s:o*, s:o*, s:o*}", "do", names[o->kind], "key",
                     o->key, "end", o->end, "limit", o->limit != 0 ? json_integer(o->limit) : NULL,
                     "keys", flag(o->keys_only), "count", flag(o->count_only), "by_change",
                     flag(o->order == STORE_BY_CHANGE));
}

/* The text of a transaction, which the caller frees; NULL: no memory. */
static char *print(const struct store_transaction *t)
{
    json_t *object = sortid_node_store_pack(t, (const char *const[]){"compares", "then", "else"},
                                            write_compare, write_operation);
    bool whole = !t->confirm || json_object_set_new(object, "confirm", json_true()) == 0;
    char *text = whole ? json_dumps(object, JSON_COMPACT) : NULL;
    json_decref(object);
    return text;
}

/* ---- Replies ------------------------------------------------------------------------------ */

/* The columns of a line: see the type line_1 in postgres_schema.c. */
enum { RANGE, KEY, VALUE, CREATED, CHANGED, LEASE, TOTAL, COLUMNS };

static bool read_number(int64_t *out, const PGresult *rows, int row, int column)
{
    char *end;
    const char *text = PQgetvalue(rows, row, column);
    *out = strtoll(text, &end, 10);
    return *text != '\0' && *end == '\0';
}

/* A copy with 0x7f instead of bytes that no key or value of ours has. NULL: no memory. */
static char *copy_text(const PGresult *rows, int row, int column)
{
    char *copy = strdup(PQgetvalue(rows, row, column));
    if (copy != NULL)
        sortid_node_make_printable(copy, 0x7f);
    return copy;
}

/* What the first line of a reply says. `identity` is in the rows. */
struct postgres_head {
    const char *identity;
    int64_t unix_ms, position, succeeded, number;
};

static bool read_head(struct postgres_head *head, const PGresult *rows)
{
    int64_t range = 0;
    if (PQnfields(rows) != COLUMNS || PQntuples(rows) < 1)
        return false;
    head->identity = PQgetvalue(rows, 0, KEY);
    return read_number(&range, rows, 0, RANGE) && range == -1 &&
           strlen(head->identity) < STORE_IDENTITY_SIZE &&
           read_number(&head->unix_ms, rows, 0, CREATED) && head->unix_ms > 0 &&
           read_number(&head->position, rows, 0, CHANGED) &&
           read_number(&head->succeeded, rows, 0, LEASE) &&
           read_number(&head->number, rows, 0, TOTAL);
}

static bool read_pair(struct store_pair *pair, const PGresult *rows, int row, bool *no_memory)
{
    pair->key = copy_text(rows, row, KEY);
    pair->value = copy_text(rows, row, VALUE);
    *no_memory = *no_memory || pair->key == NULL || pair->value == NULL;
    return !*no_memory && read_number(&pair->created_at, rows, row, CREATED) &&
           read_number(&pair->changed_at, rows, row, CHANGED) &&
           read_number(&pair->lease, rows, row, LEASE);
}

/* Reads the lines of one range, from *row on. */
static bool read_range(struct store_range *range, int *row, int64_t number, bool count_only,
                       const PGresult *rows, bool *no_memory)
{
    int first = *row;
    int64_t of = 0;
    while (*row < PQntuples(rows) && read_number(&of, rows, *row, RANGE) && of == number)
        ++*row;
    if (count_only)
        return *row == first + 1 && read_number(&range->total, rows, first, TOTAL);
    range->pairs = calloc((size_t)(*row - first) + 1, sizeof *range->pairs);
    *no_memory = range->pairs == NULL;
    for (int i = first; i < *row && !*no_memory; i++)
        if (!read_pair(&range->pairs[range->count++], rows, i, no_memory))
            return false;
    range->total = (int64_t)range->count;
    return !*no_memory;
}

static bool read_ranges(struct store_reply *reply, const struct store_operation *operations,
                        size_t count, const PGresult *rows, bool *no_memory)
{
    int row = 1;
    reply->ranges = calloc(count + 1, sizeof *reply->ranges);
    *no_memory = reply->ranges == NULL;
    for (size_t i = 0; i < count && !*no_memory; i++) {
        size_t number = reply->range_count;
        if (operations[i].kind != STORE_RANGE)
            continue;
        reply->range_count++;
        if (!read_range(&reply->ranges[number], &row, (int64_t)number, operations[i].count_only,
                        rows, no_memory))
            return false;
    }
    return !*no_memory && row == PQntuples(rows);
}

/* Reads the reply to a transaction, without its times: SORTID_NODE_BAD_REPLY, _SYSTEM. */
static sortid_node_status read_reply(struct store_reply *reply, const struct store_transaction *t,
                                     const PGresult *rows)
{
    struct postgres_head head;
    bool no_memory = false;
    struct store_reply read = {.range_count = 0};
    if (!read_head(&head, rows))
        return SORTID_NODE_BAD_REPLY;
    read.succeeded = head.succeeded == 1;
    read.position = head.position;
    snprintf(read.identity, sizeof read.identity, "%s", head.identity);
    if (!read_ranges(&read, read.succeeded ? t->operations : t->otherwise,
                     read.succeeded ? t->operation_count : t->otherwise_count, rows, &no_memory)) {
        sortid_node_store_reply_free(&read);
        return no_memory ? SORTID_NODE_SYSTEM : SORTID_NODE_BAD_REPLY;
    }
    *reply = read;
    return SORTID_NODE_OK;
}

struct postgres {
    struct rounds rounds; /* first: see rounds.h */
    struct link *link;
    bool in_doubt;                      /* what is visible may be missing on the standbys */
    char identity[STORE_IDENTITY_SIZE]; /* of the first reply; "": none yet */
};

struct postgres_call {
    struct attempt attempt; /* first: see rounds.h */
    const char *sql;        /* one statement; NULL: create the schema */
    const char *values[2];
    int value_count;
    bool writes; /* records: leases are lost anyway */

    struct link_answer answer;
    struct postgres_head head; /* of the reply */
    struct store_times times;
};

/* ---- One try ------------------------------------------------------------------------------ */

/* What an error of the server means. */
struct meaning {
    const char *state; /* its SQLSTATE or the first characters */
    sortid_node_status status;
    bool passing;       /* another server, or the same one later, may succeed */
    const char *advice; /* NULL: none */
};

static const struct meaning meanings[] = {
    {"40001", SORTID_NODE_STORE_FAILED, true, NULL}, /* serialization */
    {"40P01", SORTID_NODE_STORE_FAILED, true, NULL}, /* deadlock */
    {"55P03", SORTID_NODE_STORE_FAILED, true, NULL}, /* lock_timeout */
    {"57014", SORTID_NODE_STORE_FAILED, true, NULL}, /* canceled; statement_timeout */
    {"57P", SORTID_NODE_UNREACHABLE, true, NULL},    /* starts, or shuts down */
    {"53300", SORTID_NODE_UNREACHABLE, true, "raise max_connections, or use a pooler"},
    {"55000", SORTID_NODE_STORE_FAILED, true, "this server is a standby: name the primary too"},
    {"25006", SORTID_NODE_STORE_FAILED, true,
     "this server is a standby, or default_transaction_read_only is on: name the primary too"},
    {"28", SORTID_NODE_DENIED, false, NULL},
    {"42501", SORTID_NODE_DENIED, false, "docs/node-stores.md says what to grant"},
    {"3F000", SORTID_NODE_NO_REALM, false,
     "the database has no realm: check --store, or run sortid node init; if it ever had one, with "
     "--raise-bounds auto"},
    {"42883", SORTID_NODE_NO_REALM, false,
     "the schema sortid_node is of another version: run sortid node init"},
    {"", SORTID_NODE_STORE_FAILED, false, NULL},
};

static const struct meaning *meaning_of(const char *state)
{
    const struct meaning *meaning = meanings;
    while (strncmp(state, meaning->state, strlen(meaning->state)) != 0)
        meaning++;
    return meaning;
}

/* An error that the server reported: nothing was done. */
static sortid_node_status fail_reported(struct postgres_call *call, const struct postgres *postgres,
                                        size_t host)
{
    const struct meaning *meaning = meaning_of(call->answer.state);
    call->attempt.final = !meaning->passing;
    return sortid_node_fail(&call->attempt.error, meaning->status, "%s: %s%s%s",
                            sortid_node_link_host_name(postgres->link, host), call->answer.why,
                            meaning->advice != NULL ? "; " : "",
                            meaning->advice != NULL ? meaning->advice : "");
}

/* Whether libpq's text says that one side refuses the other, rather than that the connection was
 * lost, which may pass. */
static bool is_refusal(const char *why)
{
    static const char *const words[] = {"password", "certificate", "private key",
                                        "server does not support SSL", "SSL error:"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(why, words[i]) != NULL)
            return strstr(why, "unexpected eof") == NULL;
    return false;
}

/* A connection that failed, or ended during a statement. */
static sortid_node_status fail_unanswered(struct postgres_call *call, struct postgres *postgres,
                                          size_t host)
{
    const char *why = call->answer.why;
    bool denied = !call->answer.sent && is_refusal(why);
    if (call->answer.sent && call->writes)
        postgres->in_doubt = true;
    call->attempt.final = call->attempt.once && call->answer.sent;
    return sortid_node_fail(&call->attempt.error,
                            denied ? SORTID_NODE_DENIED : SORTID_NODE_UNREACHABLE, "%s: %s",
                            sortid_node_link_host_name(postgres->link, host), why);
}

static sortid_node_status fail_answer(struct postgres_call *call, struct postgres *postgres,
                                      size_t host)
{
    return call->answer.state[0] != '\0' && !call->answer.doubtful
               ? fail_reported(call, postgres, host)
               : fail_unanswered(call, postgres, host);
}

static sortid_node_status connect_to(struct postgres_call *call, struct postgres *postgres,
                                     size_t host, uint64_t end_ms)
{
    if (sortid_node_link_connected_to(postgres->link) == host)
        return SORTID_NODE_OK;
    if (sortid_node_link_connect(&call->answer, postgres->link, host, end_ms))
        return SORTID_NODE_OK;
    return fail_answer(call, postgres, host);
}

/* Ends a doubt: waits until all that was committed before is on the standbys that the server waits
 * for. Part of a call that has not been sent, or that was done. */
static sortid_node_status confirm(struct postgres_call *call, struct postgres *postgres,
                                  size_t host, uint64_t end_ms)
{
    static const char *const values[] = {
        "{\"compares\":[],\"then\":[],\"else\":[],\"confirm\":true}"};
    while (postgres->in_doubt) {
        struct link_answer answer;
        bool done = sortid_node_link_run(&answer, postgres->link,
                                         "SELECT * FROM sortid_node.transact_1($1::jsonb)", values,
                                         1, end_ms);
        PQclear(answer.rows);
        if (!done) {
            answer.sent = false; // of the call itself nothing was sent now
            call->answer = answer;
            return fail_answer(call, postgres, host);
        }
        postgres->in_doubt = answer.doubtful;
    }
    return SORTID_NODE_OK;
}

static bool stamp(uint64_t *boot_ms, uint64_t *unix_ms)
{
    return sortid_node_platform_boot_ms(boot_ms) && sortid_node_platform_unix_ms(unix_ms);
}

/* Sends the statement; after it the rows are in call->answer. */
static sortid_node_status ask(struct postgres_call *call, struct postgres *postgres, size_t host,
                              uint64_t end_ms)
{
    uint64_t answered_boot_ms;
    if (!stamp(&call->times.sent_boot_ms, &call->times.sent_unix_ms))
        return sortid_node_fail_clock(&call->attempt.error);
    bool done = sortid_node_link_run(&call->answer, postgres->link, call->sql, call->values,
                                     call->value_count, end_ms);
    if (!done)
        return fail_answer(call, postgres, host);
    if (!stamp(&answered_boot_ms, &call->times.answered_unix_ms))
        return sortid_node_fail_clock(&call->attempt.error);
    if (!call->answer.doubtful || !call->writes)
        return SORTID_NODE_OK;
    struct link_answer kept = call->answer;
    postgres->in_doubt = true;
    sortid_node_status status = confirm(call, postgres, host, end_ms);
    if (status == SORTID_NODE_OK) {
        call->answer = kept;
        return SORTID_NODE_OK;
    }
    PQclear(kept.rows);
    call->attempt.final = true;
    return sortid_node_fail(&call->attempt.error, SORTID_NODE_UNREACHABLE,
                            "%s: written, but the server gave up its wait for a standby: check "
                            "synchronous_standby_names and the standbys",
                            sortid_node_link_host_name(postgres->link, host));
}

/* ---- The schema --------------------------------------------------------------------------- */

/* All statements in one text, without the first one if the schema is there. */
static char *schema_text(bool is_there)
{
    size_t size = 1, used = 0;
    const char *const *first = sortid_node_postgres_schema + (is_there ? 1 : 0), *const * s;
    for (s = first; *s != NULL; s++)
        size += strlen(*s) + 1;
    char *text = malloc(size);
    for (s = first; text != NULL && *s != NULL; s++)
        used += (size_t)snprintf(text + used, size - used, "%s;", *s);
    return text;
}

static bool is_true(const PGresult *rows, int column)
{
    return PQntuples(rows) == 1 && strcmp(PQgetvalue(rows, 0, column), "t") == 0;
}

/* Whether another program may have created the schema meanwhile. */
static bool was_race(const char *state)
{
    return *state != '\0' && strstr("23505 42P06 42P07 42710 42723", state) != NULL;
}

/* Creates what is missing. After a race the next round looks again. */
static sortid_node_status create(struct postgres_call *call, struct postgres *postgres, size_t host,
                                 uint64_t end_ms)
{
    if (!sortid_node_link_run(
            &call->answer, postgres->link,
            "SELECT pg_catalog.to_regprocedure('sortid_node.transact_1(jsonb)') IS NOT NULL, "
            "pg_catalog.to_regnamespace('sortid_node') IS NOT NULL",
            NULL, 0, end_ms))
        return fail_answer(call, postgres, host);
    bool is_made = is_true(call->answer.rows, 0), has_schema = is_true(call->answer.rows, 1);
    sortid_node_link_clear(&call->answer);
    if (is_made)
        return SORTID_NODE_OK;
    char *text = schema_text(has_schema);
    if (text == NULL)
        return sortid_node_fail_memory(&call->attempt.error);
    bool done = sortid_node_link_run(&call->answer, postgres->link, text, NULL, 0, end_ms);
    free(text);
    sortid_node_link_clear(&call->answer);
    if (done)
        return SORTID_NODE_OK;
    sortid_node_status status = fail_answer(call, postgres, host);
    call->attempt.final = call->attempt.final && !was_race(call->answer.state);
    return status;
}

/* ---- The call ----------------------------------------------------------------------------- */

static sortid_node_status fail_reply(sortid_node_error *error)
{
    return sortid_node_fail(error, SORTID_NODE_BAD_REPLY,
                            "the reply of PostgreSQL is not from the functions of sortid: check "
                            "the schema sortid_node");
}

/* Reads the time of the first line, and refuses another store than that of the first reply. */
static sortid_node_status check_head(struct postgres_call *call, struct postgres *postgres)
{
    struct postgres_head *head = &call->head;
    call->attempt.final = true;
    if (!read_head(head, call->answer.rows))
        return fail_reply(&call->attempt.error);
    if (postgres->identity[0] == '\0')
        snprintf(postgres->identity, sizeof postgres->identity, "%s", head->identity);
    if (strcmp(postgres->identity, head->identity) != 0)
        return sortid_node_fail(&call->attempt.error, SORTID_NODE_BAD_REPLY,
                                "the reply is from %s, replies before were from %s: check --store; "
                                "after a restore or failover raise the bounds by sortid node init, "
                                "then restart this program",
                                head->identity, postgres->identity);
    call->times.earliest_ms = (uint64_t)head->unix_ms;
    call->times.latest_ms = call->times.earliest_ms + 1; // the time was rounded down
    return SORTID_NODE_OK;
}

static sortid_node_status try_one(struct attempt *attempt, struct rounds *rounds, size_t host,
                                  uint64_t share_end_ms)
{
    struct postgres_call *call = (struct postgres_call *)attempt; // its first member
    struct postgres *postgres = (struct postgres *)rounds;
    uint64_t end_ms = attempt->once ? attempt->end_ms : share_end_ms;
    call->answer = (struct link_answer){.rows = NULL};
    sortid_node_status status = connect_to(call, postgres, host, share_end_ms);
    if (status == SORTID_NODE_OK && call->sql == NULL)
        return create(call, postgres, host, end_ms);
    if (status == SORTID_NODE_OK)
        status = confirm(call, postgres, host, end_ms);
    if (status == SORTID_NODE_OK)
        status = ask(call, postgres, host, end_ms);
    return status == SORTID_NODE_OK ? check_head(call, postgres) : status;
}

/* After success the rows are in call->answer, unless the call created the schema. */
static sortid_node_status run(struct postgres_call *call, struct postgres *postgres,
                              sortid_node_error *error)
{
    sortid_node_status status =
        sortid_node_rounds_run(&call->attempt, &postgres->rounds,
                               sortid_node_link_host_count(postgres->link), try_one, error);
    if (status != SORTID_NODE_OK) {
        sortid_node_link_clear(&call->answer);
    }
    return status;
}

static struct postgres *postgres_of(struct store *store)
{
    return (struct postgres *)store; // its first member
}

static bool only_reads(const struct store_transaction *t)
{
    for (size_t i = 0; i < t->operation_count; i++)
        if (t->operations[i].kind != STORE_RANGE)
            return false;
    return t->compare_count == 0 && !t->confirm;
}

/* ---- The calls of a store ----------------------------------------------------------------- */

static sortid_node_status prepare(struct store *store, sortid_node_error *error)
{
    struct postgres_call call = {.sql = NULL};
    return run(&call, postgres_of(store), error);
}

static sortid_node_status transact(struct store_reply *reply, struct store *store,
                                   const struct store_transaction *transaction, bool repeatable,
                                   sortid_node_error *error)
{
    bool reads = only_reads(transaction);
    char *text = print(transaction);
    struct postgres_call call = {.sql = reads ? "SELECT * FROM sortid_node.read_1($1::jsonb)"
                                              : "SELECT * FROM sortid_node.transact_1($1::jsonb)",
                                 .values = {text},
                                 .value_count = 1,
                                 .attempt.once = !repeatable && !reads,
                                 .writes = !reads};
    if (text == NULL)
        return sortid_node_fail(error, SORTID_NODE_SYSTEM,
                                "no memory, or a text that JSON cannot represent");
    sortid_node_status status = run(&call, postgres_of(store), error);
    free(text);
    if (status != SORTID_NODE_OK)
        return status;
    status = read_reply(reply, transaction, call.answer.rows);
    PQclear(call.answer.rows);
    if (status == SORTID_NODE_OK)
        reply->times = call.times;
    else if (status == SORTID_NODE_SYSTEM)
        return sortid_node_fail_memory(error);
    else
        return fail_reply(error);
    return status;
}

static sortid_node_status lease(struct store_lease *out, struct store *store,
                                enum store_lease_call kind, sortid_node_error *error)
{
    static const char *const statements[] = {
        [STORE_GRANT] = "SELECT * FROM sortid_node.grant_1($1::bigint, $2::bigint)",
        [STORE_KEEP_ALIVE] = "SELECT * FROM sortid_node.keep_alive_1($1::bigint)",
        [STORE_TIME_LEFT] = "SELECT * FROM sortid_node.time_left_1($1::bigint)",
        [STORE_REVOKE] = "SELECT * FROM sortid_node.revoke_1($1::bigint)"};
    char id[NUMBER_SIZE], ttl_ms[NUMBER_SIZE];
    struct postgres_call call = {.sql = statements[kind],
                                 .values = {id, ttl_ms},
                                 .value_count = kind == STORE_GRANT ? 2 : 1};
    struct store_lease done = *out;
    uint64_t random = 0;
    if (kind == STORE_GRANT && !sortid_node_platform_random(&random, sizeof random))
        return sortid_node_fail_random(error);
    if (kind == STORE_GRANT)
        done.id = (int64_t)(random >> 1 | 1);
    snprintf(id, sizeof id, "%lld", (long long)done.id);
    snprintf(ttl_ms, sizeof ttl_ms, "%lld", 1000 * (long long)done.ttl_s);
    sortid_node_status status = run(&call, postgres_of(store), error);
    if (status != SORTID_NODE_OK)
        return status;
    PQclear(call.answer.rows);
    done.ttl_s = call.head.number >= 0 ? call.head.number / 1000 : -1;
    done.times = call.times;
    *out = done;
    return SORTID_NODE_OK;
}

static void close_postgres(struct store *store)
{
    struct postgres *postgres = postgres_of(store);
    if (!sortid_node_rounds_close(&postgres->rounds))
        return;
    sortid_node_link_close(postgres->link);
    free(postgres);
}

/* ---- Opening ------------------------------------------------------------------------------ */

bool sortid_node_postgres_is_url(const char *text)
{
    return text != NULL &&
           (strncmp(text, "postgresql://", 13) == 0 || strncmp(text, "postgres://", 11) == 0);
}

static sortid_node_status fill(struct rounds *rounds, const sortid_node_client_options *options,
                               sortid_node_error *error)
{
    return sortid_node_link_open(&postgres_of(&rounds->store)->link, options, error);
}

sortid_node_status sortid_node_postgres_open(struct store **out,
                                             const sortid_node_client_options *options,
                                             sortid_node_error *error)
{
    static const struct store_calls calls = {
        .close = close_postgres, .prepare = prepare, .transact = transact, .lease = lease};
    return sortid_node_rounds_open(out, sizeof(struct postgres), &calls, fill, options, error);
}
