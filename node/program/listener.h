/* SPDX-License-Identifier: MIT */
/* listener.h: the Unix socket of `sortid node serve`. Called by serve.c. */
#ifndef PROGRAM_LISTENER_H
#define PROGRAM_LISTENER_H

#include <stdbool.h>
#include <sys/types.h>

/* Creates the socket at `path` with the permissions `mode`, replacing one that nobody serves. -1: it fails, and has
 * reported why. */
int listener_open(const char *path, mode_t mode);

/* The next connection, which does not block; -1: none now, or it failed, see errno. A peer that is another user
 * than the permissions allow is refused: EACCES. */
int listener_accept(int listener, mode_t mode);

/* Closes it, and removes the file unless another program has put its own there. */
void listener_close(int listener, const char *path);

#endif
