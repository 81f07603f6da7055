/* SPDX-License-Identifier: MIT */
/* node/postgres_link.c: see postgres_link.h. */
#include "postgres_link.h"

#include "fail.h"
#include "platform.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the URL says of one host; NULL: libpq's default. The texts are those of the options. */
struct host {
    const char *name, *address, *port;
    char title[264]; /* for messages */
};

struct link {
    PQconninfoOption *options; /* of the URL; those of the hosts are cut into `hosts` */
    struct host hosts[LINK_HOSTS_MAX];
    size_t host_count;
    PGconn *connection; /* NULL: none */
    size_t host;        /* of the connection */
    bool doubtful;      /* the running statement got a warning */
};

/* ---- The URL ------------------------------------------------------------------------------ */

static PQconninfoOption *find_option(const struct link *link, const char *keyword)
{
    PQconninfoOption *option = link->options;
    while (option->keyword != NULL && strcmp(option->keyword, keyword) != 0)
        option++;
    return option; // libpq knows all keywords that are asked for here
}

/* Replaces the value of an option; libpq frees it. */
static bool set_option(const struct link *link, const char *keyword, const char *value)
{
    PQconninfoOption *option = find_option(link, keyword);
    if (value == NULL || option->keyword == NULL)
        return true;
    char *copy = strdup(value);
    if (copy == NULL)
        return false;
    PQfreemem(option->val);
    option->val = copy;
    return true;
}

static size_t item_count(const char *list)
{
    size_t count = 0;
    if (list == NULL || *list == '\0')
        return 0;
    for (count = 1; *list != '\0'; list++)
        count += *list == ',';
    return count;
}

/* Cuts the next item off a list with commas; NULL if it is empty or not there. */
static const char *take_item(char **list)
{
    char *item = *list, *comma = item != NULL ? strchr(item, ',') : NULL;
    *list = comma != NULL ? comma + 1 : NULL;
    if (comma != NULL)
        *comma = '\0';
    return item != NULL && *item != '\0' ? item : NULL;
}

/* Splits the lists of hosts, as libpq would: one port may be for all. */
static sortid_node_status split_hosts(struct link *link, sortid_node_error *error)
{
    char *names = find_option(link, "host")->val, *addresses = find_option(link, "hostaddr")->val;
    char *ports = find_option(link, "port")->val;
    size_t count = item_count(names), port_count = item_count(ports);
    if (item_count(addresses) > count)
        count = item_count(addresses);
    if (count == 0)
        count = 1;
    if (count > LINK_HOSTS_MAX)
        return sortid_node_fail(error, SORTID_NODE_BAD_OPTION, "more than %d servers of PostgreSQL",
                                LINK_HOSTS_MAX);
    if (port_count > 1 && port_count != count)
        return sortid_node_fail(error, SORTID_NODE_BAD_OPTION,
                                "the URL of PostgreSQL has %zu hosts and %zu ports", count,
                                port_count);
    for (; link->host_count < count; link->host_count++) {
        struct host *host = &link->hosts[link->host_count];
        host->name = take_item(&names);
        host->address = take_item(&addresses);
        host->port = port_count == 1 ? ports : take_item(&ports);
        const char *name = host->name != NULL ? host->name : host->address;
        snprintf(host->title, sizeof host->title, "%s%s%s",
                 name != NULL ? name : "the default server", host->port != NULL ? ":" : "",
                 host->port != NULL ? host->port : "");
    }
    return SORTID_NODE_OK;
}

/* The error quotes nothing: the URL may contain a password. */
static sortid_node_status read_url(struct link *link, const sortid_node_client_options *options,
                                   sortid_node_error *error)
{
    link->options = PQconninfoParse(options->store, NULL);
    if (link->options == NULL)
        return sortid_node_fail(error, SORTID_NODE_BAD_OPTION,
                                "the URL of PostgreSQL cannot be read: want "
                                "postgresql://USER@HOST:PORT[,HOST:PORT...]/DATABASE");
    const PQconninfoOption *mode = find_option(link, "sslmode");
    bool verify = options->ca_file != NULL && mode->keyword != NULL && mode->val == NULL;
    if (!set_option(link, "user", options->user) ||
        !set_option(link, "password", options->password) ||
        !set_option(link, "sslrootcert", options->ca_file) ||
        !set_option(link, "sslcert", options->cert_file) ||
        !set_option(link, "sslkey", options->key_file) ||
        (verify && !set_option(link, "sslmode", "verify-full")))
        return sortid_node_fail_memory(error);
    return split_hosts(link, error);
}

