/* SPDX-License-Identifier: MIT */
/* stub.h: servers of stubs.py that behave as a test says, and count their requests. */
#pragma once

#include "support/support.h"

#define STUB_URL_SIZE 40

struct stub {
    char url[STUB_URL_SIZE]; /* http://127.0.0.1:PORT */
};

/* A server with a behavior of stubs.py and its argument; NULL: none. Skips the test where that
 * cannot run, or 127.0.0.1 cannot be reached. */
struct stub *stub_start(const char *behavior, const char *argument);
void stub_end(struct stub *stub); /* ends all connections */

size_t stub_requests(const struct stub *stub); /* so far */
