/* SPDX-License-Identifier: MIT */
/* node/postgres.c: see postgres.h. From the bottom up: requests as JSON, replies from rows, tries over the
 * servers, the calls.
 *
 * A statement either commits, or the server reports an error and nothing was done. If neither is known,
 * because the connection ended or the time was over, or if the server gave up its wait for a standby, then
 * what was written may be visible here and missing on every standby. So the next call first commits an empty
 * transaction: once that one is on the standbys, all before it are. */
#define _POSIX_C_SOURCE 200809L
#include "postgres.h"

#include "clock.h"
#include "fail.h"
#include "pause.h"
#include "platform.h"
#include "postgres_link.h"
#include "postgres_schema.h"

#include <jansson.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER_SIZE 24 /* "-9223372036854775808" and NUL */

struct postgres {
    struct store store; /* first: see store.h */
    pthread_mutex_t lock;
    int64_t owner; /* process id */
    uint32_t timeout_ms;
    struct link *link;
    size_t good;                        /* the server to start with */
    bool in_doubt;                      /* what is visible may be missing on the standbys */
    uint64_t chance;                    /* state of the pauses' random numbers */
    char identity[STORE_IDENTITY_SIZE]; /* of the first reply; "": none yet */
};

static struct postgres *postgres_of(struct store *store)
{
    return (struct postgres *)store; // its first member
}

/* ---- Requests ----------------------------------------------------------------------------- */

static bool add(json_t *object, const char *name, json_t *value)
{
    return json_object_set_new(object, name, value) == 0;
}

static json_t *write_compare(const struct store_compare *compare)
{
    static const char *const names[] = {
        [STORE_CREATED_AT] = "created", [STORE_CHANGED_AT] = "changed", [STORE_VALUE] = "value"};
    json_t *object = json_object();
    bool taken =
        add(object, "key", json_string(compare->key)) &&
        add(object, "what", json_string(names[compare->what])) &&
        (compare->what == STORE_VALUE ? add(object, "value", json_string(compare->value))
                                      : add(object, "revision", json_integer(compare->revision)));
    if (taken)
        return object;
    json_decref(object);
    return NULL;
}

static bool add_flags(json_t *object, const struct store_operation *operation)
{
    if (operation->kind == STORE_PUT)
        return add(object, "value", json_string(operation->value)) &&
               add(object, "lease", json_integer(operation->lease));
    return (operation->end == NULL || add(object, "end", json_string(operation->end))) &&
           (operation->limit == 0 || add(object, "limit", json_integer(operation->limit))) &&
           (!operation->keys_only || add(object, "keys", json_true())) &&
           (!operation->count_only || add(object, "count", json_true())) &&
           (operation->order == STORE_BY_KEY || add(object, "by_change", json_true()));
}

static json_t *write_operation(const struct store_operation *operation)
{
    static const char *const names[] = {
        [STORE_PUT] = "put", [STORE_DELETE] = "delete", [STORE_RANGE] = "range"};
    json_t *object = json_object();
    if (add(object, "do", json_string(names[operation->kind])) &&
        add(object, "key", json_string(operation->key)) && add_flags(object, operation))
        return object;
    json_decref(object);
    return NULL;
}

static bool add_operations(json_t *object, const char *name,
                           const struct store_operation *operations, size_t count)
{
    json_t *list = json_array();
    bool taken = add(object, name, list);
    for (size_t i = 0; i < count; i++)
        taken = taken && json_array_append_new(list, write_operation(&operations[i])) == 0;
    return taken;
}

/* The text of a transaction, which the caller frees; NULL: no memory. */
static char *print(const struct store_transaction *t)
{
    json_t *root = json_object(), *compares = json_array();
    bool taken = add(root, "compares", compares);
    for (size_t i = 0; i < t->compare_count; i++)
        taken = taken && json_array_append_new(compares, write_compare(&t->compares[i])) == 0;
    taken = taken && add_operations(root, "then", t->operations, t->operation_count) &&
            add_operations(root, "else", t->otherwise, t->otherwise_count) &&
            (!t->confirm || add(root, "confirm", json_true()));
    char *text = taken ? json_dumps(root, JSON_COMPACT) : NULL;
    json_decref(root);
    return text;
}

