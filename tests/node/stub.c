/* SPDX-License-Identifier: MIT */
/* stub.c: see stub.h. A thread accepts, and another one serves each connection. At the end all
 * sockets are shut down, which ends every wait of a thread. A connection that has ended makes room
 * for another one. */
#include "stub.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

enum { most_connections = 256, request_size = 1 << 16 };

struct connection {
    struct stub *stub;
    int socket;
    pthread_t thread;
    char *text; /* of a request; here, so that it is not a leak in a forked child */
    atomic_bool ended;
};

struct stub {
    stub_serve *serve;
    const void *context;
    bool raw;
    int listener;
    unsigned port;
    char url[STUB_URL_SIZE];
    pthread_t thread;
    atomic_bool ending;
    atomic_size_t requests;
    size_t count; /* of connections; only the accepting thread uses it, until it has ended */
    struct connection connections[most_connections];
};

bool stub_write(const struct stub_request *request, const void *bytes, size_t size)
{
    const char *at = bytes;
    while (size > 0) {
        ssize_t sent = send(request->connection, at, size, MSG_NOSIGNAL);
        if (sent <= 0)
            return false;
        at += sent;
        size -= (size_t)sent;
    }
    return true;
}

bool stub_answer(const struct stub_request *request, const char *code, const char *body)
{
    char head[256];
    int length = snprintf(head, sizeof head,
                          "HTTP/1.1 %s\r\nContent-Type: application/json\r\n"
                          "Content-Length: %zu\r\n\r\n",
                          code, strlen(body));
    return stub_write(request, head, (size_t)length) && stub_write(request, body, strlen(body));
}

bool stub_nap(const struct stub_request *request, unsigned ms)
{
    struct pollfd waits = {.fd = request->connection, .events = POLLRDHUP};
    return poll(&waits, 1, (int)ms) == 0 && !atomic_load(&request->stub->ending);
}

void stub_wait(const struct stub_request *request)
{
    while (stub_nap(request, 1000)) {
    }
}

/* ---- Connections ----------------------------------------------------------------------------- */

/* The number after a header's name; 0: none. */
static size_t content_length(const char *head)
{
    for (const char *line = head; line != NULL; line = strstr(line, "\r\n")) {
        line += line != head ? 2 : 0;
        if (strncasecmp(line, "content-length:", 15) == 0)
            return (size_t)strtoul(line + 15, NULL, 10);
    }
    return 0;
}

/* Reads a request into `text`: its head, NUL instead of the last line's end, its body. NULL: the
 * connection has ended. */
static const char *read_request(int connection, char *text)
{
    size_t size = 0, wanted = request_size - 1;
    char *end = NULL;
    while (size < wanted) {
        ssize_t got = recv(connection, text + size, request_size - 1 - size, 0);
        if (got <= 0)
            return NULL;
        size += (size_t)got;
        text[size] = '\0';
        if (end == NULL && (end = strstr(text, "\r\n\r\n")) != NULL) {
            *end = '\0';
            wanted = (size_t)(end + 4 - text) + content_length(text);
        }
    }
    return end != NULL && wanted < request_size ? end + 4 : NULL;
}

static void run_requests(struct connection *c, struct stub_request *request)
{
    bool more = true;
    char *text = c->text = malloc(request_size);
    request->head = text;
    while (more && text != NULL && (request->body = read_request(c->socket, text)) != NULL) {
        request->number = atomic_fetch_add(&c->stub->requests, 1);
        more = c->stub->serve(request);
    }
}

static void *run_connection(void *argument)
{
    struct connection *c = argument;
    struct stub_request request = {
        .stub = c->stub, .connection = c->socket, .context = c->stub->context};
    if (c->stub->raw) {
        request.number = atomic_fetch_add(&c->stub->requests, 1);
        (void)c->stub->serve(&request);
    } else {
        run_requests(c, &request);
    }
    shutdown(c->socket, SHUT_RDWR);
    atomic_store(&c->ended, true);
    return NULL;
}

/* Waits until the thread has ended. */
static void finish(struct connection *c)
{
    pthread_join(c->thread, NULL);
    close(c->socket);
    free(c->text);
}

/* A place for a connection; NULL: there is none. */
static struct connection *find_room(struct stub *stub)
{
    for (size_t i = 0; i < stub->count; i++)
        if (atomic_load(&stub->connections[i].ended)) {
            finish(&stub->connections[i]);
            return &stub->connections[i];
        }
    return stub->count < most_connections ? &stub->connections[stub->count++] : NULL;
}

static void *run_stub(void *argument)
{
    struct stub *stub = argument;
    int on = 1, accepted;
    while ((accepted = accept(stub->listener, NULL, NULL)) >= 0) {
        struct connection *c = atomic_load(&stub->ending) ? NULL : find_room(stub);
        if (c == NULL) {
            close(accepted);
            continue;
        }
        setsockopt(accepted, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        *c = (struct connection){.stub = stub, .socket = accepted};
        if (pthread_create(&c->thread, NULL, run_connection, c) != 0)
            abort();
    }
    return NULL;
}

/* ---- Start and end --------------------------------------------------------------------------- */

/* In a network namespace loopback may be down: then it can be listened on, but not connected to. */
static void need_loopback(void)
{
    const struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK), .sin_port = htons(1)};
    int probe = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0); /* no packet is sent */
    EXPECT(probe >= 0, "no socket");
    int result = connect(probe, (const struct sockaddr *)&address, sizeof address);
    int error = errno;
    close(probe);
    if (result == 0)
        return;
    support_skip("127.0.0.1 cannot be reached here (is loopback up?): %s", strerror(error));
}

static struct stub *start(stub_serve *serve, const void *context, bool raw)
{
    need_loopback();
    struct sockaddr_in address = {.sin_family = AF_INET};
    socklen_t size = sizeof address;
    struct stub *stub = calloc(1, sizeof *stub);
    EXPECT(stub != NULL, "no memory");
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    stub->serve = serve;
    stub->context = context;
    stub->raw = raw;
    stub->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    EXPECT(bind(stub->listener, (struct sockaddr *)&address, size) == 0 &&
               listen(stub->listener, 64) == 0 &&
               getsockname(stub->listener, (struct sockaddr *)&address, &size) == 0,
           "no port");
    stub->port = ntohs(address.sin_port);
    snprintf(stub->url, sizeof stub->url, "http://127.0.0.1:%u", stub->port);
    EXPECT(pthread_create(&stub->thread, NULL, run_stub, stub) == 0, "no thread");
    return stub;
}

struct stub *stub_start(stub_serve *serve, const void *context)
{
    return start(serve, context, false);
}

struct stub *stub_start_raw(stub_serve *serve, const void *context)
{
    return start(serve, context, true);
}

void stub_end(struct stub *stub)
{
    atomic_store(&stub->ending, true);
    shutdown(stub->listener, SHUT_RDWR);
    pthread_join(stub->thread, NULL);
    for (size_t i = 0; i < stub->count; i++)
        shutdown(stub->connections[i].socket, SHUT_RDWR);
    for (size_t i = 0; i < stub->count; i++)
        finish(&stub->connections[i]);
    close(stub->listener);
    free(stub);
}

const char *stub_url(const struct stub *stub)
{
    return stub->url;
}

unsigned stub_port(const struct stub *stub)
{
    return stub->port;
}

size_t stub_requests(struct stub *stub)
{
    return atomic_load(&stub->requests);
}
