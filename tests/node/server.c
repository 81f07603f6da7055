/* SPDX-License-Identifier: MIT */
/* server.c: see server.h. Ports are below those that the system gives to outgoing connections, so
 * that a restarted server finds its port free. */
#include "server.h"

#include <arpa/inet.h>
#include <curl/curl.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <glob.h>
#include <grp.h>
#include <libpq-fe.h>
#include <netinet/in.h>
#include <pwd.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/prctl.h>
#endif

enum { first_port = 20000, ports = 12000, patience_ms = 120000, step_ms = 50 };

/* The running clusters, for the end of the program. */
static struct servers *running[8];

/* ---- Helpers --------------------------------------------------------------------------------- */

static void nap(void)
{
    struct timespec pause = {.tv_sec = 0, .tv_nsec = step_ms * 1000000L};
    nanosleep(&pause, NULL);
}

static const char *etcd_path(void)
{
    const char *path = getenv("SORTID_TEST_ETCD");
    return path != NULL && *path != '\0' ? path : "etcd";
}

/* PostgreSQL does not run as root: then its processes have the user postgres or nobody. */
static const struct passwd *server_user(void)
{
    const struct passwd *user = getpwnam("postgres");
    return user != NULL ? user : getpwnam("nobody");
}

static void drop_root(void)
{
    const struct passwd *user = server_user();
    if (getuid() == 0 && (user == NULL || setgroups(0, NULL) != 0 || setgid(user->pw_gid) != 0 ||
                          setuid(user->pw_uid) != 0))
        _exit(126);
}

/* Runs a command line of the shell, which this program has composed; its output is dropped. */
static bool shell_as(const char *line, bool as_server)
{
    pid_t pid = fork();
    if (pid == 0) {
        if (as_server)
            drop_root();
        execlp("sh", "sh", "-c", line, (char *)NULL);
        _exit(127);
    }
    int status = 0;
    return pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status) &&
           WEXITSTATUS(status) == 0;
}

static bool shell(const char *line)
{
    return shell_as(line, false);
}

bool servers_are_postgres(void)
{
    const char *store = getenv("SORTID_TEST_STORE");
    return store != NULL && strcmp(store, "postgresql") == 0;
}

/* The folder of PostgreSQL's programs: $SORTID_TEST_POSTGRES, or the newest one of Debian; "":
 * none. */
static const char *postgres_folder(void)
{
    static char folder[256];
    const char *given = getenv("SORTID_TEST_POSTGRES");
    glob_t found;
    if (given != NULL && *given != '\0')
        return given;
    if (folder[0] == '\0' && glob("/usr/lib/postgresql/*/bin/initdb", 0, NULL, &found) == 0) {
        const char *last = found.gl_pathv[found.gl_pathc - 1];
        snprintf(folder, sizeof folder, "%.*s", (int)(strlen(last) - strlen("/initdb")), last);
        globfree(&found);
    }
    return folder;
}

bool servers_there(void)
{
    char line[512];
    if (servers_are_postgres())
        return postgres_folder()[0] != '\0';
    snprintf(line, sizeof line, "command -v '%s' > /dev/null 2>&1", etcd_path());
    return shell(line);
}

const char *servers_lack(void)
{
    return servers_are_postgres()
               ? "no PostgreSQL server in $SORTID_TEST_POSTGRES (Debian: postgresql)"
               : "no etcd in $SORTID_TEST_ETCD or in PATH (Debian: etcd-server)";
}

/* A port at which no program listens. */
static unsigned free_port(void)
{
    for (unsigned tries = 0; tries < 1000; tries++) {
        unsigned port = first_port + (unsigned)support_below(ports);
        struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        bool is_free =
            listener >= 0 && bind(listener, (const struct sockaddr *)&address, sizeof address) == 0;
        close(listener);
        if (is_free)
            return port;
    }
    fail_msg("no port is free");
    return 0;
}

static int remove_one(const char *path, const struct stat *stat, int kind, struct FTW *where)
{
    (void)stat;
    (void)kind;
    (void)where;
    return remove(path);
}

/* ---- Certificates ---------------------------------------------------------------------------- */

#define NEW_KEY "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"