static bool only_reads(const struct store_transaction *t)
{
    for (size_t i = 0; i < t->operation_count; i++)
        if (t->operations[i].kind != STORE_RANGE)
            return false;
    return t->compare_count == 0 && !t->confirm;
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
    for (char *c = copy; c != NULL && *c != '\0'; c++)
        if (*c < 0x20 || *c > 0x7e)
            *c = 0x7f;
    return copy;
}

/* What the first line says. */
struct head {
    const char *identity;
    int64_t unix_ms, position, succeeded, number;
};

static bool read_head(struct head *head, const PGresult *rows)
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

static sortid_node_status read_reply(struct store_reply *reply, const struct store_transaction *t,
                                     const PGresult *rows)
{
    struct head head;
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

/* ---- One try ------------------------------------------------------------------------------ */

struct call {
    const char *sql; /* one statement; NULL: create the schema */
    const char *values[2];
    int value_count;
    bool once;   /* must not be done twice */
    bool writes; /* records: leases are lost anyway */

    uint64_t end_ms; /* of the whole call, on the boot clock */
    struct link_answer answer;
    struct head head; /* of the reply */
    struct store_times times;
    bool final; /* another try would not help, or is not allowed */
    sortid_node_error error;
};

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
    {"57014", SORTID_NODE_STORE_FAILED, true, NULL}, /* cancelled; statement_timeout */
    {"57P", SORTID_NODE_UNREACHABLE, true, NULL},    /* starts, or shuts down */
    {"53300", SORTID_NODE_UNREACHABLE, true, "raise max_connections, or use a pooler"},
    {"55000", SORTID_NODE_STORE_FAILED, true, "this server is a standby: name the primary too"},
    {"25006", SORTID_NODE_STORE_FAILED, true,
     "this server is a standby, or default_transaction_read_only is on: name the primary too"},
    {"28", SORTID_NODE_DENIED, false, NULL},
    {"42501", SORTID_NODE_DENIED, false, "docs/node-stores.md says what to grant"},
    {"3F000", SORTID_NODE_NO_REALM, false, "the database has no realm: run sortid node init"},
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
static sortid_node_status fail_reported(struct call *call, const struct postgres *postgres,
                                        size_t host)
{
    const struct meaning *meaning = meaning_of(call->answer.state);
    call->final = !meaning->passing;
    return sortid_node_fail(&call->error, meaning->status, "%s: %s%s%s",
                            sortid_node_link_host_name(postgres->link, host), call->answer.why,
                            meaning->advice != NULL ? "; " : "",
                            meaning->advice != NULL ? meaning->advice : "");
}

/* A connection that failed, or ended during a statement. */
static sortid_node_status fail_unanswered(struct call *call, struct postgres *postgres, size_t host)
{
    const char *why = call->answer.why;
    bool denied = strstr(why, "certificate") != NULL || strstr(why, "SSL") != NULL ||
                  strstr(why, "password") != NULL;
    if (call->answer.sent && call->writes)
        postgres->in_doubt = true;
    call->final = call->once && call->answer.sent;
    return sortid_node_fail(
        &call->error, denied && !call->answer.sent ? SORTID_NODE_DENIED : SORTID_NODE_UNREACHABLE,
        "%s: %s", sortid_node_link_host_name(postgres->link, host), why);
}

static sortid_node_status fail_answer(struct call *call, struct postgres *postgres, size_t host)
{
    return call->answer.state[0] != '\0' && !call->answer.doubtful
               ? fail_reported(call, postgres, host)
               : fail_unanswered(call, postgres, host);
}

static sortid_node_status connect_to(struct call *call, struct postgres *postgres, size_t host,
                                     uint64_t end_ms)
{
    if (sortid_node_link_connected_to(postgres->link) == host)
        return SORTID_NODE_OK;
    if (sortid_node_link_connect(&call->answer, postgres->link, host, end_ms))
        return SORTID_NODE_OK;
    return fail_answer(call, postgres, host);
}

/* Ends a doubt: waits until all that was committed before is on the standbys that the server waits for.
 * Part of a call that has not been sent, or that was done. */
static sortid_node_status confirm(struct call *call, struct postgres *postgres, size_t host,
                                  uint64_t end_ms)
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
    return sortid_node_clock_boot_ms(boot_ms) && sortid_node_clock_unix_ms(unix_ms);
}

