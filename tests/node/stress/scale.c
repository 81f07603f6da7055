/* SPDX-License-Identifier: MIT */
/* scale.c: the time to acquire an id among many reserved ones, measured with a real store on this
 * machine for docs/node-ids.md. Not a test: it is run by hand and prints medians.
 *   test-node-scale IDS */
#include "../server.h"

#include "node/reservation.h"

#include <libpq-fe.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

enum { tries = 101 };

static struct servers *servers;

#define NEED(call)                                                                                 \
    do {                                                                                           \
        sortid_node_error error = {""};                                                            \
        if ((call) != SORTID_NODE_OK) {                                                            \
            printf("%s: %s\n", #call, error.text);                                                 \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

static double now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static sortid_node_client *open_client(void)
{
    sortid_node_client *client = NULL;
    const sortid_node_client_options options = {.store = servers->endpoints, .timeout_ms = 60000};
    NEED(sortid_node_open(&client, &options, &error));
    return client;
}

static void init(sortid_node_client *client, const char *realm, const char *text)
{
    sortid_node_pool pool;
    NEED(sortid_node_pool_parse(&pool, text, strlen(text), &error));
    NEED(sortid_node_init(client, realm, &pool, 1, NULL, NULL, &error));
}

static sortid_node_reservation *take(sortid_node_client *client, const char *realm)
{
    sortid_node_reservation *reservation = NULL;
    const sortid_node_reservation_options options = {.realm = realm, .pool = "p"};
    NEED(sortid_node_acquire(client, &reservation, &options, &error));
    return reservation;
}

static double postgres_size(void)
{
    PGconn *connection = PQconnectdb(servers->endpoints);
    PGresult *rows = PQexec(connection, "SELECT pg_total_relation_size('sortid_node.record') + "
                                        "pg_total_relation_size('sortid_node.lease')");
    double size = PQntuples(rows) == 1 ? strtod(PQgetvalue(rows, 0, 0), NULL) : 0;
    PQclear(rows);
    PQfinish(connection);
    return size;
}

/* For the first member: bytes of its database; ms of CPU that it has used. */
static double database_size(void)
{
    if (servers->postgres)
        return postgres_size();
    char answer[SERVERS_ANSWER_SIZE];
    servers_ask(answer, servers, 0, "/v3/maintenance/status", "{}");
    const char *at = strstr(answer, "\"dbSize\":\"");
    return at != NULL ? strtod(at + 10, NULL) : 0;
}

static double cpu_ms(pid_t pid)
{
    char path[64], text[1024] = "";
    unsigned long user = 0, system_ = 0;
    snprintf(path, sizeof path, "/proc/%ld/stat", (long)pid);
    FILE *file = fopen(path, "r");
    if (file != NULL) {
        text[fread(text, 1, sizeof text - 1, file)] = '\0';
        fclose(file);
    }
    char *at = strrchr(text, ')');
    for (unsigned blanks = 0; at != NULL && blanks < 12; blanks++) // field 14 is wanted, ')' ends 2
        at = strchr(at + 1, ' ');
    if (at != NULL) {
        user = strtoul(at, &at, 10);
        system_ = strtoul(at, NULL, 10);
    }
    return (double)(user + system_) * 1000 / (double)sysconf(_SC_CLK_TCK);
}

/* Of PostgreSQL: of all processes that run now. */
static double server_cpu_ms(void)
{
    double sum = cpu_ms(servers->pids[0]);
    char line[64];
    snprintf(line, sizeof line, "ps -o pid= --ppid %ld", (long)servers->pids[0]);
    FILE *processes =
        servers->postgres ? popen(line, "r") : NULL; // NOLINT(cert-env33-c): our words
    while (processes != NULL && fgets(line, sizeof line, processes) != NULL)
        sum += cpu_ms((pid_t)strtol(line, NULL, 10));
    if (processes != NULL)
        pclose(processes);
    return sum;
}

/* ---- acquire --------------------------------------------------------------------------------- */

enum { fillers = 4, writes_of_id = 3, writes_most = 126 }; // a store allows 128 operations

/* Writes records of ids as holders do, or as holders have left them, with their keys of free ids.
 * Each is a thread, because a store takes the writes of many clients in one flush. */
static struct filler {
    pthread_t thread;
    sortid_node_client *client;
    const char *realm;
    uint32_t from, to;
    bool held, large;
    char keys[writes_most][KEY_SIZE];
    char *values[writes_most];
    struct store_operation puts[writes_most];
    size_t count;
} filled[fillers];

static struct store_operation *add_put(struct filler *f, char *value)
{
    size_t i = f->count++;
    f->values[i] = value;
    f->puts[i] = (struct store_operation){.kind = STORE_PUT, .key = f->keys[i], .value = value};
    return &f->puts[i];
}

static void fill_id(struct filler *f, uint32_t id, uint64_t bound, int64_t lease)
{
    enum { size = 20 };
    struct id_record record = {
        .bound = bound, .clean = !f->held, .label = "host.example.org:12345"};
    struct holder_record holder = {.since_ms = bound, .label = "host.example.org:12345"};
    memset(record.token, '0', TOKEN_SIZE - 1);
    memset(holder.token, '0', TOKEN_SIZE - 1);
    sortid_node_realm_id_key(f->keys[f->count], f->realm, KEY_ID, id, size);
    add_put(f, sortid_node_realm_print_id(&record));
    if (f->large) {
        sortid_node_realm_free_key(f->keys[f->count], f->realm, "p", id,
                                   sortid_node_realm_until(&record));
        add_put(f, strdup("{}"));
    }
    if (!f->held)
        return;
    sortid_node_realm_id_key(f->keys[f->count], f->realm, KEY_HOLDER, id, size);
    add_put(f, sortid_node_realm_print_holder(&holder))->lease = lease;
}

/* An etcd that gets so much does not answer each request in time. */
static void put_all(struct store *store, const struct store_transaction *puts)
{
    struct store_reply reply;
    unsigned failures = 0;
    sortid_node_status status;
    do
        status = store->calls->transact(&reply, store, puts, true, NULL);
    while (status != SORTID_NODE_OK && ++failures < 100);
    if (status != SORTID_NODE_OK) {
        printf("fill: %s\n", sortid_node_status_text(status));
        exit(1);
    }
    sortid_node_store_reply_free(&reply);
}

static void *run_filler(void *argument)
{
    struct filler *f = argument;
    struct store *store = f->client->store;
    struct store_lease lease = {.ttl_s = 3600};
    uint64_t bound =
        (uint64_t)time(NULL) * 1000 / TICK_MS + (f->held ? 100000 : 0); // filling takes long
    NEED(store->calls->lease(&lease, store, STORE_GRANT, &error));
    for (uint32_t id = f->from; id < f->to;) {
        for (f->count = 0; id < f->to && f->count + writes_of_id <= writes_most; id++)
            fill_id(f, id, bound, lease.id);
        const struct store_transaction all = {.operations = f->puts, .operation_count = f->count};
        put_all(store, &all);
        for (size_t i = 0; i < f->count; i++)
            free(f->values[i]);
    }
    sortid_node_close(f->client);
    return NULL;
}

/* Fills a part of a pool of `ids` ids. */
static void fill(const char *realm, uint32_t ids, uint32_t from, uint32_t to, bool held)
{
    uint32_t each = (to - from + fillers - 1) / fillers, next = from;
    for (size_t i = 0; i < fillers; i++) {
        struct filler *f = &filled[i];
        f->client = open_client();
        f->realm = realm;
        f->held = held;
        f->large = ids > LARGE_POOL;
        f->from = next;
        f->to = next = to - next < each ? to : next + each;
        pthread_create(&f->thread, NULL, run_filler, f);
    }
    for (size_t i = 0; i < fillers; i++)
        pthread_join(filled[i].thread, NULL);
}

/* PostgreSQL itself copies the records of id 0 for the ids from 1 to before `to`: that takes a
 * tenth of the time. */
static void copy_first(const char *realm, uint32_t to)
{
    char line[1024];
    snprintf(line, sizeof line,
             "INSERT INTO sortid_node.record SELECT CASE WHEN r.key LIKE '%%/free/%%' THEN "
             "'sortid/%s/free/p/' || lpad(to_hex(i & 255), 2, '0') || right(left(r.key, -6), 13) "
             "ELSE left(r.key, -6) END || lpad(to_hex(i), 6, '0'), r.value, r.created_at, "
             "r.changed_at, r.lease FROM sortid_node.record r, generate_series(1, %u) i "
             "WHERE r.key LIKE 'sortid/%s/%%/000000'",
             realm, (unsigned)to - 1, realm);
    PGconn *connection = PQconnectdb(servers->endpoints);
    PQclear(PQexec(connection, "SET statement_timeout = 0"));
    PGresult *done = PQexec(connection, line);
    if (PQresultStatus(done) != PGRES_COMMAND_OK) {
        printf("fill: %s\n", PQerrorMessage(connection));
        exit(1);
    }
    PQclear(done);
    PQclear(PQexec(connection, "ANALYZE sortid_node.record"));
    PQfinish(connection);
}

/* All ids except the last one are reserved; that one was released. */
static void fill_pool(const char *realm, uint32_t ids)
{
    double begin = now_ms();
    fill(realm, ids, 0, servers->postgres ? 1 : ids - 1, true);
    if (servers->postgres)
        copy_first(realm, ids - 1);
    fill(realm, ids, ids - 1, ids, false);
    printf("fill: %u ids in %.1f s\n", (unsigned)ids, (now_ms() - begin) / 1e3);
    fflush(stdout);
}

static void time_acquire(sortid_node_client *client, const char *realm, uint32_t taken,
                         const char *what)
{
    double ms[tries];
    for (size_t i = 0; i < tries; i++) {
        double begin = now_ms();
        sortid_node_reservation *reservation = take(client, realm);
        ms[i] = now_ms() - begin;
        NEED(sortid_node_release(reservation, &error));
    }
    qsort(ms, tries, sizeof *ms, compare_doubles);
    printf("acquire: %u taken, %s: of %d times the median %.1f ms, the longest %.1f ms\n",
           (unsigned)taken, what, tries, ms[tries / 2], ms[tries - 1]);
    fflush(stdout);
}

/* All ids will be used, so none is in a span any more. */
static void clear_spans(sortid_node_client *client, const char *realm)
{
    struct store_reply reply;
    const struct key_range keys = sortid_node_realm_free_keys(realm, "p", true);
    const struct store_operation clear = {.kind = STORE_DELETE, KEYS(keys)};
    const struct store_transaction all = {.operations = &clear, .operation_count = 1};
    NEED(client->store->calls->transact(&reply, client->store, &all, true, &error));
    sortid_node_store_reply_free(&reply);
}

/* A pool of so many ids: none used; and full except for one id, which is acquired and released in
 * turn. */
static void measure_acquire(uint32_t ids)
{
    sortid_node_client *client = open_client();
    char pool[64];
    snprintf(pool, sizeof pool, "p=0-%u/20", (unsigned)ids - 1);
    init(client, "none", pool);
    time_acquire(client, "none", 0, "others never used");
    init(client, "full", pool);
    clear_spans(client, "full");
    fill_pool("full", ids);
    double begin = now_ms();
    init(client, "full", pool);
    printf("init: %u ids checked in %.1f s\n", (unsigned)ids, (now_ms() - begin) / 1e3);
    double cpu = server_cpu_ms();
    time_acquire(client, "full", ids - 1, "one free");
    printf("acquire: the store used %.1f ms for each acquire and release; database %.1f MB\n",
           (server_cpu_ms() - cpu) / tries, database_size() / 1e6);
    sortid_node_reservation *last = take(client, "full"), *none = NULL;
    sortid_node_reservation_options options = {.realm = "full", .pool = "p"};
    begin = now_ms();
    sortid_node_status status = sortid_node_acquire(client, &none, &options, NULL);
    printf("acquire: status %d after %.1f ms in the full pool\n", (int)status, now_ms() - begin);
    sortid_node_abandon(last);
    sortid_node_close(client);
}

int main(int argc, char **argv)
{
    support_begin();
    if (argc != 2) {
        fprintf(stderr, "usage: test-node-scale IDS\n");
        return 2;
    }
    servers = servers_start(1, false);
    measure_acquire((uint32_t)strtoul(argv[1], NULL, 10));
    servers_end(servers);
    return 0;
}