/* An authority, its certificates for server and client, and a certificate of another authority. */
static void make_certificates(const char *folder)
{
    char line[2048];
    snprintf(line, sizeof line,
             "cd '%s' && exec > openssl.log 2>&1 && echo subjectAltName=IP:127.0.0.1 > names &&"
             "openssl req -x509 " NEW_KEY " -keyout ca.key -out ca.pem -subj /CN=ca -days 3650 &&"
             "openssl req -x509 " NEW_KEY
             " -keyout stranger.key -out stranger.pem -subj /CN=stranger -days 3650 &&"
             "for who in server client; do"
             " openssl req " NEW_KEY " -keyout $who.key -out $who.csr -subj /CN=$who &&"
             " openssl x509 -req -in $who.csr -CA ca.pem -CAkey ca.key -CAcreateserial"
             " -extfile names -days 3650 -out $who.pem || exit; done &&"
             "openssl req " NEW_KEY " -keyout nameless.key -out nameless.csr -subj /O=sortid &&"
             "openssl x509 -req -in nameless.csr -CA ca.pem -CAkey ca.key -CAcreateserial"
             " -extfile names -days 3650 -out nameless.pem",
             folder);
    EXPECT(shell(line), "openssl made no certificates in %s", folder);
}

/* ---- One server ------------------------------------------------------------------------------ */

#define LINE_SIZE 2048

/* Writes the line that replaces a shell by a server. */
static void print_line(char line[LINE_SIZE], const struct servers *s, size_t index)
{
    if (s->postgres) {
        snprintf(line, LINE_SIZE,
                 "exec '%s/postgres' -D '%s/m0' -p %u -c listen_addresses=127.0.0.1 "
                 "-c unix_socket_directories= -c max_connections=200 -c shared_buffers=32MB",
                 postgres_folder(), s->folder, s->ports[0]);
        return;
    }
    const char *tls = " --cert-file=\"$d/server.pem\" --key-file=\"$d/server.key\" "
                      "--trusted-ca-file=\"$d/ca.pem\" --client-cert-auth";
    int length = snprintf(line, LINE_SIZE,
                          "d='%s'; exec '%s' --name=m%zu --data-dir=\"$d/m%zu\" --logger=zap "
                          "--log-level=warn --listen-client-urls=%s --advertise-client-urls=%s "
                          "--listen-peer-urls=http://127.0.0.1:%u --initial-cluster-token=\"$d\" "
                          "--initial-advertise-peer-urls=http://127.0.0.1:%u%s",
                          s->folder, etcd_path(), index, index, s->urls[index], s->urls[index],
                          s->peer_ports[index], s->peer_ports[index], s->tls ? tls : "");
    for (size_t i = 0; i < s->count; i++)
        length += snprintf(line + length, LINE_SIZE - (size_t)length, "%sm%zu=http://127.0.0.1:%u",
                           i > 0 ? "," : " --initial-cluster=", i, s->peer_ports[i]);
}

/* In the child: writes its output to a file, and ends with its parent. */
static void become(const char *line, const char *log, pid_t parent, bool as_server)
{
    int file = open(log, O_WRONLY | O_CREAT | O_APPEND, 0600);
    int null = open("/dev/null", O_RDONLY);
    dup2(null, 0);
    dup2(file, 1);
    dup2(file, 2);
    if (as_server)
        drop_root(); // before prctl, whose effect a change of the user ends
#if defined(__linux__)
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (getppid() == parent)
        execlp("sh", "sh", "-c", line, (char *)NULL);
    _exit(127);
}

static void start(struct servers *servers, size_t index)
{
    char line[LINE_SIZE], log[256];
    pid_t parent = getpid();
    print_line(line, servers, index);
    snprintf(log, sizeof log, "%s/m%zu.log", servers->folder, index);
    servers->pids[index] = fork();
    if (servers->pids[index] == 0)
        become(line, log, parent, servers->postgres);
    EXPECT(servers->pids[index] > 0, "no process for a server");
}

static size_t take(char *from, size_t one, size_t count, void *context)
{
    char *answer = context;
    size_t length = strlen(answer), size = one * count;
    size_t room = SERVERS_ANSWER_SIZE - 1 - length;
    memcpy(answer + length, from, size < room ? size : room);
    answer[length + (size < room ? size : room)] = '\0';
    return size;
}