sortid_node_status sortid_node_link_open(struct link **out,
                                         const sortid_node_client_options *options,
                                         sortid_node_error *error)
{
    struct link *link = calloc(1, sizeof *link);
    if (link == NULL)
        return sortid_node_fail_memory(error);
    sortid_node_status status = read_url(link, options, error);
    if (status == SORTID_NODE_OK)
        *out = link;
    else
        sortid_node_link_close(link);
    return status;
}

void sortid_node_link_close(struct link *link)
{
    if (link == NULL)
        return;
    sortid_node_link_disconnect(link);
    PQconninfoFree(link->options);
    free(link);
}

size_t sortid_node_link_host_count(const struct link *link)
{
    return link->host_count;
}

const char *sortid_node_link_host_name(const struct link *link, size_t host)
{
    return link->hosts[host].title;
}

/* ---- What failed -------------------------------------------------------------------------- */

/* The first line of a text. */
static void set_why(struct link_answer *answer, const char *text)
{
    size_t length = strcspn(text, "\n");
    snprintf(answer->why, sizeof answer->why, "%.*s", (int)(length < 1000 ? length : 1000), text);
}

static bool is_state(const char *text)
{
    for (size_t i = 0; i < 5; i++)
        if (strchr("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", text[i]) == NULL || text[i] == '\0')
            return false;
    return text[5] == ':';
}

/* Reads libpq's text of a failed connection. A server's error has its SQLSTATE there, since the
 * texts are verbose: "... failed: FATAL:  28P01: password ...". */
static void explain_connect(struct link_answer *answer, const char *text)
{
    const char *at = text;
    while ((at = strstr(at, ":  ")) != NULL && !is_state(at + 3))
        at += 3;
    if (at != NULL) {
        memcpy(answer->state, at + 3, 5);
        answer->state[5] = '\0';
        text = at + 3 + 6;
        text += strspn(text, " ");
    } else if (strstr(text, "failed: ") != NULL) {
        text = strstr(text, "failed: ") + strlen("failed: ");
    }
    set_why(answer, *text != '\0' ? text : "the connection failed");
}

static void take_notice(void *context, const PGresult *notice)
{
    struct link *link = context;
    const char *state = PQresultErrorField(notice, PG_DIAG_SQLSTATE);
    /* "canceling wait for synchronous replication", by a cancellation or by the server's end */
    if (state != NULL && (strcmp(state, "01000") == 0 || strcmp(state, "57P01") == 0))
        link->doubtful = true;
}

/* ---- Waits -------------------------------------------------------------------------------- */

/* Waits for events of the connection's socket; false: the time is over. */
static bool wait_for(const struct link *link, short events, uint64_t end_ms)
{
    struct pollfd socket = {.fd = PQsocket(link->connection), .events = events};
    if (socket.fd < 0)
        return true; // libpq says what is wrong
    for (;;) {
        uint32_t left = sortid_node_platform_left_ms(end_ms);
        if (left == 0)
            return false;
        int ready = poll(&socket, 1, left < INT32_MAX ? (int)left : INT32_MAX);
        if (ready > 0 || (ready < 0 && errno != EINTR))
            return true;
    }
}

void sortid_node_link_disconnect(struct link *link)
{
    if (link->connection != NULL)
        PQfinish(link->connection);
    link->connection = NULL;
}

/* Fails, and closes the connection, on which an answer may come late. */
static bool give_up(struct link_answer *answer, struct link *link, const char *why)
{
    if (why != NULL)
        set_why(answer, why);
    else
        explain_connect(answer, PQerrorMessage(link->connection));
    sortid_node_link_disconnect(link);
    return false;
}

/* ---- Connecting --------------------------------------------------------------------------- */

size_t sortid_node_link_connected_to(struct link *link)
{
    if (link->connection == NULL)
        return LINK_HOSTS_MAX;
    struct pollfd socket = {.fd = PQsocket(link->connection), .events = POLLIN};
    /* An idle connection has nothing to read, except that the server ended it, or a notice. */
    if (socket.fd < 0 || (poll(&socket, 1, 0) > 0 && PQconsumeInput(link->connection) == 0) ||
        PQstatus(link->connection) != CONNECTION_OK) {
        sortid_node_link_disconnect(link);
        return LINK_HOSTS_MAX;
    }
    return link->host;
}

/* The value of an option for a connection to one host; NULL: none. */
static const char *value_for(const PQconninfoOption *option, const struct host *host)
{
    if (strcmp(option->keyword, "host") == 0)
        return host->name;
    if (strcmp(option->keyword, "hostaddr") == 0)
        return host->address;
    if (strcmp(option->keyword, "port") == 0)
        return host->port;
    return strcmp(option->keyword, "fallback_application_name") == 0 ? "sortid-node" : option->val;
}

