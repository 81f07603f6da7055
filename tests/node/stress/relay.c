/* SPDX-License-Identifier: MIT */
/* relay.c: see relay.h. Bytes of a silent time are not kept: the connection ends when the silence
 * does, as a broken one would. */
#include "relay.h"

#include "../server.h"
#include "../stub.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <unistd.h>

enum { look_ms = 20, loses_one_in = 7 };

static struct {
    unsigned port; /* of the server */
    struct stub *stub;
    char url[64];
    _Atomic int mode;
    atomic_size_t lost, passed;
} relay;

static enum relay_mode mode_now(void)
{
    return (enum relay_mode)atomic_load(&relay.mode);
}

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

/* Whether the next bytes are dropped. */
static bool loses(void)
{
    if (mode_now() != RELAY_LOSSY || atomic_fetch_add(&relay.passed, 1) % loses_one_in != 0)
        return false;
    atomic_fetch_add(&relay.lost, 1);
    return true;
}

/* Passes on what each side has sent. False: the connection is over. */
static bool serve_once(int client, int server)
{
    struct pollfd sides[] = {{.fd = client, .events = POLLIN}, {.fd = server, .events = POLLIN}};
    if (poll(sides, 2, look_ms) < 0)
        return false;
    if (mode_now() == RELAY_SILENT)
        return true;
    if (sides[0].revents != 0 && (loses() || !pass_on(client, server)))
        return false;
    return sides[1].revents == 0 || (!loses() && pass_on(server, client));
}

static bool serve(const struct stub_request *request)
{
    int client = request->connection, server = dial(relay.port);
    while (server >= 0 && mode_now() != RELAY_SILENT && serve_once(client, server)) {
    }
    while (mode_now() == RELAY_SILENT)
        poll(NULL, 0, look_ms);
    close(server);
    return false;
}

const char *relay_start(unsigned port)
{
    relay.port = port;
    relay_set(RELAY_OPEN);
    relay.stub = stub_start_raw(serve, NULL);
    snprintf(relay.url, sizeof relay.url,
             servers_are_postgres() ? "postgresql://sortid@127.0.0.1:%u/postgres"
                                    : "http://127.0.0.1:%u",
             stub_port(relay.stub));
    return relay.url;
}

void relay_set(enum relay_mode mode)
{
    atomic_store(&relay.mode, (int)mode);
}

size_t relay_lost(void)
{
    return atomic_load(&relay.lost);
}

void relay_end(void)
{
    relay_set(RELAY_OPEN); // ends a silence
    stub_end(relay.stub);
}