static void set_certificates(CURL *curl, const struct servers *servers)
{
    char path[256];
    snprintf(path, sizeof path, "%s/ca.pem", servers->folder);
    curl_easy_setopt(curl, CURLOPT_CAINFO, path);
    snprintf(path, sizeof path, "%s/client.pem", servers->folder);
    curl_easy_setopt(curl, CURLOPT_SSLCERT, path);
    snprintf(path, sizeof path, "%s/client.key", servers->folder);
    curl_easy_setopt(curl, CURLOPT_SSLKEY, path);
}

/* Each request has its own handle: nothing is kept between requests. */
long servers_ask(char answer[SERVERS_ANSWER_SIZE], const struct servers *servers, size_t index,
                 const char *path, const char *body)
{
    char url[256];
    long code = 0;
    CURL *curl = curl_easy_init();
    EXPECT(curl != NULL, "libcurl");
    snprintf(url, sizeof url, "%s%s", servers->urls[index], path);
    answer[0] = '\0';
    curl_easy_setopt(curl, CURLOPT_URL, url);
    curl_easy_setopt(curl, CURLOPT_PROXY, "");
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, 60000L);
    curl_easy_setopt(curl, CURLOPT_POSTFIELDS, body);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, answer);
    if (servers->tls)
        set_certificates(curl, servers);
    if (curl_easy_perform(curl) == CURLE_OK)
        curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &code);
    curl_easy_cleanup(curl);
    return code;
}

/* Whether the server has ended; then it is no longer a child of this process. */
static bool has_ended(struct servers *servers, size_t index)
{
    if (servers->pids[index] != 0 && waitpid(servers->pids[index], NULL, WNOHANG) != 0)
        servers->pids[index] = 0;
    return servers->pids[index] == 0;
}

/* Whether a member answers with data or, with authentication, asks for a user. */
static bool answers(const struct servers *servers, size_t index)
{
    char answer[SERVERS_ANSWER_SIZE];
    if (servers->postgres)
        return PQping(servers->urls[index]) == PQPING_OK;
    long code = servers_ask(answer, servers, index, "/v3/kv/range", "{\"key\":\"YQ==\"}");
    return code == 200 || (code == 400 && strstr(answer, "user name is empty") != NULL);
}

void servers_await(const struct servers *servers, size_t index)
{
    for (unsigned ms = 0; ms < patience_ms; ms += step_ms) {
        if (answers(servers, index))
            return;
        nap();
    }
    fail_msg("server %zu of %s does not answer", index, servers->folder);
}

/* ---- Clusters -------------------------------------------------------------------------------- */

static void choose_ports(struct servers *servers)
{
    size_t length = 0;
    servers->endpoints[0] = '\0';
    for (size_t i = 0; i < servers->count; i++) {
        servers->ports[i] = free_port();
        servers->peer_ports[i] = free_port();
        if (servers->postgres)
            snprintf(servers->urls[i], sizeof servers->urls[i],
                     "postgresql://sortid@127.0.0.1:%u/postgres", servers->ports[i]);
        else
            snprintf(servers->urls[i], sizeof servers->urls[i], "%s://127.0.0.1:%u",
                     servers->tls ? "https" : "http", servers->ports[i]);
        length += (size_t)snprintf(servers->endpoints + length, sizeof servers->endpoints - length,
                                   "%s%s", i > 0 ? "," : "", servers->urls[i]);
    }
}

/* Sends a signal to a server, and to the processes that PostgreSQL's has started. */
static void signal_all(const struct servers *servers, size_t index, int signal)
{
    char line[128];
    if (servers->postgres) {
        snprintf(line, sizeof line,
                 "for id in $(ps -o pid= --ppid %ld); do kill -%d $id 2> /dev/null; done",
                 (long)servers->pids[index], signal);
        (void)shell(line); // some end meanwhile
    }
    kill(servers->pids[index], signal);
}