static bool start_connecting(struct link_answer *answer, struct link *link, size_t host)
{
    size_t count = 0, used = 0;
    while (link->options[count].keyword != NULL)
        count++;
    const char **keywords = calloc(count + 1, sizeof *keywords);
    const char **values = calloc(count + 1, sizeof *values);
    for (size_t i = 0; i < count && keywords != NULL && values != NULL; i++) {
        keywords[used] = link->options[i].keyword;
        values[used] = value_for(&link->options[i], &link->hosts[host]);
        used += values[used] != NULL;
    }
    if (keywords != NULL && values != NULL) {
        keywords[used] = NULL;
        link->connection = PQconnectStartParams(keywords, values, 0);
    }
    free(keywords);
    free(values);
    if (link->connection == NULL)
        set_why(answer, "no memory");
    return link->connection != NULL;
}

bool sortid_node_link_connect(struct link_answer *answer, struct link *link, size_t host,
                              uint64_t end_ms)
{
    PostgresPollingStatusType next = PGRES_POLLING_WRITING;
    sortid_node_link_disconnect(link);
    *answer = (struct link_answer){.rows = NULL};
    if (!start_connecting(answer, link, host))
        return false;
    link->host = host;
    PQsetErrorVerbosity(link->connection, PQERRORS_VERBOSE);
    PQsetNoticeReceiver(link->connection, take_notice, link);
    while (PQstatus(link->connection) != CONNECTION_BAD && next != PGRES_POLLING_OK &&
           next != PGRES_POLLING_FAILED) {
        if (!wait_for(link, next == PGRES_POLLING_READING ? POLLIN : POLLOUT, end_ms))
            return give_up(answer, link, "no answer in time");
        next = PQconnectPoll(link->connection);
    }
    if (PQstatus(link->connection) != CONNECTION_OK || PQsetnonblocking(link->connection, 1) != 0)
        return give_up(answer, link, NULL);
    return true;
}

/* ---- A statement -------------------------------------------------------------------------- */

/* Sends all that libpq has buffered; it may have to read meanwhile. */
static bool send_all(struct link_answer *answer, struct link *link, uint64_t end_ms)
{
    int left;
    while ((left = PQflush(link->connection)) == 1) {
        if (!wait_for(link, POLLIN | POLLOUT, end_ms))
            return give_up(answer, link, "no answer in time");
        if (PQconsumeInput(link->connection) == 0)
            return give_up(answer, link, NULL);
    }
    return left == 0 || give_up(answer, link, NULL);
}

void sortid_node_link_clear(struct link_answer *answer)
{
    PQclear(answer->rows);
    answer->rows = NULL;
}

/* Waits for the next result, NULL after the last one; false: none came. */
static bool next_result(PGresult **out, struct link_answer *answer, struct link *link,
                        uint64_t end_ms)
{
    while (PQisBusy(link->connection)) {
        if (!wait_for(link, POLLIN, end_ms))
            return give_up(answer, link, "no answer in time");
        if (PQconsumeInput(link->connection) == 0)
            return give_up(answer, link, NULL);
    }
    *out = PQgetResult(link->connection);
    return true;
}

/* Notes the error of a result. */
static void take_error(struct link_answer *answer, const PGresult *result)
{
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    const char *text = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
    if (state != NULL)
        snprintf(answer->state, sizeof answer->state, "%s", state);
    set_why(answer, text != NULL ? text : PQresultErrorMessage(result));
}

/* Reads all results; keeps the last rows, or the first error. */
static bool read_results(struct link_answer *answer, struct link *link, uint64_t end_ms)
{
    bool failed = false;
    PGresult *result = NULL;
    for (;;) {
        if (!next_result(&result, answer, link, end_ms)) {
            sortid_node_link_clear(answer);
            return false;
        }
        if (result == NULL)
            break;
        ExecStatusType status = PQresultStatus(result);
        if (status == PGRES_TUPLES_OK && !failed) {
            PQclear(answer->rows);
            answer->rows = result;
            continue;
        }
        if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK && !failed) {
            take_error(answer, result);
            failed = true;
        }
        PQclear(result);
    }
    answer->doubtful = link->doubtful;
    if (failed)
        sortid_node_link_clear(answer);
    if (PQstatus(link->connection) != CONNECTION_OK)
        sortid_node_link_disconnect(link);
    return !failed;
}

bool sortid_node_link_run(struct link_answer *answer, struct link *link, const char *sql,
                          const char *const *values, int count, uint64_t end_ms)
{
    *answer = (struct link_answer){.sent = true};
    link->doubtful = false;
    int queued = values != NULL
                     ? PQsendQueryParams(link->connection, sql, count, NULL, values, NULL, NULL, 0)
                     : PQsendQuery(link->connection, sql);
    if (queued == 0)
        return give_up(answer, link, NULL);
    return send_all(answer, link, end_ms) && read_results(answer, link, end_ms);
}
