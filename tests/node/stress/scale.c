/* SPDX-License-Identifier: MIT */
/* scale.c: the costs of a realm, measured with a real store on this machine, for docs/node-ids.md:
 * the time to acquire among many reserved ids, the request rate of one member, many reservations
 * that are renewed, the time to take over. Not a test: it is run by hand and prints medians.
 *   test-node-scale acquire | rate | renew RESERVATIONS SECONDS | takeover */
#include "../server.h"
#include "crew.h"

#include "../ask.h"
#include "node/clock.h"
#include "node/reservation.h"

#include <libpq-fe.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

enum { tries = 21, batch = 60, threads_most = 64, rate_ms = 5000, samples_most = 200000 };

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

static double part_of(double *values, size_t count, double part)
{
    qsort(values, count, sizeof *values, compare_doubles);
    return count > 0 ? values[(size_t)((double)(count - 1) * part)] : 0;
}

static sortid_node_client *open_client(void)
{
    sortid_node_client *client = NULL;
    sortid_node_client_options options;
    options = (sortid_node_client_options){0};
    options.store = servers->endpoints;
    options.timeout_ms = 60000;
    NEED(sortid_node_open(&client, &options, &error));
    return client;
}

static void init(sortid_node_client *client, const char *realm, const char *text)
{
    sortid_node_pool pool;
    NEED(sortid_node_pool_parse(&pool, text, strlen(text), &error));
    NEED(sortid_node_init(client, realm, &pool, 1, &error));
}