/* Ends a server with a signal and waits for it; after some time it gets SIGKILL. */
static void end_one(struct servers *servers, size_t index, int signal)
{
    if (servers->pids[index] == 0)
        return;
    kill(servers->pids[index], signal);
    signal_all(servers, index, SIGCONT);
    for (unsigned ms = 0; ms < 10000 && !has_ended(servers, index); ms += step_ms)
        nap();
    if (servers->pids[index] == 0)
        return;
    kill(servers->pids[index], SIGKILL);
    waitpid(servers->pids[index], NULL, 0);
    servers->pids[index] = 0;
}

/* PostgreSQL would wait for its clients at SIGTERM. */
static int end_signal(const struct servers *servers)
{
    return servers->postgres ? SIGINT : SIGTERM;
}

static void end_all_but_folder(struct servers *servers)
{
    for (size_t i = 0; i < servers->count; i++) {
        if (servers->pids[i] != 0)
            kill(servers->pids[i],
                 end_signal(servers)); /* all at once: they need no leader to end */
    }
    for (size_t i = 0; i < servers->count; i++)
        end_one(servers, i, servers->count > 1 ? SIGKILL : end_signal(servers));
}

void servers_end(struct servers *servers)
{
    end_all_but_folder(servers);
    nftw(servers->folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    for (size_t i = 0; i < COUNT_OF(running); i++) {
        if (running[i] == servers)
            running[i] = NULL;
    }
    free(servers);
}

static pid_t starter;

static void end_the_rest(void)
{
    for (size_t i = 0; i < COUNT_OF(running) && getpid() == starter; i++) {
        if (running[i] != NULL)
            servers_end(running[i]);
    }
}

static void note(struct servers *servers)
{
    if (starter == 0) {
        starter = getpid();
        atexit(end_the_rest);
    }
    for (size_t i = 0; i < COUNT_OF(running); i++) {
        if (running[i] == NULL) {
            running[i] = servers;
            return;
        }
    }
    fail_msg("too many clusters at once");
}

/* Whether all members answer; false if one has ended, for example because its port was taken. */
static bool come_up(struct servers *servers)
{
    for (unsigned ms = 0; ms < patience_ms; ms += step_ms) {
        size_t up = 0;
        for (size_t i = 0; i < servers->count; i++) {
            if (has_ended(servers, i))
                return false;
            up += answers(servers, i);
        }
        if (up == servers->count)
            return true;
        nap();
    }
    return false;
}

static void make_folder(struct servers *servers)
{
    const char *parent = getenv("TMPDIR");
    snprintf(servers->folder, sizeof servers->folder, "%s/sortid-etcd-XXXXXX",
             parent != NULL && strlen(parent) < 80 ? parent : "/tmp");
    EXPECT(mkdtemp(servers->folder) != NULL, "no folder for servers");
}

/* Makes the data folder of PostgreSQL. */
static void make_database(const struct servers *servers)
{
    char line[1024];
    const struct passwd *user = server_user();
    if (getuid() == 0)
        EXPECT(user != NULL && chown(servers->folder, user->pw_uid, user->pw_gid) == 0,
               "no user for PostgreSQL");
    snprintf(line, sizeof line,
             "exec '%s/initdb' -D '%s/m0' -U sortid -A trust --no-sync --locale=C -E UTF8 "
             "> '%s/m0.log' 2>&1",
             postgres_folder(), servers->folder, servers->folder);
    EXPECT(shell_as(line, true), "initdb failed in %s", servers->folder);
}

static void show_logs(const struct servers *servers)
{
    char line[256];
    snprintf(line, sizeof line, "tail -n 5 '%s'/m*.log >&2", servers->folder);
    shell(line);
}

struct servers *servers_start(size_t count, bool tls)
{
    struct servers *servers = calloc(1, sizeof *servers);
    EXPECT(servers != NULL && count >= 1 && count <= SERVERS_MAX, "no room for servers");
    servers->count = count;
    servers->tls = tls;
    servers->postgres = servers_are_postgres();
    EXPECT(!servers->postgres || (count == 1 && !tls), "no such PostgreSQL");
    make_folder(servers);
    note(servers);
    if (servers->postgres)
        make_database(servers);
    if (tls)
        make_certificates(servers->folder);
    for (unsigned tries = 0; tries < 3; tries++) {
        choose_ports(servers);
        for (size_t i = 0; i < count; i++)
            start(servers, i);
        if (come_up(servers))
            return servers;
        end_all_but_folder(servers);
    }
    show_logs(servers);
    fail_msg("no server came up");
    return NULL;
}

void servers_kill(struct servers *servers, size_t index)
{
    end_one(servers, index, servers->postgres ? SIGQUIT : SIGKILL);
}

void servers_restart(struct servers *servers, size_t index)
{
    for (unsigned tries = 0; tries < 10; tries++) {
        start(servers, index);
        for (unsigned ms = 0; ms < 2000 && !has_ended(servers, index); ms += step_ms) {
            if (answers(servers, index))
                return;
            nap();
        }
        if (servers->pids[index] != 0)
            break;
    }
    servers_await(servers, index);
}

void servers_stop(struct servers *servers, size_t index)
{
    int status = 0;
    signal_all(servers, index, SIGSTOP);
    waitpid(servers->pids[index], &status, WUNTRACED);
    EXPECT(WIFSTOPPED(status), "server %zu did not stop", index);
}

void servers_continue(struct servers *servers, size_t index)
{
    signal_all(servers, index, SIGCONT);
}

struct servers *the_server;

int servers_begin(void **state)
{
    (void)state;
    if (servers_there())
        the_server = servers_start(1, false);
    return 0;
}

int servers_finish(void **state)
{
    (void)state;
    if (the_server != NULL)
        servers_end(the_server);
    the_server = NULL;
    return 0;
}

/* ---- The leader ------------------------------------------------------------------------------ */

/* The number after "name":" in an answer; 0: none. */
static uint64_t number_after(const char *answer, const char *name)
{
    const char *at = strstr(answer, name);
    return at != NULL ? strtoull(at + strlen(name), NULL, 10) : 0;
}

size_t servers_leader(const struct servers *servers)
{
    char answer[SERVERS_ANSWER_SIZE];
    for (unsigned ms = 0; ms < patience_ms; ms += step_ms, nap()) {
        uint64_t leader = 0, agreed = 0, runs = 0;
        size_t index = servers->count;
        for (size_t i = 0; i < servers->count; i++) {
            if (servers->pids[i] == 0)
                continue;
            servers_ask(answer, servers, i, "/v3/maintenance/status", "{}");
            uint64_t said = number_after(answer, "\"leader\":\"");
            leader = runs++ == 0 ? said : leader;
            agreed += said != 0 && said == leader;
            if (said != 0 && number_after(answer, "\"member_id\":\"") == said)
                index = i;
        }
        if (index < servers->count && agreed == runs)
            return index;
    }
    fail_msg("%s has no leader", servers->folder);
    return 0;
}

/* ---- Users ----------------------------------------------------------------------------------- */

static void order(const struct servers *servers, const char *path, const char *format,
                  const char *first, const char *second)
{
    char body[1024], answer[SERVERS_ANSWER_SIZE];
    snprintf(body, sizeof body, format, first, second);
    long code = servers_ask(answer, servers, 0, path, body);
    EXPECT(code == 200, "%s %s: HTTP %ld %s", path, body, code, answer);
}

void servers_want_users(struct servers *servers, const char *user, const char *password)
{
    order(servers, "/v3/auth/user/add", "{\"name\":\"%s\",\"password\":\"%s\"}", "root", password);
    order(servers, "/v3/auth/role/add", "{\"name\":\"%s%s\"}", "root", "");
    order(servers, "/v3/auth/user/grant", "{\"user\":\"%s\",\"role\":\"%s\"}", "root", "root");
    order(servers, "/v3/auth/user/add", "{\"name\":\"%s\",\"password\":\"%s\"}", user, password);
    order(servers, "/v3/auth/role/add", "{\"name\":\"%s%s\"}", "sortid", "");
    /* "sortid/" to "sortid0" */
    order(servers, "/v3/auth/role/grant",
          "{\"name\":\"%s\",\"perm\":{\"permType\":\"READWRITE\",\"key\":\"c29ydGlkLw==\","
          "\"range_end\":\"%s\"}}",
          "sortid", "c29ydGlkMA==");
    order(servers, "/v3/auth/user/grant", "{\"user\":\"%s\",\"role\":\"%s\"}", user, "sortid");
    order(servers, "/v3/auth/enable", "{%s%s}", "", "");
}
