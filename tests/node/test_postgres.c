/* SPDX-License-Identifier: MIT */
/* test_postgres.c: what only PostgreSQL as a store has, with a real server: lists of hosts, a
 * database without the schema, roles that may only read or nothing, settings that lose writes,
 * isolation levels, standbys and a primary that gave up its wait for one, a row that another
 * program has locked. */
#include "client.h"
#include "server.h"

#include <libpq-fe.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static int begin(void **state)
{
    setenv("SORTID_TEST_STORE", "postgresql", 1);
    return servers_begin(state);
}

/* Runs statements as the superuser; returns the first value of the last one. */
static char *sql(const char *text)
{
    static char value[256];
    PGconn *connection = PQconnectdb(the_server->endpoints);
    EXPECT(PQstatus(connection) == CONNECTION_OK, "%s", PQerrorMessage(connection));
    PGresult *result = PQexec(connection, text);
    EXPECT(PQresultStatus(result) == PGRES_COMMAND_OK || PQresultStatus(result) == PGRES_TUPLES_OK,
           "%s: %s", text, PQerrorMessage(connection));
    snprintf(value, sizeof value, "%s", PQntuples(result) > 0 ? PQgetvalue(result, 0, 0) : "");
    PQclear(result);
    PQfinish(connection);
    return value;
}

/* A store by the URL with another user or database. */
static struct store *open_as(const char *user, const char *database, uint32_t timeout_ms)
{
    char url[128];
    snprintf(url, sizeof url, "postgresql://%s@127.0.0.1:%u/%s", user, the_server->port, database);
    return client_open(url, timeout_ms);
}

static struct store *open_prepared(void)
{
    struct store *store = client_open(the_server->endpoints, PATIENT_MS);
    EXPECT_NODE(store->calls->prepare(store, &error), OK);
    return store;
}

static sortid_node_status look(struct store *store)
{
    int64_t total;
    return client_count(&total, store, "a", "z");
}

static sortid_node_status write_key(struct store *store)
{
    return client_put(store, "k", "v");
}

/* ---- Opening ------------------------------------------------------------------------------ */

/* The second host of a list is asked when nothing listens at the first. */
TEST_WITH_SERVERS(hosts)
{
    char url[128];
    client_close(open_prepared());
    snprintf(url, sizeof url, "postgresql://sortid@127.0.0.1:1,127.0.0.1:%u/postgres",
             the_server->port);
    struct store *store = client_open(url, PATIENT_MS);
    for (unsigned i = 0; i < 3; i++)
        EXPECT_NODE(write_key(store), OK);
    client_close(store);
    error.text[0] = '\0';
    for (uint32_t ms = 300; ms <= PATIENT_MS && strstr(error.text, "refused") == NULL; ms *= 4) {
        store = client_open("postgresql://sortid@127.0.0.1:1/postgres", ms);
        EXPECT_NODE(write_key(store), UNREACHABLE);
        client_close(store);
    }
    EXPECT_WORDS("127.0.0.1:1: ");
    EXPECT_WORDS("refused");
}

/* ---- Databases and roles ------------------------------------------------------------------ */

TEST_WITH_SERVERS(no_schema)
{
    sql("CREATE DATABASE empty");
    struct store *store = open_as("sortid", "empty", PATIENT_MS);
    EXPECT_NODE(look(store), NO_REALM);
    EXPECT_WORDS("sortid node init");
    EXPECT_NODE(write_key(store), NO_REALM);
    EXPECT_NODE(store->calls->prepare(store, &error), OK);
    EXPECT_NODE(write_key(store), OK);
    client_close(store);
    store = open_as("sortid", "nosuch", PATIENT_MS);
    EXPECT_NODE(look(store), STORE_FAILED);
    EXPECT_WORDS("database \"nosuch\" does not exist");
    client_close(store);
}