/* Sends the statement; after it the rows are in call->answer. */
static sortid_node_status ask(struct call *call, struct postgres *postgres, size_t host,
                              uint64_t end_ms)
{
    uint64_t answered_boot_ms;
    if (!stamp(&call->times.sent_boot_ms, &call->times.sent_unix_ms))
        return sortid_node_fail(&call->error, SORTID_NODE_SYSTEM,
                                "the system's clock cannot be read");
    bool done = sortid_node_link_run(&call->answer, postgres->link, call->sql, call->values,
                                     call->value_count, end_ms);
    if (!done)
        return fail_answer(call, postgres, host);
    if (!stamp(&answered_boot_ms, &call->times.answered_unix_ms))
        return sortid_node_fail(&call->error, SORTID_NODE_SYSTEM,
                                "the system's clock cannot be read");
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
    call->final = true;
    return sortid_node_fail(&call->error, SORTID_NODE_UNREACHABLE,
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
    return strcmp(state, "23505") == 0 || strcmp(state, "42P06") == 0 ||
           strcmp(state, "42P07") == 0 || strcmp(state, "42710") == 0 ||
           strcmp(state, "42723") == 0;
}

/* Creates what is missing. After a race the next round looks again. */
static sortid_node_status create(struct call *call, struct postgres *postgres, size_t host,
                                 uint64_t end_ms)
{
    if (!sortid_node_link_run(
            &call->answer, postgres->link,
            "SELECT pg_catalog.to_regprocedure('sortid_node.transact_1(jsonb)') IS NOT NULL, "
            "pg_catalog.to_regnamespace('sortid_node') IS NOT NULL",
            NULL, 0, end_ms))
        return fail_answer(call, postgres, host);
    bool is_made = is_true(call->answer.rows, 0), has_schema = is_true(call->answer.rows, 1);
    PQclear(call->answer.rows);
    call->answer.rows = NULL;
    if (is_made)
        return SORTID_NODE_OK;
    char *text = schema_text(has_schema);
    if (text == NULL)
        return sortid_node_fail(&call->error, SORTID_NODE_SYSTEM, "no memory");
    bool done = sortid_node_link_run_all(&call->answer, postgres->link, text, end_ms);
    free(text);
    PQclear(call->answer.rows);
    call->answer.rows = NULL;
    if (done)
        return SORTID_NODE_OK;
    sortid_node_status status = fail_answer(call, postgres, host);
    call->final = call->final && !was_race(call->answer.state);
    return status;
}

/* ---- Rounds ------------------------------------------------------------------------------- */

static sortid_node_status try_one(struct call *call, struct postgres *postgres, size_t host,
                                  uint64_t share_end_ms)
{
    uint64_t end_ms = call->once ? call->end_ms : share_end_ms;
    call->final = false;
    call->answer = (struct link_answer){.rows = NULL};
    sortid_node_status status = connect_to(call, postgres, host, share_end_ms);
    if (status == SORTID_NODE_OK && call->sql != NULL)
        status = confirm(call, postgres, host, end_ms);
    if (status != SORTID_NODE_OK)
        return status;
    return call->sql != NULL ? ask(call, postgres, host, end_ms)
                             : create(call, postgres, host, end_ms);
}

/* Keeps the first error of a round, unless a later one says more than that a server is unreachable. */
static void keep(sortid_node_status *kept, sortid_node_error *error, sortid_node_status status,
                 const struct call *call)
{
    if (status == SORTID_NODE_UNREACHABLE && *kept != SORTID_NODE_OK && !call->final)
        return;
    *kept = status;
    if (status != SORTID_NODE_OK && error != NULL)
        *error = call->error;
}

/* Tries all servers in turn. False: the call has ended; *kept has its result. */
static bool go_round(sortid_node_status *kept, sortid_node_error *error, struct call *call,
                     struct postgres *postgres)
{
    size_t count = sortid_node_link_host_count(postgres->link), first = postgres->good;
    for (size_t i = 0; i < count; i++) {
        size_t host = (first + i) % count;
        uint32_t left = sortid_node_pause_left(call->end_ms);
        uint64_t share_end_ms = call->end_ms - (left - left / (uint32_t)(count - i));
        sortid_node_status status = try_one(call, postgres, host, share_end_ms);
        keep(kept, error, status, call);
        if (status == SORTID_NODE_OK)
            postgres->good = host;
        if (status == SORTID_NODE_OK || status == SORTID_NODE_SYSTEM || call->final)
            return false;
    }
    return true;
}

static sortid_node_status run_rounds(struct call *call, struct postgres *postgres,
                                     sortid_node_error *error)
{
    uint64_t now;
    uint32_t round = 0;
    sortid_node_status kept = SORTID_NODE_OK;
    if (!sortid_node_clock_boot_ms(&now))
        return sortid_node_fail(error, SORTID_NODE_SYSTEM, "the system's clock cannot be read");
    call->end_ms = now + postgres->timeout_ms;
    while (go_round(&kept, error, call, postgres) &&
           sortid_node_pause(round, &postgres->chance, call->end_ms))
        round++;
    return kept;
}

/* Reads the time of the first line, and refuses another store than that of the first reply. */
static sortid_node_status check_head(struct call *call, struct postgres *postgres,
                                     sortid_node_error *error)
{
    struct head *head = &call->head;
    if (!read_head(head, call->answer.rows))
        return sortid_node_fail(error, SORTID_NODE_BAD_REPLY,
                                "the reply of PostgreSQL is not from the functions of sortid: "
                                "check the schema sortid_node");
    if (postgres->identity[0] == '\0')
        snprintf(postgres->identity, sizeof postgres->identity, "%s", head->identity);
    if (strcmp(postgres->identity, head->identity) != 0)
        return sortid_node_fail(error, SORTID_NODE_BAD_REPLY,
                                "the reply is from %s, replies before were from %s: after a "
                                "restore or a failover see docs/node-stores.md",
                                head->identity, postgres->identity);
    call->times.earliest_ms = (uint64_t)head->unix_ms;
    call->times.latest_ms = call->times.earliest_ms + 1; // the time was rounded down
    return SORTID_NODE_OK;
}

/* Runs a call. After success the rows are in call->answer, unless it created the schema. */
static sortid_node_status run(struct call *call, struct postgres *postgres,
                              sortid_node_error *error)
{
    if (postgres->owner != sortid_node_platform_pid())
        return sortid_node_fail(
            error, SORTID_NODE_SYSTEM,
            "a forked child cannot use the client of its parent: open a client of its own");
    pthread_mutex_lock(&postgres->lock);
    sortid_node_status status = run_rounds(call, postgres, error);
    if (status == SORTID_NODE_OK && call->sql != NULL)
        status = check_head(call, postgres, error);
    pthread_mutex_unlock(&postgres->lock);
    if (status != SORTID_NODE_OK) {
        PQclear(call->answer.rows);
        call->answer.rows = NULL;
    }
    return status;
}

/* ---- The calls of a store ----------------------------------------------------------------- */

static sortid_node_status prepare(struct store *store, sortid_node_error *error)
{
    struct call call = {.sql = NULL};
    return run(&call, postgres_of(store), error);
}

static sortid_node_status transact(struct store_reply *reply, struct store *store,
                                   const struct store_transaction *transaction, bool repeatable,
                                   sortid_node_error *error)
{
    bool reads = only_reads(transaction);
    char *text = print(transaction);
    struct call call = {.sql = reads ? "SELECT * FROM sortid_node.read_1($1::jsonb)"
                                     : "SELECT * FROM sortid_node.transact_1($1::jsonb)",
                        .values = {text},
                        .value_count = 1,
                        .once = !repeatable && !reads,
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
        return sortid_node_fail(error, status, "no memory");
    else
        return sortid_node_fail(error, status,
                                "the reply of PostgreSQL is not from the functions of sortid: "
                                "check the schema sortid_node");
    return status;
}

/* A call on a lease with one or two numbers; *out is the number of the reply. */
static sortid_node_status ask_lease(int64_t *out, struct store_times *times, struct store *store,
                                    const char *sql, int64_t id, int64_t second,
                                    sortid_node_error *error)
{
    char texts[2][NUMBER_SIZE];
    struct call call = {
        .sql = sql, .values = {texts[0], texts[1]}, .value_count = second != 0 ? 2 : 1};
    snprintf(texts[0], sizeof texts[0], "%lld", (long long)id);
    snprintf(texts[1], sizeof texts[1], "%lld", (long long)second);
    sortid_node_status status = run(&call, postgres_of(store), error);
    if (status != SORTID_NODE_OK)
        return status;
    PQclear(call.answer.rows);
    *out = call.head.number;
    *times = call.times;
    return SORTID_NODE_OK;
}

static sortid_node_status grant(struct store_lease *out, struct store *store, uint32_t ttl_s,
                                sortid_node_error *error)
{
    uint64_t random = 0;
    int64_t ttl_ms;
    struct store_times times;
    if (!sortid_node_platform_random(&random, sizeof random))
        return sortid_node_fail(error, SORTID_NODE_SYSTEM, "the system's random source failed");
    int64_t id = (int64_t)(random >> 1 | 1);
    sortid_node_status status = ask_lease(
        &ttl_ms, &times, store, "SELECT * FROM sortid_node.grant_1($1::bigint, $2::bigint)", id,
        INT64_C(1000) * ttl_s, error);
    if (status == SORTID_NODE_OK)
        *out = (struct store_lease){.id = id, .ttl_s = ttl_ms / 1000, .times = times};
    return status;
}

static sortid_node_status keep_alive(struct store_lease *out, struct store *store, int64_t id,
                                     sortid_node_error *error)
{
    int64_t ttl_ms;
    struct store_times times;
    sortid_node_status status = ask_lease(
        &ttl_ms, &times, store, "SELECT * FROM sortid_node.keep_alive_1($1::bigint)", id, 0, error);
    if (status == SORTID_NODE_OK)
        *out = (struct store_lease){.id = id, .ttl_s = ttl_ms / 1000, .times = times};
    return status;
}

static sortid_node_status revoke(struct store *store, int64_t id, sortid_node_error *error)
{
    int64_t nothing;
    struct store_times times;
    return ask_lease(&nothing, &times, store, "SELECT * FROM sortid_node.revoke_1($1::bigint)", id,
                     0, error);
}

static sortid_node_status time_to_live(int64_t *left_s, struct store *store, int64_t id,
                                       sortid_node_error *error)
{
    int64_t left_ms;
    struct store_times times;
    sortid_node_status status = ask_lease(
        &left_ms, &times, store, "SELECT * FROM sortid_node.time_left_1($1::bigint)", id, 0, error);
    if (status == SORTID_NODE_OK)
        *left_s = left_ms >= 0 ? left_ms / 1000 : -1;
    return status;
}

/* In a child another thread's lock may be taken, and closing would write to the parent's connection. */
static void close_postgres(struct store *store)
{
    struct postgres *postgres = postgres_of(store);
    if (postgres->owner != sortid_node_platform_pid())
        return;
    pthread_mutex_destroy(&postgres->lock);
    sortid_node_link_close(postgres->link);
    free(postgres);
}

static const struct store_calls calls = {
    .close = close_postgres,
    .prepare = prepare,
    .transact = transact,
    .grant = grant,
    .keep_alive = keep_alive,
    .revoke = revoke,
    .time_to_live = time_to_live,
};

/* ---- Opening ------------------------------------------------------------------------------ */

bool sortid_node_postgres_is_url(const char *text)
{
    return text != NULL &&
           (strncmp(text, "postgresql://", 13) == 0 || strncmp(text, "postgres://", 11) == 0);
}

sortid_node_status sortid_node_postgres_open(struct store **out,
                                             const sortid_node_client_options *options,
                                             sortid_node_error *error)
{
    sortid_node_status status = sortid_node_store_check_options(options, error);
    if (status != SORTID_NODE_OK)
        return status;
    struct postgres *postgres = calloc(1, sizeof *postgres);
    if (postgres == NULL)
        return sortid_node_fail(error, SORTID_NODE_SYSTEM, "no memory");
    postgres->store.calls = &calls;
    postgres->owner = sortid_node_platform_pid();
    postgres->timeout_ms =
        options->timeout_ms != 0 ? options->timeout_ms : SORTID_NODE_DEFAULT_TIMEOUT_MS;
    status = sortid_node_link_open(&postgres->link, options, error);
    if (status == SORTID_NODE_OK &&
        !sortid_node_platform_random(&postgres->chance, sizeof postgres->chance))
        status = sortid_node_fail(error, SORTID_NODE_SYSTEM, "the system's random source failed");
    if (status == SORTID_NODE_OK && pthread_mutex_init(&postgres->lock, NULL) != 0)
        status = sortid_node_fail(error, SORTID_NODE_SYSTEM, "cannot create a lock");
    if (status == SORTID_NODE_OK) {
        *out = &postgres->store;
        return status;
    }
    sortid_node_link_close(postgres->link);
    free(postgres);
    return status;
}
