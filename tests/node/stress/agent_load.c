/* SPDX-License-Identifier: MIT */
/* agent_load.c: measures an agent (`sortid node serve`) for docs/node-agent.md: CLIENTS connections
 * of one thread, each with one request of COUNT IDs at a time, for SECONDS. Run by hand; no test.
 *   test-node-agent-load SOCKET CLIENTS COUNT SECONDS */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define CLIENTS_MAX 1000
#define SAMPLES_MAX 4000000

static struct pollfd clients[CLIENTS_MAX];
static uint64_t asked_ns[CLIENTS_MAX], not_before_ns[CLIENTS_MAX];
static uint64_t samples[SAMPLES_MAX];
static size_t client_count, sample_count;
static uint64_t ids, busy;
static char request[32];

static void fail(const char *what)
{
    fprintf(stderr, "%s: %s\n", what, strerror(errno));
    exit(1);
}

static uint64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static int connect_to(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    if (descriptor < 0 ||
        connect(descriptor, (const struct sockaddr *)&address, sizeof address) != 0)
        fail(path);
    return descriptor;
}

static void ask(size_t i)
{
    size_t size = strlen(request);
    asked_ns[i] = now_ns();
    if (send(clients[i].fd, request, size, 0) != (ssize_t)size)
        fail("send");
    clients[i].events = POLLIN;
}

static void take_answer(size_t i)
{
    char line[128], *at = line;
    ssize_t size = recv(clients[i].fd, line, sizeof line - 1, 0);
    if (size <= 0 || line[size - 1] != '\n')
        fail("recv");
    line[size] = '\0';
    if (strncmp(line, "BUSY ", 5) == 0) { /* asks again when it is told to */
        busy++;
        not_before_ns[i] = now_ns() + strtoull(line + 5, NULL, 10) * 1000000;
        clients[i].events = 0;
        return;
    }
    if (strncmp(line, "BLOCK ", 6) != 0) {
        fprintf(stderr, "%s", line);
        exit(1);
    }
    for (int word = 0; word < 3; word++)
        at = strchr(at, ' ') + 1;
    ids += strtoull(at, NULL, 10);
    if (sample_count < SAMPLES_MAX)
        samples[sample_count++] = now_ns() - asked_ns[i];
    ask(i);
}

static int compare(const void *a, const void *b)
{
    uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return left < right ? -1 : left > right;
}

int main(int argc, char **argv)
{
    if (argc != 5) {
        fprintf(stderr, "usage: test-node-agent-load SOCKET CLIENTS COUNT SECONDS\n");
        return 2;
    }
    client_count = strtoul(argv[2], NULL, 10);
    double seconds = strtod(argv[4], NULL);
    if (client_count == 0 || client_count > CLIENTS_MAX)
        return 2;
    snprintf(request, sizeof request, "GET %lu\n", strtoul(argv[3], NULL, 10));
    for (size_t i = 0; i < client_count; i++)
        clients[i] = (struct pollfd){.fd = connect_to(argv[1])};
    uint64_t start = now_ns(), now;
    for (size_t i = 0; i < client_count; i++)
        ask(i);
    while ((now = now_ns()) < start + (uint64_t)(seconds * 1e9)) {
        if (poll(clients, client_count, 1) < 0 && errno != EINTR)
            fail("poll");
        for (size_t i = 0; i < client_count; i++) {
            if ((clients[i].revents & POLLIN) != 0)
                take_answer(i);
            else if (clients[i].events == 0 && now >= not_before_ns[i])
                ask(i);
        }
    }
    qsort(samples, sample_count, sizeof *samples, compare);
    if (sample_count == 0)
        return 1;
    const size_t median = sample_count / 2, late = sample_count * 99 / 100;
    double passed = (double)(now - start) / 1e9;
    printf("%zu clients, %s IDs each: %.0f requests/s, %.0f IDs/s, median %.0f us, 99 %% %.0f us, "
           "longest %.0f us, %" PRIu64 " BUSY\n",
           client_count, argv[3], (double)sample_count / passed, (double)ids / passed,
           (double)samples[median] / 1e3, (double)samples[late] / 1e3,
           (double)samples[sample_count - 1] / 1e3, busy);
    return 0;
}