static void *prepare(void *argument)
{
    struct store *store = open_as("sortid", "raced", PATIENT_MS);
    sortid_node_status *status = argument;
    *status = store->calls->prepare(store, NULL);
    client_close(store);
    return NULL;
}

/* Several programs create the schema at once. */
TEST_WITH_SERVERS(prepare_race)
{
    pthread_t threads[4];
    sortid_node_status statuses[4];
    sql("CREATE DATABASE raced");
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, prepare, &statuses[i]), 0);
    for (size_t i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(statuses[i], SORTID_NODE_OK);
    }
}

/* A role that may only read acquires nothing, and learns why at once. */
static void expect_no_acquire(void)
{
    sortid_node_client *client = NULL;
    sortid_node_reservation *none = NULL;
    sortid_node_pool pool;
    char url[128];
    const sortid_node_reservation_options wanted = {.realm = "r", .pool = "p"};
    sortid_node_client_options options = client_options(the_server->endpoints, PATIENT_MS);
    EXPECT_NODE(sortid_node_pool_parse(&pool, "p=0-7/4", 7, &error), OK);
    EXPECT_NODE(sortid_node_client_open(&client, &options, &error), OK);
    EXPECT_NODE(sortid_node_realm_create(client, "r", &pool, 1, NULL, NULL, &error), OK);
    sortid_node_client_close(client);
    snprintf(url, sizeof url, "postgresql://reader@127.0.0.1:%u/postgres", the_server->port);
    options.store = url;
    sql("GRANT INSERT ON sortid_node.lease TO reader"); /* so that the record is what is refused */
    sql("GRANT UPDATE, DELETE ON sortid_node.lease TO reader");
    EXPECT_NODE(sortid_node_client_open(&client, &options, &error), OK);
    EXPECT_NODE(sortid_node_reservation_acquire(client, &none, &wanted, &error), DENIED);
    EXPECT_WORDS("permission denied for table record");
    sortid_node_client_close(client);
}

/* A schema that was dropped and made again is another store for clients of the first. */
TEST_WITH_SERVERS(another_store)
{
    struct store *before = open_prepared(), *after;
    EXPECT_NODE(write_key(before), OK);
    sql("DROP SCHEMA sortid_node CASCADE");
    after = open_prepared();
    EXPECT_NODE(write_key(after), OK);
    EXPECT_NODE(look(before), BAD_REPLY);
    EXPECT_WORDS("replies before");
    client_close(before);
    client_close(after);
}

TEST_WITH_SERVERS(roles)
{
    client_close(open_prepared());
    sql("CREATE ROLE holder LOGIN; CREATE ROLE reader LOGIN; CREATE ROLE nobody LOGIN; "
        "GRANT USAGE ON SCHEMA sortid_node TO holder, reader; "
        "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA sortid_node TO holder; "
        "GRANT SELECT ON ALL TABLES IN SCHEMA sortid_node TO reader");
    struct store *store = open_as("holder", "postgres", PATIENT_MS);
    struct store_lease lease = {.ttl_s = 5};
    EXPECT_NODE(store->calls->prepare(store, &error), OK);
    EXPECT_NODE(write_key(store), OK);
    for (int call = STORE_GRANT; call <= STORE_REVOKE; call++)
        EXPECT_NODE(store->calls->lease(&lease, store, (enum store_lease_call)call, &error), OK);
    client_close(store);
    store = open_as("reader", "postgres", PATIENT_MS);
    lease.id = 1;
    EXPECT_NODE(look(store), OK);
    EXPECT_NODE(store->calls->lease(&lease, store, STORE_TIME_LEFT, &error), OK);
    EXPECT_NODE(write_key(store), DENIED);
    EXPECT_WORDS("says what to grant");
    EXPECT_NODE(look(store), OK);
    client_close(store);
    expect_no_acquire();
    store = open_as("nobody", "postgres", PATIENT_MS);
    EXPECT_NODE(look(store), DENIED);
    client_close(store);
    store = open_as("nosuch", "postgres", PATIENT_MS);
    EXPECT_NODE(look(store), DENIED);
    EXPECT_WORDS("role \"nosuch\" does not exist");
    client_close(store);
}

