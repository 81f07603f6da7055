/* SPDX-License-Identifier: MIT */
/* stub.h: a server that answers what a test says, and counts its requests: threads of the test
 * program on a port of loopback. It reads each whole request of HTTP, then lets the test's function
 * write to the connection; or it leaves all to that function. */
#pragma once

#include "support/support.h"

#define STUB_URL_SIZE 40

struct stub;

/* One request: its head and its body, each with NUL at the end, and its number, from 0. A raw stub
 * has neither head nor body, and calls its function once for each connection. */
struct stub_request {
    struct stub *stub;
    int connection;
    const char *head, *body;
    size_t number;
    const void *context;
};

/* True: the connection may have another request; false: it is closed. */
typedef bool stub_serve(const struct stub_request *request);

/* Skips the test where 127.0.0.1 cannot be reached. */
struct stub *stub_start(stub_serve *serve, const void *context);
struct stub *stub_start_raw(stub_serve *serve, const void *context);
void stub_end(struct stub *stub); /* ends all connections and threads */

const char *stub_url(const struct stub *stub); /* http://127.0.0.1:PORT */
unsigned stub_port(const struct stub *stub);
size_t stub_requests(struct stub *stub); /* so far */

/* ---- For serving ----------------------------------------------------------------------------- */

/* False if the other side has gone, or the stub ends. */
bool stub_write(const struct stub_request *request, const void *bytes, size_t size);

/* Writes HTTP with the rest of the status line ("200 OK"), and the body. */
bool stub_answer(const struct stub_request *request, const char *code, const char *body);

/* Waits until the other side closes the connection, or the stub ends. */
void stub_wait(const struct stub_request *request);

/* Sleeps, in ms; returns false at once when the stub ends. */
bool stub_nap(const struct stub_request *request, unsigned ms);
