/* SPDX-License-Identifier: MIT */
/* relay.c: see relay.h. A thread accepts, another one serves each connection. Bytes of a silent time
 * are not kept: the connection ends when the silence does, as a broken one would. */
#include "relay.h"

#include "../server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <unistd.h>

enum { look_ms = 20, loses_one_in = 7 };

struct relay {
    unsigned port;
    int listener;
    char url[64];
    pthread_t thread;
    _Atomic int mode;
    atomic_bool ending;
    atomic_size_t lost, passed;
    atomic_size_t connections; /* that are served now */
};

struct connection {
    struct relay *relay;
    int client, server;
};

static int dial(unsigned port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int server = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (server >= 0 && connect(server, (struct sockaddr *)&address, sizeof address) == 0)
        return server;
    close(server);
    return -1;
}

static bool pass_on(int from, int to)
{
    char bytes[16384];
    ssize_t got = recv(from, bytes, sizeof bytes, 0);
    for (ssize_t sent = 0, once = 0; sent < got; sent += once) {
        once = send(to, bytes + sent, (size_t)(got - sent), MSG_NOSIGNAL);
        if (once <= 0)
            return false;
    }
    return got > 0;
}

static bool is_transaction(int client)
{
    char bytes[512];
    ssize_t got = recv(client, bytes, sizeof bytes - 1, MSG_PEEK);
    for (ssize_t i = 0; i < got; i++)
        if (bytes[i] == '\0')
            bytes[i] = ' ';
    bytes[got > 0 ? got : 0] = '\0';
    return strstr(bytes, "POST /v3/kv/txn") == bytes || strstr(bytes, "transact_1") != NULL;
}

/* Whether bytes from this side are dropped. */
static bool loses(struct relay *relay, int side)
{
    int mode = atomic_load(&relay->mode);
    if (mode == RELAY_HALF)
        return is_transaction(side);
    if (mode != RELAY_LOSSY || atomic_fetch_add(&relay->passed, 1) % loses_one_in != 0)
        return false;
    atomic_fetch_add(&relay->lost, 1);
    return true;
}

/* Serves both sides once; false: the connection is over. */
static bool serve(struct connection *c)
{
    struct pollfd sides[] = {{.fd = c->client, .events = POLLIN},
                             {.fd = c->server, .events = POLLIN}};
    if (poll(sides, 2, look_ms) < 0)
        return false;
    int mode = atomic_load(&c->relay->mode);
    if (mode == RELAY_CLOSED || mode == RELAY_SILENT)
        return mode == RELAY_SILENT;
    if (sides[0].revents != 0 && (loses(c->relay, c->client) || !pass_on(c->client, c->server)))
        return false;
    return sides[1].revents == 0 || (!loses(c->relay, c->server) && pass_on(c->server, c->client));
}

/* Waits until the relay is no longer silent. */
static void be_silent(struct connection *c)
{
    while (atomic_load(&c->relay->mode) == RELAY_SILENT && !atomic_load(&c->relay->ending))
        poll(NULL, 0, look_ms);
}

static void *run_connection(void *argument)
{
    struct connection *c = argument;
    struct relay *relay = c->relay;
    while (!atomic_load(&relay->ending) && atomic_load(&relay->mode) != RELAY_SILENT && serve(c)) {
    }
    be_silent(c);
    close(c->client);
    close(c->server);
    free(c);
    atomic_fetch_sub(&relay->connections, 1);
    return NULL;
}

static void *run_relay(void *argument)
{
    struct relay *relay = argument;
    for (;;) {
        pthread_t thread;
        struct connection *c = malloc(sizeof *c);
        int client = accept(relay->listener, NULL, NULL);
        if (client < 0 || c == NULL || atomic_load(&relay->ending)) {
            close(client);
            free(c);
            return NULL;
        }
        *c = (struct connection){relay, client, dial(relay->port)};
        atomic_fetch_add(&relay->connections, 1);
        if (c->server < 0 || pthread_create(&thread, NULL, run_connection, c) != 0) {
            close(client);
            close(c->server);
            free(c);
            atomic_fetch_sub(&relay->connections, 1);
        } else {
            pthread_detach(thread);
        }
    }
}

struct relay *relay_start(unsigned port)
{
    struct sockaddr_in address = {.sin_family = AF_INET};
    socklen_t size = sizeof address;
    struct relay *relay = calloc(1, sizeof *relay);
    EXPECT(relay != NULL, "no memory");
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    relay->port = port;
    relay->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    EXPECT(bind(relay->listener, (struct sockaddr *)&address, size) == 0 &&
               listen(relay->listener, 64) == 0 &&
               getsockname(relay->listener, (struct sockaddr *)&address, &size) == 0,
           "no port");
    snprintf(relay->url, sizeof relay->url,
             servers_are_postgres() ? "postgresql://sortid@127.0.0.1:%u/postgres"
                                    : "http://127.0.0.1:%u",
             ntohs(address.sin_port));
    EXPECT(pthread_create(&relay->thread, NULL, run_relay, relay) == 0, "no thread");
    return relay;
}

void relay_set(struct relay *relay, enum relay_mode mode)
{
    atomic_store(&relay->mode, mode);
}

const char *relay_url(const struct relay *relay)
{
    return relay->url;
}

size_t relay_lost(const struct relay *relay)
{
    return atomic_load(&relay->lost);
}

void relay_end(struct relay *relay)
{
    atomic_store(&relay->ending, true);
    shutdown(relay->listener, SHUT_RDWR);
    pthread_join(relay->thread, NULL);
    close(relay->listener);
    while (atomic_load(&relay->connections) > 0)
        poll(NULL, 0, look_ms);
    free(relay);
}