/* ---- Settings ----------------------------------------------------------------------------- */

/* Writes as a role whose write the server refuses. The call repeats it until its timeout, so the
 * timeout grows until it is long enough for an answer on this machine. */
static sortid_node_status write_as(const char *user)
{
    sortid_node_status status = SORTID_NODE_UNREACHABLE;
    for (uint32_t ms = 300; ms <= PATIENT_MS && status == SORTID_NODE_UNREACHABLE; ms *= 4) {
        struct store *store = open_as(user, "postgres", ms);
        status = write_key(store);
        client_close(store);
    }
    return status;
}

TEST_WITH_SERVERS(settings)
{
    struct store *store = open_prepared();
    sql("CREATE ROLE strict LOGIN SUPERUSER; "
        "ALTER ROLE strict SET default_transaction_isolation = serializable; "
        "CREATE ROLE fixed LOGIN SUPERUSER; "
        "ALTER ROLE fixed SET default_transaction_read_only = on");
    EXPECT_NODE(write_as("strict"), STORE_FAILED);
    EXPECT_WORDS("default_transaction_isolation");
    struct store *other = open_as("fixed", "postgres", PATIENT_MS);
    EXPECT_NODE(look(other), OK);
    client_close(other);
    EXPECT_NODE(write_as("fixed"), STORE_FAILED);
    EXPECT_WORDS("default_transaction_read_only");
    sql("ALTER SYSTEM SET full_page_writes = off");
    sql("SELECT pg_reload_conf()");
    sortid_node_status status;
    while ((status = write_key(store)) == SORTID_NODE_OK)
        usleep(50000);
    client_expect(status, SORTID_NODE_STORE_FAILED, PLACE);
    EXPECT_WORDS("full_page_writes is off");
    sql("ALTER SYSTEM RESET full_page_writes");
    sql("SELECT pg_reload_conf()");
    while (write_key(store) != SORTID_NODE_OK)
        usleep(50000);
    client_close(store);
}

/* Whatever its role says, a transaction that writes waits for the disk when it commits. */
TEST_WITH_SERVERS(flushed)
{
    static const char *const cases[][2] = {{"off", "on"},
                                           {"local", "on"},
                                           {"remote_write", "on"},
                                           {"on", "on"},
                                           {"remote_apply", "remote_apply"}};
    client_close(open_prepared());
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char text[512];
        snprintf(text, sizeof text,
                 "BEGIN; SET LOCAL synchronous_commit = %s; SELECT count(*) FROM "
                 "sortid_node.transact_1('{\"compares\":[],\"then\":[],\"else\":[]}'); "
                 "SELECT current_setting('synchronous_commit')",
                 cases[i][0]);
        assert_string_equal(sql(text), cases[i][1]);
    }
}

/* Writes until a write succeeds, by calls whose timeout may be too short for this machine. */
static void write_at_last(struct store *store)
{
    while (write_key(store) != SORTID_NODE_OK)
        usleep(50000);
}

/* A row that another program has locked: the call ends in time, and the connection is a new one. */
TEST_WITH_SERVERS(locked)
{
    struct store *store = open_as("sortid", "postgres", 500);
    write_at_last(store);
    PGconn *locker = PQconnectdb(the_server->endpoints);
    PQclear(PQexec(locker, "BEGIN; SELECT 1 FROM sortid_node.record WHERE key = 'k' FOR UPDATE"));
    EXPECT_NODE(write_key(store), UNREACHABLE);
    EXPECT_WORDS("no answer in time");
    PQfinish(locker);
    write_at_last(store);
    client_close(store);
}

/* ---- The order of locks ------------------------------------------------------------------- */

