/* SPDX-License-Identifier: MIT */
/* clients.h: the connections of `sortid node serve`: reads requests, one line each, and writes an answer to each
 * (docs/node-agent.md). Called by serve.c, by one thread. No call blocks: an answer that a client does not read stays in
 * its connection, whose next request waits. */
#ifndef PROGRAM_CLIENTS_H
#define PROGRAM_CLIENTS_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>

#define CLIENTS_MAX 1000

/* Takes a connection, which does not block. One too many is told so, and closed. */
void clients_add(int descriptor);

/* Writes what each connection waits for; returns how many there are. *ready: a request was read already. */
size_t clients_poll(struct pollfd polls[CLIENTS_MAX], bool *ready);

/* Reads and answers at most one request of each connection, in turn, and closes those that have ended.
 * `polls` is of the last clients_poll. */
void clients_serve(const struct pollfd *polls);

void clients_close_all(void);

#endif