static sortid_node_reservation *take(sortid_node_client *client, const char *realm)
{
    sortid_node_reservation *reservation = NULL;
    sortid_node_reservation_options options;
    options = (sortid_node_reservation_options){0};
    options.realm = realm;
    options.pool = "p";
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
    char answer[ASK_ANSWER_SIZE];
    ask_server(answer, servers, 0, "/v3/maintenance/status", "{}");
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

/* ---- acquire ---------------------------------------------------------------------------------- */

/* Writes records of ids as holders do, all with one lease, in few requests; or as holders have left
 * them. */
static void fill(sortid_node_client *client, const char *realm, uint32_t from, uint32_t to,
                 bool held)
{
    enum { size = 16 };
    static char keys[batch + 1][KEY_SIZE];
    char *values[batch + 1];
    struct store_operation puts[batch + 1];
    struct store_lease lease;
    struct store_reply reply;
    uint64_t bound = (uint64_t)time(NULL) * 1000 / TICK_MS + (held ? 235 : 0);
    NEED(sortid_node_store_grant(&lease, client->store, 3600, &error));
    for (uint32_t id = from; id < to;) {
        size_t count = 0;
        for (; id < to && count + 1 < batch; id++) {
            struct id_record record = {
                .bound = bound, .clean = !held, .label = "host.example.org:12345"};
            struct holder_record holder = {.since_ms = bound, .label = "host.example.org:12345"};
            memset(record.token, '0', TOKEN_SIZE - 1);
            memset(holder.token, '0', TOKEN_SIZE - 1);
            sortid_node_realm_id_key(keys[count], realm, KEY_ID, id, size);
            values[count] = sortid_node_realm_print_id(&record);
            sortid_node_realm_id_key(keys[count + 1], realm, KEY_HOLDER, id, size);
            values[count + 1] = sortid_node_realm_print_holder(&holder);
            puts[count] = (struct store_operation){
                .kind = STORE_PUT, .key = keys[count], .value = values[count]};
            puts[count + 1] = (struct store_operation){.kind = STORE_PUT,
                                                       .key = keys[count + 1],
                                                       .value = values[count + 1],
                                                       .lease = lease.id};
            if (held)
                count += 2;
            else
                free(values[count++ + 1]);
        }
        const struct store_transaction all = {.operations = puts, .operation_count = count};
        NEED(sortid_node_store_transact(&reply, client->store, &all, true, &error));
        sortid_node_store_reply_free(&reply);
        for (size_t i = 0; i < count; i++)
            free(values[i]);
    }
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
    double median = part_of(ms, tries, 0.5);
    printf("acquire: %5u taken, %s: median %.1f ms, longest %.1f ms\n", (unsigned)taken, what,
           median, ms[tries - 1]);
    fflush(stdout);
}

static void measure_acquire(void)
{
    static const uint32_t taken[] = {0, 100, 1000, 10000};
    sortid_node_client *client = open_client();
    for (size_t i = 0; i < COUNT_OF(taken); i++) {
        char realm[32], pool[64];
        snprintf(realm, sizeof realm, "wide%zu", i);
        init(client, realm, "p=0-65535/16");
        fill(client, realm, 0, taken[i], true);
        time_acquire(client, realm, taken[i], "others never used");
        snprintf(realm, sizeof realm, "rest%zu", i);
        snprintf(pool, sizeof pool, "p=0-%u/16", (unsigned)taken[i] + tries - 1);
        init(client, realm, pool);
        fill(client, realm, taken[i], taken[i] + tries, false);
        fill(client, realm, 0, taken[i], true);
        time_acquire(client, realm, taken[i], "others unused the longest");
        snprintf(realm, sizeof realm, "full%zu", i);
        snprintf(pool, sizeof pool, "p=0-%u/16", (unsigned)taken[i]);
        init(client, realm, pool);
        fill(client, realm, 0, taken[i], true);
        time_acquire(client, realm, taken[i], "one left, released last");
        printf("acquire: database %.1f MB\n", database_size() / 1e6);
    }
    sortid_node_close(client);
}

/* ---- rate ------------------------------------------------------------------------------------- */

static struct rate {
    pthread_t thread;
    sortid_node_client *client;
    sortid_node_reservation *reservation;
    bool raises;
    double until;
    double *ms;
    size_t count;
} rates[threads_most];

static void *run_rate(void *argument)
{
    struct rate *rate = argument;
    struct reservation *reservation =
        sortid_node_slot_find((uintptr_t)rate->reservation)->reservation;
    for (double begin = now_ms(); begin < rate->until && rate->count < samples_most;) {
        struct records *records = &reservation->records;
        struct store_lease lease;
        enum ownership state;
        if (rate->raises)
            NEED(sortid_node_records_raise(&state, records, rate->client->store, records->bound + 1,
                                           &error));
        else
            NEED(sortid_node_store_keep_alive(&lease, rate->client->store, records->lease, &error));
        double end = now_ms();
        rate->ms[rate->count++] = end - begin;
        begin = end;
    }
    return NULL;
}

static void time_rate(size_t threads, bool raises)
{
    static double all[samples_most];
    size_t count = 0;
    double begin = now_ms(), store = server_cpu_ms(), own = cpu_ms(getpid());
    for (size_t i = 0; i < threads; i++) {
        rates[i].raises = raises;
        rates[i].until = begin + rate_ms;
        rates[i].count = 0;
        pthread_create(&rates[i].thread, NULL, run_rate, &rates[i]);
    }
    for (size_t i = 0; i < threads; i++) {
        pthread_join(rates[i].thread, NULL);
        for (size_t k = 0; k < rates[i].count && count < samples_most; k++)
            all[count++] = rates[i].ms[k];
    }
    double took = now_ms() - begin;
    printf("rate: %2zu clients, %s: %.0f a second, median %.2f ms, 99 %% %.2f ms, CPU of the store "
           "%.0f %%, of the clients %.0f %%\n",
           threads, raises ? "bound writes" : "keep-alives", (double)count * 1e3 / took,
           part_of(all, count, 0.5), part_of(all, count, 0.99),
           (server_cpu_ms() - store) * 100 / took, (cpu_ms(getpid()) - own) * 100 / took);
    fflush(stdout);
}

static void measure_rate(void)
{
    static const size_t threads[] = {1, 8, 64};
    sortid_node_client *client = open_client();
    init(client, "rate", "p=0-65535/16");
    sortid_node_close(client);
    for (size_t i = 0; i < threads_most; i++) {
        rates[i].ms = calloc(samples_most, sizeof *rates[i].ms);
        rates[i].client = open_client();
        rates[i].reservation = take(rates[i].client, "rate");
    }
    for (size_t i = 0; i < COUNT_OF(threads); i++) {
        time_rate(threads[i], false);
        time_rate(threads[i], true);
    }
}

/* ---- renew ------------------------------------------------------------------------------------- */

enum { renewers = 16 };
static struct renewal {
    pthread_t thread;
    sortid_node_client *client;
    sortid_node_reservation **reservations;
    double *due;
    size_t count, failures, renews;
    double until, latest, longest, work_ms;
} renewed[renewers];
static pthread_barrier_t all_there;

static void renew_one(struct renewal *t, size_t i)
{
    uint64_t next = 1;
    double begin = now_ms();
    if (begin - t->due[i] > t->latest)
        t->latest = begin - t->due[i];
    t->failures += sortid_node_renew(t->reservations[i], &next, NULL) != SORTID_NODE_OK;
    t->renews++;
    double end = now_ms();
    t->work_ms += end - begin;
    if (end - begin > t->longest)
        t->longest = end - begin;
    t->due[i] = end + (double)next;
}

static void *run_renewer(void *argument)
{
    struct renewal *t = argument;
    for (size_t i = 0; i < t->count; i++) {
        t->reservations[i] = take(t->client, "renew");
        t->due[i] = now_ms() + 5000;
        for (size_t k = 0; k < i; k++)
            if (now_ms() >= t->due[k])
                renew_one(t, k);
    }
    pthread_barrier_wait(&all_there);
    t->latest = t->longest = t->work_ms = 0;
    t->renews = 0;
    while (now_ms() < t->until || t->until < 1) {
        for (size_t i = 0; i < t->count; i++)
            if (now_ms() >= t->due[i])
                renew_one(t, i);
        usleep(2000);
    }
    return NULL;
}

static void measure_renew(size_t reservations, double seconds)
{
    sortid_node_client *client = open_client();
    init(client, "renew", "p=0-65535/16");
    pthread_barrier_init(&all_there, NULL, renewers + 1);
    double begin = now_ms();
    for (size_t i = 0; i < renewers; i++) {
        struct renewal *t = &renewed[i];
        t->count = reservations / renewers;
        t->reservations = calloc(t->count, sizeof *t->reservations);
        t->due = calloc(t->count, sizeof *t->due);
        t->client = open_client();
        t->until = begin + 1e9;
        pthread_create(&t->thread, NULL, run_renewer, t);
    }
    pthread_barrier_wait(&all_there);
    printf("renew: %zu reservations taken in %.1f s\n", reservations, (now_ms() - begin) / 1e3);
    begin = now_ms();
    double store = server_cpu_ms(), own = cpu_ms(getpid()), size = database_size();
    for (size_t i = 0; i < renewers; i++)
        renewed[i].until = begin + seconds * 1e3;
    size_t renews = 0, failures = 0;
    double latest = 0, longest = 0, work = 0;
    for (size_t i = 0; i < renewers; i++) {
        pthread_join(renewed[i].thread, NULL);
        renews += renewed[i].renews;
        failures += renewed[i].failures;
        work += renewed[i].work_ms;
        latest = renewed[i].latest > latest ? renewed[i].latest : latest;
        longest = renewed[i].longest > longest ? renewed[i].longest : longest;
    }
    double took = now_ms() - begin;
    printf("renew: %zu reservations, %.0f s: %.0f renews a second of %.1f ms, %zu failed, longest "
           "%.0f ms, "
           "latest %.0f ms, CPU of the store %.0f %%, of the holders %.0f %%, database %.1f MB + "
           "%.1f\n",
           reservations, took / 1e3, (double)renews * 1e3 / took, work / (double)renews, failures,
           longest, latest, (server_cpu_ms() - store) * 100 / took,
           (cpu_ms(getpid()) - own) * 100 / took, size / 1e6, (database_size() - size) / 1e6);
}

/* ---- takeover --------------------------------------------------------------------------------- */

enum { pairs = 10 };
static uint64_t ended_at[pairs]; /* by node id */

static uint64_t boot_ms(void)
{
    uint64_t now = 0;
    (void)sortid_node_clock_boot_ms(&now);
    return now;
}

static void end_one(struct crew *crew, size_t i, bool killed)
{
    uint32_t node_id = crew_last_reservation(crew, i)->node_id;
    ended_at[node_id] = boot_ms();
    (killed ? crew_kill : crew_leave)(crew, i);
}

/* This many members reserve ids, and as many wait; each holder ends at a time of its own within
 * `spread_ms`. */
static void time_takeover(const char *what, const char *terms, bool killed, unsigned spread_ms,
                          bool leader)
{
    double ms[pairs];
    struct crew *crew = crew_new(servers, "p=0-9/16");
    for (size_t i = 0; i < pairs; i++)
        crew_add(crew, servers->endpoints, NULL, "pace=20000 %s", terms);
    for (size_t i = 0; i < pairs; i++)
        AWAIT(crew_made(crew, i) > 10);
    for (size_t i = 0; i < pairs; i++)
        crew_add(crew, servers->endpoints, NULL, "pace=20000 wait=600000 timeout=5000 %s", terms);
    for (unsigned i = 0; i < 100; i++)
        crew_nap(0, ""); // by then they poll at their own times
    for (size_t i = 0; i < pairs; i++) {
        end_one(crew, i, killed);
        usleep(spread_ms * 1000 / pairs);
    }
    size_t which = leader ? servers_leader(servers) : 0;
    if (leader)
        servers_kill(servers, which);
    for (size_t i = 0; i < pairs; i++) {
        AWAIT(crew_last_reservation(crew, pairs + i) != NULL);
        const struct journal_reservation *reservation = crew_last_reservation(crew, pairs + i);
        ms[i] = (double)(reservation->taken_ms - ended_at[reservation->node_id]);
    }
    double median = part_of(ms, pairs, 0.5);
    printf("takeover: %s: shortest %.1f s, median %.1f s, longest %.1f s\n", what, ms[0] / 1e3,
           median / 1e3, ms[pairs - 1] / 1e3);
    fflush(stdout);
    if (leader)
        servers_restart(servers, which);
    crew_end(crew, true);
}

#define DEFAULTS "lease=15 horizon=60000 allowance=10000"
#define SHORT    "lease=15 horizon=20000 allowance=10000"

static void measure_takeover(void)
{
    time_takeover("released", DEFAULTS, false, 5000, false);
    time_takeover("killed, horizon 20 s", SHORT, true, 5000, false);
    time_takeover("killed, horizon 60 s", DEFAULTS, true, 15000, false);
    servers_end(servers);
    servers = servers_start(3, false);
    time_takeover("released, three members", DEFAULTS, false, 5000, false);
    time_takeover("killed, horizon 20 s, three members", SHORT, true, 5000, false);
    time_takeover("killed, horizon 20 s, and the leader with it", SHORT, true, 0, true);
}

int main(int argc, char **argv)
{
    support_begin();
    crew_begin(argv[0]);
    const char *what = argc > 1 ? argv[1] : "";
    servers = servers_start(1, false);
    if (strcmp(what, "acquire") == 0)
        measure_acquire();
    else if (strcmp(what, "rate") == 0)
        measure_rate();
    else if (strcmp(what, "renew") == 0 && argc > 3)
        measure_renew(strtoul(argv[2], NULL, 10), strtod(argv[3], NULL));
    else if (strcmp(what, "takeover") == 0)
        measure_takeover();
    else
        fprintf(stderr,
                "usage: test-node-scale acquire|rate|renew RESERVATIONS SECONDS|takeover\n");
    servers_end(servers);
    return 0;
}