/* A transaction in another thread, and sessions of other programs. */
static struct locking {
    pthread_t thread;
    const struct store_transaction *transaction;
    sortid_node_status status;
    atomic_bool is_done;
    PGconn *sessions[3];
} locking;

static void *transact(void *unused)
{
    struct store_reply reply;
    struct store *store = client_open(the_server->endpoints, PATIENT_MS);
    (void)unused;
    locking.status = store->calls->transact(&reply, store, locking.transaction, false, NULL);
    if (locking.status == SORTID_NODE_OK)
        sortid_node_store_reply_free(&reply);
    client_close(store);
    atomic_store(&locking.is_done, true);
    return NULL;
}

/* Runs a statement in one of the sessions; the SQLSTATE of its error, or "". */
static const char *run(size_t session, const char *statement)
{
    static char state[6];
    PGresult *result = PQexec(locking.sessions[session], statement);
    const char *field = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    snprintf(state, sizeof state, "%s", field != NULL ? field : "");
    PQclear(result);
    return state;
}

static void lock(size_t session, const char *key)
{
    char text[128];
    snprintf(text, sizeof text, "SELECT FROM sortid_node.record WHERE key = '%s' FOR UPDATE NOWAIT",
             key);
    const char *state = run(session, text);
    EXPECT(state[0] == '\0', "key %s is locked: SQLSTATE %s", key, state);
}

/* Ends what a failed test has left. */
static void begin_locking(const struct store_transaction *transaction)
{
    for (size_t i = 0; i < COUNT_OF(locking.sessions); i++)
        PQfinish(locking.sessions[i]);
    sql("DELETE FROM sortid_node.record; INSERT INTO sortid_node.record "
        "SELECT k, '', 1, 1, 0 FROM unnest('{a,b,c}'::text[]) k");
    locking = (struct locking){.transaction = transaction};
    for (size_t i = 0; i < COUNT_OF(locking.sessions); i++) {
        locking.sessions[i] = PQconnectdb(the_server->endpoints);
        assert_string_equal(run(i, "BEGIN"), "");
    }
}

static void start_transaction(void)
{
    assert_int_equal(pthread_create(&locking.thread, NULL, transact, NULL), 0);
}

static void end_locking(void)
{
    pthread_join(locking.thread, NULL);
    client_expect(locking.status, SORTID_NODE_OK, PLACE);
}

/* Waits until the transaction waits for another session than this one, or is done. */
static void await_wait(size_t other_than)
{
    char text[256];
    size_t count = COUNT_OF(locking.sessions);
    snprintf(text, sizeof text,
             "SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%%transact_1($1%%' "
             "AND cardinality(array_remove(pg_blocking_pids(pid), %d)) > 0",
             other_than < count ? PQbackendPID(locking.sessions[other_than]) : 0);
    while (!atomic_load(&locking.is_done) && strcmp(sql(text), "0") == 0)
        usleep(20000);
}

#define COMPARES(k)                                                                                \
    {                                                                                              \
        .key = (k), .what = STORE_CHANGED_AT, .revision = 1                                        \
    }
#define PUTS(k)                                                                                    \
    {                                                                                              \
        .kind = STORE_PUT, .key = (k), .value = "new"                                              \
    }

/* A transaction that waits for its first key has no lock on a later one, in which role ever. */
TEST_WITH_SERVERS(lock_order)
{
    static const struct store_compare compares[] = {COMPARES("c"), COMPARES("a")};
    static const struct store_operation operations[] = {
        PUTS("c"), PUTS("a"), {.kind = STORE_DELETE, .key = "a", .end = "d"}};
    static const struct store_transaction cases[] = {
        {compares, 2, operations, 2, NULL, 0, false},     /* both are compared and written */
        {compares, 1, operations + 1, 1, NULL, 0, false}, /* one is only compared */
        {compares, 2, operations, 1, NULL, 0, false},
        {NULL, 0, operations, 2, NULL, 0, false}, /* both are only written */
        {compares, 0, operations + 2, 1, NULL, 0, false}};
    client_close(open_prepared());
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        begin_locking(&cases[i]);
        lock(0, "a");
        start_transaction();
        await_wait(SIZE_MAX);
        lock(1, "c");
        run(1, "ROLLBACK");
        run(0, "ROLLBACK");
        end_locking();
    }
}

/* A row is deleted while a transaction waits for it, and another program inserts it again: the
 * transaction waits again, and has no lock on a later key, for which the other program may wait. */
TEST_WITH_SERVERS(lock_order_deleted)
{
    static const struct store_compare compares[] = {COMPARES("a"), COMPARES("b")};
    static const struct store_operation operations[] = {PUTS("a"), PUTS("b")};
    static const struct store_transaction both = {compares, 2, operations, 2, NULL, 0, false};
    client_close(open_prepared());
    begin_locking(&both);
    run(0, "DELETE FROM sortid_node.record WHERE key = 'a'");
    lock(1, "b");
    start_transaction();
    await_wait(SIZE_MAX);
    EXPECT(PQsendQuery(locking.sessions[2],
                       "INSERT INTO sortid_node.record VALUES ('a', '', 1, 1, 0)") == 1,
           "not sent");
    run(0, "COMMIT");
    await_wait(0); /* session 2 has `a`, or the transaction has it, and waits for `b` */
    run(1, "COMMIT");
    for (PGresult *result; (result = PQgetResult(locking.sessions[2])) != NULL; PQclear(result))
        ;
    await_wait(SIZE_MAX);
    lock(2, "b");
    run(2, "ROLLBACK");
    end_locking();
}

/* ---- Standbys ----------------------------------------------------------------------------- */

/* As an impatient operator, until the flag is set. */
static void *cancel_waits(void *is_done)
{
    while (!atomic_load((atomic_bool *)is_done)) {
        sql("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
        usleep(20000);
    }
    return NULL;
}

/* The only standby is missing: a write waits. When somebody cancels the wait the server reports
 * success, but the write is on no standby: the call does not succeed. */
TEST_WITH_SERVERS(no_standby)
{
    pthread_t thread;
    struct store *store = open_prepared(), *hasty = open_as("sortid", "postgres", 1500);
    struct store_lease lease = {.ttl_s = 5};
    sortid_node_status status;
    atomic_bool is_done = false;
    write_at_last(hasty);
    sql("ALTER SYSTEM SET synchronous_standby_names = 'nosuch'");
    sql("SELECT pg_reload_conf()");
    while ((status = write_key(hasty)) == SORTID_NODE_OK) /* until the server has reloaded */
        usleep(50000);
    client_expect(status, SORTID_NODE_UNREACHABLE, PLACE);
    EXPECT_NODE(look(hasty), UNREACHABLE); /* in doubt: not even a read */
    EXPECT_NODE(store->calls->lease(&lease, store, STORE_GRANT, &error), OK);
    assert_int_equal(pthread_create(&thread, NULL, cancel_waits, &is_done), 0);
    error.text[0] = '\0';
    for (uint32_t ms = 1500; ms <= PATIENT_MS && strstr(error.text, "gave up") == NULL; ms *= 4) {
        client_close(hasty);
        hasty = open_as("sortid", "postgres", ms);
        EXPECT_NODE(write_key(hasty), UNREACHABLE);
    }
    atomic_store(&is_done, true);
    pthread_join(thread, NULL);
    EXPECT_WORDS("gave up its wait for a standby");
    sql("ALTER SYSTEM RESET synchronous_standby_names");
    sql("SELECT pg_reload_conf()");
    EXPECT_NODE(write_key(store), OK);
    while (look(hasty) != SORTID_NODE_OK) /* a new connection has no doubt any more */
        usleep(50000);
    client_close(hasty);
    client_close(store);
}

CASES_MAIN(begin, servers_finish)
